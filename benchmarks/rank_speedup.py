#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""How much faster a program is on more ranks: runs it in turn on each number of ranks, reads its
seconds from what it prints, compares medians, and beside that the memory bandwidth that the ranks
have together, which bounds what sparse solvers can gain.

    benchmarks/rank_speedup.py -- build/bin/krylov_cost --cells 40 --constraints 1000 --repeats 3
    benchmarks/rank_speedup.py --pattern 'SPARK: ([0-9.]+) s per step' --bar 1.7 -- PROGRAM ...
"""

import argparse
import re
import statistics
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def run(ranks, command):
    result = subprocess.run([ROOT / "scripts" / "mpirun", str(ranks), *command],
                            capture_output=True, text=True)
    # 1: a bar of the program's own, of no matter here.
    if result.returncode not in (0, 1):
        sys.exit(f"{' '.join(map(str, command))} on {ranks} ranks failed:\n"
                 f"{result.stdout}{result.stderr}")
    return result.stdout


def number(pattern, text):
    found = re.search(pattern, text)
    if not found:
        sys.exit(f"nothing matches {pattern!r} in\n{text}")
    return float(found.group(1))


def bandwidth(program, ranks):
    return number(r"([0-9.]+) GB/s", run(ranks, [program]))


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ranks", type=int, nargs=2, default=[1, 2])
    parser.add_argument("--repeats", type=int, default=3, help="runs on each number of ranks")
    parser.add_argument("--pattern", default=r"([0-9.]+) s per step",
                        help="where the program prints its seconds; the first match counts")
    parser.add_argument("--bar", type=float, default=1.6, help="times faster, at least")
    parser.add_argument("--bandwidth-program", type=Path,
                        help="default: memory_bandwidth beside the program")
    parser.add_argument("command", nargs="+")
    given = parser.parse_args()
    beside = given.bandwidth_program or Path(given.command[0]).parent / "memory_bandwidth"
    times = {ranks: [] for ranks in given.ranks}
    moved = {ranks: [] for ranks in given.ranks}
    for _ in range(given.repeats):
        for ranks in given.ranks:
            times[ranks].append(number(given.pattern, run(ranks, given.command)))
            if beside.exists():
                moved[ranks].append(bandwidth(beside, ranks))
    few, many = given.ranks
    for ranks in given.ranks:
        print(f"{ranks} rank{'s' if ranks > 1 else ''}: {statistics.median(times[ranks]):.3f} s "
              f"({' '.join(f'{t:.3f}' for t in times[ranks])})")
    gain = statistics.median(times[few]) / statistics.median(times[many])
    print(f"{few} -> {many} ranks: {gain:.2f} times faster (at least {given.bar})")
    if moved[few]:
        low, high = statistics.median(moved[few]), statistics.median(moved[many])
        print(f"memory bandwidth: {low:.1f} -> {high:.1f} GB/s, {high / low:.2f} times")
    return 0 if gain >= given.bar else 1


if __name__ == "__main__":
    sys.exit(main())
