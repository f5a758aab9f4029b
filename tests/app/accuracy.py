# SPDX-License-Identifier: BSD-3-Clause
"""`accuracy` is kept: on the examples the true error of displacements, beside a run with much smaller
steps, is within a factor of three of what was asked for."""

import json
import re
import shutil
import unittest

from cli import ROOT, CliTest

FINEST = {"clamped_beam": 3200, "guided_beam": 8000, "slider": 2400, "tied_blocks": 1200}  # steps of references


class Accuracy(CliTest):
    def setUp(self):
        super().setUp()
        (self.folder / "meshes").symlink_to(ROOT / "meshes")

    def example(self, name, method, step=None):
        """The example's case with this method, a step or none, and probes of displacement alone."""
        folder = self.folder / "examples" / name
        if not folder.exists():
            shutil.copytree(ROOT / "examples" / name, folder, ignore=shutil.ignore_patterns("out"))
        text = (folder / "case.yaml").read_text()
        text = re.sub(r"^method:.*\n", "", text, flags=re.M)
        text = re.sub(r", step: [0-9.e-]+", f", step: {step!r}" if step else "", text)
        text = re.sub(r"every: .*", "every: 100000", text).replace("stress: true", "stress: false")
        text = re.sub(r".*(quantity: (reaction|velocity)|constraint: 4).*\n", "", text)
        case = folder / "changed.yaml"
        case.write_text(text + f"\nmethod: {method}\n")
        return case

    def run_example(self, out, *case):
        result = self.sparkdyn("run", self.example(*case), "--output", self.folder / out)
        self.assertEqual(result.returncode, 0, result.stderr)
        return json.loads((self.folder / out / "summary.json").read_text()), self.history(out)

    def true_error(self, name, steps, found):
        """The largest over all probes, relative to each one's largest value."""
        finer = max(4, -(-FINEST[name] // steps))
        end = found["time"][-1]
        _, exact = self.run_example("exact", name, "{stages: 5, rho_infinity: 1}", float(end) / (steps * finer))
        errors = []
        for probe in found:
            if probe != "time":
                reference = exact[probe][::finer]
                self.assertEqual(len(reference), len(found[probe]))
                errors.append(abs(reference - found[probe]).max() / abs(exact[probe]).max())
        return max(errors)

    def test_error_is_what_was_asked_for(self):
        for name in FINEST:
            for accuracy in (1e-3, 1e-5):
                with self.subTest(example=name, accuracy=accuracy):
                    summary, found = self.run_example("found", name, f"{{accuracy: {accuracy}}}")
                    error = self.true_error(name, summary["steps"], found)
                    self.assertLess(error, 3 * accuracy)
                    self.assertGreater(error, accuracy / 3)
                    reported = max(probe["relative"] for probe in summary["error_estimate"].values())
                    self.assertLess(reported, 3 * error)
                    self.assertGreater(reported, error / 3)

    def test_estimate_does_not_change_the_run(self):
        method = "{stages: 3, rho_infinity: 0.8}"
        _, plain = self.run_example("plain", "slider", method, 0.001)
        case = self.example("slider", method, 0.001)
        result = self.sparkdyn("run", case, "--output", self.folder / "estimated", "--set", "output.error_estimate=true")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("(estimated)", result.stdout)
        # Two right-hand sides are solved at once, so round-off differs: that of displacements is of the size of
        # the largest, and a reaction is a small difference of large forces.
        estimated = self.history("estimated")
        largest = max(abs(values).max() for probe, values in plain.items() if probe not in ("time", "torque"))
        for probe, values in estimated.items():
            allowed = 1e-10 * abs(plain[probe]).max() if probe == "torque" else 1e-11 * largest
            self.assertLess(abs(values - plain[probe]).max(), allowed, probe)

    def test_says_why_nothing_is_estimated(self):
        case = self.example("slider", "{family: newmark}", 0.001)
        result = self.sparkdyn("run", case, "--output", self.folder / "newmark", "--set", "output.error_estimate=true")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("no error is estimated: the method has no error estimate", result.stderr)

    def test_goes_on_with_the_step_that_was_found(self):
        case = self.example("slider", "{accuracy: 1e-3}")
        case.write_text(case.read_text() + "\ncheckpoint: {every: 40, keep: 10}\n")
        whole = self.sparkdyn("run", case, "--output", self.folder / "whole")
        self.assertEqual(whole.returncode, 0, whole.stderr)
        wanted, summary = self.history("whole"), json.loads((self.folder / "whole/summary.json").read_text())
        first = sorted((self.folder / "whole").glob("**/*40*.h5"))[0]
        again = self.sparkdyn("run", case, "--output", self.folder / "whole", "--restart", first)
        self.assertEqual(again.returncode, 0, again.stderr)
        later = json.loads((self.folder / "whole/summary.json").read_text())
        self.assertEqual(later["steps"], summary["steps"])
        self.assertEqual(later["error_estimate"], summary["error_estimate"])
        for probe, values in self.history("whole").items():
            self.assertEqual(list(values), list(wanted[probe]))


if __name__ == "__main__":
    unittest.main()
