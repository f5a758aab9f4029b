# SPDX-License-Identifier: BSD-3-Clause
"""The mesh of a structure, as /VTKHDF holds it."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import numpy as np

from .arrays import Field, ResultsFile, text_of
from .errors import InputError, unknown_name

# What VTK calls the shapes that sparkdyn has.
SHAPES = {1: "vertex", 3: "line", 5: "triangle", 9: "quadrilateral", 10: "tetrahedron",
          12: "hexahedron", 13: "wedge", 14: "pyramid", 21: "quadratic line", 22: "quadratic triangle",
          23: "quadratic quadrilateral", 24: "quadratic tetrahedron", 25: "quadratic hexahedron",
          26: "quadratic wedge", 27: "quadratic pyramid", 28: "biquadratic quadrilateral",
          29: "triquadratic hexahedron", 34: "biquadratic triangle"}
SITES = {"PointData": ("node", "PointDataOffsets", "NumberOfPoints"),
         "CellData": ("element", "CellDataOffsets", "NumberOfCells")}


class Mesh:
    """Nodes and elements in the order of the input."""

    def __init__(self, file: ResultsFile):
        self._file = file

    def _all(self, path: str) -> np.ndarray:
        with self._file.open() as file:
            return file["VTKHDF/" + path][...]

    @cached_property
    def points(self) -> np.ndarray:
        """Coordinates, nodes × 3."""
        return self._all("Points")

    @cached_property
    def nodes(self) -> np.ndarray:
        """The numbers of the nodes in the input; row k of a field is that of node nodes[k]."""
        return self._all("PointData/node")

    @cached_property
    def elements(self) -> np.ndarray:
        """The numbers of the elements in the input."""
        return self._all("CellData/element")

    @cached_property
    def types(self) -> np.ndarray:
        """VTK's number for the shape of each element; SHAPES has their names."""
        return self._all("Types")

    @cached_property
    def connectivity(self) -> list[np.ndarray]:
        """Of each element, the rows of its nodes in `points`, in VTK's order."""
        return np.split(self._all("Connectivity"), self._all("Offsets")[1:-1])

    def node_row(self, node: int) -> int:
        """The row of a node in `points` and in fields, by its number in the input."""
        return _row_of(self.nodes, node, "node")

    def element_row(self, element: int) -> int:
        """The row of an element in fields, by its number in the input."""
        return _row_of(self.elements, element, "element")

    def nearest(self, point: Any) -> int:
        """The row of the node nearest to a point [x, y, z]."""
        place = np.asarray(point, float)
        if place.shape != (3,):
            raise InputError(f"a point has three coordinates, not {point!r}")
        return int(np.argmin(np.linalg.norm(self.points - place, axis=1)))

    @property
    def text(self) -> str:
        """How many nodes and elements of which shapes, in words."""
        shapes = [f"{count} {SHAPES.get(int(kind), f'VTK {kind}')}"
                  for kind, count in zip(*np.unique(self.types, return_counts=True))]
        return f"{len(self.points)} nodes and {len(self.types)} elements: {', '.join(shapes)}"

    def __repr__(self) -> str:
        return f"<mesh of {self.text}>"


def _row_of(numbers: np.ndarray, number: int, what: str) -> int:
    found = np.flatnonzero(numbers == number)
    if len(found) == 0:
        raise unknown_name(what, number, map(str, numbers[np.argsort(np.abs(numbers - number))]))
    return int(found[0])


def fields_of(file: ResultsFile, states: int, rows: slice | None) -> dict[str, Field]:
    """Those of nodes and of elements, by name."""
    fields: dict[str, Field] = {}
    with file.open() as content:
        group = content["VTKHDF"]
        for site, (own, offsets, count) in SITES.items():
            for name, table in group[site].items():
                if name == own:
                    continue
                at = group["Steps"][offsets][name][...]
                shape = (min(states, len(at)), int(group[count][0]), *table.shape[1:])
                fields[name] = Field(file, f"VTKHDF/{site}/{name}", shape, at, rows=rows,
                                     unit=text_of(table.attrs, "unit"),
                                     description=text_of(table.attrs, "description"))
    return fields
