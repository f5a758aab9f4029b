# SPDX-License-Identifier: BSD-3-Clause
"""The compiled part with MPI and PETSc up: mpi4py's and petsc4py's where these are in use."""

from __future__ import annotations

import atexit
import weakref
from types import ModuleType
from typing import Any

from .errors import InputError

_open: weakref.WeakSet[Any] = weakref.WeakSet()  # simulations, which must let go of PETSc before it ends
_started = False


def mpi4py_module() -> ModuleType | None:
    """mpi4py.MPI, which starts and ends MPI for all; None where it is not installed."""
    try:
        from mpi4py import MPI
    except ImportError:
        return None
    return MPI


def native() -> Any:
    """sparkdyn._native, started."""
    global _started
    try:
        from . import _native
    except ImportError as error:
        raise ImportError("this sparkdyn can only read results: its compiled part is not there or cannot be "
                          f"loaded ({error}); building it needs python3-dev and pybind11-dev") from error
    if _started:
        return _native
    MPI = mpi4py_module()
    if MPI is not None:
        theirs, ours = MPI.Get_library_version().strip("\0 \n"), _native.mpi_library().strip("\0 \n")
        if theirs != ours:
            raise ImportError(f"mpi4py uses another MPI library than sparkdyn: {theirs!r}, and {ours!r}")
    _native.start()
    _started = True
    atexit.register(_stop)
    return _native


def _stop() -> None:
    for each in list(_open):
        each.close()
    native().stop()


def close_at_exit(simulation: Any) -> None:
    _open.add(simulation)


def communicator(comm: Any) -> int:
    """The number of a communicator of mpi4py (or petsc4py); None: of all ranks."""
    compiled = native()
    MPI = mpi4py_module()
    if comm is None:
        return MPI.COMM_WORLD.py2f() if MPI else compiled.world()
    if hasattr(comm, "tompi4py"):
        comm = comm.tompi4py()
    if MPI is None or not isinstance(comm, MPI.Intracomm) or comm == MPI.COMM_NULL:
        raise InputError(f"comm must be an intracommunicator of mpi4py, not {comm!r}")
    return comm.py2f()
