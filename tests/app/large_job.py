# SPDX-License-Identifier: BSD-3-Clause
"""The large case of examples/slurm in small: its script makes the mesh and runs the case with multigrid;
the answer is that of factors, and that of one rank."""

import csv
import json
import os
import subprocess
import unittest

from cli import PROGRAM, ROOT, CliTest

EXAMPLE = ROOT / "examples" / "slurm"
SRUN = f"""#!/bin/sh
exec {ROOT}/scripts/mpirun 2 "$@"
"""
CELLS = 5
SHORT = ("--set", "time.end=0.015")


class LargeJob(CliTest):
    def setUp(self):
        super().setUp()
        # Debian's Python has numpy; another one first in the path may not.
        for name, text in (("srun", SRUN), ("python3", '#!/bin/sh\nexec /usr/bin/python3 "$@"\n')):
            (self.folder / name).write_text(text)
            (self.folder / name).chmod(0o755)
        environment = {**os.environ, "PATH": f"{self.folder}:{os.environ['PATH']}",
                       "SLURM_JOB_ID": "4711", "SLURM_SUBMIT_DIR": str(EXAMPLE),
                       "SPARKDYN_PROGRAM": PROGRAM, "CELLS": str(CELLS)}
        self.work = self.folder / "work"
        self.job = subprocess.run([str(EXAMPLE / "large.sh"), str(self.work), *SHORT],
                                  env=environment, capture_output=True, text=True, timeout=240)

    def tip(self, out):
        with open(out / "history.csv") as file:
            return [float(row["tip"]) for row in csv.DictReader(file)]

    def test_small_version(self):
        self.assertEqual(self.job.returncode, 0, self.job.stdout + self.job.stderr)
        summary = json.loads((self.work / "out" / "summary.json").read_text())
        second = int(0.75 * CELLS) + 1
        nodes = 3 * CELLS * (CELLS + 1)**2 + (3 * second + 1) * (second + 1)**2  # without the root
        self.assertEqual(summary["dofs"], 3 * nodes)
        self.assertEqual(summary["constraints"], 3 * (CELLS + 1)**2)
        self.assertEqual(summary["strategy"], "multigrid")
        self.assertEqual(summary["ranks"], 2)
        mine = self.tip(self.work / "out")
        self.assertEqual(len(mine), 16)
        direct = self.folder / "direct"
        result = self.sparkdyn("run", self.work / "large.yaml", *SHORT, "--set",
                               "solver.strategy=decoupled", "--output", direct)
        self.assertEqual(result.returncode, 0, result.stderr)
        scale = max(map(abs, mine))
        # The blow has begun: an empty answer would agree with anything.
        self.assertGreater(scale, 1e-6)
        for a, b in zip(mine, self.tip(direct)):
            self.assertLess(abs(a - b), 1e-6 * scale)


if __name__ == "__main__":
    unittest.main()
