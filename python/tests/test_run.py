# SPDX-License-Identifier: BSD-3-Clause
"""sparkdyn.run() beside the program; on one rank, and under mpirun on two."""

import os
import signal
import threading
import time

import numpy as np
import pytest
import sparkdyn
from conftest import ROOT, SIZE, program, shared, write_matrix

pytest.importorskip("mpi4py")
HANDLERS = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGUSR1)}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """One for all ranks, with three masses and a case in it."""
    path = shared(tmp_path_factory.mktemp("case"))
    write_matrix(path / "M.mtx", np.diag([1.0, 2.0, 1.0]))
    write_matrix(path / "K.mtx", [[4.0, -1, 0], [-1, 4, -1], [0, -1, 4]])
    write_matrix(path / "f.mtx", np.array([0.0, 0.0, 1.0]))
    (path / "case.yaml").write_text(
        "title: three masses\n"
        "system: {mass: M.mtx, stiffness: K.mtx, loads: [{vector: f.mtx}]}\n"
        "time: {end: 1, step: 0.02}\n"
        "output: {directory: out, probes: [{name: tip, dof: 3}]}\n"
        "checkpoint: {every: 10}\n")
    shared(path)  # all files are there on all ranks
    return path


@pytest.mark.parametrize("case, words", [
    ("guided_beam/case.yaml", {}),
    ("slider/case.yaml", {"time.end": 0.02}),
    ("clamped_beam/beam.inp", {"time.step": 0.001}),
])
def test_the_same_as_the_program(case, words, folder):
    name = case.replace("/", "-")
    out = sparkdyn.run(ROOT / "examples" / case, set=words, output=folder / name, quiet=True)
    sets = [word for key, value in words.items() for word in ("--set", f"{key}={value}")]
    beside = folder / (name + "-program")
    shared(folder, lambda: program("run", ROOT / "examples" / case, *sets, "--output", beside))
    other = sparkdyn.read(beside)
    assert out.status == "done" and out.summary["ranks"] == SIZE
    assert np.array_equal(out.time, other.time)
    for name in other.names:
        # The program brings products and moduli of its own for BLAS and MUMPS: the last digits differ, and a
        # stiff K makes more of that in a and lambda.
        part = 5e-10 if name in "qv" else 1e-4
        size = np.abs(other[name]).max()
        np.testing.assert_allclose(out[name], other[name], rtol=0, atol=part * size, err_msg=name)


def test_values_of_all_kinds(folder):
    out = sparkdyn.run(folder / "case.yaml", output=folder / "set", quiet=True, set={
        "time": {"end": np.float64(0.5), "step": 0.05}, "method.stages": np.int64(4),
        "method.family": "lobatto", "output.energy": False, "title": 'a: "b" # c',
        "output.probes": [{"name": "first", "dof": 1}]})
    assert out.summary["steps"] == 10 and out.summary["order"] == 6
    assert out.summary["title"] == 'a: "b" # c' and out.history.names == ["time", "first"]
    for value in (float("nan"), object(), {1, 2}):
        with pytest.raises(sparkdyn.InputError, match="'time.end' cannot stand in a case"):
            sparkdyn.run(folder / "case.yaml", set={"time.end": value})


def test_problems_and_load_cases(folder):
    if SIZE == 1:
        (folder / "swing.yaml").write_text("problem: {name: pendulum}\ntime: {end: 1, step: 0.01}\n")
        out = sparkdyn.run(folder / "swing.yaml", quiet=True)
        assert out.summary["problem"] == "pendulum" and out.folder == folder / "out"
    text = (ROOT / "docs/structures.md").read_text()
    text = text[text.index("# case: frame"):]
    text = text[:text.index("```")].replace("frame.msh", str(ROOT / "meshes/frame.msh"))
    shared(folder, lambda: (folder / "frame.yaml").write_text(text))
    out = sparkdyn.run(folder / "frame.yaml", output=folder / "frame", quiet=True)
    assert sorted(out.load_cases) == ["push", "wind"]


def test_restart(folder):
    whole = sparkdyn.run(folder / "case.yaml", output=folder / "whole", quiet=True)
    sparkdyn.run(folder / "case.yaml", output=folder / "parts", set={"time.end": 0.4}, quiet=True)
    out = sparkdyn.run(folder / "case.yaml", output=folder / "parts", restart="latest", quiet=True)
    assert out.summary["steps_before_restart"] == 20
    assert np.array_equal(out.q, whole.q) and np.array_equal(out.history["tip"], whole.history["tip"])
    # True is latest; results that are being looked at do not stand in the way.
    with pytest.raises(sparkdyn.InputError, match="method"):
        sparkdyn.run(folder / "case.yaml", output=folder / "parts", set={"method.stages": 4}, restart=True)
    out = sparkdyn.run(folder / "case.yaml", output=folder / "parts", restart=True, change_method=True,
                       set={"method.stages": 4, "time.end": 1.2}, quiet=True)
    assert out.time[-1] == 1.2
    with pytest.raises(sparkdyn.InputError, match="goes with restart"):
        sparkdyn.run(folder / "case.yaml", change_method=True)


def test_wrong_input_is_an_exception(folder):
    with pytest.raises(sparkdyn.InputError, match=r"unknown key 'stp' in 'time'.*did you mean 'step'"):
        sparkdyn.run(folder / "case.yaml", set={"time.stp": 1})
    with pytest.raises(sparkdyn.InputError, match="nothing.yaml"):
        sparkdyn.run(folder / "nothing.yaml")
    with pytest.raises(sparkdyn.InputError, match="intracommunicator"):
        sparkdyn.run(folder / "case.yaml", comm=3)
    # The process is none the worse for it.
    assert sparkdyn.run(folder / "case.yaml", output=folder / "after", quiet=True).status == "done"


def test_failed_numerics_are_an_exception(folder):
    """A splitting that is unstable with this step."""
    with pytest.raises(sparkdyn.NumericsError, match="step .* failed") as caught:
        sparkdyn.run(folder / "case.yaml", output=folder / "bad", quiet=True, set={
            "method.splitting": {"velocity": "A", "elastic": "B", "load": "B", "constraint": "B"},
            "method.stages": 2, "time.step": 5, "time.end": 5000})
    out = sparkdyn.read(caught.value.folder)
    assert out.status == "failed" and out.summary["cause"] == str(caught.value)
    assert isinstance(caught.value, ArithmeticError)


def test_quiet(folder, capfd):
    sparkdyn.run(folder / "case.yaml", output=folder / "quiet", quiet=True)
    assert capfd.readouterr().out == ""
    sparkdyn.run(folder / "case.yaml", output=folder / "quiet")
    said = capfd.readouterr().out
    if int(os.environ.get("OMPI_COMM_WORLD_RANK", 0)) == 0:
        assert "three masses" in said and "done in" in said
    else:
        assert said == ""


@pytest.mark.skipif(SIZE > 1, reason="mpirun passes signals on in its own way")
def test_ctrl_c_keeps_the_state(folder):
    def press():
        while not (folder / "long" / "results.h5").exists():
            time.sleep(0.05)
        time.sleep(0.3)
        os.kill(os.getpid(), signal.SIGINT)

    thread = threading.Thread(target=press)
    thread.start()
    with pytest.raises(KeyboardInterrupt):
        sparkdyn.run(folder / "case.yaml", output=folder / "long", set={"time.end": 1e6}, quiet=True)
    thread.join()
    out = sparkdyn.read(folder / "long")
    assert out.status == "stopped" and 0 < out.time[-1] < 1e6
    assert list((folder / "long").glob("checkpoint-*.h5"))


def test_signals_are_pythons_again():
    for number, handler in HANDLERS.items():
        assert signal.getsignal(number) is handler
    with pytest.raises(KeyboardInterrupt):
        os.kill(os.getpid(), signal.SIGINT)
        time.sleep(5)
