# SPDX-License-Identifier: BSD-3-Clause
"""Natural frequencies and shapes, as `sparkdyn modes` and *FREQUENCY steps leave them."""

from __future__ import annotations

import json
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .arrays import Array, Field, ResultsFile, text_of
from .errors import InputError, unknown_name
from .mesh import Mesh, fields_of
from .tables import Table


class Modes:
    """K x + Gᵀy = ω² M x, G x = 0, xᵀM x = 1: the lowest modes, one row each.

    frequency, omega, period   one value each; cycles and radians per unit of time
    shape                      modes × degrees of freedom, in the numbering of the input
    displacement               of structures: modes × nodes × 3
    participation("x")         participation factors, effective masses and their running sum
    """

    def __init__(self, folder: Path):
        self.folder = folder
        self._file = ResultsFile(folder / "modes.h5")

    @classmethod
    def of(cls, folder: Path) -> Modes:
        """Those in a folder. Raises InputError when there are none."""
        if not (folder / "modes.h5").is_file():
            raise InputError(f"'{folder}' has no modes.h5")
        return cls(folder)

    def _numbers(self, name: str) -> np.ndarray:
        with self._file.open() as file:
            return file[name][...]

    @cached_property
    def frequency(self) -> np.ndarray:
        """Cycles per unit of time; 0 of rigid motions, negative (−√|ω²|/2π) of unstable ones."""
        return self._numbers("frequency")

    @cached_property
    def omega(self) -> np.ndarray:
        """Radians per unit of time."""
        return self._numbers("omega")

    @property
    def period(self) -> np.ndarray:
        """1/frequency; infinite of rigid motions, NaN of unstable ones."""
        return self.table["period"]

    @property
    def shape(self) -> Array:
        """Modes × degrees of freedom, xᵀM x = 1."""
        with self._file.open() as file:
            if "shape" not in file:
                raise InputError(f"'{self._file.path}' has no modes in it")
            table = file["shape"]
            return Array(self._file, "shape", table.shape, unit=text_of(table.attrs, "unit"),
                         description=text_of(table.attrs, "description"))

    @cached_property
    def _mesh_file(self) -> ResultsFile:
        path = self.folder / "shapes.h5"
        if not path.is_file():
            raise InputError(f"'{self.folder}' has no shapes.h5: only structures have a mesh")
        return ResultsFile(path)

    @cached_property
    def mesh(self) -> Mesh:
        """Nodes and elements of a structure."""
        return Mesh(self._mesh_file)

    @cached_property
    def fields(self) -> dict[str, Field]:
        """Displacement and, of beams and shells, rotation: modes × nodes × 3."""
        return fields_of(self._mesh_file, len(self), None)

    @property
    def displacement(self) -> Field:
        return self.fields["displacement"]

    @cached_property
    def table(self) -> Table:
        """modes.csv: mode, frequency, omega, period, residual, and four columns per direction."""
        return Table(self.folder / "modes.csv")

    @cached_property
    def report(self) -> dict[str, Any]:
        """modes.json, which also says whether it was verified that no mode is missing."""
        return json.loads((self.folder / "modes.json").read_text(encoding="utf-8"))

    @property
    def directions(self) -> list[str]:
        """Those that participation is known for."""
        return list(self.report["directions"])

    def participation(self, direction: str) -> dict[str, Any]:
        """participation Γ = xᵀM r, effective_mass Γ², cumulative_fraction of the mass rᵀM r."""
        if direction not in self.report["directions"]:
            raise unknown_name("direction", direction, self.directions)
        found = self.report["directions"][direction]
        return {name: np.asarray(value) if isinstance(value, list) else value
                for name, value in found.items()}

    def __len__(self) -> int:
        return len(self.frequency)

    def __repr__(self) -> str:
        shown = ", ".join(f"{f:.5g}" for f in self.frequency[:8]) + (", …" if len(self) > 8 else "")
        return f"<{len(self)} modes in '{self.folder}', frequencies {shown} per unit of time>"
