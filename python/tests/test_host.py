# SPDX-License-Identifier: BSD-3-Clause
"""The package as a guest: whoever started MPI and PETSc, in whatever order, and whatever is missing."""

import os
import pathlib
import subprocess
import sys
import textwrap

import pytest
import sparkdyn
from conftest import ROOT

for module in ("scipy", "mpi4py", "petsc4py"):
    pytest.importorskip(module)

BEGIN = "import sys\n"
SIMULATE = textwrap.dedent("""
    import sparkdyn
    simulation = sparkdyn.Simulation([[2.0]], [[8.0]], q0=[1.0], step=0.1, stages=4)
    simulation.run(1.0)
    assert abs(simulation.q[0] + 0.4161468365471424) < 1e-8
""")


def script(text, ranks=1, **environment):
    """Ends well and says nothing."""
    done = subprocess.run([ROOT / "scripts" / "mpirun", str(ranks), sys.executable, "-c", BEGIN + text],
                          capture_output=True, text=True, timeout=120, cwd="/",  # which Python looks into first
                          env={**os.environ, **environment})
    assert done.returncode == 0 and done.stderr == "", done.stdout + done.stderr
    return done.stdout


def test_alone():
    assert script(SIMULATE + "print('petsc4py' in sys.modules, 'mpi4py' in sys.modules)") == "False True\n"


def test_without_mpi4py():
    script("sys.modules['mpi4py'] = None" + SIMULATE)


def test_petsc4py_first_and_in_use_afterwards():
    script("from petsc4py import PETSc\nvec = PETSc.Vec().createMPI(5)" + SIMULATE
           + "vec.set(2)\nassert vec.sum() == 10")


def test_petsc4py_later():
    script(SIMULATE + "from petsc4py import PETSc\nvec = PETSc.Vec().createMPI(5)\nvec.set(2)\n"
           "assert vec.sum() == 10\nsimulation.step()")


def test_errors_of_petsc4py_keep_their_text():
    out = script("from petsc4py import PETSc" + SIMULATE + textwrap.dedent("""
        a, b = PETSc.Vec().createSeq(3), PETSc.Vec().createSeq(4)
        try:
            a.axpy(1.0, b)
        except PETSc.Error as error:
            print(error)
    """))
    assert "Incompatible vector" in out


def test_two_ranks_and_objects_left_at_the_end():
    script(SIMULATE + "left = [simulation, simulation.frame]\nimport gc\ngc.disable()\n"
           "loop = {'self': None, 's': simulation}\nloop['self'] = loop", ranks=2)


def test_a_load_that_holds_the_simulation():
    """A ring of references through the compiled part, at the end of the process."""
    script(SIMULATE + textwrap.dedent("""
        class Held:
            def __init__(self):
                self.simulation = sparkdyn.Simulation([[2.0]], [[8.0]], load=self.load, step=0.1)
            def load(self, t):
                return [t]
        held = Held()
        held.simulation.run(0.5)
        del held
    """))


def test_reading_needs_neither_mpi_nor_scipy():
    script(textwrap.dedent("""
        for name in ("mpi4py", "petsc4py", "scipy", "sparkdyn._native"):
            sys.modules[name] = None
        import sparkdyn
        try:
            sparkdyn.run("case.yaml")
        except ImportError as error:
            assert "can only read results" in str(error) and "pybind11-dev" in str(error)
        else:
            raise AssertionError
    """))


def test_installed(tmp_path):
    build = os.environ.get("SPARKDYN_BUILD", str(ROOT / "build"))
    done = subprocess.run(["cmake", "--install", build, "--prefix", tmp_path], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    package, = tmp_path.glob("lib/python3*/*-packages/sparkdyn")
    assert (package / "py.typed").exists() and (package / "_native.pyi").exists()
    out = script(SIMULATE + "print(sparkdyn.__file__)", PYTHONPATH=str(package.parent))
    assert out.strip() == str(package / "__init__.py")


def test_no_symbol_of_blas_is_given_to_the_host():
    library = next(pathlib.Path(sparkdyn.__file__).parent.glob("_native*.so"))
    listed = subprocess.run(["nm", "-D", "--defined-only", library], capture_output=True, text=True, check=True)
    names = [line.split()[-1] for line in listed.stdout.splitlines()]
    assert "PyInit__native" in names
    assert not [name for name in names if name.endswith(("gemm_", "trsm_"))]


def test_stubs_have_what_the_compiled_part_has():
    import ast

    from sparkdyn import _native

    stub = ast.parse((pathlib.Path(sparkdyn.__file__).parent / "_native.pyi").read_text())

    def names(body):
        found = {}
        for node in body:
            if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
                found[node.name] = node
            elif isinstance(node, ast.AnnAssign):
                found[node.target.id] = node
        return found

    declared = names(stub.body)
    there = {name for name in dir(_native) if not name.startswith("_")}
    assert set(declared) == there
    for name, node in declared.items():
        if isinstance(node, ast.ClassDef):
            own = {member for member in vars(getattr(_native, name)) if not member.startswith("_")}
            assert {member for member in names(node.body) if not member.startswith("_")} == own, name
