# SPDX-License-Identifier: BSD-3-Clause
"""Natural frequencies through the program: tables and files against closed forms, any number of
ranks, wrong input that leaves nothing behind."""

import csv
import json
import unittest

import h5py
import numpy as np
from cli import DATA, CliTest

CHAIN = """title: a chain
system: {mass: M.mtx, stiffness: K.mtx}
time: {end: 1, step: 0.1}
"""
HELD = CHAIN.replace("K.mtx}", "K.mtx, constraints: {matrix: G.mtx}}")


def read_market(name):
    lines = (DATA / name).read_text().splitlines()
    rows = [line.split() for line in lines if not line.startswith("%")]
    matrix = np.zeros((int(rows[0][0]), int(rows[0][1])))
    for i, j, value in rows[1:]:
        matrix[int(i) - 1, int(j) - 1] = matrix[int(j) - 1, int(i) - 1] = float(value)
    return matrix


class ModesTest(CliTest):
    masses, mass, stiffness = 30, 2.0, 500.0

    def setUp(self):
        super().setUp()
        n = self.masses
        K = 2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
        G = np.zeros((1, n))
        G[0, 0] = 1
        self.files(M=self.mass * np.eye(n), K=self.stiffness * K, G=G, r=np.ones(n))

    def exact(self, masses, j):
        omega = 2 * np.sqrt(self.stiffness / self.mass)
        return omega * np.sin(j * np.pi / (2 * (masses + 1)))

    def modes(self, text, *arguments, ranks=1, out="out"):
        result = self.sparkdyn("modes", self.case(text), "--output", self.folder / out, *arguments,
                               ranks=ranks)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def files_of(self, out="out"):
        folder = self.folder / out
        with open(folder / "modes.csv") as file:
            table = list(csv.DictReader(file))
        with h5py.File(folder / "modes.h5") as file:
            stored = {name: file[name][...] for name in file}
        return table, json.loads((folder / "modes.json").read_text()), stored


class Modes(ModesTest):
    def test_frequencies_in_every_file(self):
        shown = self.modes(CHAIN, "--count", 5).stdout
        table, summary, stored = self.files_of()
        self.assertEqual(len(table), 5)
        self.assertEqual(stored["shape"].shape, (5, self.masses))
        self.assertEqual(summary["none_missing"], "verified")
        self.assertEqual(summary["title"], "a chain")
        for j in range(5):
            omega = self.exact(self.masses, j + 1)
            for value in (table[j]["omega"], summary["omega"][j], stored["omega"][j]):
                self.assert_relative(float(value), omega, 1e-11)
            for value in (table[j]["frequency"], summary["frequency"][j], stored["frequency"][j]):
                self.assert_relative(float(value), omega / (2 * np.pi), 1e-11)
            self.assert_relative(float(table[j]["period"]), 2 * np.pi / omega, 1e-11)
            self.assertIn(f"{omega:.9g}", shown)
        gram = self.mass * stored["shape"] @ stored["shape"].T
        self.assertLess(np.abs(gram - np.eye(5)).max(), 1e-11)

    def test_participation(self):
        shown = self.modes(CHAIN, "--count", self.masses, "--direction",
                           f"x={self.folder / 'r.mtx'}").stdout
        table, summary, stored = self.files_of()
        x = summary["directions"]["x"]
        self.assert_relative(x["mass"], self.masses * self.mass, 1e-12)
        factors = self.mass * stored["shape"] @ np.ones(self.masses)
        self.assertLess(np.abs(np.array(x["participation"]) - factors).max(), 1e-11)
        self.assert_relative(sum(x["effective_mass"]), x["mass"], 1e-11)
        self.assert_relative(float(table[-1]["cumulative_fraction x"]), 1, 1e-11)
        self.assertIn("part. x", shown)
        self.assertIn(f"{100 * factors[0] ** 2 / x['mass']:.3f}", shown)

    def test_same_on_all_ranks(self):
        reference = None
        for ranks in (1, 2, 4):
            self.modes(HELD, "--count", 6, ranks=ranks, out=f"out{ranks}")
            _, _, stored = self.files_of(f"out{ranks}")
            for j in range(6):
                self.assert_relative(stored["omega"][j], self.exact(self.masses - 1, j + 1), 1e-11)
            self.assertLess(np.abs(stored["shape"][:, 0]).max(), 1e-14)
            reference = stored if reference is None else reference
            difference = np.abs(stored["shape"] - reference["shape"]).max()
            print(f"shapes on {ranks} ranks differ by {difference:.1e}")
            self.assertLess(difference, 1e-9)

    def test_floating(self):
        n = self.masses
        K = 2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1)
        K[0, 0] = K[-1, -1] = 1
        self.files(K=K)
        self.modes(CHAIN, "--count", 2)
        table, summary, _ = self.files_of()
        self.assertEqual(summary["omega"][0], 0)
        self.assertIsNone(summary["period"][0])
        self.assertEqual(table[0]["period"], "inf")
        self.assertGreater(summary["omega"][1], 0)

    def test_more_than_there_are(self):
        M = self.mass * np.eye(self.masses)
        M[3:, 3:] = 0
        self.files(M=M)
        shown = self.modes(CHAIN, "--count", 20).stdout
        self.assertIn("the structure has 3 of finite frequency", shown)
        self.assertEqual(len(self.files_of()[0]), 3)

    def test_unstable(self):
        n = self.masses
        self.files(K=np.diag(np.arange(-1.0, n - 1)))
        result = self.modes(CHAIN, "--count", 3)
        self.assertIn("unstable", result.stderr)
        np.testing.assert_allclose(self.files_of()[1]["omega"],
                                   [-np.sqrt(0.5), 0, np.sqrt(0.5)], atol=1e-12)

    def test_ore_car(self):
        self.modes("""
system: {mass: DATA/orecar_M.mtx, stiffness: DATA/orecar_K.mtx}
time: {end: 1, step: 0.1}
""", "--count", 25, ranks=2)
        M, K = read_market("orecar_M.mtx"), read_market("orecar_K.mtx")
        L = np.linalg.inv(np.linalg.cholesky(M))
        exact = np.linalg.eigvalsh(L @ K @ L.T)[:25]
        found = np.array(self.files_of()[1]["omega"]) ** 2
        self.assert_relative(found[0], 3469.305447769, 1e-10)
        print(f"ore car, 25 modes: relative difference {np.abs(found / exact - 1).max():.1e}")
        self.assertLess(np.abs(found / exact - 1).max(), 1e-8)

    def test_petsc_options(self):
        shown = self.sparkdyn("modes", self.case(CHAIN), "--", "-modes_eps_view", "-modes_ksp_view")
        self.assertIn("EPS Object: (modes_)", shown.stdout)
        self.assertIn("KSP Object: (modes_)", shown.stdout)
        unchecked = self.sparkdyn("modes", self.case(CHAIN), "--", "-modes_pc_type", "lu")
        self.assertEqual(unchecked.returncode, 0, unchecked.stderr)
        self.assertIn("not checked", unchecked.stderr)


class WrongInput(ModesTest):
    def refused(self, text, *words, arguments=(), status=2, ranks=1):
        result = self.sparkdyn("modes", self.case(text), "--output", self.folder / "out",
                               *arguments, ranks=ranks)
        self.assert_fails(result, status, *words)
        self.assertFalse((self.folder / "out").exists())

    def test_arguments(self):
        self.refused(CHAIN, "number of modes", arguments=("--count", 0))
        self.refused(CHAIN, arguments=("--count", "many"))
        self.refused(CHAIN, "NAME=FILE", arguments=("--direction", "r.mtx"))
        self.refused(CHAIN, "nothing.mtx", arguments=("--direction", "x=nothing.mtx"))
        r = f"x={self.folder / 'r.mtx'}"
        self.refused(CHAIN, "another direction", arguments=("--direction", r, "--direction", r))
        self.refused(CHAIN, "shift", arguments=("--shift-frequency", -1))

    def test_sizes(self):
        self.files(r=np.ones(4))
        for ranks in (1, 2):
            self.refused(CHAIN, "--direction", "4", str(self.masses), ranks=ranks,
                         arguments=("--direction", f"x={self.folder / 'r.mtx'}"))

    def test_structures_without_modes(self):
        K = np.eye(self.masses)
        K[0, 5] = 1
        self.files(K=K)
        for ranks in (1, 2):
            self.refused(CHAIN, "symmetric", ranks=ranks)
        self.files(K=np.eye(self.masses), G=np.ones((2, self.masses)))
        self.refused(HELD, "rows 1, 2 are linearly dependent")

    def test_failed_numerics_leave_nothing(self):
        self.files(M=np.diag([0.0, 0, 1]), K=[[1.0, -1, 0], [-1, 1, 0], [0, 0, 1]])
        self.refused(CHAIN, "neither mass nor stiffness", status=1)

    def test_earlier_files_survive(self):
        self.modes(CHAIN)
        before = (self.folder / "out" / "modes.csv").read_text()
        result = self.sparkdyn("modes", self.case(CHAIN), "--output", self.folder / "out",
                               "--count", 0)
        self.assertEqual(result.returncode, 2)
        self.assertEqual((self.folder / "out" / "modes.csv").read_text(), before)
        self.assertEqual(sorted(file.name for file in (self.folder / "out").iterdir()),
                         ["modes.csv", "modes.h5", "modes.json"])



class Damped(ModesTest):
    """Complex modes: λ = −ζω ± iω√(1 − ζ²) with Rayleigh damping, dense eigenvalues with a damper."""

    def damped(self, text, *arguments, ranks=1):
        self.modes(text, "--damped", *arguments, ranks=ranks)
        found = json.loads((self.folder / "out" / "damped.json").read_text())
        with h5py.File(self.folder / "out" / "damped.h5") as file:
            shapes = file["real"][...] + 1j * file["imaginary"][...]
        frequency = 2j * np.pi * np.array(found["damped_frequency"])
        return np.array(found["decay"]) + frequency, found, shapes

    def test_rayleigh(self):
        alpha, beta = 0.3, 0.004
        text = CHAIN.replace("K.mtx}", f"K.mtx, damping: {{rayleigh: {{alpha: {alpha}, beta: {beta}}}}}}}")
        for ranks in (1, 2):
            values, found, _ = self.damped(text, "--count", 8, ranks=ranks)
            for j, value in enumerate(values):
                omega = self.exact(self.masses, j + 1)
                zeta = alpha / (2 * omega) + beta * omega / 2
                exact = omega * (-zeta + 1j * np.sqrt(1 - zeta**2))
                self.assertLess(abs(value - exact) / omega, 1e-8)
                self.assert_relative(found["ratio"][j], zeta, 1e-8)

    def test_a_damper_and_a_constraint(self):
        n = self.masses
        C = np.zeros((n, n))
        C[7, 7] = 40.0
        self.files(C=C)
        values, found, shapes = self.damped(HELD.replace("mass: M.mtx", "mass: M.mtx, damping: C.mtx"),
                                            "--count", 6)
        M, K = self.mass * np.eye(n - 1), read_dense(self.stiffness, n)[1:, 1:]
        dense = np.linalg.eigvals(np.block([
            [np.zeros_like(M), np.eye(n - 1)],
            [-K / self.mass, -C[1:, 1:] / self.mass]]))
        dense = np.array(sorted((z for z in dense if z.imag > 0), key=abs))[:6]
        self.assertLess(np.max(np.abs(values - dense) / np.abs(dense)), 1e-8)
        for value, x in zip(values, shapes):
            left = (value**2 * self.mass * x + value * C @ x + read_dense(self.stiffness, n) @ x)[1:]
            self.assertLess(np.max(np.abs(left)), 1e-6 * self.stiffness)
            self.assert_relative(self.mass * np.vdot(x, x).real, 1, 1e-9)


def read_dense(stiffness, n):
    return stiffness * (2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))

if __name__ == "__main__":
    unittest.main()
