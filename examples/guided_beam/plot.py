#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""plot.py [PICTURE]: guided_beam.png from out/rho0, out/rho08 and out/rho1.

Needs numpy, h5py and matplotlib.
"""
import sys
from pathlib import Path

import h5py
import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
from PIL import Image

import make_matrices as model
import verify

HERE = Path(__file__).resolve().parent
# Okabe-Ito colours, which the colour-blind can tell apart.
BLUE, SKY, ORANGE, GREEN = "#0072B2", "#56B4E9", "#E69F00", "#009E73"
GREY, DARK = "0.4", "0.15"
FOLDERS = {0: "rho0", 0.8: "rho08", 1: "rho1"}
EXACT = {"ls": "", "marker": "o", "ms": 3.8, "mfc": "white", "mec": "black", "mew": 0.8}
DASHED = {"color": GREY, "lw": 0.9, "ls": (0, (4, 3))}
STYLE = {
    "font.size": 10, "axes.titlesize": 10.5, "axes.titleweight": "bold", "axes.titlelocation": "left",
    "axes.spines.top": False, "axes.spines.right": False, "axes.linewidth": 0.8,
    "xtick.major.width": 0.8, "ytick.major.width": 0.8, "legend.frameon": False,
    "legend.handlelength": 1.6, "legend.columnspacing": 1.6, "legend.borderaxespad": 0.1,
}


def rho(value):
    return rf"$\rho_\infty = {value:g}$"


def tables(name):
    return {value: verify.read_table(HERE / "out" / folder / name) for value, folder in FOLDERS.items()}


def arrow(ax, start, end, color=DARK):
    ax.annotate("", end, start, arrowprops={"arrowstyle": "-|>", "color": color, "lw": 1.4, "shrinkA": 0, "shrinkB": 0})


def draw_structure(ax):
    """The beam from its clamped base at x = 0 to its tip in the guide at x = 3 m."""
    along, across = np.array(model.GUIDE), np.array([-model.GUIDE[1], model.GUIDE[0]])
    tip = np.array([model.LENGTH, 0.0])
    ax.plot([0, 0], [-0.2, 0.2], color=DARK, lw=1.6)
    for y in np.linspace(-0.2, 0.15, 8):
        ax.plot([-0.07, 0], [y, y + 0.06], color=DARK, lw=0.7)
    for side in (-0.055, 0.055):
        ends = tip + side * across + np.outer([-0.24, 0.24], along)
        ax.plot(*ends.T, color=DARK, lw=1.6)
    ax.plot(*np.array([tip, tip + [0.42, 0]]).T, **DASHED)
    turn = np.linspace(0, np.pi / 6, 30)
    ax.plot(tip[0] + 0.36 * np.cos(turn), 0.36 * np.sin(turn), color=GREY, lw=0.9)
    ax.text(tip[0] + 0.4, 0.09, "30°", color=GREY, va="center")
    ax.plot([0, model.LENGTH], [0, 0], color=BLUE, lw=3.2, solid_capstyle="butt")
    ax.plot(*tip, **{**EXACT, "ms": 7})
    arrow(ax, (0.45, 0.1), (1.05, 0.1))
    ax.text(1.1, 0.12, "axial tap, 20 mm/s", color=DARK, va="center")
    arrow(ax, (1.5, -0.28), (1.5, -0.025))
    ax.text(1.55, -0.18, "20 N, within 80 ms", color=DARK, va="center")
    ax.text(3.75, 0.02, "steel flat 60 × 10 mm, 3 m, undamped\nclamp and guide are constraints\n"
            "bending period 246 ms, axial 2.3 ms\n3 stages, order 4, step 4 ms",
            color=DARK, va="center", linespacing=1.45)
    ax.set(xlim=(-0.42, 5.75), ylim=(-0.3, 0.3), aspect="equal")
    ax.axis("off")


def plot_deflection(ax, history, beam):
    t = history[0]["time"]
    exact = beam.displacement(t)[verify.MIDDLE]
    ax.plot(t, 1e3 * history[1]["midspan_deflection"], color=ORANGE, lw=4.5, alpha=0.75, label=rho(1))
    ax.plot(t, 1e3 * history[0]["midspan_deflection"], color=BLUE, lw=1.5, label=rho(0))
    ax.plot(t[::8], 1e3 * exact[::8], **EXACT, label="exact")
    ax.set(title="The slow motion is the same", xlabel="time (s)", ylabel="mid-span deflection (mm)",
           xlim=(0, 1), ylim=(-0.3, 11))
    ax.legend(loc="upper center", ncol=3)


def plot_reaction(ax, history, beam):
    t = history[0]["time"]
    slow = beam.guide_reaction(t, beam.displacement(t, verify.SLOW_MODES))
    ax.plot(t, history[1]["guide_reaction"], color=ORANGE, lw=0.9, label=rho(1))
    ax.plot(t, history[0]["guide_reaction"], color=BLUE, lw=1.8, label=rho(0))
    ax.plot(t[::8], slow[::8], **EXACT, label="exact, slow part")
    ax.set(title="The unresolved motion rings on, or is gone", xlabel="time (s)",
           ylabel=r"guide reaction $\lambda_4$ (N)", xlim=(0, 1), ylim=(-32, 58))
    ax.legend(loc="upper center", ncol=3)


def plot_energy(ax, energy, beam):
    tap = 1e3 * beam.tap_energy()
    ax.axhline(tap, **DASHED)
    ax.text(100, tap + 0.04, f"energy of the tap, {tap:.3f} mJ", color=GREY, ha="right", va="bottom")
    for value, color, x, y in ((0, BLUE, 1.0, 1.55), (0.8, GREEN, 13.5, 1.02), (1, ORANGE, 84, 0.05)):
        table = energy[value][energy[value]["time"] < 0.1001]
        ax.plot(1e3 * table["time"], -1e3 * table["balance"], "o-", color=color, ms=3.4, lw=1.3, clip_on=False)
        ax.text(x, y, rho(value), color=color, va="bottom")
    ax.set(title="What the method dissipates", xlabel="time (ms), one dot per step", ylabel="energy taken out (mJ)",
           xlim=(0, 100), ylim=(0, 1.9), yticks=(0, 0.5, 1, 1.5))


def plot_violations(ax, beam):
    """|G q| and |G v| in the guide's row, relative to the tip's own largest motion."""
    tip = slice(model.dof(model.ELEMENTS, 0), model.dof(model.ELEMENTS, 2))
    ax.axhline(2.0**-52, **DASHED)
    ax.text(1.0, 2.0**-51.4, "machine precision", color=GREY, ha="right", va="bottom")
    with h5py.File(HERE / "out" / FOLDERS[0] / "results.h5") as results:
        t = results["time"][:]
        for name, label, marker, color in (("q", "position", "o", BLUE), ("v", "velocity", "^", SKY)):
            x = results[name][:]
            violation = abs(x @ beam.G[verify.GUIDE_ROW]) / abs(x[:, tip]).max()
            seen = violation > 0
            ax.plot(t[seen], violation[seen], marker, ms=3.2, mew=0, color=color, label=label)
    ax.set(title=f"The guide holds after every step ({rho(0)})", xlabel="time (s)",
           ylabel="violation / tip motion", xlim=(0, 1), yscale="log", ylim=(1e-20, 1e-12),
           yticks=(1e-20, 1e-18, 1e-16, 1e-14, 1e-12))
    ax.legend(loc="upper center", ncol=2, handletextpad=0.1, markerscale=1.6)


def main():
    plt.rcParams.update(STYLE)
    history, energy, beam = tables("history.csv"), tables("energy.csv"), verify.Beam()
    figure = plt.figure(figsize=(10, 7.3), constrained_layout=True)
    figure.set_constrained_layout_pads(w_pad=0.06, h_pad=0.05, hspace=0.02)
    grid = figure.add_gridspec(3, 2, height_ratios=(0.42, 1, 1))
    draw_structure(figure.add_subplot(grid[0, :]))
    plot_deflection(figure.add_subplot(grid[1, 0]), history, beam)
    plot_reaction(figure.add_subplot(grid[1, 1]), history, beam)
    plot_energy(figure.add_subplot(grid[2, 0]), energy, beam)
    plot_violations(figure.add_subplot(grid[2, 1]), beam)
    picture = sys.argv[1] if len(sys.argv) > 1 else HERE / "guided_beam.png"
    figure.savefig(picture, dpi=160)
    # A palette makes the file a third of the size, to no visible effect.
    Image.open(picture).convert("RGB").quantize(96, dither=Image.Dither.NONE).save(picture, optimize=True)


if __name__ == "__main__":
    main()
