# SPDX-License-Identifier: BSD-3-Clause
"""One ρ∞ for all forces: a constraint for each stage, no solve with M, exact energy, notes.md 1."""

import numpy as np
from scipy.linalg import lu_factor, lu_solve
from structure import Structure, observed_orders, saddle
from tableau import Tableau, beta


class Uniform:
    """ρ of elastic, damping and constraint forces; ρ_v of q' = v and ρ_f of the load may differ."""

    def __init__(self, structure, s, h, rho, rho_v=None, rho_f=None):
        self.structure, self.s, self.h, self.tableau = structure, s, h, Tableau(s)
        self.rho = rho
        self.rho_v = rho if rho_v is None else rho_v
        self.rho_f = rho if rho_f is None else rho_f
        self.direction = self.tableau.p
        self.last_row, self.limit = self.tableau.last_row(rho), self.tableau.limit(rho)
        self.A, self.Av = self.matrices(rho, self.rho_v)
        M, C, K, G = structure.M, structure.C, structure.K, structure.G
        one, zero = np.eye(s), np.zeros((s * structure.m, s * structure.m))
        block = np.kron(one, M) + h * np.kron(self.A, C) + h * h * np.kron(self.A @ self.Av, K)
        self.block = lu_factor(np.block([[block, np.kron(self.A, G.T)], [np.kron(one, G), zero]]))
        self.mass = lu_factor(saddle(M, G)) if self.rho_f != rho else None
        a, av = self.A[0, 0], self.Av[0, 0]
        self.single = lu_factor(saddle(M + h * a * C + h * h * a * av * K, G)) if s == 1 else None

    def matrices(self, rho, rho_v):
        """A of the forces and of q' = v; other methods put theirs here."""
        return self.tableau.A(rho), self.tableau.A(rho_v)

    def solve(self, right, values):
        """V and hΛ."""
        n, s = self.structure.n, self.s
        x = lu_solve(self.block, np.r_[right.ravel(), values.ravel()])
        return x[:s * n].reshape(s, n), x[s * n:].reshape(s, -1)

    def stage_values(self, t, q, v):
        """w: positions at Lobatto's points, then the one direction that moves v₁ and not q₁."""
        S, T, h = self.structure, self.tableau, self.h
        w = np.linalg.solve(T.position, (S.c(t + T.points[1:] * h) - S.G @ q) / h)
        if self.s == 1:
            return w
        missing = S.c(t + h, 1) - self.limit * (S.G @ v) - self.last_row @ w
        return w + np.outer(self.direction, missing / (self.last_row @ self.direction))

    def step(self, t, q, v):
        S, T, h = self.structure, self.tableau, self.h
        load, ones = S.F(t + T.c * h), np.ones(self.s)
        right = (np.outer(ones, S.M @ v) + h * self.A @ load
                 - h * np.outer(self.A @ ones, S.K @ q))
        self.zeta = np.zeros(S.n)  # h M⁻¹ of the load's highest part, constraints kept
        difference = beta(self.s, self.rho_f) - beta(self.s, self.rho)
        if self.mass is not None:
            self.zeta = h * lu_solve(self.mass, np.r_[T.inverse[-1] @ load, np.zeros(S.m)])[:S.n]
            right += difference * np.outer(T.p, S.M @ self.zeta)
        V, self.reactions = self.solve(right, self.stage_values(t, q, v))
        v1 = self.limit * v + self.last_row @ V
        v1 -= difference * (self.last_row @ T.p) * self.zeta
        self.projection = np.zeros(S.n)
        if self.s == 1:  # one value cannot hold both ends
            off = S.c(t + h, 1) - S.G @ v1
            self.projection = lu_solve(self.single, np.r_[np.zeros(S.n), off])[:S.n]
            v1 = v1 + self.projection
        self.V, self.load = V, load
        return q + h * T.b @ V, v1

    def account(self, v0, v1):
        """Work of loads and constraints, dissipation, and what the method takes, of the last step."""
        S, T, h, V = self.structure, self.tableau, self.h, self.V
        work = h * T.b @ (V * self.load).sum(1) - T.b @ (self.reactions * (V @ S.G.T)).sum(1)
        work += 0.5 * (2 * v1 - self.projection) @ S.M @ self.projection
        dissipated = h * T.b @ (V * (V @ S.C)).sum(1)
        force, velocity, load = (beta(self.s, r) for r in (self.rho, self.rho_v, self.rho_f))
        row = T.inverse[-1] @ np.linalg.inv(self.A)
        eta = row @ (V - v0) - (load - force) * (row @ T.p) * self.zeta
        nu = T.inverse[-1] @ V
        taken = eta @ S.M @ (force * (eta - self.zeta) + load * self.zeta)
        return work, dissipated, taken + h * h * velocity * nu @ S.K @ nu


def balance(stepper, structure, h, steps=20):
    """How far the account is off at worst, and the range of what the method takes in a step."""
    q, v, worst, taken = structure.q(0.0), structure.q(0.0, 1), 0.0, []
    for i in range(steps):
        q1, v1 = stepper.step(i * h, q, v)
        work, dissipated, own = stepper.account(v, v1)
        change = structure.energy(q1, v1) - structure.energy(q, v)
        worst, q, v = max(worst, abs(change - (work - dissipated - own))), q1, v1
        taken.append(own)
    return worst, min(taken), max(taken)


def main():
    cases = [dict(rho=r) for r in (0.0, 0.5, 0.8, 1.0)]
    cases += [dict(rho=0.5, rho_v=1.0), dict(rho=0.5, rho_f=1.0), dict(rho=0.8, rho_v=0.2, rho_f=0.0)]
    structures = {"regular M": Structure(), "singular M": Structure(n=9, m=4, massless=3)}
    for name, structure in structures.items():
        for s, steps in ((1, 80), (2, 16), (3, 8), (4, 4), (5, 4)):
            for radii in cases:
                (q, v, multiplier), off = observed_orders(structure, s, Uniform, steps, **radii)
                worst, least, most = balance(Uniform(structure, s, 0.7, **radii), structure, 0.7)
                print(f"{name} s {s} {radii}: order q {q:.2f} v {v:.2f} lambda {multiplier:.2f}, "
                      f"constraints {off[0]:.0e} {off[1]:.0e}, energy off {worst:.0e}, "
                      f"taken {least:.1e} to {most:.1e}")


if __name__ == "__main__":
    main()
