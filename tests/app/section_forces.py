# SPDX-License-Identifier: BSD-3-Clause
"""Section forces and fibre stresses of beams and trusses against closed forms and against reactions in motion; sums,
differences and scales of probes; what is refused."""

import unittest

import h5py
import numpy as np

from cli import CliTest
from flexible import lines, mesh

FORCES = ("N", "V1", "V2", "T", "M1", "M2")
RECTANGLE = "section: {rectangle: [0.2, 0.4], n1: [0, 1, 0]}"  # n1 = y, n2 = z along x: M1 bends in z


def probe(element, component, end, quantity="section_force", name=None):
    name = name or f"{component}{element}{end[0]}"
    return f"{{name: {name}, element: {element}, quantity: {quantity}, component: {component}, end: {end}}}"


class SectionForces(CliTest):
    def model(self, nodes, cells, section, rest, probes, more="", material="E: 2e11, nu: 0.3, density: 8000",
              kind="beam2", output=""):
        (self.folder / "frame.msh").write_text(mesh(nodes, {"all": (1, 1, cells)}))
        return f"""
model:
  mesh: frame.msh
  materials: {{m: {{{material}}}}}
  elements: [{{group: all, type: {kind}, material: m, {section}}}]
{rest}
{more}output: {{section_forces: true, {output}probes: [{', '.join(probes)}]}}
"""

    def static(self, text, ranks=1, out="out"):
        result = self.sparkdyn("static", self.case(text), "--output", self.folder / out, ranks=ranks)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        return {name: column[-1] for name, column in self.history(out).items()}

    def field(self, name, out="out", site="CellData"):
        """Of the last state, a row for each point or cell."""
        with h5py.File(self.folder / out / "results.h5") as file:
            data = file[f"VTKHDF/{site}/{name}"]
            states = len(file["VTKHDF/Steps/Values"])
            rows = len(file["VTKHDF/Types" if site == "CellData" else "VTKHDF/Points"])
            return data[(states - 1) * rows:states * rows]

    def test_cantilever(self):
        """Force and moment at the tip: N, V constant, M grows towards the wall; the stress of the corners is N/A +- M/W.
        The same on two ranks."""
        nodes = [(0.5 * i, 0, 0) for i in range(5)]
        rest = ("  supports: [{node: 1, fix: all}]\n"
                "  loads: [{node: 5, force: [700, 300, -500]}, {node: 5, moment: [40, 0, 0]}]")
        text = self.model(nodes, lines(4), RECTANGLE, rest, [probe(1, c, "start") for c in FORCES]
                          + [probe(1, c, "start", "fibre_stress") for c in ("min", "max")])
        found = self.static(text)
        # A force along -z on the end bends about +y: z shrinks... M1 = F_z (L - x), M2 = -F_y (L - x).
        L = 2.0
        expected = {"N": 700, "V1": 300, "V2": -500, "T": 40, "M1": 500 * L, "M2": 300 * L}
        for name, value in expected.items():
            self.assert_relative(found[f"{name}1s"], value, 1e-9)
        bending = 500 * L / (0.2 * 0.4**2 / 6) + 300 * L / (0.4 * 0.2**2 / 6)
        self.assert_relative(found["max1s"], 700 / 0.08 + bending, 1e-9)
        self.assert_relative(found["min1s"], 700 / 0.08 - bending, 1e-9)
        rows = self.field("section_forces")
        for element, row in enumerate(rows):
            for end, x in ((0, 0.5 * element), (1, 0.5 * element + 0.5)):
                np.testing.assert_allclose(row[6 * end:6 * end + 6],
                                           [700, 300, -500, 40, 500 * (L - x), 300 * (L - x)], atol=1e-6)
        self.static(text, ranks=2, out="two")
        np.testing.assert_allclose(self.field("section_forces", "two"), rows, atol=1e-7)

    def test_offset_and_round(self):
        """The same forces at the centroid when the nodes lie beside it, as a load at the nodes turns it; a circle's
        largest stress lies in the direction of the moment."""
        nodes = [(0, 0, 0), (1, 0, 0)]
        rest = "  supports: [{node: 1, fix: all}]\n  loads: [{node: 2, force: [1000, 0, 0]}]"
        section = "section: {area: 0.01, I11: 1e-5, I22: 2e-5, J: 1e-5, n1: [0, 1, 0], offset1: 0.03, offset2: -0.05}"
        found = self.static(self.model(nodes, lines(1), section, rest, [probe(1, c, "end") for c in FORCES]))
        # The nodes are at (-0.03, 0.05) as the centroid sees them: moment (0, 0.05 F, 0.03 F) of F along x there.
        for name, value in {"N": 1000, "M1": 50, "M2": 30}.items():
            self.assert_relative(found[f"{name}1e"], value, 1e-9)
        rest = "  supports: [{node: 1, fix: all}]\n  loads: [{node: 2, force: [0, 300, 400]}]"
        found = self.static(self.model(nodes, lines(1), "section: {circle: 0.1, n1: [0, 1, 0]}", rest,
                                       [probe(1, "max", "start", "fibre_stress")]), out="round")
        self.assert_relative(found["max1s"], 500 / (np.pi * 0.1**3 / 4), 1e-9)

    def test_fixed_at_both_ends(self):
        """A line load: w L^2/12 at the ends, w L^2/24 in the middle, w L/2, whatever the number of elements."""
        w, L = 1200.0, 3.0
        for count in (2, 6):
            nodes = [(L * i / count, 0, 0) for i in range(count + 1)]
            rest = (f"  supports: [{{node: 1, fix: all}}, {{node: {count + 1}, fix: all}}]\n"
                    f"  loads: [{{group: all, line_force: [0, 0, {-w}]}}]")
            found = self.static(self.model(
                nodes, lines(count), RECTANGLE, rest,
                [probe(1, "M1", "start"), probe(1, "V2", "start"), probe(count // 2, "M1", "end"),
                 probe(count, "M1", "end"), probe(count, "V2", "end")]), out=f"n{count}")
            # Upwards is +z; sagging stretches the lower side and is negative about +y here.
            self.assert_relative(found["M11s"], w * L * L / 12, 1e-9)
            self.assert_relative(found[f"M1{count // 2}e"], -w * L * L / 24, 1e-9)
            self.assert_relative(found[f"M1{count}e"], w * L * L / 12, 1e-9)
            self.assert_relative(found["V21s"], -w * L / 2, 1e-9)
            self.assert_relative(found[f"V2{count}e"], w * L / 2, 1e-9)

    def test_portal_frame(self):
        """Fixed columns, a force H at the top: H h/2 (3k + 1)/(6k + 1) at the foot, H h/2 3k/(6k + 1) at the corner,
        k = I_beam h/(I_column L), where nothing stretches or shears. Base shear and drift by sum and minus."""
        H, h, L = 1000.0, 4.0, 6.0
        nodes = [(0, 0, 0), (0, 0, h), (L, 0, h), (L, 0, 0)]
        section = "section: {area: 1e4, I11: 1e-5, I22: 1e-5, J: 1e-5, n1: [0, 1, 0]}"
        rest = ("  supports: [{node: 1, fix: all}, {node: 4, fix: all}]\n"
                "  loads: [{node: 2, force: [1000, 0, 0]}]")
        found = self.static(self.model(
            nodes, lines(3), section, rest,
            [probe(1, "M1", "start"), probe(1, "M1", "end"), probe(3, "M1", "end"),
             "{name: base shear, group: all, component: x, quantity: reaction, sum: true}",
             "{name: top, node: 2, component: x}",
             f"{{name: drift, node: 2, minus: 1, component: x, scale: {1 / h}}}",
             "{name: stretch, node: 3, minus: 2, component: x}"]))
        k = h / L
        foot, corner = H * h / 2 * (3 * k + 1) / (6 * k + 1), H * h / 2 * 3 * k / (6 * k + 1)
        self.assert_relative(abs(found["M11s"]), foot, 1e-6)
        self.assert_relative(abs(found["M11e"]), corner, 1e-6)
        self.assert_relative(abs(found["M13e"]), foot, 1e-6)
        self.assertLess(found["M11s"] * found["M11e"], 0)
        self.assert_relative(found["base shear"], -H, 1e-9)
        self.assert_relative(found["drift"], found["top"] / h, 1e-12)
        self.assertLess(abs(found["stretch"]), 1e-6 * found["top"])

    def test_motion(self):
        """In motion, with damping, a mass and gravity, a clamped end's section forces are the reactions at every
        step; those of neighbours differ by what acts between them. Curved beams of three nodes too."""
        arc = np.linspace(0, np.pi / 3, 9)
        nodes = [(2 * np.sin(a), 2 - 2 * np.cos(a), 0.3 * a) for a in arc]
        for kind, code, cells in (("beam2", 1, lines(8)), ("beam3", 8, [(2 * i + 1, 2 * i + 3, 2 * i + 2) for i in range(4)])):
            (self.folder / "arc.msh").write_text(mesh(nodes, {"all": (1, code, cells)}))
            probes = [probe(1, c, "start") for c in FORCES] + [
                f"{{name: {q}{c}, node: 1, component: {c}, quantity: reaction}}" for q in "R" for c in ("x", "y", "z", "rx", "ry", "rz")]
            self.run_case(f"""
model:
  mesh: arc.msh
  materials: {{m: {{E: 2e11, nu: 0.3, density: 8000, rayleigh: {{alpha: 3, beta: 1e-4}}}}}}
  elements: [{{group: all, type: {kind}, material: m, section: {{rectangle: [0.05, 0.1], n1: [0, 0, 1]}}}}]
  damping: {{alpha: 1, beta: 1e-4}}
  supports: [{{node: 1, fix: all}}]
  masses: [{{node: 9, mass: 20}}]
  loads:
    - {{gravity: [0, 0, -9.81]}}
    - {{group: all, line_force: [0, 300, 100], amplitude: {{sine: {{frequency: 7}}}}}}
    - {{node: 9, force: [0, 2000, 900], amplitude: {{expression: "sin(80*t)"}}}}
time: {{end: 0.02, step: 5e-4}}
output: {{directory: out, probes: [{', '.join(probes)}]}}
""", out=kind)
            h = self.history(kind)
            local = np.array([h[f"{c}1s"] for c in FORCES])
            reaction = np.array([h[f"R{c}"] for c in ("x", "y", "z", "rx", "ry", "rz")])
            for first in (0, 3):  # the same vectors in other axes
                of, by = local[first:first + 3], reaction[first:first + 3]
                self.assertGreater(np.abs(by).max(), 1)
                np.testing.assert_allclose(np.linalg.norm(of, axis=0), np.linalg.norm(by, axis=0),
                                           atol=1e-8 * np.abs(by).max())

    def test_trusses(self):
        """Two bars under a force: N by statics; nothing else."""
        nodes = [(-3, 0, 0), (0, 0, -4), (3, 0, 0)]
        rest = ("  supports: [{node: 1, fix: translations}, {node: 3, fix: translations}, {node: 2, fix: y}]\n"
                "  loads: [{node: 2, force: [0, 0, -800]}]")
        found = self.static(self.model(nodes, lines(2), "area: 0.01", rest,
                                       [probe(1, c, "end") for c in FORCES], kind="truss2"))
        self.assert_relative(found["N1e"], 500, 1e-9)
        self.assertEqual([found[f"{c}1e"] for c in FORCES[1:]], [0] * 5)
        np.testing.assert_allclose(self.field("fibre_stress"), 500 / 0.01, rtol=1e-9)

    def test_resolved_case_is_the_same(self):
        nodes = [(0, 0, 0), (1, 0, 0)]
        rest = "  supports: [{node: 1, fix: all}]\n  loads: [{node: 2, force: [0, 0, 1]}]"
        self.static(self.model(nodes, lines(1), RECTANGLE, rest, [
            probe(1, "M1", "end"), "{group: all, quantity: fibre_stress, component: max, end: start, sum: true, scale: 2}",
            "{node: 2, minus: [0, 0, 0], component: x}"], more="time: {end: 1, step: 1}\n"))
        again = self.sparkdyn("static", self.folder / "out/case.yaml", "--output", self.folder / "again")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual((self.folder / "out/history.csv").read_bytes(), (self.folder / "again/history.csv").read_bytes())

    def test_refused(self):
        nodes = [(0, 0, 0), (1, 0, 0)]
        rest = "  supports: [{node: 1, fix: all}]\n  loads: [{node: 2, force: [0, 0, 1]}]"
        for given, words in [
                ("{element: 1, quantity: section_force, component: N}", ["at which end"]),
                ("{element: 1, quantity: section_force, component: xx, end: end}", ["N, V1, V2"]),
                ("{node: 1, quantity: section_force, component: N, end: end}", ["one of elements"]),
                ("{element: 1, component: x}", ["one of nodes"]),
                ("{element: 1, quantity: von_mises, component: xx}", ["no component"]),
                ("{node: 1}", ["which component"]),
                ("{node: 1, component: x, end: start}", ["'end' belongs to"]),
                ("{element: 77, quantity: section_force, component: N, end: end}", ["no element 77"]),
                ("{element: 1, quantity: shell_force, component: Q1}", ["no element of this model"]),
                ("{node: 1, quantity: nodal_von_mises}", ["no element of this model"]),
                ("{node: 1, minus: all, component: x}", ["must name one node"])]:
            with self.subTest(given):
                case = self.case(self.model(nodes, lines(1), RECTANGLE, rest, [given]))
                result = self.sparkdyn("static", case, "--output", self.folder / "no")
                self.assert_fails(result, 2, *words)


if __name__ == "__main__":
    unittest.main()
