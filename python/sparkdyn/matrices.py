# SPDX-License-Identifier: BSD-3-Clause
"""SciPy's and petsc4py's matrices, and vectors, as the solver takes them: checked, cut into ranks.

What is looked at here is looked at by each rank alone, so that all can agree on what is wrong before
anything is built together.
"""

from __future__ import annotations

import sys
import zlib
from dataclasses import dataclass
from typing import Any

import numpy as np

from .errors import Error, InputError
from .runtime import native


def is_petsc(thing: Any) -> bool:
    return type(thing).__module__.startswith("petsc4py")


@dataclass(frozen=True)
class Layout:
    """Rows [begin, end) of n are this rank's."""

    begin: int
    end: int
    n: int

    @classmethod
    def even(cls, comm: int, n: int) -> Layout:
        """As PETSc splits them."""
        rank, size = native().rank(comm), native().size(comm)
        each, left = divmod(n, size)
        begin = rank * each + min(rank, left)
        return cls(begin, begin + each + (rank < left), n)

    @property
    def local(self) -> int:
        return self.end - self.begin


class Given:
    """A matrix as the user gave it, looked at but not yet built."""

    def __init__(self, thing: Any, name: str):
        self.name = name
        self.petsc = is_petsc(thing)
        if self.petsc:
            _require_one_petsc()
            if type(thing).__name__ != "Mat":
                raise InputError(f"{name} is a {type(thing).__name__} of petsc4py, not a Mat")
            if not thing.handle:
                raise InputError(f"{name} has been destroyed, or was never created")
            self.thing = thing
            rows, columns = thing.getSize()
            self.shape: tuple[int, int] = (rows, columns)
        else:
            self.thing = _csr(thing, name)
            self.shape = self.thing.shape
            if max(*self.shape, self.thing.nnz) > native().largest_index:
                raise InputError(f"{name} is too large for this PETSc, whose numbers end at "
                                 f"{native().largest_index}")

    def layout(self, comm: int) -> Layout:
        """Of its rows."""
        if self.petsc:
            begin, end = self.thing.getOwnershipRange()
            return Layout(begin, end, self.shape[0])
        return Layout.even(comm, self.shape[0])

    def require_square(self, like: Layout | None = None) -> None:
        """n×n and, if a layout is given, distributed so."""
        rows, columns = self.shape
        if rows != columns or (like and rows != like.n):
            raise InputError(f"{self.name} is {rows}×{columns}"
                             + (f" but M is {like.n}×{like.n}" if like else ", not square"))
        if rows == 0:
            raise InputError(f"{self.name} is 0×0")
        if like and self.petsc and self.thing.getOwnershipRange() != (like.begin, like.end):
            raise InputError(f"{self.name} is distributed otherwise than M: give PETSc the same local sizes")

    def require_columns(self, like: Layout) -> None:
        """m×n, with columns distributed as the rows of M."""
        if self.shape[1] != like.n:
            raise InputError(f"{self.name} has {self.shape[1]} columns but M is {like.n}×{like.n}")
        if self.shape[0] == 0:
            raise InputError(f"{self.name} has no rows: leave it out")
        if self.petsc and self.thing.getOwnershipRangeColumn() != (like.begin, like.end):
            raise InputError(f"{self.name} is distributed otherwise than M: give PETSc the same local sizes")

    @property
    def fingerprint(self) -> int | None:
        """The same on all ranks for what all ranks were given; None of distributed ones."""
        if self.petsc:
            return None
        csr = self.thing
        facts = (repr(csr.shape).encode(), csr.indptr.tobytes(), csr.indices.tobytes(), csr.data.tobytes())
        return zlib.crc32(b"".join(facts))

    def build(self, comm: int, rows: Layout, local_columns: int) -> Any:
        """For the solver. Collective."""
        compiled = native()
        if self.petsc:
            return compiled.borrow(comm, self.thing.handle, self.name)
        index = np.dtype(f"i{compiled.index_bytes}")
        csr = self.thing
        first, last = csr.indptr[rows.begin], csr.indptr[rows.end]
        return compiled.from_rows(comm, local_columns,
                                  (csr.indptr[rows.begin:rows.end + 1] - first).astype(index),
                                  csr.indices[first:last].astype(index), csr.data[first:last], self.name)


def _csr(given: Any, name: str) -> Any:
    """A copy in CSR with sorted columns and each entry once."""
    import scipy.sparse

    if not scipy.sparse.issparse(given):
        if not isinstance(given, (np.ndarray, list, tuple)):
            raise InputError(f"{name} must be a matrix of SciPy, petsc4py or NumPy, not {type(given).__name__}")
        try:
            given = np.asarray(given)
        except ValueError as error:
            raise InputError(f"{name} is no matrix: {error}") from error
        if given.ndim != 2:
            raise InputError(f"{name} has {given.ndim} dimension{'s' * (given.ndim != 1)}, a matrix has two; "
                             "a diagonal becomes one with scipy.sparse.diags")
    if given.dtype.kind == "c":
        raise InputError(f"{name} is complex: the matrices of a structure are real")
    if given.dtype.kind not in "fiub":
        raise InputError(f"{name} holds {given.dtype}, not numbers")
    csr = scipy.sparse.csr_matrix(given, dtype=float, copy=True)
    csr.sum_duplicates()
    csr.sort_indices()
    return csr


_one_petsc = False


def _require_one_petsc() -> None:
    """Pointers of another library would crash."""
    global _one_petsc
    if _one_petsc or not sys.platform.startswith("linux"):
        return
    with open("/proc/self/maps", encoding="utf-8", errors="replace") as file:
        loaded = {line.split(None, 5)[5].strip() for line in file if "/libpetsc" in line}
    if len(loaded) > 1:
        raise Error(f"petsc4py uses another PETSc library than sparkdyn: {', '.join(sorted(loaded))}")
    _one_petsc = True


Facts = list[tuple[str, "int | None"]]
"""What things are called, and a number that must be the same on all ranks that have one."""


def vector(layout: Layout, given: Any, name: str, facts: Facts | None = None) -> np.ndarray:
    """This rank's entries of a vector: one of petsc4py, all n entries, or just this rank's.

    `facts` get a fingerprint of one that was given whole.
    """
    if is_petsc(given):
        if type(given).__name__ != "Vec":
            raise InputError(f"{name} is a {type(given).__name__} of petsc4py, not a Vec")
        if given.getSize() != layout.n or given.getOwnershipRange() != (layout.begin, layout.end):
            raise InputError(f"{name} has {given.getSize()} entries laid out otherwise than the {layout.n} rows "
                             "of the matrix")
        array = np.array(given.array_r)
    else:
        array = np.asarray(given.toarray() if hasattr(given, "toarray") else given)
    if array.dtype.kind == "c":
        raise InputError(f"{name} is complex")
    if array.dtype.kind not in "fiub":
        raise InputError(f"{name} is no array of numbers")
    if array.ndim == 2 and 1 in array.shape:
        array = array.reshape(-1)
    if array.ndim != 1 or array.size not in (layout.n, layout.local):
        here = f" ({layout.local} of them on this rank)" if layout.local != layout.n else ""
        raise InputError(f"{name} has the shape {array.shape}; it needs {layout.n} entries{here}")
    part = array.size == layout.local
    mine = np.array(array if part else array[layout.begin:layout.end], float, order="C")
    if facts is not None:
        facts.append((name, None if part else zlib.crc32(np.array(array, float).tobytes())))
    if not np.isfinite(mine).all():
        at = int(np.flatnonzero(~np.isfinite(mine))[0])
        raise InputError(f"{name} is not finite: entry {at + layout.begin} is {mine[at]}")
    return mine
