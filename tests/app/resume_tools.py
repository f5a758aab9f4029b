# SPDX-License-Identifier: BSD-3-Clause
"""What the tests of checkpoints share: cases, and whether two runs left the same."""

import csv
import json
import shutil

import h5py
import numpy as np
from cli import ROOT, CliTest
from structures import BEAM, BLOCKS, DECK

# A restart on the same number of ranks must leave the same bytes (None); on another number it may
# differ by this, relative to the largest entry.
SEVERAL_RANKS = None
OTHER_RANKS = 1e-11

CHAIN = """
system:
  mass: DATA/g600_M.mtx
  damping: DATA/g600_D.mtx
  stiffness: DATA/g600_K.mtx
  constraints: {matrix: DATA/g600_G.mtx, values: c.mtx, amplitude: {expression: "1-cos(0.7*t)"}}
  loads: [{vector: DATA/g600_B.mtx, amplitude: {sine: {frequency: 0.3}}}]
method: {stages: 3, rho_infinity: 0.7}
time: {end: 3, step: 0.1}
output:
  every: 4
  probes: [{name: middle, dof: 300}, {name: "pull, at the end", constraint: 1}]
"""
EXPERT = "method.splitting={velocity: C, elastic: C, damping: C, load: C*, constraint: B}"

LOAD_CASES = (BEAM[:BEAM.index("  loads:")] + """  load_cases:
    down: [{surface: tip, traction: [0, 0, -1e5]}]
    side: [{surface: tip, traction: [0, 3e4, 0], amplitude: {sine: {frequency: 90}}}]
""" + BEAM[BEAM.index("method:"):])

MESHES = ("beam_hex8", "blocks")


def contents(path):
    """Every dataset and attribute of an HDF5 file, but the name of the run."""
    found = {}

    def visit(name, item):
        for key, value in item.attrs.items():
            found[f"{name}@{key}"] = np.asarray(value)
        if isinstance(item, h5py.Dataset):
            found[name] = item[...]

    with h5py.File(path) as file:
        for key, value in file.attrs.items():
            if key != "run":
                found[f"@{key}"] = np.asarray(value)
        file.visititems(visit)
    return found


def table(path):
    """The numbers of a .csv file."""
    with open(path, newline="") as file:
        rows = list(csv.reader(file))
    return np.array([[float(word) for word in row] for row in rows[1:]])


def difference(actual, expected):
    scale = np.abs(expected).max(initial=0)
    return np.abs(actual - expected).max(initial=0) / (scale if scale > 0 else 1)


def compare_arrays(name, actual, expected, tolerance):
    if actual.shape != expected.shape or actual.dtype != expected.dtype:
        return [f"{name}: {actual.shape} {actual.dtype} instead of {expected.shape}"]
    if tolerance is None or actual.dtype.kind != "f":
        return [] if actual.tobytes() == expected.tobytes() else [f"{name} has other bytes"]
    found = difference(actual, expected)
    # What needs a solve with M more, or comes from that, is rounded more.
    allowed = tolerance if name.split(":")[-1] in ("q", "v", "lambda") else 100 * tolerance
    return [f"{name} differs by {found:.1e}"] if not found <= allowed else []


def compare_columns(name, actual, expected, tolerance):
    if actual.shape != expected.shape:
        return [f"{name}: {actual.shape} instead of {expected.shape}"]
    problems = []
    for k in range(expected.shape[1]):
        problems += compare_arrays(f"{name}, column {k + 1}", actual[:, k], expected[:, k], tolerance)
    return problems


def compare_energies(name, actual, expected, tolerance):
    """Column by column; the balance and the violations are round-off, relative to the energies."""
    a, b = (table(path) for path in (actual, expected))
    if a.shape != b.shape:
        return [f"{name}: {a.shape} instead of {b.shape}"]
    energy = np.abs(b[:, 1:6]).max()
    allowed = np.array([tolerance * np.abs(b[:, 0]).max()] + 5 * [tolerance * energy] + 2 * [1e-12])
    worst = (np.abs(a - b).max(axis=0) / allowed).max()
    return [f"{name} differs by {worst * tolerance:.1e}"] if not worst <= 1 else []


def compare_folders(actual, expected, tolerance=None):
    """What differs between the results of two runs, as a list of texts."""
    problems = []
    for reference in sorted(expected.rglob("*")):
        name = str(reference.relative_to(expected))
        path = actual / name
        if reference.name == "results.h5":
            try:
                a, b = contents(path), contents(reference)
            except OSError as error:
                problems.append(f"{name}: {error}")
                continue
            if sorted(a) != sorted(b):
                problems.append(f"{name} has {sorted(set(a) ^ set(b))} or lacks it")
            for key in sorted(set(a) & set(b)):
                problems += compare_arrays(f"{name}:{key}", a[key], b[key], tolerance)
        elif reference.name in ("history.csv", "energy.csv", "results.xdmf"):
            if not path.exists():
                problems.append(f"{name} is not there")
            elif tolerance is None or reference.suffix == ".xdmf":
                if path.read_bytes() != reference.read_bytes():
                    problems.append(f"{name} has other bytes")
            elif reference.name == "energy.csv":
                problems += compare_energies(name, path, reference, tolerance)
            else:
                problems += compare_columns(name, table(path), table(reference), tolerance)
    return problems


class ResumeTest(CliTest):
    def setUp(self):
        super().setUp()
        for mesh in MESHES:
            shutil.copy(ROOT / "meshes" / f"{mesh}.msh", self.folder)
        self.files(c=[0.01])
        (self.folder / "cube.inp").write_text(DECK)

    def start(self, text, *arguments, out="out", ranks=1, status=0):
        """Runs a case, or a deck by its name, and asks for a status."""
        case = self.folder / text if text.endswith(".inp") else self.case(text)
        result = self.sparkdyn("run", case, "--output", self.folder / out, *arguments, ranks=ranks)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def checkpoints(self, out="out"):
        return sorted((self.folder / out).glob("checkpoint-*.h5"))

    def summary(self, out="out"):
        return json.loads((self.folder / out / "summary.json").read_text())

    def copy(self, source, target):
        shutil.rmtree(self.folder / target, ignore_errors=True)
        shutil.copytree(self.folder / source, self.folder / target)
        return self.folder / target

    def snapshot(self, out="out"):
        """Names and bytes of all files."""
        return {str(path.relative_to(self.folder / out)): path.read_bytes()
                for path in sorted((self.folder / out).rglob("*")) if path.is_file()}

    def assert_same(self, actual, expected, tolerance=None):
        problems = compare_folders(self.folder / actual, self.folder / expected, tolerance)
        self.assertFalse(problems, f"{actual}: " + "; ".join(problems))


def tolerance_for(ranks):
    return None if ranks == 1 else SEVERAL_RANKS


__all__ = ["BEAM", "BLOCKS", "CHAIN", "DECK", "EXPERT", "LOAD_CASES", "OTHER_RANKS", "SEVERAL_RANKS", "ResumeTest",
           "compare_folders", "contents", "difference", "tolerance_for"]
