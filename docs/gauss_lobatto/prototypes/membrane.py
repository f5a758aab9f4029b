# SPDX-License-Identifier: BSD-3-Clause
"""A plane membrane of four-node elements in two regions, its left edge on springs: M, K1, K2, C1, C2, G."""

import numpy as np
from scipy.linalg import eigh, null_space


def element(nu=0.3):
    """Stiffness and mass of a unit square in plane stress."""
    D = np.array([[1, nu, 0], [nu, 1, 0], [0, 0, (1 - nu) / 2]]) / (1 - nu**2)
    K, M, g = np.zeros((8, 8)), np.zeros((8, 8)), 1 / np.sqrt(3)
    for a in (-g, g):
        for b in (-g, g):
            slopes = np.array([[b - 1, 1 - b, 1 + b, -1 - b], [a - 1, -1 - a, 1 + a, 1 - a]]) / 2
            values = np.array([(1 - a) * (1 - b), (1 + a) * (1 - b), (1 + a) * (1 + b), (1 - a) * (1 + b)])
            B, N = np.zeros((3, 8)), np.zeros((2, 8))
            B[0, 0::2] = B[2, 1::2] = slopes[0]
            B[1, 1::2] = B[2, 0::2] = slopes[1]
            N[0, 0::2] = N[1, 1::2] = values / 4
            K += B.T @ D @ B / 4
            M += N.T @ N / 4
    return K, M


class Membrane:
    """The right part, `region` of the length, is `contrast` times as stiff; m rows tie pairs of
    nodes; four dashpots of size `dashpot` are terms of their own."""

    def __init__(self, nx=10, ny=4, contrast=1.0, m=3, dashpot=0.5, region=0.5, seed=0):
        self.random = np.random.default_rng(seed)
        nodes = (nx + 1) * (ny + 1)
        self.n, self.m = 2 * nodes, m
        self.M, self.K1, self.K2, self.C2 = (np.zeros((self.n, self.n)) for _ in range(4))
        K, M = element()
        for i in range(nx):
            for j in range(ny):
                corner = j * (nx + 1) + i
                at = np.array([corner, corner + 1, corner + nx + 2, corner + nx + 1])
                rows = np.ix_(*[np.array([2 * at, 2 * at + 1]).T.ravel()] * 2)
                if i < nx * (1 - region):
                    self.K1[rows] += K
                else:
                    self.K2[rows] += contrast * K
                self.M[rows] += M
        left = 2 * (nx + 1) * np.arange(ny + 1)
        edge = np.r_[left, left + 1]
        self.K1[edge, edge] += 10
        self.C1 = 2e-3 * self.K1 + 1e-3 * self.M
        for _ in range(4 if dashpot else 0):
            at = 2 * self.random.integers(nodes) + 1
            self.C2[at, at] += dashpot
        self.K, self.C = self.K1 + self.K2, self.C1 + self.C2
        self.G = np.zeros((m, self.n))
        pairs = self.random.choice(nodes, size=(m, 2), replace=False)
        for row, (one, other) in enumerate(pairs):
            self.G[row, 2 * one + row % 2], self.G[row, 2 * other + row % 2] = 1, -0.7
        self.free = null_space(self.G)
        squares, shapes = eigh(self.free.T @ self.K @ self.free, self.free.T @ self.M @ self.free)
        self.omega, self.shapes = np.sqrt(squares), self.free @ shapes
