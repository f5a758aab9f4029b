# SPDX-License-Identifier: BSD-3-Clause
"""SIGTERM, SIGINT, SIGUSR1, SIGHUP and a wall-clock limit: all ranks finish the step, keep it, and end with
status 3; going on gives the results of the run that was left alone."""

import os
import re
import shutil
import signal
import subprocess
import time
import unittest

from cli import PROGRAM, ROOT
from kills import ranks_of
from resume_tools import BLOCKS, CHAIN, ResumeTest, tolerance_for

# Long enough to be interrupted, and stopped only when asked to.
LONG = ("--set", "time.end=200", "--set", "output.every=100")
STOPPED = 3


class Signals(ResumeTest):
    def launch(self, case, *arguments, ranks):
        command = [str(ROOT / "scripts" / "mpirun"), str(ranks), PROGRAM, "run", str(case),
                   "--output", str(self.folder / "out"), *arguments]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                   text=True)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.stderr.close)
        return process

    def wait_for(self, condition, process):
        deadline = time.monotonic() + 60
        while not condition():
            self.assertIsNone(process.poll(), "it ended before anything could be sent to it")
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)

    def ended(self, process):
        out, errors = process.communicate(timeout=60)
        self.assertEqual(process.returncode, STOPPED, out + errors)
        self.assertNotIn("error", errors)
        return out

    def stop(self, number, ranks, to=None, text=CHAIN, arguments=LONG):
        """Starts, interrupts when the first steps are done, and tells after which step it stopped."""
        case = self.case(text)
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        # A checkpoint every three steps shows from outside that steps are being made.
        process = self.launch(case, *arguments, "--set", "checkpoint={every: 3}", ranks=ranks)
        self.wait_for(lambda: len(self.checkpoints()) > 1 and
                      len(ranks_of(process, ranks)) == ranks, process)
        if to == "mpirun":
            process.send_signal(number)
        else:
            os.kill(ranks_of(process, ranks)[to or 0], number)
        text = self.ended(process)
        step = int(re.search(r"stopped at step (\d+)", text).group(1))
        name = "SIGUSR1" if to == "mpirun" else signal.Signals(number).name
        self.assertIn(f"{name} was received", text)
        self.assertIn(f"checkpoint-{step:09d}.h5", text)
        self.assertTrue((self.folder / "out" / f"checkpoint-{step:09d}.h5").exists())
        self.assertEqual(self.summary()["status"], "stopped")
        self.assertFalse(list((self.folder / "out").glob("*.part")))
        return step

    def go_on(self, step, ranks, text=CHAIN, after=20):
        """A little more, beside a run without a stop."""
        end = ("--set", f"time.end={(step + after) * 0.1}", "--set", "output.every=100")
        result = self.start(text, *end, "--restart", "latest", ranks=ranks)
        self.assertIn(f"goes on from step {step},", result.stdout)
        self.start(text, *end, out="whole", ranks=ranks)
        self.assert_same("out", "whole", tolerance_for(ranks))

    def test_one_rank(self):
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGHUP):
            with self.subTest(signal=number.name):
                self.go_on(self.stop(number, ranks=1), ranks=1)

    def test_a_terminal_that_closes(self):
        """It may hang up twice; and under nohup it may as often as it likes."""
        for ranks in (1, 2):
            process = self.launch(self.case(CHAIN), *LONG, "--set", "checkpoint={every: 3}", ranks=ranks)
            self.wait_for(lambda: len(self.checkpoints()) > 1 and
                          len(ranks_of(process, ranks)) == ranks, process)
            process.send_signal(signal.SIGHUP)
            process.send_signal(signal.SIGHUP)
            step = int(re.search(r"stopped at step (\d+)", self.ended(process)).group(1))
            self.go_on(step, ranks)
            shutil.rmtree(self.folder / "out")
        before = signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup does, for the child
        try:
            process = self.launch(self.case(CHAIN), *LONG, "--set", "checkpoint={every: 3}", ranks=1)
        finally:
            signal.signal(signal.SIGHUP, before)
        self.wait_for(lambda: len(self.checkpoints()) > 1, process)
        process.send_signal(signal.SIGHUP)
        last = self.checkpoints()[-1].name
        self.wait_for(lambda: self.checkpoints()[-1].name > last, process)
        process.send_signal(signal.SIGTERM)
        self.assertIn("SIGTERM was received", self.ended(process))

    def test_one_of_two_ranks(self):
        for number, rank in ((signal.SIGTERM, 0), (signal.SIGUSR1, 1)):
            with self.subTest(signal=number.name):
                self.go_on(self.stop(number, ranks=2, to=rank), ranks=2)

    def test_to_mpirun(self):
        """Ctrl-C and SIGTERM to mpirun itself would end the ranks: scripts/mpirun asks first."""
        for number in (signal.SIGTERM, signal.SIGINT, signal.SIGUSR1, signal.SIGHUP):
            with self.subTest(signal=number.name):
                self.go_on(self.stop(number, ranks=2, to="mpirun"), ranks=2)

    def test_without_a_checkpoint_section(self):
        """A signal keeps the state in any case."""
        process = self.launch(self.case(CHAIN), *LONG, ranks=1)
        results = self.folder / "out" / "energy.csv"
        self.wait_for(results.exists, process)
        process.send_signal(signal.SIGTERM)
        step = int(re.search(r"stopped at step (\d+)", self.ended(process)).group(1))
        self.assertEqual(len(self.checkpoints()), 1)
        self.go_on(step, ranks=1)

    def test_wall_clock_limit(self):
        for ranks in (1, 2):
            with self.subTest(ranks=ranks):
                limit = ("--set", "checkpoint={wall_clock_limit: 0:0:2}", "--set", "time.end=1e5")
                result = self.start(CHAIN, *LONG, *limit, ranks=ranks, status=STOPPED)
                self.assertIn("the wall-clock limit of 2 s is near", result.stdout)
                self.assertLess(self.summary()["seconds"]["total"], 6)
                step = int(re.search(r"stopped at step (\d+)", result.stdout).group(1))
                self.go_on(step, ranks)

    def test_a_structure(self):
        arguments = ("--set", "time.end=10", "--set", "output.every=100")
        step = self.stop(signal.SIGTERM, 1, text=BLOCKS, arguments=arguments)
        end = ("--set", f"time.end={(step + 5) * 0.0005}", "--set", "output.every=100")
        self.start(BLOCKS, *end, "--restart", "latest")
        self.start(BLOCKS, *end, out="whole")
        self.assert_same("out", "whole")


if __name__ == "__main__":
    unittest.main()
