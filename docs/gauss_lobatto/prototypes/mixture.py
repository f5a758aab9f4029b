# SPDX-License-Identifier: BSD-3-Clause
"""A ρ∞ for each term: the projected closing, which is (s,s)-Gauss–Lobatto's, notes.md 2."""

import numpy as np
from scipy.linalg import lu_factor, lu_solve
from structure import Structure, observed_orders, saddle
from tableau import Tableau, beta, xi

TERMS = ("v", "K1", "K2", "C1", "C2", "F")
MIXTURES = [dict(zip(TERMS, radii)) for radii in (
    (1, 1, 1, 1, 1, 1), (.8, .8, 0, .8, .8, .8), (.8, .8, 0, .8, 0, .8), (1, 1, 0, 1, 1, 1),
    (1, .8, 0, .5, 0, 1), (0, 0, 1, .5, .5, .8), (1, 0, .5, 0, 0, 0), (.5, 1, 0, .8, .2, 0),
    (.8, .8, .8, 0, 0, 1), (0, 1, 1, 0, 1, 0), (1, .9, .1, 1, 1, 1))]


def stage_block(structure, A, h):
    """I⊗M + h Σ A_k⊗C_k + h² Σ (A_kA_v)⊗K_k."""
    block = np.kron(np.eye(len(A["v"])), structure.M)
    for term in ("C1", "C2"):
        block += h * np.kron(A[term], getattr(structure, term))
    for term in ("K1", "K2"):
        block += h * h * np.kron(A[term] @ A["v"], getattr(structure, term))
    return block


def with_constraints(block, G, s):
    zero = np.zeros((s * len(G), s * len(G)))
    return np.block([[block, np.kron(np.eye(s), G.T)], [np.kron(np.eye(s), G), zero]])


class Mixture:
    """`massive`: the unknowns with mass, when [M Gᵀ; G 0] is singular (notes.md 2.3)."""

    def __init__(self, structure, s, h, radii, massive=None):
        self.structure, self.s, self.h, self.radii = structure, s, h, radii
        self.tableau, self.massive = Tableau(s), massive
        self.A = {term: self.tableau.A(rho) for term, rho in radii.items()}
        block = stage_block(structure, self.A, h)
        self.block = lu_factor(with_constraints(block, structure.G, s))
        mass = structure.M
        if massive is not None:
            self.light = np.setdiff1d(np.arange(structure.n), massive)
            mass = mass.copy()
            mass[self.light, self.light] = 1e-10 * np.trace(mass) / len(massive)
        self.mass = lu_factor(saddle(mass, structure.G))

    def right(self, q, v, load):
        """Of the stages, and M v₀ + h bᵀ(load): what v₁ begins from."""
        S, h, A, ones = self.structure, self.h, self.A, np.ones(self.s)
        stages = np.outer(ones, S.M @ v) + h * A["F"] @ load
        for term in ("K1", "K2"):
            stages -= h * np.outer(A[term] @ ones, getattr(S, term) @ q)
        return stages, S.M @ v + h * self.tableau.b @ load

    def finish(self, momentum, q, V):
        """M v₁ without constraint forces."""
        S, h, b = self.structure, self.h, self.tableau.b
        return momentum - h * S.C @ (b @ V) - h * S.K @ (q + h * (b @ self.A["v"]) @ V)

    def step(self, t, q, v):
        S, T, h, s, n = self.structure, self.tableau, self.h, self.s, self.structure.n
        load = S.F(t + T.c * h)
        right, momentum = self.right(q, v, load)
        values = np.linalg.solve(T.position, (S.c(t + T.points[1:] * h) - S.G @ q) / h)
        x = lu_solve(self.block, np.r_[right.ravel(), values.ravel()])
        V, reactions = x[:s * n].reshape(s, n), x[s * n:].reshape(s, -1)
        momentum, rate = self.finish(momentum, q, V), S.c(t + h, 1)
        guess, impulse = np.zeros(n), np.zeros(S.m)
        if self.massive is not None:  # only what the uniform formula of its terms misses
            rho = self.radii["K1"]
            guess, impulse = T.limit(rho) * v + T.last_row(rho) @ V, T.last_row(rho) @ reactions
            momentum = momentum - S.G.T @ impulse - S.M @ guess
            momentum[self.light] = 0
        y = lu_solve(self.mass, np.r_[momentum, rate - S.G @ guess])
        self.V, self.load, self.reactions, self.impulse = V, load, reactions, impulse + y[n:]
        return q + h * T.b @ V, guess + y[:n]

    def account(self, v0, v1):
        """Work of loads and constraints, dissipation, and what the method takes, of the last step."""
        S, T, h, V = self.structure, self.tableau, self.h, self.V
        nu = T.inverse @ V
        kappa, psi = accelerations(nu, v0, v1 - v0)
        force, rest = accelerations(T.inverse @ self.reactions, 0 * self.impulse, self.impulse)
        work = (h * T.b @ (V * self.load).sum(1) - (force * (nu @ S.G.T)).sum()
                + (S.G @ kappa[-1]) @ rest)
        dissipated = h * T.b @ (V * (V @ S.C)).sum(1)
        taken = kappa[-1] @ (S.M @ psi + S.G.T @ rest)
        return work, dissipated, taken + h * h * beta(self.s, self.radii["v"]) * nu[-1] @ S.K @ nu[-1]


def accelerations(moments, start, change):
    """κ with moments = start·e₀ + X_Gauss κ + ψ e_{s−1} and κ₀ = change; and ψ."""
    s, kappa = len(moments), [change]
    below = 0.5 * change + start
    for j in range(s - 1):
        kappa.append((below - moments[j]) / xi(j + 1))
        below = xi(j + 1) * kappa[j]
    return np.array(kappa), moments[-1] - below


class GaussLobatto(Mixture):
    """The same as one system in V, hΛ_0 … hΛ_s and v₁."""

    def __init__(self, structure, s, h, radii):
        super().__init__(structure, s, h, radii)
        T, S, b = self.tableau, structure, self.tableau.b
        sizes = s * S.n, (s + 1) * S.m
        last = np.kron(h * b, S.C) + np.kron(h * h * b @ self.A["v"], S.K)
        self.whole = lu_factor(np.block([
            [stage_block(S, self.A, h), np.kron(T.reaction, S.G.T), np.zeros((sizes[0], S.n))],
            [np.kron(T.position, S.G), np.zeros((s * S.m, sizes[1] + S.n))],
            [np.zeros((S.m, sum(sizes))), S.G],
            [last, np.kron(T.weights, S.G.T), S.M]]))

    def step(self, t, q, v):
        S, T, h, s, n = self.structure, self.tableau, self.h, self.s, self.structure.n
        right, momentum = self.right(q, v, S.F(t + T.c * h))
        values = (S.c(t + T.points[1:] * h) - S.G @ q) / h
        x = lu_solve(self.whole, np.r_[right.ravel(), values.ravel(), S.c(t + h, 1),
                                       momentum - h * S.K @ q])
        return q + h * T.b @ x[:s * n].reshape(s, n), x[-n:]


def main():
    from uniform import balance

    structure = Structure()
    start = structure.q(0.0), structure.q(0.0, 1)
    for s, steps in ((1, 80), (2, 16), (3, 8), (4, 4), (5, 4)):
        for radii in MIXTURES:
            (q, v, multiplier), off = observed_orders(structure, s, Mixture, steps, radii=radii)
            one, other = (kind(structure, s, 0.5, radii).step(0.0, *start) for kind in (Mixture, GaussLobatto))
            worst, least, most = balance(Mixture(structure, s, 0.7, radii), structure, 0.7)
            print(f"s {s} {tuple(radii.values())}: order q {q:.2f} v {v:.2f} lambda {multiplier:.2f}, "
                  f"constraints {off[0]:.0e} {off[1]:.0e}, Gauss-Lobatto differs by "
                  f"{max(abs(a - b).max() for a, b in zip(one, other)):.0e}, energy off {worst:.0e}, "
                  f"taken {least:.1e} to {most:.1e}")


if __name__ == "__main__":
    main()
