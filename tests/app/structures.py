# SPDX-License-Identifier: BSD-3-Clause
"""Structures from meshes and decks as a user runs them: ranks, equilibrium, load cases, steps,
results that VTK's layout asks for, and wrong input."""

import json
import shutil
import unittest

import h5py
import numpy as np
from cli import ROOT, CliTest

BEAM = """title: beam
model:
  mesh: beam_hex8.msh
  materials:
    steel: {E: 210e9, nu: 0.3, density: 7850}
  elements:
    - {group: beam, material: steel}
  supports:
    - {group: root, fix: all}
  loads:
    - {surface: tip, traction: [0, 0, -1e5]}
method: {stages: 3, rho_infinity: 0.8}
time: {end: 0.004, step: 0.0005}
output: {directory: out, probes: [{name: tip, point: [1, 0.05, 0.05], component: z}]}
"""

BLOCKS = """
model:
  mesh: blocks.msh
  materials:
    steel: {E: 210e9, nu: 0.3, density: 7850, rayleigh: {alpha: 5, beta: 1e-6}}
    wood: {E: 10e9, nu: 0.2, density: 700}
  nodes: {hub: [0.2, 0.2, 0.7], knob: [0.2, 0.2, 0.9]}
  elements:
    - {group: lower, material: steel}
    - {group: upper, material: wood}
  masses:
    - {group: hub, mass: 2, inertia: [0.01, 0.01, 0.02]}
    - {group: knob, mass: 1, inertia: [0.01, 0.01, 0.02]}
  springs:
    - {between: [hub, [0, 0, 0.5]], stiffness: 1e6, damping: 50}
  supports:
    - {group: bottom, fix: all}
    - {group: knob, move: y, value: 1e-4, amplitude: {expression: "1-cos(900*t)"}}
  constraints:
    - {tie: {slave: upper_bottom, master: lower_top}}
    - {name: head, rigid_body: {nodes: top, reference: hub}}
    - {joint: {type: hinge, nodes: [hub, knob], axis: [1, 0, 0]}}
    - equation:
        terms:
          - {point: [0, 0, 0.1], component: y}
          - {point: [0.4, 0, 0.1], component: y, coefficient: -1}
  loads:
    - {gravity: [0, 0, -9.81]}
    - {surface: top, pressure: 1e5, amplitude: {sine: {frequency: 400}}}
  initial: {project: true}
method: {stages: 3, rho_infinity: 0.6}
time: {end: 0.005, step: 0.0005}
output: {every: 5, stress: true}
"""

DECK = """*HEADING
two steps
*NODE, NSET=ALL
1, 0., 0., 0.
2, 1., 0., 0.
3, 1., 1., 0.
4, 0., 1., 0.
5, 0., 0., 1.
6, 1., 0., 1.
7, 1., 1., 1.
8, 0., 1., 1.
*ELEMENT, TYPE=C3D8, ELSET=CUBE
1, 1, 2, 3, 4, 5, 6, 7, 8
*MATERIAL, NAME=STEEL
*ELASTIC
1e6, 0.
*DENSITY
1.
*SOLID SECTION, ELSET=CUBE, MATERIAL=STEEL
*NSET, NSET=TOP
5, 6, 7, 8
*NSET, NSET=BASE
1, 2, 3, 4
*BOUNDARY
BASE, 1, 3
*STEP
*STATIC
*CLOAD
TOP, 3, 250.
*END STEP
*STEP
*DYNAMIC, DIRECT, ALPHA=0.
1e-4, 2e-3
*NODE PRINT, NSET=TOP
U, V
*CLOAD
TOP, 3, 250.
*END STEP
*STEP
*DYNAMIC, DIRECT, ALPHA=0.
1e-4, 2e-3
*CLOAD
TOP, 3, 0.
*END STEP
"""


class StructureTest(CliTest):
    def setUp(self):
        super().setUp()
        for mesh in ("beam_hex8", "blocks", "frame", "plate_quad4", "beam_tet10", "beam_wedge15"):
            shutil.copy(ROOT / "meshes" / f"{mesh}.msh", self.folder)


class Results(StructureTest):
    def test_same_on_1_2_4_ranks(self):
        for name, text in (("beam", BEAM), ("blocks", BLOCKS)):
            reference = None
            for ranks in (1, 2, 4):
                self.run_case(text, ranks=ranks, out=f"{name}{ranks}")
                with h5py.File(self.folder / f"{name}{ranks}" / "results.h5") as file:
                    found = {key: file[key][...] for key in ("q", "v", "lambda") if key in file}
                    data = file["VTKHDF/PointData"]
                    found.update({key: data[key][...] for key in data})
                    cells = file["VTKHDF/CellData"]
                    found.update({key: cells[key][...] for key in cells})
                if reference is None:
                    reference = found
                    continue
                self.assertEqual(set(found), set(reference))
                for key, values in found.items():
                    scale = np.linalg.norm(reference[key])
                    difference = np.linalg.norm(values - reference[key])
                    if scale == 0:
                        self.assertEqual(difference, 0, key)
                        continue
                    print(f"{name} {key}: {ranks} ranks differ by {difference / scale:.1e}")
                    self.assertLess(difference / scale, 1e-9, f"{key} on {ranks} ranks")

    def test_constraints_hold(self):
        self.run_case(BLOCKS)
        summary = json.loads((self.folder / "out" / "summary.json").read_text())
        for level in ("position", "velocity"):
            self.assertLess(summary[f"largest_{level}_violation"], 1e-12)

    def test_numbering(self):
        self.run_case(BEAM)
        with h5py.File(self.folder / "out" / "results.h5") as file:
            q, dofs = file["q"][...], file["dofs"][...]
            node = file["VTKHDF/PointData/node"][...]
            points = file["VTKHDF/Points"][...]
            displacement = file["VTKHDF/PointData/displacement"][...].reshape(len(q), -1, 3)
        self.assertEqual(q.shape[1], 3 * len(points))
        np.testing.assert_array_equal(dofs[:, 0], np.repeat(node, 3))
        np.testing.assert_array_equal(dofs[:, 1], np.tile([1, 2, 3], len(points)))
        np.testing.assert_array_equal(q.reshape(displacement.shape), displacement)
        tip = np.argmin(np.linalg.norm(points - [1, 0.05, 0.05], axis=1))
        self.assertEqual(self.history()["tip"][-1], displacement[-1, tip, 2])
        root = points[:, 0] == 0
        self.assertEqual(np.abs(displacement[:, root]).max(), 0)

    def test_names_of_rows(self):
        self.run_case(BLOCKS)
        with h5py.File(self.folder / "out" / "results.h5") as file:
            rows = [name.decode() for name in file["rows"][...]]
            self.assertEqual(len(rows), file["lambda"].shape[1])
        self.assertEqual(len(set(rows)), len(rows))
        self.assertTrue(any("rigid body 'head'" in row for row in rows))

    def test_equilibrium_gives_no_kick(self):
        self.run_case(BEAM.replace("method:", "  initial: equilibrium\nmethod:"))
        tip = self.history()["tip"]
        self.assertLess(np.abs(tip - tip[0]).max(), 1e-9 * abs(tip[0]))
        # Timoshenko's beam: F L^3 / 3 E I + F L / G A_s, within 2 % at this mesh.
        F, I = 1e5 * 0.01, 0.1**4 / 12
        theory = F / (3 * 210e9 * I) + F / (210e9 / 2.6 * 0.01 * 5 / 6)
        self.assert_relative(-tip[0], theory, 0.02)

    def test_equilibrium_without_factors(self):
        text = BEAM.replace("method:", "  initial: equilibrium\nmethod:")
        self.run_case(text)
        expected = self.history()["tip"][0]
        self.run_case(text + "solver: {strategy: multigrid}\n")
        tip = self.history()["tip"]
        self.assert_relative(tip[0], expected, 1e-8)
        self.assertLess(np.abs(tip - tip[0]).max(), 1e-7 * abs(tip[0]))

    def test_equilibrium_of_a_floating_structure_is_refused(self):
        text = BEAM.replace("  supports:\n    - {group: root, fix: all}\n", "")
        text = text.replace("method:", "  initial: equilibrium\nmethod:")
        for solver in "", "solver: {strategy: multigrid}\n":
            result = self.sparkdyn("run", self.case(text + solver))
            self.assert_fails(result, 1, "no equilibrium", "hold it with supports")
            self.assertFalse((self.folder / "out").exists())

    def test_a_mechanism_that_the_load_does_not_move_is_refused(self):
        shutil.copy(ROOT / "meshes" / "beam_hex20.msh", self.folder)
        text = BEAM.replace("beam_hex8", "beam_hex20").replace(
            "material: steel}", "material: steel, type: hex20-reduced}")
        result = self.sparkdyn("run", self.case(text.replace(
            "method:", "  initial: equilibrium\nmethod:")))
        self.assert_fails(result, 1, "no equilibrium", "singular")

    def test_load_cases_equal_single_runs(self):
        loads = {"down": "[{surface: tip, traction: [0, 0, -1e5]}]",
                 "side": "[{surface: tip, traction: [0, 3e4, 0], amplitude: {sine: {frequency: 90}}},"
                         " {gravity: [0, -9.81, 0]}]"}
        begin, end = BEAM.index("  loads:"), BEAM.index("method:")
        for method in ("{stages: 3, rho_infinity: 0.8}", "{family: generalized-alpha}"):
            text = (BEAM[:begin] + "  load_cases:\n"
                    + "".join(f"    {name}: {value}\n" for name, value in loads.items())
                    + BEAM[end:]).replace("{stages: 3, rho_infinity: 0.8}", method)
            self.run_case(text, out="both")
            for name, value in loads.items():
                single = (BEAM[:begin] + f"  loads: {value}\n" + BEAM[end:]).replace(
                    "{stages: 3, rho_infinity: 0.8}", method)
                self.run_case(single, out=name)
                together, alone = self.results(f"both/{name}")["q"], self.results(name)["q"]
                # Blocks of right-hand sides are rounded otherwise than single ones.
                self.assertLess(np.abs(together - alone).max(), 1e-11 * np.abs(alone).max())

    def test_shells_and_quadratic_solids_run(self):
        plate = """
model:
  mesh: plate_quad4.msh
  materials: {steel: {E: 210e9, nu: 0.3, density: 7850}}
  elements: [{group: plate, material: steel, thickness: 0.01}]
  supports: [{group: left, fix: all}]
  loads: [{surface: plate, pressure: 100}]
time: {end: 0.01, step: 0.001}
output: {stress: true}
"""
        self.run_case(plate)
        with h5py.File(self.folder / "out" / "results.h5") as file:
            self.assertGreater(np.abs(file["VTKHDF/PointData/rotation"][...]).max(), 0)
            self.assertGreater(file["VTKHDF/CellData/von_mises"][...].max(), 0)
        for mesh in ("beam_tet10", "beam_wedge15"):
            self.run_case(BEAM.replace("beam_hex8", mesh), out=mesh)

    @unittest.skipUnless(shutil.which("gmsh"), "gmsh is not installed")
    def test_geometry_is_meshed(self):
        shutil.copy(ROOT / "meshes" / "beam.geo", self.folder)
        self.run_case(BEAM.replace("mesh: beam_hex8.msh", "mesh: {file: beam.geo, size: 0.05}"))
        self.assertTrue((self.folder / "out" / "beam.msh").exists())
        meshed = self.history()["tip"]
        self.run_case(BEAM)
        np.testing.assert_allclose(meshed, self.history()["tip"], rtol=1e-9)

    def test_resolved_case_runs_again(self):
        self.run_case(BLOCKS)
        again = self.folder / "out" / "case.yaml"
        result = self.sparkdyn("run", again, "--output", self.folder / "again")
        self.assertEqual(result.returncode, 0, result.stderr)
        np.testing.assert_array_equal(self.results()["q"], self.results("again")["q"])

    def test_regional_splitting(self):
        text = BLOCKS.replace("rho_infinity: 0.6", "splitting: {elastic@upper: C}")
        self.run_case(text, "--set", "solver.strategy=monolithic")
        self.run_case(text.replace("@upper: C", "@upper: 0"), "--set", "method.family=gauss-lobatto")
        self.run_case(BLOCKS.replace("rho_infinity: 0.6", "splitting: {elastic@upper: 0, elastic: 0.8}"))
        text = BLOCKS.replace("rho_infinity: 0.6", "splitting: {elastic@uper: C}")
        result = self.sparkdyn("run", self.case(text))
        self.assert_fails(result, 2, "uper", "did you mean 'upper'?")


class Decks(StructureTest):
    def test_steps_follow_each_other(self):
        deck = self.folder / "cube.inp"
        deck.write_text(DECK)
        result = self.sparkdyn("run", deck, "--output", self.folder / "out")
        self.assertEqual(result.returncode, 0, result.stderr)
        history = self.history()
        time, u = history["time"], history["displacement[5].z"]
        # One bar of length 1 pulled by 1000 at rest, then the same load: still at rest.
        static = 1000 / 1e6
        first = time <= 1 + 2e-3 + 1e-9
        np.testing.assert_allclose(u[first], static, rtol=1e-9)
        # The load gone: a linear element with consistent mass 1/3 swings as cos(sqrt(3 E) t).
        swing = static * np.cos(np.sqrt(3e6) * (time[~first] - time[first][-1]))
        np.testing.assert_allclose(u[~first], swing, atol=2e-4 * static)
        self.assertEqual(len(time), 41)

    def test_modes_of_a_deck(self):
        deck = self.folder / "cube.inp"
        deck.write_text(DECK)
        result = self.sparkdyn("modes", deck, "--count", 3, "--output", self.folder / "modes")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("mass %", result.stdout)
        with h5py.File(self.folder / "modes" / "shapes.h5") as file:
            self.assertEqual(int(file["VTKHDF/Steps"].attrs["NSteps"]), 3)

    def test_a_deck_in_a_case(self):
        (self.folder / "cube.inp").write_text(DECK)
        self.run_case("model: {deck: cube.inp}\nmethod: {stages: 4}\ntime: {step: 5e-4}\n"
                      "output: {probes: [{name: top, node: 7, component: z}]}\n")
        self.assertEqual(len(self.history()["top"]), 9)


class Points(StructureTest):
    """Probes and loads between nodes are what they say; nothing goes to a node far away."""

    def test_a_probe_between_nodes_is_interpolated(self):
        # Cells of 0.05: two nodes of an edge, its middle, and a place in the middle of a cell.
        probes = ["{name: a, point: [0.5, 0, 0], component: z}",
                  "{name: b, point: [0.55, 0, 0], component: z}",
                  "{name: m, point: [0.525, 0, 0], component: z}",
                  "{name: v, point: [0.5125, 0, 0], component: z, quantity: velocity}",
                  "{name: va, point: [0.5, 0, 0], component: z, quantity: velocity}",
                  "{name: vb, point: [0.55, 0, 0], component: z, quantity: velocity}"]
        corners = [f"{{name: c{i}, point: [{0.5 + 0.05 * (i & 1)}, {0.05 * (i >> 1 & 1)}, "
                   f"{0.05 * (i >> 2)}], component: z}}" for i in range(8)]
        probes += corners + ["{name: inside, point: [0.51, 0.03, 0.02], component: z}"]
        text = BEAM.replace("{name: tip, point: [1, 0.05, 0.05], component: z}", ", ".join(probes))
        for ranks in (1, 2, 4):
            result = self.run_case(text, ranks=ranks)
            self.assertNotIn("is taken as", result.stdout)
            history = self.history()
            scale = np.abs(history["a"]).max()
            np.testing.assert_allclose(history["m"], (history["a"] + history["b"]) / 2,
                                       atol=1e-12 * scale)
            np.testing.assert_allclose(history["v"], 0.75 * history["va"] + 0.25 * history["vb"],
                                       atol=1e-12 * np.abs(history["va"]).max())
            weights = [(0.2 if i & 1 else 0.8) * (0.6 if i >> 1 & 1 else 0.4)
                       * (0.4 if i >> 2 else 0.6) for i in range(8)]
            inside = sum(w * history[f"c{i}"] for i, w in enumerate(weights))
            np.testing.assert_allclose(history["inside"], inside, atol=1e-12 * scale)

    def test_a_load_between_nodes_keeps_resultant_and_moment(self):
        source = np.random.default_rng(3)
        for mesh in ("beam_hex8", "beam_tet10", "beam_wedge15"):
            p = source.uniform([0, 0, 0], [1, 0.1, 0.1])
            F = source.uniform(-1, 1, 3)
            load = f"    - {{point: {p.tolist()}, force: {F.tolist()}}}"
            text = BEAM.replace("beam_hex8", mesh).replace(
                "    - {surface: tip, traction: [0, 0, -1e5]}", load)
            case = self.case(text)
            report = self.folder / "report.json"
            result = self.sparkdyn("check", "--deep", case, "--json", report)
            self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
            values = {}
            for section in json.loads(report.read_text())["sections"]:
                values.update(section["values"])
            np.testing.assert_allclose(values["force_1"], F, atol=1e-12)
            np.testing.assert_allclose(values["moment_origin_1"], np.cross(p, F), atol=1e-12)

    def test_moves_are_said_and_limited(self):
        near = BEAM.replace("group: root, fix: all",
                            "group: root, fix: all}\n    - {point: [0.51, 0, 0], fix: y")
        for command in ("run", "check"):
            said = self.sparkdyn(command, self.case(near)).stdout
            self.assertRegex(said, r"case.yaml:10: the point \(0.51, 0, 0\) is taken as node \d+ at "
                                   r"\(0.5, 0, 0\), 0.01 away")
        far = "[1.2, 0.05, 0.05]"
        for old, new in (("group: root, fix", f"point: {far}, fix"),
                         ("surface: tip, traction", f"point: {far}, force"),
                         ("[1, 0.05, 0.05]", far)):
            result = self.sparkdyn("run", self.case(BEAM.replace(old, new)), ranks=2)
            self.assert_fails(result, 2, "case.yaml:", "nothing at the point (1.2, 0.05, 0.05)",
                              "0.2 away", "at (1, 0.05, 0.05)")


ROTOR = """
model:
  mesh: beam_hex8.msh
  materials: {steel: {E: 210e9, nu: 0.3, density: 7850}}
  nodes: {hub: [0, 0.05, 0.05]}
  elements: [{group: beam, material: steel}]
  supports:
    - {group: hub, fix: [x, y, z, rx, ry]}
    - {group: hub, move: rz, value: ANGLE, amplitude: {expression: "0.5-0.5*cos(_pi*t)"}}
  constraints: [{rigid_body: {reference: hub, nodes: root}}]
time: {end: 1, step: 0.02}
output: {directory: out}
"""


class LargeMotion(StructureTest):
    def warnings(self, text, ranks=1):
        result = self.run_case(text, ranks=ranks)
        told = [line for line in result.stderr.splitlines() if "the equations are linear" in line]
        summary = json.loads((self.folder / "out" / "summary.json").read_text())
        kept = [line for line in summary["warnings"] if "the equations are linear" in line]
        self.assertEqual(len(kept), len(told))
        return kept

    def test_a_blade_that_turns(self):
        for ranks in (1, 3):
            kept = self.warnings(ROTOR.replace("ANGLE", "6.2832"), ranks)
            self.assertEqual(len(kept), 1)
            self.assertRegex(kept[0], r"at t = 0\.\d+ .*nodes \d+ and \d+ at \(")
        self.assertEqual(self.warnings(ROTOR.replace("ANGLE", "0.05")), [])

    def test_a_structure_that_is_moved_along(self):
        base = BEAM.replace("fix: all", "fix: [y, z]}\n    - {group: root, move: x, value: 50, "
                                        "amplitude: {expression: \"t^2\"}")
        self.assertEqual(self.warnings(base.replace("time:", "time: {end: 1, step: 0.02}\n#")), [])
        self.assertEqual(self.history()["time"][-1], 1)

    def test_ordinary_runs(self):
        for text in (BEAM, BLOCKS):
            self.assertEqual(self.warnings(text), [])

    def test_a_plate_that_bends_by_more_than_its_thickness(self):
        plate = """
model:
  mesh: plate_quad4.msh
  materials: {steel: {E: 210e9, nu: 0.3, density: 7850}}
  elements: [{group: plate, material: steel, thickness: 0.001}]
  supports: [{group: left, fix: all}]
  loads: [{surface: plate, pressure: LOAD}]
  initial: equilibrium
time: {end: 1e-5, step: 1e-5}
output: {directory: out}
"""
        self.run_case(plate.replace("LOAD", "1e-3"))
        small = np.abs(self.results()["q"][0]).max() / 1e-3
        text = plate.replace("LOAD", str(0.02 / small))
        kept = self.warnings(text)
        self.assertEqual(len(kept), 1)
        self.assertIn("thickness of 0.001", kept[0])
        self.assertEqual(self.warnings(plate.replace("LOAD", "1e-3")), [])


class Notes(StructureTest):
    """What a deep check would find and costs nothing."""

    def notes(self, text):
        return [line for line in self.run_case(text).stdout.splitlines() if line.startswith("note:")]

    def test_ordinary_runs_have_none(self):
        for text in (BEAM, BEAM.replace(
                "traction: [0, 0, -1e5]",
                "traction: [0, 0, -1e5], amplitude: {table: [[0, 0], [1e-9, 1]]}")):
            self.assertEqual(self.notes(text), [])

    def test_free_motions(self):
        free = BEAM.replace("  supports:\n    - {group: root, fix: all}\n", "")
        self.assertRegex(self.notes(free)[0], "free to move in 6 of its 6 rigid motions")
        hinged = BEAM.replace("group: root, fix: all", "point: [0, 0, 0], fix: all")
        self.assertRegex(self.notes(hinged)[0], "free to move in 3 of its 6 rigid motions")
        # A hundredth of a millionth of the beam's own stiffness holds it.
        soft = free.replace("  loads:", "  springs:\n" + "".join(
            f"    - {{ground: [{x}, {y}, 0], component: {c}, stiffness: 2000}}\n"
            for x in (0, 1) for y in (0, 0.1) for c in "xyz") + "  loads:")
        self.assertEqual(self.notes(soft), [])

    def test_unresolved_loads_and_modes(self):
        swings = BEAM.replace("traction: [0, 0, -1e5]",
                              "traction: [0, 0, -1e5], amplitude: {sine: {frequency: 900}}")
        self.assertRegex(self.notes(swings)[0], "swings within steps of 0.0005")
        coarse = BEAM.replace("time:", "time: {end: 0.1, step: 0.01}\n#")
        self.assertRegex(self.notes(coarse)[0], r"first mode has the frequency 83\.\d+: 1.2 steps")


class WrongInput(StructureTest):
    def refused(self, text, *words, ranks=1):
        result = self.sparkdyn("run", self.case(text), ranks=ranks)
        self.assert_fails(result, 2, *words)
        self.assert_check_refuses(result, self.folder / "case.yaml", ranks=ranks)
        self.assertFalse((self.folder / "out" / "results.h5").exists())
        return result

    def test_the_case_itself_is_good(self):
        self.run_case(BEAM)

    def test_names(self):
        self.refused(BEAM.replace("group: root", "group: rot"), "case.yaml:9", "did you mean 'root'?")
        self.refused(BEAM.replace("group: beam", "group: bean"), "case.yaml:7", "did you mean 'beam'?")
        self.refused(BEAM.replace("surface: tip", "surface: top2"), "case.yaml:11", "surface 'top2'")
        self.refused(BEAM.replace("material: steel", "material: steal"), "case.yaml:7", "'steel'")
        self.refused(BEAM.replace("material: steel", "material: steel, type: hexx8"),
                     "case.yaml:7", "unknown element type", "did you mean 'hex8'?")
        self.refused(BEAM.replace("beam_hex8.msh", "beam_hex.msh"), "case.yaml:3", "beam_hex8.msh")
        self.refused(BEAM.replace("loads:", "laods:"), "did you mean 'loads'?")

    def test_contradictory_supports(self):
        more = "group: root, fix: all}\n    - {group: root, "
        for second in ("move: z, value: 0.1", "move: z, value: 1, amplitude: {expression: \"t^2\"}"):
            text = BEAM.replace("group: root, fix: all", more + second)
            self.refused(text, "'z' of node", "case.yaml:9 fixes it", "case.yaml:10 moves it")
        twice = BEAM.replace("fix: all", "fix: all}\n    - {point: [0, 0, 0], fix: [x, z]")
        self.run_case(twice, out="twice")
        moved = "move: z, value: 1e-4, amplitude: {expression: \"t^2\"}"
        base = BEAM.replace("fix: all", "fix: [x, y]}\n    - {group: root, " + moved + "}\n    - {node: 1, ")
        self.run_case(base.replace("node: 1, ", "point: [0, 0, 0], " + moved), out="alike")
        self.refused(base.replace("node: 1, ", "point: [0, 0, 0], " + moved.replace("t^2", "t^3")),
                     "case.yaml:10", "case.yaml:11")

    def test_things_that_make_no_sense(self):
        self.refused(BEAM.replace("nu: 0.3", "nu: 0.5"), "case.yaml:5", "Poisson")
        self.refused(BEAM.replace("fix: all", "fix: w"), "case.yaml:9", "'w'")
        self.refused(BEAM.replace("material: steel", "material: steel, type: shell4"),
                     "8-node hexahedron", "shell4")
        self.refused(BEAM.replace("surface: tip, traction", "node: 99999, force"), "node 99999")
        self.refused(BEAM.replace("component: z", "component: rz"), "tip", "does not have")
        self.refused(BEAM.replace("{group: beam, material: steel}", "{group: tip, material: steel}"),
                     "case.yaml:7", "thickness")

    def test_errors_are_said_once_on_several_ranks(self):
        result = self.refused(BEAM.replace("group: root", "group: rot"), "case.yaml:9", ranks=2)
        self.assertEqual(result.stderr.count("error:"), 1)

    def test_contradictory_constraints(self):
        extra = """  constraints:
    - {name: a, equation: {terms: [{node: 30, component: x}], value: 1}}
    - {name: b, equation: {terms: [{node: 30, component: x, coefficient: 2}], value: 1}}
method:"""
        self.refused(BEAM.replace("method:", extra), "'a'", "'b'", "contradict")
        result = self.run_case(BEAM.replace("method:", extra.replace(
            "coefficient: 2}], value: 1", "coefficient: 2}], value: 2")
            .replace("  constraints:", "  initial: {project: true}\n  constraints:")))
        self.assertIn("dropped", result.stderr)

    def test_mesh_of_the_wrong_dimension(self):
        plate = BEAM.replace("beam_hex8", "plate_quad4").replace("group: beam", "group: plate")
        self.refused(plate.replace("material: steel", "material: steel, type: hex8"),
                     "case.yaml:7", "4-node quadrilateral", "hex8")

    def test_cut_off_mesh(self):
        mesh = self.folder / "beam_hex8.msh"
        mesh.write_text(mesh.read_text()[:4000])
        self.refused(BEAM, "beam_hex8.msh:")

    def test_turned_element(self):
        mesh = (self.folder / "beam_hex8.msh").read_text()
        # Swap two nodes of the first volume cell in the $Elements section.
        head, elements = mesh.split("$Elements\n")
        lines = elements.splitlines()
        for i, line in enumerate(lines):
            words = line.split()
            if len(words) == 9:
                words[1], words[2] = words[2], words[1]
                lines[i] = " ".join(words)
                number = words[0]
                break
        (self.folder / "beam_hex8.msh").write_text(head + "$Elements\n" + "\n".join(lines) + "\n")
        for ranks in (1, 2):
            self.refused(BEAM, f"element {number} (hex8)", "negative", ranks=ranks)

    def test_decks(self):
        deck = self.folder / "cube.inp"
        for old, new, words in [
                ("TYPE=C3D8", "TYPE=C3D8Q", ["cube.inp:12", "C3D8Q"]),
                ("MATERIAL=STEEL\n*NSET", "MATERIAL=STEAL\n*NSET", ["STEAL"]),
                ("BASE, 1, 3", "BASIS, 1, 3", ["BASIS"]),
                ("*DENSITY", "*DENSTIY", ["*DENSTIY", "DENSITY"]),
                ("*STATIC", "*STATIC, RIKS", ["cube.inp"]),
                ("1, 1, 2, 3, 4, 5, 6, 7, 8", "1, 1, 2, 3, 4, 5, 6, 7, 88", ["88"])]:
            deck.write_text(DECK.replace(old, new))
            result = self.sparkdyn("run", deck, "--output", self.folder / "out")
            self.assert_fails(result, 2, *words)
            self.assertFalse((self.folder / "out").exists())
        deck.write_text(DECK.replace("8, 0., 1., 1.\n", "8, 0., 1., 1.\n99, 5., 5., 5.\n"))
        result = self.sparkdyn("run", deck, "--output", self.folder / "out", "--set",
                               "model.orphan_nodes=refuse")
        self.assert_fails(result, 2, "node 99 belongs to no element", "orphan_nodes=ignore")
        result = self.sparkdyn("check", deck)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("node 99 belongs to no element", result.stderr)
        for cut in (200, 300, 450, len(DECK) - 20):
            deck.write_text(DECK[:cut])
            result = self.sparkdyn("run", deck, "--output", self.folder / "out")
            self.assert_fails(result, 2, "cube.inp")


if __name__ == "__main__":
    unittest.main()
