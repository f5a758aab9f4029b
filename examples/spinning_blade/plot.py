# SPDX-License-Identifier: BSD-3-Clause
"""Draws out/campbell/campbell.csv: frequencies over speed, and lines of once, twice, … a turn."""

import csv
import pathlib

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt

HERE = pathlib.Path(__file__).parent

with open(HERE / "out/campbell/campbell.csv") as file:
    rows = [(float(row["speed"]), float(row["omega"])) for row in csv.DictReader(file)]
speeds = sorted({speed for speed, _ in rows})
figure, axes = plt.subplots(figsize=(8, 5))
axes.plot(*zip(*rows), "o", ms=4, color="#1f4fbf", label="modes")
for k in (1, 2, 4, 6):
    axes.plot(speeds, [k * speed for speed in speeds], lw=0.8, color="#999999")
    axes.annotate(f"{k} per turn", (speeds[-1] + 0.2, k * speeds[-1]), fontsize=8, color="#666666")
axes.set(xlabel="speed, rad/s", ylabel="frequency seen from the blade, rad/s", xlim=(-0.5, 14), ylim=(0, 90),
         title="Campbell diagram of a spinning blade")
figure.tight_layout()
figure.savefig(HERE / "campbell.png", dpi=110)
