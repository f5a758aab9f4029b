# SPDX-License-Identifier: BSD-3-Clause
"""A run that goes on from a checkpoint equals the one that was never interrupted; what may change at
a restart, and what is refused."""

import re
import shutil
import unittest

import h5py
import numpy as np
from cli import DATA
from resume_tools import (BEAM, BLOCKS, CHAIN, DECK, EXPERT, LOAD_CASES, ResumeTest, compare_folders,
                          contents, difference, tolerance_for)

KEEP_ALL = ("--set", "checkpoint={every: EVERY, keep: 1000}")


class EqualsTheWholeRun(ResumeTest):
    def check(self, text, *arguments, every=7, steps=None, ranks=1):
        """Checkpoints change nothing, and from each of `steps` the run goes on to the same end."""
        self.start(text, *arguments, out="whole", ranks=ranks)
        keep = [word.replace("EVERY", str(every)) for word in KEEP_ALL]
        self.start(text, *arguments, *keep, out="kept", ranks=ranks)
        self.assert_same("kept", "whole", tolerance_for(ranks))
        written = {int(path.stem.split("-")[1]): path.name for path in self.checkpoints("kept")}
        for step in steps or sorted(written)[1:-1]:
            folder = self.copy("kept", "again")
            result = self.start(text, *arguments, *keep, "--restart", folder / written[step],
                                out="again", ranks=ranks)
            self.assertIn(f"goes on from step {step},", result.stdout)
            self.assert_same("again", "whole", tolerance_for(ranks))

    def test_decoupled_with_constraints(self):
        self.check(CHAIN, steps=[7, 21])

    def test_expert_splitting_with_krylov(self):
        self.check(CHAIN, "--set", EXPERT, "--set", "solver.strategy=krylov", steps=[14])

    def test_monolithic(self):
        self.check(CHAIN, "--set", EXPERT, "--set", "solver.strategy=monolithic", steps=[14])

    def test_baselines(self):
        for method in ("{family: generalized-alpha, rho_infinity: 0.8}", "{family: newmark}",
                       "{family: hht, alpha: -0.1}", "{family: esdirk, stages: 5}"):
            with self.subTest(method=method):
                self.check(CHAIN, "--set", f"method={method}", steps=[14])

    def test_a_shortened_last_step(self):
        self.check(CHAIN, "--set", "time.end=2.97", steps=[28])

    def test_structure_with_constraints_and_stress(self):
        self.check(BLOCKS, "--set", "output.every=3", every=4, steps=[4])

    def test_baseline_with_a_structure(self):
        self.check(BLOCKS, "--set", "method={family: generalized-alpha}", every=4, steps=[8])

    def test_load_cases(self):
        for method in ("{stages: 3, rho_infinity: 0.8}", "{family: generalized-alpha}"):
            with self.subTest(method=method):
                self.check(LOAD_CASES.replace("{stages: 3, rho_infinity: 0.8}", method), every=3,
                           steps=[3])

    def test_two_ranks(self):
        self.check(BLOCKS, every=4, steps=[4], ranks=2)

    def test_steps_by_tolerance(self):
        """The control, what it looks back on and the error that is carried along go on as they were."""
        for name, case, end, tolerance in (("chain", CHAIN, 3, 1e-6), ("load cases", LOAD_CASES, 0.01, 1e-3)):
            with self.subTest(case=name):
                self.check(case, "--set", f"time={{end: {end}, tolerance: {tolerance}}}", every=9, steps=[9])

    def test_every_step_of_a_deck(self):
        """*STATIC, then two *DYNAMIC of 20 steps: in the first, at its end, in the second."""
        (self.folder / "cube.inp").write_text(DECK)
        case = "model: {deck: cube.inp}\n"
        self.check(case, every=5, steps=[5, 20, 35])

    def test_stopped_again_and_again(self):
        """A limit that is always near: one step each time."""
        self.start(CHAIN, "--set", "time.end=0.6", out="whole")
        text = CHAIN + "checkpoint: {wall_clock_limit: 0.001}\n"
        self.start(text, "--set", "time.end=0.6", status=3)
        for step in range(2, 7):
            result = self.start(text, "--set", "time.end=0.6", "--restart", "latest",
                                status=3 if step < 6 else 0)
            self.assertIn(f"goes on from step {step - 1}", result.stdout)
            if step < 6:
                self.assertIn(f"stopped at step {step}", result.stdout)
                self.assertIn("the wall-clock limit of 0.001 s is near", result.stdout)
                self.assertEqual(self.summary()["status"], "stopped")
            self.assertLessEqual(len(self.checkpoints()), 2)
        self.assertEqual(self.summary()["status"], "done")
        self.assert_same("out", "whole")


class OtherRanks(ResumeTest):
    def check(self, text, *arguments):
        """1 to 2, 2 to 1 and 2 to 4 ranks from the middle."""
        self.start(text, *arguments, out="whole")
        whole = contents(self.folder / "whole" / "results.h5")
        for before in (1, 2):
            self.start(text, *arguments, "--set", "checkpoint={every: 5, keep: 9}", ranks=before,
                       out=f"kept{before}")
        for before, after in ((1, 2), (2, 1), (2, 4)):
            folder = self.copy(f"kept{before}", "again")
            self.start(text, *arguments, "--restart", folder / "checkpoint-000000005.h5",
                       out="again", ranks=after)
            again = contents(folder / "results.h5")
            self.assertEqual(sorted(again), sorted(whole))
            for name in ("q", "v", "lambda"):
                found = difference(again[name][-1], whole[name][-1])
                print(f"{self._testMethodName}: {name} from {before} to {after} ranks differs by "
                      f"{found:.1e}")
                self.assertGreater(np.abs(whole[name][-1]).max(), 0)
                self.assertLess(found, 1e-11, f"{name} from {before} to {after} ranks")
            self.assertFalse(compare_folders(folder, self.folder / "whole", 1e-11))

    def test_matrices(self):
        self.check(CHAIN, "--set", "time.end=1")

    def test_baseline(self):
        self.check(CHAIN, "--set", "time.end=1", "--set", "method={family: generalized-alpha}")

    def test_structure(self):
        self.check(BLOCKS)


class WhatMayChange(ResumeTest):
    def setUp(self):
        super().setUp()
        self.start(CHAIN, "--set", "time.end=2", "--set", "checkpoint={every: 5, keep: 9}")
        self.start(CHAIN, out="whole")

    def test_a_later_end(self):
        self.start(CHAIN, "--restart", "latest")
        self.assert_same("out", "whole")

    def test_a_later_end_after_a_shortened_step(self):
        arguments = ("--set", "output.every=1", "--set", "checkpoint={every: 100}")
        self.start(CHAIN, *arguments, "--set", "time.end=0.95", out="short")
        self.start(CHAIN, *arguments, "--restart", "latest", out="short")
        time = self.results("short")["time"]
        np.testing.assert_allclose(time[:11], [*np.arange(10) * 0.1, 0.95], rtol=1e-14)
        np.testing.assert_allclose(time[11:], [*(0.95 + 0.1 * np.arange(1, 21)), 3.0], rtol=1e-14)
        np.testing.assert_array_equal(self.history("short")["time"], time)
        whole = self.results("whole")["q"][-1]
        # Sixth order in h, on other steps: equal as far as the steps resolve the motion.
        self.assertLess(difference(self.results("short")["q"][-1], whole), 1e-3)

    def test_an_earlier_end(self):
        self.start(CHAIN, "--set", "time.end=1.2", "--restart",
                   self.folder / "out" / "checkpoint-000000010.h5")
        self.start(CHAIN, "--set", "time.end=1.2", out="early")
        self.assert_same("out", "early")

    def test_probes(self):
        self.start(CHAIN, "--restart", "latest", "--set",
                   "output.probes=[{name: \"pull, at the end\", constraint: 1}, {name: new, dof: 1}]")
        history, whole = self.history(), self.history("whole")
        self.assertEqual(list(history), ["time", "pull, at the end", "new"])
        for name in ("time", "pull, at the end"):
            np.testing.assert_array_equal(history[name], whole[name])
        self.assertTrue(np.isnan(history["new"][:21]).all())
        self.assertTrue(np.isfinite(history["new"][21:]).all())

    def test_energy_from_here_on(self):
        """The account begins where it is switched on: its balance closes."""
        off = ("--set", "output.energy=false")
        self.start(CHAIN, *off, "--set", "time.end=2", "--set", "checkpoint={every: 5}", out="off")
        self.start(CHAIN, "--restart", "latest", out="off")
        rows = np.genfromtxt(self.folder / "off" / "energy.csv", delimiter=",", names=True)
        self.assertEqual(rows["time"][0], 2)
        self.assertEqual(rows["balance"][0], 0)
        whole = np.genfromtxt(self.folder / "whole" / "energy.csv", delimiter=",", names=True)
        lost = whole["balance"][-1] - whole["balance"][whole["time"] == 2][0]
        scale = np.abs(rows["kinetic"]).max()
        self.assertLess(abs(rows["balance"][-1] - lost), 1e-12 * scale)

    def test_output_every(self):
        self.start(CHAIN, "--restart", "latest", "--set", "output.every=1")
        time = self.results()["time"]
        np.testing.assert_allclose(time, [*np.arange(0, 21, 4) * 0.1, *np.arange(21, 31) * 0.1],
                                   rtol=1e-14)
        np.testing.assert_array_equal(self.results()["q"][-1], self.results("whole")["q"][-1])

    def test_solver(self):
        self.start(CHAIN, "--restart", "latest", "--set", "solver.strategy=krylov",
                   "--set", "solver.tolerance=1e-13")
        self.assert_same("out", "whole", 1e-9)

    def test_another_folder(self):
        before = self.snapshot()
        self.start(CHAIN, "--restart", self.folder / "out" / "checkpoint-000000020.h5", out="other")
        self.assertEqual(self.snapshot(), before)
        # What is stored begins with the checkpoint's state.
        time = self.results("other")["time"]
        np.testing.assert_allclose(time, [2.0, 2.4, 2.8, 3.0], rtol=1e-14)
        for name in ("q", "v", "a", "lambda"):
            np.testing.assert_array_equal(self.results("other")[name],
                                          self.results("whole")[name][-4:])
        np.testing.assert_array_equal(self.history("other")["middle"],
                                      self.history("whole")["middle"][20:])

    def test_a_copy_of_a_checkpoint(self):
        """Kept elsewhere, it still goes on with the results of its run."""
        backup = shutil.move(self.folder / "out" / "checkpoint-000000010.h5", self.folder / "backup")
        self.start(CHAIN, "--restart", backup)
        self.assert_same("out", "whole")
        self.assertFalse(self.checkpoints()[2:])  # those of steps 0 and 5; the later ones are gone

    def test_method_when_asked_for(self):
        changes = (("method.stages=4",), ("method={family: generalized-alpha}",),
                   ("time.step=0.05",), ("method.rho_infinity=0.5", "time.step=0.025"))
        for change in changes:
            with self.subTest(change=change):
                folder = self.copy("out", "changed")
                before = self.snapshot("changed")
                words = [word for each in change for word in ("--set", each)]
                refused = self.start(CHAIN, "--restart", "latest", *words, out="changed", status=2)
                self.assertIn("--change-method", refused.stderr)
                self.assertEqual(self.snapshot("changed"), before)
                self.start(CHAIN, "--restart", "latest", "--change-method", *words, out="changed")
                results, whole = self.results("changed"), self.results("whole")
                self.assertEqual(results["time"][-1], 3.0)
                np.testing.assert_array_equal(results["q"][:6], whole["q"][:6])
                self.assertLess(difference(results["q"][-1], whole["q"][-1]), 2e-2)
                self.assertFalse(list(folder.glob("*.part")))

    def test_no_change_of_method_twice(self):
        """The new method is then the run's: going on again needs no permission, and is exact."""
        change = ("--set", "time.step=0.05", "--set", "checkpoint={every: 7, keep: 9}")
        self.start(CHAIN, "--restart", "latest", "--change-method", *change)
        self.copy("out", "whole")
        self.start(CHAIN, *change, "--restart", self.folder / "out" / "checkpoint-000000028.h5")
        self.assert_same("out", "whole")

    def test_back_to_an_earlier_one_and_on(self):
        """Later checkpoints belong to results that are gone: they must not be gone on from."""
        self.start(CHAIN, "--set", "checkpoint={wall_clock_limit: 0.001, keep: 9}", "--restart",
                   self.folder / "out" / "checkpoint-000000005.h5", status=3)
        again = self.start(CHAIN, "--set", "output.every=4", "--restart", "latest")
        self.assertIn("goes on from step 6", again.stdout)
        self.assert_same("out", "whole")


class StaysWithItsSolver(ResumeTest):
    def test_auto_goes_on_with_what_the_run_used(self):
        keep = ("--set", "checkpoint={every: 4, keep: 1000}")
        for strategy, used in (("multigrid", "multigrid"), ("auto", "decoupled")):
            with self.subTest(strategy=strategy):
                self.start(BLOCKS, *keep, "--set", f"solver.strategy={strategy}", out=strategy)
                first = self.summary(strategy)
                self.assertEqual(first["strategy"], used)
                self.assertIn("asked for" if strategy == "multigrid" else "unknowns are factored",
                              first["strategy_reason"])
                self.start(BLOCKS, *keep, "--restart", self.checkpoints(strategy)[1],
                           out="again-" + strategy)
                again = self.summary("again-" + strategy)
                self.assertEqual(again["strategy"], used)
                self.assertIn("as in the run before", again["strategy_reason"])


class NothingToGoOnFrom(ResumeTest):
    def test_no_checkpoint_yet(self):
        result = self.start(CHAIN, "--set", "time.end=1", "--restart", "latest")
        self.assertIn("from the beginning", result.stdout)
        self.start(CHAIN, "--set", "time.end=1", out="whole")
        self.assert_same("out", "whole")

    def test_checkpoints_of_an_older_run(self):
        """A run without checkpoints in the same folder: theirs are not its own."""
        short = ("--set", "time.end=1")
        self.start(CHAIN, *short, "--set", "checkpoint={every: 5}")
        self.start(CHAIN, *short)
        result = self.start(CHAIN, *short, "--restart", "latest")
        self.assertIn("from the beginning", result.stdout)


class Refused(ResumeTest):
    """With its reason and status 2, and every file is as it was."""

    def setUp(self):
        super().setUp()
        self.start(CHAIN, "--set", "time.end=1", "--set", "checkpoint={every: 5, keep: 9}")

    def refused(self, text, *arguments, words, restart="latest", ranks=1, out="out"):
        before = self.snapshot()
        result = self.start(text, "--restart", restart, *arguments, ranks=ranks, out=out, status=2)
        for word in words:
            self.assertIn(word, result.stderr)
        self.assertNotIn("internal error", result.stderr)
        self.assertEqual(result.stderr.count("sparkdyn: error"), 1, result.stderr)
        after = self.snapshot()
        self.assertEqual(sorted(after), sorted(before))
        for name in before:
            self.assertEqual(after[name], before[name], f"{name} was changed")

    def test_past_the_end(self):
        for end in ("0.5", "0.99"):
            self.refused(CHAIN, "--set", f"time.end={end}",
                         words=["t = 1, after the end of the run", "a later 'end'"])

    def test_at_the_end_only_the_last_words_are_written_again(self):
        """A run may be killed after its last checkpoint, with files that are not closed."""
        self.copy("out", "whole")
        path = self.folder / "out" / "results.h5"
        data = bytearray(path.read_bytes())
        data[24:100] = bytes(76)
        path.write_bytes(data + b"more")
        (self.folder / "out" / "summary.json").unlink()
        self.start(CHAIN, "--set", "time.end=1", "--restart", "latest")
        self.assert_same("out", "whole")
        self.assertEqual(self.summary()["status"], "done")

    def test_another_start(self):
        self.refused(CHAIN, "--set", "time.start=0.5", "--set", "time.end=2",
                     words=["began at t = 0,", "the case says 0.5"])

    def test_another_model(self):
        for change, word in (
                ("system.stiffness=[{matrix: DATA/g600_K.mtx}, {matrix: spring.mtx}]", "stiffness"),
                ("system.mass=other_mass.mtx", "mass matrix"),
                ("system.damping={rayleigh: {alpha: 0.1}}", "damping"),
                ("system.constraints.matrix=other_G.mtx", "constraint matrix"),
                ("system.constraints.amplitude={expression: \"1-cos(0.9*t)\"}", "prescribed"),
                ("system.loads.0.amplitude.sine.frequency=0.31", "load")):
            spring = np.zeros((600, 600))
            spring[299, 299] = 1e-3
            mass = np.eye(600)
            self.files(spring=spring, other_mass=mass, other_G=np.eye(1, 600, 5))
            with self.subTest(change=change):
                self.refused(CHAIN, "--set", change.replace("DATA", str(DATA)),
                             words=["of another model", word])
        self.refused(BEAM, words=["of another model"])
        self.refused(CHAIN, "--set", "system.loads.0.amplitude.sine.frequency=0.31", ranks=2,
                     words=["of another model", "load"])

    def test_a_load_that_has_passed(self):
        """Zero at the start and now: what was between is part of the state."""
        pulse = ("--set", "time.end=1", "--set", "checkpoint={every: 5}", "--set",
                 "system.loads.0.amplitude={table: [[0, 0], [0.2, 1], [0.4, 0]]}")
        self.start(CHAIN, *pulse, out="pulse")
        refused = self.start(CHAIN, *(word.replace("0.2, 1]", "0.2, 2]") for word in pulse),
                             "--set", "time.end=2", "--restart", "latest", out="pulse", status=2)
        self.assertIn("load", refused.stderr)

    def test_another_mesh(self):
        self.start(BEAM, "--set", "checkpoint={every: 4}", out="beam")
        mesh = self.folder / "beam_hex8.msh"
        text = mesh.read_text()
        nodes = text.index("$Nodes")
        place = re.search(r"\n1 0.1 0.1\n", text[nodes:])
        self.assertTrue(place)
        mesh.write_text(text[:nodes] + text[nodes:].replace("\n1 0.1 0.1\n", "\n1.01 0.1 0.1\n", 1))
        before = self.snapshot("beam")
        result = self.start(BEAM, "--set", "time.end=0.01", "--restart", "latest", out="beam",
                            status=2)
        self.assertIn("of another model", result.stderr)
        self.assertEqual(self.snapshot("beam"), before)

    def test_another_output_of_a_structure(self):
        """Fields cannot begin in the middle of results.h5."""
        self.start(BEAM, "--set", "checkpoint={every: 4}", out="beam")
        before = self.snapshot("beam")
        longer = ("--set", "time.end=0.006", "--restart", "latest", "--set", "output.stress=true")
        result = self.start(BEAM, *longer, out="beam", status=2)
        self.assertIn("--output", result.stderr)
        self.assertEqual(self.snapshot("beam"), before)
        file = self.checkpoints("beam")[-1]
        self.start(BEAM, *longer[:3], file, *longer[4:], out="with-stress")

    def test_fewer_steps_in_a_deck(self):
        self.start("cube.inp", "--set", "checkpoint={every: 5}", out="deck")
        (self.folder / "cube.inp").write_text(DECK[:DECK.rindex("*STEP")])
        before = self.snapshot("deck")
        result = self.start("cube.inp", "--restart", "latest", out="deck", status=2)
        self.assertIn("another deck", result.stderr)
        self.assertEqual(self.snapshot("deck"), before)

    def test_no_such_file(self):
        self.refused(CHAIN, restart=self.folder / "none.h5", words=["none.h5", "No such file"])
        self.refused(CHAIN, restart=self.folder, words=["Is a directory"])

    def test_foreign_files(self):
        with h5py.File(self.folder / "foreign.h5", "w") as file:
            file["q"] = np.zeros(600)
        (self.folder / "text.h5").write_text("not at all\n")
        (self.folder / "empty.h5").write_bytes(b"")
        for name in ("foreign.h5", "text.h5", "empty.h5", "out/results.h5"):
            for ranks in (1, 2) if name == "foreign.h5" else (1,):
                with self.subTest(name=name, ranks=ranks):
                    self.refused(CHAIN, restart=self.folder / name, ranks=ranks,
                                 words=[name, "not a checkpoint of sparkdyn"])

    def test_damaged_results(self):
        folder = self.folder / "out"
        for name in ("results.h5", "history.csv", "energy.csv"):
            with self.subTest(name=name):
                good = (folder / name).read_bytes()
                (folder / name).unlink()
                self.refused(CHAIN, words=[name, "--output"])
                # Of results.h5 all but the raw data could be put back.
                (folder / name).write_bytes(good[:30000 if name == "results.h5" else len(good) // 2])
                self.refused(CHAIN, words=[name, "--output"])
                if name != "results.h5":
                    (folder / name).write_bytes(good.replace(b"1", b"2"))
                    self.refused(CHAIN, words=[name, "changed", "--output"])
                (folder / name).write_bytes(good)

    def test_results_of_another_run(self):
        self.start(CHAIN, "--set", "time.end=1", out="other")
        shutil.copy(self.folder / "other" / "results.h5", self.folder / "out" / "results.h5")
        self.refused(CHAIN, restart=self.folder / "out" / "checkpoint-000000005.h5",
                     words=["another run", "--output"])


if __name__ == "__main__":
    unittest.main()
