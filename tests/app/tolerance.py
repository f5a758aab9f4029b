# SPDX-License-Identifier: BSD-3-Clause
"""`tolerance` in `time`: steps are chosen by their errors, the error of the run follows it, few sizes are factored."""

import json
import shutil
import unittest

import numpy as np
from cli import ROOT, CliTest

STAGES = 3
# The load is held for 5 ms and let go within 1 ms: many modes ring, hardly damped.
RINGING = ("model.damping.ratios=[0.001, 0.001]", "method.rho_infinity=0.8", f"method.stages={STAGES}",
           "output.stress=false", "output.every=1")


class Tolerance(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "meshes").symlink_to(ROOT / "meshes")
        folder = self.folder / "examples" / "clamped_beam"
        shutil.copytree(ROOT / "examples" / "clamped_beam", folder, ignore=shutil.ignore_patterns("out"))
        self.case = folder / "case.yaml"

    def run_beam(self, out, time, *more, ranks=1, fails=False):
        arguments = ["run", self.case, "--output", self.folder / out]
        for setting in (*RINGING, f"time={time}", *more):
            arguments += ["--set", setting]
        result = self.sparkdyn(*arguments, ranks=ranks)
        if fails:
            self.assertEqual(result.returncode, 2, result.stderr)
            return result.stderr
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads((self.folder / out / "summary.json").read_text()), self.history(out)

    def sizes(self, found):
        """Sizes in a row; the last few are cut to end in time."""
        steps = np.diff(found["time"])
        changes = np.flatnonzero(abs(np.diff(steps)) > 1e-6 * steps[1:])
        return [steps[0], *steps[changes + 1]]

    def test_error_follows(self):
        times = "{end: 0.1, step: 2.5e-5}"
        _, exact = self.run_beam("exact", times, "method.stages=5")
        largest = abs(exact["tip"]).max()
        counts = []
        for tolerance in (1e-2, 1e-3, 1e-4):
            with self.subTest(tolerance=tolerance):
                summary, found = self.run_beam("found", f"{{end: 0.1, tolerance: {tolerance}}}")
                # Between the reference's steps by Hermite's polynomials of its fine steps.
                reference = np.interp(found["time"], exact["time"], exact["tip"])
                error = abs(reference - found["tip"]).max() / largest
                self.assertLess(error, 1.5 * tolerance)
                self.assertGreater(error, tolerance / 6)
                self.assertEqual(found["time"][-1], 0.1)
                distinct = {round(float(np.log(h)), 5) for h in self.sizes(found)}
                self.assertLess(len(distinct), 14)
                self.assertLess(summary["rejected"], 8)
                counts.append(summary["steps"])
        self.assertLess(counts[0], 0.6 * counts[1])
        self.assertLess(counts[1], 0.8 * counts[2])

    def test_a_mixture_of_radii(self):
        splitting = "method.splitting={velocity: 1, elastic: 0.8, damping: 0.5, load: 0.5}"
        _, exact = self.run_beam("exact", "{end: 0.03, step: 2.5e-5}", "method.stages=5")
        for strategy in ("auto", "krylov"):
            with self.subTest(strategy=strategy):
                _, found = self.run_beam("found", "{end: 0.03, tolerance: 1e-3}", splitting,
                                         f"solver.strategy={strategy}", "output.error_estimate=true")
                reference = np.interp(found["time"], exact["time"], exact["tip"])
                error = abs(reference - found["tip"]).max() / abs(exact["tip"]).max()
                self.assertLess(error, 1.5e-3)
                self.assertGreater(error, 1e-5)

    def test_the_same_on_two_ranks(self):
        time = "{end: 0.03, tolerance: 1e-3}"
        _, one = self.run_beam("one", time)
        _, two = self.run_beam("two", time, ranks=2)
        np.testing.assert_allclose(one["time"], two["time"], rtol=1e-9)
        np.testing.assert_allclose(one["tip"], two["tip"], atol=1e-9 * abs(one["tip"]).max())

    def test_what_fits_not_is_refused(self):
        for words, *settings in (
                ("needs the family gauss-lobatto", "method={family: newmark}"),
                ("take two or more", "method.stages=1"),
                ("above zero and at most 0.1", "time.tolerance=2"),
                ("above zero and at most 0.1", "time.tolerance=-1e-3"),
                ("must be positive", "time.step=-1"),
                ("give one of them", "method={accuracy: 1e-3}")):
            with self.subTest(words=words):
                message = self.run_beam("refused", "{end: 0.1, tolerance: 1e-3}", *settings, fails=True)
                self.assertIn(words, message)
                self.assertFalse((self.folder / "refused").exists())


if __name__ == "__main__":
    unittest.main()
