#!/usr/bin/python3
# SPDX-License-Identifier: BSD-3-Clause
"""Draws the figures of ../gauss_lobatto.md beside this file, the same bytes every time: figures.py [NAME...]"""

import pathlib
import sys

import matplotlib

matplotlib.use("svg")
import matplotlib.pyplot as plt  # noqa: E402
import numpy as np  # noqa: E402

FOLDER = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(FOLDER / "prototypes"))
import methods  # noqa: E402
from cost_model import solves  # noqa: E402
from one_factor import OneFactor  # noqa: E402
from tableau import Tableau  # noqa: E402

plt.rcParams.update({
    "svg.hashsalt": "sparkdyn", "svg.fonttype": "none", "font.family": "sans-serif", "font.size": 9,
    "axes.spines.top": False, "axes.spines.right": False, "axes.grid": True, "grid.alpha": 0.25,
    "grid.linewidth": 0.5, "lines.linewidth": 1.4, "legend.frameon": False, "legend.fontsize": 8,
    "savefig.bbox": "tight", "savefig.facecolor": "white"})
COLOURS = {2: "#4c9f70", 3: "#1f6fb4", 4: "#8a4fb0", 5: "#c4382e"}
ALPHA, ONE, LOBATTO = "#555555", "#d98200", "#a05a2c"
RHO = 0.8


def save(figure, name):
    figure.savefig(FOLDER / f"{name}.svg", metadata={"Date": None, "Creator": None})
    plt.close(figure)
    print(FOLDER / f"{name}.svg")


def spectral_radius():
    """By how much an oscillation shrinks in a step, over the step in periods."""
    figure, axes = plt.subplots(figsize=(6.4, 3.4))
    x = np.logspace(-1.5, 3, 500)
    for rho, style in ((0.0, ":"), (0.5, "-."), (0.8, "-"), (1.0, "--")):
        axes.semilogx(x, [abs(methods.gauss(3, rho, 2 * np.pi * t)) for t in x], style,
                      color=COLOURS[3], label=f"Gauss nodes, s = 3, ρ∞ = {rho:g}")
    _, b, A = methods.lobatto(3, RHO)
    axes.semilogx(x, [abs(methods.runge_kutta(A, b, 2 * np.pi * t)) for t in x], color=LOBATTO,
                  lw=1, label="Lobatto, s = 3, ρ∞ = 0.8")
    axes.semilogx(x, [methods.alpha_radius(RHO, 2 * np.pi * t) for t in x], color=ALPHA, lw=1,
                  label="generalized-α, ρ∞ = 0.8")
    axes.set_xlabel("step / period")
    axes.set_ylabel("spectral radius")
    axes.set_ylim(-0.02, 1.05)
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))
    save(figure, "spectral_radius")


def period_error():
    """Error of the period and loss of amplitude per period, over steps per period."""
    z = np.logspace(np.log10(0.06), np.log10(3.1), 240)
    curves = [("generalized-α", methods.alpha_principal(RHO, z), ALPHA, "-")]
    for s in (3, 4):
        _, b, A = methods.lobatto(s, RHO)
        R = np.array([methods.runge_kutta(A, b, t) for t in z])
        curves.append((f"Lobatto, s = {s}", R, COLOURS[s], ":"))
    for s in (2, 3, 4, 5):
        R = np.array([methods.gauss(s, RHO, t) for t in z])
        curves.append((f"Gauss nodes, s = {s}", R, COLOURS[s], "-"))
    figure, (left, right) = plt.subplots(1, 2, figsize=(8, 3.4))
    for name, R, colour, style in curves:
        phase = (np.angle(R) - z + np.pi) % (2 * np.pi) - np.pi
        for axes, values in ((left, abs(phase) / z), (right, 1 - abs(R) ** (2 * np.pi / z))):
            seen = values > 1e-13  # below it there is round-off
            axes.loglog(2 * np.pi / z[seen], values[seen], style, color=colour, label=name)
    left.set_ylabel("relative error of the period")
    right.set_ylabel("amplitude lost per period")
    for axes in (left, right):
        axes.set_xlabel("steps per period")
        axes.set_ylim(1e-13, 1)
    figure.tight_layout()
    figure.legend(*left.get_legend_handles_labels(), loc="upper center",
                  bbox_to_anchor=(0.5, 0.02), ncol=4)
    save(figure, "period_error")


class Bar:
    """60 modes of a bar, 0.01 % damping in the first; a smooth pulse at the tip, then 40 radians
    of the sixth mode."""

    def __init__(self, modes=60):
        self.omega = (np.arange(modes) + 0.5) * np.pi
        self.shape = (-1.0) ** np.arange(modes) * np.sqrt(2)
        self.damping = 2e-4 * self.omega**2 / self.omega[0]
        self.end, self.pulse = 40 / self.omega[5], 4 / self.omega[5]

    def load(self, t):
        return np.sin(np.pi * np.clip(t, 0, self.pulse) / self.pulse) ** 6

    def runge_kutta(self, A, b, c, steps):
        """The tip's deflection after each step."""
        h, last = self.end / steps, np.linalg.solve(A.T, b)
        R = 1 - last.sum()
        operators = (np.eye(len(b)) + h * self.damping[:, None, None] * A
                     + (h * self.omega[:, None, None]) ** 2 * (A @ A))
        inverse = np.linalg.inv(operators)
        q, v, tip = np.zeros(len(self.omega)), np.zeros(len(self.omega)), [0.0]
        for n in range(steps):
            force = np.outer(self.shape, self.load((n + c) * h)) - (self.omega**2 * q)[:, None]
            V = np.einsum("kij,kj->ki", inverse, v[:, None] + h * force @ A.T)
            q, v = q + h * V @ b, R * v + V @ last
            tip.append(self.shape @ q)
        return np.array(tip)

    def alpha(self, steps):
        am, af, g, b = methods.alpha_parameters(RHO)
        h = self.end / steps
        q, v, a = (np.zeros(len(self.omega)) for _ in range(3))
        left, tip = (1 - am) + (1 - af) * (h * g * self.damping + h * h * b * self.omega**2), [0.0]
        for n in range(steps):
            q1, v1 = q + h * v + h * h * (0.5 - b) * a, v + h * (1 - g) * a
            new = (self.shape * self.load((n + 1 - af) * h) - am * a
                   - self.damping * ((1 - af) * v1 + af * v)
                   - self.omega**2 * ((1 - af) * q1 + af * q)) / left
            q, v, a = q1 + h * h * b * new, v1 + h * g * new, new
            tip.append(self.shape @ q)
        return np.array(tip)


def work_precision(finest=3200):
    """Error of the tip over the work, in solves with one real factor."""
    bar, figure = Bar(), plt.figure(figsize=(6.4, 3.8))
    axes, six = figure.gca(), Tableau(6)
    exact = bar.runge_kutta(six.A(1.0), six.b, six.c, finest)

    def draw(run, work, counts, label, colour, style="-"):
        errors = [abs(run(n) - exact[:: finest // n]).max() / abs(exact).max() for n in counts]
        axes.loglog([n * work for n in counts], errors, style, marker="o", ms=3, color=colour,
                    label=label)
        print(f"{label}: " + ", ".join(f"{n * work:g} solves {e:.1e}" for n, e in zip(counts, errors)))

    def runge_kutta(A, b, c):
        return lambda n: bar.runge_kutta(A, b, c, n)

    draw(bar.alpha, 1, [100, 200, 400, 800, 1600, 3200], "generalized-α", ALPHA)
    counts = [25, 50, 100, 200, 400, 800]
    for s in (3, 4):
        c, b, A = methods.lobatto(s, RHO)
        draw(runge_kutta(A, b, c), solves(s), counts[1:], f"Lobatto, s = {s}", COLOURS[s], ":")
    one = OneFactor(5, RHO)
    draw(runge_kutta(one.A, one.tableau.b, one.tableau.c), 5, counts, "one real factor, order 5",
         ONE, "--")
    for s in (2, 3, 4, 5):
        t = Tableau(s)
        draw(runge_kutta(t.A(RHO), t.b, t.c), solves(s), counts[s == 2:6 if s < 4 else 5],
             f"Gauss nodes, s = {s}", COLOURS[s])
    axes.set_xlabel("work: solves with one real factor")
    axes.set_ylabel("relative error of the tip")
    axes.set_ylim(1e-10, 1)
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5))
    save(figure, "work_precision")


FIGURES = {each.__name__: each for each in (spectral_radius, period_error, work_precision)}

if __name__ == "__main__":
    for name in sys.argv[1:] or FIGURES:
        FIGURES[name]()
