#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""verify.py [OUTPUT_FOLDER]: compares the frame with its own modal superposition.

Builds the frame anew (Timoshenko beams, shape functions integrated by Gauss), finds all its modes and
integrates each exactly, the ground's acceleration being linear between the points of ground.csv.
numpy only. Exit status 0: everything within its tolerance, 1: not, 2: no results to look at.
"""
import sys
from math import pi, sqrt
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
BAY_X, BAY_Y, STOREY, STOREYS = 6.0, 4.0, 3.0, 3
YOUNG, POISSON, DENSITY = 30e9, 0.2, 2500.0
FLOOR_MASS = 20e3
RATIO, FREQUENCIES = 0.02, (2.61, 8.67)


def rectangle(a, b):
    """Along n1 and n2: area, I for deflection along n1 and n2, J, shear area."""
    long, short = max(a, b), min(a, b)
    series = sum(np.tanh(k * pi * long / 2 / short) / k**5 for k in range(1, 60, 2))
    J = long * short**3 / 3 * (1 - 192 / pi**5 * short / long * series)
    return a * b, b * a**3 / 12, a * b**3 / 12, J, 10 * (1 + POISSON) / (12 + 11 * POISSON) * a * b


def bending(length, EI, GA, m, j):
    """K and M of (w, theta) at both ends, theta = dw/dx without shear."""
    phi = 12 * EI / (GA * length**2)
    K, M = np.zeros((4, 4)), np.zeros((4, 4))
    for x, weight in zip(*np.polynomial.legendre.leggauss(5)):
        s, ds = (1 + x) / 2, weight * length / 2
        w = np.array([1 - 3 * s**2 + 2 * s**3 + phi * (1 - s), length * (s - 2 * s**2 + s**3 + phi * (s - s**2) / 2),
                      3 * s**2 - 2 * s**3 + phi * s, length * (s**3 - s**2 - phi * (s - s**2) / 2)]) / (1 + phi)
        slope = np.array([(6 * s**2 - 6 * s - phi) / length, 1 - 4 * s + 3 * s**2 + phi * (1 - 2 * s) / 2,
                          (6 * s - 6 * s**2 + phi) / length, 3 * s**2 - 2 * s - phi * (1 - 2 * s) / 2]) / (1 + phi)
        turn = np.array([6 * (s**2 - s) / length, 1 - 4 * s + 3 * s**2 + phi * (1 - s),
                         6 * (s - s**2) / length, 3 * s**2 - 2 * s + phi * s]) / (1 + phi)
        bend = np.array([(12 * s - 6) / length, 6 * s - 4 - phi, (6 - 12 * s) / length, 6 * s - 2 + phi]) / length / (1 + phi)
        K += ds * (EI * np.outer(bend, bend) + GA * np.outer(slope - turn, slope - turn))
        M += ds * (m * np.outer(w, w) + j * np.outer(turn, turn))
    return K, M


def beam(a, b, n1, section):
    """K and M, 12 x 12, in global axes."""
    area, I_n1, I_n2, J, shear = section
    length = np.linalg.norm(b - a)
    t = (b - a) / length
    n1 = n1 / np.linalg.norm(n1)
    axes = np.array([t, n1, np.cross(t, n1)])
    G = YOUNG / 2 / (1 + POISSON)
    K, M = np.zeros((12, 12)), np.zeros((12, 12))
    for first, k, m in ((0, YOUNG * area, DENSITY * area), (3, G * J, DENSITY * (I_n1 + I_n2))):
        at = np.ix_([first, first + 6], [first, first + 6])
        K[at] += k / length * np.array([[1, -1], [-1, 1]])
        M[at] += m * length / 6 * np.array([[2, 1], [1, 2]])
    # along n1 dw/dx is the rotation about n2, along n2 minus the one about n1
    for which, sign, inertia in (([1, 5, 7, 11], 1, I_n1), ([2, 4, 8, 10], -1, I_n2)):
        k, m = bending(length, YOUNG * inertia, G * shear, DENSITY * area, DENSITY * inertia)
        turn = np.diag([1, sign, 1, sign])
        K[np.ix_(which, which)] += turn @ k @ turn
        M[np.ix_(which, which)] += turn @ m @ turn
    R = np.kron(np.eye(4), axes)
    return R.T @ K @ R, R.T @ M @ R


class Frame:
    """Displacements relative to the ground: M u'' + C u' + K u = -M r a(t)."""

    def __init__(self):
        self.points = {}
        parts = []
        column, girder = rectangle(0.4, 0.4), rectangle(0.5, 0.3)
        up, x = np.array([0.0, 0, -1]), np.array([1.0, 0, 0])
        corners = [np.array(c, dtype=float) for c in ((0, 0), (BAY_X, 0), (BAY_X, BAY_Y), (0, BAY_Y))]
        for level in range(1, STOREYS + 1):
            z = STOREY * level
            for c in corners:
                parts += self.line([*c, z - STOREY], [*c, z], x, column)
            for i, j in ((0, 1), (3, 2), (1, 2), (0, 3)):
                parts += self.line([*corners[i], z], [*corners[j], z], up, girder)
        n = 6 * len(self.points)
        self.K, self.M = np.zeros((n, n)), np.zeros((n, n))
        for a, b, n1, section in parts:
            i, j = self.node(a), self.node(b)
            at = np.r_[6 * i:6 * i + 6, 6 * j:6 * j + 6]
            k, m = beam(a, b, n1, section)
            self.K[np.ix_(at, at)] += k
            self.M[np.ix_(at, at)] += m
        for level in range(1, STOREYS + 1):
            for c in corners:
                at = 6 * self.node([*c, STOREY * level])
                self.M[range(at, at + 3), range(at, at + 3)] += FLOOR_MASS / 4
        self.base = np.concatenate([6 * self.node([*c, 0]) + np.arange(6) for c in corners])
        self.free = np.setdiff1d(np.arange(n), self.base)
        self.r = np.zeros(n)
        self.r[0::6] = 1
        self.solve_modes()

    def node(self, point):
        return self.points.setdefault(tuple(np.round(point, 9)), len(self.points))

    def line(self, a, b, n1, section):
        """In elements of 1 m, as the mesh has them."""
        a, b = np.array(a), np.array(b)
        count = round(np.linalg.norm(b - a))
        ends = [a + (b - a) * i / count for i in range(count + 1)]
        for end in ends:
            self.node(end)
        return [(p, q, n1, section) for p, q in zip(ends, ends[1:])]

    def solve_modes(self):
        at = np.ix_(self.free, self.free)
        inverse = np.linalg.inv(np.linalg.cholesky(self.M[at]))
        squares, vectors = np.linalg.eigh(inverse @ self.K[at] @ inverse.T)
        self.omega = np.sqrt(squares)
        self.modes = np.zeros((len(self.r), len(squares)))
        self.modes[self.free] = inverse.T @ vectors
        self.participation = self.modes.T @ self.M @ self.r
        w1, w2 = (2 * pi * f for f in FREQUENCIES)
        self.alpha, self.beta = 2 * RATIO * w1 * w2 / (w1 + w2), 2 * RATIO / (w1 + w2)

    def response(self, t, a):
        """Displacement and base shear at equal times t, a linear between them."""
        h, w, p = t[1] - t[0], self.omega, self.participation
        c = self.alpha + self.beta * w**2
        x, v = np.zeros((len(t), len(w))), np.zeros((len(t), len(w)))
        # y = (x, v, a, a' h): exact transition over one step, mode by mode
        step = np.array([transition(h, wi, ci, pi_) for wi, ci, pi_ in zip(w, c, p)])
        for i in range(len(t) - 1):
            y = np.array([x[i], v[i], np.full(len(w), a[i]), np.full(len(w), a[i + 1] - a[i])])
            x[i + 1], v[i + 1] = np.einsum("mij,jm->im", step, y)
        acceleration = -np.outer(a, p) - v * c - x * w**2
        # What the supports hold: inertia of all, ground included, and the part of damping that acts like a drag.
        total = self.r @ self.M @ self.r
        shear = acceleration @ p + total * a + self.alpha * v @ p
        return x @ self.modes.T, shear


def transition(h, w, c, p):
    """x and v after h from (x, v, a0, a1 - a0) of x'' + c x' + w^2 x = -p (a0 + (a1 - a0) t/h)."""
    z = c / 2
    k = w * w
    # A particular solution: x = -(p/k) (a(t) - c a'/k)
    d = z * z - k
    root = sqrt(abs(d))
    if d < 0:
        e, s, q = np.exp(-z * h), np.sin(root * h) / root, np.cos(root * h)
        C, S = e * q, e * s
    else:
        e1, e2 = np.exp((root - z) * h), np.exp(-(root + z) * h)
        C, S = (e1 + e2) / 2, (e1 - e2) / 2 / root
    free = np.array([[C + z * S, S], [-k * S, C - z * S]])
    f = p / k
    start = np.array([[-f, f * c / k / h], [0, -f / h]])
    end = np.array([[-f, -f + f * c / k / h], [0, -f / h]])
    return np.hstack([free, end - free @ start])


def rigid_girder_frequency():
    """Shear building: floors do not turn, columns clamped at both ends; mass of a storey at its floor."""
    inertia = 0.4**4 / 12
    k = 4 * 12 * YOUNG * inertia / STOREY**3
    girders = 2 * (BAY_X + BAY_Y) * 0.5 * 0.3 * DENSITY
    columns = 4 * STOREY * 0.4**2 * DENSITY
    m = np.array([1.0, 1.0, 0.5]) * columns + girders + FLOOR_MASS
    K = k * np.array([[2, -1, 0], [-1, 2, -1], [0, -1, 1]])
    scaled = K / np.sqrt(np.outer(m, m))
    return sqrt(np.linalg.eigvalsh(scaled)[0]) / 2 / pi


class Checks:
    def __init__(self):
        self.failed = 0

    def within(self, what, error, tolerance):
        good = error <= tolerance  # false for a NaN
        self.failed += not good
        print(f"  {'ok  ' if good else 'FAIL'} {what:<66} {error:9.2e}  (at most {tolerance:.1e})")


def read_table(path):
    return np.genfromtxt(path, delimiter=",", names=True)


def read_ground():
    return np.loadtxt(HERE / "ground.csv", delimiter=",", skiprows=1).T


def base_shear(history):
    return sum(history[name] for name in history.dtype.names if name.startswith("shear"))


def along_x(frame, count=3):
    """Modes that the ground drives."""
    share = frame.participation**2 / (frame.r @ frame.M @ frame.r)
    return np.argsort(-share)[:count], share


def check_modes(frame, checks):
    which, share = along_x(frame)
    print("modes along x: "
          + ", ".join(f"{frame.omega[i] / 2 / pi:.3f} Hz ({100 * share[i]:.1f} % of the mass)" for i in which)
          + f"; shear building with rigid girders: {rigid_girder_frequency():.3f} Hz")
    file = HERE / "out" / "modes" / "modes.csv"
    if file.is_file():
        found = read_table(file)["frequency"]
        checks.within(f"{len(found)} frequencies of sparkdyn modes",
                      abs(found / (frame.omega[: len(found)] / 2 / pi) - 1).max(), 1e-8)


def check_run(frame, folder, checks):
    history = read_table(folder / "history.csv")
    t = history["time"]
    when, a = read_ground()
    print(f"{folder}: {len(t) - 1} steps to {t[-1]:g} s")
    u, shear = frame.response(t, np.interp(t, when, a))
    for level in range(1, STOREYS + 1):
        exact = u[:, 6 * frame.node([0, 0, STOREY * level])]
        error = abs(history[f"floor{level}"] - exact).max() / abs(exact).max()
        checks.within(f"floor {level}, largest {1e3 * abs(exact).max():.3f} mm, of the largest", error, 5e-4)
    checks.within(f"base shear, largest {abs(shear).max() / 1e3:.2f} kN, of the largest",
                  abs(base_shear(history) - shear).max() / abs(shear).max(), 1e-3)


def main():
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "out" / "case"
    if not (folder / "history.csv").is_file():
        print(f"verify.py: no results in {folder}; run the case first", file=sys.stderr)
        return 2
    frame, checks = Frame(), Checks()
    check_modes(frame, checks)
    check_run(frame, folder, checks)
    print("all within tolerance" if checks.failed == 0 else f"{checks.failed} out of tolerance")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
