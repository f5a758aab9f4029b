# SPDX-License-Identifier: BSD-3-Clause
"""Runs the sparkdyn program in a temporary folder and reads what it leaves."""

import csv
import os
import pathlib
import shutil
import subprocess
import tempfile
import unittest

import h5py
import numpy as np

PATIENCE = int(os.environ.get("SPARKDYN_PATIENCE", "1"))  # with sanitizers runs take long
ROOT = pathlib.Path(__file__).resolve().parents[2]
DATA = ROOT / "tests" / "data"
PROGRAM = os.environ.get("SPARKDYN_PROGRAM", str(ROOT / "build" / "bin" / "sparkdyn"))


def write_matrix(path, matrix):
    """Matrix Market, coordinate for matrices and array for vectors."""
    matrix = np.asarray(matrix, dtype=float)
    with open(path, "w") as file:
        if matrix.ndim == 1:
            file.write("%%MatrixMarket matrix array real general\n")
            file.write(f"{len(matrix)} 1\n" + "".join(f"{x!r}\n" for x in matrix.tolist()))
            return
        rows, columns = np.nonzero(matrix)
        file.write("%%MatrixMarket matrix coordinate real general\n")
        file.write(f"{matrix.shape[0]} {matrix.shape[1]} {len(rows)}\n")
        for i, j in zip(rows, columns):
            file.write(f"{i + 1} {j + 1} {float(matrix[i, j])!r}\n")


class CliTest(unittest.TestCase):
    SECONDS = 240  # that a run may take

    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="sparkdyn-cli-"))
        self.addCleanup(shutil.rmtree, self.folder)

    def files(self, **matrices):
        for name, matrix in matrices.items():
            write_matrix(self.folder / f"{name}.mtx", matrix)

    def case(self, text, name="case.yaml"):
        path = self.folder / name
        path.write_text(text.replace("DATA", str(DATA)))
        return path

    def sparkdyn(self, *arguments, ranks=1, text=True):
        command = [str(ROOT / "scripts" / "mpirun"), str(ranks), PROGRAM, *map(str, arguments)]
        return subprocess.run(command, capture_output=True, text=text, timeout=self.SECONDS * PATIENCE)

    def run_case(self, text, *arguments, ranks=1, out="out"):
        result = self.sparkdyn("run", self.case(text), "--output", self.folder / out, *arguments,
                               ranks=ranks)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result

    def history(self, out="out"):
        """Column name to array."""
        with open(self.folder / out / "history.csv") as file:
            rows = list(csv.reader(file))
        return {name: np.array([float(row[k]) for row in rows[1:]])
                for k, name in enumerate(rows[0])}

    def results(self, out="out"):
        with h5py.File(self.folder / out / "results.h5") as file:
            return {name: data[...] for name, data in file.items() if isinstance(data, h5py.Dataset)}

    def assert_relative(self, actual, expected, tolerance):
        self.assertLessEqual(abs(actual - expected), tolerance * abs(expected),
                             f"{actual!r} is not {expected!r} to {tolerance}")

    def assert_check_refuses(self, run, case, *arguments, ranks=1):
        """What a run refused a check refuses too, with the same words."""
        check = self.sparkdyn("check", case, *arguments, ranks=ranks)
        self.assertEqual(check.returncode, 2, check.stdout + check.stderr)
        errors = [[line for line in text.splitlines() if "error: " in line]
                  for text in (run.stderr, check.stderr)]
        self.assertEqual(errors[0], errors[1])

    def assert_fails(self, result, status, *words):
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)
