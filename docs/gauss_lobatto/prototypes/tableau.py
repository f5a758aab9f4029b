# SPDX-License-Identifier: BSD-3-Clause
"""Coefficients of SPARK on Gauss nodes in Legendre's basis (the W-transformation), notes.md 0.

    A = W X WᵀB,   W_ij = √(2j+1) P_j(2c_i − 1),   X = tridiagonal with γ/(4s−2) in the last corner
"""

import numpy as np
from numpy.polynomial import legendre as series


def legendre(j, x):
    """P_j on [0, 1], of norm one."""
    return np.sqrt(2 * j + 1) * series.legval(2 * np.asarray(x) - 1, np.eye(j + 1)[j])


def legendre_derivative(j, x):
    derivative = series.legder(np.eye(j + 1)[j])
    return 2 * np.sqrt(2 * j + 1) * series.legval(2 * np.asarray(x) - 1, derivative)


def quadrature(points):
    """Gauss' nodes and weights on [0, 1]."""
    x, w = series.leggauss(points)
    return (x + 1) / 2, w / 2


def lobatto_points(count):
    """Lobatto's nodes and weights on [0, 1]."""
    highest = np.eye(count)[count - 1]
    x = np.array([-1.0, 1.0])
    if count > 2:
        slope = series.legder(highest)
        inner = np.sort(series.legroots(slope))
        for _ in range(3):  # Newton: the roots of a companion matrix lack digits
            inner -= series.legval(inner, slope) / series.legval(inner, series.legder(slope))
        x = np.r_[-1, inner, 1]
    weights = 2 / (count * (count - 1) * series.legval(x, highest) ** 2)
    return (x + 1) / 2, weights / 2


def gamma(rho):
    return (1 - rho) / (1 + rho)


def beta(s, rho):
    return gamma(rho) / (4 * s - 2)


def xi(k):
    return 1 / (2 * np.sqrt(4 * k * k - 1.0))


def transformed(s, rho):
    """X: what integration is in Legendre's basis, cut at s."""
    X = np.zeros((s, s))
    X[0, 0] = 0.5
    for k in range(1, s):
        X[k, k - 1], X[k - 1, k] = xi(k), -xi(k)
    X[s - 1, s - 1] += beta(s, rho)
    return X


class Tableau:
    """Everything that one number of stages has whatever ρ∞ is, and what ρ∞ adds."""

    def __init__(self, s):
        self.s = s
        self.c, self.b = quadrature(s)
        self.W = np.array([legendre(j, self.c) for j in range(s)]).T
        self.inverse = self.W.T * self.b  # WᵀB = W⁻¹
        self.p = self.W[:, -1]
        self.points, self.weights = lobatto_points(s + 1)
        rows = np.array([self.integrals(x) for x in self.points])
        self.position = rows[1:]  # Ā: from stage velocities to displacements at the points
        self.reaction = self.weights * (1 - rows.T / self.b[:, None])  # Ã

    def integrals(self, x):
        """∫₀ˣ ℓ_j for the Lagrange polynomials ℓ_j of the nodes."""
        y, w = quadrature(self.s + 1)
        values = np.array([legendre(j, y * x) for j in range(self.s)])
        return x * (values @ w) @ self.inverse

    def A(self, rho):
        return self.W @ transformed(self.s, rho) @ self.inverse

    def last_row(self, rho):
        """bᵀA⁻¹."""
        return np.linalg.solve(transformed(self.s, rho).T, np.eye(self.s)[0]) @ self.inverse

    def limit(self, rho):
        """R(∞) = 1 − bᵀA⁻¹1 = (−1)ˢ ρ∞."""
        return 1 - self.last_row(rho).sum()

    def kappa(self, rho):
        """bᵀA⁻¹p = (1 + ρ∞) √(2s−1)."""
        return self.last_row(rho) @ self.p
