#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""verify.py: compares the runs in out/ with Timoshenko's beam.

Static deflection in closed form; the first frequency is the first root of the frequency equation of a
clamped-free Timoshenko beam; frequency and damping of the run are fitted to the tip's motion after the
release. numpy only. Exit status 0: everything within its tolerance, 1: not, 2: no results to look at.
"""
import json
import sys
from math import cos, cosh, pi, sin, sinh, sqrt
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
LENGTH, SIDE, FORCE = 1.0, 0.1, 20e3
YOUNG, DENSITY = 210e9, 7850.0
AREA, INERTIA = SIDE**2, SIDE**4 / 12
RELEASED = 0.006  # s
RATIO, FREQUENCIES = 0.01, (80.0, 500.0)


class Beam:
    def __init__(self, nu):
        self.shear = 10 * (1 + nu) / (12 + 11 * nu) * AREA * YOUNG / 2 / (1 + nu)  # Cowper 1966

    def tip_deflection(self):
        return FORCE * LENGTH**3 / (3 * YOUNG * INERTIA) + FORCE * LENGTH / self.shear

    def determinant(self, omega):
        """Of the four end conditions, w and theta = 0 at 0, M and V = 0 at L, below the cut-off."""
        EI, GA, m, j = YOUNG * INERTIA, self.shear, DENSITY * AREA, DENSITY * INERTIA
        # w = exp(kx): EI k^4 + w2 (j + m EI/GA) k^2 - w2 (m - w2 j m/GA) = 0
        w2 = omega**2
        b, c = w2 * (j + m * EI / GA) / EI, -w2 * m * (1 - w2 * j / GA) / EI
        root = sqrt(b * b / 4 - c)
        grow, wave = sqrt(root - b / 2), sqrt(root + b / 2)
        # GA (w' - theta)' = -m w2 w gives theta = sg sinh, sg cosh, -sw sin, sw cos
        sg, sw = grow + m * w2 / GA / grow, wave - m * w2 / GA / wave
        x = LENGTH
        C, S, c, s = cosh(grow * x), sinh(grow * x), cos(wave * x), sin(wave * x)
        # columns: w = cosh, sinh, cos, sin
        return np.linalg.det(np.array([
            [1, 0, 1, 0],  # w(0)
            [0, sg, 0, sw],  # theta(0)
            [sg * grow * C, sg * grow * S, -sw * wave * c, -sw * wave * s],  # theta'(L)
            [(grow - sg) * S, (grow - sg) * C, -(wave - sw) * s, (wave - sw) * c],  # w'(L) - theta(L)
        ]) / np.array([C, C, 1, 1]))

    def first_frequency(self):
        guess = 1.8751041**2 * sqrt(YOUNG * INERTIA / (DENSITY * AREA)) / LENGTH**2
        low, high = 0.9 * guess, guess
        assert self.determinant(low) * self.determinant(high) < 0
        for _ in range(80):
            middle = (low + high) / 2
            if self.determinant(low) * self.determinant(middle) <= 0:
                high = middle
            else:
                low = middle
        return low / 2 / pi


def fit_modes(t, y, guess):
    """Frequencies and damping ratios of a sum of decaying modes (Gauss-Newton, amplitudes eliminated)."""
    p = np.array(guess, dtype=float).ravel()

    def residual(p):
        columns = []
        for f, z in p.reshape(-1, 2):
            decay = np.exp(-2 * pi * f * z * t)
            columns += [decay * np.cos(2 * pi * f * sqrt(1 - z * z) * t),
                        decay * np.sin(2 * pi * f * sqrt(1 - z * z) * t)]
        A = np.array(columns).T
        return y - A @ np.linalg.lstsq(A, y, rcond=None)[0]

    for _ in range(30):
        r = residual(p)
        steps = 1e-6 * p
        J = np.array([(residual(p + s * e) - r) / s for s, e in zip(steps, np.eye(len(p)))]).T
        change = np.linalg.lstsq(J, r, rcond=None)[0]
        p = p - np.clip(change, -0.2 * p, 0.2 * p)
        if (abs(change) < 1e-10 * p).all():
            break
    return p.reshape(-1, 2), abs(residual(p)).max() / abs(y).max()


def rayleigh_ratio(f):
    f1, f2 = FREQUENCIES
    return RATIO * (f1 * f2 / f + f) / (f1 + f2)


class Checks:
    def __init__(self):
        self.failed = 0

    def within(self, what, error, tolerance):
        good = error <= tolerance  # false for a NaN
        self.failed += not good
        print(f"  {'ok  ' if good else 'FAIL'} {what:<72} {error:9.2e}  (at most {tolerance:.1e})")


def read_table(path):
    return np.genfromtxt(path, delimiter=",", names=True, deletechars="")


def tip_of(table):
    name = next(name for name in table.dtype.names if name == "tip" or name.endswith("].z"))
    return table["time"] - table["time"][0], table[name]


def relative(value, expected):
    return abs(value / expected - 1)


def check_run(folder, nu, tolerances, checks):
    t, z = tip_of(read_table(folder / "history.csv"))
    print(f"{folder.name}: {len(t) - 1} steps, Poisson's ratio {nu:g}")
    beam = Beam(nu)
    checks.within(f"static deflection {-1e3 * z[0]:.4f} mm, Timoshenko {1e3 * beam.tip_deflection():.4f} mm",
                  relative(-z[0], beam.tip_deflection()), tolerances[0])
    held = t < 0.00501
    checks.within("no motion while the load is held, of the deflection",
                  abs(z[held] - z[0]).max() / abs(z[0]), 1e-10)
    free = t >= RELEASED - 1e-9
    first = beam.first_frequency()
    modes, rest = fit_modes(t[free] - RELEASED, z[free], [(first, 0.01), (6 * first, 0.01)])
    f, ratio = modes[0]
    checks.within(f"first frequency {f:.3f} Hz, Timoshenko {first:.3f} Hz", relative(f, first), tolerances[1])
    checks.within(f"damping ratio {100 * ratio:.4f} %, Rayleigh {100 * rayleigh_ratio(f):.4f} %",
                  relative(ratio, rayleigh_ratio(f)), 1e-3)
    checks.within("two modes explain the motion, of the largest", rest, 1e-2)
    energy = read_table(folder / "energy.csv")
    checks.within("energy balance, of the strain energy at the start",
                  abs(energy["balance"]).max() / energy["strain"][0], 1e-8)
    return t, z


def check_deck(case, deck, checks):
    (t, z), (u, y) = case, deck
    print("case.yaml and beam.inp")
    checks.within("same times", abs(t - u).max() if len(t) == len(u) else np.inf, 1e-12)
    if len(t) == len(u):
        checks.within("same deflection of the tip, of the largest", abs(z - y).max() / abs(z).max(), 1e-9)


def main():
    clamp = (1.5e-2, 1e-2)  # with nu > 0 the clamp also holds the contraction, see README
    names = {"case": (0.3, clamp), "nu0": (0.0, (2e-3, 2e-3)), "deck": (0.3, clamp)}
    found = [name for name in names if (HERE / "out" / name / "history.csv").is_file()]
    if not found:
        print(f"verify.py: no results in {HERE / 'out'}; run the case first", file=sys.stderr)
        return 2
    checks, runs = Checks(), {}
    for name in found:
        runs[name] = check_run(HERE / "out" / name, *names[name], checks)
    if "case" in runs and "deck" in runs:
        check_deck(runs["case"], runs["deck"], checks)
    print("all within tolerance" if checks.failed == 0 else f"{checks.failed} out of tolerance")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
