#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""against_calculix.py: the clamped beam of the other benchmarks as a deck, run by CalculiX
(*DYNAMIC, DIRECT, its default alpha) and by sparkdyn, both as a user runs them, on one core.

    against_calculix.py [--small] [--json FILE] [--program build/bin/sparkdyn]

A smooth pulse, given as a table, bends the beam, which then swings on. For equal numbers of steps
whole runs are compared, the longest that ccx can be waited for: reading and factors count, which we
make once and CalculiX in every step, so that shorter runs gain less. Seconds per step come from runs of
two lengths, where set-up drops out. Seconds are those of the processor, which other programs disturb
less; the clock's are kept beside them. Errors are the largest difference of the tip's deflection from a
reference (5 stages, steps of an eighth of the table's) at the times that all runs have, relative to the
largest deflection. ccx cannot be run with the steps that small errors take: its time for them follows
from its last error by its order, 2, and its seconds per step, and the table says so. Our own HHT-alpha,
the same scheme, is run with all those steps to show that the order holds."""

import argparse
import csv
import json
import math
import os
import pathlib
import resource
import shutil
import subprocess
import sys
import tempfile
import time

import numpy as np

ROOT = pathlib.Path(__file__).resolve().parents[1]
END, PULSE, TABLE = 0.1, 0.05, 40  # s, s, intervals of the load's table over END
SIZE = (6.5, 1.1, 1.0)  # m
ALPHA = -0.05  # the default of CalculiX
TARGET = 1e-4
BARS = {"steps": 30, "error": 450}
COUNTS = (40, 80, 160)  # steps of runs that all programs make


class Beam:
    def __init__(self, cells):
        self.cells = cells

    def node(self, i, j, k):
        _, ny, nz = self.cells
        return 1 + k + (nz + 1) * (j + (ny + 1) * i)

    def face(self, i):
        _, ny, nz = self.cells
        return [self.node(i, j, k) for j in range(ny + 1) for k in range(nz + 1)]

    @property
    def tip(self):
        nx, ny, nz = self.cells
        return self.node(nx, ny // 2, nz // 2)

    @property
    def dofs(self):
        nx, ny, nz = self.cells
        return 3 * nx * (ny + 1) * (nz + 1)

    def model(self):
        nx, ny, nz = self.cells
        lines = ["*NODE, NSET=NALL"]
        for i in range(nx + 1):
            for j in range(ny + 1):
                for k in range(nz + 1):
                    x = (a * size / n for a, size, n in zip((i, j, k), SIZE, self.cells))
                    lines.append(f"{self.node(i, j, k)}, " + ", ".join(f"{c:.9g}" for c in x))
        lines.append("*ELEMENT, TYPE=C3D8, ELSET=BEAM")
        ring = ((0, 0), (1, 0), (1, 1), (0, 1))
        number = 0
        for i in range(nx):
            for j in range(ny):
                for k in range(nz):
                    number += 1
                    corners = [self.node(i + a, j + b, k + c) for c in (0, 1) for a, b in ring]
                    lines.append(", ".join(map(str, [number, *corners])))
        return lines

    def deck(self, steps):
        def members(name, nodes):
            return [f"*NSET, NSET={name}", *(f"{n}," for n in nodes)]
        table = [(t, math.sin(math.pi * min(t, PULSE) / PULSE)**2)
                 for t in (END * n / TABLE for n in range(TABLE + 1))]
        return "\n".join([
            "*HEADING", "clamped beam and a smooth pulse (m, N, kg, s)", *self.model(),
            *members("ROOT", self.face(0)), *members("TIP", self.face(self.cells[0])),
            *members("WATCHED", [self.tip]),
            "*MATERIAL, NAME=STEEL", "*ELASTIC", "210e9, 0.3", "*DENSITY", "7800.",
            "*SOLID SECTION, ELSET=BEAM, MATERIAL=STEEL", "*BOUNDARY", "ROOT, 1, 3",
            "*AMPLITUDE, NAME=PULSE", *(f"{t:.9E}, {a:.12E}" for t, a in table),
            f"*STEP, INC={10 * steps}", "*DYNAMIC, DIRECT", f"{END / steps:.9E}, {END:.9E}",
            "*CLOAD, AMPLITUDE=PULSE", "TIP, 3, -1e3",
            "*NODE PRINT, NSET=WATCHED", "U", "*END STEP", ""])


def environment():
    return dict(os.environ, OMP_NUM_THREADS="1", OPENBLAS_NUM_THREADS="1", CCX_NPROC_RESULTS="1")


def timed(command, folder):
    """Seconds of the processor and of the clock."""
    start, before = time.perf_counter(), resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run(command, cwd=folder, env=environment(), capture_output=True, text=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    if result.returncode != 0 or "*ERROR" in result.stdout:
        sys.exit(f"{' '.join(map(str, command))}: status {result.returncode}\n"
                 f"{result.stdout[-2000:]}{result.stderr[-2000:]}")
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, wall


class Run:
    """One run: its seconds as a whole, and the tip's deflection after every step."""

    def __init__(self, name, steps, seconds, deflection):
        self.name, self.steps, self.deflection = name, steps, deflection
        self.seconds, self.wall = seconds
        self.error = None
        if len(deflection) != steps + 1:
            sys.exit(f"{name}: {len(deflection) - 1} steps instead of {steps}")

    def compare(self, reference):
        common = math.gcd(self.steps, reference.steps)
        mine = self.deflection[::self.steps // common]
        true = reference.deflection[::reference.steps // common]
        self.error = float(np.abs(mine - true).max() / np.abs(reference.deflection).max())
        return self

    def as_dict(self):
        return {"name": self.name, "steps": self.steps, "seconds": self.seconds, "wall": self.wall,
                "error": self.error}


def by_ccx(beam, steps, folder):
    (folder / "ccx.inp").write_text(beam.deck(steps))
    seconds = timed(["ccx", "-i", "ccx"], folder)
    values, printing = [0.0], False
    for line in (folder / "ccx.dat").read_text().splitlines():
        if " and time " in line:
            printing = line.strip().startswith("displacements")
        elif printing and line.strip():
            values.append(float(line.split()[3]))
    return Run("CalculiX", steps, seconds, np.array(values))


def by_sparkdyn(program, beam, steps, method, folder):
    (folder / "beam.inp").write_text(beam.deck(steps))
    out = folder / "out"
    shutil.rmtree(out, ignore_errors=True)
    # ccx is asked for the tip alone, so ours keeps no other states than the first and the last.
    settings = {"output.every": steps, **{f"method.{key}": value for key, value in method.items()}}
    changes = [word for key, value in settings.items() for word in ("--set", f"{key}={value}")]
    seconds = timed([program, "run", "beam.inp", "--output", out, *changes], folder)
    with open(next(out.rglob("history.csv"))) as file:
        rows = list(csv.reader(line for line in file if not line.startswith("#")))
    column = next(i for i, name in enumerate(rows[0]) if name.endswith(".z"))
    values = np.array([float(row[column]) for row in rows[1:]])
    name = f"sparkdyn, s = {method['stages']}" if "stages" in method else "our HHT-alpha"
    return Run(name, steps, seconds, values)


def per_step(runs):
    """Seconds from the shortest and the longest run."""
    first, last = runs[0], runs[-1]
    return (last.seconds - first.seconds) / (last.steps - first.steps)


def show(run, before=None):
    order = math.log2(before.error / run.error) if before else math.nan
    print(f"  {run.name:<18} {run.steps:>6} steps  {run.seconds:>8.2f} s (wall {run.wall:.1f})  error {run.error:.2e}"
          f"  order {order:5.2f}", flush=True)


def series(make, counts, reference):
    runs = []
    for steps in counts:
        runs.append(make(steps).compare(reference))
        show(runs[-1], runs[-2] if len(runs) > 1 else None)
    return runs


def measure(program, beam, folder):
    def spark(stages):
        return lambda steps: by_sparkdyn(program, beam, steps, {"stages": stages}, folder)
    reference = spark(5)(8 * TABLE)
    doubt = spark(5)(4 * TABLE).compare(reference).error
    print(f"{beam.dofs} degrees of freedom; reference: 5 stages, {reference.steps} steps; half as "
          f"many differ by {doubt:.1e}")
    hht = {"family": "hht", "alpha": ALPHA}
    theirs = series(lambda steps: by_ccx(beam, steps, folder), COUNTS, reference)
    same_scheme = series(lambda steps: by_sparkdyn(program, beam, steps, hht, folder),
                         (*COUNTS, 320, 640), reference)
    ours = {stages: series(spark(stages), COUNTS, reference) for stages in (3, 4)}
    ccx_step = per_step(theirs)
    spark_step = {stages: per_step(runs) for stages, runs in ours.items()}
    good = [run for runs in ours.values() for run in runs if run.error <= TARGET]
    if doubt > 0.05 * TARGET:
        sys.exit("the reference is not good enough")
    if not good:
        sys.exit(f"no run of ours reaches an error of {TARGET:g}")
    best = min(good, key=lambda run: run.seconds)
    last = theirs[-1]
    steps = last.steps * math.sqrt(last.error / TARGET)
    ccx_time = last.seconds + (steps - last.steps) * ccx_step
    return {
        "dofs": beam.dofs, "end": END, "reference_doubt": doubt, "target": TARGET,
        "runs": [run.as_dict() for run in [*theirs, *same_scheme, *ours[3], *ours[4]]],
        "step_seconds": {"CalculiX": ccx_step, **{f"s = {s}": t for s, t in spark_step.items()}},
        # The default method.
        "equal_steps": {"per_step": ccx_step / spark_step[3],
                        "whole_runs": [{"steps": a.steps, "ratio": a.seconds / b.seconds,
                                        "wall": a.wall / b.wall} for a, b in zip(theirs, ours[3])]},
        "equal_error": {"error": TARGET, "calculix_steps": steps, "calculix_seconds": ccx_time,
                        "extrapolated_from_order": 2, "sparkdyn": best.as_dict(),
                        "ratio": ccx_time / best.seconds},
    }


def report(result):
    equal, error = result["equal_steps"], result["equal_error"]
    ccx, ours = result["step_seconds"]["CalculiX"], result["step_seconds"]["s = 3"]
    *shorter, longest = equal["whole_runs"]
    others = " and ".join(f"{run['ratio']:.1f} with {run['steps']}" for run in shorter)
    print(f"equal steps: CalculiX takes, for a whole run of {longest['steps']} steps, "
          f"{longest['ratio']:.1f} times as long (at least {BARS['steps']}); {others}; for a step "
          f"{equal['per_step']:.1f}: {ccx:.3f} s, sparkdyn with s = 3 {1e3 * ours:.1f} ms")
    best = error["sparkdyn"]
    print(f"equal error of {error['error']:g}: CalculiX takes {error['ratio']:.0f} times as long (at "
          f"least {BARS['error']}); {error['calculix_steps']:.0f} steps and "
          f"{error['calculix_seconds']:.0f} s, extrapolated from order 2; {best['name']}, "
          f"{best['steps']} steps, {best['seconds']:.1f} s, error {best['error']:.1e}, whole run")
    return longest["ratio"] >= BARS["steps"] and error["ratio"] >= BARS["error"]


def main():
    parser = argparse.ArgumentParser(description="the clamped beam by CalculiX and by sparkdyn")
    parser.add_argument("--small", action="store_true", help="2,250 degrees of freedom")
    parser.add_argument("--json", type=pathlib.Path)
    parser.add_argument("--program", type=pathlib.Path, default=ROOT / "build/bin/sparkdyn")
    given = parser.parse_args()
    if not shutil.which("ccx"):
        sys.exit("ccx is not there; install the package calculix-ccx")
    beam = Beam((30, 4, 4) if given.small else (65, 11, 10))
    with tempfile.TemporaryDirectory() as folder:
        result = measure(given.program.resolve(), beam, pathlib.Path(folder))
    if given.json:
        given.json.write_text(json.dumps(result, indent=2) + "\n")
    return 0 if report(result) else 1


if __name__ == "__main__":
    sys.exit(main())
