#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""verify.py [TIED MATCHING]: compares the tied blocks with one mesh and checks the forces across the seam.

The seam's forces on the upper block, the load on its top and the inertia of its nodes must be in balance,
forces and moments; so must the lower block with the seam and its supports. Needs numpy, and h5py for the
forces at the nodes. Exit status 0: everything within its tolerance, 1: not, 2: no results to look at.
"""
import sys
from pathlib import Path

import h5py
import numpy as np

HERE = Path(__file__).resolve().parent
WIDTH, SEAM, TOP = 0.4, 0.3, 0.5
DENSITY = {"lower": 2400.0, "upper": 7850.0}
LOAD = np.array([5e5, 0, -2e6]) * WIDTH**2  # N, at the top's centre
PULSE = 1e-3


class Checks:
    def __init__(self):
        self.failed = 0

    def within(self, what, error, tolerance):
        good = error <= tolerance  # false for a NaN
        self.failed += not good
        print(f"  {'ok  ' if good else 'FAIL'} {what:<62} {error:9.2e}  (at most {tolerance:.1e})")


def pulse(t):
    return np.where(t < PULSE, np.sin(np.pi * t / PULSE), 0)


def read_history(folder):
    """Probes of several nodes are added up."""
    table = np.genfromtxt(folder / "history.csv", delimiter=",", names=True)
    sums = {}
    for name in table.dtype.names:
        short = name.split("_node_")[0]
        sums[short] = sums.get(short, 0) + table[name]
    return sums


class Results:
    """Node data of all stored states, and which block a node belongs to."""

    def __init__(self, folder):
        with h5py.File(folder / "results.h5") as file:
            self.time = file["time"][:]
            vtk = file["VTKHDF"]
            self.x = vtk["Points"][:]
            self.cells = vtk["Connectivity"][:].reshape(-1, 8)
            data = {name: values[:].reshape(len(self.time), len(self.x), 3) for name, values in vtk["PointData"].items()
                    if values.ndim == 2}
        self.u, self.a = data["displacement"], data["acceleration"]
        self.seam, self.support = data["constraint_force"], data["reaction"]
        self.block, self.mass = np.empty(len(self.x), dtype=object), np.zeros(len(self.x))
        for cell in self.cells:
            name = "upper" if self.x[cell, 2].mean() > SEAM else "lower"
            size = np.ptp(self.x[cell], axis=0)  # all cells are bricks
            self.mass[cell] += DENSITY[name] * size.prod() / 8
            self.block[cell] = name

    def resultant(self, nodes, force):
        """Force and moment about the origin at every time."""
        x, f = self.x[nodes], force[:, nodes]
        return np.concatenate([f.sum(axis=1), np.cross(x[None], f).sum(axis=1)], axis=1)

    def inertia(self, nodes):
        return self.resultant(nodes, self.mass[None, :, None] * self.a)


def check_balance(results, checks):
    print("forces and moments, of the largest")
    upper, lower = (np.flatnonzero(results.block == name) for name in ("upper", "lower"))
    centre = np.array([WIDTH / 2, WIDTH / 2, TOP])
    load = np.outer(pulse(results.time), np.concatenate([LOAD, np.cross(centre, LOAD)]))
    on_upper, on_lower = results.resultant(upper, results.seam), results.resultant(lower, results.seam)
    base = results.resultant(lower, results.support)
    size = abs(on_upper).max(axis=0).reshape(2, 3).max(axis=1).repeat(3)

    def worst(values):
        return (abs(values) / size).max()

    checks.within("seam: force on the upper block = −force on the lower", worst(on_upper + on_lower), 1e-10)
    checks.within("upper block: load + seam = inertia", worst(load + on_upper - results.inertia(upper)), 1e-10)
    checks.within("lower block: seam + supports = inertia", worst(on_lower + base - results.inertia(lower)), 1e-10)
    normal, shear = abs(on_upper[:, [2, 0]]).max(axis=0) / 1e3
    print(f"       largest force of the seam: {normal:.2f} kN normal, {shear:.2f} kN in shear")


def check_violations(folder, checks):
    energy = np.genfromtxt(folder / "energy.csv", delimiter=",", names=True)
    print("constraints, relative to the largest displacement and velocity")
    for name in ("position", "velocity"):
        checks.within(name, energy[f"{name}_violation"].max(), 1e-12)


def compare(tied, matching, checks, tolerances):
    print("tied and matching meshes, of the largest")
    a, b = read_history(tied), read_history(matching)
    for name, tolerance in tolerances.items():
        error = abs(a[name] - b[name]).max() / abs(b[name]).max()
        checks.within(f"{name}, largest {abs(a[name]).max():.4g} and {abs(b[name]).max():.4g}", error, tolerance)


def main():
    names = sys.argv[1:3] if len(sys.argv) > 2 else (HERE / "out" / "tied", HERE / "out" / "matching")
    tied, matching = map(Path, names)
    for folder in (tied, matching):
        if not (folder / "history.csv").is_file():
            print(f"verify.py: no results in {folder}; run the cases first", file=sys.stderr)
            return 2
    checks = Checks()
    compare(tied, matching, checks, {"top_x": 5e-2, "top_z": 5e-3, "base_x": 5e-2, "base_z": 5e-3})
    if len(sys.argv) < 3:  # other runs need not have stored all this
        check_balance(Results(tied), checks)
        check_violations(tied, checks)
    print("all within tolerance" if checks.failed == 0 else f"{checks.failed} out of tolerance")
    return 1 if checks.failed else 0


if __name__ == "__main__":
    sys.exit(main())
