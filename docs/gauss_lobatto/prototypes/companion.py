# SPDX-License-Identifier: BSD-3-Clause
"""The error carried along as one more right-hand side, notes.md 4.1 and 4.2.

The error obeys the stage system of the motion, with sources in the direction p alone:
    s_v = −(ξ_s κ_s + β κ_{s−1}),   s_q = −h (ξ_s ν_s + β_v ν_{s−1}),   ν_j = ∫P_j v,   κ_j = ∫P_j h v'
"""

import sys

import numpy as np
from dense_output import data, highest_moment, weights, window
from scipy.linalg import eigh, lu_factor, lu_solve
from structure import saddle
from tableau import Tableau, beta, legendre, legendre_derivative, quadrature, xi

KINDS = ("free one mode", "free five modes", "resonance", "off resonance", "smooth pulse", "base motion")


class Bar:
    """n masses between springs, the first on the ground; a motion of each kind."""

    def __init__(self, kind, n=16, damping=0.005):
        self.n, self.m = n, int(kind == "base motion")
        self.M = (4 * np.eye(n) + np.eye(n, k=1) + np.eye(n, k=-1)) / (6 * n)
        self.K = n * (2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))
        self.M[-1, -1], self.K[-1, -1] = 2 / (6 * n), n
        squares, self.shapes = eigh(self.K, self.M)
        self.omega = np.sqrt(squares)
        self.C = damping / self.omega[1] * self.K
        self.G = np.eye(n)[[n // 3]][:self.m]
        self.start(kind)

    def start(self, kind):
        """The first state, the load and the frequency that leads."""
        w, n = self.omega, self.n
        self.q0, self.v0, self.lead = np.zeros(n), np.zeros(n), 1.37 * w[1]
        force = {"resonance": lambda t: np.sin(w[1] * t),
                 "off resonance": lambda t: np.sin(1.37 * w[1] * t),
                 "smooth pulse": lambda t: np.sin(np.minimum(t * w[1] / 2, np.pi)) ** 4}.get(kind, np.zeros_like)
        self.F = lambda t: np.multiply.outer(force(np.asarray(t)), np.eye(n)[-1])
        if kind == "free one mode":
            self.q0, self.lead = self.shapes[:, 2] / abs(self.shapes[:, 2]).max(), w[2]
        elif kind == "free five modes":
            self.q0, self.lead = self.shapes[:, :5] @ np.arange(1, 6) ** -2.0, w[4]
        elif kind == "resonance":
            self.lead = w[1]
        elif kind == "smooth pulse":
            self.lead = 2 * w[1]
        elif kind == "base motion":
            self.v0 = np.linalg.solve(saddle(self.M, self.G), np.r_[np.zeros(n), self.c(0.0, 1)])[:n]

    def c(self, t, k=0):
        angle = 1.37 * self.omega[1] * np.asarray(t) + k * np.pi / 2
        return np.multiply.outer((1.37 * self.omega[1]) ** k * np.sin(angle), np.ones(self.m))


class Step:
    def __init__(self, bar, s, h, rho):
        self.bar, self.s, self.h, self.rho, self.tableau = bar, s, h, rho, Tableau(s)
        T, ones, zero = self.tableau, np.eye(s), np.zeros((s * bar.m, s * bar.m))
        self.A, self.last_row, self.limit = T.A(rho), T.last_row(rho), T.limit(rho)
        block = np.kron(ones, bar.M) + h * np.kron(self.A, bar.C) + h * h * np.kron(self.A @ self.A, bar.K)
        self.block = lu_factor(np.block([[block, np.kron(self.A, bar.G.T)], [np.kron(ones, bar.G), zero]]))

    def solve(self, right, values):
        x = lu_solve(self.block, np.r_[right.ravel(), values.ravel()])
        return x[:self.s * self.bar.n].reshape(self.s, -1)

    def right(self, q, v):
        ones = np.ones(self.s)
        return np.outer(ones, self.bar.M @ v) - self.h * np.outer(self.A @ ones, self.bar.K @ q)

    def step(self, t, q, v):
        B, T, h = self.bar, self.tableau, self.h
        w = np.linalg.solve(T.position, (B.c(t + T.points[1:] * h) - B.G @ q) / h)
        missing = B.c(t + h, 1) - self.limit * (B.G @ v) - self.last_row @ w
        self.values = w + np.outer(T.p, missing / T.kappa(self.rho))
        V = self.solve(self.right(q, v) + h * self.A @ B.F(t + T.c * h), self.values)
        return q + h * T.b @ V, self.limit * v + self.last_row @ V, V

    def missed(self, function, nodal, t):
        """At the nodes: the means of a function of time, finely integrated, less what the step saw."""
        u, w = quadrature(2 * self.s + 4)
        values = function(t + u * self.h)
        return self.tableau.W @ np.array([(w * legendre(j, u)) @ values for j in range(self.s)]) - nodal

    def carry(self, t, values, error, sources):
        """The error at t + h from the error (of q and v) at t."""
        B, T, h, (eq, ev), (sv, sq) = self.bar, self.tableau, self.h, error, sources
        right = (self.right(eq, ev) + np.outer(T.p, B.M @ sv) - h * np.outer(self.A @ T.p, B.K @ sq)
                 + h * self.A @ self.missed(B.F, B.F(t + T.c * h), t))
        V = self.solve(right, self.missed(lambda x: B.c(x, 1), values, t))
        return eq + h * T.b @ V, self.limit * ev + self.last_row @ V - T.kappa(self.rho) * sv


def window_moments(s, lengths, current, values, J, js):
    """ν_j and κ_j of the window's polynomial in its current step."""
    u, w = quadrature(3 * s + 4)
    rows, _, _ = weights(lengths, current, J, np.r_[u, 0.0, 1.0])
    v = rows @ values
    inside, v0, v1 = v[:-2], v[-2], v[-1]
    nu = {j: (w * legendre(j, u)) @ inside for j in js}
    kappa = {j: legendre(j, 1.0) * v1 - legendre(j, 0.0) * v0 - (w * legendre_derivative(j, u)) @ inside
             for j in js}
    return nu, kappa


def run(kind, s, rho, step, radians, width=3):
    """(true error, estimate/true, error of what is left after correcting) at two probes, relative to
    the largest deflection; step = h times the leading frequency, the reference with 8 stages."""
    bar = Bar(kind)
    h, steps = step / bar.lead, max(int(radians / step), 4)
    method, exact = Step(bar, s, h, rho), Step(bar, 8, h / 2, 1.0)
    q, v, x, y = bar.q0, bar.v0, bar.q0, bar.v0
    places, velocities, moments, values, reference = [q], [v], [], [], [x]
    for i in range(steps):
        q, v, V = method.step(i * h, q, v)
        places.append(q)
        velocities.append(v)
        moments.append(method.tableau.inverse @ V)
        values.append(method.values)
        for half in (0, h / 2):
            x, y, _ = exact.step(i * h + half, x, y)
        reference.append(x)
    error, estimates, b = (np.zeros(bar.n), np.zeros(bar.n)), [np.zeros(bar.n)], beta(s, rho)
    for i in range(steps):
        around = window(i, width, steps)
        J = highest_moment(s, len(around))
        nu, kappa = window_moments(s, [h] * len(around), around.index(i),
                                   data(around, velocities, moments, J), J, (s - 1, s))
        sources = -(xi(s) * kappa[s] + b * kappa[s - 1]), -h * (xi(s) * nu[s] + b * nu[s - 1])
        error = method.carry(i * h, values[i], error, sources)
        estimates.append(error[0])
    true, estimates = np.array(reference) - np.array(places), np.array(estimates)
    found = []
    for probe in (bar.n - 1, bar.n // 2):
        size = abs(np.array(reference)[:, probe]).max()
        largest = abs(true[:, probe]).max()
        found.append((largest / size, abs(estimates[:, probe]).max() / largest,
                      abs((true - estimates)[:, probe]).max() / size))
    return found


def main():
    """All of the table in notes.md 4.2, some minutes; or the kinds that the command line names."""
    for kind in sys.argv[1:] or KINDS:
        for width in (2, 3):
            for s in (2, 3, 4, 5):
                rows = np.array([probe for rho in (0.5, 0.8, 1.0) for step in (0.3, 1.0, 2.0, 3.0)
                                 for probe in run(kind, s, rho, step, 60.0, width)])
                rows = rows[(rows[:, 0] > 1e-11) & (rows[:, 0] < 0.1)]
                ratio = rows[:, 1]
                print(f"{kind}, {width} steps, s {s}: estimate/true {ratio.min():.2f} to {ratio.max():.2f}, "
                      f"median {np.median(ratio):.2f}, {100 * np.mean((ratio > 1 / 3) & (ratio < 3)):.0f} % "
                      f"within 3; corrected {np.median(rows[:, 0] / rows[:, 2]):.0f} times better", flush=True)


if __name__ == "__main__":
    main()
