#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""verify.py [OUTPUT_FOLDER ...]: compares runs of the guided beam with the exact modal solution.

The constraints are eliminated with a basis of the null space of G, the modes of what is left are
integrated in closed form, and the multipliers follow from [M G'; G 0][a; lambda] = [F - K q; 0].
numpy only. Exit status 0: everything within its tolerance, 1: not, 2: no results to look at.
"""
import re
import sys
from math import pi
from pathlib import Path

import numpy as np

import make_matrices as model

HERE = Path(__file__).resolve().parent
RAMP = 0.08  # s, the load grows linearly until then
SLOW_MODES = 4  # h*omega = 0.10, 0.33, 0.69, 1.18; of 2 to 8 the cut that agrees best, see README
SETTLED = 0.02  # s, five steps: what rho_infinity = 0 removes is gone
MIDDLE = model.dof(model.MIDDLE, 1)
GUIDE_ROW = 3


def read_market(path):
    lines = path.read_text().splitlines()
    banner, data = lines[0], [line.split() for line in lines if line and line[0] != "%"]
    rows, columns = int(data[0][0]), int(data[0][1])
    if "array" in banner:
        return np.array([float(line[0]) for line in data[1:]])
    matrix = np.zeros((rows, columns))
    for i, j, x in data[1:]:
        matrix[int(i) - 1, int(j) - 1] = float(x)
        if "symmetric" in banner:
            matrix[int(j) - 1, int(i) - 1] = float(x)
    return matrix


class Beam:
    """The beam of the .mtx files: q = modes x, x'' + omega^2 x = load r(t), x' = tap at t = 0."""

    def __init__(self, folder=HERE):
        self.M, self.K, self.G = (read_market(folder / f"{name}.mtx") for name in "MKG")
        self.f, v0 = read_market(folder / "f.mtx"), read_market(folder / "v0.mtx")
        m = len(self.G)
        Z = np.linalg.svd(self.G)[2][m:].T
        inverse = np.linalg.inv(np.linalg.cholesky(Z.T @ self.M @ Z))
        squares, vectors = np.linalg.eigh(inverse @ (Z.T @ self.K @ Z) @ inverse.T)
        self.modes = Z @ inverse.T @ vectors
        self.omega = np.sqrt(squares)
        self.load, self.tap = self.modes.T @ self.f, self.modes.T @ self.M @ v0
        self.saddle = np.block([[self.M, self.G.T], [self.G, np.zeros((m, m))]])

    def static_solution(self):
        m = len(self.G)
        matrix = np.block([[self.K, self.G.T], [self.G, np.zeros((m, m))]])
        solution = np.linalg.solve(matrix, np.append(self.f, np.zeros(m)))
        return solution[:-m], solution[-m:]

    def tap_energy(self):
        return self.tap @ self.tap / 2

    def displacement(self, t, slow_modes=None):
        """Exact; or only `slow_modes` modes in motion, all others following the load statically."""
        w = self.omega[:, None]
        after = np.where(t > RAMP, np.sin(w * (t - RAMP)), 0)
        ramp = np.minimum(t / RAMP, 1)
        x = (self.load / self.omega**2)[:, None] * (ramp - (np.sin(w * t) - after) / (w * RAMP))
        x += (self.tap / self.omega)[:, None] * np.sin(w * t)
        if slow_modes is not None:
            x[slow_modes:] = (self.load / self.omega**2)[slow_modes:, None] * ramp
        return self.modes @ x

    def guide_reaction(self, t, q):
        force = np.outer(self.f, np.minimum(t / RAMP, 1)) - self.K @ q
        right = np.vstack([force, np.zeros((len(self.G), len(t)))])
        return np.linalg.solve(self.saddle, right)[len(self.M) + GUIDE_ROW]


class Checks:
    def __init__(self):
        self.failed = 0

    def within(self, what, error, tolerance):
        good = error <= tolerance  # false for a NaN
        self.failed += not good
        print(f"  {'ok  ' if good else 'FAIL'} {what:<58} {error:9.2e}  (at most {tolerance:.0e})")


def relative(value, expected):
    return abs(value / expected - 1)


def check_model(beam, checks):
    """Against textbook values; the guide is not quite a rigid support, so not to the last digit."""
    print("model against closed forms")
    EI = model.YOUNG * model.INERTIA
    line_mass, L, P = model.DENSITY * model.AREA, model.LENGTH, model.FORCE
    q, reaction = beam.static_solution()
    omega = (3.926602312 / L) ** 2 * np.sqrt(EI / line_mass)
    checks.within(f"first frequency {beam.omega[0] / 2 / pi:.4f} Hz, clamped-pinned beam",
                  relative(beam.omega[0], omega), 1e-4)
    checks.within(f"static deflection {q[MIDDLE] * 1e3:.4f} mm, 7PL^3/(768EI)",
                  relative(q[MIDDLE], 7 * P * L**3 / (768 * EI)), 1e-4)
    checks.within(f"static guide reaction {reaction[GUIDE_ROW]:.4f} N, 5P/(16 cos 30)",
                  relative(reaction[GUIDE_ROW], 5 * P / 16 / model.GUIDE[0]), 1e-4)
    checks.within(f"energy of the tap {beam.tap_energy() * 1e3:.4f} mJ, 4/15 m V^2",
                  relative(beam.tap_energy(), 4 / 15 * line_mass * L * model.TAP**2), 1e-3)


def read_table(path):
    return np.genfromtxt(path, delimiter=",", names=True)


def read_rho(folder):
    return float(re.search(r"^  rho_infinity: (\S+)$", (folder / "case.yaml").read_text(), re.M)[1])


def check_run(beam, folder, checks):
    rho, history, energy = read_rho(folder), read_table(folder / "history.csv"), read_table(folder / "energy.csv")
    t = history["time"]
    print(f"{folder}: rho_infinity = {rho:g}, {len(t) - 1} steps to t = {t[-1]:g} s")
    exact, slow = beam.displacement(t), beam.displacement(t, SLOW_MODES)
    largest = abs(exact[MIDDLE]).max()
    error = abs(history["midspan_deflection"] - exact[MIDDLE]).max() / largest
    checks.within("mid-span deflection, exact solution, of the largest", error, 1e-3)
    reaction = beam.guide_reaction(t, slow)
    settled = t >= SETTLED
    ring = (history["guide_reaction"] - reaction)[settled]
    if rho == 0:
        checks.within("guide reaction from 0.02 s, slow part, of the largest",
                      abs(ring).max() / abs(reaction).max(), 1e-2)
        checks.within("energy taken by the method, energy of the tap",
                      relative(-energy["balance"][-1], beam.tap_energy()), 1e-3)
    else:
        fast = (beam.guide_reaction(t, exact) - reaction)[settled]
        print(f"       guide reaction rings by {np.sqrt(np.mean(ring**2)):.3g} N rms about the slow part "
              f"(exact: {np.sqrt(np.mean(fast**2)):.3g} N, correlation {np.corrcoef(ring, fast)[0, 1]:.2f})")
    if rho == 1:
        checks.within("energy balance, of the largest energy",
                      abs(energy["balance"]).max() / (energy["kinetic"] + energy["strain"]).max(), 1e-9)
    for name in ("position", "velocity"):
        checks.within(f"{name} constraints, relative", energy[f"{name}_violation"].max(), 1e-14)


def main():
    folders = [Path(name) for name in sys.argv[1:]]
    folders = folders or sorted(path.parent for path in HERE.glob("out/*/history.csv"))
    missing = [str(folder) for folder in folders if not (folder / "history.csv").is_file()]
    if missing or not folders:
        print(f"verify.py: no results in {', '.join(missing) or HERE / 'out'}; run the case first", file=sys.stderr)
        return 2
    beam, checks = Beam(), Checks()
    check_model(beam, checks)
    for folder in folders:
        check_run(beam, folder, checks)
    print("all within tolerance" if checks.failed == 0 else f"{checks.failed} out of tolerance")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
