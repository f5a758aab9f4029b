# SPDX-License-Identifier: BSD-3-Clause
"""Energy-momentum methods, the pendulum on its phase space and compositions, Simo & Gonzalez (1993),
from case files."""

import unittest

import numpy as np
from problems import ProblemTest

PAIRS = "name: n-particles, k12: 3, k13: 0, k14: 0, k23: 0, k24: 0, k34: 50"


class EnergyMomentum(ProblemTest):
    def off(self, name):
        values = self.energy()[name]
        return np.abs(values - values[0]).max()

    def test_figure_3(self):
        for step in (0.02, 0.03, 0.04):
            self.problem("name: n-particles", "method.family=energy-momentum",
                         f"time={{end: {2000 * step}, step: {step}}}")
            self.assertLess(self.off("total"), 3e-11)
            for axis in "xyz":
                self.assertLess(self.off("angular_momentum_" + axis), 1e-11)
        for family in ("midpoint", "alpha"):
            self.problem("name: n-particles", f"method.family={family}", "time={end: 5, step: 0.04}")
            self.assertTrue(np.allclose(self.energy()["total"][25::25],
                                        [4.5476741, 32.086402, 17.400013, 127.72216, 773.06786],
                                        rtol=1e-7, atol=0))
            self.assertLess(self.off("angular_momentum_z"), 1e-11)

    def test_alpha(self):
        soft = "name: n-particles, k12: 0.1, k13: 0.5, k14: 1, k23: 4, k24: 2, k34: 0.3"
        for alpha, order in ((0.3, 1), (1, 1), (0.5, 2)):
            ends = {}
            for step in (0.02, 0.01, 0.0025):
                summary = self.problem(soft, f"method={{family: alpha, alpha: {alpha}}}",
                                       f"time={{end: 2, step: {step}}}", "output.structure=true")
                self.assertEqual(summary["order"], order)
                self.assertLess(summary["wedge_drift"], 1e-12)
                ends[step] = self.results()["q"][-1]
            errors = [np.abs(ends[step] - ends[0.0025]).max() for step in (0.02, 0.01)]
            # Against an answer of the same order: (8^p - 1)/(4^p - 1).
            wanted = {1: 7 / 3, 2: 63 / 15}[order]
            self.assertLess(abs(errors[0] / errors[1] / wanted - 1), 0.05, alpha)

    def test_pairs_do_not_exchange_energy(self):
        start = ("initial: {q: [0, 0, 0, 1.5, 0, 0, 0, 3, 0, 0, 3, 1.3], "
                 "v: [0, 0.3, 0, 0, -0.3, 0.2, 0.4, 0, 0, -0.4, 0.1, 0]}")
        time = "time={end: 40, step: 0.1}"
        self.problem(f"{PAIRS}, {start}", "method.family=energy-momentum", time)
        self.assertLess(max(self.off("energy_12"), self.off("energy_34")), 1.5e-13)
        self.problem(f"{PAIRS}, {start}", "method={family: midpoint, energy_projection: true}", time)
        self.assertLess(self.off("total"), 1e-13)
        self.assertGreater(self.off("energy_12"), 1e-3)
        self.problem("name: n-particles", "time.end=0.1")
        self.assertNotIn("energy_12", self.energy())

    def test_phase_space(self):
        kept = {"midpoint": (False, False), "projected-midpoint": (False, True),
                "cayley-midpoint": (False, False), "energy-momentum": (True, False)}
        for family, (energy, form) in kept.items():
            summary = self.problem("name: phase-space-pendulum, linear: 0, exponential: 1",
                                   f"method.family={family}", "output.structure=true",
                                   "solver.tolerance=1e-16")
            for name in ("sphere", "pi_dot_q", "angular_momentum"):
                self.assertLess(self.off(name), 5e-15, family)
            self.assertEqual(self.off("total") < 1e-14, energy, family)
            self.assertEqual(summary["wedge_drift"] < 1e-12, form, family)
            self.assertLess(summary["reversibility_defect"], 1e-12)
        beside = "name: phase-space-pendulum, initial: {q: [1, 0, 1]"
        self.case("problem: {%s}}\n" % beside)
        self.assert_fails(self.sparkdyn("run", self.folder / "case.yaml"), 2, "off the constraints by 1")
        self.problem(beside + ", project: true}")
        self.assertLess(abs(self.energy()["sphere"][0]), 1e-14)

    def test_reduced(self):
        kept = {"midpoint": (False, True), "projected-midpoint": (False, True),
                "reduced-midpoint": (False, False), "energy-momentum": (True, False)}
        for family, (energy, form) in kept.items():
            summary = self.problem("name: reduced-pendulum, quartic: 1", f"method.family={family}",
                                   "output.structure=true", "solver.tolerance=1e-16")
            self.assertEqual(self.off("total") < 1e-14, energy, family)
            self.assertEqual(summary["wedge_drift"] < 1e-12, form, family)

    def test_composition(self):
        for method, order in (("{family: energy-momentum, composition: 4}", 4),
                              ("{family: gauss-lobatto, stages: 1, composition: 4}", 4),
                              ("{family: lobatto, stages: 2, composition: 4}", 4),
                              ("{family: half-explicit, order: 2, composition: 4}", 4)):
            name = "three-bodies" if "energy" in method else "pendulum"
            parts = (200, 400, 800) if name == "three-bodies" else (100, 200, 400)
            end = 6.0 if name == "three-bodies" else 1.0
            ends = {}
            for n in parts:
                summary = self.problem(f"name: {name}", f"method={method}",
                                       f"time={{end: {end}, step: {end / n}}}", "output.structure=true")
                self.assertEqual(summary["order"], order)
                ends[n] = self.results()["q"][-1]
                if name == "pendulum":
                    self.assertLess(summary["wedge_drift"], 1e-11, method)
                    self.assertLess(summary["largest_position_violation"], 1e-13)
                else:
                    self.assertLess(self.off("total"), 1e-12)
            rate = np.log2(np.abs(ends[parts[0]] - ends[parts[1]]).max()
                           / np.abs(ends[parts[1]] - ends[parts[2]]).max())
            self.assertLess(abs(rate - 4), 0.3, method)

    def test_runs_go_on_as_if_whole(self):
        for method in ("{family: energy-momentum, composition: 4}", "{family: midpoint, composition: 6}",
                       "{family: midpoint, composition: 4, energy_projection: true}"):
            text = (f"problem: {{{PAIRS}}}\nmethod: {method}\ntime: {{end: 4, step: 0.1}}\n"
                    f"output: {{structure: {'false' if 'projection' in method else 'true'}}}\n")
            self.run_case(text, out="whole")
            self.run_case(text + "checkpoint: {every: 10}\n", "--set", "time.end=2", out="parts")
            self.run_case(text + "checkpoint: {every: 10}\n", "--restart", "latest", out="parts")
            for name, values in self.energy("whole").items():
                self.assertTrue(np.array_equal(values, self.energy("parts")[name]), method + name)

    def test_refused(self):
        for text, words in (
                ("problem: {name: pendulum}\nmethod: {family: energy-momentum}\n",
                 "n-particles, phase-space-pendulum, reduced-pendulum, stiff-spring-pendulum, three-bodies"),
                ("problem: {name: stiff-spring-pendulum, mixed: 1}\nmethod: {family: energy-momentum}\n",
                 "is for the problems"),
                ("problem: {name: n-particles}\nmethod: {family: cayley-midpoint}\n",
                 "phase-space-pendulum"),
                ("problem: {name: n-particles}\nmethod: {family: alpha, alpha: 1.2}\n", "alpha"),
                ("problem: {name: n-particles}\nmethod: {family: midpoint, alpha: 0.3}\n",
                 "belongs to the family alpha"),
                ("problem: {name: pendulum}\nmethod: {family: alpha}\n", "takes no constraints"),
                ("problem: {name: n-particles}\nmethod: {family: radau-iia, composition: 4}\n",
                 "symmetric"),
                ("problem: {name: n-particles}\nmethod: {family: gauss, composition: 4}\n",
                 "order 6 cannot be composed to order 4"),
                ("problem: {name: n-particles}\nmethod: {family: energy-momentum, composition: 3}\n",
                 "order 3"),
                ("problem: {name: n-particles}\nmethod: {family: energy-momentum}\n"
                 "time: {tolerance: 1e-6}\n", "'tolerance' in 'time'"),
                ("problem: {name: pendulum}\nmethod: {family: midpoint, energy_projection: true}\n",
                 "without constraints"),
                ("problem: {name: n-particles}\nmethod: {family: midpoint, energy_projection: true}\n"
                 "output: {structure: true}\n", "does not go with"),
                ("problem: {name: harmonic-oscillator}\n"
                 "method: {family: gauss, stages: 1, composition: 4, local_model: {}}\n",
                 "does not go with 'local_model'")):
            self.case(text)
            result = self.sparkdyn("run", self.folder / "case.yaml")
            self.assertEqual(result.returncode, 2, text + result.stderr)
            self.assertIn(words, result.stderr)
            self.assertIn("case.yaml:", result.stderr)

    def test_what_is_no_step_fails(self):
        for text in ("problem: {name: phase-space-pendulum, linear: 0, quartic: 1, initial: "
                     "{q: [1, 0, 0.01], v: [0, 1, 0], project: true}}\n",
                     "problem: {name: reduced-pendulum, momentum: 40}\n"):
            self.case(text + "method: {family: energy-momentum}\n")
            result = self.sparkdyn("run", self.folder / "case.yaml")
            self.assert_fails(result, 1, "take a smaller step")

    def test_methods_are_described(self):
        shown = self.sparkdyn("method", "--family", "alpha", "--alpha", "0.3")
        self.assertEqual(shown.returncode, 0, shown.stderr)
        self.assertIn("alpha family (alpha = 0.3), order 1", shown.stdout)
        self.assertIn("symplectic without constraints", shown.stdout)
        shown = self.sparkdyn("method", "--family", "energy-momentum")
        self.assertIn("energy-momentum, order 2", shown.stdout)


if __name__ == "__main__":
    unittest.main()
