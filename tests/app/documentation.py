# SPDX-License-Identifier: BSD-3-Clause
"""The case files and commands of README.md and docs/ are run as they stand."""

import re
import shlex
import shutil
import unittest

import numpy as np
from cli import ROOT, CliTest


def blocks(path, language):
    return re.findall(rf"```{language}\n(.*?)```", path.read_text(), re.S)


class Documentation(CliTest):
    def setUp(self):
        super().setUp()
        joint = np.zeros((3, 3))
        joint[1:, 1:] = [[2.0, -2.0], [-2.0, 2.0]]
        self.files(M=np.diag([1.0, 2.0, 1.0]), K=[[4.0, -1, 0], [-1, 4, -1], [0, -1, 4]],
                   K_joint=joint, C=0.01 * np.eye(3), G=np.array([[1.0, -1.0, 0.0]]),
                   c=np.array([0.1]), q0=np.array([0.1, 0.1, 0.0]), v0=np.zeros(3),
                   f=np.array([0.0, 0.0, 1.0]))

    def test_case_file_page(self):
        texts = blocks(ROOT / "docs" / "case_file.md", "yaml")
        self.assertEqual(len(texts), 7)
        for text in texts:
            with self.subTest(case=text.splitlines()[0]):
                self.run_case(text, out=re.sub(r"\W", "", text.splitlines()[0]))

    def test_restart_page(self):
        page = ROOT / "docs" / "restart.md"
        texts = blocks(page, "yaml")
        self.assertEqual(len(texts), 1)
        self.run_case(texts[0])
        self.assertEqual(len(self.run_commands(page)), 3)
        self.assertEqual(self.history()["time"][-1], 3)
        # What the page says of the first lines is so.
        head = sorted((self.folder / "out").glob("checkpoint-*.h5"))[-1].read_bytes()[:4096]
        keys = [line.split()[0] for line in head.rstrip(b"\0").decode().splitlines()]
        shown = [line.split()[0] for line in blocks(page, "text")[1].splitlines()]
        self.assertEqual(keys, shown)

    def test_structures_page(self):
        for mesh in (ROOT / "meshes").glob("*.msh"):
            shutil.copy(mesh, self.folder)
        texts = blocks(ROOT / "docs" / "structures.md", "yaml")
        self.assertEqual(len(texts), 3)
        for text in texts:
            with self.subTest(case=text.splitlines()[0]):
                self.run_case(text, out=re.sub(r"\W", "", text.splitlines()[0]))

    def test_numbers_page(self):
        (text,) = blocks(ROOT / "docs" / "numbers.md", "yaml")
        shutil.copy(ROOT / "meshes" / "frame.msh", self.folder)
        self.run_case(text)
        history = self.history()
        self.assertGreater(np.abs(history["base shear"]).max(), 1e4)
        self.assertGreater(np.abs(history["moment"]).max(), 0)

    def test_elements_page(self):
        texts = blocks(ROOT / "docs" / "elements.md", "yaml")
        self.assertEqual(len(texts), 3)
        for text in texts:
            with self.subTest(case=text.splitlines()[0]):
                text = re.sub(r"mesh: (\w+\.msh)", rf"mesh: {ROOT / 'meshes'}/\1", text)
                self.run_case(text, out=re.sub(r"\W", "", text.splitlines()[0]))

    def test_coverage_page(self):
        """Every test that the page names is there."""
        page = (ROOT / "docs/gallery/coverage.md").read_text()
        sources = "\n".join(file.read_text() for file in (ROOT / "tests").rglob("*_test.cpp"))
        scripts = "\n".join(file.read_text() for file in (ROOT / "tests/app").glob("*.py"))
        named = re.findall(r"`(?:\w+/)?([A-Z]\w+)\.([A-Z]\w+)`", page)
        self.assertGreater(len(named), 60)
        for suite, test in named:
            self.assertTrue(re.search(rf"TEST\w*\({suite},\s*{test}\)", sources), f"{suite}.{test}")
        for test in re.findall(r"`reach: ([A-Z]\w+)`", page):
            self.assertTrue(f"TEST(Reach, {test})" in sources, test)
        for test in re.findall(r"`(test_(?!name)\w+)`", page):
            self.assertTrue(f"def {test}(" in scripts, test)
        # What the paper's figures are called there and in the gallery.
        gallery = (ROOT / "docs/gallery/README.md").read_text()
        for row in ("Jay (1998) | 6 | 6", "Jay (2007) | 5 | 5", "Leimkuhler & Reich (1992) | 8 | 8",
                    "Simo & Gonzalez (1993) | 1 | 1",
                    "Jay & Petzold (1995) | 4 | 4"):
            self.assertTrue(row in gallery, row)

    def test_readme(self):
        readme = ROOT / "README.md"
        beam, matrices = blocks(readme, "yaml")
        (self.folder / "meshes").symlink_to(ROOT / "meshes")
        self.case(beam, "beam.yaml")
        self.case(matrices)
        self.assertEqual(len(self.run_commands(readme)), 6)
        history = self.history()
        self.assertEqual(list(history), ["time", "tip"])

    def run_commands(self, page):
        """Every sparkdyn command of a page, with its case in the test's folder."""
        ran = []
        for text in blocks(page, "sh"):
            for line in text.splitlines():
                words = shlex.split(line, comments=True)
                if words[:1] != ["build/bin/sparkdyn"]:
                    continue
                words = [str(self.folder / word) if word in ("case.yaml", "beam.yaml") else word
                         for word in words]
                result = self.sparkdyn(*words[1:])
                self.assertEqual(result.returncode, 0, line + result.stderr)
                ran.append(line)
        return ran

    def test_problems_page(self):
        page = ROOT / "docs" / "problems.md"
        usual, everything = blocks(page, "yaml")
        self.run_case(everything, out="everything")
        self.case(usual)
        ran = self.run_commands(page)
        sections = re.findall(r"\n## ([a-z0-9]+(?:-[a-z0-9]+)*)\n(.*?)(?=\n## )", page.read_text(), re.S)
        refused = self.sparkdyn("check", self.folder / "case.yaml", "--set", "problem.name=none")
        names = re.search(r"allowed: ([a-z0-9, -]+)", refused.stderr).group(1).split(", ")
        self.assertEqual(sorted(name for name, _ in sections), sorted(names))
        for name, text in sections:
            self.assertTrue(any(f"problem.name={name}" in line for line in ran), name)
            shown = self.sparkdyn("check", self.folder / "case.yaml", "--set",
                                  f"problem.name={name}").stdout
            block = re.search(r"  name: .*?\n(.*?)  initial:", shown, re.S).group(1)
            actual = {key: float(value) for key, value in re.findall(r"  (\w+): (\S+)", block)}
            table = {key: float(value) for key, value in
                     re.findall(r"^\| `(\w+)` \| ([^|]+) \|", text, re.M)}
            self.assertEqual(table, actual, name)

    def test_modes_page(self):
        page = ROOT / "docs" / "modes.md"
        self.files(r=np.ones(3))
        self.case(blocks(page, "yaml")[0])
        lines = [line for text in blocks(page, "sh") for line in text.splitlines()]
        self.assertEqual(len(lines), 2)
        for line in lines:
            words = shlex.split(line, comments=True)
            self.assertEqual(words[0], "build/bin/sparkdyn")
            for name in ("case.yaml", "out", "r.mtx"):
                words = [re.sub(rf"(^|=){name}$", rf"\g<1>{self.folder / name}", word)
                         for word in words]
            result = self.sparkdyn(*words[1:])
            self.assertEqual(result.returncode, 0, line + result.stderr)
            if "--direction" in words:  # the table is the one the page shows
                for shown in blocks(page, "text")[0].splitlines():
                    self.assertIn(shown, result.stdout)
        self.assertTrue((self.folder / "out" / "modes.h5").exists())

    def test_checking_page(self):
        page = ROOT / "docs" / "checking.md"
        (self.folder / "meshes").symlink_to(ROOT / "meshes")
        self.case(blocks(page, "yaml")[0], "beam.yaml")
        command, = (line for text in blocks(page, "sh") for line in text.splitlines())
        words = [str(self.folder / word) if word in ("beam.yaml", "report.json") else word
                 for word in shlex.split(command)]
        result = self.sparkdyn(*words[1:])
        self.assertEqual(result.returncode, 1, result.stderr)  # the page shows an unstable step
        self.assertTrue((self.folder / "report.json").exists())
        # Seconds, memory and paths are those of the machine.
        volatile = re.compile(r" s$|memory|about|room|deep check of|read from|trial| B$")
        for shown in blocks(page, "text")[0].splitlines():
            if not volatile.search(shown):
                self.assertIn(shown.removesuffix("..."), result.stdout)

    def test_links_and_scripts_exist(self):
        for page in [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *(ROOT / "docs").glob("*.md"),
                     *(ROOT / "docs" / "tutorials").glob("*.md"), *(ROOT / "docs" / "releases").glob("*.md")]:
            text = page.read_text()
            for target in re.findall(r"\]\(([^)#:]+)\)", text):
                self.assertTrue((page.parent / target).exists(), f"{page.name}: {target}")
            for script in re.findall(r"\bscripts/(\w+)", text):
                self.assertTrue((ROOT / "scripts" / script).exists(), f"{page.name}: {script}")


if __name__ == "__main__":
    unittest.main()
