# SPDX-License-Identifier: BSD-3-Clause
"""kill -9 at random moments, of all ranks or of one, then --restart latest until the run is done: its
results equal those of the run that was left alone, and no more than a checkpoint interval is lost.

    kills.py [--kills N] [--seed S] [--ranks 1 2]     10 kills as a test, 100 in scripts/torture
"""

import argparse
import collections
import os
import pathlib
import random
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

import h5py
from cli import DATA, PROGRAM, ROOT, write_matrix
from resume_tools import BLOCKS, CHAIN, compare_folders, tolerance_for

NAME = pathlib.Path(PROGRAM).name[:15]  # as the system shortens it
EVERY = 3  # steps between checkpoints
SETTINGS = ["--set", f"checkpoint={{every: {EVERY}, keep: 2}}", "--set", "output.every=1"]
CASES = {"matrices": (CHAIN, ["--set", "time.end=4.5"]),
         "structure": (BLOCKS, ["--set", "time.end=0.012"])}


def descendants(pid):
    """Process ids and names of all that a process has started."""
    children = collections.defaultdict(list)
    for entry in pathlib.Path("/proc").iterdir():
        try:
            parent = int((entry / "stat").read_text().rsplit(")", 1)[1].split()[1])
            children[parent].append((int(entry.name), (entry / "comm").read_text().strip()))
        except (OSError, ValueError, IndexError):
            continue
    found, waiting = [], [pid]
    while waiting:
        for child in children[waiting.pop()]:
            found.append(child)
            waiting.append(child[0])
    return found


def ranks_of(process, ranks):
    """Process ids of the program itself."""
    if ranks == 1:
        return [process.pid]
    return [pid for pid, name in descendants(process.pid) if name == NAME]


def send(pid, number):
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass


class Victim:
    """A case on so many ranks, with the run that it is compared to."""

    def __init__(self, folder, name, ranks):
        self.name, self.ranks = f"{name} on {ranks} rank{'s' if ranks > 1 else ''}", ranks
        self.folder = folder / f"{name}-{ranks}"
        self.folder.mkdir()
        text, arguments = CASES[name]
        (self.folder / "case.yaml").write_text(text.replace("DATA", str(DATA)))
        write_matrix(self.folder / "c.mtx", [0.01])
        shutil.copy(ROOT / "meshes" / "blocks.msh", self.folder)
        self.arguments = [*arguments, *SETTINGS]
        start = time.monotonic()
        self.finish(self.start("whole"))
        self.seconds = time.monotonic() - start
        self.steps = sum(1 for _ in open(self.folder / "whole" / "history.csv")) - 2

    def start(self, out, *arguments):
        command = [str(ROOT / "scripts" / "mpirun"), str(self.ranks), PROGRAM, "run",
                   str(self.folder / "case.yaml"), "--output", str(self.folder / out),
                   *self.arguments, *arguments]
        self.log = open(self.folder / "log", "w+")
        return subprocess.Popen(command, stdout=self.log, stderr=self.log,
                                env={**os.environ, "SPARKDYN_PROGRESS": "1"})

    def text(self):
        self.log.flush()
        return (self.folder / "log").read_text(errors="replace")

    def finish(self, process):
        process.wait(timeout=900)
        if process.returncode != 0:
            raise SystemExit(f"{self.name}: status {process.returncode}\n{self.text()}")
        return self.text()

    def seen(self, out):
        """The last step that something outside knows of."""
        begun = re.search(r"goes on from step (\d+)", self.text())
        base = int(begun.group(1)) if begun else 0
        shown = [base + int(n) for n in re.findall(r"(\d+)/\d+ steps", self.text())]
        history = self.folder / out / "history.csv"
        rows = history.read_bytes().count(b"\n") - 2 if history.exists() else 0
        return max([0, rows, *shown])

    def wound(self, out):
        """What was being written."""
        folder = self.folder / out
        wounds = []
        if list(folder.glob("checkpoint-*.part")):
            wounds.append("checkpoint half written")
        if (folder / "results.h5.part").exists():
            wounds.append("results not begun")
        elif (folder / "results.h5").exists():
            try:
                with h5py.File(folder / "results.h5") as file:
                    rows = len(file["time"])
                    if any(len(file[name]) != rows for name in ("q", "v")):
                        wounds.append("results half written")
            except (OSError, KeyError, RuntimeError):
                wounds.append("results not readable")
        return wounds or ["between writes"]

    def kill(self, process, all_ranks, chance):
        pids = ranks_of(process, self.ranks)
        others = [process.pid, *(pid for pid, _ in descendants(process.pid))]
        if not pids or all_ranks:  # mpirun and what started it as well, as when a node dies
            pids = others
        else:
            pids = [chance.choice(pids)]
        for pid in pids:
            send(pid, signal.SIGKILL)
        process.wait(timeout=120)
        # They may live on for a moment after what started them.
        deadline = time.monotonic() + 60
        while any(pathlib.Path(f"/proc/{pid}").exists() for pid in others):
            if time.monotonic() > deadline:
                raise SystemExit(f"{self.name}: {others} do not end")
            time.sleep(0.01)


def torture(victim, kills, chance, tally):
    """One run, killed up to three times. Its problems, and how often it was killed."""
    out = "out"
    shutil.rmtree(victim.folder / out, ignore_errors=True)
    arguments, seen, done = [], 0, 0
    wanted = min(kills, chance.randint(1, 3))
    while done < wanted:
        process = victim.start(out, *arguments)
        # The whole run has no share of start-up left when it goes on: less time, the more is done.
        time.sleep(chance.random() * 1.1 * victim.seconds * (1 - 0.5 * seen / victim.steps))
        if process.poll() is not None:
            if process.returncode not in (0, 2):
                return [f"status {process.returncode}: {victim.text()}"], done
            break  # it was faster; nothing to kill any more
        all_ranks = chance.random() < 0.5
        victim.kill(process, all_ranks, chance)
        done += 1
        problems = check_start(victim, seen)
        if problems:
            return problems, done
        seen = victim.seen(out)
        tally.update(victim.wound(out))
        tally["all ranks" if all_ranks or victim.ranks == 1 else "one rank"] += 1
        arguments = ["--restart", "latest"]
    if done == wanted:
        victim.finish(victim.start(out, *arguments))
        problems = check_start(victim, seen)
        if problems:
            return problems, done
    return compare_folders(victim.folder / out, victim.folder / "whole",
                           tolerance_for(victim.ranks)), done


def check_start(victim, seen):
    """Where the run that just ended had gone on, if it came so far as to say."""
    found = re.search(r"goes on from step (\d+)", victim.text())
    if found and seen - int(found.group(1)) > EVERY:
        return [f"goes on from step {found.group(1)}, but step {seen} had been reached"]
    if not found and "from the beginning" in victim.text() and seen > 0:
        return [f"starts from the beginning, but step {seen} had been reached"]
    return []


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--kills", type=int, default=10)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randint(0, 10**6))
    parser.add_argument("--ranks", type=int, nargs="+", default=[1, 2])
    options = parser.parse_args()
    chance = random.Random(options.seed)
    print(f"seed {options.seed}", flush=True)
    failed = total = runs = 0
    tally = collections.Counter()
    with tempfile.TemporaryDirectory(prefix="sparkdyn-kills-") as folder:
        victims = [Victim(pathlib.Path(folder), name, ranks) for name in CASES for ranks in options.ranks]
        while total < options.kills:
            victim = victims[runs % len(victims)]
            problems, kills = torture(victim, options.kills - total, chance, tally)
            runs += 1
            total += kills
            print(f"{total:4d} kills, {victim.name}: "
                  f"{'; '.join(problems)[:2000] if problems else 'equal to the whole run'}", flush=True)
            failed += 1 if problems else 0
    print(f"{total} kills in {runs} runs, {failed} failed; "
          + ", ".join(f"{count} {what}" for what, count in tally.most_common()))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
