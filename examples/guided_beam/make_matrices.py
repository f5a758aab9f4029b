#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""Matrices of a guided steel beam, written as Matrix Market files beside this script.

A planar Euler-Bernoulli beam-column with consistent mass. Node i at x = i*l has the degrees of
freedom u (axial), w (deflection), theta = w' in this order. The base is clamped, the tip runs
without friction in a guide inclined by 30 degrees to the beam's axis; both are rows of G.

Only + - * / and sqrt, which IEEE 754 rounds correctly, so that the files come out byte for byte
the same on every machine. SI units.
"""
from math import sqrt
from pathlib import Path

import numpy as np

LENGTH = 3.0  # m
WIDTH, THICKNESS = 0.06, 0.01  # m, flat bar 60 x 10 mm bent about its weak axis
YOUNG = 210e9  # Pa
DENSITY = 7850.0  # kg/m^3
ELEMENTS = 60
FORCE = 20.0  # N, across the beam at mid-span, at full load
TAP = 0.02  # m/s, axial velocity at mid-span at t = 0
GUIDE = (sqrt(3.0) / 2, 0.5)  # cos and sin of 30 degrees

AREA = WIDTH * THICKNESS
INERTIA = WIDTH * THICKNESS**3 / 12
DOFS = 3 * (ELEMENTS + 1)
MIDDLE = ELEMENTS // 2


def dof(node, component):
    """0-based number of u (0), w (1) or theta (2) of a node."""
    return 3 * node + component


def element_matrices(length):
    """Stiffness and consistent mass for (u1, w1, theta1, u2, w2, theta2)."""
    l, axial, bending = length, [0, 3], [1, 2, 4, 5]
    K, M = np.zeros((6, 6)), np.zeros((6, 6))
    K[np.ix_(axial, axial)] = YOUNG * AREA / l * np.array([[1, -1], [-1, 1]])
    K[np.ix_(bending, bending)] = YOUNG * INERTIA / (l * l * l) * np.array([
        [12, 6 * l, -12, 6 * l],
        [6 * l, 4 * l * l, -6 * l, 2 * l * l],
        [-12, -6 * l, 12, -6 * l],
        [6 * l, 2 * l * l, -6 * l, 4 * l * l]])
    mass = DENSITY * AREA * l
    M[np.ix_(axial, axial)] = mass / 6 * np.array([[2, 1], [1, 2]])
    M[np.ix_(bending, bending)] = mass / 420 * np.array([
        [156, 22 * l, 54, -13 * l],
        [22 * l, 4 * l * l, 13 * l, -3 * l * l],
        [54, 13 * l, 156, -22 * l],
        [-13 * l, -3 * l * l, -22 * l, 4 * l * l]])
    return K, M


def assemble():
    K, M = np.zeros((DOFS, DOFS)), np.zeros((DOFS, DOFS))
    element_K, element_M = element_matrices(LENGTH / ELEMENTS)
    for e in range(ELEMENTS):
        here = slice(dof(e, 0), dof(e + 2, 0))
        K[here, here] += element_K
        M[here, here] += element_M
    return K, M


def constraints():
    """Rows 1-3: u, w, theta of the base; row 4: no tip motion across the guide."""
    cosine, sine = GUIDE
    G = np.zeros((4, DOFS))
    for component in range(3):
        G[component, dof(0, component)] = 1.0
    G[3, dof(ELEMENTS, 0)] = -sine
    G[3, dof(ELEMENTS, 1)] = cosine
    return G


def load():
    f = np.zeros(DOFS)
    f[dof(MIDDLE, 1)] = FORCE
    return f


def initial_velocity():
    """A parabola in u that vanishes at both ends, so G v0 = 0 exactly."""
    v = np.zeros(DOFS)
    for node in range(ELEMENTS + 1):
        v[dof(node, 0)] = 4 * TAP * node * (ELEMENTS - node) / (ELEMENTS * ELEMENTS)
    return v


def write_matrix(path, matrix, comment, symmetric):
    kept = np.tril(matrix) if symmetric else matrix
    columns, rows = np.nonzero(kept.T)
    kind = "symmetric" if symmetric else "general"
    lines = [f"%%MatrixMarket matrix coordinate real {kind}", f"% {comment}",
             f"{matrix.shape[0]} {matrix.shape[1]} {len(rows)}"]
    lines += [f"{i + 1} {j + 1} {float(kept[i, j])!r}" for i, j in zip(rows, columns)]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def write_vector(path, vector, comment):
    lines = ["%%MatrixMarket matrix array real general", f"% {comment}", f"{len(vector)} 1"]
    lines += [repr(float(x)) for x in vector]
    path.write_text("\n".join(lines) + "\n", encoding="ascii")


def main():
    folder = Path(__file__).resolve().parent
    K, M = assemble()
    order = "3 dofs a node: u, w, theta"
    write_matrix(folder / "M.mtx", M, f"Guided beam, consistent mass; {order}; kg, kg m, kg m^2", True)
    write_matrix(folder / "K.mtx", K, f"Guided beam, stiffness; {order}; N/m, N, N m", True)
    write_matrix(folder / "G.mtx", constraints(),
                 "Guided beam, constraints G q = 0: u, w, theta of the clamped base; tip across the guide",
                 False)
    write_vector(folder / "f.mtx", load(), f"Guided beam, force across the beam at mid-span; {order}; N")
    write_vector(folder / "v0.mtx", initial_velocity(),
                 f"Guided beam, initial axial velocity; {order}; m/s, rad/s")


if __name__ == "__main__":
    main()
