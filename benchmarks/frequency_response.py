#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""frequency_response.py: the clamped beam of the other benchmarks as a deck, shaken at its tip over 1,000
frequencies, by `sparkdyn response` (direct, with structural damping) and at some of these frequencies
each with factors of its own (a range of one, accuracy as it comes). CalculiX 2.20 has no direct steady
state: *STEADY STATE DYNAMICS superposes modes; it is run with --ccx on the same deck.

    frequency_response.py [--small] [--ccx] [--program build/bin/sparkdyn]"""

import argparse
import json
import pathlib
import shutil
import sys
import tempfile

import numpy as np
from against_calculix import ROOT, Beam, timed

COUNT, HIGHEST = 1000, 1200.0
CHECKED = (3, 250, 501, 733, 998)


def deck(beam, procedure):
    def members(name, nodes):
        return [f"*NSET, NSET={name}", *(f"{n}," for n in nodes)]
    return "\n".join([
        "*HEADING", "clamped beam (m, N, kg, s)", *beam.model(),
        *members("ROOT", beam.face(0)), *members("TIP", beam.face(beam.cells[0])),
        *members("WATCHED", [beam.tip]),
        "*MATERIAL, NAME=STEEL", "*ELASTIC", "210e9, 0.3", "*DENSITY", "7800.",
        "*SOLID SECTION, ELSET=BEAM, MATERIAL=STEEL", "*BOUNDARY", "ROOT, 1, 3",
        *procedure, ""])


LOAD = ["*CLOAD", "TIP, 3, -1e3"]
REST = ["*STEP", "*STATIC", *LOAD, "*END STEP"]
STEADY = ["*STEP", "*FREQUENCY, STORAGE=YES", "20", "*END STEP", "*STEP",
          "*STEADY STATE DYNAMICS", f"5., {HIGHEST}, {COUNT}, 1.", "*MODAL DAMPING", "1, 20, 0.01",
          *LOAD, "*NODE PRINT, NSET=WATCHED", "U", "*END STEP"]


def respond(folder, name, frequencies, beam, arguments):
    case = folder / f"{name}.yaml"
    case.write_text(f"model: {{deck: beam.inp}}\nresponse: {{{frequencies}, structural_damping: 0.02}}\n"
                    f"output:\n  directory: {name}\n  probes: [{{name: tip, node: {beam.tip}, component: z}}]\n")
    cpu, wall = timed([arguments.program, "response", case], folder)[:2]
    values = np.loadtxt(folder / name / "response.csv", delimiter=",", skiprows=1, ndmin=2)
    numbers = values[:, 1] * np.exp(1j * np.radians(values[:, 2]))
    return values[:, 0], numbers, json.loads((folder / name / "summary.json").read_text()), cpu, wall


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--small", action="store_true")
    parser.add_argument("--ccx", action="store_true")
    parser.add_argument("--program", default=ROOT / "build/bin/sparkdyn", type=pathlib.Path)
    arguments = parser.parse_args()
    beam = Beam((12, 3, 3) if arguments.small else (65, 11, 10))
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        (folder / "beam.inp").write_text(deck(beam, REST))
        f, found, summary, cpu, wall = respond(
            folder, "range", f"from: 5, to: {HIGHEST}, count: {COUNT}", beam, arguments)
        # A range of one frequency is solved there: nothing is interpolated.
        exact, ones = {}, 0.0
        for k in CHECKED:
            _, value, _, seconds, _ = respond(folder, f"one{k}", f"frequencies: [{float(f[k])!r}]", beam,
                                              arguments)
            exact[k] = value[0]
            ones += seconds
        worst = max(abs(found[k] - exact[k]) / abs(exact[k]) for k in CHECKED)
        print(f"{beam.dofs} dofs, {COUNT} frequencies up to {HIGHEST:g} Hz: {cpu:.1f} s of the processor, "
              f"{wall:.1f} s; complex factors {summary['factorizations']} (at most 60); "
              f"{summary['vectors']} motions; bound of the error {summary['error_bound']:.1e}; "
              f"the tip beside {len(CHECKED)} solves of their own {worst:.1e} (at most 1e-6)")
        if arguments.ccx and shutil.which("ccx"):
            (folder / "steady.inp").write_text(deck(beam, STEADY))
            seconds = timed(["ccx", "steady"], folder)[0]
            print(f"CalculiX, 20 modes: {seconds:.1f} s of the processor, {seconds / cpu:.2f} times ours")


if __name__ == "__main__":
    sys.exit(main())
