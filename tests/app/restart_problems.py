# SPDX-License-Identifier: BSD-3-Clause
"""A named problem goes on from a checkpoint as if nothing had happened, with every kind of steps."""

import signal
import subprocess
import time
import unittest

from cli import PROGRAM
from resume_tools import ResumeTest, difference

ANDREWS = "problem: {name: andrews-squeezer}\n"
CONSTANT = ANDREWS + "time: {end: 0.006, step: 1e-4}\n"
REVERSIBLE = ANDREWS + "time: {end: 0.02, step: 1e-5, tolerance: 1e-9, control: reversible}\n"
STANDARD = ANDREWS + "time: {end: 0.02, step: 1e-5, tolerance: 1e-9, control: standard}\n"
STRUCTURE = """problem: {name: charged-particle-on-sphere}
method: {family: gauss-lobatto, stages: 2}
time: {end: 6, step: 0.12}
output: {structure: true, every: 3}
"""
DAMPED = """problem: {name: rigid-on-stiff-pendulum, inverse_epsilon: 1000, friction: 0, initial: {v: [0, 0.1, 0, 0.1]}}
method: {rho_infinity: 1, damping: {regions: [stiff]}}
time: {end: 6, step: 0.12}
"""
PATTERN = """problem: {name: pendulum}
time: {end: 6, step: 0.05, pattern: [1.3, 0.9, 0.8]}
"""
KEEP = ("--set", "checkpoint={every: 9, keep: 1000}")


class EqualsTheWholeRun(ResumeTest):
    def check(self, text):
        self.start(text, out="whole")
        self.start(text, *KEEP, out="kept")
        self.assert_same("kept", "whole")
        written = self.checkpoints("kept")
        self.assertGreater(len(written), 4)
        for path in (written[0], written[2], written[-2], written[-1]):
            folder = self.copy("kept", "again")
            result = self.start(text, *KEEP, "--restart", folder / path.name, out="again")
            self.assertIn(f"goes on from step {int(path.stem.split('-')[1])},", result.stdout)
            self.assert_same("again", "whole")
            for name in ("status", "steps", "newton", "violation", "quantities", "answers"):
                self.assertEqual(self.summary("again").get(name), self.summary("kept").get(name))

    def test_constant_steps(self):
        self.check(CONSTANT)

    def test_reversible_control(self):
        self.check(REVERSIBLE)

    def test_standard_control(self):
        self.check(STANDARD)

    def test_tangents_carried_along(self):
        self.check(STRUCTURE)

    def test_pattern_of_steps(self):
        self.check(PATTERN)

    def test_automatic_damping(self):
        self.check(DAMPED)

    def test_stopped_again_and_again(self):
        self.start(CONSTANT, "--set", "time.end=6e-4", out="whole")
        text = CONSTANT + "checkpoint: {wall_clock_limit: 0.001}\n"
        self.start(text, "--set", "time.end=6e-4", status=3)
        for step in range(2, 7):
            self.start(text, "--set", "time.end=6e-4", "--restart", "latest",
                       status=3 if step < 6 else 0)
            self.assertEqual(self.summary()["status"], "stopped" if step < 6 else "done")
        self.assert_same("out", "whole")

    def test_killed_and_asked_to_stop(self):
        text = ANDREWS + "time: {end: 0.01, step: 4e-7}\ncheckpoint: {every: 500}\n"
        self.start(text, "--set", "output.every=100", out="whole")
        path = self.case(text)
        for ending in (signal.SIGTERM, signal.SIGKILL, signal.SIGUSR1, signal.SIGKILL):
            run = subprocess.Popen([PROGRAM, "run", path, "--set", "output.every=100", "--output",
                                    self.folder / "out", "--restart", "latest"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            time.sleep(0.7)
            run.send_signal(ending)
            status = run.wait()
            self.assertIn(status, (0, 3, -ending))
        self.start(text, "--set", "output.every=100", "--restart", "latest")
        self.assert_same("out", "whole")


class WhatMayChange(ResumeTest):
    def setUp(self):
        super().setUp()
        self.start(CONSTANT, "--set", "time.end=0.003", *KEEP)

    def refused(self, text, *arguments, words):
        before = self.snapshot()
        result = self.start(text, "--restart", "latest", *arguments, status=2)
        for word in words:
            self.assertIn(word, result.stderr)
        self.assertEqual(self.snapshot(), before)

    def test_a_later_end(self):
        self.start(CONSTANT, out="whole")
        self.start(CONSTANT, "--restart", "latest")
        self.assert_same("out", "whole")

    def test_another_folder(self):
        file = self.checkpoints()[-1]
        self.start(CONSTANT, "--restart", file, out="new")
        self.start(CONSTANT, out="whole")
        new, whole = self.history("new"), self.history("whole")
        self.assertEqual(new["time"][0], 0.003)
        for name in whole:
            self.assertEqual(list(new[name]), list(whole[name][30:]))

    def test_the_method_when_asked_for(self):
        other = CONSTANT + "method: {family: gauss-lobatto, stages: 2}\n"
        self.refused(other, words=["--change-method", "Gauss", "steps of"])
        self.start(other, "--restart", "latest", "--change-method")
        self.start(CONSTANT, out="whole")
        ours, whole = self.history(), self.history("whole")
        self.assertEqual(len(ours["time"]), len(whole["time"]))
        for name in whole:
            self.assertLess(difference(ours[name], whole[name]), 1e-4, name)

    def test_refused(self):
        self.refused(CONSTANT, "--set", "time.end=0.002", words=["after the end of the run"])
        self.refused(CONSTANT, "--set", "time.end=0.00405", words=["whole number", "0.004"])
        self.refused("problem: {name: pendulum}\n", words=["another problem", "pendulum"])
        self.refused(CONSTANT.replace("squeezer}", "squeezer, torque: 0.04}"),
                     words=["another problem", "0.04"])


if __name__ == "__main__":
    unittest.main()
