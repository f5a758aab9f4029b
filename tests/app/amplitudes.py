# SPDX-License-Identifier: BSD-3-Clause
"""Time histories as a user gives them: derivatives of expressions, motions that steps cannot follow,
records of earthquakes; and what the program prints about a frame moved by them."""

import unittest

import numpy as np
from cli import CliTest

FRAME = """$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
3
1 1 "col"
1 2 "beam"
0 3 "base"
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
8
1 1 2 1 1 1 2
2 1 2 1 1 2 3
3 1 2 2 2 3 4
4 1 2 2 2 4 5
5 1 2 1 1 5 6
6 1 2 1 1 6 7
7 15 2 3 3 1
8 15 2 3 3 7
$EndElements
"""

MODEL = """model:
  mesh: f.msh
  materials: {s: {E: 30e9, nu: 0.2, density: 2500}}
  elements:
    - {group: col, type: beam2, material: s, section: {rectangle: [0.3, 0.4], n1: [1, 0, 0]}}
    - {group: beam, type: beam2, material: s, section: {rectangle: [0.5, 0.3]}}
  supports: SUPPORTS
  initial: {project: true}
MORE
time: {end: 2, step: 0.01}
output: {directory: out, probes: [{name: top, node: 4, component: x}]}
"""
MOVED = """
    - {group: base, fix: [y, z, rx, ry, rz]}
    - {group: base, move: x, value: 0.01, amplitude: AMPLITUDE}"""
HELD = "[{group: base, fix: all}]"


def model(supports, more=""):
    return MODEL.replace("SUPPORTS", supports).replace("MORE\n", more)


def moved(amplitude):
    return model(MOVED.replace("AMPLITUDE", amplitude))


def base_moved(amplitude):
    return ("system:\n  mass: M.mtx\n  stiffness: K.mtx\n"
            f"  constraints: {{matrix: G.mtx, values: c.mtx, amplitude: {amplitude}}}\n"
            "  initial: {project: true}\n"
            "method: {stages: 3}\ntime: {end: 2, step: 0.01}\n"
            "output: {probes: [{name: mass, dof: 2}]}\n")


class Amplitudes(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "f.msh").write_text(FRAME)
        self.files(M=np.eye(2), K=np.array([[10.0, -10.0], [-10.0, 10.0]]),
                   G=np.array([[1.0, 0.0]]), c=np.array([1.0]))

    def refused(self, text, *words):
        """By check as by run, on any number of ranks."""
        for arguments, ranks in (("run",), 1), (("check",), 1), (("run",), 2):
            result = self.sparkdyn(*arguments, self.case(text), ranks=ranks)
            self.assert_fails(result, 2, *words)

    def test_a_damped_sine_needs_no_derivatives(self):
        self.run_case(moved('{expression: "exp(-0.1*t)*sin(10*t)"}'))
        found = self.history()["top"]
        self.run_case(moved('{expression: "exp(-0.1*t)*sin(10*t)", '
                            'derivative: "exp(-0.1*t)*(10*cos(10*t)-0.1*sin(10*t))", '
                            'second_derivative: "exp(-0.1*t)*((0.01-100)*sin(10*t)-2*cos(10*t))"}'))
        given = self.history()["top"]
        self.assertLess(np.abs(found).max(), 0.012)
        self.assertLess(np.abs(found - given).max(), 1e-10)

    def test_steep_motions_are_refused(self):
        table = "{table: [[0, 0], [0.5, 0], [0.5000000001, 1]]}"
        self.refused(base_moved(table), "case.yaml:4: ", "changes by 1 within 1e-10", "t = 0.5")
        for place in ("0.5", "0.503"):
            self.refused(base_moved(f'{{expression: "(t>{place})?1:0"}}'), "case.yaml:4: ",
                         f"jumps by 1 at t = {place}")
        self.refused(moved(table), "case.yaml:9: ", "changes by 1 within")

    def test_what_steps_can_follow_gives_the_natural_answer(self):
        """A base that rises by 1 within a quarter of a step or more, against the closed form."""
        omega = np.sqrt(10.0)

        def rise(t, start, length):  # of the mass on its spring
            def ramp(s):
                return np.where(s > 0, s - np.sin(omega * s) / omega, 0.0)
            return (ramp(t - start) - ramp(t - start - length)) / length

        random = np.random.default_rng(3)
        for share in (0.251, 0.3, 0.5, 1.0, 3.0):
            start, length = 0.5 + 0.01 * random.random(), 0.01 * share
            self.run_case(base_moved(f"{{table: [[0, 0], [{start}, 0], [{start + length}, 1]]}}"))
            history = self.history()
            error = np.abs(history["mass"] - rise(history["time"], start, length)).max()
            print(f"a rise within {share} steps: error {error:.1e}")
            self.assertLess(error, 0.1)

    def test_a_record_that_does_not_end_at_rest(self):
        def shaken(last):
            (self.folder / "r.at2").write_text(
                f"PEER RECORD\nevent\nIN UNITS OF G\nNPTS= 4, DT= .0100 SEC\n 0 .1 -.2 {last}\n")
            more = "  ground_motion: {direction: [1, 0, 0], amplitude: {file: r.at2, scale: 9.81}}\n"
            return model(HELD, more)

        result = self.run_case(shaken("0.05"))
        self.assertEqual(result.stderr.count("ground motion ends at t = 0.03 with 0.4905"), 1)
        self.assertIn("25 % of its peak", result.stderr)
        self.assertIn("is held there until t = 2", result.stderr)
        self.assertIn("ground motion ends", self.sparkdyn("check", self.case(shaken("0.05"))).stderr)
        self.assertNotIn("ground motion", self.run_case(shaken("0.0")).stderr)
        (self.folder / "r.csv").write_text("t a v\n0 0 0\n0.01 1 2\n")
        self.refused(shaken("0").replace("r.at2", "r.csv"), "r.csv:2: ", "more than two numbers")

    def test_a_beam_along_its_n1(self):
        text = model(HELD).replace("n1: [1, 0, 0]", "n1: [0, 0, 1]")
        self.refused(text, "case.yaml:5: ", "group 'col'", "n1 is parallel")

    def test_an_ordinary_rigid_body_is_no_reason_to_warn(self):
        more = ("  nodes: {hub: [2, 0, 4]}\n"
                "  constraints: [{rigid_body: {nodes: top, reference: hub}}]\n")
        (self.folder / "f.msh").write_text(
            FRAME.replace('3\n1 1 "col"', '4\n0 4 "top"\n1 1 "col"')
            .replace("8\n1 1 2 1 1 1 2", "10\n1 1 2 1 1 1 2")
            .replace("$EndElements", "9 15 2 4 4 3\n10 15 2 4 4 5\n$EndElements"))
        result = self.run_case(model(HELD, more))
        self.assertNotIn("no mass", result.stderr + result.stdout)
        # Method and solver are said once.
        self.assertEqual(result.stdout.count("Lobatto SPARK"), 1)
        split = model(HELD, more) + "method: {splitting: {velocity: C, elastic: D, constraint: C}}\n"
        result = self.sparkdyn("run", self.case(split))
        self.assertEqual(result.stderr.count("have no mass"), 1)

    def test_modes_fit_the_terminal(self):
        result = self.sparkdyn("modes", self.case(model(HELD)), "--output", self.folder / "m")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("mass % rz", result.stdout)
        for line in result.stdout.splitlines():
            if not line.startswith("modes:"):  # a path
                self.assertLessEqual(len(line), 100, line)
            self.assertNotRegex(line, r"e-1[0-9]")

    def test_help_names_the_program(self):
        self.assertIn("Usage: sparkdyn", self.sparkdyn("--help").stdout)
        self.assertIn("Usage: sparkdyn run", self.sparkdyn("run", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
