# SPDX-License-Identifier: BSD-3-Clause
"""Plane stress, plane strain and axisymmetric elements, from cases and decks: NAFEMS LE1 and FV32,
Lame's cylinder, loads on edges, what is refused; the same meshes in CalculiX where it is there."""

import csv
import sys
import unittest

import h5py
import numpy as np

from calculix_tools import CCX, Sheet, node_set, printed_displacements, run_ccx
from cli import CliTest

MATERIAL = """*MATERIAL, NAME=STEEL
*ELASTIC
{E}, {nu}
*DENSITY
{density}
"""
KINDS = ("3", "4", "4R", "6", "8", "8R")


def material(E=210e3, nu=0.3, density=7.8e-9):
    return MATERIAL.format(E=E, nu=nu, density=density)


class Plane(CliTest):
    def deck(self, text, name="deck"):
        path = self.folder / f"{name}.inp"
        path.write_text(text)
        return path

    def solved(self, text, name="deck"):
        """Node to displacement at the end, of a deck with one *STATIC step."""
        result = self.sparkdyn("run", self.deck(text, name), "--output", self.folder / name)
        self.assertEqual(result.returncode, 0, result.stderr)
        with h5py.File(self.folder / name / "results.h5") as file:
            moved = {}
            for (node, component), value in zip(file["dofs"][...].tolist(), file["q"][-1]):
                moved.setdefault(node, np.zeros(6))[component - 1] = value
        return moved

    def check(self, what, actual, expected, bar):
        print(f"{what}: {actual:.5g}, reference {expected:.5g}, {100 * (actual / expected - 1):+.3f} %",
              flush=True)
        self.assertLessEqual(abs(actual / expected - 1), bar, what)


def ellipses(a, b):
    """NAFEMS LE1: from the ellipse of 2 x 1 to that of 3.25 x 2.75 with a, from y = 0 with b."""
    angle = np.pi / 2 * b
    inner = np.array([2 * np.cos(angle), np.sin(angle)])
    outer = np.array([3.25 * np.cos(angle), 2.75 * np.sin(angle)])
    return (*(inner + a * (outer - inner)), 0.0)


class Standards(Plane):
    def le1(self, kind, n, m):
        """The stress along the inner edge at D, of the shape functions of its last edge."""
        sheet = Sheet(kind, n, m, ellipses)
        text = (sheet.text() + material() + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n0.1\n"
                + node_set("BOTTOM", sheet.where(b=0)) + node_set("LEFT", sheet.where(b=1))
                + "*BOUNDARY\nBOTTOM, 2\nLEFT, 1\n*STEP\n*STATIC\n*DLOAD\n"
                + "".join(f"{e}, P{s}, -10.\n" for e, s in sheet.edges(a=1)) + "*END STEP\n")
        moved = self.solved(text)
        place = lambda k: sheet.numbers[0, k]
        places = [place(k) for k in ((0, 1, 2) if sheet.quadratic else (0, 2))]
        y = np.array([sheet.points[k - 1][1] for k in places])
        u = np.array([moved[k][1] for k in places])
        slope = [-3, 4, -1] if sheet.quadratic else [-1, 1]
        return 210e3 * np.dot(slope, u) / np.dot(slope, y)

    def test_le1(self):
        for kind, n, m, bar in (("CPS8", 3, 4, 0.09), ("CPS8", 6, 8, 0.02), ("CPS8", 12, 16, 0.005),
                                ("CPS8R", 12, 16, 0.005), ("CPS6", 12, 16, 0.005), ("CPS4I", 24, 48, 0.005),
                                ("CPS4", 24, 48, 0.01)):
            self.check(f"LE1 {kind} {n} x {m}", self.le1(kind, n, m), 92.7, bar)

    def test_fv32(self):
        reference = (44.623, 130.03, 162.70, 246.05, 379.90, 391.44)
        for kind, n, m, bar in (("CPS8", 8, 4, 0.01), ("CPS8", 16, 8, 0.005), ("CPS8R", 8, 4, 0.01), ("CPS4I", 16, 8, 0.035)):
            sheet = Sheet(kind, n, m, lambda a, b: (10 * a, (b - 0.5) * (5 - 4 * a), 0.0))
            text = (sheet.text() + material(200e9, 0.3, 8000)
                    + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n0.05\n" + node_set("ROOT", sheet.where(a=0))
                    + "*BOUNDARY\nROOT, 1, 2\n*STEP\n*FREQUENCY\n6\n*END STEP\n")
            result = self.sparkdyn("modes", self.deck(text), "--count", 6, "--output", self.folder / "modes")
            self.assertEqual(result.returncode, 0, result.stderr)
            with open(self.folder / "modes" / "modes.csv") as file:
                found = [float(row["frequency"]) for row in csv.DictReader(file)]
            for k, (f, expected) in enumerate(zip(found, reference)):
                self.check(f"FV32 {kind} {n} x {m}, mode {k + 1}", f, expected, bar)

    def test_cylinder_in_its_plane_and_about_its_axis(self):
        """Lame: radii 1 and 2, pressure 1 inside, no strain along the axis."""
        E, nu = 1.0, 0.3
        exact = (1 + nu) / E / 3 * (1 - 2 * nu + 4)
        for kind, bar in (("8", 1e-4), ("8R", 1e-4), ("6", 2e-4), ("4I", 2e-3), ("4", 4e-3), ("4R", 4e-3)):
            sheet = Sheet("CAX" + kind, 10, 1, lambda a, b: (1 + a, 0.1 * b, 0.0))
            text = (sheet.text() + material(E, nu) + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n"
                    + "*BOUNDARY\nNALL, 2\n*STEP\n*STATIC\n*DLOAD\n"
                    + "".join(f"{e}, P{s}, 1.\n" for e, s in sheet.edges(a=0)) + "*END STEP\n")
            self.check(f"cylinder CAX{kind}, 10 rings", self.solved(text)[sheet.numbers[0, 0]][0], exact, bar)
            ring = Sheet("CPE" + kind, 10, 16, lambda a, b: (
                (1 + a) * np.cos(np.pi / 2 * b), (1 + a) * np.sin(np.pi / 2 * b), 0.0))
            text = (ring.text() + material(E, nu) + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n"
                    + node_set("X", ring.where(b=0)) + node_set("Y", ring.where(b=1))
                    + "*BOUNDARY\nX, 2\nY, 1\n*STEP\n*STATIC\n*DLOAD\n"
                    + "".join(f"{e}, P{s}, 1.\n" for e, s in ring.edges(a=0)) + "*END STEP\n")
            self.check(f"cylinder CPE{kind}, 10 x 16", self.solved(text)[ring.numbers[0, 0]][0], exact, 3 * bar)


GMSH = """$MeshFormat
2.2 0 8
$EndMeshFormat
$PhysicalNames
3
1 1 "left"
1 2 "right"
2 3 "sheet"
$EndPhysicalNames
$Nodes
6
1 {r} 0 0
2 {R} 0 0
3 {R} 1 0
4 {r} 1 0
5 {m} 0 0
6 {m} 1 0
$EndNodes
$Elements
4
1 1 2 1 1 4 1
2 1 2 2 2 2 3
3 3 2 3 3 1 5 6 4
4 3 2 3 3 5 2 3 6
$EndElements
"""

CASE = """model:
  mesh: sheet.msh
  materials: {{steel: {{E: 100, nu: 0.25, density: 3}}}}
  elements: [{{group: sheet, material: steel, {how}}}]
  supports: [{{group: left, fix: [{fix}]}}, {{point: [{r}, 0, 0], fix: all}}]
  loads: [{load}]
time: {{end: 1, step: 1}}
"""


class Cases(Plane):
    def case(self, how, load, fix="x", r=0, R=2):
        (self.folder / "sheet.msh").write_text(GMSH.format(r=r, R=R, m=(r + R) / 2))
        path = self.folder / "case.yaml"
        path.write_text(CASE.format(how=how, load=load, fix=fix, r=r))
        return path

    def end(self, *arguments, **more):
        result = self.sparkdyn("static", self.case(*arguments, **more), "--output", self.folder / "out")
        self.assertEqual(result.returncode, 0, result.stderr)
        with h5py.File(self.folder / "out" / "results.h5") as file:
            dofs = file["dofs"][...].tolist()
            return {tuple(d): q for d, q in zip(dofs, file["q"][-1])}

    def test_pulled_strip(self):
        pull = "{surface: right, traction: [5, 0, 0]}"
        for how, modulus in (("plane_stress: 0.1", 100), ("plane_strain: true", 100 / (1 - 0.0625)),
                             ("plane_strain: 0.3, type: plane4-full", 100 / (1 - 0.0625)),
                             ("plane_stress: 2, type: plane4-reduced", 100)):
            q = self.end(how, pull)
            self.assertAlmostEqual(q[2, 1] / (5 * 2 / modulus), 1, delta=1e-9)

    def test_pressed_disc(self):
        """A disc under pressure at its rim: u = -(1 - nu) p r / E of plane stress, as nothing holds y."""
        q = self.end("axisymmetric: true", "{surface: right, pressure: 5}", fix="y", r=0)
        # The left line is held in y only; the axis holds x by itself.
        self.assertLess(abs(q[2, 1] + (1 - 0.25) * 5 * 2 / 100) / 0.075, 0.2)

    def test_pulled_along_the_axis(self):
        """A ring of 1 and 3, stress 5 along y: u_x = -nu 5/E x."""
        text = self.case("axisymmetric: true", "{gravity: [0, -2, 0]}", fix="y", r=1, R=3)
        result = self.sparkdyn("static", text, "--output", self.folder / "out")
        self.assertEqual(result.returncode, 0, result.stderr)
        with h5py.File(self.folder / "out" / "results.h5") as file:
            reaction = file["VTKHDF/PointData/reaction"][-1 * 6:].reshape(-1, 3)
        self.assertAlmostEqual(reaction[:, 1].sum() / (3 * 2 * np.pi * 8), 1, delta=1e-9)

    def test_refused(self):
        pull = "{surface: right, traction: [5, 0, 0]}"
        for how, load, why in (
                ("plane_stress: 0.1, axisymmetric: true", pull, "plane_stress"),
                ("plane_stress: 0", pull, "thickness must be positive"),
                ("type: plane4", pull, "plane4 elements need"),
                ("type: shell4, plane_stress: 1, thickness: 1", pull, "has no meaning for plane elements"),
                ("type: shell4, plane_stress: 1", pull, "are not plane"),
                ("plane_stress: 1", "{surface: right, traction: [0, 0, 1]}", "does not move along 'z'"),
                ("plane_stress: 1", "{gravity: [0, 0, 1]}", "does not move along 'z'"),
                ("axisymmetric: true", "{gravity: [1, 0, 0]}", "along y only"),
                ("thickness: 0.1", pull, "a surface load cannot act on a 2-node line")):
            with self.subTest(how=how, load=load):
                result = self.sparkdyn("static", self.case(how, load), "--output", self.folder / "out")
                self.assert_fails(result, 2, why)
        path = self.case("axisymmetric: true", pull, r=-1, R=2)
        self.assert_fails(self.sparkdyn("static", path, "--output", self.folder / "out"), 2, "negative x")
        sheet = Sheet("CPS4", 1, 1, lambda a, b: (b, a, 0.0))
        text = (sheet.text() + material() + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n"
                "*BOUNDARY\n1, 1, 2\n2, 1\n*STEP\n*STATIC\n*CLOAD\n3, 1, 1.\n*END STEP\n")
        result = self.sparkdyn("run", self.deck(text), "--output", self.folder / "out")
        self.assert_fails(result, 2, "counterclockwise")

    def test_beside_others(self):
        """A truss in the plane is welcome, a shell is not."""
        sheet = Sheet("CPS4", 1, 1, lambda a, b: (a, b, 0.0))
        nodes, cells = sheet.text().split("*ELEMENT")
        for kind, section, refused in (
                ("T3D2, ELSET=BAR\n9, 2, 9\n", "*SOLID SECTION, ELSET=BAR, MATERIAL=STEEL\n1.\n", ""),
                ("S3, ELSET=BAR\n9, 2, 9, 3\n", "*SHELL SECTION, ELSET=BAR, MATERIAL=STEEL\n1.\n",
                 "cannot be in one model")):
            text = (nodes + "9, 2., 0., 0.\n*ELEMENT" + cells + f"*ELEMENT, TYPE={kind}" + material() + section
                    + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n1.\n"
                    "*BOUNDARY\n1, 1, 3\n4, 1\n9, 2\n*STEP\n*STATIC\n*CLOAD\n9, 1, 1.\n*END STEP\n")
            result = self.sparkdyn("run", self.deck(text), "--output", self.folder / "out")
            if refused:
                self.assert_fails(result, 2, refused)
            else:
                self.assertEqual(result.returncode, 0, result.stderr)


@unittest.skipUnless(CCX, "needs the package calculix-ccx")
class BesideCalculiX(Plane):
    """A bent, curved strip of distorted elements, 4 x 2: the largest difference of displacements
    relative to the largest."""

    # Plane strain: the same elements. CalculiX makes bricks of the others, whose u_z is linear in each
    # node, and of axisymmetric ones a wedge of 2 degrees.
    BARS = {"CPE3": 1e-6, "CPE4": 1e-6, "CPE4R": 0.01, "CPE6": 1e-6, "CPE8": 1e-6, "CPE8R": 1e-6,
            "CPS3": 0.05, "CPS4": 0.012, "CPS4R": 0.01, "CPS6": 0.006, "CPS8": 0.006, "CPS8R": 0.006,
            "CAX3": 0.01, "CAX4": 0.002, "CAX4R": 0.2, "CAX6": 1e-4, "CAX8": 1e-4, "CAX8R": 1e-4}

    def difference(self, kind):
        radius = 3.0 if kind.startswith("CAX") else 0.0

        def place(a, b):
            x, y = 4 * a, 1.5 * b + 0.2 * np.sin(2 * np.pi * a) * (1 - b)
            return (radius + x, y + 0.05 * x * x, 0.0)
        sheet = Sheet(kind, 4, 2, place)
        text = (sheet.text() + material() + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n"
                + ("" if radius else "0.5\n") + node_set("ROOT", sheet.where(a=0))
                + "*BOUNDARY\nROOT, 1, 2\n*STEP\n*STATIC\n*DLOAD\n"
                + "".join(f"{e}, P{s}, 3.\n" for e, s in sheet.edges(b=1))
                + f"*CLOAD\n{sheet.where(1, 1)[0]}, 1, 2.\n"
                + "*NODE PRINT, NSET=NALL\nU\n*END STEP\n")
        ours = self.solved(text, f"ours-{kind}")
        _, theirs = printed_displacements(run_ccx(self.folder, text))
        self.assertGreaterEqual(len(ours), len(sheet.points))
        size = max(abs(u[-1]).max() for u in theirs.values())
        return max(np.abs(ours[node][:2] - theirs[node][-1][:2]).max() for node in ours) / size

    def test_each(self):
        for state in ("CPE", "CPS", "CAX"):
            for kind in KINDS:
                with self.subTest(kind=state + kind):
                    found = self.difference(state + kind)
                    print(f"{state + kind}: from CalculiX {found:.2e}", flush=True)
                    self.assertLessEqual(found, self.BARS[state + kind])


if __name__ == "__main__":
    unittest.main()
