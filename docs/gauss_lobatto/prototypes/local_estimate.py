# SPDX-License-Identifier: BSD-3-Clause
"""The error of a step without a solve, for step control, notes.md 4.3.

    g_j² = κ_jᵀMκ_j + h²ν_jᵀKν_j,   z* = r⁻¹(g_{s−1}/g_{s−2}),   ℓ = g_{s−1} d(z*)
"""

import numpy as np
from tableau import transformed


def step(s, rho, z, q, v):
    """One oscillator of frequency 1, h = z: g_{s−1}, g_{s−2}, and the error of the step."""
    X, first = transformed(s, rho), np.eye(s)[0]
    nu = np.linalg.solve(np.eye(s) + z * z * X @ X, first * v - z * (X @ first) * q)
    kappa = np.linalg.solve(X, nu - first * v)
    exact = (q + 1j * v) * np.exp(-1j * z)
    error = abs(q + z * nu[0] + 1j * (v + kappa[0]) - exact)
    return np.hypot(kappa[-1], z * nu[-1]), np.hypot(kappa[-2], z * nu[-2]), error


def by_powers(x, xs, ys):
    """y(x) between the points, and below the first as the power of the first two."""
    x, xs, ys = np.log(x), np.log(xs), np.log(ys)
    if x < xs[0]:
        return np.exp(ys[0] + (ys[1] - ys[0]) / (xs[1] - xs[0]) * (x - xs[0]))
    return np.exp(np.interp(x, xs, ys))


class LocalEstimate:
    """r and d over z, once for s and ρ∞, averaged over the phase of the oscillation."""

    def __init__(self, s, rho):
        self.z = np.logspace(-2, np.log10(12), 160)
        phases = np.arange(8) * np.pi / 8
        squares = np.array([[np.square(step(s, rho, z, np.cos(a), -np.sin(a))) for a in phases] for z in self.z])
        last, before, error = np.sqrt(squares.mean(1)).T
        seen = error > 1e-12  # below it the error is round-off
        self.z, self.ratio, self.factor = self.z[seen], (last / before)[seen], (error / last)[seen]

    def __call__(self, last, before):
        """ℓ from g_{s−1} and g_{s−2}, in units of √(2·energy)."""
        known = np.argmax(self.ratio) + 1  # r grows up to there
        z = by_powers(last / before, self.ratio[:known], self.z[:known])
        return last * by_powers(z, self.z, self.factor)


class Accumulated:
    """a ← a exp(−D/2E) + ℓ: about the error of a run, without a solve."""

    def __init__(self):
        self.sum = self.most = self.energy = 0.0

    def add(self, local, dissipated, energy):
        self.sum = self.sum * np.exp(-min(dissipated / (2 * energy), 5)) + local
        self.most, self.energy = max(self.most, self.sum), max(self.energy, energy)

    def relative(self):
        return self.most / np.sqrt(2 * self.energy)


def next_step(h, allowed, local, order):
    """On the grid h₀·2^{k/2}: down when the best step is below 0.8 h, up one when above 1.7 h
    (five steps running, which whoever calls counts)."""
    best = h * (allowed / (1.5 * local)) ** (1 / order)
    return -1 if best < 0.8 * h else 1 if best > 1.7 * h else 0


SPECTRA = {"one mode": lambda z, random: (np.array([z]), np.ones(1)),
           "five modes": lambda z, random: (z * np.arange(1, 6) / 5, np.arange(1, 6) ** -random.uniform(0.5, 2)),
           "two decades": lambda z, random: (z * np.logspace(-1, 1, 30),
                                             (z * np.logspace(-1, 1, 30)) ** -random.uniform(1.5, 2.5))}


def main():
    random = np.random.default_rng(0)
    for s in (3, 4, 5):
        for rho in (0.5, 0.8, 1.0):
            table = LocalEstimate(s, rho)
            for name, spectrum in SPECTRA.items():
                for z in (0.1, 0.3, 1.0, 2.0, 3.0):
                    ratios = []
                    for _ in range(30):
                        zs, sizes = spectrum(z, random)
                        phases = random.uniform(0, 2 * np.pi, len(zs))
                        parts = [step(s, rho, w, a * np.cos(f), -a * np.sin(f)) for w, a, f in zip(zs, sizes, phases)]
                        last, before, error = np.sqrt(np.square(parts).sum(0))
                        if error > 1e-12:
                            ratios.append(table(last, before) / error)
                    if ratios:
                        print(f"s {s} rho {rho} {name} h omega {z}: estimate/true {min(ratios):.2g} to "
                              f"{max(ratios):.2g}")


if __name__ == "__main__":
    main()
