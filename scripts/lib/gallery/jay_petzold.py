# SPDX-License-Identifier: BSD-3-Clause
"""Jay & Petzold (1995)."""
import numpy as np

from drawing import exponent, figure, labels, plain, short, table


def spring_figure(number, title, observed, checks):
    """Velocities on the left, the energy on the right."""
    d = table(f"1995-fig{number}")

    def draw(axes):
        axes.axis("off")
        left = axes.figure.add_axes([0.08, 0.15, 0.38, 0.72])
        right = axes.figure.add_axes([0.6, 0.15, 0.38, 0.72])
        plain(left, d["t"], d["v1"], "v1", lw=0.5)
        plain(left, d["t"], d["v2"], "v2", lw=0.5)
        labels(left, "t", "velocities", legend=True)
        plain(right, d["t"], d["energy"], lw=0.6)
        labels(right, "t", "H")
        for part in (left, right):
            part.grid(alpha=0.3)
            part.tick_params(labelsize=7)

    figure(f"1995-fig{number}", f"1995, Fig. {number}: stiff spring pendulum, {title}, h = 0.01",
           observed, checks(d), draw, tight=False, width=9.0)


def sign_changes(values):
    return int(np.sum(values[1:] * values[:-1] < 0))


def checks_1995_1(d):
    energy = np.abs(d["energy"]).max()
    radial = np.abs(d["radial_velocity"]).max()
    return [(f"|H| <= {energy:.1e}, round-off", energy < 1e-13),
            (f"nothing moves along the spring: {radial:.1e}", radial < 1e-6)]


def checks_1995_2(d):
    low, high, changes = d["energy"].min(), d["energy"].max(), sign_changes(d["radial_velocity"])
    return [(f"H swings about 0.5: from {low:.4f} to {high:.4f} (0.4760 to 0.5252)",
             0.4760 < low and high < 0.5252),
            (f"R(inf) = -1: the radial velocity changes its sign in {changes} of {len(d) - 1} steps",
             changes > 0.95 * (len(d) - 1))]


def checks_1995_3(d):
    low, high, changes = d["energy"].min(), d["energy"].max(), sign_changes(d["radial_velocity"])
    return [(f"H swings about 0.5: from {low:.4f} to {high:.4f}",
             short or (abs(low - 0.4517) < 1e-4 and abs(high - 0.5526) < 1e-4)),
            (f"R(inf) = 1: the radial velocity changes its sign {changes} times in {len(d) - 1} steps",
             changes < 40)]


def checks_1995_4(d):
    first, second, later = d["energy"][1], d["energy"][2], np.abs(d["energy"][2:]).max()
    return [(f"H falls from {d['energy'][0]:.2f} to {first:.2e} and {second:.3e} (paper: 4.5e-6, "
             "-2.6e-10)", abs(first - 4.5e-6) < 1e-8 and abs(second + 2.595e-10) < 5e-12),
            (f"afterwards |H| <= {later:.1e}", later < 4e-10)]


def fig_1995_orders():
    d = table("1995-orders")
    expected = {(0, 1): ((2, 0, -2), (0, -1, -3)), (0, 3): ((4, 2, 0), (3, 1, -1)),
                (0, 4): ((4, 2, 0), (4, 2, 0)), (1, 2): ((2, 2, 0), (0, 0, -1)),
                (1, 3): ((2, 2, 0), (2, 2, 0)), (1, 4): ((6, 4, 2), (4, 3, 1))}
    checks = []

    def part(family, stages, alternating):
        return d[(d["lobatto"] == family) & (d["stages"] == stages)
                 & (d["alternating"] == alternating)]

    for (family, stages), orders in expected.items():
        name = f"{'IIIA' if family else 'Gauss'}, s = {stages}"
        for alternating, wanted in enumerate(orders):
            rows = part(family, stages, alternating)
            # The finest two step sizes before the errors reach round-off.
            last = 3 if wanted[0] >= 6 else len(rows)
            found = [exponent(rows["h"][last - 2:last], rows[f"{name_}_error"][last - 2:last])
                     for name_ in ("q", "v", "lambda")]
            kind = "alternating" if alternating else "equal"
            checks.append((f"{name}, {kind} steps: orders of q, v, lambda "
                           + ", ".join(f"{x:.2f}" for x in found)
                           + f" ({', '.join(map(str, wanted))})",
                           all(abs(x - y) < 0.2 for x, y in zip(found, wanted))))

    def draw(axes):
        for (family, stages), style in zip(expected, ("C0o", "C1s", "C2^", "C3v", "C4D", "C5x")):
            for alternating, line in enumerate(("-", ":")):
                rows = part(family, stages, alternating)
                label = f"{'IIIA' if family else 'Gauss'} {stages}" if not alternating else None
                axes.loglog(rows["h"], rows["v_error"], style + line, lw=1.0, ms=4, label=label)
        labels(axes, "h", "error of v at t = 1", legend=True)

    figure("1995-section3", "1995, Theorems 3.1 and 3.2: the direct approach on a pendulum with a rod",
           "Methods that a stiff spring can be integrated with must converge for its limit, a "
           "constraint. The midpoint and trapezoidal rules do not: the first loses v and lambda, the "
           "second when its steps alternate (1.3 h, 0.7 h; dotted).", checks, draw)


def draw():
    spring_figure(1, "smooth motion, Gauss 5",
                  "Started on the slow manifold, steps of a thousand times the period over 2 pi follow the "
                  "motion without an oscillation; the energy is zero to round-off.", checks_1995_1)
    spring_figure(2, "oscillating, Gauss 5",
                  "Stretched by 1e-5 the spring rings. Five stages keep the ringing in the velocities and "
                  "the energy about its value 0.5.", checks_1995_2)
    spring_figure(3, "oscillating, Gauss 4",
                  "With four stages the velocities look smooth, as R(inf) = 1; the energy behaves alike.",
                  checks_1995_3)
    spring_figure(4, "oscillating, Radau IIA 3",
                  "An L-stable method takes the oscillation out in two steps.", checks_1995_4)
    fig_1995_orders()
