"""The same answer on 1, 2 and 4 ranks, to 1e-11, for every solver; files in the user's numbering."""

import unittest
import unittest.mock

import numpy as np
from cli import CliTest

CHAIN = """
system:
  mass: DATA/g600_M.mtx
  damping: DATA/g600_D.mtx
  stiffness: DATA/g600_K.mtx
  constraints: {matrix: DATA/g600_G.mtx}
  loads: [{vector: DATA/g600_B.mtx, amplitude: {sine: {frequency: 0.3}}}]
time: {end: 4, step: 0.1}
output: {every: 10}
"""
INTRODUCTION = "method.splitting={velocity: C, elastic: C, damping: C, load: C*, constraint: B}"


class Ranks(CliTest):
    def compare(self, *arguments):
        reference = None
        for ranks in (1, 2, 4):
            self.run_case(CHAIN, *arguments, ranks=ranks, out=f"out{ranks}")
            results = self.results(f"out{ranks}")
            self.assertEqual(results["q"].shape, (5, 600))
            self.assertEqual(results["lambda"].shape, (5, 1))
            if reference is None:
                reference = results
                continue
            for name in ("q", "v", "lambda"):
                scale = np.linalg.norm(reference[name])
                self.assertGreater(scale, 0)
                difference = np.linalg.norm(results[name] - reference[name]) / scale
                print(f"{self._testMethodName}: {name} on {ranks} ranks differs by {difference:.1e}")
                self.assertLess(difference, 1e-11, f"{name} on {ranks} ranks")

    def test_decoupled(self):
        self.compare("--set", "method.stages=3")

    def test_monolithic(self):
        self.compare("--set", INTRODUCTION, "--set", "solver.strategy=monolithic")

    def test_krylov(self):
        self.compare("--set", INTRODUCTION, "--set", "solver.strategy=krylov",
                     "--set", "solver.tolerance=1e-13")

    def test_progress_is_drawn_once_and_only_where_wanted(self):
        case = self.case(CHAIN)
        for shown in ("0", "1"):
            with unittest.mock.patch.dict("os.environ", SPARKDYN_PROGRESS=shown):
                result = self.sparkdyn("run", case, ranks=2, text=False)
            self.assertEqual(result.returncode, 0, result.stderr)
            # Redrawn in place any number of times, ended by one newline of one rank.
            self.assertEqual(result.stderr.count(b"\x1b[K\n"), int(shown), result.stderr)
            self.assertEqual(b"40/40 steps  100 %" in result.stderr, shown == "1")

    def test_generalized_alpha(self):
        self.compare("--set", "method={family: generalized-alpha, rho_infinity: 0.8}")


if __name__ == "__main__":
    unittest.main()
