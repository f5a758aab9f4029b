#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""plot.py [PICTURE]: clamped_beam.png from out/case. Needs numpy, h5py and matplotlib."""
import sys
from pathlib import Path

import h5py
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from matplotlib.collections import PolyCollection
from PIL import Image

import verify

HERE = Path(__file__).resolve().parent
BLUE, ORANGE, GREEN, GREY, DARK = "#0072B2", "#E69F00", "#009E73", "0.4", "0.15"
STYLE = {
    "font.size": 10, "axes.titlesize": 10.5, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.8,
    "xtick.major.width": 0.8, "ytick.major.width": 0.8, "legend.frameon": False,
    "legend.handlelength": 1.6, "legend.columnspacing": 1.6, "legend.borderaxespad": 0.1,
}
FACES = ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
SCALE = 40


def skin(cells):
    """Faces that belong to one cell only, and their cells."""
    seen = {}
    for c, cell in enumerate(cells):
        for face in FACES:
            nodes = tuple(cell[list(face)])
            seen.setdefault(tuple(sorted(nodes)), []).append((nodes, c))
    outer = [found[0] for found in seen.values() if len(found) == 1]
    return np.array([nodes for nodes, _ in outer]), np.array([c for _, c in outer])


def project(x, azimuth=-62, elevation=16):
    """Orthographic view: right, up, and towards the eye."""
    a, e = np.radians((azimuth, elevation))
    right = np.array([-np.sin(a), np.cos(a), 0])
    eye = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    return np.asarray(x) @ np.array([right, np.cross(eye, right), eye]).T


def draw_beam(figure, ax):
    with h5py.File(HERE / "out" / "case" / "results.h5") as file:
        vtk = file["VTKHDF"]
        x = vtk["Points"][:]
        cells = vtk["Connectivity"][:].reshape(-1, 8)
        u = vtk["PointData/displacement"][: len(x)]
        stress = vtk["CellData/von_mises"][: len(cells)] / 1e6
    wall = project([(0, -0.08, -0.1), (0, 0.2, -0.1), (0, 0.2, 0.22), (0, -0.08, 0.22)])
    ax.fill(*wall[:, :2].T, fc="0.88", ec="0.5", lw=0.7)
    faces, owner = skin(cells)
    seen = project(x + SCALE * u)[faces]
    order = np.argsort(seen[:, :, 2].mean(axis=1))
    ax.add_collection(PolyCollection(seen[order][:, :, :2], array=stress[owner][order], cmap="viridis", clim=(0, stress.max()),
                                     edgecolors=(0, 0, 0, 0.55), lw=0.5))
    ring = ((0, 0), (0.1, 0), (0.1, 0.1), (0, 0.1), (0, 0))
    for line in [[(0, y, z), (1, y, z)] for y, z in ring[:4]] + [[(1, y, z) for y, z in ring]]:
        ax.plot(*project(line)[:, :2].T, color=GREY, lw=0.8, ls=(0, (4, 3)))
    start, end = project([(1, 0.05, 0.28 - SCALE * 0.0038), (1, 0.05, 0.11 - SCALE * 0.0038)])[:, :2]
    ax.annotate("", end, start, arrowprops={"arrowstyle": "-|>", "color": DARK, "lw": 1.6, "shrinkA": 0, "shrinkB": 0})
    ax.text(start[0], start[1] + 0.012, "20 kN", color=DARK, ha="center")
    ax.set_aspect("equal")
    ax.margins(0.02)
    ax.set_axis_off()
    ax.set_anchor("E")
    ax.figure.text(0.045, 0.965, f"Under the load, displacements × {SCALE}", weight="bold", fontsize=10.5, va="top")
    ax.figure.text(0.045, 0.9, "steel, 1 m × 0.1 m × 0.1 m\n20 × 2 × 2 cells hex8\nclamped at its root\n3 stages, order 4, step 0.25 ms",
                   color=DARK, va="top", linespacing=1.5)
    bar = figure.colorbar(plt.cm.ScalarMappable(plt.Normalize(0, stress.max()), "viridis"), ax=ax, fraction=0.02, pad=0.02, shrink=0.8)
    bar.set_label("von Mises stress (MPa)\nat the cells' centres")
    bar.outline.set_linewidth(0.5)


def plot_tip(ax):
    t, z = verify.tip_of(verify.read_table(HERE / "out" / "case" / "history.csv"))
    static = 1e3 * verify.Beam(0.3).tip_deflection()
    ax.plot([0, 8], [-static, -static], color=ORANGE, lw=1.8, ls=(0, (3, 2)))
    ax.text(9.5, -static, f"beam theory, {static:.2f} mm", color=ORANGE, va="center")
    ax.plot(1e3 * t, 1e3 * z, color=BLUE, lw=1.4)
    ax.set(title="Held, let go, and damped by 1 %", xlabel="time (ms)", ylabel="deflection of the tip (mm)", xlim=(0, 100),
           ylim=(-4.4, 4.4))


def plot_energy(ax):
    table = verify.read_table(HERE / "out" / "case" / "energy.csv")
    t = 1e3 * table["time"]
    ax.stackplot(t, table["strain"], table["kinetic"], table["dissipated"], colors=(BLUE, GREEN, "0.85"),
                 labels=("strain", "kinetic", "dissipated"), lw=0)
    total = table["strain"][0] + table["external_work"]
    ax.plot(t, total, color="black", lw=1.2, label="start + work of the load")
    ax.set(title="Energies add up to 1e-11", xlabel="time (ms)", ylabel="energy (J)", xlim=(0, 100), ylim=(0, 52))
    ax.legend(loc="upper right", ncol=2)


def main():
    plt.rcParams.update(STYLE)
    figure = plt.figure(figsize=(10, 6.6), constrained_layout=True)
    grid = figure.add_gridspec(2, 2, height_ratios=(1, 1))
    draw_beam(figure, figure.add_subplot(grid[0, :]))
    plot_tip(figure.add_subplot(grid[1, 0]))
    plot_energy(figure.add_subplot(grid[1, 1]))
    picture = sys.argv[1] if len(sys.argv) > 1 else HERE / "clamped_beam.png"
    figure.savefig(picture, dpi=150)
    # A palette makes the file a third of the size, to no visible effect.
    Image.open(picture).convert("RGB").quantize(128, dither=Image.Dither.NONE).save(picture, optimize=True)


if __name__ == "__main__":
    main()
