# SPDX-License-Identifier: BSD-3-Clause
"""The Slurm job of examples/slurm, with srun and scontrol played by small scripts."""

import os
import re
import signal
import subprocess
import time
import unittest

from cli import PROGRAM, ROOT
from resume_tools import CHAIN, ResumeTest

SRUN = f"""#!/bin/sh
exec {ROOT}/scripts/mpirun 1 "$@"
"""
SCONTROL = """#!/bin/sh
echo "$@" >> "$(dirname "$0")/requeued"
"""


class Requeue(ResumeTest):
    def setUp(self):
        super().setUp()
        for name, text in (("srun", SRUN), ("scontrol", SCONTROL)):
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)

    def job(self, *arguments):
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}",
                       "SLURM_JOB_ID": "4711", "SPARKDYN_PROGRAM": PROGRAM}
        process = subprocess.Popen(
            [str(ROOT / "examples" / "slurm" / "job.sh"), str(self.case(CHAIN)), "--output",
             str(self.folder / "out"), *arguments],
            env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.addCleanup(process.stdout.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.kill)
        return process

    def requeued(self):
        path = self.folder / "requeued"
        return path.read_text().splitlines() if path.exists() else []

    def test_until_it_is_done(self):
        steps = ("--set", "time.end=30", "--set", "checkpoint={every: 20}", "--set",
                 "output.every=10")
        jobs = stopped = 0
        while not jobs or self.requeued()[jobs - 1:] == ["requeue 4711"]:
            jobs += 1
            self.assertLess(jobs, 50)
            before = len(self.checkpoints()) and self.checkpoints()[-1].name
            process = self.job(*steps)
            while process.poll() is None and stopped < 2:
                now = len(self.checkpoints()) and self.checkpoints()[-1].name
                if now != before and now != "checkpoint-000000000.h5":
                    process.send_signal(signal.SIGUSR1)
                    break
                time.sleep(0.005)
            text = process.communicate(timeout=120)[0]
            self.assertIn(process.returncode, (0, 3), text)
            stopped += process.returncode == 3
            self.assertEqual("goes on from step" in text, jobs > 1, text)
        self.assertIn("done", text)
        self.assertGreater(stopped, 0)
        self.start(CHAIN, *steps, out="whole")
        self.assert_same("out", "whole")

    def test_a_failure_is_not_queued_again(self):
        process = self.job("--set", "time.step=-1")
        text = process.communicate(timeout=120)[0]
        self.assertEqual(process.returncode, 2, text)
        self.assertIn("failed with status 2", text)
        self.assertEqual(self.requeued(), [])

    def test_its_limits_are_slurms(self):
        text = (ROOT / "examples" / "slurm" / "job.sh").read_text()
        self.assertTrue(re.search(r"^#SBATCH --signal=B:USR1@\d+$", text, re.M))
        self.assertTrue(re.search(r"^#SBATCH --requeue$", text, re.M))


if __name__ == "__main__":
    unittest.main()
