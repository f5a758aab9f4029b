# SPDX-License-Identifier: BSD-3-Clause
"""The member with one real factor: s-fold eigenvalue g on Gauss nodes, order s, notes.md 6.

    R(z) = P_s(z)/(1 − gz)ˢ = eᶻ + O(zˢ⁺¹),   |R(∞)| = |L_s(1/g)| = ρ∞
"""

from functools import lru_cache
from math import comb, factorial

import numpy as np
from scipy.linalg import lu_factor, lu_solve, null_space
from scipy.optimize import brentq
from tableau import Tableau, transformed


def numerator(s, g):
    """Coefficients of eᶻ(1 − gz)ˢ up to degree s."""
    below = [comb(s, k) * (-g) ** k for k in range(s + 1)]
    return np.array([sum(below[k] / factorial(j - k) for k in range(j + 1))
                     for j in range(s + 1)])


def amplification(s, g, z):
    return np.polyval(numerator(s, g)[::-1], 1j * z) / (1 - 1j * g * z) ** s


def limit(s, g):
    return numerator(s, g)[-1] / (-g) ** s


def error(s, g, z):
    """Per radian."""
    return abs(amplification(s, g, z) - np.exp(1j * z)) / z


@lru_cache(maxsize=None)
def stable_eigenvalues(s, rho):
    """All g in [0.02, 3] with |R(∞)| = ρ∞ and |R(iz)| ≤ 1."""
    grid, z = np.linspace(0.02, 3, 30000), np.logspace(-2, 3, 4000)
    found = set()
    for sign in (1, -1):
        def value(g):
            return limit(s, g) - sign * rho
        values = np.array([value(g) for g in grid])
        for k in np.nonzero(values[:-1] * values[1:] < 0)[0]:
            g = brentq(value, grid[k], grid[k + 1])
            if (abs(amplification(s, g, z)) <= 1 + 1e-10).all():
                found.add(round(g, 12))
    return sorted(found)


class OneFactor:
    """X of Gauss with another last column, so that C(s−1) and B(2s) stay. Its characteristic
    polynomial is affine in that column: s linear equations make it (t − g)ˢ."""

    def __init__(self, s, rho):
        self.s, self.tableau = s, Tableau(s)
        candidates = stable_eigenvalues(s, rho)
        if not candidates:
            raise ValueError(f"no stable member with {s} stages and rho {rho}")
        self.g = min(candidates, key=lambda g: error(s, g, 0.05))
        self.X = self.with_eigenvalue(self.g)
        self.A = self.tableau.W @ self.X @ self.tableau.inverse
        self.last_row = np.linalg.solve(self.X.T, np.eye(s)[0]) @ self.tableau.inverse
        self.limit = 1 - self.last_row.sum()
        # The change of stage velocities that moves v₁ and neither q₁ nor the order.
        rows = [np.eye(s)[0] @ np.linalg.matrix_power(self.X, k) for k in range(s - 1)]
        self.direction = self.tableau.W @ null_space(np.array(rows))[:, 0]

    def with_eigenvalue(self, g):
        X = transformed(self.s, 1.0)
        X[:, -1] = 0
        base = np.poly(X)
        columns = np.zeros((self.s + 1, self.s))
        for k in range(self.s):
            changed = X.copy()
            changed[k, -1] = 1
            columns[:, k] = np.poly(changed) - base
        X[:, -1] = np.linalg.solve(columns[1:], (np.poly(np.full(self.s, g)) - base)[1:])
        return X

    def triangular(self):
        """Q, T with QᵀXQ = T = g + strictly upper. N = X − g is nilpotent: its Krylov vectors,
        the last one first, give Q. A numerical Schur form would scatter the eigenvalue."""
        N = self.X - self.g * np.eye(self.s)
        vectors = [np.eye(self.s)[0]]
        for _ in range(self.s - 1):
            v = N @ vectors[-1]
            vectors.append(v / np.linalg.norm(v))
        Q = np.linalg.qr(np.array(vectors[::-1]).T)[0]
        T = Q.T @ self.X @ Q
        return Q, np.triu(T, 1) + self.g * np.eye(self.s)


def solve_stages(method, structure, h, right, values):
    """V of (I⊗M + hA⊗C + h²A²⊗K)V + (A⊗Gᵀ)Λ = right, (I⊗G)V = values: s real solves, one factor."""
    M, C, K, G = structure.M, structure.C, structure.K, structure.G
    m, n, s, g = len(G), len(M), method.s, method.g
    factor = lu_factor(np.block([[M + h * g * C + h * h * g * g * K, G.T],
                                 [G, np.zeros((m, m))]]))
    Q, T = method.triangular()
    square, back = T @ T, Q.T @ method.tableau.inverse
    right, values, V = back @ right, back @ values, np.zeros((s, n))
    for i in range(s - 1, -1, -1):
        later = sum((h * T[i, j] * C + h * h * square[i, j] * K) @ V[j] for j in range(i + 1, s))
        V[i] = lu_solve(factor, np.r_[right[i] - later, values[i]])[:n]
    return method.tableau.W @ Q @ V


def main():
    from structure import Structure, observed_orders
    from uniform import Uniform

    class Closed(Uniform):
        """The closing of notes.md 1.1 with this A and this direction."""

        def matrices(self, rho, _rho_v):
            self.method = OneFactor(self.s, rho)
            self.last_row, self.limit = self.method.last_row, self.method.limit
            self.direction = self.method.direction
            return self.method.A, self.method.A

    structure = Structure()
    for s, steps in ((3, 16), (4, 16), (5, 8), (6, 8), (7, 6), (8, 6)):
        for rho in (0.0, 0.5, 0.8, 1.0):
            if not stable_eigenvalues(s, rho):
                print(f"s {s} rho {rho}: no stable member")
                continue
            method = OneFactor(s, rho)
            orders, violations = observed_orders(structure, s, Closed, steps, rho=rho)
            print(f"s {s} rho {rho} g {method.g:.12f} R(inf) {method.limit:+.3f} "
                  f"error per radian {error(s, method.g, 0.05) / 0.05**s:.1e} z^{s} "
                  f"largest entry of X {abs(method.X).max():.1f} "
                  f"order q {orders[0]:.2f} v {orders[1]:.2f} lambda {orders[2]:.2f} "
                  f"constraints {violations[0]:.0e} {violations[1]:.0e}")
    random = np.random.default_rng(0)
    stepper = Closed(structure, 5, 0.4, rho=0.8)
    right = random.normal(size=(5, structure.n))
    values = random.normal(size=(5, structure.m))
    V = solve_stages(stepper.method, structure, 0.4, right, values)
    print(f"one factor against the block: {abs(V - stepper.solve(right, values)[0]).max():.0e}")


if __name__ == "__main__":
    main()
