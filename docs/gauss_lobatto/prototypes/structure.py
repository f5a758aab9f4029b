# SPDX-License-Identifier: BSD-3-Clause
"""A random structure whose exact motion is known: damped, forced, with moving constraints."""

import numpy as np


def saddle(B, G):
    return np.block([[B, G.T], [G, np.zeros((len(G), len(G)))]])


class Structure:
    """K = K1 + K2 and C = C1 + C2 of two regions. q(t) and λ(t) are sums of four sines and F(t) is
    what they need; q(t, k) is the k-th derivative. The last `massless` unknowns have no mass."""

    def __init__(self, n=8, m=2, massless=0, seed=1, moving=True, damping=0.3, damped_massless=False):
        random = np.random.default_rng(seed)
        self.n, self.m = n, m

        def positive():
            x = random.normal(size=(n, n))
            return x @ x.T / n

        self.M = positive() + np.eye(n)
        self.K1 = 5 * positive() + 0.5 * np.eye(n)
        self.K2 = 5 * positive() + 0.5 * np.eye(n)
        self.C1, self.C2 = damping * positive(), damping * positive()
        light = slice(n - massless, n)
        for matrix in (self.M,) if damped_massless else (self.M, self.C1, self.C2):
            matrix[light, :] = matrix[:, light] = 0
        self.K, self.C = self.K1 + self.K2, self.C1 + self.C2
        self.G = random.normal(size=(m, n))
        self.omega = np.array([0.7, 1.3, 2.1, 2.9])
        amplitudes, self.phase = random.normal(size=(n, 4)), random.uniform(0, 6, size=4)
        if not moving:
            amplitudes -= np.linalg.pinv(self.G) @ (self.G @ amplitudes)
        self.amplitudes, self.multipliers = amplitudes, random.normal(size=(m, 4))

    def sines(self, amplitudes, t, k):
        angle = np.multiply.outer(np.asarray(t), self.omega) + self.phase + k * np.pi / 2
        return (np.sin(angle) * self.omega**k) @ amplitudes.T

    def q(self, t, k=0):
        return self.sines(self.amplitudes, t, k)

    def multiplier(self, t):
        return self.sines(self.multipliers, t, 0)

    def c(self, t, k=0):
        return self.q(t, k) @ self.G.T

    def F(self, t):
        return (self.q(t, 2) @ self.M + self.q(t, 1) @ self.C + self.q(t) @ self.K
                + self.multiplier(t) @ self.G)

    def energy(self, q, v):
        return 0.5 * v @ self.M @ v + 0.5 * q @ self.K @ q

    def multiplier_of(self, t, q, v):
        """λ from [M Gᵀ; G 0][a; λ] = [F − Cv − Kq; c''], as at output."""
        right = np.r_[self.F(t) - self.C @ v - self.K @ q, self.c(t, 2)]
        return np.linalg.solve(saddle(self.M, self.G), right)[self.n:]


def observed_orders(structure, s, stepper, steps, end=4.0, levels=4, rows=slice(None), **radii):
    """Orders of q, v and λ from the last two runs above round-off, and the largest violations of
    Gq = c and Gv = c'. Without mass on some rows λ is left out: then `rows` says which count."""
    errors, violations = [], np.zeros(2)
    for level in range(levels):
        h = end / (steps * 2**level)
        method = stepper(structure, s, h, **radii)
        q, v = structure.q(0.0), structure.q(0.0, 1)
        for i in range(steps * 2**level):
            q, v = method.step(i * h, q, v)
            off = [abs(structure.G @ x - structure.c((i + 1) * h, k)).max() for k, x in enumerate((q, v))]
            violations = np.maximum(violations, off)
        error = [np.linalg.norm((x - structure.q(end, k))[rows]) for k, x in enumerate((q, v))]
        if rows == slice(None):
            error.append(np.linalg.norm(structure.multiplier_of(end, q, v) - structure.multiplier(end)))
        errors.append(error)
    orders = []
    for each in np.array(errors).T:
        rates = [np.log2(a / b) for a, b in zip(each, each[1:]) if b > 3e-12]
        orders.append(rates[-1] if rates else np.nan)
    return orders, violations
