#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""plot.py [PICTURE]: frame_earthquake.png from out/case. Needs numpy, h5py and matplotlib."""
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
SCALE = 30


def project(x, azimuth=-58, elevation=14):
    """Orthographic view: right and up."""
    a, e = np.radians((azimuth, elevation))
    right = np.array([-np.sin(a), np.cos(a), 0])
    eye = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    return np.asarray(x) @ np.array([right, np.cross(eye, right)]).T


def draw_frame(ax, history):
    peak = history["time"][np.argmax(abs(history["floor3"]))]
    with h5py.File(HERE / "out" / "case" / "results.h5") as file:
        vtk = file["VTKHDF"]
        x = vtk["Points"][:]
        lines = vtk["Connectivity"][:][: 2 * np.count_nonzero(vtk["Types"][:] == 3)].reshape(-1, 2)
        step = np.argmin(abs(file["time"][:] - peak))
        time = file["time"][step]
        u = vtk["PointData/displacement"][step * len(x):(step + 1) * len(x)]
    bent = project(x + SCALE * u)
    for a, b in lines:
        ax.plot(*project(x[[a, b]]).T, color="0.65", lw=0.9, ls=(0, (4, 3)))
    for a, b in lines:
        thick = 4.2 if x[a, 2] != x[b, 2] else 3.2
        ax.plot(*bent[[a, b]].T, color=BLUE, lw=thick, solid_capstyle="round")
    at = [i for i, p in enumerate(x) if p[0] in (0, 6) and p[1] in (0, 4) and p[2] in (3, 6, 9)]
    ax.plot(*bent[at].T, "o", color=ORANGE, ms=10, mec="white")
    ground = project([(-1, -1, 0), (7, -1, 0), (7, 5, 0), (-1, 5, 0)])
    ax.fill(*ground.T, fc="0.92", ec="0.7", lw=0.7, zorder=0)
    start, end = project([(1.6, -2.2, 0), (4.4, -2.2, 0)])
    ax.annotate("", end, start, arrowprops={"arrowstyle": "<|-|>", "color": DARK, "lw": 1.6})
    ax.text(*(end + (0.2, -0.25)), "ground", color=DARK)
    ax.set_aspect("equal")
    ax.set_axis_off()
    ax.set_title(f"At {time:.2f} s, displacements × {SCALE}")


def main():
    plt.rcParams.update(STYLE)
    history = verify.read_table(HERE / "out" / "case" / "history.csv")
    t = history["time"]
    when, a = verify.read_ground()
    frame = verify.Frame()
    figure = plt.figure(figsize=(10, 6.6), constrained_layout=True)
    grid = figure.add_gridspec(3, 2, width_ratios=(0.8, 1))
    draw_frame(figure.add_subplot(grid[:, 0]), history)

    ax = figure.add_subplot(grid[0, 1])
    ax.plot(when, a, color=DARK, lw=0.7)
    ax.set(title="Ground, along x", ylabel="m/s²", xlim=(0, 20), ylim=(-3, 3))

    ax = figure.add_subplot(grid[1, 1])
    floors = [np.zeros(len(t)), *(history[f"floor{i}"] for i in (1, 2, 3))]
    for i, colour in ((2, GREEN), (1, BLUE), (3, ORANGE)):
        drift = 100 * (floors[i] - floors[i - 1]) / verify.STOREY
        ax.plot(t, drift, color=colour, lw=0.9, label=f"storey {i}, at most {abs(drift).max():.2f} %")
    ax.set(title="Drift of the storeys", ylabel="% of the height", xlim=(0, 20), ylim=(-0.8, 1.0), yticks=(-0.5, 0, 0.5))
    handles, labels = ax.get_legend_handles_labels()
    order = np.argsort(labels)
    ax.legend([handles[i] for i in order], [labels[i] for i in order], loc="upper right", fontsize=9)

    ax = figure.add_subplot(grid[2, 1])
    _, exact = frame.response(t, np.interp(t, when, a))
    ax.plot(t, verify.base_shear(history) / 1e3, color=BLUE, lw=1.1, label="run")
    ax.plot(t[::11], exact[::11] / 1e3, ls="", marker="o", ms=2.4, mfc="white", mec="black", mew=0.5, label="sum of all modes, exact")
    ax.set(title="Base shear, from 3 to 8 s", xlabel="time (s)", ylabel="kN", xlim=(3, 8), ylim=(-1050, 1450))
    ax.legend(loc="upper right", ncol=2, fontsize=9)

    picture = sys.argv[1] if len(sys.argv) > 1 else HERE / "frame_earthquake.png"
    figure.savefig(picture, dpi=150)
    # A palette makes the file a third of the size, to no visible effect.
    Image.open(picture).convert("RGB").quantize(128, dither=Image.Dither.NONE).save(picture, optimize=True)


if __name__ == "__main__":
    main()
