# SPDX-License-Identifier: BSD-3-Clause
"""Starts and growth as a user meets them: what has no mass starts in balance, round-off refuses
nothing, growth that the equations have is no failure."""

import re
import unittest

import numpy as np
from cli import CliTest

FRAME = """$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
4
1 1 "col"
1 2 "beam"
0 3 "base"
0 4 "corner"
$EndPhysicalNames
$Nodes
7
1 0.0 0 0
2 0.0 0 1.5
3 0.0 0 3.0
4 2.0 0 3.0
5 4.0 0 3.0
6 4.0 0 1.5
7 4.0 0 0.0
$EndNodes
$Elements
9
1 1 2 1 1 1 2
2 1 2 1 1 2 3
3 1 2 2 2 3 4
4 1 2 2 2 4 5
5 1 2 1 1 5 6
6 1 2 1 1 6 7
7 15 2 3 3 1
8 15 2 3 3 7
9 15 2 4 4 5
$EndElements
"""
MODEL = """model:
  mesh: f.msh
  materials: {s: {E: 30e9, nu: 0.2, density: 2500}}
  elements:
    - {group: col, type: beam2, material: s, section: {rectangle: [0.3, 0.4], n1: [1, 0, 0]}}
    - {group: beam, type: beam2, material: s, section: {rectangle: [0.5, 0.3]}}
"""


class Massless(CliTest):
    def test_loaded_from_rest(self):
        """Two springs in a row, the middle one without mass: x1 = (50 + 100 x2) / 200."""
        self.files(M=np.diag([0.0, 2.0]), K=np.array([[200.0, -100], [-100, 100]]), f=[50.0, 0])
        for rho in (0, 0.5, 1):
            text = ("system: {mass: M.mtx, stiffness: K.mtx, loads: [{vector: f.mtx}]}\n"
                    f"method: {{stages: 3, rho_infinity: {rho}}}\ntime: {{end: 5, step: 0.02}}\n")
            for ranks in (1, 2):
                result = self.run_case(text, ranks=ranks)
                self.assertIn("1 degrees of freedom without mass start in balance", result.stdout)
                found = self.results()
                t, q = found["time"], found["q"]
                heavy = 0.5 * (1 - np.cos(5 * t))  # 2 x'' + 50 x = 25
                np.testing.assert_allclose(q[:, 1], heavy, atol=1e-5)
                np.testing.assert_allclose(q[:, 0], 0.25 + 0.5 * heavy, atol=1e-5)
                np.testing.assert_allclose(found["v"][:, 0], 1.25 * np.sin(5 * t), atol=1e-4)

    def test_nothing_to_do_is_not_mentioned(self):
        self.files(M=np.diag([0.0, 2.0]), K=np.array([[200.0, -100], [-100, 100]]), f=[0.0, 1])
        result = self.run_case("system: {mass: M.mtx, stiffness: K.mtx, loads: [{vector: f.mtx}]}\n"
                               "time: {end: 0.1, step: 0.02}\n")
        self.assertNotIn("in balance", result.stdout)


class RoundOff(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "f.msh").write_text(FRAME)

    def test_motion_that_begins_at_rest_but_for_round_off(self):
        for expression in ("sin(20*t)-20*t", "1-cos(30*t)+sin(7*t)-7*t", "exp(-3*t)-1+3*t"):
            self.run_case(MODEL + f"""  supports:
    - {{group: base, fix: [y, z, rx, ry, rz]}}
    - {{group: base, move: x, value: 0.01, amplitude: {{expression: "{expression}"}}}}
method: {{stages: 4}}
time: {{end: 0.1, step: 0.002}}
""")

    def test_what_is_at_rest_violates_nothing(self):
        """In equilibrium under its weight, on a joint and a rigid body."""
        result = self.run_case(MODEL + """  nodes: {hub: [5, 0, 3]}
  masses: [{group: hub, mass: 500, inertia: [10, 10, 10]}]
  supports: [{group: base, fix: all}]
  constraints: [{rigid_body: {nodes: corner, reference: hub}}]
  loads: [{gravity: [0, 0, -9.81]}]
  initial: {equilibrium: true}
time: {end: 0.1, step: 0.001}
""")
        found = re.search(r"position (\S+), velocity (\S+) \(largest, relative\)", result.stdout)
        self.assertTrue(found, result.stdout)
        for word in found.groups():
            self.assertLess(float(word), 1e-9, result.stdout)


class Growth(CliTest):
    def test_of_the_equations(self):
        self.files(M=np.eye(1), K=np.eye(1), C=np.array([[-0.2]]), q0=[1.0], M2=np.eye(2),
                   K2=np.array([[2.0, 1], [-1, 2]]), p0=[1.0, 0])
        negative = ("system: {mass: M.mtx, stiffness: K.mtx, damping: C.mtx, "
                    "initial: {displacement: q0.mtx}}\ntime: {end: 100, step: 0.05}\n")
        flutter = ("system: {mass: M2.mtx, stiffness: K2.mtx, initial: {displacement: p0.mtx}}\n"
                   "time: {end: 40, step: 0.05}\n")
        for text in (negative, flutter):
            for energy in ("true", "false"):
                result = self.run_case(text + f"output: {{energy: {energy}}}\n")
                self.assertNotIn("energy grows", result.stderr)
            self.run_case(text + "method: {family: generalized-alpha}\n")
        end = self.results()["q"][-1]
        # (x + i y)'' = −(2 − i)(x + i y): s = ±√(−2 + i), and half of e^{st} is left.
        root = np.sqrt(complex(-2, 1))
        exact = 0.5 * np.exp(root * 40)
        self.assertLess(abs(complex(*end) - exact), 0.3 * abs(exact))

    def test_of_the_method(self):
        self.files(M=np.eye(2), K=np.diag([1.0, 400.0]), q0=[1.0, 1e-3])
        text = ("system: {mass: M.mtx, stiffness: K.mtx, initial: {displacement: q0.mtx}}\n"
                "method: {stages: 2, splitting: {velocity: A, elastic: B, load: B}}\n"
                "time: {end: 50, step: 0.11}\n")
        for energy in ("true", "false"):
            result = self.sparkdyn("run", self.case(text + f"output: {{energy: {energy}}}\n"))
            self.assert_fails(result, 1, "the energy grows")


if __name__ == "__main__":
    unittest.main()
