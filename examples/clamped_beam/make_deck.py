#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""make_deck.py: writes beam.inp, the beam of case.yaml as an Abaqus/CalculiX deck of C3D8I."""
from math import pi
from pathlib import Path

LENGTH, SIDE, FORCE = 1.0, 0.1, 20e3  # m, N
ALONG, ACROSS = 20, 2  # cells
RATIO, FREQUENCIES = 0.01, (80.0, 500.0)  # Hz


def node(i, j, k):
    return 1 + i + (ALONG + 1) * (j + (ACROSS + 1) * k)


def rayleigh():
    w1, w2 = (2 * pi * f for f in FREQUENCIES)
    return 2 * RATIO * w1 * w2 / (w1 + w2), 2 * RATIO / (w1 + w2)


def nodes():
    return [f"{node(i, j, k)}, {i * LENGTH / ALONG:g}, {j * SIDE / ACROSS:g}, {k * SIDE / ACROSS:g}"
            for k in range(ACROSS + 1) for j in range(ACROSS + 1) for i in range(ALONG + 1)]


def elements():
    lines = []
    for k in range(ACROSS):
        for j in range(ACROSS):
            for i in range(ALONG):
                ring = ((0, 0), (1, 0), (1, 1), (0, 1))
                corners = [node(i + a, j + b, k + c) for c in (0, 1) for a, b in ring]
                lines.append(", ".join(map(str, [len(lines) + 1, *corners])))
    return lines


def tip(count):
    """Nodes of the tip that belong to `count` of its faces."""
    touching = {0: 1, ACROSS: 1}
    return [node(ALONG, j, k) for j in range(ACROSS + 1) for k in range(ACROSS + 1)
            if touching.get(j, 2) * touching.get(k, 2) == count]


def numbers(items):
    return ", ".join(map(str, items))


def deck():
    alpha, beta = rayleigh()
    share = FORCE / (4 * ACROSS**2)  # of a uniform traction, for each face that a node touches
    load = [f"TIP{count}, 3, {-count * share:g}" for count in (1, 2, 4)]
    watched = node(ALONG, ACROSS // 2, ACROSS // 2)
    root = [node(0, j, k) for j in range(ACROSS + 1) for k in range(ACROSS + 1)]
    return "\n".join([
        "*HEADING", "clamped beam, pulled down at its tip and let go (written by make_deck.py; m, N, kg, s)",
        "*NODE, NSET=NALL", *nodes(),
        "*ELEMENT, TYPE=C3D8I, ELSET=BEAM", *elements(),
        "*NSET, NSET=ROOT", numbers(root),
        *(line for count in (1, 2, 4) for line in (f"*NSET, NSET=TIP{count}", numbers(tip(count)))),
        "*NSET, NSET=WATCHED", str(watched),
        "*MATERIAL, NAME=STEEL", "*ELASTIC", "210e9, 0.3", "*DENSITY", "7850.",
        f"*DAMPING, ALPHA={alpha:.15g}, BETA={beta:.15g}",
        "*SOLID SECTION, ELSET=BEAM, MATERIAL=STEEL",
        "*BOUNDARY", "ROOT, 1, 3",
        "*AMPLITUDE, NAME=RELEASE", "0., 1., 0.005, 1., 0.006, 0.",
        "** pulled down", "*STEP", "*STATIC", "*CLOAD", *load,
        "*NODE PRINT, NSET=WATCHED", "U", "*EL FILE", "S, ENER", "*END STEP",
        "** held for 5 ms and let go", "*STEP, INC=1000", "*DYNAMIC, DIRECT, ALPHA=0.", "0.00025, 0.1",
        "*CLOAD, AMPLITUDE=RELEASE", *load,
        "*NODE PRINT, NSET=WATCHED", "U", "*EL FILE, FREQUENCY=10", "S, ENER", "*END STEP", ""])


if __name__ == "__main__":
    Path(__file__).with_name("beam.inp").write_text(deck())
