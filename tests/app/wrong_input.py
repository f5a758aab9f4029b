# SPDX-License-Identifier: BSD-3-Clause
"""Wrong input: exit status 2, a message that names the place and what would be right, and earlier
results untouched. Failed numerics: exit status 1 with step, time and a hint."""

import re
import unittest

import numpy as np
from cli import CliTest

GOOD = """title: two masses
system:
  mass: M.mtx
  stiffness: K.mtx
  constraints: {matrix: G.mtx}
  loads: [{vector: f.mtx, amplitude: {expression: "sin(1.7*t)"}}]
method: {stages: 3, rho_infinity: 0.5}
time: {end: 1, step: 0.1}
output: {directory: out}
"""


class WrongInput(CliTest):
    def setUp(self):
        super().setUp()
        self.files(M=np.eye(3), K=np.diag([1.0, 2.0, 3.0]), G=np.array([[1.0, -1.0, 0.0]]),
                   f=np.array([0.0, 0.0, 1.0]))
        self.earlier = self.folder / "out"
        self.earlier.mkdir()
        for name in ("results.h5", "history.csv", "energy.csv", "summary.json", "case.yaml"):
            (self.earlier / name).write_text("earlier " + name)

    def refused(self, text, *words, status=2, ranks=1, arguments=()):
        result = self.sparkdyn("run", self.case(text), *arguments, ranks=ranks)
        self.assert_fails(result, status, *words)
        if status == 2:
            self.assert_check_refuses(result, self.folder / "case.yaml", *arguments, ranks=ranks)
            for file in self.earlier.iterdir():
                self.assertEqual(file.read_text(), "earlier " + file.name)
            self.assertEqual(len(list(self.earlier.iterdir())), 5)
        return result

    def test_the_case_itself_is_good(self):
        self.assertEqual(self.sparkdyn("run", self.case(GOOD)).returncode, 0)
        self.assertNotEqual((self.earlier / "summary.json").read_text(), "earlier summary.json")

    def test_unknown_key(self):
        self.refused(GOOD.replace("step: 0.1", "stepp: 0.1"), "case.yaml:8", "stepp",
                     "did you mean 'step'?")

    def test_unknown_key_on_two_ranks_is_said_once(self):
        result = self.refused(GOOD.replace("step: 0.1", "stepp: 0.1"), "case.yaml:8", ranks=2)
        self.assertEqual(result.stderr.count("did you mean"), 1)

    def test_unknown_section(self):
        self.refused(GOOD.replace("method:", "metod:"), "metod", "did you mean 'method'?")

    def test_override(self):
        self.refused(GOOD, "--set time.stepp=1", arguments=("--set", "time.stepp=1"))

    def test_missing_case(self):
        self.assert_fails(self.sparkdyn("run", self.folder / "nothing.yaml"), 2, "nothing.yaml")

    def test_missing_file(self):
        self.refused(GOOD.replace("K.mtx", "KK.mtx"), "case.yaml:4", "KK.mtx")

    def test_sizes(self):
        self.files(K=np.eye(4))
        self.refused(GOOD, "K.mtx", "4", "3")
        self.files(K=np.eye(3), f=np.ones(5))
        self.refused(GOOD, "f.mtx", "5", "3")
        self.files(f=np.ones(3), G=np.ones((1, 4)))
        self.refused(GOOD, "G.mtx", "4", "3")

    def test_not_a_number(self):
        for word in ("nan", "inf", "1e999"):
            text = (self.folder / "K.mtx").read_text().replace("2.0", word)
            (self.folder / "K.mtx").write_text(text)
            self.refused(GOOD, "K.mtx:4")
            self.files(K=np.diag([1.0, 2.0, 3.0]))

    def test_loose_degree_of_freedom(self):
        self.files(M=np.diag([1.0, 1, 0]), K=np.diag([1.0, 2, 0]))
        for ranks in (1, 2):
            self.refused(GOOD, "degree of freedom 3", "stiffness", ranks=ranks)

    def test_dependent_constraints_are_named(self):
        self.files(M=np.eye(5), K=np.eye(5), f=np.ones(5),
                   G=np.array([[1.0, -1, 0, 0, 0], [0, 0, 0, 1, 1], [0, 1, -1, 0, 0],
                               [2, 0, -2, 0, 0]]))
        for ranks in (1, 2):
            self.refused(GOOD, "rows 1, 3, 4 are linearly dependent", ranks=ranks)

    def test_zero_constraint_row(self):
        self.files(G=np.array([[1.0, -1, 0], [0, 0, 0]]))
        (self.folder / "G.mtx").write_text(
            "%%MatrixMarket matrix coordinate real general\n2 3 2\n1 1 1\n1 2 -1\n")
        self.refused(GOOD, "row 2 is zero")

    def test_inconsistent_initial_values(self):
        self.files(q0=np.array([0.25, 0.0, 0.0]))
        text = GOOD.replace("  loads:", "  initial: {displacement: q0.mtx}\n  loads:")
        self.refused(text, "constraint row 1 of G.mtx by 0.25", "project: true")
        projected = text.replace("q0.mtx}", "q0.mtx, project: true}")
        result = self.sparkdyn("run", self.case(projected), "--output", self.folder / "p")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertRegex(result.stdout, r"moved onto the constraints.*0\.25")
        self.assertTrue(np.allclose(self.results("p")["q"][0], [0.125, 0.125, 0]))

    def test_time(self):
        self.refused(GOOD.replace("step: 0.1", "step: 0"), "case.yaml:8", "step")
        self.refused(GOOD.replace("step: 0.1", "step: -1"), "case.yaml:8", "step")
        self.refused(GOOD.replace("end: 1", "end: -1"), "case.yaml:8", "end")

    def test_method(self):
        self.refused(GOOD.replace("stages: 3", "stages: 0"), "case.yaml:7", "1")
        self.refused(GOOD.replace("rho_infinity: 0.5", "rho_infinity: 1.5"), "case.yaml:7")
        self.refused(GOOD.replace("rho_infinity: 0.5", "splitting: {elastic: {C: 0.7, C*: 0.2}}"),
                     "case.yaml:7", "sum to 1", "0.8999")
        self.refused(GOOD.replace("rho_infinity: 0.5", "splitting: {constraint: A}"),
                     "case.yaml:7", "constraint", "A")
        self.refused(GOOD.replace("rho_infinity: 0.5", "splitting: {elastic@joint: C}"), "joint")

    def test_expression(self):
        self.refused(GOOD.replace("sin(1.7*t)", "sin(1.7*t"), "case.yaml:6", "sin(1.7*t")
        self.refused(GOOD.replace("sin(1.7*t)", "sin(1.7*x)"), "case.yaml:6", "x")

    def test_probe(self):
        self.refused(GOOD.replace("directory: out", "directory: out, probes: [{dof: 4}]"), "4", "3")

    def test_output_folder(self):
        (self.folder / "file").write_text("")
        self.refused(GOOD.replace("directory: out", "directory: file/out"), "file")


# Two rods in the x-y plane: nothing holds node 2 along z.
RODS = """*NODE
1, 0, 0, 0
2, 1, 1, 0
3, 2, 0, 0
*ELEMENT, TYPE=T3D2, ELSET=RODS
1, 1, 2
2, 2, 3
*MATERIAL, NAME=STEEL
*ELASTIC
210e9, 0.3
*DENSITY
7850
*SOLID SECTION, ELSET=RODS, MATERIAL=STEEL
1e-4
*BOUNDARY
1, 1, 3
3, 1, 3
*STEP
*STATIC
*CLOAD
2, 2, -1000
*END STEP
"""


class FailedNumerics(CliTest):
    def test_unstable_splitting(self):
        self.files(M=np.eye(2), K=np.diag([1.0, 1e6]), q=np.array([1.0, 1e-3]))
        for ranks in (1, 2):
            result = self.sparkdyn("run", self.case("""
system: {mass: M.mtx, stiffness: K.mtx, initial: {displacement: q.mtx}}
method: {stages: 2, splitting: {velocity: A, elastic: B, load: B}}
time: {end: 100, step: 0.1}
"""), ranks=ranks)
            self.assert_fails(result, 1, "step", "t =", "try a smaller step")
            self.assertIn('"status": "failed"', (self.folder / "out/summary.json").read_text())

    def test_singular(self):
        self.files(M=np.diag([0.0, 0, 1]), K=[[1.0, -1, 0], [-1, 1, 0], [0, 0, 1]])
        result = self.sparkdyn("run", self.case("""
system: {mass: M.mtx, stiffness: K.mtx}
time: {end: 1, step: 0.1}
"""))
        self.assert_fails(result, 1, "step 1", "t = 0", "singular", "1 motion meets no resistance")
        self.assertRegex(result.stderr, r"moves degree of freedom [12] most")

    def test_a_load_that_is_not_finite(self):
        self.files(M=np.eye(2), K=np.eye(2), f=np.array([0.0, 1.0]))
        for ranks in (1, 2):
            result = self.sparkdyn("run", self.case("""
system: {mass: M.mtx, stiffness: K.mtx, loads: [{vector: f.mtx, amplitude: {expression: "sqrt(1-t)"}}]}
time: {end: 2, step: 0.1}
"""), ranks=ranks)
            self.assert_fails(result, 1, "step 11 from t = 1 failed", "load f.mtx", "sqrt(1-t)",
                              "acts most on degree of freedom 2")
            time = self.results()["time"]
            self.assertAlmostEqual(time[-1], 1.0, 12)
            self.assertTrue(np.isfinite(self.results()["q"]).all())

    def test_a_structure_names_nodes(self):
        (self.folder / "rods.inp").write_text(RODS)
        result = self.sparkdyn("run", self.folder / "rods.inp", "--output", self.folder / "out")
        self.assert_fails(result, 1, "no equilibrium", "no resistance: one moves node 2, z most")

    def test_krylov_limit(self):
        self.files(M=np.eye(4), K=np.diag([1.0, 10, 100, 1e5]), G=np.array([[1.0, 1, 1, 1]]),
                   f=np.ones(4))
        result = self.sparkdyn("run", self.case("""
system: {mass: M.mtx, stiffness: K.mtx, constraints: {matrix: G.mtx}, loads: [{vector: f.mtx}]}
method: {stages: 3, splitting: {velocity: A, elastic: B, load: B, constraint: B}}
time: {end: 1, step: 0.5}
solver: {strategy: krylov, max_iterations: 3}
"""))
        self.assert_fails(result, 1, "step 1", "t = 0", "iterations")


class CommandLine(CliTest):
    def test_usage_errors(self):
        self.assertEqual(self.sparkdyn().returncode, 2)
        self.assertEqual(self.sparkdyn("fly").returncode, 2)
        self.assertEqual(self.sparkdyn("run").returncode, 2)
        self.assertEqual(self.sparkdyn("--help").returncode, 0)

    def test_version(self):
        self.assertRegex(self.sparkdyn("--version").stdout, r"^\d+\.\d+\.\d+")

    def test_check_prints_a_case_that_runs(self):
        self.files(M=np.eye(2), K=np.eye(2))
        case = self.case("system: {mass: M.mtx, stiffness: K.mtx}\ntime: {end: 1, step: 0.5}\n")
        result = self.sparkdyn("check", case)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("rho_infinity: 0.8", result.stdout)
        self.assertFalse((self.folder / "out").exists())
        again = self.sparkdyn("run", self.case(result.stdout, "again.yaml"))
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertTrue((self.folder / "out" / "results.h5").exists())

    def test_petsc_options_reach_the_solvers(self):
        self.files(M=np.eye(2), K=np.eye(2))
        case = self.case("system: {mass: M.mtx, stiffness: K.mtx}\ntime: {end: 1, step: 0.5}\n")
        shown = self.sparkdyn("run", case, "--", "-stage_real_ksp_view", "-mass_ksp_view").stdout
        self.assertTrue(re.search(r"KSP Object: \(stage_real_\)", shown), shown)
        # MUMPS refuses an ordering that does not exist only if the control arrived.
        self.assertEqual(
            self.sparkdyn("run", case, "--", "-stage_complex_mat_mumps_icntl_7", "1").returncode, 1)


if __name__ == "__main__":
    unittest.main()
