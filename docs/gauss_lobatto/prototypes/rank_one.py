# SPDX-License-Identifier: BSD-3-Clause
"""A mixture as a uniform step and GMRES on one vector of the structure's size, notes.md 2.2.

    operator = P + p ⊗ R,   R V = Σ_k Δ_k (h²K_k μ + hC_k ν),   μ = pᵀBA_v V,   ν = pᵀB V,   Δ_k = β_k − β_*
    V = V⁰ − Z y,   (1 + R Z) y = R V⁰,   Z y = P⁻¹(p⊗y; 0),   V⁰ = P⁻¹(right; values)
"""

import numpy as np
from membrane import Membrane
from mixture import TERMS, stage_block, with_constraints
from scipy.linalg import lu_factor, lu_solve
from structure import saddle
from tableau import Tableau, beta, gamma

MIXTURES = [dict(zip(TERMS, radii)) for radii in (
    (.8, .8, 0, .8, .8, .8), (1, 1, 0, 1, 1, 1), (0, 0, 1, 0, 0, 0), (1, .8, 0, .5, 0, 1),
    (.5, 1, 0, .8, .2, 0), (.8, .8, .8, .8, 0, .8), (0, 1, 0, 1, 0, 1), (1, 0, 0, 1, 1, 1))]


class RankOne:
    """Surrogate: the ρ∞ of K1 for all forces, the true one for q' = v."""

    def __init__(self, membrane, s, h, radii):
        self.membrane, self.s, self.h, self.radii = membrane, s, h, radii
        self.tableau = T = Tableau(s)
        self.A = {term: T.A(rho) for term, rho in radii.items()}
        uniform = {term: T.A(radii["v" if term == "v" else "K1"]) for term in TERMS}
        block = stage_block(membrane, uniform, h)
        self.surrogate = lu_factor(with_constraints(block, membrane.G, s))
        self.difference = {term: beta(s, rho) - beta(s, radii["K1"]) for term, rho in radii.items()}
        largest = abs(np.linalg.eigvals(self.A["v"])).max()
        self.scale = 1 / np.sqrt(np.diag(membrane.M + (h * largest) ** 2 * membrane.K))

    def apply(self, V):
        """R V."""
        B, h, d = self.membrane, self.h, self.difference
        nu = self.tableau.inverse[-1] @ V
        mu = self.tableau.inverse[-1] @ self.A["v"] @ V
        return (h * h * (d["K1"] * (B.K1 @ mu) + d["K2"] * (B.K2 @ mu))
                + h * (d["C1"] * (B.C1 @ nu) + d["C2"] * (B.C2 @ nu)))

    def decoupled(self, right, values=None):
        """P⁻¹: in the program one solve for each eigenvalue."""
        s, n, m = self.s, self.membrane.n, self.membrane.m
        values = np.zeros((s, m)) if values is None else values
        return lu_solve(self.surrogate, np.r_[right.ravel(), values.ravel()])[:s * n].reshape(s, n)

    def spread(self, y):
        """Z y."""
        return self.decoupled(np.outer(self.tableau.p, y))

    def solve(self, right, values, tolerance=1e-10, most=40):
        """Ends when V changes by less than the tolerance, seen in the products of the Z q_j."""
        V0 = self.decoupled(right, values)
        start = self.scale * self.apply(V0)
        size, self.iterations = np.linalg.norm(start), 0
        if size == 0:
            return V0
        basis, images = [start / size], []
        H, products, before = np.zeros((most + 1, most)), np.zeros((most, most)), np.zeros(0)
        for k in range(most):
            image = self.spread(basis[k] / self.scale)
            images.append(image)
            for i in range(k + 1):
                products[i, k] = products[k, i] = np.vdot(images[i], image)
            w = basis[k] + self.scale * self.apply(image)
            for _ in range(2):
                for i in range(k + 1):
                    share = basis[i] @ w
                    H[i, k] += share
                    w = w - share * basis[i]
            H[k + 1, k] = np.linalg.norm(w)
            y = np.linalg.lstsq(H[:k + 2, :k + 1], size * np.eye(k + 2)[0], rcond=None)[0]
            change, before = y - np.r_[before, 0], y
            moved = np.sqrt(max(change @ products[:k + 1, :k + 1] @ change, 0))
            self.iterations = k + 1
            if moved <= tolerance * np.linalg.norm(V0) or H[k + 1, k] <= 1e-15 * size:
                break
            basis.append(w / H[k + 1, k])
        return V0 - sum(a * image for a, image in zip(y, images))

    def reduced(self):
        """For a small region: its unknowns and 1 + RZ on them, made once by one solve for each."""
        touched = [getattr(self.membrane, term) for term in ("K1", "K2", "C1", "C2") if self.difference[term]]
        rows = np.nonzero(sum(abs(matrix) for matrix in touched).sum(0))[0]
        units = np.eye(self.membrane.n)[rows]
        return rows, np.eye(len(rows)) + np.array([self.apply(self.spread(e))[rows] for e in units]).T

    def right(self, q, v, load=0.0):
        B, h, ones = self.membrane, self.h, np.ones(self.s)
        return (np.outer(ones, B.M @ v) + h * self.A["F"] @ (load * np.ones((self.s, B.n)))
                - h * np.outer(self.A["K1"] @ ones, B.K1 @ q) - h * np.outer(self.A["K2"] @ ones, B.K2 @ q))


def smooth_and_rough(membrane):
    """A start with all modes: smooth, and a thousandth of noise."""
    soft = membrane.K + 0.01 * membrane.M
    states = []
    for scale in (1.0, membrane.omega[0]):
        x = scale * np.linalg.solve(soft, membrane.random.normal(size=membrane.n))
        x += 1e-3 * abs(x).max() * membrane.random.normal(size=membrane.n)
        states.append(x - np.linalg.pinv(membrane.G) @ (membrane.G @ x))
    return states


def count(m, s):
    """Iterations and errors over contrast, step and mixtures."""
    rows = []
    for contrast in (1.0, 1e3, 1e6):
        for steps in (0.03, 0.3, 3.0):
            membrane = Membrane(contrast=contrast, m=m)
            for radii in MIXTURES:
                method = RankOne(membrane, s, steps / membrane.omega[0], radii)
                right = method.right(*smooth_and_rough(membrane), load=0.01)
                V = method.solve(right, np.zeros((s, m)))
                block = with_constraints(stage_block(membrane, method.A, method.h), membrane.G, s)
                exact = np.linalg.solve(block, np.r_[right.ravel(), np.zeros(s * m)])[:V.size]
                error = np.linalg.norm(V.ravel() - exact) / np.linalg.norm(exact)
                rows.append((method.iterations, error, contrast))
    return rows


def run(s, radii, step, steps=25):
    """Iterations of a run in which six modes move."""
    membrane = Membrane(dashpot=0)
    h = step / membrane.omega[0]
    method, mass = RankOne(membrane, s, h, radii), lu_factor(saddle(membrane.M, membrane.G))
    q, v = membrane.shapes[:, :6] @ np.array([1, -.5, .4, .3, -.2, .1]), np.zeros(membrane.n)
    b, iterations = method.tableau.b, []
    for _ in range(steps):
        V = method.solve(method.right(q, v), np.zeros((s, membrane.m)))
        momentum = (membrane.M @ v - h * membrane.C @ (b @ V)
                    - h * membrane.K @ (q + h * (b @ method.A["v"]) @ V))
        q, v = q + h * b @ V, lu_solve(mass, np.r_[momentum, np.zeros(membrane.m)])[:membrane.n]
        iterations.append(method.iterations)
    return h * membrane.omega[[0, 5]], iterations


def bounds(s, rho_v, rho, other):
    """Extremes of 1 + Δ x pᵀBA_v(1 + xA_*A_v)⁻¹p, and what it is at infinity."""
    T = Tableau(s)
    Av, A, difference = T.A(rho_v), T.A(rho), beta(s, other) - beta(s, rho)
    values = [1 + difference * x * T.inverse[-1] @ Av @ np.linalg.solve(np.eye(s) + x * A @ Av, T.p)
              for x in np.r_[0, np.logspace(-3, 8, 300)]]
    return min(values), max(values), (1 + gamma(other)) / (1 + gamma(rho))


def main():
    for s in (2, 3, 4, 5, 8):
        for radii in ((.8, .8, 0), (1, 1, 0), (0, 0, 1), (.8, .8, .5), (1, .8, 0), (0, 1, 0)):
            print("s {} rho of v, surrogate, region {}: spectrum {:.3f} to {:.3f}, at infinity {:.3f}".format(
                s, radii, *bounds(s, *radii)))
    for m in (3, 24):
        for s in (2, 3, 4, 5):
            rows = count(m, s)
            usual = max(error for _, error, contrast in rows if contrast < 1e5)
            print(f"{m} constraints, s {s}: at most {max(r[0] for r in rows)} iterations, mean "
                  f"{np.mean([r[0] for r in rows]):.1f}; error {usual:.0e} to contrast 1e3, "
                  f"{max(r[1] for r in rows):.0e} at 1e6")
    for s in (2, 3, 4):
        for step in (0.04, 0.125, 0.375):
            (low, high), iterations = run(s, MIXTURES[0], step)
            print(f"run, s {s}, h omega {low:.2f} to {high:.2f}: {np.mean(iterations):.1f} iterations")
    small = Membrane(dashpot=0, region=0.1)
    method = RankOne(small, 3, 0.125 / small.omega[0], MIXTURES[0])
    right = method.right(*smooth_and_rough(small))
    rows, T = method.reduced()
    V0, y = method.decoupled(right), np.zeros(small.n)
    y[rows] = np.linalg.solve(T, method.apply(V0)[rows])
    difference = abs(V0 - method.spread(y) - method.solve(right, np.zeros((3, small.m)), 1e-12)).max()
    print(f"{len(rows)} of {small.n} unknowns: two solves give V to {difference:.0e}")


if __name__ == "__main__":
    main()
