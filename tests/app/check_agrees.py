# SPDX-License-Identifier: BSD-3-Clause
"""`check` knows what `run` refuses: whatever ends a run with exit status 2 ends the check with exit
status 2 and the same words, and nothing else does. By a list of mistakes, and by random changes of
cases that are good."""

import random
import shutil
import sys
import unittest

import numpy as np
from cli import ROOT, CliTest

MATRICES = """title: two masses
system:
  mass: M.mtx
  stiffness: K.mtx
  damping: {rayleigh: {alpha: 0.1, beta: 0.01}}
  constraints: {matrix: G.mtx}
  initial: {displacement: q.mtx}
  loads: [{vector: f.mtx, amplitude: {expression: "sin(1.7*t)"}}]
method: {stages: 3, rho_infinity: 0.5}
time: {end: 0.4, step: 0.1}
solver: {strategy: auto}
output: {directory: out, every: 2, probes: [{dof: 2}, {constraint: 1}, {dof: 1, quantity: acceleration}]}
"""
STRUCTURE = """model:
  mesh: frame.msh
  materials:
    concrete: {E: 30e9, nu: 0.2, density: 2500}
  elements:
    - {group: columns, type: beam2, material: concrete, section: {rectangle: [0.4, 0.4], n1: [1, 0, 0]}}
    - {group: beams_x, type: beam2, material: concrete, section: {rectangle: [0.5, 0.3]}}
    - {group: beams_y, type: beam2, material: concrete, section: {rectangle: [0.5, 0.3]}}
  masses: [{point: [0, 0, 3], mass: 5000}]
  supports:
    - {group: base, fix: all}
    - {group: roof, move: x, value: 0.01, amplitude: {expression: "t^3", derivative: "3*t^2", second_derivative: "6*t"}}
  loads: [{point: [6, 0, 6], force: [0, 1e3, 0], amplitude: {sine: {frequency: 2}}}]
  damping: {ratios: [0.02, 0.03], frequencies: [2, 20]}
  initial: {equilibrium: true}
method: {stages: 2, rho_infinity: 0.8}
time: {end: 0.04, step: 0.02}
output: {directory: out, probes: [{name: roof, point: [0, 0, 9], component: x}, {group: base, component: x, quantity: reaction}]}
"""
PROBLEM = """problem: {name: pendulum}
method: {family: lobatto, stages: 3}
time: {end: 0.2, step: 0.1}
output: {directory: out}
"""
DECK = """*NODE
1, 0, 0, 0
2, 1, 0, 0
3, 2, 0, 0
*ELEMENT, TYPE=T3D2, ELSET=RODS
1, 1, 2
2, 2, 3
*MATERIAL, NAME=STEEL
*ELASTIC
210e9, 0.3
*DENSITY
7850
*SOLID SECTION, ELSET=RODS, MATERIAL=STEEL
1e-4
*BOUNDARY
1, 1, 3
2, 2, 3
3, 2, 3
*STEP
*STATIC
*CLOAD
3, 1, 1000
*END STEP
*STEP
*DYNAMIC, DIRECT
1e-4, 3e-4
*CLOAD
3, 1, 0
*END STEP
"""

# Values that are sometimes right and sometimes not.
WORDS = ["0", "-1", "1", "2", "3", "7", "1e-3", "1e300", "nan", "x", "rz", "all", "true", "[]", "{}",
         "[1, 2, 3]", "[9, 9, 9]", "out/deeper", "C", "decoupled", "monolithic", "krylov",
         "multigrid", "newmark", "base", "roof", "\"\"", "1.5", "reaction", "velocity", "sin(t)"]


class Agreement(CliTest):
    def setUp(self):
        super().setUp()
        shutil.copy(ROOT / "meshes" / "frame.msh", self.folder)
        self.matrices()

    def matrices(self):
        self.files(M=np.eye(3), K=np.diag([1.0, 2.0, 3.0]), G=np.array([[1.0, -1.0, 0.0]]),
                   f=np.array([0.0, 0.0, 1.0]), q=np.array([0.1, 0.1, 0.0]))

    def both(self, file, *arguments, ranks=1):
        """The status of run and check, which left nothing, and that they agree."""
        check = self.sparkdyn("check", file, *arguments, ranks=ranks)
        self.assertFalse((self.folder / "out").exists(), "a check leaves nothing")
        run = self.sparkdyn("run", file, *arguments, ranks=ranks)
        shutil.rmtree(self.folder / "out", ignore_errors=True)
        told = f"run {run.returncode}: {run.stderr}\ncheck {check.returncode}: {check.stderr}\n"
        told += file.read_text()
        self.assertIn(run.returncode, (0, 1, 2), told)
        self.assertEqual(run.returncode == 2, check.returncode == 2, told)
        if run.returncode == 2:
            def errors(result):
                return [line for line in result.stderr.splitlines() if "error:" in line]
            self.assertEqual(errors(run), errors(check), told)
        if run.returncode == 0:
            self.assertEqual(check.returncode, 0, told)
        return run.returncode

    def refused(self, text, *arguments, **more):
        self.assertEqual(self.both(self.case(text), *arguments, **more), 2, text)


class Mistakes(Agreement):
    def test_the_cases_themselves_are_good(self):
        for text in (MATRICES, STRUCTURE, PROBLEM):
            self.assertEqual(self.both(self.case(text)), 0)
        self.assertEqual(self.both(self.case(DECK, "rods.inp"), "--output", self.folder / "out"), 0)

    def test_initial_values_off_the_constraints(self):
        for ranks in (1, 2):
            text = STRUCTURE.replace("{equilibrium: true}", "{}").replace("\"t^3\"", "\"1+t\"")
            self.refused(text, ranks=ranks)
        self.files(q=np.array([0.1, 0.2, 0.0]))
        self.refused(MATRICES)

    def test_a_solver_that_does_not_fit(self):
        splitting = "method: {stages: 3, splitting: {velocity: A, elastic: B, constraint: B}}"
        for text, old in ((MATRICES, "{stages: 3, rho_infinity: 0.5}"),
                          (STRUCTURE, "{stages: 2, rho_infinity: 0.8}")):
            self.refused(text.replace("method: " + old, splitting), "--set",
                         "solver.strategy=decoupled")

    def test_a_region_that_is_not_there(self):
        for text in (MATRICES, STRUCTURE):
            self.refused(text, "--set", "method={stages: 3, splitting: {elastic@nowhere: C}}")
            self.refused(text, "--set", "method={stages: 3, splitting: {damping@rooff: C}}")

    def test_an_output_folder_that_cannot_be(self):
        (self.folder / "file").write_text("")
        for text in (MATRICES, STRUCTURE, PROBLEM):
            self.refused(text.replace("directory: out", "directory: file/out"))
            self.refused(text.replace("directory: out", "directory: file"))
            self.refused(text.replace("directory: out", "directory: " + 300 * "x"))

    def test_reactions_and_accelerations_that_are_not_defined(self):
        text = STRUCTURE.replace("density: 2500", "density: 0")
        text = text.replace("{equilibrium: true}", "{}")
        self.both(self.case(text))
        self.files(M=np.diag([1.0, 1.0, 0.0]))
        self.refused(MATRICES)

    def test_a_deck_without_steps_to_run(self):
        deck = DECK[:DECK.index("*STEP")] + "*STEP\n*FREQUENCY\n2\n*END STEP\n"
        self.both(self.case(deck, "modes.inp"), "--output", self.folder / "out")

    def test_points_and_supports(self):
        self.refused(STRUCTURE.replace("[0, 0, 9]", "[0, 0, 90]"))
        self.refused(STRUCTURE.replace("[0, 0, 3]", "[0, 0, -30]"))
        self.refused(STRUCTURE.replace("group: roof, move", "group: base, move"))


class RandomChanges(Agreement):
    """Words of the cases deleted, doubled and replaced, 15 times each kind of case."""

    def changed(self, text, random):
        lines = text.splitlines()
        for _ in range(random.choice((1, 1, 2))):
            at = random.randrange(1, len(lines))
            kind = random.random()
            if kind < 0.15:
                del lines[at]
            elif kind < 0.25:
                lines.insert(at, lines[at])
            else:
                parts = []
                for part in lines[at].replace("{", " { ").replace("}", " } ").split(" "):
                    parts.append(part)
                places = [i for i, part in enumerate(parts) if part.strip("{}[],:\" ")]
                if not places:
                    continue
                i = random.choice(places)
                if kind < 0.4:
                    parts[i] = ""
                elif parts[i].endswith(":"):
                    parts[i] = random.choice(("stepp:", "name:", "group:", "x:", parts[i]))
                else:
                    comma = "," if parts[i].endswith(",") else ""
                    parts[i] = random.choice(WORDS) + comma
                lines[at] = " ".join(parts)
        return "\n".join(lines) + "\n"

    def campaign(self, text, seed, count, name="case.yaml", arguments=()):
        source = random.Random(seed)
        statuses = {0: 0, 1: 0, 2: 0}
        for _ in range(count):
            file = self.case(self.changed(text, source), name)
            statuses[self.both(file, *arguments)] += 1
        print(f"{name} {seed}: {statuses}")
        if count >= 15:
            self.assertGreater(statuses[2], count // 10)
        return statuses

    count = 15

    def test_matrices(self):
        self.campaign(MATRICES, 1, self.count)

    def test_structures(self):
        self.campaign(STRUCTURE, 2, self.count)

    def test_problems(self):
        self.campaign(PROBLEM, 3, self.count // 3)

    def test_decks(self):
        self.campaign(DECK, 4, self.count, "rods.inp", ("--output", self.folder / "out"))


if __name__ == "__main__":
    if len(sys.argv) > 2 and sys.argv[1] == "--count":  # more than the suite has time for
        RandomChanges.count = int(sys.argv[2])
        del sys.argv[1:3]
    unittest.main()
