# SPDX-License-Identifier: BSD-3-Clause
"""Whoever reads results of elements with one integration point is told when they are hourglass motion."""

import unittest

from calculix_tools import Lattice, node_set
from cli import CliTest

STEEL = """*MATERIAL, NAME=STEEL
*ELASTIC
210000., .3
*DENSITY
7.8E-9
*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL
"""


class Hourglass(CliTest):
    def deck(self, kind, cells, step):
        lattice = Lattice(kind, (100.0, 8.0, 10.0), cells)
        path = self.folder / "deck.inp"
        path.write_text(lattice.text(kind) + node_set("ROOT", lattice.where(0))
                        + node_set("TIP", lattice.where(2 * cells[0])) + STEEL
                        + "*BOUNDARY\nROOT, 1, 3\n*STEP\n" + step + "*END STEP\n")
        return path

    def warning(self, command, kind, cells, step, ranks=1):
        result = self.sparkdyn(command, self.deck(kind, cells, step), "--output",
                               self.folder / "out", ranks=ranks)
        self.assertEqual(result.returncode, 0, result.stderr)
        said = [line for line in (result.stdout + result.stderr).splitlines() if "hourglass" in line]
        self.assertLessEqual(len(said), 1)
        return said[0] if said else ""

    FREQUENCY = "*FREQUENCY\n5\n"
    BEND = "*STATIC\n*CLOAD\nTIP, 3, 1.\n"
    PULL = "*STATIC\n*CLOAD\nTIP, 1, 1.\n"
    # 17 of about 85 steps in a period of 1.5 ms, the first mode with four elements across.
    MOVE = "*DYNAMIC, DIRECT\n1.8E-5, 3.E-4\n*CLOAD\nTIP, 3, 1.\n"

    def test_modes(self):
        for ranks in (1, 2):
            text = self.warning("modes", "C3D8R", (20, 1, 1), self.FREQUENCY, ranks)
            self.assertRegex(text, r"all modes of the table are hourglass motions: up to 100 %")
            self.assertIn("C3D8I", text)

    def test_some_modes_only(self):
        # Stretching along the beam is a true mode among those of bending.
        text = self.warning("modes", "C3D8R", (4, 1, 1), "*FREQUENCY\n24\n")
        self.assertRegex(text, r"modes 1, 2, .* of the table are hourglass motions")

    def test_no_word_for_true_modes(self):
        for kind, cells in (("C3D8R", (20, 2, 2)), ("C3D8R", (20, 4, 4)), ("C3D8I", (20, 1, 1))):
            self.assertEqual(self.warning("modes", kind, cells, self.FREQUENCY), "")

    def test_equilibria(self):
        self.assertRegex(self.warning("run", "C3D8R", (20, 1, 1), self.BEND),
                         "100 % of the strain energy is that of hourglass control")
        for kind, cells, step in (("C3D8R", (20, 1, 1), self.PULL), ("C3D8R", (20, 2, 2), self.BEND),
                                  ("C3D8I", (20, 1, 1), self.BEND)):
            self.assertEqual(self.warning("run", kind, cells, step), "")

    def test_motions(self):
        self.assertRegex(self.warning("run", "C3D8R", (20, 1, 1), self.MOVE),
                         r"\d\d % of the strain energy is that of hourglass control")
        self.assertEqual(self.warning("run", "C3D8R", (20, 4, 4), self.MOVE), "")


if __name__ == "__main__":
    unittest.main()
