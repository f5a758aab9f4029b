# SPDX-License-Identifier: BSD-3-Clause
"""A case, which may come from somebody else, writes only below its own folder, whatever it says;
the command line may name any folder."""

import os
import unittest

from cli import CliTest

PENDULUM = "problem: {name: pendulum}\ntime: {end: 0.1, step: 0.1}\n"


class Paths(CliTest):
    def setUp(self):
        super().setUp()
        self.cases = self.folder / "cases"
        self.outside = self.folder / "outside"
        self.cases.mkdir()
        self.outside.mkdir()

    def start(self, directory=None, *arguments, command="run"):
        output = f"output: {{directory: {directory}}}\n" if directory else ""
        case = self.case(PENDULUM + output, "cases/case.yaml")
        return self.sparkdyn(command, case, *arguments)

    def assert_refused(self, result, *words):
        self.assert_fails(result, 2, "--output", *words)
        self.assertEqual(list(self.outside.iterdir()), [])
        names = sorted(item.name for item in self.folder.iterdir())
        self.assertEqual(names, ["cases", "outside"])

    def test_below_the_case(self):
        for directory in (None, "out", "./a/b", "a/../c", str(self.cases / "absolute")):
            result = self.start(directory)
            self.assertEqual(result.returncode, 0, result.stderr)
        for directory in ("out", "a/b", "c", "absolute"):
            self.assertTrue((self.cases / directory / "summary.json").exists())

    def test_elsewhere(self):
        for directory in ("..", "../outside", "a/../../outside", str(self.outside),
                          str(self.cases) + "2", "/"):
            for command in ("run", "check"):
                self.assert_refused(self.start(directory, command=command), "case.yaml:3",
                                    "not below the folder of the case file")

    def test_the_command_line_may(self):
        result = self.start("../../nowhere", "--output", self.outside / "a")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue((self.outside / "a" / "summary.json").exists())
        result = self.start("out", "--set", f"output.directory={self.outside}/b")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertTrue((self.outside / "b" / "summary.json").exists())

    def test_a_link_to_elsewhere(self):
        (self.cases / "out").symlink_to(self.outside)
        self.assert_refused(self.start(), "not below the folder of the case file")
        self.assert_refused(self.start("out/more"), "not below the folder of the case file")

    def test_a_link_inside(self):
        (self.cases / "real").mkdir()
        (self.cases / "out").symlink_to("real")
        self.assertEqual(self.start().returncode, 0)
        self.assertTrue((self.cases / "real" / "summary.json").exists())

    def test_links_in_the_output_folder(self):
        for name in ("case.yaml.part", "results.h5.part", "history.csv", "wind/case.yaml.part"):
            link = self.cases / "out" / name
            link.parent.mkdir(parents=True, exist_ok=True)
            link.symlink_to(self.outside / "new")  # leads nowhere yet
            self.assert_refused(self.start(), name, "symbolic link")
            link.unlink()

    def test_the_stored_case_runs_again(self):
        self.assertEqual(self.start().returncode, 0)
        again = self.sparkdyn("run", self.cases / "out" / "case.yaml")
        self.assertEqual(again.returncode, 0, again.stderr)

    def test_from_within_the_folder(self):
        self.case(PENDULUM, "cases/case.yaml")
        here = os.getcwd()
        os.chdir(self.cases)
        try:
            self.assertEqual(self.sparkdyn("run", "case.yaml").returncode, 0)
            self.case(PENDULUM + "output: {directory: ../x}\n", "cases/case.yaml")
            self.assert_refused(self.sparkdyn("run", "case.yaml"), "case.yaml:3")
        finally:
            os.chdir(here)

    def test_options_beside_the_case(self):
        """PETSc would read .petscrc in the working folder, and its options name files to write."""
        self.case(PENDULUM, "cases/case.yaml")
        (self.cases / ".petscrc").write_text(f"-log_view :{self.outside}/log\n")
        here = os.getcwd()
        os.chdir(self.cases)
        try:
            self.assertEqual(self.sparkdyn("run", "case.yaml").returncode, 0)
        finally:
            os.chdir(here)
        self.assertEqual(list(self.outside.iterdir()), [])


if __name__ == "__main__":
    unittest.main()
