# SPDX-License-Identifier: BSD-3-Clause
"""Simo & Gonzalez (1993)."""
import numpy as np

from drawing import figure, labels, largest, near, plain, table


def fig_1993_3():
    steps = ("04", "03", "02")
    midpoint = {h: table(f"1993-fig3-midpoint-{h}") for h in steps}
    both = {h: table(f"1993-fig3-energy-momentum-{h}") for h in steps}
    first = midpoint["04"]["energy"][0]
    sizes = {h: int(h) / 100 for h in steps}
    checks = []
    for h, (early, late) in {"04": (1.99, 2.01), "03": (3.0, 4.0)}.items():
        d = midpoint[h]
        crossed = float(d["t"][np.argmax(d["energy"] > 10 * first)])
        rate = float(np.polyfit(d["t"], np.log(d["energy"]), 1)[0])
        checks.append((f"midpoint rule, {sizes[h]}: E is above 10 E0 first at t = {crossed:.2f} "
                       f"({'2.00' if h == '04' else '3 to 4'}) and grows with the rate {rate:.2f}/s",
                       early < crossed < late and rate > 0.5))
    found = midpoint["04"]["energy"][25:126:25]
    wanted = (4.5476741, 32.086402, 17.400013, 127.72216, 773.06786)
    checks.append(("midpoint rule, 0.04: E after 25, 50, 75, 100, 125 steps "
                   + ", ".join(f"{x:.8g}" for x in found),
                   all(abs(x / y - 1) < 1e-7 for x, y in zip(found, wanted))))
    d = midpoint["02"]
    checks.append((f"midpoint rule, 0.02: E from {d['energy'].min():.7f} to {d['energy'].max():.7f} in 2000 "
                   "steps (3.0124068 to 3.4751848); in 520,000 steps: `ctest -R long`, [3.0109, 3.5164]",
                   near(d["energy"].min(), 3.0124068, 1e-7) and near(d["energy"].max(), 3.4751848, 1e-7)))
    worst = max(float(d["momentum_error"].max()) for d in midpoint.values())
    checks.append((f"midpoint rule: |J - J0| <= {worst:.1e} all the while", worst < 1e-10))
    for h in steps:
        d = both[h]
        off, turn = largest(d["energy"] / first - 1), float(d["momentum_error"].max())
        checks.append((f"energy-momentum, {sizes[h]}: |E/E0 - 1| <= {off:.1e}, |J - J0| <= {turn:.1e} in "
                       f"{len(d) - 1} steps", off < 1e-11 and turn < 1e-11 and len(d) == 2001))

    def draw(axes):
        axes.axis("off")
        for left, name, text, title in ((0.07, "energy", "E", "midpoint rule"), (0.39, "energy", "E", "energy-momentum"),
                                        (0.72, "momentum", "|J|", "both: |J|")):
            part = axes.figure.add_axes([left, 0.15, 0.25, 0.66])
            for h, style in zip(steps, ("-", "--", ":")):
                sources = {"midpoint rule": (midpoint,), "energy-momentum": (both,)}.get(title, (midpoint, both))
                for source in sources:
                    plain(part, source[h]["t"], source[h][name],
                          f"{sizes[h]}" if source is sources[0] else None, style, lw=1.0)
            part.set_xlim(0, 10)
            if title == "midpoint rule":
                part.set_yscale("log")
            elif name == "energy":
                part.set_ylim(0, 6)
            else:
                part.set_ylim(0.1, 0.2)
            part.set_title(title, fontsize=9)
            labels(part, "t", text, legend=True)
            part.grid(alpha=0.3)
            part.tick_params(labelsize=7)

    figure("1993-fig3", "1993, Fig. 3: four particles on springs from 1e2 to 1e7",
           "Steps of 0.04, 0.03 and 0.02, frequencies from 12.6 to 4472. The midpoint rule, symplectic and "
           "stable for linear systems, loses the energy exponentially at the larger steps, and not the "
           "angular momentum; the energy-momentum method (75) keeps both at every step.", checks, draw,
           tight=False, width=10.5)


def fig_1993_phase_space():
    d = table("1993-phase-space")
    potentials = ("linear", "quadratic", "quartic", "exponential")
    schemes = ("midpoint rule (24)", "projected stage (55)", "energy-momentum (61)")
    energies = ((0, 0, 0), (0, 5.47e-4, 0), (1.12e-4, 5.91e-4, 0), (7.71e-5, 1.21e-3, 0))
    checks = []

    def rows(p, s):
        return d[(d["potential"] == p) & (d["scheme"] == s)]

    for s, scheme in enumerate(schemes):
        found = [largest(rows(p, s)["energy_error"]) for p in range(4)]
        right = all(near(x, energies[p][s], 6e-3) if energies[p][s] else x < 4e-15
                    for p, x in enumerate(found))
        checks.append((f"{scheme}: error of H with the four potentials " + ", ".join(f"{x:.2e}" for x in found)
                       + " (" + ", ".join(f"{energies[p][s]:g}" for p in range(4)) + ")", right))
        form = [largest(rows(p, s)["form_error"]) for p in range(4)]
        checks.append((f"{scheme}: the two-form changes by " + ", ".join(f"{x:.1e}" for x in form),
                       max(form) < 1e-12 if s == 1 else min(form) > 1e-4))
    off = float(d["off"].max())
    checks.append((f"all stay on the phase space, |q| = 1 and pi.q = 0, to {off:.1e} (Lemma 3.1)", off < 4e-15))

    def draw(axes):
        axes.axis("off")
        for left, name, text in ((0.09, "energy_error", "error of H"), (0.58, "form_error", "change of the two-form")):
            part = axes.figure.add_axes([left, 0.15, 0.39, 0.72])
            for s, scheme in enumerate(schemes):
                plain(part, rows(3, s)["t"], rows(3, s)[name], scheme, ("-", "--", ":")[s], lw=1.1)
            labels(part, "t", text, legend=True)
            part.grid(alpha=0.3)
            part.tick_params(labelsize=7)

    figure("1993-section3", "1993, section 3: the spherical pendulum on its phase space, V = -exp(q3), h = 0.1",
           "On a manifold with a two-form that is not constant the midpoint rule is not symplectic, and keeps "
           "the energy of quadratic potentials only; with its stage moved onto the manifold it is symplectic; "
           "with the quotient (61) it keeps any energy.", checks, draw, tight=False, width=9.5)


def draw():
    fig_1993_3()
    fig_1993_phase_space()
