# SPDX-License-Identifier: BSD-3-Clause
"""What the figures have in common: the folder with the tables, how a figure is drawn, and the list of those drawn."""
import sys
from pathlib import Path

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np

folder = Path(sys.argv[1])
short = len(sys.argv) > 2
entries = []


def table(name):
    return np.genfromtxt(folder / "data" / f"{name}.csv", delimiter=",", names=True)


def exponent(t, values):
    """The slope of log values over log t."""
    return float(np.polyfit(np.log(t), np.log(values), 1)[0])


def window_growth(t, values, start, windows):
    """Means over equal windows: the growth under an oscillation, as (time, |mean - first mean|)."""
    edges = np.linspace(start, t[-1], windows + 1)
    means = np.array([values[(t >= a) & (t < b)].mean() for a, b in zip(edges, edges[1:])])
    return (edges[1:-1] - start) / (edges[1] - start), np.abs(means[1:] - means[0])


def figure(name, title, observed, checks, draw, width=6.4, tight=True):
    fig, axes = plt.subplots(figsize=(width, 3.4), dpi=90)
    draw(axes)
    axes.set_title(title, fontsize=10)
    axes.grid(alpha=0.3)
    if tight:
        fig.tight_layout()
    fig.savefig(folder / f"{name}.png")
    plt.close(fig)
    entries.append((name, title, observed, checks))


def plain(axes, x, y, label=None, style="-", **options):
    axes.plot(x, y, style, lw=options.pop("lw", 0.8), label=label, **options)


def labels(axes, x, y, legend=False):
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    if legend:
        axes.legend(fontsize=8)


def halves(t, values):
    middle = 0.5 * (t[0] + t[-1])
    return np.abs(values[t < middle]).max(), np.abs(values[t >= middle]).max()


def largest(values):
    return float(np.abs(values).max())


def near(found, wanted, digits=2e-3):
    return abs(found - wanted) <= digits * abs(wanted)
