# SPDX-License-Identifier: BSD-3-Clause
"""A restart with another model is refused, whatever entry of whatever input was changed, and says what
differs; with the same model it goes on, on any number of ranks, and with what may change."""

import random
import re
import unittest

import numpy as np
from cli import write_matrix
from resume_tools import BLOCKS, DECK, ResumeTest

CASE = """
system:
  mass: M.mtx
  stiffness: [{matrix: K.mtx}, {matrix: K2.mtx, region: soft}]
  damping: C.mtx
  constraints:
    matrix: G.mtx
    values:
      - {vector: c.mtx, amplitude: {expression: "t^2"}}
      - {vector: c2.mtx, amplitude: {sine: {frequency: 0.3}}}
  loads:
    - {vector: f.mtx, amplitude: {table: [[0, 0], [0.31, 2], [0.52, -1], [0.7, 1], [9, 3]]}}
    - {vector: f2.mtx}
  initial: {displacement: q0.mtx, velocity: v0.mtx, project: true}
time: {end: 1, step: 0.1}
checkpoint: {every: 5, keep: 9}
"""
NAMES = {"M": "the mass matrix", "K": "the stiffness matrix", "K2": "the stiffness matrix",
         "C": "the damping matrix", "G": "the constraint matrix G", "c": "the prescribed values c.mtx",
         "c2": "the prescribed values c2.mtx", "f": "the load f.mtx", "f2": "the load f2.mtx",
         "q0": "the initial displacement", "v0": "the initial velocity"}
LONGER = ("--set", "time.end=1.5", "--restart", "latest")


def systems(rng, n=7, m=2):
    def symmetric(scale):
        a = rng.standard_normal((n, n))
        return scale * (a @ a.T + np.eye(n))
    soft = np.zeros((n, n))
    soft[0, 0] = 1e-3  # a spring that no norm of K sees
    return {"M": np.diag(rng.uniform(1, 2, n)), "K": symmetric(1e4), "K2": soft, "C": symmetric(1),
            "G": rng.standard_normal((m, n)), "c": rng.standard_normal(m),
            "c2": rng.standard_normal(m), "f": rng.standard_normal(n), "f2": rng.standard_normal(n),
            "q0": rng.standard_normal(n), "v0": rng.standard_normal(n)}


def negated(a, at):
    a[at] = -a[at]


def nudged(a, at):
    a[at] *= 1 + 2.0 ** -50


def swapped(a, at):
    other = next(i for i in map(tuple, np.argwhere(a != a[at])))
    a[at], a[other] = a[other], a[at]


class Matrices(ResumeTest):
    def setUp(self):
        super().setUp()
        self.random = random.Random(17)
        self.inputs = systems(np.random.default_rng(17))
        self.files(**self.inputs)
        self.start(CASE)

    def refused(self, words, *arguments, text=CASE, ranks=1):
        before = self.snapshot()
        result = self.start(text, *LONGER, *arguments, status=2, ranks=ranks)
        for word in ("of another model", *words):
            self.assertIn(word, result.stderr)
        self.assertEqual(self.snapshot(), before)
        return result.stderr

    def test_any_entry_of_any_input(self):
        for name in NAMES:
            for change in (negated, nudged, swapped):
                matrix = np.array(self.inputs[name], dtype=float)
                change(matrix, tuple(self.random.choice(np.argwhere(matrix != 0))))
                write_matrix(self.folder / f"{name}.mtx", matrix)
                with self.subTest(input=name, change=change.__name__):
                    text = self.refused([NAMES[name]], ranks=self.random.choice((1, 1, 2)))
                    others = set(NAMES.values()) - {NAMES[name]}
                    self.assertFalse([word for word in others if re.search(word + r"\b(?!\d)", text)
                                      and word + "2" not in text], text)
                write_matrix(self.folder / f"{name}.mtx", self.inputs[name])

    def test_vectors_that_change_places(self):
        """The same files with each other's amplitudes."""
        for a, b in (("f.mtx", "f2.mtx"), ("c.mtx", "c2.mtx")):
            text = CASE.replace(a, "@").replace(b, a).replace("@", b)
            self.refused([a, b], text=text)

    def test_histories_before_the_checkpoint(self):
        for before, after, word in (
                ("[0.31, 2]", "[0.31, 2.0000001]", "the amplitude of the load f.mtx up to t = 1"),
                ("[0.52, -1], ", "", "the amplitude of the load f.mtx"),
                ("[0.7, 1]", "[0.7, 1], [0.70001, 1.1], [0.70002, 1]", "the amplitude of the load f.mtx"),
                ("t^2", "t^2*(1+1e-12)", "the amplitude of the prescribed values c.mtx"),
                ("frequency: 0.3", "frequency: 0.3000001", "the prescribed values c2.mtx"),
                ("{vector: f2.mtx}", "{vector: f2.mtx, amplitude: {constant: -1}}", "the load f2.mtx"),
                ("    - {vector: f2.mtx}\n", "", "the load f2.mtx that is there no more")):
            with self.subTest(after=after):
                self.assertIn(before, CASE)
                self.refused([word], text=CASE.replace(before, after))

    def test_what_may_change(self):
        """Later loads, the order of loads, ranks: the same as a run of its own where that can be."""
        keep = self.copy("out", "kept")
        lines = CASE.splitlines(keepends=True)
        loads = [line for line in lines if "vector: f" in line]
        for before, after in (
                ("[0.7, 1], [9, 3]", "[0.7, 1], [9, 3]"),
                ("[9, 3]", "[1, 1.0722891566265060], [1.2, 0]"),
                ("t^2", "t^2+(t>1.1 ? (t-1.1)^4 : 0)"),
                ("".join(loads), "".join(reversed(loads))),
                ("    - {vector: f2.mtx}\n",
                 "    - {vector: f2.mtx}\n    - {vector: v0.mtx, amplitude: {table: [[1.2, 0], [2, 9]]}}\n")):
            with self.subTest(after=after):
                self.assertIn(before, CASE)
                self.copy("kept", "out")
                self.start(CASE.replace(before, after), *LONGER)
        for ranks in (2, 3):
            self.copy("kept", "out")
            self.start(CASE, *LONGER, ranks=ranks)
        self.assertTrue(keep.exists())


class Structures(ResumeTest):
    KEEP = ("--set", "checkpoint={every: 5}", "--set", "output.stress=false")

    def test_every_part(self):
        mesh = (self.folder / "blocks.msh").read_text()
        self.start(BLOCKS, *self.KEEP)
        later = (*self.KEEP, "--set", "time.end=0.006", "--restart", "latest")
        for before, after, word in (
                ("E: 10e9", "E: 10.0000000001e9", "the materials"),
                ("density: 700", "density: 701", "the materials"),
                ("alpha: 5", "alpha: 6", "the materials"),
                ("mass: 2,", "mass: 3,", "the sections, springs or masses"),
                ("stiffness: 1e6", "stiffness: -1e6", "the sections, springs or masses"),
                ("damping: 50", "damping: 60", "the sections, springs or masses"),
                ("hub: [0.2, 0.2, 0.7]", "hub: [0.2, 0.2, 0.71]", "the nodes"),
                ("{group: bottom, fix: all}", "{group: bottom, fix: [x, z]}", "the supports"),
                ("axis: [1, 0, 0]", "axis: [0, 1, 0]", "the constraint matrix G"),
                ("coefficient: -1", "coefficient: -1.5", "the constraint matrix G"),
                ("value: 1e-4", "value: -1e-4", "the prescribed motion with amplitude"),
                ("cos(900*t)", "cos(901*t)", "the amplitude of the prescribed motion"),
                ("[0, 0, -9.81]", "[0, 0, 9.81]", "the load with amplitude"),
                ("pressure: 1e5", "pressure: -1e5", "the load with amplitude"),
                ("frequency: 400", "frequency: 399", "the amplitude of the load"),
                ("  loads:\n", "  lumped_mass: true\n  loads:\n", "lumped_mass"),
                ("initial: {project: true}",
                 "initial: {project: true, velocity: [{group: top, value: [0, 0, 1]}]}",
                 "the initial values")):
            with self.subTest(after=after):
                self.assertIn(before, BLOCKS)
                result = self.start(BLOCKS.replace(before, after), *later, status=2)
                self.assertIn("of another model", result.stderr)
                self.assertIn(word, result.stderr)
        rng = random.Random(5)
        nodes, end = mesh.index("$Nodes"), mesh.index("$EndNodes")
        places = [m.span() for m in re.finditer(r"0\.\d{5,}", mesh[nodes:end])]
        for _ in range(2):
            begin, stop = (nodes + k for k in rng.choice(places))
            digit = mesh[stop - 2]
            text = mesh[:stop - 2] + ("1" if digit != "1" else "2") + mesh[stop - 1:]
            (self.folder / "blocks.msh").write_text(text)
            result = self.start(BLOCKS, *later, status=2)
            self.assertIn("the nodes", result.stderr, mesh[begin:stop])
        (self.folder / "blocks.msh").write_text(mesh)
        kept = self.checkpoints()[-1]
        for ranks in (3, 1):
            self.start(BLOCKS, *later[:-1], kept, out=f"on{ranks}", ranks=ranks)

    def test_steps_of_a_deck(self):
        """What happened in a step that is over counts as well; what is still to come may change."""
        self.start("cube.inp", "--set", "checkpoint={every: 25, keep: 9}", out="deck", ranks=2)
        file = self.folder / "deck" / "checkpoint-000000025.h5"
        first = DECK.index("250.")
        deck = self.folder / "cube.inp"
        for text, words in ((DECK[:first] + "251." + DECK[first + 4:], "the steps before"),
                            (DECK.replace("BASE, 1, 3", "BASE, 2, 3"), "the supports")):
            deck.write_text(text)
            result = self.start("cube.inp", "--restart", file, out="no", status=2)
            self.assertIn(words, result.stderr)
            self.assertFalse((self.folder / "no").exists())
        deck.write_text(DECK + DECK[DECK.rindex("*STEP"):])
        self.start("cube.inp", "--restart", file, out="more")


if __name__ == "__main__":
    unittest.main()
