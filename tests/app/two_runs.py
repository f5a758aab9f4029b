# SPDX-License-Identifier: BSD-3-Clause
"""Two runs in one output folder: the second is refused while the first lives, and works at once when
it is dead, however it died."""

import os
import re
import shutil
import signal
import socket
import subprocess
import time
import unittest

from cli import PROGRAM
from kills import ranks_of
from resume_tools import CHAIN, ResumeTest, tolerance_for

LONG = ("--set", "time.end=10000", "--set", "output.every=100", "--set", "checkpoint={every: 3}")
MPI = {"OMPI_ALLOW_RUN_AS_ROOT": "1", "OMPI_ALLOW_RUN_AS_ROOT_CONFIRM": "1",
       "OMPI_MCA_rmaps_base_oversubscribe": "1", "OMPI_MCA_btl_vader_single_copy_mechanism": "none",
       "OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class TwoRuns(ResumeTest):
    def launch(self, ranks=2):
        """mpirun itself, without the script around it."""
        command = [PROGRAM, "run", str(self.case(CHAIN)), "--output", str(self.folder / "out"), *LONG]
        if ranks > 1:
            command = ["mpirun", "--quiet", "-n", str(ranks), "--bind-to", "none", *command]
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                                   stdin=subprocess.DEVNULL, env={**os.environ, **MPI})
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        deadline = time.monotonic() + 60
        while len(self.checkpoints()) < 2 or len(ranks_of(process, ranks)) < ranks:
            self.assertIsNone(process.poll())
            self.assertLess(time.monotonic(), deadline)
            time.sleep(0.01)
        return process

    def step_reached(self):
        return int(self.checkpoints()[-1].stem.split("-")[1])

    def go_on(self, ranks):
        """--restart latest right away, for a step; then to an end, beside a run that was left alone."""
        start = time.monotonic()
        result = self.start(CHAIN, *LONG[:-1], "checkpoint={wall_clock_limit: 0.001}", "--restart",
                            "latest", ranks=ranks, status=3)
        seconds = time.monotonic() - start
        step = int(re.search(r"stopped at step (\d+)", result.stdout).group(1))
        end = ("--set", f"time.end={(step + 10) * 0.1}", "--set", "output.every=100")
        self.start(CHAIN, *end, "--restart", "latest", ranks=ranks)
        self.start(CHAIN, *end, out="whole", ranks=ranks)
        self.assert_same("out", "whole", tolerance_for(ranks))
        return seconds

    def test_the_second_is_refused_while_the_first_lives(self):
        process = self.launch()
        owner = ranks_of(process, 2)
        for arguments in (("--restart", "latest"), (), ("--set", "time.end=2")):
            start = time.monotonic()
            result = self.start(CHAIN, *arguments, status=2)
            self.assertLess(time.monotonic() - start, 10)
            found = re.search(r"is in use by process (\d+) on (\S+), which runs '(\S+)' on 2 ranks "
                              r"since (\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ)", result.stderr)
            self.assertTrue(found, result.stderr)
            self.assertIn(int(found.group(1)), owner)
            self.assertEqual(found.group(2), socket.gethostname())
            self.assertIn("--output", result.stderr)
        self.assertEqual(self.sparkdyn("check", self.case(CHAIN), "--output",
                                       self.folder / "out").returncode, 0)
        self.start(CHAIN, "--set", "time.end=1", out="elsewhere")
        self.assertIsNone(process.poll(), "the first run was disturbed")
        # Killed with all its ranks it left its file, which keeps nobody out.
        for pid in owner:
            os.kill(pid, signal.SIGKILL)
        process.wait()
        self.assertTrue((self.folder / "out" / ".sparkdyn-lock").exists())
        self.go_on(2)
        self.assertFalse((self.folder / "out" / ".sparkdyn-lock").exists())

    def test_mpirun_alone_is_killed(self):
        """Its ranks live on until they notice."""
        for ranks in (2, 3):
            shutil.rmtree(self.folder / "out", ignore_errors=True)
            process = self.launch(ranks=ranks)
            process.send_signal(signal.SIGKILL)
            print(f"gone on {self.go_on(ranks):.1f} s after mpirun of {ranks} ranks was killed")

    def test_rank_zero_is_killed(self):
        process = self.launch()
        os.kill(ranks_of(process, 2)[0], signal.SIGKILL)
        self.go_on(2)

    def test_one_rank(self):
        process = self.launch(ranks=1)
        result = self.start(CHAIN, "--restart", "latest", status=2)
        self.assertIn(f"process {process.pid} ", result.stderr)
        process.kill()  # not even waited for
        self.go_on(1)

    def test_a_lock_file_of_the_dead(self):
        """Whatever it says: what counts is whether somebody holds it."""
        (self.folder / "out").mkdir()
        for text in ("", "nonsense", "sparkdyn\nhost elsewhere\nprocess 1 0 5\nranks 4\nsince "
                     "2026-01-01T00:00:00Z\ncase case.yaml\n"):
            (self.folder / "out" / ".sparkdyn-lock").write_text(text)
            self.start(CHAIN, "--set", "time.end=1")
            self.assertFalse((self.folder / "out" / ".sparkdyn-lock").exists())

    def test_something_else_in_place_of_the_lock(self):
        lock = self.folder / "out" / ".sparkdyn-lock"
        lock.parent.mkdir()
        for make in (lambda: os.mkfifo(lock), lock.mkdir, lambda: lock.symlink_to("/dev/null")):
            make()
            result = self.start(CHAIN, "--set", "time.end=1", status=2)
            self.assertIn(".sparkdyn-lock' is no ordinary file", result.stderr)
            lock.rmdir() if lock.is_dir() and not lock.is_symlink() else lock.unlink()

    def test_wrong_input_leaves_no_folder(self):
        result = self.start(CHAIN, "--set", "system.mass=none.mtx", out="new/deep/folder", status=2)
        self.assertIn("none.mtx", result.stderr)
        self.assertFalse((self.folder / "new").exists())


if __name__ == "__main__":
    unittest.main()
