# SPDX-License-Identifier: BSD-3-Clause
"""A full disk, a folder that cannot be written to, an input that is gone: the error says so, earlier
files stay as they are, and the run goes on when the cause is removed."""

import shutil
import subprocess
import unittest

import h5py
from resume_tools import BLOCKS, CHAIN, ResumeTest, tolerance_for

MEGABYTE = 1 << 20
RUN = ("--set", "output.every=1", "--set", "time.end=6", "--set", "checkpoint={every: 5}")


def shell(*command):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True)


class MountTest(ResumeTest):
    def mounted(self, *arguments):
        """A mount point, or the test is skipped."""
        place = self.folder / "mounted"
        place.mkdir()
        result = shell("mount", *arguments, place)
        if result.returncode != 0:
            self.skipTest("nothing can be mounted here: " + result.stderr.strip())
        self.addCleanup(shell, "umount", place)
        return place

    def small_disk(self, megabytes):
        image = self.folder / "image"
        with open(image, "wb") as file:
            file.truncate(megabytes * MEGABYTE)
        tool = shutil.which("mkfs.ext4", path="/sbin:/usr/sbin:/bin:/usr/bin")
        if tool and shell(tool, "-q", "-F", "-m", "0", image).returncode == 0:
            return self.mounted("-o", "loop", image)
        return self.mounted("-t", "tmpfs", "-o", f"size={megabytes}m", "tmpfs")


class FullDisk(MountTest):
    def leave(self, disk, room):
        """Fills the disk but for so many bytes."""
        filler = disk / "filler"
        filler.unlink(missing_ok=True)
        free = shutil.disk_usage(disk).free
        with open(filler, "wb") as file:
            file.write(bytes(max(free - room, 0)))
        return filler

    def fill(self, text, arguments, rooms, ranks=1):
        disk = self.small_disk(32)
        self.start(text, *arguments, out="whole", ranks=ranks)
        failed = 0
        for room in rooms:
            out = disk / "out"
            shutil.rmtree(out, ignore_errors=True)
            filler = self.leave(disk, int(room * MEGABYTE))
            result = self.sparkdyn("run", self.case(text), "--output", out, *arguments, ranks=ranks)
            with self.subTest(room=room):
                if result.returncode != 0:
                    failed += 1
                    self.assert_fails(result, 1 if out.exists() else 2, "cannot write",
                                      "No space left on device")
                    self.assertEqual(result.stderr.count("sparkdyn: error"), 1, result.stderr)
                    self.assertFalse(list(out.glob("*.part")))
                filler.unlink()
                if (out / "results.h5").exists() and list(out.glob("checkpoint-*.h5")):
                    with h5py.File(out / "results.h5") as file:
                        self.assertGreater(len(file["time"]), 0)
                if result.returncode != 0:
                    again = self.sparkdyn("run", self.case(text), "--output", out, *arguments,
                                          "--restart", "latest", ranks=ranks)
                    self.assertEqual(again.returncode, 0, again.stderr)
                shutil.rmtree(self.folder / "out", ignore_errors=True)
                shutil.copytree(out, self.folder / "out")
                self.assert_same("out", "whole", tolerance_for(ranks))
        self.assertGreater(failed, 1)

    def test_matrices(self):
        self.fill(CHAIN, RUN, (1.3, 1.7, 2.1, 2.5, 2.9))

    def test_structure_on_two_ranks(self):
        self.fill(BLOCKS, ("--set", "output.every=1", "--set", "checkpoint={every: 3}"),
                  (2.5, 4, 6), ranks=2)

    def test_problem(self):
        disk = self.small_disk(16)
        case = self.case("problem: {name: pendulum}\n")
        for ranks in (1, 2):
            filler = self.leave(disk, MEGABYTE // 50)
            result = self.sparkdyn("run", case, "--output", disk / "out", ranks=ranks)
            self.assert_fails(result, 1, "cannot write", "No space left on device")
            filler.unlink()
            shutil.rmtree(disk / "out")

    def test_earlier_results_stay(self):
        disk = self.small_disk(16)
        case = self.case(CHAIN)
        self.assertEqual(self.sparkdyn("run", case, *RUN, "--output", disk / "out").returncode, 0)
        files = {path.name: path.read_bytes() for path in (disk / "out").iterdir()}
        self.leave(disk, MEGABYTE // 5)
        result = self.sparkdyn("run", case, *RUN, "--set", "time.end=7", "--output", disk / "out")
        self.assert_fails(result, 1, "cannot write", "No space left on device")
        for name in ("results.h5", "history.csv", "energy.csv", "checkpoint-000000060.h5"):
            self.assertEqual((disk / "out" / name).read_bytes(), files[name], name)


class ReadOnly(MountTest):
    def test_folder(self):
        self.start(CHAIN, *RUN, "--set", "time.end=1")
        place = self.mounted("--bind", self.folder / "out")
        result = shell("mount", "-o", "remount,ro,bind", place)
        if result.returncode != 0:
            self.skipTest(result.stderr)
        before = self.snapshot()
        for arguments in ((), ("--restart", "latest")):
            result = self.start(CHAIN, *RUN, *arguments, out="mounted", status=2)
            self.assertIn("cannot write into the output folder", result.stderr)
            self.assertIn("Read-only file system", result.stderr)
        self.assertEqual(self.snapshot(), before)
        # What is there can still be read, to go on elsewhere.
        self.start(CHAIN, *RUN, "--restart", place / "checkpoint-000000010.h5", out="elsewhere")


class VanishedInput(ResumeTest):
    def check(self, text, name, *arguments):
        self.start(text, *arguments, out="whole")
        self.start(text, *arguments, "--set", "checkpoint={wall_clock_limit: 0.001}", status=3)
        before = self.snapshot()
        (self.folder / name).rename(self.folder / "aside")
        result = self.start(text, *arguments, "--restart", "latest", status=2)
        self.assertIn(name, result.stderr)
        self.assertIn("no such file", result.stderr.lower())
        self.assertEqual(self.snapshot(), before)
        (self.folder / "aside").rename(self.folder / name)
        self.start(text, *arguments, "--restart", "latest")
        self.assert_same("out", "whole")

    def test_matrix(self):
        self.check(CHAIN, "c.mtx")

    def test_mesh(self):
        self.check(BLOCKS, "blocks.msh")


if __name__ == "__main__":
    unittest.main()
