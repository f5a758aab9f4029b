# SPDX-License-Identifier: BSD-3-Clause
"""sparkdyn beside CalculiX: natural frequencies on the same mesh and element type, and the *DYNAMIC and
*MODAL DYNAMIC decks of the package calculix-ccx-test. Skipped where ccx or its decks are absent."""

import csv
import re
import sys
import unittest

import h5py
import numpy as np

import calculix_nonlinear
from calculix_tools import (CCX, DECKS, Lattice, copy_part, deck, finer, has_decks, node_set,
                            printed_displacements, printed_frequencies, printed_frequency_tables,
                            printed_states, printing, run_ccx)
from cli import CliTest

STEEL = """*MATERIAL, NAME=STEEL
*ELASTIC
210000., .3
*DENSITY
7.8E-9
*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL
"""


class Frequencies(CliTest):
    """A clamped beam of 100 x 8 x 10 mm."""

    def check(self, kind, cells, modes, bar):
        lattice = Lattice(kind, (100.0, 8.0, 10.0), cells)
        text = (lattice.text(kind) + node_set("ROOT", lattice.where(0)) + STEEL
                + f"*BOUNDARY\nROOT, 1, 3\n*STEP\n*FREQUENCY\n{modes}\n*END STEP\n")
        theirs = printed_frequencies(run_ccx(self.folder, text))[:modes]
        path = self.folder / "beam.inp"
        path.write_text(text)
        result = self.sparkdyn("modes", path, "--count", modes, "--output", self.folder / "out")
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.folder / "out" / "modes.csv") as file:
            ours = np.array([float(row["frequency"]) for row in csv.DictReader(file)])
        self.assertEqual((len(ours), len(theirs)), (modes, modes))
        error = np.abs(ours / theirs - 1)
        print(f"{kind} {'x'.join(map(str, cells))}: frequencies {ours[0]:.6g} to {ours[-1]:.6g}, "
              "from CalculiX in % " + " ".join(f"{100 * e:.5f}" for e in error), flush=True)
        self.assertLessEqual(error.max(), bar, f"{kind}: {ours} is not {theirs}")

    def test_c3d4(self):
        self.check("C3D4", (20, 2, 2), 10, 1e-6)

    def test_c3d8i(self):
        # Not quite the same element: modes 6 to 10 differ by 0.11 to 0.36 % on this mesh and by less
        # than 0.1 % on one twice as fine.
        self.check("C3D8I", (20, 2, 2), 5, 1e-3)
        self.check("C3D8I", (40, 4, 4), 10, 1e-3)

    def test_c3d10(self):
        self.check("C3D10", (10, 2, 2), 10, 1e-3)

    def test_c3d20(self):
        self.check("C3D20", (10, 2, 2), 10, 1e-3)

    def test_c3d20r(self):
        self.check("C3D20R", (10, 2, 2), 10, 1e-3)


class DeckTest(CliTest):
    def ours(self, name, *arguments, text=None):
        """Times, and node to array (times x 3), of the deck as it comes, or the text given."""
        path = self.folder / f"{name}.inp"
        path.write_text(text or deck(name))
        result = self.sparkdyn("run", path, "--output", self.folder / "out", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        columns = self.history()
        nodes = {int(n) for n in re.findall(r"displacement\[(\d+)\]", " ".join(columns))}
        return columns["time"], {
            n: np.stack([columns[f"displacement[{n}].{c}"] for c in "xyz"], axis=1) for n in nodes}

    def compare(self, name, step=None, modes=None, arguments=(), text=None, bar=5e-3, factor=20):
        """Our run with the step of the deck, or the one given, against CalculiX with one 20 times
        (or `factor`) finer: the largest difference of any printed displacement at any of our times, relative to
        the largest displacement of the set over time. Modal decks stay modal in CalculiX, with as
        many modes as said: it integrates those exactly."""
        if step:
            arguments = ("--set", f"time.step={step!r}", *arguments)
        times, ours = self.ours(name, *arguments, text=text)
        fine = finer(text or deck(name), factor, modes, step)
        their_times, theirs = printed_displacements(run_ccx(self.folder, fine))
        self.assertEqual(len(their_times), len(times) - 1)  # ours begins at t = 0
        self.assertLess(np.abs(their_times - times[1:]).max(), 1e-6 * times[-1])
        self.assertEqual(ours.keys(), theirs.keys())
        size = max(np.abs(u).max() for u in theirs.values())
        error = max(np.abs(ours[n][1:] - u).max() for n, u in theirs.items()) / size
        print(f"{name}: {len(times) - 1} steps of {times[1]:.3g}, {len(theirs)} nodes, largest "
              f"displacement {size:.5g}, from CalculiX {100 * error:.4f} %", flush=True)
        self.assertLessEqual(error, bar)
        return times, ours


class ModalDecks(DeckTest):
    """The same modes, each solved exactly at any increment: what is left are the digits that CalculiX
    prints, the loads it takes as linear within its (twenty times finer) increments, and elements."""

    def test_beamdy1(self):
        self.compare("beamdy1", bar=3e-4)

    def test_beamdy1_at_the_increment_of_the_deck_in_both(self):
        self.compare("beamdy1", bar=3e-4, factor=1)

    def test_beamdy2(self):
        self.compare("beamdy2", bar=3e-4)

    def test_beamdy3(self):
        self.compare("beamdy3", bar=3e-4)

    def test_beamdy4(self):
        self.compare("beamdy4", bar=3e-4)

    def test_beamdy5(self):
        self.compare("beamdy5", bar=3e-4)

    def test_beamdy6(self):
        self.compare("beamdy6", bar=3e-4)

    def test_beamdy7_moving_support(self):
        self.compare("beamdy7")

    def test_beamdy18_ratios_of_single_modes(self):
        self.compare("beamdy18", bar=3e-4)

    def test_beamdy19_two_steps(self):
        self.compare("beamdy19", bar=3e-4)

    def test_spring5(self):
        self.compare("spring5", bar=3e-4)

    def test_dashpot1(self):
        self.compare("dashpot1")

    def test_damper1_rigid_body(self):
        """A free block that is a rigid body, 2 N off its centre. CalculiX does not damp modes of
        frequency zero (F t^2 / 2m exactly, 2.7 % too far in the end); alpha M does."""
        damping = "*MODAL DAMPING,RAYLEIGH\n,,5000.,0.\n"
        self.assertIn(damping, deck("damper1"))
        self.compare("damper1", text=deck("damper1").replace(damping, ""))
        times, ours = self.ours("damper1")
        mass, alpha = 7.8e-9 * 0.5**3, 5000.0
        way = (alpha * times - 1 + np.exp(-alpha * times)) / alpha**2
        for actual, exact in ((ours[41][:, 1], 2 / mass * way),
                              (ours[42][:, 2], -0.25 * 2 / (mass * 0.5 / 12) * way)):
            self.assertLess(np.abs(actual - exact).max(), 1e-6 * np.abs(exact).max())

    # Automatic increments in the deck (DIRECT=NO): ours are chosen here.
    def test_beamdy14(self):
        self.compare("beamdy14", 1e-6, bar=3e-4)

    def test_beamdy15(self):
        self.compare("beamdy15", 1e-6, bar=3e-4)

    def test_beamdy16(self):
        self.compare("beamdy16", 1e-6, bar=3e-4)


class DirectDecks(DeckTest):
    EXACT = {1e-6: 3.000606096880e-2, 5e-6: 4.513229706717e-1, 8.01e-6: 6.105355586918e-1,
             1e-5: 5.533399177874e-1}

    def test_dashpot5(self):
        times, ours = self.compare("dashpot5")
        for t in (1e-6, 5e-6, 1e-5):
            self.assert_relative(ours[2][np.argmin(np.abs(times - t)), 0], self.EXACT[t], 1e-7)

    def test_dashpot5_exact(self):
        times, ours = self.ours("dashpot5", "--set", "time.step=1e-8")
        for t, u in self.EXACT.items():
            k = np.argmin(np.abs(times - t))
            self.assertAlmostEqual(times[k], t, delta=1e-15)
            self.assert_relative(ours[2][k, 0], u, 1e-10)

    def test_equrem1(self):
        self.compare("equrem1")

    def test_equrem2(self):
        self.compare("equrem2")

    def test_equrem3(self):
        self.compare("equrem3")

    def test_cube2_in_free_fall(self):
        # A fall is exact with any step. Nothing holds the cube, and round-off of K q grows with the number of steps.
        times, ours = self.compare("cube2", 1e-3)
        for u in ours.values():
            fall = np.sign(u[-1, 2]) * 9810 * times**2 / 2
            self.assertLess(np.abs(u[:, 2] - fall).max(), 1e-6 * abs(fall[-1]))

    def test_beamimpdy1(self):
        # Suddenly loaded and five steps in a period: 0.65 % with the three stages of a deck.
        self.compare("beamimpdy1", arguments=("--set", "method.stages=5"))

    def test_beamimpdy1nodirect(self):
        self.compare("beamimpdy1nodirect", 1e-5, arguments=("--set", "method.stages=5"))

    def test_beamimpdy2(self):
        self.compare("beamimpdy2")


class EveryStep(CliTest):
    """All decks of the package with only *STATIC and *FREQUENCY steps that run: displacements at the
    end of each step, each at its time, with reactions, and the frequencies of each *FREQUENCY. With
    those of ModalDecks and DirectDecks they are the 71 of 355 that run."""

    WITHOUT_DENSITY = """
        achtel2 achtel29 achtel9 achtelcas achteld achtelp b31 beam10p beam8p beamidset beamp
        beamp2stage beampdepmpc beampo1 beampo2 beamprb beampset beamptied1 beamptied2
        distcoup mpcforce""".split()
    WITH_DENSITY = """
        achtelg beam20p beam8f beamd beamf beampic beampis c3d15 segmentf segmentm""".split()
    # Of B32; simplebeampipe4 runs too, but is twisted and moves nowhere.
    BEAMS = """
        beamlin boxprofile rot1 rot2 simplebeam simplebeampipe1 simplebeampipe2 simplebeampipe3""".split()
    PLANES = "oneel planestrain planestrain2 planestress planestress2 planestress3 spring4".split()
    SHELLS = ["edgeload"]
    # True beams here, solids in CalculiX; relative to the largest displacement or to each frequency.
    # test_beams_follow_theory says who is right where they differ most.
    # beampic asks CalculiX for its iterative solver, which stops early; beamp is the same beam.
    OTHER_ELEMENTS = {"b31": 5e-3, "beampic": 3e-3, "beamlin": 0.012, "boxprofile": 0.025, "rot1": 0.07,
                      "rot2": 0.1, "simplebeam": 0.12} | {f"simplebeampipe{k}": 0.014 for k in range(1, 4)} | {
                          # Plane stress: bricks there, whose thickness changes linearly between nodes.
                          "planestress3": 0.05, "planestress2": 1e-5, "edgeload": 1e-5}
    OTHER_FREQUENCIES = {"boxprofile": 0.14, "simplebeampipe3": 0.014}  # the box turns about its axis
    MOMENTS_ALONE = ("rot1", "rot2")  # no force at the supports

    def ours(self, name, text):
        path = self.folder / f"{name}.inp"
        path.write_text(text)
        for other in re.findall(r"INPUT *= *([^\s,]+)", text, re.IGNORECASE):
            copy_part(other, self.folder)
        result = self.sparkdyn("run", path, "--output", self.folder / name)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.folder / name

    def check_states(self, name, text, states, folder):
        with h5py.File(folder / "results.h5") as file:
            steps, times, q = file["step"][...], file["time"][...], file["q"][...]
            dofs = file["dofs"][...].tolist()
            ids = file["VTKHDF/PointData/node"][...].tolist()
            reactions = file["VTKHDF/PointData/reaction"][...].reshape(len(times), len(ids), 3)
        loaded_within = re.search(r"^\*(DLOAD|DSLOAD|TRANSFORM)", text, re.MULTILINE | re.IGNORECASE)
        ends = [np.nonzero(steps == step)[0][-1] for step in sorted(set(steps))]
        self.assertEqual(len(ends), len(states))
        for k, (time, tables) in zip(ends, states):
            self.assertAlmostEqual(times[k], time, delta=1e-6 * time)
            theirs = tables["displacements"]
            size = max(abs(x) for u in theirs.values() for x in u)
            error = max(abs(q[k, j] - theirs[node][component - 1])
                        for j, (node, component) in enumerate(dofs)
                        if component <= 3 and node in theirs)
            bar = self.OTHER_ELEMENTS.get(name, 1e-6)
            self.assertLessEqual(error, bar * size, f"t = {time}: {error / size:.2g} of {size:.3g}")
            if not loaded_within and name not in self.MOMENTS_ALONE:
                self.check_reactions(reactions[k], ids, tables["forces"], max(bar, 2e-6))

    def check_reactions(self, reactions, ids, theirs, bar):
        """What CalculiX prints is K u: at supports that carry no load of their own, the reaction."""
        size = np.abs(reactions).max()
        self.assertGreater(size, 0)
        error = max(abs(force - theirs[node][c]) for node, forces in zip(ids, reactions.tolist())
                    for c, force in enumerate(forces) if force != 0 and node in theirs)
        self.assertLessEqual(error, bar * size, f"reactions: {error / size:.2g} of {size:.3g}")

    def check_frequencies(self, name, tables, folder):
        bar = self.OTHER_FREQUENCIES.get(name, 5e-3)
        folders = sorted(folder.glob("step-*"), key=lambda path: int(path.name[5:]))
        self.assertEqual(len(folders), len(tables))
        for path, theirs in zip(folders, tables):
            with open(path / "modes.csv") as file:
                ours = np.array([float(row["frequency"]) for row in csv.DictReader(file)])
            count = min(len(ours), len(theirs))
            self.assertGreater(count, 0)
            scale = np.maximum(np.abs(theirs[:count]), 1e-3 * np.abs(theirs[:count]).max())
            error = (np.abs(ours[:count] - theirs[:count]) / scale).max()
            self.assertLessEqual(error, bar, f"{path}: {error:.2g}")

    def compare(self, name, text=None):
        text = text or deck(name)
        folder = self.ours(name, text)
        nodes = [1]
        if (folder / "results.h5").exists():
            with h5py.File(folder / "results.h5") as file:
                nodes = sorted(set(file["dofs"][:, 0].tolist()))
        dat = run_ccx(self.folder, printing(text, nodes))
        if (folder / "results.h5").exists():
            self.check_states(name, text, printed_states(dat), folder)
        self.check_frequencies(name, printed_frequency_tables(dat), folder)

    def test_agrees(self):
        for name in self.WITHOUT_DENSITY + self.WITH_DENSITY + self.BEAMS + self.PLANES + self.SHELLS:
            with self.subTest(deck=name):
                self.compare(name)

    def test_beams_follow_theory(self):
        """A force at the end of a beam of one B32R, and a moment at the end of one of two B32."""
        with h5py.File(self.ours("simplebeam", deck("simplebeam")) / "results.h5") as file:
            tip = abs(file["q"][-1]).max()
        stiffness, shear = 1e7 * 0.25**4 / 12, 10 * 1.3 / (12 + 11 * 0.3)  # Cowper's rectangle
        self.assertAlmostEqual(tip / (10**3 / (3 * stiffness) + 10 / (1e7 / 2.6 * 0.25**2 * shear)), 1, delta=1e-8)
        with h5py.File(self.ours("rot1", deck("rot1")) / "results.h5") as file:
            dofs, q = file["dofs"][...].tolist(), file["q"][...]
        moved = q[np.nonzero(q.any(axis=1))[0][0], dofs.index([5, 2])]
        self.assertAlmostEqual(moved / (1e-3 * 0.8**2 / (2 * 210000 * 0.03 * 0.015**3 / 12)), 1, delta=1e-8)

    def test_several_steps_of_each_kind(self):
        """No deck of the package that runs has several *STATIC steps, or one beside *FREQUENCY."""
        model = deck("beamf").split("*STEP")[0]
        steps = ("*STATIC\n*CLOAD\n258, 3, 1.\n", "*FREQUENCY\n6\n",
                 "*STATIC\n.5, 3.\n*CLOAD\n258, 2, -2.\n", "*FREQUENCY\n4\n",
                 "*STATIC\n*CLOAD, OP=NEW\n7, 3, 1.\n*BOUNDARY\n7, 1, 1, .01\n", "*STATIC\n",
                 "*STATIC\n*BOUNDARY, OP=NEW\nCN7, 1, 3\n*DLOAD\nEALL, GRAV, 1.E6, 0., 1., 0.\n")
        self.compare("mixed", model + "".join(f"*STEP\n{step}*END STEP\n" for step in steps))


class RefusedDecks(CliTest):
    """Every other deck with one of the two keywords says what it needs that is not here."""

    WHY = {
        "acou3": "*ELASTIC: constants that depend on the temperature",
        "acou4": "*ELASTIC: constants that depend on the temperature",
        "ball": "contact is nonlinear",
        "beamdy17": "*MODAL DYNAMIC: STEADY STATE is not supported",
        "beamnldye": "EXPLICIT is not supported",
        "beamnldyp": "*PLASTIC",
        "beamnldype": "*PLASTIC",
        "contact5": "contact is nonlinear",
        "contact5lin": "contact is nonlinear",
        "contdamp1": "contact is nonlinear",
        "contdamp2": "contact is nonlinear",
        "cubenewt": "*DLOAD: gravity between bodies",
        "leifer1": "*STEP: NLGEOM: element 1 (shell8)",
        "pendel": "*STEP: NLGEOM: element 1 (beam3)",
        "segdyn": "*TIE: the parameter CYCLICSYMMETRY",
        "square": "*STEP: NLGEOM: element 1 (shell8)",
    }

    def test_each_with_a_sentence(self):
        for name, why in self.WHY.items():
            with self.subTest(deck=name):
                path = self.folder / f"{name}.inp"
                path.write_text(deck(name))
                result = self.sparkdyn("run", path, "--output", self.folder / "out")
                self.assert_fails(result, 2, why)
                self.assertRegex(result.stderr, rf"{name}\.inp:\d+: \*")
                self.assertFalse((self.folder / "out").exists())

    def test_no_deck_is_left_out(self):
        dynamic = set()
        for path in DECKS.glob("*.inp*"):
            name = path.name.split(".")[0]
            if re.search(r"^\*(MODAL *)?DYNAMIC", deck(name), re.MULTILINE | re.IGNORECASE):
                dynamic.add(name)
        compared = {match for case in (ModalDecks, DirectDecks) for test in dir(case)
                    for match in re.findall(r"^test_([a-z]+\d+[a-z]*)", test)}
        compared |= {test[len("test_"):] for test in dir(calculix_nonlinear.Decks) if test.startswith("test_")}
        self.assertEqual(dynamic, compared | set(self.WHY))


if __name__ == "__main__":
    if not CCX or not has_decks():
        print("skipped: needs the packages calculix-ccx and calculix-ccx-test")
        sys.exit(77)
    unittest.main()
