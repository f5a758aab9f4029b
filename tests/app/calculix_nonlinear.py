# SPDX-License-Identifier: BSD-3-Clause
"""Decks with NLGEOM beside CalculiX: the same elements, the same law, the same displacements."""

import sys
import unittest

import numpy as np

from calculix_tools import CCX, deck, has_decks, printed_displacements, run_ccx
from cli import CliTest

TIP = 100


def beam(material="*ELASTIC\n210000., .3\n"):
    """A beam of 8 x 1 x 1 in 32 C3D20R, of the package."""
    model = deck("beamdynamic").split("*STEP")[0]
    before, after = model.split("*ELASTIC")
    return before + material + "*DENSITY" + after.split("*DENSITY", 1)[1]


def step(procedure, load, nlgeom=", NLGEOM"):
    return (f"*STEP, INC=100000{nlgeom}\n{procedure}\n*CONTROLS, PARAMETERS=FIELD\n1.E-6, 1.E-6\n*CLOAD\nLOAD, 2, {load}\n*NODE PRINT, NSET=N1, FREQUENCY=1\nU\n"
            "*END STEP\n")


@unittest.skipUnless(CCX and has_decks(), "CalculiX is not here")
class Nlgeom(CliTest):
    def both(self, text):
        """Displacements of the tip at all times, ours and CalculiX's."""
        path = self.folder / "ours.inp"
        path.write_text(text)
        result = self.sparkdyn("run", path, "--output", self.folder / "out")
        self.assertEqual(result.returncode, 0, result.stderr)
        history = self.history()
        ours = np.column_stack([history[f"displacement[{TIP}].{c}"] for c in "xyz"])
        times, printed = printed_displacements(run_ccx(self.folder, text))
        return (history["time"], ours), (times, printed[TIP])

    def test_bent_by_a_third_of_its_length(self):
        (_, ours), (_, theirs) = self.both(beam() + step("*STATIC\n.25, 1.", 30.0))
        self.assertGreater(np.abs(theirs[-1]).max(), 2)
        np.testing.assert_allclose(ours[-1], theirs[-1], rtol=0, atol=1e-4 * np.abs(theirs[-1]).max())

    def test_neo_hooke(self):
        """A rubber beam that hangs down: G = 2 C10 = 0.5, K = 2/D1 = 5."""
        material = "*HYPERELASTIC, NEO HOOKE\n.25, .4\n"
        (_, ours), (_, theirs) = self.both(beam(material) + step("*STATIC\n.1, 1.", 2e-4))
        self.assertGreater(np.abs(theirs[-1]).max(), 2)
        np.testing.assert_allclose(ours[-1], theirs[-1], rtol=0, atol=1e-4 * np.abs(theirs[-1]).max())

    def test_pressure_follows(self):
        """On the sides of all elements, so that the beam bends by a quarter of its length and the pressure with it."""
        text = beam() + step("*STATIC\n.25, 1.", 0.0).replace("*CLOAD", "*DLOAD\nEALL, P3, 60.\n*CLOAD")
        (_, ours), (_, theirs) = self.both(text)
        self.assertGreater(np.abs(theirs[-1]).max(), 2)
        np.testing.assert_allclose(ours[-1], theirs[-1], rtol=0, atol=1e-4 * np.abs(theirs[-1]).max())

    def test_two_steps(self):
        """Bent one way, then the load turns: the second step goes on where the first ended."""
        text = beam() + step("*STATIC\n.5, 1.", 20.0) + step("*STATIC\n.5, 1.", -10.0, "")
        (times, ours), (_, theirs) = self.both(text)
        np.testing.assert_allclose(times, [1, 2])
        for k, at in ((0, 1), (1, -1)):
            np.testing.assert_allclose(ours[k], theirs[at], rtol=0, atol=1e-4 * np.abs(theirs).max())

    def test_let_go(self):
        """A load that jumps on: CalculiX, almost without its damping, comes to our motion, first order as it is then."""
        off = []
        for increment in (2e-6, 1e-6):
            text = beam() + step(f"*DYNAMIC, DIRECT, ALPHA=0.\n{increment}, 4.E-5", 10.0)
            (times, ours), (others, theirs) = self.both(text.replace("ALPHA=0.", "ALPHA=-.0001"))
            expected = np.array([np.interp(others, times, column) for column in ours.T]).T
            off.append(np.abs(expected - theirs).max() / np.abs(theirs).max())
        self.assertLess(off[1], 0.5 * off[0])
        self.assertLess(off[1], 0.006)


@unittest.skipUnless(CCX and has_decks(), "CalculiX is not here")
class Decks(CliTest):
    """Decks of the package with *DYNAMIC and NLGEOM. Two have one increment alone, too coarse for CalculiX: with a
    sixteenth it comes to what we find in one."""

    def compare(self, name, tolerance, increment=""):
        text = deck(name)
        path = self.folder / f"{name}.inp"
        path.write_text(text)
        result = self.sparkdyn("run", path, "--output", self.folder / "out")
        self.assertEqual(result.returncode, 0, result.stderr)
        history = self.history()
        times, printed = printed_displacements(run_ccx(self.folder, text.replace(".5E-5,.5E-5", increment or ".5E-5,.5E-5"),
                                                        "theirs"))
        largest = max(np.abs(values).max() for values in printed.values())
        for node, values in printed.items():
            for k, c in enumerate("xyz"):
                ours = history.get(f"displacement[{node}].{c}")
                if ours is None:
                    continue
                off = np.abs(ours[-1] - values[-1, k])
                self.assertLess(off, tolerance * largest, f"{name}: node {node}, {c}")

    def test_beamdynamic(self):
        self.compare("beamdynamic", 0.02)

    def test_beamnldy(self):
        self.compare("beamnldy", 0.02, "3.125E-7,.5E-5")

    def test_beamnldynodirect(self):
        self.compare("beamnldynodirect", 0.02, "3.125E-7,.5E-5,3.125E-7,3.125E-7")


class Refused(CliTest):
    CUBE = """*NODE
1, 0, 0, 0
2, 1, 0, 0
3, 1, 1, 0
4, 0, 1, 0
5, 0, 0, 1
6, 1, 0, 1
7, 1, 1, 1
8, 0, 1, 1
*ELEMENT, TYPE={type}, ELSET=E
1, {nodes}
*MATERIAL, NAME=M
{law}
*DENSITY
1.
*{section}, ELSET=E, MATERIAL=M
{thickness}*BOUNDARY
1, 1, 6
2, 1, 3
3, 1, 3
4, 1, 3
"""

    def refused(self, steps, *words, type="C3D8", nodes="1, 2, 3, 4, 5, 6, 7, 8", law="*ELASTIC\n1., .3",
                section="SOLID SECTION", thickness=""):
        path = self.folder / "cube.inp"
        path.write_text(self.CUBE.format(type=type, nodes=nodes, law=law, section=section, thickness=thickness) + steps)
        self.assert_fails(self.sparkdyn("run", path, "--output", self.folder / "out"), 2, *words)

    def test_with_a_sentence(self):
        static = "*STEP, NLGEOM\n*STATIC\n{}*END STEP\n"
        rubber = "*HYPERELASTIC, NEO HOOKE\n1., .1"
        self.refused(static.format(""), "element 1 (shell3) is not built for large rotations", type="S3", nodes="1, 2, 3",
                     section="SHELL SECTION", thickness="0.1\n")
        self.refused("*STEP\n*STATIC\n*END STEP\n", "'M' is *HYPERELASTIC, which needs NLGEOM", law=rubber)
        self.refused(static.format(""), "OGDEN is not supported; supported: NEO HOOKE", law="*HYPERELASTIC, OGDEN\n1., .1")
        self.refused(static.format(""), "D1 must be positive", law="*HYPERELASTIC, NEO HOOKE\n1., 0.")
        self.refused(static.format(""), "another law already", law="*ELASTIC\n1., .3\n" + rubber)
        self.refused("*STEP\n*STATIC\n*END STEP\n" + static.format(""), "NLGEOM holds for all steps")
        self.refused("*STEP, NLGEOM\n*FREQUENCY\n3\n*END STEP\n", "modes of a structure in large motion")
        self.refused("*TRANSFORM, NSET=T\n1, 1, 0, 0, 1, 0\n" + static.format(""), "*TRANSFORM is for small motion",
                     law="*ELASTIC\n1., .3\n*NSET, NSET=T\n1")


if __name__ == "__main__":
    if not (CCX and has_decks()):
        sys.exit(77)
    unittest.main()
