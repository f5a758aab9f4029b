# SPDX-License-Identifier: BSD-3-Clause
"""scripts/bench: figures and bars are read as programs print them, and a small benchmark leaves table,
JSON and pictures."""

import json
import os
import pathlib
import subprocess
import sys
import unittest

from cli import ROOT, CliTest

sys.path.insert(0, str(ROOT / "benchmarks"))
import bench  # noqa: E402
import cost_model  # noqa: E402

BUILD = pathlib.Path(os.environ.get("SPARKDYN_BUILD", ROOT / "build"))

TABLE = """
25740 degrees of freedom, 10 constraints: Newmark's factors have 11 M entries
 stages  solve [ms]   step [ms]   solves per step      bar  outside solves [%]     bar
      3       20.00       91.00              4.55   <= 3.8                 8.9    < 10
"""


class Reading(unittest.TestCase):
    def test_clauses(self):
        rows = bench.clauses(
            "one matrix by PETSc alone: 0.98 s; ratio 2.10 (at most 3)\n"
            "s = 3, error 1e-04: X takes 17.5 times as long (at least 6) as Y, 9.5 with set-up\n"
            "most 39 (at most 70); of each mesh 30 39, growth 1.30 (below 1.3)\n"
            "nothing here (really)\n")
        self.assertEqual([(r["value"], r["sense"], r["bar"], r["met"]) for r in rows],
                         [(2.1, "≤", 3, True), (17.5, "≥", 6, True), (39, "≤", 70, True),
                          (1.3, "<", 1.3, False)])
        self.assertEqual(rows[0]["what"], "ratio …")
        self.assertEqual(rows[1]["note"], "as Y, 9.5 with set-up")

    def test_tables(self):
        rows = bench.tables(TABLE)
        self.assertEqual([(r["value"], r["bar"], r["met"]) for r in rows],
                         [(4.55, 3.8, False), (8.9, 10, True)])
        self.assertEqual(rows[0]["what"], "25740 dofs, stages 3: solves per step")

    def test_a_missed_bar_fails(self):
        result = {"judged": True, "status": 0, "rows": bench.clauses("ratio 4 (at most 3)")}
        self.assertTrue(bench.failed(result, quick=False))
        self.assertFalse(bench.failed(result, quick=True))
        self.assertTrue(bench.failed({**result, "rows": []}, quick=True))
        self.assertTrue(bench.failed({**result, "status": 139}, quick=True))

    def test_fit_finds_the_model_it_was_given(self):
        def sample(solver, n, s, seconds, iterations=0, ranks=1):
            return {"solver": solver, "dofs": n, "constraints": 0, "stages": s, "ranks": ranks,
                    "step_seconds": seconds, "iterations": iterations, "factor_entries": 2.0 * n**1.4}
        direct = [sample("direct", n, s, 16 * s * 2 * n**1.4 / 8e9 + 50e-9 * s * n)
                  for n in (2000, 8000, 30000) for s in (1, 3, 4)]
        multigrid = [sample("multigrid", n, s, 3e-7 * s * n * 10, 10) for n in (2000, 30000) for s in (1, 3)]
        double = [sample("multigrid", 30000, 3, 3e-7 * 3 * 30000 * 10 / 1.6, 10, 2)]
        model = cost_model.fit({"cost_direct": {"data": {"samples": direct}},
                                "cost_multigrid": {"data": {"samples": multigrid}},
                                "cost_multigrid_2": {"data": {"samples": double}}})
        self.assertAlmostEqual(model["direct"]["entries"][1], 1.4)
        self.assertAlmostEqual(model["direct"]["bandwidth"] / 8e9, 1)
        self.assertAlmostEqual(model["direct"]["per_dof"] / 50e-9, 1)
        self.assertAlmostEqual(model["multigrid"]["per_iteration_and_dof"][3] / 9e-7, 1)
        self.assertAlmostEqual(model["multigrid"]["efficiency_2"], 0.8)
        total, messages = cost_model.multigrid_seconds(model["multigrid"], 10**8, 3, 4096)
        self.assertGreater(messages, 0)
        self.assertGreater(total, messages)


class Small(CliTest):
    def bench(self, *arguments):
        return subprocess.run([sys.executable, str(ROOT / "benchmarks" / "bench.py"), "--build", str(BUILD),
                               "--results", str(self.folder), *arguments], capture_output=True, text=True,
                              timeout=300, env={**os.environ, "OPENBLAS_NUM_THREADS": "1"})

    def test_unknown_names(self):
        result = self.bench("--quick", "nonsense")
        self.assertEqual(result.returncode, 2)
        self.assertIn("time_to_accuracy", result.stderr)

    @unittest.skipUnless((BUILD / "bin" / "time_to_accuracy").exists(), "benchmarks are not built")
    def test_time_to_accuracy(self):
        result = self.bench("--quick", "time_to_accuracy")
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
        stored = json.loads((self.folder / "results.json").read_text())["time_to_accuracy"]
        # Two errors, two rivals without constraints and one with; stepping, with set-up, three stages.
        self.assertEqual(len(stored["rows"]), 18)
        for structure in stored["data"]["structures"]:
            for method in structure["methods"]:
                runs = method["runs"]
                rate = (runs[-2]["error"] / runs[-1]["error"])
                # Six and seven stages have both errors before their steps are small enough to show their orders.
                self.assertGreater(rate, 0.8 * 2**min(method["order"], 9), method["name"])
        self.assertIn("TSALPHA2", (self.folder / "results.md").read_text())
        for picture in ("work_precision.png", "work_precision_constrained.png"):
            self.assertGreater((self.folder / picture).stat().st_size, 10000)


if __name__ == "__main__":
    unittest.main()
