# SPDX-License-Identifier: BSD-3-Clause
"""docs/tutorials: every file is written, every command run and every number compared, page by page.

A block whose first line says `file: NAME` is a file. A block `sh` is run by bash in the page's folder, with the
program, as `sparkdyn`, on the PATH and the folders of the repository beside it; `console` is not run. The lines of a block
`text` are in what the commands before it printed: words as they stand, numbers to 0.2 %; `…` stands for anything.
A comment `<!-- check: EXPRESSION -->` holds, with history(FOLDER), near(a, b, relative) and numpy as np."""

import csv
import json
import os
import pathlib
import re
import shutil
import subprocess
import unittest

import numpy as np
from cli import PROGRAM, ROOT, CliTest

BLOCK = re.compile(r"^```(\w+)\n(.*?)^```|<!-- check: (.*?) -->", re.S | re.M)
NAMED = re.compile(r"\A\W*file: (\S+)\n")
RUN_ONCE = 400  # seconds


def number(word):
    try:
        return float(word.strip("(),;:%"))
    except ValueError:
        return None


def same(shown, printed):
    if shown == printed:
        return True
    a, b = number(shown), number(printed)
    if a is None or b is None:
        return False
    return abs(a - b) <= 2e-3 * abs(b)


def is_in(line, printed_lines):
    words = line.split()
    open_end = words[-1] == "…"
    words = words[:-1] if open_end else words
    for printed in printed_lines:
        found = printed.split()
        if (len(found) >= len(words) if open_end else len(found) == len(words)) and \
                all(word == "…" or same(word, other) for word, other in zip(words, found)):
            return True
    return False


class Tutorials(CliTest):
    def setUp(self):
        super().setUp()
        tools = self.folder / "tools"
        tools.mkdir()
        (tools / "sparkdyn").symlink_to(PROGRAM)
        self.work = self.folder / "work"
        self.work.mkdir()
        for name in ("examples", "meshes", "scripts"):
            (self.work / name).symlink_to(ROOT / name)
        build = pathlib.Path(os.environ.get("SPARKDYN_BUILD", ROOT / "build"))
        self.environment = dict(os.environ, PATH=f"{tools}:/usr/bin:/bin:{os.environ['PATH']}",
                                PYTHONPATH=str(build / "python"), OMPI_ALLOW_RUN_AS_ROOT="1",
                                OMPI_ALLOW_RUN_AS_ROOT_CONFIRM="1")

    def follow(self, page, fewest):
        text = (ROOT / "docs" / "tutorials" / page).read_text()
        printed, done = [], 0
        for language, block, check in BLOCK.findall(text):
            if check:
                self.assertTrue(eval(check, self.words()), check)  # what the page itself says
                done += 1
                continue
            name = NAMED.match(block)
            if name:
                (self.work / name.group(1)).write_text(block)
            elif language == "sh":
                printed = self.shell(block)
                done += 1
            elif language == "text":
                for line in filter(str.strip, block.splitlines()):
                    if line.strip() != "…":
                        self.assertTrue(is_in(line, printed), f"{page}: {line!r} in\n" + "\n".join(printed))
                done += 1
        self.assertGreaterEqual(done, fewest, page)

    def shell(self, commands):
        result = subprocess.run(["bash", "-ec", commands], cwd=self.work, env=self.environment,
                                capture_output=True, text=True, timeout=RUN_ONCE)
        self.assertEqual(result.returncode, 0, commands + result.stdout + result.stderr)
        return (result.stdout + result.stderr).splitlines()

    def words(self):
        def history(folder):
            with open(self.work / folder / "history.csv") as file:
                rows = list(csv.reader(file))
            return {name: np.array([float(row[k]) for row in rows[1:]]) for k, name in enumerate(rows[0])}

        def summary(folder):
            return json.loads((self.work / folder / "summary.json").read_text())

        def near(a, b, relative):
            return abs(a - b) <= relative * abs(b)

        return {"history": history, "summary": summary, "near": near, "np": np, "folder": self.work}

    @unittest.skipUnless(shutil.which("gmsh"), "needs gmsh")
    def test_first_beam(self):
        self.follow("first_beam.md", 12)

    def test_frame(self):
        self.follow("frame_in_an_earthquake.md", 8)

    def test_mechanism(self):
        self.follow("mechanism_that_turns.md", 6)

    def test_python(self):
        self.follow("matrices_from_python.md", 4)

    def test_cluster(self):
        self.follow("on_a_cluster.md", 5)

    def test_method(self):
        self.follow("choosing_a_method.md", 5)

    def test_words(self):
        self.follow("from_other_programs.md", 2)

    def test_each_page_is_followed(self):
        pages = {page.name for page in (ROOT / "docs" / "tutorials").glob("*.md")}
        source = pathlib.Path(__file__).read_text()
        self.assertEqual(pages, set(re.findall(r'follow\("(\w+\.md)"', source)))


if __name__ == "__main__":
    unittest.main()
