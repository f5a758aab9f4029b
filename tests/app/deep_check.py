# SPDX-License-Identifier: BSD-3-Clause
"""sparkdyn check --deep: its numbers against closed forms, its verdicts against runs, its silence in
the output folder."""

import json
import math
import re
import unittest

import numpy as np
from cli import ROOT, CliTest
from wrong_input import RODS

EXAMPLES = ROOT / "examples"

BEAM = f"""
model:
  mesh: {ROOT}/meshes/beam_hex8.msh
  materials: {{steel: {{E: 210e9, nu: 0.3, density: 7850}}}}
  elements: [{{group: beam, material: steel}}]
  supports: [{{group: root, fix: all}}]
  loads: [{{surface: tip, traction: [0, 0, -1e5], amplitude: {{sine: {{frequency: 60}}}}}}]
time: {{end: 0.05, step: 0.001}}
output: {{directory: out}}
"""


class DeepCheck(CliTest):
    def deep(self, case, *arguments, ranks=1, status=0):
        file = self.folder / "report.json"
        result = self.sparkdyn("check", "--deep", case, "--json", file, *arguments, ranks=ranks)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        self.text = result.stdout
        self.assertFalse((self.folder / "out").exists())
        report = json.loads(file.read_text())
        self.findings = [(f["level"], f["text"]) for s in report["sections"] for f in s["findings"]]
        return {s["title"].split(",")[0]: s["values"] for s in report["sections"]}

    def assert_found(self, level, *words):
        for found, text in self.findings:
            if found == level and all(word in text for word in words):
                return
        self.fail(f"no {level} with {words} in\n{self.text}")

    def chain(self, n=20, m=2.0, k=3e4):
        """Masses between springs, held at both ends."""
        K = 2 * k * np.eye(n) - k * np.eye(n, k=1) - k * np.eye(n, k=-1)
        self.files(M=m * np.eye(n), K=K, f=np.eye(n)[0])
        return lambda j: 2 * math.sqrt(k / m) * math.sin(j * math.pi / (2 * n + 2)) / (2 * math.pi)


class Structures(DeepCheck):
    def test_beam(self):
        for ranks in (1, 2):
            found = self.deep(self.case(BEAM), ranks=ranks)
            mass = found["Mass"]
            # 1 × 0.1 × 0.1 of 7850
            self.assert_relative(mass["mass"], 78.5, 1e-9)
            np.testing.assert_allclose(mass["centre"], [0.5, 0.05, 0.05], rtol=1e-9)
            across = 78.5 * (1 + 0.01) / 12
            np.testing.assert_allclose(mass["principal"], [78.5 * 0.02 / 12, across, across],
                                       rtol=1e-6)
            loads = found["Loads"]
            np.testing.assert_allclose(loads["force_1"], [0, 0, -1000], atol=1e-3)
            np.testing.assert_allclose(loads["moment_origin_1"], [-50, 1000, 0], atol=1e-3)
            np.testing.assert_allclose(loads["moment_centre_1"], [0, 500, 0], atol=1e-3)
            self.assert_relative(loads["fastest_1"], 60, 1e-3)
            frequencies = found["Frequencies"]
            self.assertEqual(frequencies["zero_modes"], 0)
            self.assertEqual(found["Connections"]["parts"], 1)
            self.assert_found("ok", "stable at every step")
            self.assert_found("ok", "nothing can move without strain")
        modes = self.sparkdyn("modes", self.case(BEAM), "--count", 2, "--output",
                              self.folder / "modes").stdout
        self.assertIn(f"{frequencies['lowest'][0]:.4g}"[:4], modes)

    def test_result_size_is_what_a_run_writes(self):
        stress = BEAM.replace("directory: out", "directory: out, every: 3, stress: true")
        for text in (BEAM.replace("end: 0.05", "end: 0.3"), stress.replace("end: 0.05", "end: 0.9")):
            found = self.deep(self.case(text))
            self.run_case(text, out="run")
            written = (self.folder / "run" / "results.h5").stat().st_size
            self.assertLess(abs(written - found["Results"]["result_bytes"]), 0.1 * written)

    def test_free_and_broken_beams(self):
        found = self.deep(self.case(BEAM.replace("  supports: [{group: root, fix: all}]\n", "")))
        self.assertEqual(found["Frequencies"]["zero_modes"], 6)
        self.assertEqual(found["Frequencies"]["rigid_motions"], 6)
        self.assert_found("note", "6 motions without strain")
        rest = BEAM.replace("  supports: [{group: root, fix: all}]",
                            "  initial: {equilibrium: true}")
        self.deep(self.case(rest), status=1)
        self.assert_found("error", "no equilibrium", "motions meet no resistance", "node ")

    def test_a_mechanism_is_named(self):
        dynamic = RODS.replace("*STATIC\n", "*DYNAMIC, DIRECT\n1e-5, 1e-3\n")
        (self.folder / "rods.inp").write_text(dynamic)
        found = self.deep(self.folder / "rods.inp")
        self.assertEqual(found["Frequencies"]["zero_modes"], 1)
        self.assertEqual(found["Frequencies"]["rigid_motions"], 0)
        self.assert_found("warning", "mechanism", "node 2, z")
        (self.folder / "rest.inp").write_text(RODS)
        self.deep(self.folder / "rest.inp", status=1)
        self.assert_found("error", "no equilibrium", "node 2, z")

    def test_parts_and_examples(self):
        for name in ("slider", "tied_blocks", "frame_earthquake"):
            with self.subTest(example=name):
                found = self.deep(EXAMPLES / name / "case.yaml", "--output", self.folder / "out")
                self.assertEqual(found["Connections"]["parts"], 1, self.text)
                if "Constraints" in found:
                    self.assertEqual(found["Constraints"]["rank"], found["Constraints"]["rows"])

    def test_a_deck_with_steps(self):
        found = self.deep(EXAMPLES / "clamped_beam" / "beam.inp", "--output", self.folder / "out")
        self.assertGreater(found["Mass"]["mass"], 0)

    def test_wrong_input(self):
        result = self.sparkdyn("check", "--deep", self.case(BEAM.replace("steel", "stell", 1)))
        self.assertEqual(result.returncode, 2, result.stdout)

    def test_a_plain_check_as_json(self):
        file = self.folder / "plain.json"
        plain = self.sparkdyn("check", self.case(BEAM), "--json", file)
        report = json.loads(file.read_text())
        self.assertEqual(plain.returncode, 0, plain.stderr)
        self.assertIn(report["resolved"].strip(), plain.stdout)
        for sentence in report["notes"]:
            self.assertIn(sentence, plain.stdout)


class Matrices(DeepCheck):
    CASE = """
system: {{mass: M.mtx, stiffness: K.mtx, loads: [{{vector: f.mtx}}]}}
method: {{stages: 2, splitting: {{velocity: A, elastic: C, load: C}}}}
time: {{end: {end}, step: {step}}}
output: {{directory: out, every: 1000}}
"""

    def test_frequencies_of_a_chain(self):
        f = self.chain()
        for ranks in (1, 2):
            found = self.deep(self.case(self.CASE.format(end=1, step=1e-3)), ranks=ranks)
            np.testing.assert_allclose(found["Frequencies"]["lowest"], [f(j) for j in range(1, 7)],
                                       rtol=1e-9)
            self.assert_relative(found["Frequencies"]["highest"], f(20), 1e-8)
            self.assert_found("ok", "no mode grows at this step")
            self.assert_found("ok", "no frequency lies above")

    def test_stability_verdict_is_what_runs_do(self):
        f = self.chain()
        limit = 2 / (2 * math.pi * f(20))  # hω = 2
        for factor, status in ((0.99, 0), (1.01, 1)):
            case = self.case(self.CASE.format(end=2000 * limit, step=factor * limit))
            found = self.deep(case, status=status)
            if status == 1:
                self.assert_found("error", "unstable at this step", "the step may be")
                self.assert_relative(found["Step"]["stable_step"], limit, 5e-3)
            self.assertEqual(self.sparkdyn("run", case, "--output", self.folder / "run").returncode,
                             status)

    def test_an_unstable_band_below_a_stable_highest_frequency(self):
        f = self.chain()
        case = self.CASE.replace("stages: 2", "stages: 3")
        step = 4 / (2 * math.pi * f(20))
        self.deep(self.case(case.format(end=1000 * step, step=step)), status=1)
        self.assert_found("error", "unstable at this step")
        # A single mass at hω = 4 is where nothing grows.
        self.files(M=np.eye(1), K=np.eye(1), f=np.ones(1))
        self.deep(self.case(case.format(end=400, step=4.0)))
        self.assert_found("note", "no mode lies where the splitting is unstable")

    def test_regions_are_decided_by_trial(self):
        f = self.chain()
        n = 20
        joint = np.zeros((n, n))
        joint[:2, :2] = [[1e4, -1e4], [-1e4, 1e4]]
        self.files(KJ=joint)
        text = """
system: {{mass: M.mtx, stiffness: [{{matrix: K.mtx}}, {{matrix: KJ.mtx, region: joint}}]}}
method: {{stages: 2, splitting: {{velocity: A, elastic: B, elastic@joint: C, load: B}}}}
time: {{end: 1, step: {step}}}
"""
        for step, status in ((0.002, 0), (0.012, 1)):
            self.deep(self.case(text.format(step=step)), status=status)
            self.assert_found("note", "trial steps decide")

    def test_rank_massless_and_parts(self):
        self.files(M=np.diag([1.0, 1, 0, 1, 1]), K=np.diag([1.0, 2, 3, 4, 5]),
                   G=np.array([[1.0, -1, 0, 0, 0], [0, 1, 0, -1, 0], [2, 0, 0, -2, 0]]))
        found = self.deep(self.case("""
system: {mass: M.mtx, stiffness: K.mtx, constraints: {matrix: G.mtx}}
time: {end: 1, step: 0.1}
"""), status=2)
        self.assertEqual(found["Constraints"]["rank"], 2)
        self.assertEqual(found["Connections"]["parts"], 3)
        self.assertEqual(found["Connections"]["massless"], 1)
        self.assert_found("error", "constraint row 1 of G.mtx; constraint row 2 of G.mtx",
                          "depend on one another")
        self.assert_found("note", "no mass: degree of freedom 3")

    def test_numerics_that_would_fail(self):
        self.files(M=np.diag([0.0, 0, 1]), K=[[1.0, -1, 0], [-1, 1, 0], [0, 0, 1]], f=np.ones(3))
        text = "system: {mass: M.mtx, stiffness: K.mtx%s}\ntime: {end: 2, step: 0.1}\n"
        self.deep(self.case(text % ""), status=1)
        self.assert_found("error", "no resistance")
        self.files(M=np.diag([1.0, -1, 1]), K=np.eye(3))
        self.deep(self.case(text % ""), status=1)
        self.assert_found("error", "1 negative eigenvalues")
        self.files(M=np.eye(3))
        load = ', loads: [{vector: f.mtx, amplitude: {expression: "sqrt(1-t)"}}]'
        self.deep(self.case(text % load), status=1)
        self.assert_found("error", "sqrt(1-t)", "not finite at t = 1.025")

    def test_a_load_faster_than_the_step(self):
        self.chain()
        text = self.CASE.replace("f.mtx", "f.mtx, amplitude: {{sine: {{frequency: 400}}}}")
        self.deep(self.case(text.format(end=1, step=1e-3)))
        self.assert_found("warning", "changes faster than steps")


class Problems(DeepCheck):
    def test_first_step(self):
        text = "problem: {name: andrews-squeezer}\n"
        found = self.deep(self.case(text), ranks=2)
        self.assertGreater(found["First step"]["iterations"], 0)
        self.assert_found("ok", "Newton's iteration converges")
        self.deep(self.case("problem: {name: pendulum}\ntime: {end: 100, step: 50}\n"), status=1)


if __name__ == "__main__":
    unittest.main()
