# SPDX-License-Identifier: BSD-3-Clause
"""history.csv, energy.csv and modes.csv: named columns."""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import numpy as np

from .errors import InputError, unknown_name


class Table(Mapping[str, np.ndarray]):
    """Columns by name, read when first looked at: history["tip"], history.time, dict(history).

    A mapping of names to arrays, which pandas.DataFrame(table) takes as it is.
    """

    def __init__(self, path: Path, units: Mapping[str, str] | None = None, rows: slice | None = None):
        self.path = path
        self._units = dict(units or {})
        self._rows = rows or slice(None)
        self._read_: tuple[list[str], np.ndarray] | None = None

    def _read(self) -> tuple[list[str], np.ndarray]:
        if self._read_ is None:
            text = self.path.read_text(encoding="utf-8")
            whole = text[:text.rfind("\n") + 1]  # of a run that goes on the last line may be cut
            lines = io.StringIO(whole, newline="")
            names: list[str] = next(csv.reader(lines), [])
            body = lines.read()
            if not names:
                raise InputError(f"'{self.path}' is empty")
            try:
                values = (np.loadtxt(io.StringIO(body), delimiter=",", ndmin=2)
                          if body else np.empty((0, len(names))))
            except ValueError as error:
                raise InputError(f"'{self.path}' is no table of numbers: {error}") from error
            if values.shape[1] != len(names):
                raise InputError(f"'{self.path}' has {len(names)} names but {values.shape[1]} columns")
            self._read_ = names, values[self._rows]
        return self._read_

    @property
    def names(self) -> list[str]:
        """Of the columns, in their order."""
        return list(self._read()[0])

    @property
    def array(self) -> np.ndarray:
        """All of it, one row for each time and one column for each name."""
        return self._read()[1]

    @property
    def units(self) -> dict[str, str]:
        """Of the columns whose unit is known, in words."""
        # A probe of several nodes has a column for each: "base node 17".
        known = {name: self._units.get(name, self._units.get(re.sub(r" node \d+$", "", name)))
                 for name in self.names}
        return {name: unit for name, unit in known.items() if unit}

    @property
    def time(self) -> np.ndarray:
        return self["time"]

    def __getitem__(self, name: str) -> np.ndarray:
        names, values = self._read()
        if name not in names:
            raise unknown_name("column", name, names, f" in '{self.path}'")
        return values[:, names.index(name)]

    def __iter__(self) -> Iterator[str]:
        return iter(self.names)

    def __len__(self) -> int:
        return len(self._read()[0])

    def __repr__(self) -> str:
        return f"<{self.path.name}: {len(self.array)} rows of {', '.join(self.names)}>"
