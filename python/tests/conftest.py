# SPDX-License-Identifier: BSD-3-Clause
"""Real runs of the program, made once and read by many tests."""

import os
import pathlib
import subprocess

import numpy as np
import pytest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SIZE = int(os.environ.get("OMPI_COMM_WORLD_SIZE", "1"))
PROGRAM = os.environ.get("SPARKDYN_PROGRAM", str(ROOT / "build" / "bin" / "sparkdyn"))


def program(*arguments, ranks=1, status=0):
    command = [str(ROOT / "scripts" / "mpirun"), str(ranks), PROGRAM, *map(str, arguments)]
    # Started by a rank it is no rank itself.
    own = {key: value for key, value in os.environ.items() if not key.startswith(("OMPI_COMM", "PMIX", "OMPI_MCA_orte"))}
    done = subprocess.run(command, capture_output=True, text=True, timeout=240, env=own)
    assert done.returncode == status, done.stdout + done.stderr
    return done


def shared(value, on_first=None):
    """The value of rank 0 on every rank, after rank 0 has done something; a meeting point."""
    if SIZE == 1:
        if on_first:
            on_first()
        return value
    from mpi4py import MPI

    if on_first and MPI.COMM_WORLD.rank == 0:
        on_first()
    return MPI.COMM_WORLD.bcast(value)


def write_matrix(path, matrix):
    """Matrix Market, coordinate for matrices and array for vectors."""
    matrix = np.asarray(matrix, dtype=float)
    with open(path, "w") as file:
        if matrix.ndim == 1:
            file.write(f"%%MatrixMarket matrix array real general\n{len(matrix)} 1\n")
            file.write("".join(f"{x!r}\n" for x in matrix.tolist()))
            return
        rows, columns = np.nonzero(matrix)
        file.write("%%MatrixMarket matrix coordinate real general\n")
        file.write(f"{matrix.shape[0]} {matrix.shape[1]} {len(rows)}\n")
        for i, j in zip(rows, columns):
            file.write(f"{i + 1} {j + 1} {float(matrix[i, j])!r}\n")


@pytest.fixture(scope="session")
def runs(tmp_path_factory):
    return tmp_path_factory.mktemp("runs")


@pytest.fixture(scope="session")
def slider(runs):
    """A structure of beams with joints, 40 steps, every second one stored."""
    program("run", ROOT / "examples/slider/case.yaml", "--set", "time.end=0.02", "--output",
            runs / "slider")
    return runs / "slider"


@pytest.fixture(scope="session")
def tied_blocks(runs):
    """Solids with stresses."""
    program("run", ROOT / "examples/tied_blocks/case.yaml", "--set", "time.end=0.001", "--output",
            runs / "tied", "--set", "output.stress=true")
    return runs / "tied"


@pytest.fixture(scope="session")
def guided_beam(runs):
    """Matrices with constraints."""
    program("run", ROOT / "examples/guided_beam/case.yaml", "--output", runs / "guided")
    return runs / "guided"


@pytest.fixture(scope="session")
def pendulum(runs):
    case = runs / "pendulum.yaml"
    case.write_text("title: swing\nproblem: {name: pendulum}\ntime: {end: 1, step: 0.01}\n")
    program("run", case, "--output", runs / "pendulum")
    return runs / "pendulum"


@pytest.fixture(scope="session")
def load_cases(runs):
    """The frame of docs/structures.md in two load cases."""
    text = (ROOT / "docs/structures.md").read_text()
    text = text[text.index("# case: frame"):]
    case = runs / "frame.yaml"
    case.write_text(text[:text.index("```")].replace("frame.msh", str(ROOT / "meshes/frame.msh")))
    program("run", case, "--output", runs / "cases")
    return runs / "cases"


BAR = """*NODE, NSET=ALL
1, 0., 0., 0.
2, 100., 0., 0.
3, 200., 0., 0.
*ELEMENT, TYPE=T3D2, ELSET=BAR
1, 1, 2
2, 2, 3
*MATERIAL, NAME=STEEL
*ELASTIC
210000., .3
*DENSITY
7.8e-9
*SOLID SECTION, ELSET=BAR, MATERIAL=STEEL
10.
*BOUNDARY
1, 1, 3
2, 2, 3
3, 2, 3
"""


@pytest.fixture(scope="session")
def deck(runs):
    """Two bars: a static step, one for frequencies, a dynamic one."""
    path = runs / "bar.inp"
    path.write_text(BAR + "*STEP\n*STATIC\n*CLOAD\n3, 1, 42.\n*NODE PRINT, NSET=ALL\nU\n*END STEP\n"
                    "*STEP\n*FREQUENCY\n2\n*END STEP\n"
                    "*STEP\n*DYNAMIC, DIRECT\n1e-6, 1e-5\n*END STEP\n")
    program("run", path, "--output", runs / "deck")
    return runs / "deck"


@pytest.fixture(scope="session")
def frame_modes(runs):
    program("modes", ROOT / "examples/frame_earthquake/case.yaml", "--count", 4, "--output",
            runs / "modes")
    return runs / "modes"


@pytest.fixture
def matrices(tmp_path):
    """Three masses in a folder with a case."""
    write_matrix(tmp_path / "M.mtx", np.diag([1.0, 2.0, 1.0]))
    write_matrix(tmp_path / "K.mtx", [[4.0, -1, 0], [-1, 4, -1], [0, -1, 4]])
    write_matrix(tmp_path / "f.mtx", np.array([0.0, 0.0, 1.0]))
    (tmp_path / "case.yaml").write_text(
        "system: {mass: M.mtx, stiffness: K.mtx, loads: [{vector: f.mtx}]}\n"
        "time: {end: 1, step: 0.02}\n"
        "output: {directory: out, probes: [{name: tip, dof: 3}]}\n"
        "checkpoint: {every: 10}\n")
    return tmp_path
