# SPDX-License-Identifier: BSD-3-Clause
"""Every example runs, shortened, and gives the numbers its expected.json says."""

import csv
import json
import unittest

from cli import ROOT, CliTest


class Examples(CliTest):
    def column(self, out, file, name):
        with open(out / file) as stream:
            rows = list(csv.DictReader(stream))
        return [(float(row["time"]), float(row[name])) for row in rows]

    def check_run(self, folder, run, ranks):
        out = self.folder / f"{run['case']}-{ranks}"
        overrides = [word for item in run["set"] for word in ("--set", item)]
        result = self.sparkdyn(run.get("command", "run"), folder / run["case"], "--output", out, *overrides,
                               ranks=ranks)
        self.assertEqual(result.returncode, 0, result.stderr)
        for value in run["values"]:
            if "row" in value:
                with open(out / value["file"]) as stream:
                    actual = float(list(csv.DictReader(stream))[value["row"]][value["column"]])
            elif "time" in value:
                series = self.column(out, value["file"], value["column"])
                actual = min(series, key=lambda row: abs(row[0] - value["time"]))[1]
            else:
                actual = json.loads((out / value["file"]).read_text())[value["column"]]
            self.assert_relative(actual, value["value"], value["relative_tolerance"])
        for limit in run["limits"]:
            series = self.column(out, limit["file"], limit["column"])
            self.assertLessEqual(max(abs(x) for _, x in series), limit["at_most"], limit["name"])

    def test_shortened(self):
        found = 0
        for expected in sorted((ROOT / "examples").glob("*/expected.json")):
            for run in json.loads(expected.read_text())["runs"]:
                if not run["set"]:
                    continue
                for ranks in (1, 2):
                    with self.subTest(example=expected.parent.name, run=run["name"], ranks=ranks):
                        self.check_run(expected.parent, run, ranks)
                        found += 1
        self.assertGreaterEqual(found, 6)

    def test_every_example_has_a_reference(self):
        for folder in (ROOT / "examples").iterdir():
            needed = ["README.md"]
            if (folder / "CMakeLists.txt").exists():
                needed += ["main.cpp"]  # install.py builds and runs it
            elif not (folder / "job.sh").exists():  # requeue.py runs it
                needed += ["case.yaml", "expected.json"]
            for name in needed:
                self.assertTrue((folder / name).exists(), f"{folder.name} lacks {name}")


if __name__ == "__main__":
    unittest.main()
