#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""plot.py [PICTURE]: tied_blocks.png from out/tied and out/matching. Needs numpy, h5py and matplotlib."""
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
BLUE, SKY, ORANGE, GREEN, GREY, DARK = "#0072B2", "#56B4E9", "#E69F00", "#009E73", "0.4", "0.15"
STYLE = {
    "font.size": 10, "axes.titlesize": 10.5, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.8,
    "xtick.major.width": 0.8, "ytick.major.width": 0.8, "legend.frameon": False,
    "legend.handlelength": 1.6, "legend.columnspacing": 1.6, "legend.borderaxespad": 0.1,
}
FACES = ((0, 1, 2, 3), (4, 5, 6, 7), (0, 1, 5, 4), (1, 2, 6, 5), (2, 3, 7, 6), (3, 0, 4, 7))
SCALE, TIME, MOST = 1000, 6e-4, 5.0  # displacements, s, MPa


def project(x, azimuth=-62, elevation=20):
    """Orthographic view: right, up, and towards the eye."""
    a, e = np.radians((azimuth, elevation))
    right = np.array([-np.sin(a), np.cos(a), 0])
    eye = np.array([np.cos(e) * np.cos(a), np.cos(e) * np.sin(a), np.sin(e)])
    return np.asarray(x) @ np.array([right, np.cross(eye, right), eye]).T


def skin(cells):
    """Faces that belong to one cell only, and their cells."""
    seen = {}
    for c, cell in enumerate(cells):
        for face in FACES:
            nodes = tuple(cell[list(face)])
            seen.setdefault(tuple(sorted(nodes)), []).append((nodes, c))
    outer = [found[0] for found in seen.values() if len(found) == 1]
    return np.array([nodes for nodes, _ in outer]), np.array([c for _, c in outer])


def draw(ax, name, title):
    with h5py.File(HERE / "out" / name / "results.h5") as file:
        vtk = file["VTKHDF"]
        step = np.argmin(abs(file["time"][:] - TIME))
        x, cells = vtk["Points"][:], vtk["Connectivity"][:].reshape(-1, 8)
        u = vtk["PointData/displacement"][step * len(x):(step + 1) * len(x)]
        stress = vtk["CellData/von_mises"][step * len(cells):(step + 1) * len(cells)] / 1e6
    faces, owner = skin(cells)
    # Faces of the seam are inside.
    inside = (abs(x[faces][:, :, 2] - verify.SEAM) < 1e-9).all(axis=1)
    seen = project(x + SCALE * u)[faces[~inside]]
    order = np.argsort(seen[:, :, 2].mean(axis=1))
    ax.add_collection(PolyCollection(seen[order][:, :, :2], array=stress[owner[~inside]][order], cmap="viridis",
                                     clim=(0, MOST), edgecolors=(0, 0, 0, 0.6), lw=0.5))

    ground = project([(-0.07, -0.07, 0), (0.47, -0.07, 0), (0.47, 0.47, 0), (-0.07, 0.47, 0)])
    ax.fill(*ground[:, :2].T, fc="0.9", ec="0.7", lw=0.7, zorder=0)
    end = project(np.array([0.2, 0.2, 0.5]) + SCALE * u[np.argmin(np.linalg.norm(x - [0.2, 0.2, 0.5], axis=1))])
    start = end - project([0.04, 0, -0.16])
    ax.annotate("", end[:2], start[:2], arrowprops={"arrowstyle": "-|>", "color": DARK, "lw": 1.8, "shrinkA": 0, "shrinkB": 0})
    ax.set_aspect("equal")
    ax.autoscale_view()
    ax.set_axis_off()
    ax.set_title(title, y=1.06)


def main():
    plt.rcParams.update(STYLE)
    figure = plt.figure(figsize=(10, 7.4), constrained_layout=True)
    grid = figure.add_gridspec(2, 2, height_ratios=(1.25, 1))
    top = [figure.add_subplot(grid[0, i]) for i in (0, 1)]
    draw(top[0], "tied", f"Tied, {1e3 * TIME:g} ms, displacements × {SCALE}")
    draw(top[1], "matching", "One mesh")
    bar = figure.colorbar(plt.cm.ScalarMappable(plt.Normalize(0, MOST), "viridis"), ax=top, fraction=0.02, pad=0.01, shrink=0.8)
    bar.set_label("von Mises stress (MPa)\nat the cells' centres")
    bar.outline.set_linewidth(0.5)

    tied, matching = (verify.read_history(HERE / "out" / name) for name in ("tied", "matching"))
    ax = figure.add_subplot(grid[1, 0])
    for name, colour, label in (("top_x", BLUE, "sideways"), ("top_z", GREEN, "up")):
        ax.plot(1e3 * tied["time"], 1e6 * tied[name], color=colour, lw=1.5, label=f"{label}, tied")
        ax.plot(1e3 * matching["time"], 1e6 * matching[name], color=ORANGE, lw=1.0, ls=(0, (3, 2)),
                label="one mesh" if name == "top_z" else None)
    ax.set(title="Centre of the top", xlabel="time (ms)", ylabel="displacement (µm)", xlim=(0, 6), ylim=(-90, 125))
    ax.legend(loc="upper right", ncol=3)

    ax = figure.add_subplot(grid[1, 1])
    results = verify.Results(HERE / "out" / "tied")
    upper = results.block == "upper"
    seam, inertia = results.resultant(upper, results.seam), results.inertia(upper)
    t = 1e3 * results.time
    fine = np.linspace(0, results.time[-1], 600)
    ax.plot(1e3 * fine, verify.LOAD[2] * verify.pulse(fine) / 1e3, color=GREY, lw=1.2, label="load")
    ax.plot(t, seam[:, 2] / 1e3, color=BLUE, lw=1.5, label="seam")
    ax.plot(t, (seam[:, 2] + verify.LOAD[2] * verify.pulse(results.time)) / 1e3, color=ORANGE, lw=1.5, label="load + seam")
    ax.plot(t, inertia[:, 2] / 1e3, ls="", marker="o", ms=3.4, mfc="white", mec="black", mew=0.7, label="mass × acceleration")
    ax.set(title="Vertical forces on the upper block", xlabel="time (ms)", ylabel="kN", xlim=(0, 3), ylim=(-400, 800))
    ax.legend(loc="upper right", ncol=2)

    picture = sys.argv[1] if len(sys.argv) > 1 else HERE / "tied_blocks.png"
    figure.savefig(picture, dpi=150)
    # A palette makes the file a third of the size, to no visible effect.
    Image.open(picture).convert("RGB").quantize(256, dither=Image.Dither.NONE).save(picture, optimize=True)


if __name__ == "__main__":
    main()
