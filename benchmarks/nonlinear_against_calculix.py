#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""nonlinear_against_calculix.py: a clamped beam of C3D20R that a pulse bends by a third of its length, as a
deck with NLGEOM, run by CalculiX (*DYNAMIC, DIRECT, its default alpha) and by sparkdyn, both as a user runs
them, on one core.

    nonlinear_against_calculix.py [--small] [--json FILE] [--program build/bin/sparkdyn]

Errors are the largest difference of the tip's deflection from a reference (5 stages, short steps) at the
times that all runs have, relative to the largest deflection; both programs have the same elements. Whole runs
are compared, each with the fewest of its numbers of steps whose error is at most 1e-3; where CalculiX does not
get there with those that can be waited for, its time follows from its last error by its order, 2, and its
seconds per step, and the table says so."""

import argparse
import json
import math
import pathlib
import shutil
import sys
import tempfile

from against_calculix import ROOT, by_ccx, by_sparkdyn, per_step, series

LENGTH, END, PULSE, TABLE = 8.0, 3.0, 0.5, 60  # m, s, s, intervals of the load's table over END
LOAD = 8e4  # N
TARGET, BAR = 1e-3, 20


class Brick20:
    """A beam of n × m × m bricks of 20 nodes."""

    def __init__(self, n, m):
        self.cells = (n, m, m)
        sides = [range(2 * k + 1) for k in self.cells]
        places = [(i, j, k) for i in sides[0] for j in sides[1] for k in sides[2] if (i % 2) + (j % 2) + (k % 2) < 2]
        self.number = {place: 1 + at for at, place in enumerate(places)}
        self.tip = self.number[2 * n, 2 * (m // 2), 2 * (m // 2)]

    @property
    def dofs(self):
        return 3 * sum(i > 0 for i, _, _ in self.number)

    def face(self, i):
        return [number for place, number in self.number.items() if place[0] == i]

    def model(self):
        n, m, _ = self.cells
        lines = ["*NODE, NSET=NALL"]
        lines += [f"{number}, {i * LENGTH / (2 * n):.9g}, {j / (2 * m):.9g}, {k / (2 * m):.9g}"
                  for (i, j, k), number in self.number.items()]
        lines.append("*ELEMENT, TYPE=C3D20R, ELSET=BEAM")
        ring = ((0, 0), (2, 0), (2, 2), (0, 2))
        middle = ((1, 0), (2, 1), (1, 2), (0, 1))
        nodes = ([(a, b, 0) for a, b in ring] + [(a, b, 2) for a, b in ring] + [(a, b, 0) for a, b in middle]
                 + [(a, b, 2) for a, b in middle] + [(a, b, 1) for a, b in ring])
        starts = [(2 * i, 2 * j, 2 * k) for i in range(n) for j in range(m) for k in range(m)]
        for at, (i, j, k) in enumerate(starts, 1):
            words = list(map(str, [at, *(self.number[i + a, j + b, k + c] for a, b, c in nodes)]))
            lines += [", ".join(words[:11]) + ",", ", ".join(words[11:])]
        return lines

    def deck(self, steps):
        tip = self.face(2 * self.cells[0])
        table = [(t, math.sin(math.pi * min(t, PULSE) / PULSE)**2) for t in (END * i / TABLE for i in range(TABLE + 1))]
        return "\n".join([
            "*HEADING", "clamped beam bent far by a pulse (m, N, kg, s)", *self.model(),
            "*NSET, NSET=ROOT", *(f"{node}," for node in self.face(0)),
            "*NSET, NSET=TIP", *(f"{node}," for node in tip), "*NSET, NSET=WATCHED", f"{self.tip},",
            "*MATERIAL, NAME=SOFT", "*ELASTIC", "210e6, 0.3", "*DENSITY", "1000.",
            "*SOLID SECTION, ELSET=BEAM, MATERIAL=SOFT", "*BOUNDARY", "ROOT, 1, 3",
            "*AMPLITUDE, NAME=PULSE", *(f"{t:.9E}, {a:.12E}" for t, a in table),
            f"*STEP, NLGEOM, INC={10 * steps}", "*DYNAMIC, DIRECT", f"{END / steps:.9E}, {END:.9E}",
            "*CLOAD, AMPLITUDE=PULSE", f"TIP, 3, {-LOAD / len(tip):.9g}",
            "*NODE PRINT, NSET=WATCHED", "U", "*END STEP", ""])


def measure(program, beam, folder):
    def spark(stages):
        return lambda steps: by_sparkdyn(program, beam, steps, {"stages": stages}, folder)
    reference = spark(5)(16 * TABLE)
    doubt = spark(5)(8 * TABLE).compare(reference).error
    bent = float(abs(reference.deflection).max() / LENGTH)
    print(f"{beam.dofs} degrees of freedom, bent by {bent:.2f} of the length; reference: 5 stages, "
          f"{reference.steps} steps; half as many differ by {doubt:.1e}")
    if doubt > 0.05 * TARGET:
        sys.exit("the reference is not good enough")
    ours = series(spark(3), (TABLE, 2 * TABLE, 4 * TABLE), reference)
    theirs = series(lambda steps: by_ccx(beam, steps, folder), (4 * TABLE, 8 * TABLE, 16 * TABLE), reference)
    good = [run for run in ours if run.error <= TARGET]
    if not good:
        sys.exit(f"no run of ours reaches an error of {TARGET:g}")
    best, last = min(good, key=lambda run: run.seconds), theirs[-1]
    reached = [run for run in theirs if run.error <= TARGET]
    steps = reached[0].steps if reached else last.steps * math.sqrt(last.error / TARGET)
    seconds = reached[0].seconds if reached else last.seconds + (steps - last.steps) * per_step(theirs)
    return {"dofs": beam.dofs, "bent": bent, "target": TARGET, "reference_doubt": doubt,
            "runs": [run.as_dict() for run in [*theirs, *ours]], "sparkdyn": best.as_dict(),
            "calculix": {"steps": steps, "seconds": seconds, "extrapolated": not reached},
            "ratio": seconds / best.seconds}


def main():
    parser = argparse.ArgumentParser(description="a beam bent far by CalculiX and by sparkdyn")
    parser.add_argument("--small", action="store_true", help="600 degrees of freedom")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/bin/sparkdyn")
    given = parser.parse_args()
    if not shutil.which("ccx"):
        sys.exit("ccx is not there; install the package calculix-ccx")
    with tempfile.TemporaryDirectory() as folder:
        result = measure(given.program.resolve(), Brick20(8, 1) if given.small else Brick20(16, 2), pathlib.Path(folder))
    if given.json:
        given.json.write_text(json.dumps(result, indent=2) + "\n")
    theirs, ours = result["calculix"], result["sparkdyn"]
    how = "extrapolated from order 2" if theirs["extrapolated"] else "measured"
    print(f"equal error of {TARGET:g}, whole runs: CalculiX takes {result['ratio']:.1f} times as long (at least {BAR}): "
          f"{theirs['steps']:.0f} steps, {theirs['seconds']:.1f} s ({how}); sparkdyn {ours['steps']} steps, "
          f"{ours['seconds']:.2f} s, error {ours['error']:.1e}")
    return 0 if result["ratio"] >= BAR else 1


if __name__ == "__main__":
    sys.exit(main())
