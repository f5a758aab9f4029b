# SPDX-License-Identifier: BSD-3-Clause
"""Every step of a deck gives results that can be told apart; equilibria need no density and have
reactions; modes are superposed exactly; nodes that nothing uses are left out."""

import csv
import json
import re
import unittest

import h5py
import numpy as np
from cli import CliTest

RNG = np.random.default_rng(16)


def bar(steps, density="*DENSITY\n7.8e-9\n", extra=""):
    """Two trusses in a row along x, 100 long, EA = 2.1e6: k = 2.1e4 each; node 1 is held."""
    return f"""*NODE, NSET=ALL
1, 0., 0., 0.
2, 100., 0., 0.
3, 200., 0., 0.
{extra}*ELEMENT, TYPE=T3D2, ELSET=BAR
1, 1, 2
2, 2, 3
*MATERIAL, NAME=STEEL
*ELASTIC
210000., .3
{density}*SOLID SECTION, ELSET=BAR, MATERIAL=STEEL
10.
*BOUNDARY
1, 1, 3
2, 2, 3
3, 2, 3
{steps}"""


def step(*lines):
    return "*STEP\n" + "\n".join(lines) + "\n*END STEP\n"


K = 2.1e4
MASS = 7.8e-9 * 10 * 100  # of one truss
PRINT = ("*NODE PRINT, NSET=ALL", "U, RF")


def frequencies(*held):
    """Of the two trusses with consistent mass, in cycles."""
    stiffness = K * np.array([[1, -1, 0], [-1, 2, -1], [0, -1, 1.0]])
    mass = MASS / 6 * np.array([[2, 1, 0], [1, 4, 1], [0, 1, 2.0]])
    free = [i for i in range(3) if i + 1 not in held]
    values = np.linalg.eigvals(np.linalg.solve(mass[np.ix_(free, free)], stiffness[np.ix_(free, free)]))
    return np.sqrt(np.sort(values.real)) / (2 * np.pi)


class DeckTest(CliTest):
    def deck(self, text, name="deck.inp"):
        path = self.folder / name
        path.write_text(text)
        return path

    def run_deck(self, text, *arguments, ranks=1, out="out"):
        result = self.sparkdyn("run", self.deck(text), "--output", self.folder / out, *arguments,
                               ranks=ranks)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def frequencies(self, folder):
        with open(self.folder / folder / "modes.csv") as file:
            return [float(row["frequency"]) for row in csv.DictReader(file)]


class EveryStep(DeckTest):
    TEXT = bar(
        step("*STATIC", "*CLOAD", "3, 1, 42.", *PRINT)
        + step("*FREQUENCY", "2")
        + step("*STATIC", ".5, 2.", "*CLOAD", "3, 1, -21.")
        + step("*DYNAMIC, DIRECT", "1e-6, 1e-5")
        + step("*STATIC", "*BOUNDARY", "3, 1, 1, 0.25", "*CLOAD, OP=NEW", "2, 1, 84.")
        + step("*FREQUENCY", "1")
        + step("*STATIC", "*CLOAD, OP=NEW"))
    TIMES = [1, 3, *(3 + 1e-6 * np.arange(1, 11)), 4.00001, 5.00001]
    STEPS = [1, 3, *[4] * 10, 5, 7]

    def check(self, out="out"):
        results, history = self.results(out), self.history(out)
        np.testing.assert_allclose(results["time"], self.TIMES, rtol=1e-12)
        np.testing.assert_array_equal(results["step"], self.STEPS)
        np.testing.assert_array_equal(history["step"], self.STEPS)
        np.testing.assert_array_equal(history["time"], results["time"])
        x = [f"displacement[{n}].x" for n in (1, 2, 3)]
        rows = [0, 1, -2, -1]
        expected = [[0, 42 / K, 84 / K], [0, -21 / K, -42 / K], [0, 0.125 + 42 / K, 0.25],
                    [0, 0.125, 0.25]]
        np.testing.assert_allclose([[history[name][k] for name in x] for k in rows], expected,
                                   rtol=1e-10, atol=1e-15)
        # At rest already, and nothing new acts in the dynamic step.
        np.testing.assert_allclose(history[x[2]][2:-2], -42 / K, rtol=1e-7)
        forces = [[history[f"reaction[{n}].x"][k] for n in (1, 2, 3)] for k in rows]
        pull = K * 0.125
        np.testing.assert_allclose(forces, [[-42, 0, 0], [21, 0, 0], [-42 - pull, 0, pull - 42],
                                            [-pull, 0, pull]], rtol=1e-10, atol=1e-9)
        self.assertTrue((np.abs(results["v"][[0, 1, -2, -1]]) == 0).all())

    def test_each_at_its_time(self):
        for ranks in (1, 2):
            self.run_deck(self.TEXT, ranks=ranks, out=f"out{ranks}")
            self.check(f"out{ranks}")

    def test_described_in_the_file(self):
        self.run_deck(self.TEXT)
        with h5py.File(self.folder / "out" / "results.h5") as file:
            kinds = [kind.decode() for kind in file["steps/kind"][...]]
            self.assertEqual(kinds, ["static", "frequency", "static", "dynamic", "static",
                                     "frequency", "static"])
            places = [place.decode() for place in file["steps/where"][...]]
            lines = self.TEXT.splitlines()
            for place in places:
                self.assertEqual(lines[int(place.rsplit(":", 1)[1]) - 1], "*STEP")
            np.testing.assert_allclose(file["steps/end"][...],
                                       [1, 1, 3, 3.00001, 4.00001, 4.00001, 5.00001], rtol=1e-12)
            np.testing.assert_allclose(file["steps/start"][1:], file["steps/end"][:-1])
            # As ParaView sees it.
            count = len(self.TIMES)
            self.assertEqual(int(file["VTKHDF/Steps"].attrs["NSteps"]), count)
            np.testing.assert_allclose(file["VTKHDF/Steps/Values"][...], self.TIMES)
            self.assertEqual(len(file["VTKHDF/PointData/displacement"]), 3 * count)
            np.testing.assert_allclose(
                file["VTKHDF/PointData/displacement"][-1, 0], 0.25, rtol=1e-10)
        index = (self.folder / "out" / "results.xdmf").read_text()
        self.assertEqual(len(re.findall("<Time ", index)), count)
        summary = json.loads((self.folder / "out" / "summary.json").read_text())
        self.assertEqual((summary["status"], summary["steps"]), ("done", 13))

    def test_frequencies_of_each_step(self):
        """In `run` and in `modes`: the second is of a structure held at both ends."""
        self.run_deck(self.TEXT)
        result = self.sparkdyn("modes", self.deck(self.TEXT), "--output", self.folder / "modes")
        self.assertEqual(result.returncode, 0, result.stderr)
        for folder in ("out", "modes"):
            np.testing.assert_allclose(self.frequencies(f"{folder}/step-2"), frequencies(1),
                                       rtol=1e-9)
            np.testing.assert_allclose(self.frequencies(f"{folder}/step-6"), frequencies(1, 3),
                                       rtol=1e-9)
            with h5py.File(self.folder / folder / "step-2" / "shapes.h5") as file:
                self.assertEqual(int(file["VTKHDF/Steps"].attrs["NSteps"]), 2)

    def test_only_frequencies(self):
        self.run_deck(bar(step("*FREQUENCY", "1")))
        np.testing.assert_allclose(self.frequencies("out/step-1"), frequencies(1)[:1], rtol=1e-9)

    def test_stored_seldom(self):
        """The end of each step is stored whatever FREQUENCY says."""
        text = self.TEXT.replace("1e-6, 1e-5", "1e-6, 1e-5\n*NODE FILE, FREQUENCY=4\nU")
        self.run_deck(text, "--set", "output.every=4")
        np.testing.assert_array_equal(self.results()["step"], [1, 3, 4, 4, 4, 5, 7])
        self.assertAlmostEqual(self.results()["time"][-3], 3.00001, delta=1e-12)
        self.assertEqual(len(self.history()["time"]), 14)

    def test_goes_on_after_a_kill(self):
        """From each checkpoint of the dynamic step: the statics after it are there once."""
        self.run_deck(self.TEXT, "--set", "checkpoint={every: 3, keep: 9}")
        whole = self.results()
        found = sorted((self.folder / "out").glob("checkpoint-*.h5"))
        self.assertGreaterEqual(len(found), 3)
        for checkpoint in reversed(found):
            result = self.sparkdyn("run", self.deck(self.TEXT), "--output", self.folder / "out",
                                   "--restart", checkpoint)
            self.assertEqual(result.returncode, 0, result.stderr)
            for name, values in self.results().items():
                np.testing.assert_array_equal(values, whole[name])
            self.check()

    def test_a_step_that_fails(self):
        """What the steps before gave is kept."""
        text = bar(step("*STATIC", "*CLOAD", "3, 1, 42.", *PRINT)
                   + step("*STATIC", "*BOUNDARY, OP=NEW", "1, 2, 3", "2, 2, 3", "3, 2, 3"))
        result = self.sparkdyn("run", self.deck(text), "--output", self.folder / "out")
        self.assert_fails(result, 1, "no equilibrium at t = 2")
        self.assertEqual(len(self.history()["time"]), 1)
        np.testing.assert_array_equal(self.results()["step"], [1])


class WithoutDensity(DeckTest):
    """Random trusses against a direct solution, forces of supports each to 1e-10."""

    def truss(self, n):
        points = RNG.uniform(-1, 1, (n, 3)) + 3 * np.arange(n)[:, None] * [1, 0, 0] / n
        pairs = [(i, j) for i in range(n) for j in range(i + 1, n)]
        E, area = 10 ** RNG.uniform(0, 11), 10 ** RNG.uniform(-4, 0)
        stiffness = np.zeros((3 * n, 3 * n))
        for i, j in pairs:
            way = points[j] - points[i]
            length = np.linalg.norm(way)
            block = E * area / length * np.outer(way, way) / length**2
            for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
                stiffness[3 * a:3 * a + 3, 3 * b:3 * b + 3] += sign * block
        text = "*NODE, NSET=ALL\n" + "".join(
            f"{i + 1}, " + ", ".join(map(repr, map(float, p))) + "\n" for i, p in enumerate(points))
        text += "*ELEMENT, TYPE=T3D2, ELSET=E\n" + "".join(
            f"{k + 1}, {i + 1}, {j + 1}\n" for k, (i, j) in enumerate(pairs))
        text += (f"*MATERIAL, NAME=M\n*ELASTIC\n{E!r}, 0.\n*SOLID SECTION, ELSET=E, MATERIAL=M\n"
                 f"{area!r}\n")
        return text, stiffness, E * area

    def check(self, n, moved, tied):
        text, stiffness, size = self.truss(n)
        held = [0, 1, 2, 4, 5, 8]
        value = np.zeros(3 * n)
        if moved:
            held += [3 * n - 1]
            value[3 * n - 1] = RNG.uniform(-0.1, 0.1)
        force = size * 1e-2 * RNG.uniform(-1, 1, 3 * n)
        lines = ["*BOUNDARY"] + [f"{d // 3 + 1}, {d % 3 + 1}, {d % 3 + 1}" for d in held if value[d] == 0]
        row = np.zeros(3 * n)
        if tied:  # u4x + 2 u4y − u4z = 0, and no force of a support at these
            row[9:12] = 1, 2, -1
            lines = ["*EQUATION", "3", "4, 1, 1., 4, 2, 2., 4, 3, -1."] + lines
        loads = ["*STEP", "*STATIC"]
        if moved:
            loads += ["*BOUNDARY", f"{n}, 3, 3, {float(value[3 * n - 1])!r}"]
        loads += ["*CLOAD"] + [f"{d // 3 + 1}, {d % 3 + 1}, {float(f)!r}" for d, f in enumerate(force)]
        self.run_deck(text + "\n".join(lines + loads + ["*NODE PRINT, NSET=ALL", "U, RF", "*END STEP"])
                      + "\n")
        free = [d for d in range(3 * n) if d not in held]
        A = stiffness[np.ix_(free, free)]
        b = (force - stiffness @ value)[free]
        if tied:
            A = np.block([[A, row[free, None] * size], [row[None, free] * size, np.zeros((1, 1))]])
            b = np.append(b, 0)
        u = value.copy()
        u[free] = np.linalg.solve(A, b)[:len(free)]
        reaction = np.zeros(3 * n)
        reaction[held] = (stiffness @ u - force)[held]
        history = self.history()
        columns = [f"[{d // 3 + 1}].{'xyz'[d % 3]}" for d in range(3 * n)]
        found = np.array([history["displacement" + c][0] for c in columns])
        np.testing.assert_allclose(found, u, atol=1e-10 * np.abs(u).max())
        found = np.array([history["reaction" + c][0] for c in columns])
        np.testing.assert_allclose(found, reaction, atol=1e-10 * np.abs(reaction).max())
        if not tied:  # forces and moments of all that acts from outside
            whole = (found + force).reshape(n, 3)
            self.assertLess(np.abs(whole.sum(axis=0)).max(), 1e-10 * np.abs(force).sum())
        with h5py.File(self.folder / "out" / "results.h5") as file:
            field = file["VTKHDF/PointData/reaction"][...].ravel()
            np.testing.assert_allclose(field, reaction, atol=1e-10 * np.abs(reaction).max())
            if tied:
                pull = file["VTKHDF/PointData/constraint_force"][...].ravel()
                np.testing.assert_allclose(pull + reaction + force, stiffness @ u,
                                           atol=1e-10 * np.abs(force).max())

    def test_trusses(self):
        for trial in range(6):
            n = int(RNG.integers(5, 9))
            for moved, tied in ((False, False), (True, False), (False, True), (True, True))[trial % 4:
                                                                                           trial % 4 + 1]:
                with self.subTest(trial=trial, n=n, moved=moved, tied=tied):
                    self.check(n, moved, tied)

    def test_cantilever_as_freecad_writes_it(self):
        """A solid without density: the forces of the root balance the load and its moment."""
        nodes, elements = {}, []
        for i in range(6):
            for j in range(2):
                for k in range(2):
                    nodes[(i, j, k)] = len(nodes) + 1
        for i in range(5):
            corners = [(0, 0), (1, 0), (1, 1), (0, 1)]
            elements.append([nodes[(i + a, j, k)] for k in (0, 1) for a, j in corners])
        text = "*NODE, NSET=ALL\n" + "".join(
            f"{number}, {20. * i}, {10. * j}, {10. * k}\n" for (i, j, k), number in nodes.items())
        text += "*ELEMENT, TYPE=C3D8, ELSET=E\n" + "".join(
            f"{n + 1}, " + ", ".join(map(str, e)) + "\n" for n, e in enumerate(elements))
        root = [n for (i, j, k), n in nodes.items() if i == 0]
        tip = [n for (i, j, k), n in nodes.items() if i == 5]
        text += "*NSET, NSET=ROOT\n" + ",\n".join(map(str, root)) + "\n"
        text += ("*MATERIAL, NAME=M\n*ELASTIC\n210000., .3\n*SOLID SECTION, ELSET=E, MATERIAL=M\n"
                 "*STEP\n*STATIC\n*BOUNDARY\nROOT, 1, 3\n*CLOAD\n")
        text += "".join(f"{n}, 3, -250.\n" for n in tip)
        text += "*NODE FILE\nU, RF\n*EL FILE\nS\n*NODE PRINT, NSET=ROOT\nRF\n*END STEP\n"
        result = self.run_deck(text, ranks=2)
        self.assertNotIn("mass", result.stderr)
        history = self.history()
        force = np.array([[history[f"reaction[{n}].{c}"][0] for c in "xyz"] for n in root])
        np.testing.assert_allclose(force.sum(axis=0), [0, 0, 1000], atol=1e-7)
        places = {n: np.array([20.0 * i, 10.0 * j, 10.0 * k]) for (i, j, k), n in nodes.items()}
        moment = sum(np.cross(places[n], f) for n, f in zip(root, force))
        moment += sum(np.cross(places[n], [0, 0, -250.0]) for n in tip)
        np.testing.assert_allclose(moment, 0, atol=1e-5)

    def test_weight_needs_a_density(self):
        text = bar(step("*STATIC", "*DLOAD", "BAR, GRAV, 9810., 1., 0., 0.", *PRINT), density="")
        result = self.sparkdyn("run", self.deck(text), "--output", self.folder / "out")
        self.assert_fails(result, 2, "deck.inp:", "DENSITY")


class Superposition(DeckTest):
    """*MODAL DYNAMIC is exact at any increment."""

    def history_of(self, steps, density="*DENSITY\n7.8e-9\n"):
        self.run_deck(bar(steps, density))
        return self.history()

    def test_sudden_load(self):
        """Three increments, each of several periods."""
        f = frequencies(1)
        h = 3.7 / f[0]
        history = self.history_of(step("*FREQUENCY", "2")
                                  + step("*MODAL DYNAMIC", f"{h!r}, {3 * h!r}", "*CLOAD", "3, 1, 42.",
                                         *PRINT))
        stiffness = K * np.array([[2, -1], [-1, 1.0]])
        mass = MASS / 6 * np.array([[4, 1], [1, 2.0]])
        values, vectors = np.linalg.eig(np.linalg.solve(mass, stiffness))
        u = np.zeros((4, 2))
        for value, x in zip(values.real, vectors.T.real):
            x = x / np.sqrt(x @ mass @ x)
            u += np.outer((1 - np.cos(np.sqrt(value) * h * np.arange(4))) / value * 42 * x[1], x)
        found = np.stack([history[f"displacement[{n}].x"] for n in (2, 3)], axis=1)
        np.testing.assert_allclose(found, u, atol=1e-9 * np.abs(u).max())

    def test_ratios_of_damping(self):
        f = frequencies(1)[0]
        h = 0.8 / f
        history = self.history_of(
            step("*FREQUENCY", "1")
            + step("*MODAL DYNAMIC", f"{h!r}, {5 * h!r}", "*MODAL DAMPING", "1, 1, .1", "*CLOAD",
                   "3, 1, 42.", *PRINT))
        omega, ratio, t = 2 * np.pi * f, 0.1, h * np.arange(6)
        damped = omega * np.sqrt(1 - ratio**2)
        shape = 1 - np.exp(-ratio * omega * t) * (np.cos(damped * t)
                                                  + ratio * omega / damped * np.sin(damped * t))
        u = history["displacement[3].x"]
        np.testing.assert_allclose(u / u[-1] * shape[-1], shape, atol=1e-9)

    def test_a_method_of_the_case_integrates_directly(self):
        text = bar(step("*FREQUENCY", "2") + step("*MODAL DYNAMIC", "1e-6, 1e-5", "*CLOAD",
                                                  "3, 1, 42.", *PRINT))
        self.deck(text)
        result = self.run_case("model: {deck: deck.inp}\nmethod: {stages: 3}\n")
        self.assertIn("Lobatto", result.stdout)
        self.assertIn("superposition of 2 modes", self.run_deck(text).stdout)

    def test_without_modes(self):
        text = bar(step("*MODAL DYNAMIC", "1e-6, 1e-5", "*CLOAD", "3, 1, 42."))
        result = self.sparkdyn("run", self.deck(text), "--output", self.folder / "out")
        self.assert_fails(result, 2, "deck.inp:", "*MODAL DYNAMIC", "*FREQUENCY")

    def test_restart(self):
        text = bar(step("*FREQUENCY", "2") + step("*MODAL DYNAMIC", "1e-6, 2e-5", "*CLOAD",
                                                  "3, 1, 42.", *PRINT))
        self.run_deck(text, "--set", "checkpoint={every: 7, keep: 9}")
        whole = self.results()
        result = self.sparkdyn("run", self.deck(text), "--output", self.folder / "out", "--restart",
                               self.folder / "out" / "checkpoint-000000007.h5")
        self.assertEqual(result.returncode, 0, result.stderr)
        for name, values in self.results().items():
            np.testing.assert_allclose(values, whole[name], rtol=1e-12, atol=1e-30)


class UnusedNodes(DeckTest):
    EXTRA = "98, 9., 9., 9.\n99, 9., 9., 8.\n"

    def test_left_out_with_one_warning(self):
        steps = step("*STATIC", "*BOUNDARY", "99, 1, 3", "*CLOAD", "3, 1, 42.", *PRINT)
        result = self.run_deck(bar(steps, "", self.EXTRA), ranks=2)
        self.assertEqual(result.stderr.count("the first is 98"), 1)
        self.assertEqual(result.stderr.count("warning"), 1, result.stderr)
        history = self.history()
        self.assert_relative(history["displacement[3].x"][0], 84 / K, 1e-12)
        self.assertNotIn("displacement[99].x", history)
        with h5py.File(self.folder / "out" / "results.h5") as file:
            np.testing.assert_array_equal(file["VTKHDF/PointData/displacement"][3:5], 0)

    def test_refused_when_asked(self):
        steps = step("*STATIC", "*CLOAD", "3, 1, 42.")
        result = self.sparkdyn("run", self.deck(bar(steps, "", self.EXTRA)), "--set",
                               "model.orphan_nodes=refuse", "--output", self.folder / "out")
        self.assert_fails(result, 2, "node 98 belongs to no element")

    def test_loads_and_motions_are_not_lost(self):
        for lines in (("*CLOAD", "99, 1, 42."), ("*BOUNDARY", "99, 1, 1, .5")):
            text = bar(step("*STATIC", *lines), "", self.EXTRA)
            result = self.sparkdyn("run", self.deck(text), "--output", self.folder / "out")
            number = text.splitlines().index(lines[1]) + 1
            self.assert_fails(result, 2, f"deck.inp:{number}", "node 99", "no element")


if __name__ == "__main__":
    unittest.main()
