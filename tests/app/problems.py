# SPDX-License-Identifier: BSD-3-Clause
"""Problems by name, through the program as a user runs it: answers, files, methods, wrong input."""

import csv
import json
import pathlib
import unittest
import unittest.mock

import h5py
import numpy as np
from cli import CliTest

ALL = ["andrews-squeezer", "car-axis", "charged-particle-on-sphere", "double-pendulum",
       "dragged-point", "four-bar-chain",
       "guided-oscillator", "harmonic-oscillator", "index2-five-families", "jay-2007-dae",
       "n-particles", "pendulum", "phase-space-pendulum", "reduced-pendulum",
       "rigid-on-stiff-pendulum", "skate", "spherical-pendulum", "stiff-spring-pendulum", "three-bodies",
       "unit-pendulum"]
LONG = {"charged-particle-on-sphere": 120}  # end time instead of 1e4


class ProblemTest(CliTest):
    def problem(self, text, *arguments, out="out", ranks=1):
        """Runs `problem: {text}` with further --set and returns the summary."""
        sets = [word for item in arguments for word in ("--set", item)]
        self.run_case("problem: {%s}\n" % text, *sets, out=out, ranks=ranks)
        return self.summary(out)

    def summary(self, out="out"):
        return json.loads((self.folder / out / "summary.json").read_text())

    def energy(self, out="out"):
        with open(self.folder / out / "energy.csv") as file:
            rows = list(csv.reader(file))
        return {name: np.array([float(row[k]) for row in rows[1:]])
                for k, name in enumerate(rows[0])}


class Answers(ProblemTest):
    def test_every_problem_runs_with_its_name_alone(self):
        for name in ALL:
            with self.subTest(problem=name):
                sets = [f"time.end={LONG[name]}"] if name in LONG else []
                summary = self.problem(f"name: {name}", *sets, out=name)
                self.assertEqual(summary["status"], "done")
                self.assertEqual(summary["problem"], name)
                self.assertLess(summary["largest_position_violation"], 1e-9)
                with h5py.File(self.folder / name / "results.h5") as file:
                    self.assertEqual(len(file["time"]), summary["steps"] + 1)
                    self.assertTrue(np.isfinite(file["v"][...]).all())

    def known(self, text, *arguments):
        return self.problem(text, *arguments)["known_answers"]

    def test_published_values(self):
        answers = self.known("name: pendulum", "method.stages=5")
        self.assertEqual([answer["time"] for answer in answers], [1, 5, 10])
        for answer in answers:
            self.assertLess(answer["q_relative_error"], 1e-9)
        self.assertLess(answers[-1]["lambda_relative_error"], 1e-9)
        axis = self.known("name: car-axis", "method.stages=5")[0]
        for part in ("q", "v", "lambda"):
            self.assertLess(axis[f"{part}_relative_error"], 1e-8)
        andrews = self.known("name: andrews-squeezer", "method.stages=4", "time.step=1e-5")[0]
        self.assertLess(andrews["q_relative_error"], 1e-9)

    def test_closed_forms(self):
        for name in ("jay-2007-dae", "index2-five-families"):
            answer = self.known(f"name: {name}", "method.stages=4")[0]
            self.assertEqual(answer["time"], 1)
            self.assertLess(answer["v_relative_error"], 1e-6)
            self.assertLess(answer["lambda_relative_error"], 1e-5)

    def test_answers_belong_to_the_standard_start_only(self):
        self.assertEqual(self.known("name: pendulum, speed: 1"), [])
        self.assertEqual(self.known("name: pendulum, initial: {v: {y: 1}}"), [])
        self.assertEqual(self.known("name: jay-2007-dae", "time.start=0.5"), [])

    def test_initial_speed_two_ways(self):
        self.problem("name: pendulum, speed: 1.5", "time.end=1", out="a")
        self.problem("name: pendulum, initial: {v: {y: 1.5}}", "time.end=1", out="b")
        self.assertTrue(np.array_equal(self.results("a")["q"], self.results("b")["q"]))


class Methods(ProblemTest):
    def test_every_family_gives_the_answer(self):
        families = {"lobatto": 4, "gauss-lobatto": 3, "gauss": 4, "lobatto-iiia": 5,
                    "lobatto-iiic": 5, "radau-iia": 4}
        for family, stages in families.items():
            with self.subTest(family=family):
                summary = self.problem("name: pendulum", f"method.family={family}",
                                       f"method.stages={stages}", "time.end=1", "time.step=0.01")
                self.assertLess(summary["known_answers"][0]["q_relative_error"], 1e-6)
        midpoint = self.problem("name: harmonic-oscillator", "method.family=midpoint",
                                "time.step=1e-5")
        self.assertLess(midpoint["known_answers"][0]["q_relative_error"], 1e-3)

    def test_order_from_the_command_line(self):
        errors = [self.problem("name: car-axis", f"time.step={h}")["known_answers"][0]
                  for h in ("0.01", "0.005")]
        for part in ("q", "v", "lambda"):
            rate = np.log2(errors[0][f"{part}_relative_error"] / errors[1][f"{part}_relative_error"])
            self.assertLess(abs(rate - 4), 0.3, f"order of {part}: {rate}")

    def test_order_of_radii_on_gauss_nodes(self):
        for damping, order in ((["method.rho_infinity=0.5"], 3), (["method.splitting.velocity=0.8",
                               "method.splitting.elastic=0"], 3), ([], 4)):
            errors = [self.problem("name: car-axis", "method.family=gauss-lobatto", "method.stages=2",
                                   f"time.step={h}", *damping)["known_answers"][0]
                      for h in ("0.002", "0.001")]
            for part in ("q", "v", "lambda"):
                rate = np.log2(errors[0][f"{part}_relative_error"]
                               / errors[1][f"{part}_relative_error"])
                self.assertLess(abs(rate - order), 0.3, f"{damping}: order of {part}: {rate}")
        method = self.problem("name: car-axis", "method.family=gauss-lobatto", "method.stages=2",
                              "time.end=0.1", "method.splitting.elastic=0.5")["method"]
        self.assertIn("(2,2)-Gauss-Lobatto SPARK (rho_infinity of elastic: 0.5, ", method)

    def test_variable_steps(self):
        steps = {}
        for control in ("reversible", "standard"):
            summary = self.problem("name: pendulum", "time.tolerance=1e-9",
                                   f"time.control={control}", "time.end=5", out=control)
            self.assertLess(summary["known_answers"][-1]["q_relative_error"], 1e-5)
            steps[control] = np.diff(self.results(control)["time"])
            self.assertGreater(steps[control].max() / steps[control].min(), 1.5)
        fewer = self.problem("name: pendulum", "time.tolerance=1e-6", "time.end=5")["steps"]
        self.assertLess(fewer, len(steps["reversible"]))

    def test_dissipation_where_the_splitting_puts_it(self):
        """Figs. 5 and 6 of Jay (1998): the rigid part decays with IIIC, not with A-B."""
        kept = self.problem("name: rigid-on-stiff-pendulum")["quantities"]["rigid_energy"]
        lost = self.problem("name: rigid-on-stiff-pendulum",
                            "method.rho_infinity=0")["quantities"]["rigid_energy"]
        self.assertLess(abs(kept["end"] - kept["start"]), 0.1 * abs(lost["end"] - lost["start"]))


    def test_half_explicit(self):
        errors = [self.problem("name: pendulum", "method={family: half-explicit, order: 4}",
                               f"time.step={h}")["known_answers"][-1]["q_relative_error"]
                  for h in ("0.02", "0.01")]
        self.assertLess(abs(np.log2(errors[0] / errors[1]) - 4), 0.3, errors)
        refused = self.sparkdyn("run", self.case("problem: {name: charged-particle-on-sphere}\n"
                                                 "method: {family: half-explicit}\n"))
        self.assert_fails(refused, 2, "Gauss-Lobatto")

    def test_steps_of_given_sizes(self):
        """Theorems 3.1 and 3.2 of Jay & Petzold (1995) from a case: IIIA with three stages."""
        summary = self.problem("name: pendulum", "time={steps: [0.01, 0.02, 0.005]}")
        self.assertTrue(np.allclose(self.results()["time"], [0, 0.01, 0.03, 0.035], atol=1e-15))
        self.assertEqual(summary["steps"], 3)
        start = "initial: {q: [0.955336489125606, 0.29552020666133955], v: {x: 0, y: 0}, project: true}"
        ends = {}
        for name, method, time in (
                ("exact", "{family: gauss-lobatto, stages: 6}", "{end: 1, step: 0.01}"),
                ("coarse", "{family: lobatto-iiia, end_multiplier: direct}",
                 "{end: 1, step: 0.0125, pattern: [1.3, 0.7]}"),
                ("fine", "{family: lobatto-iiia, end_multiplier: direct}",
                 "{end: 1, step: 0.00625, pattern: [1.3, 0.7]}")):
            self.problem("name: pendulum, gravity: 1, " + start, f"method={method}", f"time={time}",
                         out=name)
            ends[name] = {key: self.results(name)[key][-1] for key in ("q", "v", "lambda")}
        for key, order in (("q", 2), ("v", 2), ("lambda", 0)):
            off = [np.abs(ends[name][key] - ends["exact"][key]).max() for name in ("coarse", "fine")]
            self.assertLess(abs(np.log2(off[0] / off[1]) - order), 0.3, f"order of {key}")

    def test_back_in_time(self):
        """(37) of Jay (1998): the way back exchanges C and C*, unless the case says otherwise."""
        name = "name: rigid-on-stiff-pendulum, inverse_epsilon: 3, friction: 0.5"
        for method in ("{}", "{rho_infinity: 0}", "{family: gauss-lobatto, rho_infinity: 0.5}"):
            self.problem(name, f"method={method}", "time={end: 2.5, step: 0.05}", out="there")
            there = self.results("there")
            end = ", ".join(f"{part}: [{', '.join(repr(float(x)) for x in there[part][-1])}]"
                            for part in ("q", "v"))
            off = {}
            for backward in ("adjoint", "same"):
                summary = self.problem(name + f", initial: {{{end}}}", f"method={method}",
                                       f"time={{start: 2.5, end: 0, step: 0.05, backward: {backward}}}",
                                       out=backward)
                back = self.results(backward)
                self.assertEqual(summary["steps"], 50)
                self.assertTrue(np.allclose(back["time"], there["time"][::-1], atol=1e-13))
                off[backward] = max(np.abs(back[part][::-1] - there[part]).max() for part in ("q", "v"))
            self.assertLess(off["adjoint"], 1e-13, method)
            self.assertGreater(off["same"], 1e-10, method)
        self.problem("name: pendulum", "time={start: 1, end: 0, tolerance: 1e-8}")
        self.assertLess(np.diff(self.results()["time"]).max(), 0)

    def test_back_in_time_refused(self):
        for text, words in (
                ("{name: pendulum}\ntime: {start: 1, end: 1}", "must differ from 'start'"),
                ("{name: pendulum}\ntime: {end: 1, backward: same}", "goes with an 'end' before"),
                ("{name: pendulum}\nmethod: {family: radau-iia}\ntime: {start: 1, end: 0}",
                 "take lobatto, gauss-lobatto or gauss"),
                ("{name: rigid-on-stiff-pendulum}\nmethod: {damping: {regions: [stiff]}}\n"
                 "time: {start: 1, end: 0}", "only goes forward"),
                ("{name: harmonic-oscillator}\nmethod: {family: gauss, local_model: {}}\n"
                 "time: {start: 1, end: 0}", "only goes forward"),
                ("{name: double-pendulum, accelerations: 1}\noutput: {structure: true}", "(8b)"),
                ("{name: double-pendulum, accelerations: 0.5}", "0 (8f) or 1 (8b)")):
            result = self.sparkdyn("run", self.case(f"problem: {text}\n"))
            self.assert_fails(result, 2, words)

    def test_back_in_time_goes_on_as_if_whole(self):
        text = ("problem: {name: rigid-on-stiff-pendulum, inverse_epsilon: 3, friction: 0.5}\n"
                "time: {start: 1, end: 0, step: 0.05}\n")
        self.run_case(text, out="whole")
        self.run_case(text + "checkpoint: {every: 5}\n", "--set", "time.end=0.5", out="parts")
        self.run_case(text + "checkpoint: {every: 5}\n", "--restart", "latest", out="parts")
        for name in ("time", "q", "v"):
            self.assertTrue(np.array_equal(self.results("whole")[name], self.results("parts")[name]))
        forward = self.sparkdyn("run", self.case(text + "checkpoint: {every: 5}\n"), "--set",
                                "time.end=2", "--restart", "latest", "--output",
                                self.folder / "parts")
        self.assert_fails(forward, 2, "goes the other way")

    def test_singular_mass_and_nonholonomic(self):
        answers = self.known("name: dragged-point", "method.stages=5")
        self.assertEqual([answer["time"] for answer in answers], [1, 5, 10])
        for answer in answers:
            self.assertLess(answer["q_relative_error"], 1e-9)
        for parameters in ("", ", slope: 2, rate: 0.7, inertia: 0.3", ", rate: 0"):
            answer = self.known("name: skate" + parameters, "method.stages=5")[0]
            self.assertLess(answer["q_relative_error"], 1e-9)
            self.assertLess(answer["v_relative_error"], 1e-9)

    def known(self, text, *arguments):
        return self.problem(text, *arguments)["known_answers"]

    def test_automatic_damping(self):
        """A spring that rings 120 times faster than the step: damped when needed, then given back."""
        text = ("name: rigid-on-stiff-pendulum, inverse_epsilon: 1000, friction: 0, "
                "initial: {v: [0, 0.1, 0, 0.1]}")
        self.problem(text, "method={rho_infinity: 1, damping: {regions: [stiff]}}", "time.end=60")
        damping = self.energy()["damping_stiff"]
        self.assertEqual(damping[0], 0)
        self.assertEqual(damping.max(), 1)
        self.assertEqual(damping[-1], 0)


class Files(ProblemTest):
    def test_history(self):
        self.run_case("""
problem: {name: pendulum}
time: {end: 1}
output:
  probes: [{component: y}, {name: vx, component: x, quantity: velocity},
           {component: 2, quantity: acceleration}, {name: tension, constraint: 1}]
""")
        history = self.history()
        self.assertEqual(list(history), ["time", "y", "vx", "acceleration[y]", "tension"])
        self.assertEqual(len(history["time"]), 51)
        self.assertEqual(history["acceleration[y]"][0], -9.81)
        self.assert_relative(history["tension"][-1], 4.8562694074847, 1e-4)

    def test_energies_and_structure(self):
        summary = self.problem("name: spherical-pendulum", "output.structure=true",
                               "output.every=7", "time.end=2")
        energy = self.energy()
        self.assertEqual(list(energy), ["time", "kinetic", "potential", "total", "angular_momentum",
                                        "position_violation", "velocity_violation", "wedge"])
        self.assertEqual(len(energy["time"]), 1 + 100 // 7 + 1)  # the last step is kept too
        self.assertEqual(energy["time"][-1], 2)
        self.assertTrue(np.allclose(energy["kinetic"] + energy["potential"], energy["total"],
                                    rtol=0, atol=1e-13))
        self.assertGreater(np.ptp(energy["kinetic"]), 0.1)
        self.assertLess(np.ptp(energy["angular_momentum"]), 1e-12)
        self.assertLess(np.ptp(energy["wedge"]), 1e-11)
        self.assertLess(summary["wedge_drift"], 1e-11)
        damped = self.problem("name: spherical-pendulum", "output.structure=true", "time.end=2",
                              "time.step=0.1", "method.rho_infinity=0")
        self.assertGreater(damped["wedge_drift"], 1e-6)
        self.assertLess(summary["reversibility_defect"], 1e-12)
        self.assertGreater(damped["reversibility_defect"], 1e-6)

    def test_subsystems_and_momenta(self):
        self.problem("name: n-particles", "time.end=0.2")
        self.assertIn("angular_momentum_z", self.energy())
        self.problem("name: rigid-on-stiff-pendulum", "time.end=1")
        energy = self.energy()
        self.assertTrue(np.allclose(energy["stiff_energy"] + energy["rigid_energy"],
                                    energy["total"], atol=1e-9))

    def test_a_hamiltonian_has_no_parts(self):
        self.problem("name: charged-particle-on-sphere", "time.end=12", "output.energy=true")
        self.assertEqual(list(self.energy())[:3], ["time", "total", "angular_momentum"])
        self.problem("name: charged-particle-on-sphere", "time.end=12", "output.energy=false",
                     out="quiet")
        self.assertFalse((self.folder / "quiet" / "energy.csv").exists())

    def test_results_are_every_nth_step_and_the_last(self):
        self.problem("name: pendulum", "time.end=1", "output.every=20")
        results = self.results()
        self.assertTrue(np.allclose(results["time"], [0, 0.4, 0.8, 1.0], atol=1e-14))
        self.assertEqual(results["q"].shape, (4, 2))
        self.assertEqual(results["lambda"].shape, (4, 1))

    def test_check_shows_defaults_and_reads_back(self):
        # tests/input/problem_case_test.cpp does it for all of them
        for name in ("car-axis", "index2-five-families", "rigid-on-stiff-pendulum"):
            with self.subTest(problem=name):
                first = self.sparkdyn("check", self.case(f"problem: {{name: {name}}}\n"))
                self.assertEqual(first.returncode, 0, first.stderr)
                second = self.sparkdyn("check", self.case(first.stdout, "again.yaml"))
                self.assertEqual(second.stdout, first.stdout)
        self.assertFalse((self.folder / "out").exists())
        shown = self.sparkdyn("check", self.case("problem: {name: andrews-squeezer}\n")).stdout
        for line in ("torque: 0.033", "switch_off: 0", "step: 5e-05", "end: 0.03", "beta, Theta"):
            self.assertIn(line, shown)

    def test_the_stored_case_repeats_the_run(self):
        self.problem("name: car-axis", "time.end=0.3", "method.rho_infinity=0.7")
        again = self.sparkdyn("run", self.folder / "out" / "case.yaml", "--output",
                              self.folder / "again")
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertTrue(np.array_equal(self.results()["q"], self.results("again")["q"]))

    def test_two_ranks(self):
        one = self.problem("name: four-bar-chain", "time.end=1", out="one")
        result = self.run_case("problem: {name: four-bar-chain}\ntime: {end: 1}\n", ranks=2,
                               out="two")
        self.assertIn("runs on one rank", result.stdout)
        self.assertEqual(self.summary("two")["ranks"], 2)
        self.assertEqual(self.summary("two")["iterations"], one["iterations"])
        self.assertTrue(np.array_equal(self.results("one")["q"], self.results("two")["q"]))


class WrongInput(ProblemTest):
    def refused(self, text, status, *words, ranks=1, arguments=()):
        result = self.sparkdyn("run", self.case(text), *arguments, ranks=ranks)
        self.assert_fails(result, status, *words)
        if status == 2:
            self.assertFalse((self.folder / "out").exists())
        return result

    def test_names(self):
        self.refused("problem: {name: pendelum}\n", 2, "case.yaml:1", "did you mean 'pendulum'?")
        self.refused("problem: {name: pendulum, gravitation: 1}\n", 2, "case.yaml:1",
                     "'gravitation'", "gravity")
        self.refused("problem: {name: four-bar-chain, loops: 0}\n", 2, "loops", "1 to 200")

    def test_inconsistent_initial_values(self):
        for ranks in (1, 2):
            result = self.refused("problem: {name: pendulum, initial: {q: [1.1, 0]}}\n", 2,
                                  "case.yaml: problem 'pendulum'",
                                  "constraint 1 of 1 is violated by 1.050e-01", "project: true",
                                  ranks=ranks)
            self.assertEqual(result.stderr.count("inconsistent"), 1)
        self.refused("problem: {name: pendulum, initial: {v: [0.3, 0]}}\n", 2,
                     "derivative of constraint 1", "3.000e-01", "project: true")
        result = self.run_case(
            "problem: {name: pendulum, initial: {q: [1.1, 0], v: [0.3, 2], project: true}}\n")
        self.assertRegex(result.stdout, r"positions were off by 0\.105, velocities by 0\.33")
        self.assertTrue(np.allclose(self.results()["q"][0], [1, 0], atol=1e-14))
        self.assertTrue(np.allclose(self.results()["v"][0], [0, 2], atol=1e-14))

    def test_projection_from_where_no_direction_leads(self):
        self.refused("problem: {name: pendulum, initial: {q: [0, 0], project: true}}\n", 2,
                     "gradient of constraint 1 vanishes at t = 0")

    def test_dependent_constraints_at_the_start(self):
        flat = "[1, 0, 2, 0, 3, 0]"
        self.refused("problem: {name: four-bar-chain, initial: {q: %s, v: %s}}\n" %
                     (flat, "[0, 1, 0, 1, 0, 1]"), 2, "t = 0", "dependent", "constraint")

    def test_dependent_constraints_along_the_way(self):
        """The rods lie flat at a quarter turn, t = pi/2, and the 100th step ends there."""
        case = ("problem: {name: four-bar-chain, loops: 1, gravity: 0}\n"
                "time: {end: 3.141592653589793, step: 0.015707963267948967}\n")
        self.refused(case, 1, "t = 1.555", "h = 0.0157", "at t = 1.5708", "dependent",
                     "constraint ", "follows from the others")
        beside = self.problem("name: four-bar-chain, loops: 1, gravity: 0", "time.end=3.2",
                              "time.step=0.05", out="beside")
        self.assertEqual(beside["status"], "done")
        self.assertLess(beside["constraint_independence"]["smallest_pivot"], 0.05)
        self.assert_relative(beside["constraint_independence"]["time"], np.pi / 2, 0.03)

    def test_drift_is_said(self):
        """Standard Runge-Kutta methods do not hold the constraints between their stages."""
        result = self.run_case("problem: {name: pendulum}\nmethod: {family: midpoint}\ntime: {end: 1}\n")
        self.assertIn("the constraints are off by", result.stderr)
        self.assertIn("gauss-lobatto", " ".join(self.summary()["warnings"]))
        # What is off grows until the results mean nothing, while each step has a solution.
        for method in ("family: midpoint", "family: gauss, stages: 3"):
            self.refused("problem: {name: pendulum}\nmethod: {%s}\n" % method, 1, "leads off the constraints",
                         "gauss-lobatto hold them")
            self.assertEqual(self.summary()["status"], "failed")

    def test_usual_starting_values(self):
        """Jay & Petzold (1995), section 4: with them Newton's method fails where steps are long."""
        self.refused("problem: {name: n-particles}\nmethod: {family: energy-momentum}\n"
                     "solver: {starting_values: usual}\n", 2, "whose stages are found together")
        ringing = "problem: {name: stiff-spring-pendulum, perturbation: 1e-5}\nmethod: {family: gauss, stages: 3}\n"
        self.run_case(ringing + "time: {end: 1, step: 0.01}\n")
        self.refused(ringing + "solver: {starting_values: usual}\n", 1, "t = 0.01", "40 Newton iterations")

    def test_newton_fails(self):
        for ranks in (1, 2):
            result = self.refused("problem: {name: pendulum}\ntime: {step: 5}\n", 1, "t = 0",
                                  "h = 5", "Newton iterations", "relative changes end with",
                                  "a smaller step from there", "does not fail", ranks=ranks)
            self.assertEqual(result.stderr.count("Newton"), 1)
        summary = self.summary()
        self.assertEqual(summary["status"], "failed")
        self.assertIn("Newton", summary["cause"])

    def test_steps_longer_than_a_period(self):
        """Their equations have several solutions: the right one, or no result."""
        ringing = "name: stiff-spring-pendulum, perturbation: 1e-5"
        for family, first in (("family: radau-iia, stages: 3", 4.50e-6),
                              ("family: gauss, stages: 5", 0.5),
                              ("rho_infinity: 0, stages: 3", -2.3e-10)):
            summary = self.problem(ringing, "method={%s}" % family, "time.end=0.1")
            self.assertAlmostEqual(self.energy()["total"][1], first, delta=1e-8)
            self.assertEqual(summary["warnings"], [])
        case = self.case("problem: {name: n-particles}\nmethod: {family: midpoint}\n"
                         "time: {step: 0.04, end: 8}\n")
        result = self.sparkdyn("run", case, "--output", self.folder / "out")
        energy = self.energy()["total"]
        for step, expected in ((25, 4.5476741), (47, 14.8959525), (100, 127.72216)):
            self.assertAlmostEqual(energy[step] / expected, 1, delta=1e-6)
        if (energy[1:] > 10 * energy[:-1]).any():
            self.assertIn("the energy of this conservative system rose", result.stderr)

    def test_results_until_the_failure_are_kept(self):
        self.refused("problem: {name: andrews-squeezer}\nmethod: {stages: 2}\n"
                     "time: {step: 2e-3}\nsolver: {max_iterations: 6}\n", 1, "Newton")
        summary = self.summary()
        results = self.results()
        self.assertEqual(len(results["time"]), summary["steps"] + 1)
        self.assertEqual(results["time"][-1], summary["end_time"])
        self.assertTrue(np.isfinite(results["q"]).all())

    def test_no_step_size(self):
        self.refused("problem: {name: pendulum}\ntime: {tolerance: 1e-15, control: standard}\n"
                     "method: {stages: 2}\n", 1, "t = ", "tolerance")

    def test_step_longer_than_the_run(self):
        self.refused("problem: {name: pendulum}\ntime: {end: 1, step: 3}\n", 2, "step", "twice")

    @unittest.skipUnless(pathlib.Path("/dev/full").exists(), "no /dev/full")
    def test_a_device_in_place_of_a_file(self):
        """A full disk is in disks.py."""
        (self.folder / "out").mkdir()
        (self.folder / "out" / "energy.csv.part").symlink_to("/dev/full")
        for ranks in (1, 2):
            result = self.sparkdyn("run", self.case("problem: {name: pendulum}\n"), "--output",
                                   self.folder / "out", ranks=ranks)
            self.assert_fails(result, 2, "energy.csv.part", "no ordinary file")

    def test_progress(self):
        case = self.case("problem: {name: pendulum}\n")
        for shown in ("0", "1"):
            with unittest.mock.patch.dict("os.environ", SPARKDYN_PROGRESS=shown):
                result = self.sparkdyn("run", case, ranks=2)
            self.assertEqual("500/500 steps  100 %" in result.stderr, shown == "1", result.stderr)

    def test_output_folder(self):
        (self.folder / "file").write_text("")
        self.refused("problem: {name: pendulum}\noutput: {directory: file/out}\n", 2, "file")


if __name__ == "__main__":
    unittest.main()
