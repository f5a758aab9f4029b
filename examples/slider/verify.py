#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""verify.py [OUTPUT_FOLDER]: compares the slider with an exact solution of a planar model.

The same beams in the plane of motion, but without constraints: parts that a joint connects share unknowns.
The drive is a cosine, so the motion is known in closed form: steady motion and decaying complex modes. Also:
the rigid mechanism's transmission. numpy only. Exit status 0: everything within its tolerance,
1: not, 2: no results to look at.
"""
import sys
from math import cos, hypot, pi, sin
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
CRANK, ANGLE, ROD, RAIL, SIZE = 0.2, pi / 3, 0.5, 0.4, 0.05
YOUNG, POISSON, DENSITY = 210e9, 0.3, 7850.0
SHEAR_MODULUS = YOUNG / 2 / (1 + POISSON)
MASS, INERTIA, STIFFNESS, DAMPING = 5.0, 0.005, 2e4, 200.0
DRIVE, OMEGA = 0.02, 40 * pi  # rad, rad/s: theta = DRIVE/2 (1 - cos)


def rectangle(width, height):
    area = width * height
    return area, width * height**3 / 12, 10 * (1 + POISSON) / (12 + 11 * POISSON) * area


def circle(radius):
    area = pi * radius**2
    return area, pi * radius**4 / 4, 6 * (1 + POISSON) / (7 + 6 * POISSON) * area  # Cowper 1966


def beam(a, b, section):
    """K and M of (ux, uz, theta) at both ends; theta turns x towards z."""
    area, inertia, shear = section
    length = hypot(*(b - a))
    EI, GA = YOUNG * inertia, SHEAR_MODULUS * shear
    phi = 12 * EI / (GA * length**2)
    K, M = np.zeros((6, 6)), np.zeros((6, 6))
    stretch = YOUNG * area / length
    K[np.ix_([0, 3], [0, 3])] = [[stretch, -stretch], [-stretch, stretch]]
    k = EI / (length**3 * (1 + phi)) * np.array([
        [12, 6 * length, -12, 6 * length], [6 * length, (4 + phi) * length**2, -6 * length, (2 - phi) * length**2],
        [-12, -6 * length, 12, -6 * length], [6 * length, (2 - phi) * length**2, -6 * length, (4 + phi) * length**2]])
    K[np.ix_([1, 2, 4, 5], [1, 2, 4, 5])] = k
    for x, weight in zip(*np.polynomial.legendre.leggauss(5)):
        s, ds = (1 + x) / 2, weight * length / 2
        u = np.array([1 - s, 0, 0, s, 0, 0])
        w, turn = np.zeros(6), np.zeros(6)
        w[[1, 2, 4, 5]] = np.array([
            1 - 3 * s**2 + 2 * s**3 + phi * (1 - s), length * (s - 2 * s**2 + s**3 + phi * (s - s**2) / 2),
            3 * s**2 - 2 * s**3 + phi * s, length * (s**3 - s**2 - phi * (s - s**2) / 2)]) / (1 + phi)
        turn[[1, 2, 4, 5]] = np.array([
            6 * (s**2 - s) / length, 1 - 4 * s + 3 * s**2 + phi * (1 - s),
            6 * (s - s**2) / length, 3 * s**2 - 2 * s + phi * s]) / (1 + phi)
        M += DENSITY * ds * (area * (np.outer(u, u) + np.outer(w, w)) + inertia * np.outer(turn, turn))
    t = (b - a) / length
    R = np.kron(np.eye(2), np.array([[t[0], t[1], 0], [-t[1], t[0], 0], [0, 0, 1]]))
    return R.T @ K @ R, R.T @ M @ R


class Mechanism:
    """Unknowns have names, e.g. ("crank", 2, "x"); joints give one unknown several names."""

    def __init__(self):
        pin = CRANK * np.array([cos(ANGLE), sin(ANGLE)])
        self.slope = np.arcsin(pin[1] / ROD)
        foot = np.array([pin[0] + ROD * cos(self.slope), 0])
        ends = {"crank": (np.zeros(2), pin, rectangle(0.01, 0.02)), "rod": (pin, foot, circle(0.008)),
                "left": (foot - [RAIL / 2, 0], foot, circle(0.01)), "right": (foot, foot + [RAIL / 2, 0], circle(0.01))}
        counts = {name: round(hypot(*(b - a)) / SIZE) for name, (a, b, _) in ends.items()}
        last = counts["crank"], counts["rod"], counts["left"]
        same = {("rod", 0, "x"): ("crank", last[0], "x"), ("rod", 0, "z"): ("crank", last[0], "z"),  # hinge
                ("rod", last[1], "x"): "carriage",  # pinned
                ("rod", last[1], "z"): ("left", last[2], "z")}  # and the slider: carriage and rail move up together
        same |= {("right", 0, c): ("left", last[2], c) for c in ("x", "z", "turn")}
        fixed = {("crank", 0, "x"), ("crank", 0, "z")} | {(p, i, c) for p, i in (("left", 0), ("right", counts["right"]))
                                                       for c in ("x", "z", "turn")}
        self.names = {}
        triplets = []
        for part, (a, b, section) in ends.items():
            n = counts[part]
            for i in range(n):
                k, m = beam(a + (b - a) * i / n, a + (b - a) * (i + 1) / n, section)
                names = [(part, j, c) for j in (i, i + 1) for c in ("x", "z", "turn")]
                triplets.append(([None if x in fixed else self.number(same.get(x, x)) for x in names], k, m))
        n = len(self.names)
        self.K, self.M, self.C = np.zeros((n, n)), np.zeros((n, n)), np.zeros((n, n))
        for numbers, k, m in triplets:
            kept = [i for i, number in enumerate(numbers) if number is not None]
            at = np.ix_([numbers[i] for i in kept], [numbers[i] for i in kept])
            np.add.at(self.K, at, k[np.ix_(kept, kept)])
            np.add.at(self.M, at, m[np.ix_(kept, kept)])
        self.carriage, self.shaft = self.number("carriage"), self.number(("crank", 0, "turn"))
        self.rail = self.number(("left", last[2], "z"))
        self.M[self.carriage, self.carriage] += MASS
        self.M[self.rail, self.rail] += MASS
        turn = self.number(("left", last[2], "turn"))
        self.M[turn, turn] += INERTIA
        self.K[self.carriage, self.carriage] += STIFFNESS
        self.C[self.carriage, self.carriage] += DAMPING

    def number(self, name):
        return self.names.setdefault(name, len(self.names))

    def transmission(self):
        """Of the rigid mechanism: displacement of the carriage per turn of the shaft from z to x."""
        return CRANK * sin(ANGLE + self.slope) / cos(self.slope)

    def solve(self, t):
        """Exact: steady motion with the drive, plus free motion such that all starts at rest.

        theta here turns x towards z, so it is minus the drive: DRIVE/2 (cos - 1).
        """
        n, s = len(self.K), self.shaft
        free = np.setdiff1d(np.arange(n), s)
        at = np.ix_(free, free)
        K, M, C = self.K[at], self.M[at], self.C[at]
        static = -np.linalg.solve(K, self.K[free, s]) * -DRIVE / 2
        steady = np.linalg.solve(K - OMEGA**2 * M + 1j * OMEGA * C,
                                 -(self.K[free, s] - OMEGA**2 * self.M[free, s]) * DRIVE / 2)
        turning = np.exp(1j * OMEGA * t)[:, None]
        start = -(static + steady.real), (OMEGA * steady).imag  # of the free motion: displacement, velocity
        u, a = np.zeros((len(t), n)), np.zeros((len(t), n))
        free_u, free_a = free_motion(K, M, C, *start, t)
        u[:, free] = static + (turning * steady).real + free_u
        a[:, free] = -(OMEGA**2) * (turning * steady).real + free_a
        u[:, s] = DRIVE / 2 * (np.cos(OMEGA * t) - 1)
        a[:, s] = -DRIVE / 2 * OMEGA**2 * np.cos(OMEGA * t)
        torque = -(u @ self.K[s] + a @ self.M[s])  # about y
        return {"shaft": -u[:, s], "carriage": u[:, self.carriage], "rail": u[:, self.rail], "torque": torque}


def free_motion(K, M, C, u, v, t):
    """By the complex modes of y' = [0 W; -W -D] y, y = (W x, x') with x the coordinates of the undamped modes."""
    inverse = np.linalg.inv(np.linalg.cholesky(M))
    squares, vectors = np.linalg.eigh(inverse @ K @ inverse.T)
    W, shapes = np.diag(np.sqrt(squares)), inverse.T @ vectors
    A = np.block([[0 * W, W], [-W, -shapes.T @ C @ shapes]])
    rates, modes = np.linalg.eig(A)
    y = np.concatenate([W @ shapes.T @ M @ u, shapes.T @ M @ v])
    parts = np.exp(np.outer(t, rates)) * np.linalg.solve(modes, y)
    n = len(K)
    x = (parts @ modes.T).real[:, :n] / np.sqrt(squares)
    return x @ shapes.T, (parts * rates @ modes.T).real[:, n:] @ shapes.T


class Checks:
    def __init__(self):
        self.failed = 0

    def within(self, what, error, tolerance):
        good = error <= tolerance  # false for a NaN
        self.failed += not good
        print(f"  {'ok  ' if good else 'FAIL'} {what:<66} {error:9.2e}  (at most {tolerance:.1e})")


def read_table(path):
    return np.genfromtxt(path, delimiter=",", names=True)


def check_statics(mechanism, checks):
    """The rigid transmission, from a very slow turn of the shaft without spring."""
    K = mechanism.K.copy()
    K[mechanism.carriage, mechanism.carriage] -= STIFFNESS
    free = np.setdiff1d(np.arange(len(K)), mechanism.shaft)
    u = np.zeros(len(K))
    u[mechanism.shaft] = -1
    u[free] = -np.linalg.solve(K[np.ix_(free, free)], K[free, mechanism.shaft] * u[mechanism.shaft])
    print("planar model")
    checks.within(f"transmission {u[mechanism.carriage]:.6f} m/rad, rigid r sin(φ+ψ)/cos ψ",
                  abs(u[mechanism.carriage] / mechanism.transmission() - 1), 1e-9)


def check_run(mechanism, folder, checks):
    history = read_table(folder / "history.csv")
    energy = read_table(folder / "energy.csv")
    t = history["time"]
    exact = mechanism.solve(t)
    print(f"{folder}: {len(t) - 1} steps to {t[-1]:g} s")
    for name, tolerance in (("shaft", 1e-12), ("carriage", 1e-5), ("rail", 2e-3), ("torque", 2e-3)):
        error = abs(history[name] - exact[name]).max() / abs(exact[name]).max()
        checks.within(f"{name}, largest {abs(exact[name]).max():.4g}, of the largest", error, tolerance)
    for name in ("position", "velocity"):
        checks.within(f"{name} constraints, relative", energy[f"{name}_violation"].max(), 1e-12)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out" / "case"
    if not (folder / "history.csv").is_file():
        print(f"verify.py: no results in {folder}; run the case first", file=sys.stderr)
        return 2
    mechanism, checks = Mechanism(), Checks()
    check_statics(mechanism, checks)
    check_run(mechanism, folder, checks)
    print("all within tolerance" if checks.failed == 0 else f"{checks.failed} out of tolerance")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
