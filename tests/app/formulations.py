# SPDX-License-Identifier: BSD-3-Clause
"""Formulations of constrained problems, Leimkuhler & Reich (1992), from case files."""

import unittest

import numpy as np
from problems import ProblemTest

MIDPOINT = ("method.family=midpoint", "output.structure=true", "solver.tolerance=1e-16")


class Formulations(ProblemTest):
    def pendulum(self, kind, *arguments):
        summary = self.problem(f"name: unit-pendulum, formulation: {kind}", *MIDPOINT, *arguments)
        self.assertEqual(summary["status"], "done")
        return self.energy()

    def test_dirac(self):
        found = self.pendulum("dirac")
        self.assertAlmostEqual(np.abs(found["g"]).max(), 2.403e-4, delta=1e-7)
        self.assertEqual(found["wedge"][0], 1)
        self.assertLess(np.abs(found["wedge"] - 1).max(), 2e-13)

    def test_weak(self):
        found = self.pendulum("weak")
        self.assertLess(np.abs(found["g"]).max(), 3e-14)
        self.assertAlmostEqual(np.abs(found["wedge"] - 1).max(), 2.5e-5, delta=1e-8)

    def test_simplified_cannot_go_on(self):
        found = self.pendulum("simplified", "time.end=1")
        self.assertAlmostEqual(found["g"][-1], -7.2951e-3, delta=1e-7)
        self.assertAlmostEqual(found["Gp"][-1], -3.6427e-2, delta=1e-6)
        self.case("problem: {name: unit-pendulum, formulation: simplified}\n"
                  "method: {family: midpoint}\n")
        result = self.sparkdyn("run", self.folder / "case.yaml")
        self.assertEqual(result.returncode, 1, result.stderr)

    def test_saddle_and_centre_of_a_linear_constraint(self):
        start = "initial: {q: [1.0007071067811865, -0.9992928932188135]}"  # r = 1e-3
        for kind, exact in (("simplified", np.cosh), ("dirac", np.cos)):
            self.problem(f"name: guided-oscillator, formulation: {kind}, {start}",
                         "method={family: gauss, stages: 3}", "time.end=3", out=kind)
            found = self.energy(kind)
            wanted = 1e-3 * exact(np.sqrt(2.5) * found["time"])
            self.assertLess(np.abs(found["g"] - wanted).max(), 1e-9 * np.abs(wanted).max(), kind)

    def test_momenta_and_several_constraints(self):
        both = {}
        for kind in ("constrained", "dirac"):
            self.problem(f"name: four-bar-chain, loops: 1, mass: 2, formulation: {kind}",
                         "method={family: gauss-lobatto, stages: 3}", "time.end=0.5", out=kind)
            both[kind] = self.energy(kind)["total"]
        self.assertIn("Gp3", self.energy("dirac"))
        self.assertLess(np.abs(both["dirac"] - both["constrained"]).max(), 1e-7)

    def test_projections(self):
        ends = self.pendulum("dirac, projection: {}")
        self.assertLess(np.abs(ends["g"]).max(), 1e-15)
        self.assertAlmostEqual(np.abs(ends["wedge"] - 1).max(), 1.97e-4, delta=1e-6)
        seldom = self.pendulum("dirac, projection: {kind: endpoint, every: 20}")
        self.assertLess(np.abs(seldom["g"][::20]).max(), 1e-15)
        self.assertGreater(np.abs(seldom["g"]).max(), 1e-6)
        stages = self.pendulum("dirac, projection: {kind: stages}")
        self.assertGreater(np.abs(stages["g"]).max(), 1e-6)

    def test_projected_runs_go_on_as_if_whole(self):
        text = ("problem: {name: unit-pendulum, formulation: dirac, projection: {every: 7}}\n"
                "method: {family: midpoint}\ntime: {end: 1}\noutput: {structure: true}\n")
        self.run_case(text, out="whole")
        self.run_case(text + "checkpoint: {every: 10}\n", "--set", "time.end=0.5", out="parts")
        self.run_case(text + "checkpoint: {every: 10}\n", "--restart", "latest", out="parts")
        for name, values in self.energy("whole").items():
            self.assertTrue(np.array_equal(values, self.energy("parts")[name]), name)

    def test_starts_beside_the_manifold(self):
        beside = "initial: {q: [1.1, 0]}"
        self.problem("name: unit-pendulum, formulation: dirac, " + beside, "time.end=0.1")
        self.assertAlmostEqual(self.energy()["g"][0], 0.21, delta=1e-14)
        moved = "initial: {q: [1.1, 0], project: true}"
        self.problem("name: unit-pendulum, formulation: dirac, " + moved, "time.end=0.1")
        self.assertLess(abs(self.energy()["g"][0]), 1e-15)
        self.case("problem: {name: unit-pendulum, formulation: state-space, %s}\n"
                  "method: {family: gauss}\n" % beside)
        result = self.sparkdyn("run", self.folder / "case.yaml")
        self.assertEqual(result.returncode, 2)
        self.assertIn("off the constraints by 0.21", result.stderr)

    def test_state_space(self):
        self.problem("name: unit-pendulum, formulation: state-space, chart_every: 10",
                     "method={family: gauss, stages: 2}", "solver.tolerance=1e-16")
        found = self.energy()
        self.assertLess(np.abs(found["g"]).max() + np.abs(found["Gp"]).max(), 5e-15)
        self.problem("name: unit-pendulum, formulation: state-space",
                     "method={family: gauss, stages: 2}", "solver.tolerance=1e-16")
        energy = self.energy()["total"]
        self.assertAlmostEqual(np.abs(energy - energy[0]).max(), 7.38e-9, delta=1e-11)

    def test_refused(self):
        for text, words in (
                ("name: unit-pendulum, projection: {}", "goes with a formulation whose steps leave"),
                ("name: unit-pendulum, formulation: dirac, chart_every: 2", "state-space"),
                ("name: unit-pendulum, formulation: state-space", "one matrix for all terms"),
                ("name: unit-pendulum, formulation: dirac, projection: {kind: stages}",
                 "one matrix for all terms"),
                ("name: car-axis, formulation: dirac", "cannot be formulated as 'dirac'"),
                ("name: unit-pendulum, formulation: linear", "is a formulation for linear"),
                ("name: unit-pendulum, formulation: dirak", "dirac")):
            self.case("problem: {%s}\n" % text)
            result = self.sparkdyn("run", self.folder / "case.yaml")
            self.assertEqual(result.returncode, 2, text)
            self.assertIn(words, result.stderr)

    def test_local_models(self):
        def steps(scheme, *more):
            summary = self.problem("name: harmonic-oscillator",
                                   "method={family: midpoint, local_model: {scheme: %s}}" % scheme,
                                   "time={end: 200, step: 0.2}", "solver.tolerance=1e-15", *more)
            self.assertEqual(summary["status"], "done")
            return self.energy()["total"] - 800.145
        symmetric = steps("srklm")
        self.assertAlmostEqual(symmetric.min(), -1.3438e-2, delta=1e-6)
        self.assertAlmostEqual(symmetric.max(), 1.6e-6, delta=1e-7)
        self.assertAlmostEqual(steps("rklm")[-1], -14.31, delta=0.01)  # lost linearly
        self.assertLess(np.abs(steps("srklm", "method.local_model.model=linear")).max(), 1e-6)
        self.problem("name: stiff-spring-pendulum, epsilon: 0.1",
                     "method={family: gauss, stages: 2, local_model: {scheme: strang}}",
                     "time={end: 1, step: 0.001}")
        q = self.results()["q"][-1]
        self.problem("name: stiff-spring-pendulum, epsilon: 0.1", "method={stages: 4}",
                     "time={end: 1, step: 0.001}")
        self.assertLess(np.abs(q - self.results()["q"][-1]).max(), 1e-4)

    def test_local_models_refused(self):
        for text, words in (
                ("problem: {name: pendulum}\nmethod: {family: gauss, local_model: {}}\n",
                 "local models are for"),
                ("problem: {name: harmonic-oscillator}\nmethod: {local_model: {}}\n",
                 "one matrix for all terms"),
                ("problem: {name: n-particles}\nmethod: {family: gauss, local_model: {model: spring}}\n",
                 "linear"),
                ("problem: {name: harmonic-oscillator}\nmethod: {family: gauss, local_model: {}}\n"
                 "output: {structure: true}\n", "does not go with 'local_model'")):
            self.case(text)
            result = self.sparkdyn("run", self.folder / "case.yaml")
            self.assertEqual(result.returncode, 2, text)
            self.assertIn(words, result.stderr)


if __name__ == "__main__":
    unittest.main()
