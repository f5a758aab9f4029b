# SPDX-License-Identifier: BSD-3-Clause
"""Damaged checkpoints: cut, changed, zeroed, of another version, swapped, replaced. Each is refused
with a reason, or the one before is taken with a warning and the results equal the whole run's.

    damage.py [--count N] [--seed S]     30 as a test, 200 in scripts/torture
"""

import argparse
import collections
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

import h5py
import numpy as np
from cli import DATA, PROGRAM, ROOT, write_matrix
from resume_tools import CHAIN, OTHER_RANKS, compare_folders

LINES = 4096  # bytes before what is HDF5's


def cut(path, chance):
    size = path.stat().st_size
    special = [0, 1, 19, 20, 21, 200, LINES - 1, LINES, LINES + 1, LINES + 8, size // 2, size - 8,
               size - 1]
    length = chance.choice(special) if chance.random() < 0.5 else chance.randrange(size)
    with open(path, "r+b") as file:
        file.truncate(length)
    return f"cut to {length} bytes"


def lengthen(path, chance):
    with open(path, "ab") as file:
        file.write(bytes(chance.randrange(1, 5000)))
    return "longer"


def flip(path, chance):
    data = bytearray(path.read_bytes())
    # Half of them in the few bytes that say most: the first lines and HDF5's own.
    end = chance.choice([300, LINES, LINES + 3000, len(data), len(data), len(data)])
    places = [chance.randrange(end) for _ in range(chance.choice([1, 1, 1, 5]))]
    for place in places:
        data[place] ^= 1 << chance.randrange(8)
    path.write_bytes(data)
    return f"bits changed at {places}"


def zero(path, chance):
    data = bytearray(path.read_bytes())
    while True:
        begin = chance.randrange(len(data))
        block = chance.choice([1, 16, 512, 4096, 65536])
        length = min(block, len(data) - begin)
        if any(data[begin:begin + length]):
            break
    data[begin:begin + length] = bytes(length)
    path.write_bytes(data)
    return f"{length} zeros at {begin}"


def version(path, chance):
    number = chance.choice([0, 1, 10, -1])
    data = path.read_bytes()
    changed = data[:LINES].replace(b"version 2\n", b"version %d\n" % number)
    path.write_bytes((changed + bytes(10))[:LINES] + data[LINES:])
    return f"version {number}"


def lines(path, chance):
    """Another number or name in the first lines."""
    data = path.read_bytes()
    key, value = chance.choice([(b"step", b"7"), (b"run", b"sparkdyn-run-" + 32 * b"0"),
                                (b"written", b"2999-01-01T00:00:00.000000Z"), (b"bytes", b"4096"),
                                (b"checksum", 16 * b"0")])
    head = re.sub(rb"\n%s [^\n]*\n" % key, b"\n%s %s\n" % (key, value), data[:LINES], count=1)
    path.write_bytes((head + bytes(LINES))[:LINES] + data[LINES:])
    return f"'{key.decode()}' changed"


def empty(path, _):
    path.write_bytes(b"")
    return "empty"


def folder(path, chance):
    path.unlink()
    path.mkdir()
    if chance.random() < 0.5:
        (path / "something").write_text("here\n")
    return "a folder"


def text(path, _):
    path.write_text("a letter to the editor\n" * 300)
    return "a text"


def foreign(path, _):
    path.unlink()
    with h5py.File(path, "w") as file:
        file["q"] = np.zeros(600)
    return "somebody else's HDF5 file"


def head_of_foreign(path, _):
    """The right first lines before a file that is not a checkpoint."""
    head = path.read_bytes()[:LINES]
    path.unlink()
    with h5py.File(path, "w", userblock_size=LINES) as file:
        file["q"] = np.zeros(600)
    with open(path, "r+b") as file:
        file.write(head)
    return "the first lines of a checkpoint, then something else"


def dangling(path, _):
    path.unlink()
    path.symlink_to("nowhere")
    return "a link to nowhere"


def swap(path, chance):
    other = path.with_name("checkpoint-000000005.h5")
    aside = path.with_suffix(".aside")
    path.rename(aside)
    other.rename(path)
    aside.rename(other)
    return "names swapped"


KINDS = [cut, cut, cut, flip, flip, flip, flip, zero, zero, version, lines, lengthen, empty, folder,
         text, foreign, head_of_foreign, dangling, swap]


class Target:
    """A run killed after step 10, with the checkpoints of steps 5 and 10."""

    def __init__(self, base):
        self.base = base
        (base / "case.yaml").write_text(CHAIN.replace("DATA", str(DATA)))
        write_matrix(base / "c.mtx", [0.01])
        self.start("whole", 1, "--set", "checkpoint={every: 5, keep: 9}")
        for name in ("checkpoint-000000000.h5", "checkpoint-000000015.h5",
                     "checkpoint-000000020.h5"):
            (base / "whole" / name).unlink()

    def start(self, out, ranks, *arguments):
        command = [str(ROOT / "scripts" / "mpirun"), str(ranks), PROGRAM, "run",
                   str(self.base / "case.yaml"), "--set", "time.end=2", "--output",
                   str(self.base / out), *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=True, timeout=600)

    def copy(self):
        out = self.base / "out"
        shutil.rmtree(out, ignore_errors=True)
        shutil.copytree(self.base / "whole", out, symlinks=True)
        return out

    def judge(self, result, ranks, recovery):
        """What is wrong with how the program took it."""
        words = result.stderr
        for bad in ("internal error", "HDF5-DIAG", "Segmentation", "MPI_ABORT", "PETSC ERROR"):
            if bad in words + result.stdout:
                return [f"says '{bad}': {words}"]
        if result.returncode == 2 and not recovery:
            good = re.search(r"sparkdyn: error: .*checkpoint", words) and words.count("error:") == 1
            return [] if good else [f"refused without a reason: {words}"]
        if result.returncode != 0:
            return [f"status {result.returncode}: {words}"]
        if not recovery:
            return ["taken for good"]
        return compare_folders(self.base / "out", self.base / "whole", None if ranks == 1 else OTHER_RANKS)


def hurt(target, kind, chance, several):
    """Damages one, or both; runs. What was done, and the problems."""
    out = target.copy()
    newest, oldest = out / "checkpoint-000000010.h5", out / "checkpoint-000000005.h5"
    way = chance.choices(["latest", "named", "both"], [6, 2, 1])[0]
    ranks = chance.choice([1, 1, 1, several])
    done = kind(newest, chance)
    if kind is swap:  # nothing is damaged: both names lead to a good state
        way = "latest"
    elif way == "both":
        done += ", the older one " + kind(oldest, chance)
    named = way == "named"
    result = target.start("out", ranks, "--restart", newest if named else "latest")
    problems = target.judge(result, ranks, recovery=way == "latest")
    if way == "latest" and kind is not swap and "warning" not in result.stderr:
        problems.append(f"no warning: {result.stderr}")
    return f"{way} on {ranks}: {done}", problems


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=30)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--ranks", type=int, default=2, help="of a quarter of the runs")
    options = parser.parse_args()
    chance = random.Random(options.seed)
    print(f"seed {options.seed}", flush=True)
    tally, failed = collections.Counter(), 0
    with tempfile.TemporaryDirectory(prefix="sparkdyn-damage-") as base:
        target = Target(pathlib.Path(base))
        for number in range(options.count):
            what, problems = hurt(target, KINDS[number % len(KINDS)], chance, options.ranks)
            tally[what.split(" ")[0]] += 1
            if problems:
                failed += 1
                print(f"{number}: {what}: {'; '.join(problems)[:2000]}", flush=True)
    print(f"{options.count} damaged: {tally['latest']} recovered, "
          f"{tally['named'] + tally['both']} refused, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
