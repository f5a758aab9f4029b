# SPDX-License-Identifier: BSD-3-Clause
"""The same answer on 1, 2, 4 and 8 ranks, to 1e-11, for every solver; files in the user's numbering."""

import unittest
import unittest.mock

import numpy as np
from cli import ROOT, CliTest

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
BLOCKS = f"""
model:
  mesh: {ROOT}/meshes/blocks.msh
  materials: {{steel: {{E: 210e9, nu: 0.3, density: 7850}}}}
  nodes: {{hub: [0.2, 0.2, 0.7]}}
  elements: [{{group: lower, material: steel}}, {{group: upper, material: steel}}]
  masses: [{{group: hub, mass: 20, inertia: [0.1, 0.1, 0.2]}}]
  supports: [{{group: bottom, fix: all}}]
  constraints:
    - {{tie: {{slave: upper_bottom, master: lower_top}}}}
    - {{coupling: {{reference: hub, nodes: top, rotation: true}}}}
  loads: [{{surface: top, traction: [1e5, 0, -1e5], amplitude: {{sine: {{frequency: 400}}}}}}]
time: {{end: 0.0004, step: 0.0001}}
output: {{every: 2}}
"""
INTRODUCTION = "method.splitting={velocity: C, elastic: C, damping: C, load: C*, constraint: B}"


class Ranks(CliTest):
    def compare(self, *arguments, case=CHAIN, counts=(1, 2, 4), tolerance=1e-11):
        reference = None
        for ranks in counts:
            self.run_case(case, *arguments, ranks=ranks, out=f"out{ranks}")
            results = self.results(f"out{ranks}")
            if case is CHAIN:
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
                self.assertLess(difference, tolerance, f"{name} on {ranks} ranks")
        return reference

    def test_decoupled(self):
        self.compare("--set", "method.stages=3", counts=(1, 2, 4, 8))

    def test_factors_on_several_ranks_each(self):
        for factors in ("groups", "spread"):
            self.compare("--set", "method.stages=4", "--set", f"solver.factors={factors}",
                         counts=(1, 4, 8))

    def test_monolithic(self):
        self.compare("--set", INTRODUCTION, "--set", "solver.strategy=monolithic")

    def test_krylov(self):
        self.compare("--set", INTRODUCTION, "--set", "solver.strategy=krylov",
                     "--set", "solver.tolerance=1e-13")

    def test_multigrid_on_more_ranks_than_cores(self):
        """To the tolerance, not to round-off; and what factors give."""
        found = self.compare("--set", "solver={strategy: multigrid, tolerance: 1e-10}", case=BLOCKS,
                             counts=(1, 2, 4, 8), tolerance=1e-7)
        self.run_case(BLOCKS, out="direct")
        direct = self.results("direct")
        for name in ("q", "v", "lambda"):
            scale = np.linalg.norm(direct[name])
            self.assertLess(np.linalg.norm(found[name] - direct[name]), 1e-7 * scale, name)

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
