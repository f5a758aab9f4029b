#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""make_mesh.py: a beam of 6 m x 1 m x 1 m in two halves whose meshes do not match, as Gmsh's binary 4.1.

    make_mesh.py CELLS FILE        CELLS across the first half, about 3/4 as many across the second

42 cells give 1,016,000 degrees of freedom and a seam of 5,547 rows of G. Groups: volumes `first` and
`second`, faces `root` (x = 0), `seam_first` and `seam_second` (both at x = 3), `tip` (x = 6)."""
import sys

import numpy as np

HALF, SIDE = 3.0, 1.0  # m
HEXAHEDRON, QUADRANGLE = 5, 3  # Gmsh's numbers of shapes


class Block:
    """`across` x `across` x 3 `across` cells from x = start; tags go on after `nodes` and `cells`."""

    def __init__(self, start, across, first_node):
        self.start, self.across, self.along = start, across, 3 * across
        shape = (self.along + 1, across + 1, across + 1)
        self.tags = first_node + np.arange(np.prod(shape), dtype=np.uint64).reshape(shape)

    def coordinates(self):
        x = self.start + np.linspace(0, HALF, self.along + 1)
        y = np.linspace(0, SIDE, self.across + 1)
        return np.stack(np.meshgrid(x, y, y, indexing="ij"), axis=-1).reshape(-1, 3)

    def cells(self):
        t = self.tags
        corners = [t[:-1, :-1, :-1], t[1:, :-1, :-1], t[1:, 1:, :-1], t[:-1, 1:, :-1],
                   t[:-1, :-1, 1:], t[1:, :-1, 1:], t[1:, 1:, 1:], t[:-1, 1:, 1:]]
        return np.stack(corners, axis=-1).reshape(-1, 8)

    def face(self, layer):
        t = self.tags[layer]
        corners = [t[:-1, :-1], t[1:, :-1], t[1:, 1:], t[:-1, 1:]]
        if layer == 0:
            corners.reverse()  # outwards
        return np.stack(corners, axis=-1).reshape(-1, 4)


def put(file, kind, *values):
    file.write(np.array(values, dtype=kind).tobytes())


def write(path, across):
    first = Block(0.0, across, 1)
    second = Block(HALF, int(0.75 * across) + 1, 1 + first.tags.size)
    # (dimension, name, shape, cells); the place in the list is the tag of entity and group.
    groups = [(2, "root", QUADRANGLE, first.face(0)), (2, "seam_first", QUADRANGLE, first.face(-1)),
              (2, "seam_second", QUADRANGLE, second.face(0)), (2, "tip", QUADRANGLE, second.face(-1)),
              (3, "first", HEXAHEDRON, first.cells()), (3, "second", HEXAHEDRON, second.cells())]
    with open(path, "wb") as file:
        file.write(b"$MeshFormat\n4.1 1 8\n")
        put(file, np.int32, 1)
        file.write(b"\n$EndMeshFormat\n$PhysicalNames\n%d\n" % len(groups))
        for tag, (dimension, name, _, _) in enumerate(groups, 1):
            file.write(f'{dimension} {tag} "{name}"\n'.encode())
        file.write(b"$EndPhysicalNames\n$Entities\n")
        put(file, np.uint64, 0, 0, 4, 2)
        for tag in range(1, len(groups) + 1):
            put(file, np.int32, tag)
            put(file, np.float64, 0, 0, 0, 2 * HALF, SIDE, SIDE)
            put(file, np.uint64, 1)
            put(file, np.int32, tag)
            put(file, np.uint64, 0)
        file.write(b"\n$EndEntities\n$Nodes\n")
        total = first.tags.size + second.tags.size
        put(file, np.uint64, 2, total, 1, total)
        for tag, block in ((5, first), (6, second)):
            put(file, np.int32, 3, tag, 0)
            put(file, np.uint64, block.tags.size)
            file.write(block.tags.tobytes())
            file.write(block.coordinates().tobytes())
        file.write(b"\n$EndNodes\n$Elements\n")
        count = sum(len(cells) for *_, cells in groups)
        put(file, np.uint64, len(groups), count, 1, count)
        number = 1
        for tag, (dimension, _, shape, cells) in enumerate(groups, 1):
            put(file, np.int32, dimension, tag, shape)
            put(file, np.uint64, len(cells))
            numbers = np.arange(number, number + len(cells), dtype=np.uint64)
            file.write(np.column_stack([numbers, cells]).tobytes())
            number += len(cells)
        file.write(b"\n$EndElements\n")


if __name__ == "__main__":
    if len(sys.argv) != 3 or not sys.argv[1].isdigit() or int(sys.argv[1]) < 2:
        sys.exit("usage: make_mesh.py CELLS FILE, at least 2 cells")
    write(sys.argv[2], int(sys.argv[1]))
