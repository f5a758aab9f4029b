#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""plot.py [PICTURE]: slider.png from out/case. Needs numpy, h5py and matplotlib."""
import sys
from pathlib import Path

import h5py
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

import verify

HERE = Path(__file__).resolve().parent
BLUE, SKY, ORANGE, GREEN, GREY, DARK = "#0072B2", "#56B4E9", "#E69F00", "#009E73", "0.4", "0.15"
STYLE = {
    "font.size": 10, "axes.titlesize": 10.5, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.8,
    "xtick.major.width": 0.8, "ytick.major.width": 0.8, "legend.frameon": False,
    "legend.handlelength": 1.6, "legend.columnspacing": 1.6, "legend.borderaxespad": 0.1,
}
EXACT = {"ls": "", "marker": "o", "ms": 3.4, "mfc": "white", "mec": "black", "mew": 0.7}
SCALE = 12


def parts(x, lines):
    """Colour of each beam, by where it lies."""
    for a, b in lines:
        middle = (x[a] + x[b]) / 2
        yield a, b, (GREEN if middle[2] < 0 else BLUE if middle[0] < 0.1 else ORANGE)


def largest_force(rows, multipliers, name):
    wanted = [i for i, row in enumerate(rows) if name in row and row.split(", ")[-1] in ("x", "z")]
    return np.linalg.norm(multipliers[:, wanted], axis=1).max()


def draw(ax, history):
    with h5py.File(HERE / "out" / "case" / "results.h5") as file:
        vtk = file["VTKHDF"]
        x, time = vtk["Points"][:], file["time"][:]
        lines = vtk["Connectivity"][:][: 2 * np.count_nonzero(vtk["Types"][:] == 3)].reshape(-1, 2)
        u = vtk["PointData/displacement"][:].reshape(len(time), len(x), 3)
        names = vtk["PointData/node"][:]
        rows = [row.decode() for row in file["rows"][:]]
        force = [largest_force(rows, file["lambda"][:], name) for name in ("'pin'", "'foot'")]
    largest = np.argmin(abs(time - history["time"][np.argmax(history["carriage"])]))
    for a, b, _ in parts(x, lines):
        ax.plot(*x[[a, b]][:, [0, 2]].T, color="0.7", lw=1.2, ls=(0, (4, 3)))
    bent = x + SCALE * u[largest]
    for a, b, colour in parts(x, lines):
        ax.plot(*bent[[a, b]][:, [0, 2]].T, color=colour, lw=4, solid_capstyle="round")
    at = {number: bent[i, [0, 2]] for i, number in enumerate(names)}
    rail, carriage, shaft, pin = at[6], at[26], at[1], at[2]
    ax.add_patch(plt.Rectangle(carriage - [0.04, 0.052], 0.08, 0.066, fc="0.85", ec=DARK, lw=1.0, zorder=3))
    wall = verify.CRANK / 2 + 0.77
    zigzag = np.linspace(carriage[0] + 0.04, wall, 14)
    ax.plot(zigzag, carriage[1] + 0.012 * np.array([0, 0, *([1, -1] * 5), 0, 0]), color=DARK, lw=1.1)
    ax.plot([wall, wall], [-0.05, 0.05], color=DARK, lw=1.6)
    for end in (at[5], at[7]):
        ax.plot([end[0]] * 2, [end[1] - 0.025, end[1] + 0.025], color=DARK, lw=2.5)
    for joint in (shaft, pin, carriage):
        ax.plot(*joint, "o", ms=8, mfc="white", mec=DARK, mew=1.3, zorder=5)
    turn = np.linspace(np.pi / 3 + 0.35, np.pi / 3 - 0.35, 30)
    ax.plot(0.075 * np.cos(turn), 0.075 * np.sin(turn), color=DARK, lw=1.2)
    ax.annotate("", (0.075 * np.cos(turn[-1]), 0.075 * np.sin(turn[-1])), (0.075 * np.cos(turn[-4]), 0.075 * np.sin(turn[-4])),
                arrowprops={"arrowstyle": "-|>", "color": DARK, "lw": 1.2})
    for text, place in (("crank, turned by 0.02 rad at 20 Hz", (-0.02, -0.035)), (f"hinge, {force[0]:.0f} N", (0.17, 0.185)),
                        (f"pinned, {force[1]:.0f} N", (0.6, 0.045)), ("slider on a rail, 5 kg", (0.62, -0.085)),
                        ("20 kN/m\n200 Ns/m", (0.885, -0.025))):
        ax.text(*place, text, color=DARK)
    ax.set(xlim=(-0.12, 1.05), ylim=(-0.1, 0.22), aspect="equal")
    ax.set_axis_off()
    ax.set_title(f"Carriage farthest out, at {1e3 * time[largest]:.0f} ms, displacements × {SCALE}; largest joint forces")


def main():
    plt.rcParams.update(STYLE)
    history = verify.read_table(HERE / "out" / "case" / "history.csv")
    mechanism = verify.Mechanism()
    t = history["time"]
    exact = mechanism.solve(t)
    figure = plt.figure(figsize=(10, 6.4), constrained_layout=True)
    grid = figure.add_gridspec(2, 2, height_ratios=(1, 1))
    draw(figure.add_subplot(grid[0, :]), history)

    ax = figure.add_subplot(grid[1, 0])
    ax.plot(1e3 * t, 1e3 * mechanism.transmission() * history["shaft"], color=ORANGE, lw=1.1, ls=(0, (4, 3)), label="rigid mechanism")
    ax.plot(1e3 * t, 1e3 * history["carriage"], color=BLUE, lw=1.5, label="run")
    ax.plot(1e3 * t[::10], 1e3 * exact["carriage"][::10], **EXACT, label="exact")
    ax.set(title="The crank bends: the carriage swings wider", xlabel="time (ms)", ylabel="carriage (mm)", xlim=(0, 200), ylim=(-1, 6.6))
    ax.legend(loc="upper center", ncol=3)

    ax = figure.add_subplot(grid[1, 1])
    ax.plot(1e3 * t, history["torque"], color=BLUE, lw=1.5, label="run")
    ax.plot(1e3 * t[::10], exact["torque"][::10], **EXACT, label="exact")
    ax.set(title="What the drive needs", xlabel="time (ms)", ylabel="torque (N m)", xlim=(0, 200), ylim=(-70, 105))
    ax.legend(loc="upper right", ncol=2)

    picture = sys.argv[1] if len(sys.argv) > 1 else HERE / "slider.png"
    figure.savefig(picture, dpi=150)
    # A palette makes the file a third of the size, to no visible effect.
    Image.open(picture).convert("RGB").quantize(128, dither=Image.Dither.NONE).save(picture, optimize=True)


if __name__ == "__main__":
    main()
