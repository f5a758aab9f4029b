# SPDX-License-Identifier: BSD-3-Clause
"""The top's centre at t = 2, where it must be, and the balance of energy."""

import csv
import pathlib
import sys

EXACT = {"x": -0.150416822746, "y": -1.724165591637, "z": -0.673022269560}

folder = pathlib.Path(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).parent / "out")
with open(folder / "history.csv") as file:
    last = list(csv.DictReader(file))[-1]
worst = max(abs(float(last[name]) - value) for name, value in EXACT.items())
print(f"centre at t = {last['time']}: off by {worst:.1e} m")
with open(folder / "energy.csv") as file:
    energies = list(csv.DictReader(file))
balance = max(abs(float(row["balance"])) for row in energies) / float(energies[0]["kinetic"])
print(f"balance of energy: {balance:.1e} of the kinetic energy")
sys.exit(0 if worst < 1e-8 and balance < 1e-8 else 1)
