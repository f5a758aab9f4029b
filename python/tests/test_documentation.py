# SPDX-License-Identifier: BSD-3-Clause
"""The blocks of docs/python.md and README.md, and the examples, run as they stand."""

import os
import re
import subprocess
import sys

import numpy as np
import pytest
import sparkdyn
from conftest import ROOT, SIZE, shared

for module in ("scipy", "mpi4py", "petsc4py.PETSc", "matplotlib"):
    pytest.importorskip(module)
PAGE = (ROOT / "docs" / "python.md").read_text()


def blocks(text, language):
    return re.findall(rf"```{language}\n(.*?)```", text, re.S)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    path = shared(tmp_path)
    shared(path, lambda: (path / "meshes").symlink_to(ROOT / "meshes"))
    monkeypatch.chdir(path)
    return path


def test_page(folder, capsys):
    case, = blocks(PAGE, "yaml")
    shared(folder, lambda: (folder / "beam.yaml").write_text(case))
    names = {}
    texts = blocks(PAGE, "python")
    assert len(texts) == 6
    for number, text in enumerate(texts, 1):
        exec(compile(text, f"docs/python.md, block {number}", "exec"), names)
        if number == 1:
            shown = capsys.readouterr().out.replace(str(folder) + "/", "")
            for line in blocks(PAGE, "text")[0].splitlines():
                assert line in shown, shown
    assert isinstance(names["states"], sparkdyn.Trajectory)
    # The run ended when the last mass had gone far enough.
    assert names["simulation"].time <= 3.01 and np.abs(names["G"] @ names["frame"].q).max() < 1e-15


@pytest.mark.skipif(SIZE > 1, reason="the page runs there")
def test_readme(folder):
    text = (ROOT / "README.md").read_text()
    beam, matrices = blocks(text, "yaml")
    (folder / "beam.yaml").write_text(beam)
    python, = blocks(text, "python")
    names = {}
    exec(compile(python, "README.md", "exec"), names)
    assert names["out"].status == "done"


@pytest.mark.skipif(SIZE > 1, reason="one rank is enough")
def test_vehicle_on_bridge(folder):
    example = ROOT / "python" / "examples" / "vehicle_on_bridge.py"
    done = subprocess.run([sys.executable, example, folder / "bridge.png"], capture_output=True, text=True,
                          timeout=240, env={**os.environ, "MPLCONFIGDIR": str(folder)})
    assert done.returncode == 0, done.stderr
    assert (folder / "bridge.png").stat().st_size > 50_000
    error = float(re.search(r"against the series: (\S+) relative", done.stdout).group(1))
    assert error < 1e-4
    rows = {name: [float(x) for x in values.split()] for name, values in
            re.findall(r"^ *(\d stages): (.*)$", done.stdout, re.M)}
    # Orders 5 and 7 but for the stiff modes, which follow the moving force statically.
    for stages in (3, 4):
        *_, before, after = rows[f"{stages} stages"]
        assert 2 * stages - 1.7 < np.log2(before / after) < 2 * stages + 0.2, rows
