# SPDX-License-Identifier: BSD-3-Clause
"""How the program behaves at a terminal: quiet, JSON, colours, completion, the manual page, the command that
goes on, and a case to begin with."""

import json
import os
import pty
import re
import shlex
import subprocess
import unittest

import numpy as np
from cli import PROGRAM, ROOT, CliTest

CASE = """title: two masses
system: {mass: M.mtx, stiffness: K.mtx, loads: [{vector: f.mtx}]}
time: {end: 1, step: 0.1}
output: {directory: out, probes: [{name: end, dof: 2}]}
"""
SHARED = {"man/man1/sparkdyn.1": ["man"], "bash-completion/completions/sparkdyn": ["completion", "bash"],
          "zsh/site-functions/_sparkdyn": ["completion", "zsh"],
          "fish/vendor_completions.d/sparkdyn.fish": ["completion", "fish"]}


class Manners(CliTest):
    def setUp(self):
        super().setUp()
        self.files(M=np.eye(2), K=np.array([[2.0, -1], [-1, 1]]), f=np.array([0.0, 1.0]))
        self.path = self.case(CASE)

    def succeed(self, *arguments):
        result = self.sparkdyn(*arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def test_quiet(self):
        result = self.sparkdyn("run", self.path, "--quiet")
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))
        self.assertEqual(len(self.history()["time"]), 11)
        self.assertEqual(self.succeed("modes", self.path, "--quiet", "--count", "1"), "")
        wrong = self.sparkdyn("run", self.path, "--quiet", "--set", "time.stepp=1")
        self.assert_fails(wrong, 2, "error: ", "stepp")

    def test_json(self):
        summary = json.loads(self.succeed("run", self.path, "--json"))
        self.assertEqual((summary["status"], summary["steps"]), ("done", 10))
        self.assertEqual(summary, json.loads((self.folder / "out/summary.json").read_text()))
        checked = json.loads(self.succeed("check", self.path, "--json", "-"))
        self.assertIn("two masses", checked["resolved"])
        self.assertEqual(json.loads(self.succeed("check", "--deep", self.path, "--json", "-"))["title"]
                         if "title" in checked else "two masses", "two masses")

    def at_terminal(self, **environment):
        """What a wrong case says on a terminal."""
        master, slave = pty.openpty()
        settings = {**os.environ, "TERM": "xterm", "OMPI_ALLOW_RUN_AS_ROOT": "1", **environment}
        process = subprocess.Popen([PROGRAM, "run", str(self.path), "--set", "time.stepp=1"], stderr=slave,
                                   stdout=subprocess.DEVNULL, env=settings)
        process.wait(timeout=60)
        os.close(slave)
        text = os.read(master, 10000).decode()
        os.close(master)
        return text

    def test_colours_on_terminals_only(self):
        self.assertIn("\x1b[1;31merror:\x1b[0m", self.at_terminal())
        self.assertNotIn("\x1b[", self.at_terminal(NO_COLOR="1"))
        self.assertNotIn("\x1b[", self.at_terminal(TERM="dumb"))
        self.assertNotIn("\x1b[", self.sparkdyn("run", self.path, "--set", "time.stepp=1").stderr)

    def test_shared_files_are_what_the_program_prints(self):
        for name, words in SHARED.items():
            self.assertEqual((ROOT / "share" / name).read_text(), self.succeed(*words), f"{name}: run scripts/share")

    def test_bash_completes(self):
        script = ROOT / "share/bash-completion/completions/sparkdyn"

        def complete(line):
            words = line.split(" ")
            commands = (f"source {script}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _sparkdyn; "
                        "echo ${COMPREPLY[@]}")
            return subprocess.run(["bash", "-c", commands], capture_output=True, text=True, check=True).stdout.split()

        self.assertEqual(complete("sparkdyn sch"), ["schema"])
        self.assertEqual(complete("sparkdyn run case.yaml --res"), ["--restart"])
        self.assertEqual(complete("sparkdyn completion f"), ["fish"])
        self.assertEqual(complete("sparkdyn run c"), [])  # bash itself completes files

    def test_every_command_is_in_the_manual_and_in_all_shells(self):
        commands = re.findall(r"^  ([a-z]+) ", self.succeed("--help").split("Subcommands:")[1], re.M)
        self.assertGreaterEqual(len(commands), 10)
        for words in SHARED.values():
            text = self.succeed(*words)
            for command in commands:
                self.assertRegex(text, rf"\b{command}\b")

    def test_a_stopped_run_says_how_to_go_on(self):
        self.succeed("run", self.path, "--output", self.folder / "whole")
        stopped = self.sparkdyn("run", self.path, "--output", self.folder / "with blank", "--set",
                                "checkpoint={wall_clock_limit: 1e-6}")
        self.assertEqual(stopped.returncode, 3, stopped.stderr)
        line = re.search(r"go on with: (.*?)   \(", stopped.stdout).group(1)
        words = shlex.split(line)
        self.assertEqual(words[:2], ["sparkdyn", "run"])
        self.assertIn(str(self.folder / "with blank"), words)
        result = self.sparkdyn(*words[1:], "--set", "checkpoint={every: 100}")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.history("with blank")["end"].tolist(), self.history("whole")["end"].tolist())

    def test_init_of_meshes(self):
        for mesh in sorted((ROOT / "meshes").glob("*.msh")):
            with self.subTest(mesh=mesh.name):
                file = self.folder / f"{mesh.stem}.yaml"
                self.succeed("init", mesh, "--out", file)
                text = file.read_text()
                checked = self.sparkdyn("check", file)
                self.assertEqual(checked.returncode, 0, checked.stderr)
                self.assertNotRegex(text, r"[^\x00-\x7f]")
        again = self.sparkdyn("init", mesh, "--out", file)
        self.assert_fails(again, 2, "there is such a file already")
        self.assertEqual(self.succeed("init", ROOT / "meshes/beam_hex8.msh", "--out", "-").count("root: "), 1)

    def test_init_names_its_file_itself(self):
        result = subprocess.run([PROGRAM, "init", str(ROOT / "meshes/beam_hex8.msh")], cwd=self.folder,
                                capture_output=True, text=True, timeout=60)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertIn("beam_hex8.yaml is written", result.stdout)
        self.succeed("check", self.folder / "beam_hex8.yaml")

    def test_init_of_a_deck(self):
        deck = ROOT / "examples/clamped_beam/beam.inp"
        file = self.folder / "deck.yaml"
        self.succeed("init", deck, "--out", file)
        self.assertRegex(file.read_text(), r"beam.inp:\d+: equilibrium, from 0 to .*\n#   .*: motion, from ")
        self.succeed("check", file)

    def test_init_of_what_is_none(self):
        self.assert_fails(self.sparkdyn("init", self.folder / "none.msh", "--out", "-"), 2, "none.msh")


if __name__ == "__main__":
    unittest.main()
