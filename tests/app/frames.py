# SPDX-License-Identifier: BSD-3-Clause
"""Beams with released ends, L, T and U sections and line loads, bushings and masses at an arm, from cases."""

import csv
import unittest

import h5py
import numpy as np

from cli import CliTest

MESH = """$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
1
1 1 "bar"
$EndPhysicalNames
$Nodes
2
1 0 0 0
2 2 0 0
$EndNodes
$Elements
1
1 1 2 1 1 1 2
$EndElements
"""
CASE = """model:
  mesh: bar.msh
  materials: {{steel: {{E: 210e9, nu: 0.3, density: 7850}}}}
  elements: [{{group: bar, material: steel, section: {{{section}, n1: [0, 1, 0]}}{more}}}]
{rest}
time: {{end: 1, step: 1}}
"""
PLAIN = "area: 0.01, I11: 1e-5, I22: 2e-5, J: 1e-6"
E, G, I11, J = 210e9, 210e9 / 2.6, 1e-5, 1e-6
CLAMP = "  supports: [{node: 1, fix: all}]\n"


class Frames(CliTest):
    def case(self, rest, section=PLAIN, more=""):
        (self.folder / "bar.msh").write_text(MESH)
        path = self.folder / "case.yaml"
        path.write_text(CASE.format(section=section, more=more, rest=rest))
        return path

    def moved(self, *arguments, **more):
        result = self.sparkdyn("static", self.case(*arguments, **more), "--output", self.folder / "out")
        self.assertEqual(result.returncode, 0, result.stderr)
        with h5py.File(self.folder / "out" / "results.h5") as file:
            return {tuple(d): q for d, q in zip(file["dofs"][...].tolist(), file["q"][-1])}

    def test_line_load_of_one_element(self):
        load = "  loads: [{group: bar, line_force: [0, 0, -1e3]}]\n"
        tip = self.moved(CLAMP + load)
        self.assertAlmostEqual(tip[2, 3] / (-1e3 * 2**4 / (8 * E * I11)), 1, delta=1e-9)
        propped = self.moved("  supports: [{node: 1, fix: all}, {node: 2, fix: z}]\n" + load)
        self.assertAlmostEqual(propped[2, 5] / (-1e3 * 2**3 / (48 * E * I11)), 1, delta=1e-9)

    def test_released_end(self):
        """A bar clamped at both ends, pinned about n1 at the second: 3EI/L3 against a force there."""
        rest = ("  supports: [{node: 1, fix: all}, {node: 2, fix: [x, y, rx, ry, rz]}]\n"
                "  loads: [{node: 2, force: [0, 0, 1e3]}]\n")
        q = self.moved(rest, more=", release_end: [rn1]")
        self.assertAlmostEqual(q[2, 3] / (1e3 * 8 / (3 * E * I11)), 1, delta=1e-9)
        q = self.moved(rest)
        self.assertAlmostEqual(q[2, 3] / (1e3 * 8 / (12 * E * I11)), 1, delta=1e-9)
        for more, why in ((", release_end: [rt], release_start: [rt]", "leave a part of it loose"),
                          (", release_end: [rx]", "release_end")):
            result = self.sparkdyn("static", self.case(rest, more=more), "--output", self.folder / "no")
            self.assert_fails(result, 2, why)

    def test_channel_twists_about_its_shear_centre(self):
        load = "  loads: [{node: 2, force: [0, 0, 1e3]}]\n"
        q = self.moved(CLAMP + load, section="u: [0.2, 0.08, 0.011, 0.0085]")
        # Along the walls' middle lines e = 3b2 tf/(6 b tf + h tw) behind the web.
        b, h, tf, tw = 0.08 - 0.00425, 0.189, 0.011, 0.0085
        area = 2 * 0.08 * tf + 0.178 * tw
        arm = 3 * b * b * tf / (6 * b * tf + h * tw) + (2 * 0.08 * tf * 0.04 + 0.178 * tw * tw / 2) / area - tw / 2
        torsion = (2 * 0.08 * tf**3 + 0.178 * tw**3) / 3
        self.assertAlmostEqual(q[2, 4] / (1e3 * arm * 2 / (G * torsion)), 1, delta=1e-9)
        straight = self.moved(CLAMP + load, section="u: [0.2, 0.08, 0.011, 0.0085], shear_centre1: 0")
        self.assertLess(abs(straight[2, 4]), 1e-12)

    def test_bushing(self):
        """A bar on a bushing: its own deflection, and that of the bushing."""
        rest = ("  bushings: [{ground: 1, stiffness: [1e8, 1e8, 1e7, 1e6, 5e5, 1e6]}]\n"
                "  loads: [{node: 2, force: [0, 0, 1e3]}]\n")
        q = self.moved(rest)
        self.assertAlmostEqual(q[2, 3] / (1e3 * 8 / (3 * E * I11) + 1e3 / 1e7 + 1e3 * 4 / 5e5), 1, delta=1e-9)
        # Turned by a quarter about y, its third axis is x and its first -z.
        turned = self.moved(rest.replace("ground: 1,", "ground: 1, axes: [[0, 0, -1], [0, 1, 0]],"))
        self.assertAlmostEqual(turned[2, 3] / (1e3 * 8 / (3 * E * I11) + 1e3 / 1e8 + 1e3 * 4 / 5e5), 1, delta=1e-9)
        for stiffness, why in (("[1, 1, 1]", "six numbers"), ("[-1, 1, 1, 1, 1, 1]", "negative number")):
            text = f"  bushings: [{{ground: 1, stiffness: {stiffness}}}]\n"
            result = self.sparkdyn("static", self.case(text), "--output", self.folder / "no")
            self.assert_fails(result, 2, why)

    def test_mass_at_an_arm(self):
        """A light bar clamped at one end with 500 kg hanging 0.5 m below its tip: two motions in its plane."""
        rest = CLAMP + "  masses: [{node: 2, mass: 500, offset: [0, 0, -0.5]}]\n"
        path = self.case(rest)
        path.write_text(path.read_text().replace("7850", "1e-6"))
        result = self.sparkdyn("modes", path, "--count", 2, "--output", self.folder / "modes")
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.folder / "modes" / "modes.csv") as file:
            found = sorted(float(row["frequency"]) for row in csv.DictReader(file))
        # Flexibility of the tip against force along x, y, z and moments, seen from the mass.
        L, EI = 2.0, E * I11
        F = np.zeros((6, 6))
        F[0, 0] = L / (E * 0.01)
        F[2, 2], F[4, 4] = L**3 / (3 * EI), L / EI
        F[2, 4] = F[4, 2] = -L**2 / (2 * EI)
        F[1, 1], F[5, 5] = L**3 / (6 * EI), L / (2 * EI)
        F[1, 5] = F[5, 1] = L**2 / (4 * EI)
        F[3, 3] = L / (G * J)
        r = np.array([0, 0, -0.5])
        arm = np.hstack([np.eye(3), -np.array([[0, -r[2], r[1]], [r[2], 0, -r[0]], [-r[1], r[0], 0]])])
        flexibility = arm @ F @ arm.T
        expected = sorted(np.sqrt(1 / (500 * np.linalg.eigvalsh(flexibility))) / (2 * np.pi))
        for f, exact in zip(found, expected):
            self.assertAlmostEqual(f / exact, 1, delta=1e-6)


if __name__ == "__main__":
    unittest.main()
