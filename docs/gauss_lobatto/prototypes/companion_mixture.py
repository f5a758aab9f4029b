# SPDX-License-Identifier: BSD-3-Clause
"""The error of a mixture carried along, with its own operator or with the surrogate's, notes.md 4.2.

    s_v = −(ξ_s κ_s + ψ),  ψ = what the stage velocities have beyond Gauss' X in the direction p
"""

import numpy as np
from companion import window_moments
from dense_output import data, highest_moment, window
from mixture import MIXTURES, TERMS, Mixture, accelerations
from scipy.linalg import lu_solve
from structure import Structure
from tableau import beta, legendre, quadrature, xi


class Record:
    """A run with what the companion needs of it."""

    def __init__(self, structure, s, radii, steps, end=8.0):
        self.structure, self.s, self.radii, self.steps, self.h = structure, s, radii, steps, end / steps
        self.method = Mixture(structure, s, self.h, radii)
        T = self.method.tableau
        q, v = structure.q(0.0), structure.q(0.0, 1)
        self.places, self.velocities, self.moments, self.psi, self.values = [q], [v], [], [], []
        for i in range(steps):
            t = i * self.h
            ahead = structure.c(t + T.points[1:] * self.h) - structure.G @ q
            self.values.append(np.linalg.solve(T.position, ahead / self.h))
            q, v1 = self.method.step(t, q, v)
            self.moments.append(T.inverse @ self.method.V)
            self.psi.append(accelerations(self.moments[-1], v, v1 - v)[1])
            v = v1
            self.places.append(q)
            self.velocities.append(v)

    def sources(self, i):
        s, h, around = self.s, self.h, window(i, 3, self.steps)
        J = highest_moment(s, len(around))
        nu, kappa = window_moments(s, [h] * len(around), around.index(i),
                                   data(around, self.velocities, self.moments, J), J, (s - 1, s))
        return (-(xi(s) * kappa[s] + self.psi[i]),
                -h * (xi(s) * nu[s] + beta(s, self.radii["v"]) * nu[s - 1]))

    def missed(self, function, nodal, t):
        u, w = quadrature(3 * self.s + 4)
        values = function(t + u * self.h)
        means = np.array([(w * legendre(j, u)) @ values for j in range(self.s)])
        return self.method.tableau.W @ means - nodal


def estimate(record, carrier):
    """The errors of q after each step; `carrier` is the mixture or its surrogate."""
    S, T, h, s = record.structure, carrier.tableau, record.h, record.s
    eq, ev, found = np.zeros(S.n), np.zeros(S.n), [np.zeros(S.n)]
    for i in range(record.steps):
        t, (sv, sq) = i * h, record.sources(i)
        load = record.missed(S.F, S.F(t + T.c * h), t)
        values = record.missed(lambda x: S.c(x, 1), record.values[i], t)
        right, momentum = carrier.right(eq, ev, load)
        right += np.outer(T.p, S.M @ sv)
        for term in ("K1", "K2"):
            right -= h * np.outer(carrier.A[term] @ T.p, getattr(S, term) @ sq)
        V = lu_solve(carrier.block, np.r_[right.ravel(), values.ravel()])[:s * S.n].reshape(s, -1)
        ev = lu_solve(carrier.mass, np.r_[carrier.finish(momentum, eq, V), np.zeros(S.m)])[:S.n]
        eq = eq + h * T.b @ V
        found.append(eq)
    return np.array(found)


def main():
    for moving in (False, True):
        structure = Structure(moving=moving)
        for s, counts in ((3, (8, 16, 32)), (4, (6, 12, 24)), (5, (5, 10, 20))):
            for radii in MIXTURES[1:6]:
                for steps in counts:
                    record = Record(structure, s, radii, steps)
                    surrogate = Mixture(structure, s, record.h, {term: radii["K1"] for term in TERMS})
                    times = np.arange(steps + 1) * record.h
                    true = abs(structure.q(times) - np.array(record.places)).max(0)
                    own, cheap = (abs(estimate(record, each)).max(0) / true for each in (record.method, surrogate))
                    print(f"{'moving' if moving else 'fixed'} s {s} {tuple(radii.values())} {steps} steps: true "
                          f"{true.max():.0e}, estimate/true {own.min():.2f} to {own.max():.2f}, by the surrogate "
                          f"{cheap.min():.2f} to {cheap.max():.2f}")


if __name__ == "__main__":
    main()
