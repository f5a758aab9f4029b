# SPDX-License-Identifier: BSD-3-Clause
"""Checkpoints made up by somebody: whole, with right checksums, and wrong in what they say. Each is
refused with status 2, soon and without taking memory for what it claims. And things in the output
folder that are no files where a run would write some."""

import os
import random
import re
import resource
import struct
import subprocess
import time
import unittest

import h5py
import numpy as np
from cli import PROGRAM
from resume_tools import CHAIN, LOAD_CASES, ResumeTest

LINES, BLOCK, MASK = 4096, 1 << 20, (1 << 64) - 1
GOLDEN = 0x9E3779B97F4A7C15
SMALL = """
system: {mass: M.mtx, stiffness: K.mtx, loads: [{vector: f.mtx}]}
method: METHOD
time: {end: 1, step: 0.1}
checkpoint: {every: 5}
output: {every: 3}
"""


def checksum(body):
    """As output/checksum.hpp has it."""
    total = 0
    for index in range((len(body) + BLOCK - 1) // BLOCK):
        part = body[index * BLOCK:(index + 1) * BLOCK]
        value = ((index + 1) * GOLDEN & MASK) ^ len(part)
        whole = len(part) // 8 * 8
        rest = part[whole:].ljust(8, b"\0")
        for (word,) in struct.iter_unpack("<Q", part[:whole] + rest):
            value = (value ^ word) * GOLDEN & MASK
            value ^= value >> 32
        total += value * GOLDEN
    return total & MASK


def seal(path, **changes):
    """Gives a changed file the label of a good one."""
    data = path.read_bytes()
    lines = dict(line.split(" ", 1) for line in data[:LINES].split(b"\0")[0].decode().splitlines()[1:])
    lines.update(bytes=len(data), checksum=f"{checksum(data[LINES:]):016x}")
    lines.update(changes)
    text = "sparkdyn checkpoint\n" + "".join(
        f"{key} {lines[key]}\n" for key in ("version", "run", "step", "written", "bytes", "checksum"))
    value = 0xCBF29CE484222325
    for byte in text.encode():
        value = (value ^ byte) * 0x100000001B3 & MASK
    text += f"lines {value:016x}\n"
    with open(path, "r+b") as file:
        file.write(text.encode().ljust(LINES, b"\0"))


def facts_of(group):
    return group["facts"][...].tobytes().decode()


def set_facts(group, text):
    del group["facts"]
    group["facts"] = np.frombuffer(text.encode(), dtype="u1")


def limited():
    """Eight times what a run takes."""
    resource.setrlimit(resource.RLIMIT_AS, (8 << 30, 8 << 30))


class Crafted(ResumeTest):
    def setUp(self):
        super().setUp()
        n = 4
        stiff = np.diag(np.arange(1.0, n + 1)) * 50 - np.eye(n, k=1) - np.eye(n, k=-1)
        self.files(M=np.eye(n), K=stiff, f=np.ones(n))
        self.text = SMALL.replace("METHOD", "{family: generalized-alpha}")
        self.start(self.text)
        self.good = self.folder / "out" / "checkpoint-000000005.h5"
        self.copy("out", "kept")

    def craft(self, change, ranks=1, **label):
        """The status of a run that goes on from the changed file, and what it says."""
        self.copy("kept", "out")
        with h5py.File(self.good, "r+") as file:
            change(file)
        seal(self.good, **label)
        return self.go_on(ranks)

    def go_on(self, ranks=1):
        case = self.case(self.text)
        command = [PROGRAM, "run", str(case), "--output", str(self.folder / "out"), "--restart",
                   str(self.good)]
        start = time.monotonic()
        if ranks > 1:
            result = self.sparkdyn(*command[1:], ranks=ranks)
        else:
            result = subprocess.run(command, capture_output=True, text=True, timeout=60,
                                    preexec_fn=limited,
                                    env={**os.environ, "OMP_NUM_THREADS": "1",
                                         "OPENBLAS_NUM_THREADS": "1"})
        self.assertLess(time.monotonic() - start, 20)
        self.assertNotIn("internal error", result.stderr)
        return result

    def refused(self, change, *words, ranks=1, **label):
        result = self.craft(change, ranks, **label)
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        for word in (self.good.name, *words):
            self.assertIn(word, result.stderr)
        return result

    def test_resealed_it_is_good(self):
        """The tools of this file make no mistakes of their own."""
        result = self.craft(lambda file: set_facts(file, facts_of(file)))
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assert_same("out", "kept")

    def test_lengths_that_are_not_there(self):
        def replace(name, **how):
            def change(file):
                del file[name]
                file.create_dataset(name, **how)
            return change
        for name in ("facts", "case-0/facts", "case-0/q", "case-0/stepper-averaged",
                     "case-0/files/history.csv"):
            kind = "f8" if name[-1] == "q" or "stepper" in name else "u1"
            for size in (2 ** 58, 2 ** 45, 2 ** 34):
                with self.subTest(name=name, size=size):
                    self.refused(replace(name, shape=(size,), dtype=kind), str(size))
            self.refused(replace(name, shape=(2 ** 45,), dtype=kind, chunks=(1024,),
                                 compression="gzip"))
            self.refused(replace(name, shape=(2 ** 20, 2), dtype=kind, chunks=(1024, 2)))
        self.refused(replace("facts", shape=(2 ** 45,), dtype="u1"), str(2 ** 45), ranks=2)
        self.refused(replace("case-0/q", data=np.zeros(5)), "of another model")

    def test_a_file_of_holes(self):
        self.copy("kept", "out")
        os.truncate(self.good, 2 ** 40)
        with open(self.good, "rb") as file:
            text = file.read(LINES)
        small = self.folder / "small"
        small.write_bytes(text)
        seal(small, bytes=2 ** 40)
        with open(self.good, "r+b") as file:
            file.write(small.read_bytes()[:LINES])
        result = self.go_on()
        self.assertEqual(result.returncode, 2, result.stderr)
        self.assertIn("never written", result.stderr)

    def test_other_things_in_place_of_data(self):
        (self.folder / "secret.h5").write_bytes(b"")
        with h5py.File(self.folder / "secret.h5", "w") as file:
            file["q"] = np.ones(4)

        def link(file):
            del file["case-0/q"]
            file["case-0/q"] = h5py.ExternalLink(str(self.folder / "secret.h5"), "/q")

        def soft(file):
            del file["case-0/q"]
            file["case-0/q"] = h5py.SoftLink("/case-0/v")

        def text(file):
            del file["case-0/q"]
            file["case-0/q"] = np.array([b"a" * 8] * 4)

        def group(file):
            del file["case-0/q"]
            file.create_group("case-0/q")

        def outside(file):
            del file["facts"]
            file.create_dataset("facts", shape=(100,), dtype="u1", external=[("/etc/passwd", 0, 100)])

        for change in (link, soft, text, group, outside):
            with self.subTest(change=change.__name__):
                self.refused(change)
        for name in ("facts", "case-0", "case-0/facts", "case-0/v", "case-0/files"):
            with self.subTest(missing=name):
                self.refused(lambda file: file.__delitem__(name))

    def test_numbers_that_make_no_sense(self):
        def say(group, key, value):
            def change(file):
                text, count = re.subn(rf"(?m)^{re.escape(key)} .*$", f"{key} {value}",
                                      facts_of(file[group]))
                self.assertEqual(count, 1, key)
                set_facts(file[group], text)
            return change
        for key in ("time", "start", "span.start", "span.end", "span.step"):
            for value in ("nan", "inf", "-inf", "", "0x1", "1e999"):
                with self.subTest(key=key, value=value):
                    self.refused(say("/", key, value))
        for key in ("step", "offset", "plan_step", "span.first"):
            for value in ("-1", "9223372036854775807", "99999999999999999999", "1.5", "x"):
                with self.subTest(key=key, value=value):
                    self.refused(say("/", key, value))
        for value in ("-0.5", "0.7", "1e300"):
            self.refused(say("/", "time", value), "make no sense")
        for value in ("-0.1", "0", "1e-300", "0.3"):
            self.refused(say("/", "span.step", value), "make no sense")
        for key in ("energy.initial", "energy.pumped", "scale.velocity", "model.load.1"):
            self.refused(say("case-0", key, "nan"))
        for name in ("q", "v", "stepper-derivative"):
            def poison(file):
                file[f"case-0/{name}"][1] = np.nan
            self.refused(poison, f"its '{name}' is not finite")
        self.refused(poison, "not finite", ranks=2)

    def test_what_it_keeps_of_files(self):
        """Lengths inside of what writers keep; random words may do no more than be refused."""
        rng = random.Random(11)
        for name in ("results.h5", "history.csv", "energy.csv"):
            for _ in range(12):
                def change(file):
                    data = bytearray(file[f"case-0/files/{name}"][...].tobytes())
                    at = rng.randrange(len(data) // 8) * 8 if rng.random() < 0.5 else rng.choice((0, 8, 16))
                    at = min(at, len(data) - 8)
                    data[at:at + 8] = struct.pack("<Q", rng.choice((2 ** 63, 2 ** 60 + 1, 2 ** 44, 10 ** 9)))
                    del file[f"case-0/files/{name}"]
                    file[f"case-0/files/{name}"] = np.frombuffer(bytes(data), dtype="u1")
                result = self.craft(change)
                self.assertIn(result.returncode, (0, 1, 2), result.stderr)
                size = sum(path.stat().st_size for path in (self.folder / "out").iterdir())
                self.assertLess(size, 2 ** 31)
            for bytes_left in (0, 4, 8):
                def cut(file):
                    data = file[f"case-0/files/{name}"][:bytes_left]
                    del file[f"case-0/files/{name}"]
                    file[f"case-0/files/{name}"] = data
                result = self.craft(cut)
                self.assertEqual(result.returncode, 2, result.stderr)

    def test_latest_passes_over_them(self):
        def change(file):
            set_facts(file, facts_of(file).replace("time 1\n", "time nan\n"))
        self.good = self.folder / "out" / "checkpoint-000000010.h5"
        self.craft(change)
        result = self.start(self.text, "--restart", "latest")
        self.assertIn("taking the one before", result.stderr)
        self.assert_same("out", "kept")


class NoFiles(ResumeTest):
    def test_pipes_and_folders(self):
        """Opening a pipe waits for ever."""
        arguments = ("--set", "time.end=1", "--set", "checkpoint={every: 5}")
        self.start(CHAIN, *arguments)
        for name in ("results.h5", "results.h5.part", "history.csv", "energy.csv.part", "case.yaml.part",
                     "summary.json", "summary.json.part", "checkpoint-000000005.h5.part",
                     "checkpoint-000000000.h5.part"):
            for make, word in ((os.mkfifo, "a named pipe"), (os.mkdir, "a folder")):
                with self.subTest(name=name, what=word):
                    folder = self.copy("out", "odd")
                    path = folder / name
                    path.unlink(missing_ok=True)
                    make(path)
                    result = self.start(CHAIN, *arguments, out="odd", status=2)
                    self.assertIn(f"{name}' is {word}", result.stderr)
        # A restart looks at checkpoints and results before it writes.
        folder = self.copy("out", "odd")
        (folder / "checkpoint-000000010.h5").unlink()
        os.mkfifo(folder / "checkpoint-000000010.h5")
        result = self.start(CHAIN, *arguments, "--restart", "latest", out="odd")
        self.assertIn("no ordinary file", result.stderr)
        self.assert_same("odd", "out")
        self.assertTrue((folder / "checkpoint-000000010.h5").is_file())  # it was replaced
        (folder / "results.h5").unlink()
        os.mkfifo(folder / "results.h5")
        self.start(CHAIN, *arguments, "--set", "time.end=2", "--restart", "latest", out="odd", status=2)
        result = self.start(CHAIN, *arguments, "--restart", folder / "results.h5", out="odd", status=2)
        self.assertIn("no ordinary file", result.stderr)

    def test_load_cases_named_like_files(self):
        for name in ("checkpoint-000000010.h5", "checkpoint-000000010", "results.h5", "case.yaml",
                     "energy.csv", "Summary.JSON", "x.part"):
            result = self.start(LOAD_CASES.replace("down:", f"{name}:"), status=2)
            self.assertRegex(result.stderr, rf"case.yaml:\d+: .*'{re.escape(name)}' cannot name a load case")
            self.assertFalse((self.folder / "out").exists())
        self.start(LOAD_CASES.replace("down:", "checkpoints:"), "--set", "time.end=0.001",
                   "--set", "checkpoint={every: 1}")
        self.assertTrue((self.folder / "out" / "checkpoints" / "results.h5").exists())


if __name__ == "__main__":
    unittest.main()
