# SPDX-License-Identifier: BSD-3-Clause
"""Arrays that stay in their file until they are indexed: q[-1] reads one state, q[:, 3] one column."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import h5py
import numpy as np

from .errors import InputError, UnknownName, unknown_name


class ResultsFile:
    """An HDF5 file that is opened for every look at it, so that a run may go on with it meanwhile.

    Rows that come later are not seen, and a file that another run has put in its place is refused:
    values of two runs are never mixed.
    """

    def __init__(self, path: Path):
        self.path = path
        self._identity = self._look()

    def _look(self) -> tuple[int, int]:
        status = os.stat(self.path)
        return status.st_dev, status.st_ino

    @contextmanager
    def open(self) -> Iterator[h5py.File]:
        if self._look() != self._identity:
            raise InputError(f"'{self.path}' has been replaced by another run; read the folder again")
        try:
            file = h5py.File(self.path, "r", locking=False)
        except OSError as error:
            raise InputError(
                f"'{self.path}' cannot be read: {error}; a run that was killed may leave it so, and "
                "puts it right when it goes on from its last checkpoint") from error
        with file:
            yield file


def text_of(attributes: Any, name: str) -> str:
    """An attribute as text, empty where it lacks."""
    value = attributes.get(name, "")
    return value.decode() if isinstance(value, bytes) else str(value)


class Array(np.lib.mixins.NDArrayOperatorsMixin):
    """A table of results, read when it is indexed. Behaves as a NumPy array of its shape.

    Indices are NumPy's; a name instead of a number gives the column of that name.
    """

    def __init__(self, file: ResultsFile, path: str, shape: tuple[int, ...], *, unit: str = "",
                 description: str = "", names: Callable[[], Sequence[str]] | None = None,
                 rows: slice | None = None):
        self._file = file
        self._path = path
        self._rows = range(shape[0])[rows] if rows is not None else range(shape[0])
        self.shape: tuple[int, ...] = (len(self._rows), *shape[1:])
        self.dtype = np.dtype(float)
        self.unit = unit
        """In words, e.g. "unit of displacement of the input"."""
        self.description = description
        self._make_names = names
        self._names: list[str] | None = None

    @property
    def names(self) -> list[str]:
        """What the columns are: "node 17, y", "x"; "1", "2", … where nobody named them."""
        if self._names is None:
            made = list(self._make_names()) if self._make_names else []
            self._names = made or [str(k + 1) for k in range(self.shape[1] if self.ndim > 1 else 0)]
        return self._names

    @property
    def ndim(self) -> int:
        return len(self.shape)

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    def column(self, name: str) -> int:
        """The number of the column of this name, from 0."""
        try:
            return self.names.index(name)
        except ValueError:
            raise unknown_name("column", name, self.names, f" in '{self._path}'") from None

    def __len__(self) -> int:
        return self.shape[0]

    def __iter__(self) -> Iterator[np.ndarray]:
        return (self[k] for k in range(len(self)))

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            key = (slice(None), self.column(key))
        elif isinstance(key, tuple) and any(isinstance(item, str) for item in key):
            key = tuple(self.column(item) if isinstance(item, str) else item for item in key)
        window, rest = cover(key, self.shape)
        with self._file.open() as file:
            data = self._read(file, window)
        return data[rest]

    def _read(self, file: h5py.File, window: tuple[slice, ...]) -> np.ndarray:
        """The window of the file, all of whose slices go forward."""
        table = file[self._path]
        rows = self._rows[window[0]]
        if rows and rows[-1] >= table.shape[0]:
            raise InputError(f"'{self._file.path}' has been cut since it was read (a run went on from "
                             "an earlier checkpoint); read the folder again")
        return table[(slice(rows.start, rows.stop, rows.step), *window[1:])]

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> np.ndarray:
        return np.asarray(self[...], dtype)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        plain = [np.asarray(item) if isinstance(item, Array) else item for item in inputs]
        return getattr(ufunc, method)(*plain, **options)

    def __repr__(self) -> str:
        shape = " × ".join(map(str, self.shape))
        meaning = self.description or self._path
        unit = f" [{self.unit}]" if self.unit else ""
        return f"<{meaning}{unit}: {shape}, in '{self._file.path}'>"


class Field(Array):
    """Values at the nodes or in the elements of the mesh: states × nodes × components.

    The file holds the states of a field one below the other; `offsets` tell where each begins.
    """

    def __init__(self, file: ResultsFile, path: str, shape: tuple[int, ...], offsets: np.ndarray,
                 **facts: Any):
        super().__init__(file, path, shape, **facts)
        self._offsets = offsets

    def _read(self, file: h5py.File, window: tuple[slice, ...]) -> np.ndarray:
        table = file[self._path]
        rows = self._rows[window[0]]
        sites, components = window[1], window[2:]
        count = len(range(self.shape[1])[sites])
        widths = [len(range(n)[part]) for n, part in zip(self.shape[2:], components)]
        data = np.empty((len(rows), count, *widths), self.dtype)
        for k, row in enumerate(rows):
            begin = int(self._offsets[row])
            if begin + self.shape[1] > table.shape[0]:
                raise InputError(f"'{self._file.path}' has been cut since it was read; read the "
                                 "folder again")
            place = slice(begin + sites.start, begin + sites.stop, sites.step)
            data[k] = table[(place, *components)]
        return data

    @property
    def names(self) -> list[str]:
        """Of the components."""
        count = self.shape[2] if self.ndim > 2 else 1
        return {1: [""], 3: ["x", "y", "z"], 6: ["xx", "yy", "zz", "xy", "yz", "zx"]}.get(
            count, [str(k + 1) for k in range(count)])

    def __getitem__(self, key: Any) -> Any:
        if isinstance(key, str):
            key = (Ellipsis, self.column(key))
        return super().__getitem__(key)


def cover(key: Any, shape: tuple[int, ...]) -> tuple[tuple[slice, ...], tuple[Any, ...]]:
    """Splits a NumPy index into forward slices, which HDF5 can read, and the index of what they give.

    data[key] == data[window][rest] for every array of this shape.
    """
    items = list(key) if isinstance(key, tuple) else [key]
    items = [np.asarray(item) if isinstance(item, (list, range)) else item for item in items]
    masks = [item for item in items if isinstance(item, np.ndarray) and item.dtype == bool]
    if any(mask.ndim != 1 for mask in masks) or any(item is True or item is False for item in items):
        return tuple(slice(0, n, 1) for n in shape), tuple(items)
    axes = sum(1 for item in items if item is not None and item is not Ellipsis)
    if axes > len(shape):
        raise IndexError(f"too many indices: {axes} for a table of {len(shape)} dimensions")
    if not any(item is Ellipsis for item in items):
        items.append(Ellipsis)
    window: list[slice] = []
    rest: list[Any] = []
    for item in items:
        if item is None:
            rest.append(None)
        elif item is Ellipsis:
            window.extend(slice(0, n, 1) for n in shape[len(window):len(window) + len(shape) - axes])
            rest.append(Ellipsis)
        else:
            part, of_part = _cover_axis(item, shape[len(window)], len(window))
            window.append(part)
            rest.append(of_part)
    return tuple(window), tuple(rest)


def _cover_axis(item: Any, length: int, axis: int) -> tuple[slice, Any]:
    if isinstance(item, slice):
        chosen = range(length)[item]
        if len(chosen) == 0:
            return slice(0, 0, 1), slice(None)
        if chosen.step > 0:
            return slice(chosen.start, chosen[-1] + 1, chosen.step), slice(None)
        return slice(chosen[-1], chosen.start + 1, -chosen.step), slice(None, None, -1)
    if isinstance(item, np.ndarray) and item.dtype == bool:
        if len(item) != length:
            raise IndexError(f"a mask of {len(item)} for the {length} of axis {axis}")
        item = np.flatnonzero(item)
    if isinstance(item, np.ndarray) and item.size == 0 and item.dtype == float:
        item = item.astype(int)  # np.asarray([])
    numbers = np.asarray(item)
    if numbers.dtype.kind not in "iu":
        raise IndexError(f"an index is a number, a slice, an array of these or a name, not {item!r}")
    if numbers.size == 0:
        return slice(0, 0, 1), numbers
    if numbers.min() < -length or numbers.max() >= length:
        wrong = numbers.max() if numbers.max() >= length else numbers.min()
        raise IndexError(f"index {wrong} is out of bounds for axis {axis} with size {length}")
    numbers = np.where(numbers < 0, numbers + length, numbers)
    first = int(numbers.min())
    return slice(first, int(numbers.max()) + 1, 1), (
        int(numbers) - first if numbers.ndim == 0 else numbers - first)


__all__ = ["Array", "Field", "ResultsFile", "UnknownName", "cover", "text_of"]
