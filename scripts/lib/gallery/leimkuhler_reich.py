# SPDX-License-Identifier: BSD-3-Clause
"""Leimkuhler & Reich (1992)."""
import numpy as np

from drawing import figure, halves, labels, largest, near, plain, short, table


def formulation_figure(number, title, observed, checks):
    """Residuals on the left, the wedge product on the right, as in the paper."""
    d = table(f"1992-fig{number}")

    def draw(axes):
        axes.axis("off")
        places = ((0.08, "g", "g(q)"), (0.4, "Gp", "G(q)p"), (0.73, "wedge_error", "wedge product - 1"))
        for left, name, text in places:
            part = axes.figure.add_axes([left, 0.15, 0.24, 0.7])
            plain(part, d["t"], d[name], lw=0.6)
            labels(part, "t", text)
            part.grid(alpha=0.3)
            part.tick_params(labelsize=7)

    figure(f"1992-fig{number}", f"1992, Fig. {number}: {title}", observed, checks(d), draw,
           tight=False, width=10.5)


def checks_1992_31(d):
    first, second = halves(d["t"], d["g"])
    return [(f"|g| stays bounded: {first:.4g} and {second:.4g} in the halves (2.397e-4, 2.403e-4)",
             near(first, 2.397e-4) and near(second, 2.403e-4)),
            (f"|Gp| <= {largest(d['Gp']):.3g} (4.52e-4)", near(largest(d["Gp"]), 4.52e-4)),
            (f"wedge product to {largest(d['wedge_error']):.1g}", largest(d["wedge_error"]) < 2e-13)]


def checks_1992_32(d):
    return [(f"g(1) = {d['g'][-1]:.5g}, Gp(1) = {d['Gp'][-1]:.5g} (-7.2951e-3, -3.6427e-2)",
             near(d["g"][-1], -7.2951e-3, 1e-4) and near(d["Gp"][-1], -3.6427e-2, 1e-4)),
            (f"wedge product to {largest(d['wedge_error']):.1g}", largest(d["wedge_error"]) < 2e-15)]


def checks_1992_41(d):
    first, second = halves(d["t"], d["g"])
    before, after = halves(d["t"], d["wedge_error"])
    return [(f"g oscillates: {first:.3g}, {second:.3g} in the halves", second < 1.01 * first < 1e-4),
            (f"|Gp| <= {largest(d['Gp']):.1g}, round-off: a quadratic invariant", largest(d["Gp"]) < 1e-14),
            (f"the wedge product goes away linearly: {before:.2g} in the first half, {after:.2g} in the "
             "second", near(after, 2 * before, 0.15) and before > 1e-4)]


def checks_1992_42(d):
    first, second = halves(d["t"], d["wedge_error"])
    return [("the growth of the residuals that the paper shows: g and Gp are strong quadratic invariants "
             "of (3.7), (3.8), which the midpoint rule keeps; growth can only be an iteration that was "
             f"stopped early. Here {largest(d['g']):.1g} and {largest(d['Gp']):.1g}", None),
            (f"both at round-off to t = {d['t'][-1]:g}",
             largest(d["g"]) < 8e-15 and largest(d["Gp"]) < 3e-14),
            (f"the wedge product oscillates between 0 and {second:.4g} (h^2/4)",
             near(first, 2.5e-5) and near(second, 2.5e-5))]


def checks_1992_43(d):
    at_ten = largest(d["wedge_error"][d["t"] <= 10.0 + 1e-9])
    checks = [(f"|g| <= {largest(d['g']):.1g}, |Gp| <= {largest(d['Gp']):.1g}, round-off",
               largest(d["g"]) < 1e-15 and largest(d["Gp"]) < 4e-15),
              (f"wedge product until t = 10: {at_ten:.3g} (1.97e-4)", near(at_ten, 1.97e-4, 0.01))]
    if not short:
        whole = largest(d["wedge_error"])
        checks.append((f"until t = 100: {whole:.3g} (1.96e-3), linear", near(whole, 1.96e-3, 0.01)))
    return checks


def checks_1992_44(d):
    early, ten = d[d["t"] <= 1.0 + 1e-9], d[d["t"] <= 10.0 + 1e-9]
    checks = [(f"the residuals are not at round-off: |g| <= {largest(early['g']):.4g} until t = 1, "
               f"{largest(ten['g']):.4g} until t = 10 (2.117e-4, 7.628e-4)",
               near(largest(early["g"]), 2.117e-4) and near(largest(ten["g"]), 7.628e-4)),
              (f"the wedge product drifts: {largest(early['wedge_error']):.4g}, "
               f"{largest(ten['wedge_error']):.4g} (3.372e-4, 1.361e-3)",
               near(largest(early["wedge_error"]), 3.372e-4) and near(largest(ten["wedge_error"]), 1.361e-3))]
    if not short:
        checks.append((f"until t = 100 {largest(d['wedge_error']):.4g}, while |g| stays below "
                       f"{largest(d['g']):.3g}", near(largest(d["wedge_error"]), 2.001e-2)))
    return checks


def checks_1992_45(d):
    first, second = halves(d["t"], d["wedge_error"])
    return [(f"|g| <= {largest(d['g']):.1g}, |Gp| <= {largest(d['Gp']):.1g}",
             largest(d["g"]) < 2e-15 and largest(d["Gp"]) < 4e-15),
            (f"the wedge product keeps its amplitude {second:.4g}", near(first, 2.5e-5) and near(second, 2.5e-5)),
            ("the loss of regular structure that the paper sees: what is projected away here is "
             "round-off (see Fig. 4.2)", None)]


def fig_1992_33():
    centre, saddle = table("1992-fig3.3a"), table("1992-fig3.3b")
    first = centre[centre["start"] == 0]
    wave = 1e-3 * np.cos(2 * first["t"])
    off = largest(first["rho"] - wave) / 1e-3
    grown = saddle[saddle["start"] == 0]
    early = (grown["t"] > 0) & (grown["t"] <= 1.0)
    wanted = 1e-3 * np.cosh(2 * grown["t"][early])
    apart = float(np.abs(grown["rho"][early] / wanted - 1).max())

    def draw(axes):
        axes.axis("off")
        for left, d, title in ((0.1, centre, "(a) Dirac"), (0.6, saddle, "(b) simplified")):
            part = axes.figure.add_axes([left, 0.15, 0.36, 0.68])
            for k in np.unique(d["start"]):
                rows = d[d["start"] == k]
                plain(part, rows["rho"], rows["sigma"], lw=0.8)
            part.set_title(title, fontsize=9)
            labels(part, "rho", "sigma")
            part.grid(alpha=0.3)
            part.tick_params(labelsize=7)
            if d is saddle:
                part.set_xlim(-0.004, 0.004)
                part.set_ylim(-0.008, 0.008)

    figure("1992-fig3.3", "1992, Fig. 3.3: residuals of a free particle beside the circle",
           "The same motion on the circle, and beside it a centre of frequency 2|p| or a saddle with the "
           "rate 2|p|: rho' = -sigma or rho' = sigma, sigma' = 4 p.p rho to first order.",
           [(f"(a) rho follows cos 2|p|t to {off:.1%}", off < 0.05),
            (f"(b) rho follows cosh 2|p|t to {apart:.1%} until t = 1", apart < 0.05)], draw, tight=False,
           width=9.0)


def draw():
    formulation_figure("3.1", "Dirac's formulation, midpoint rule, h = 0.01",
                       "Canonical equations of H + mu g + eta Gp: the residuals stay where the method's error "
                       "puts them, the wedge product is kept.", checks_1992_31)
    formulation_figure("3.2", "the simplified formulation",
                       "Without eta the manifold is a saddle: the residuals grow until the equations of a "
                       "step have no solution (t = 2.19).", checks_1992_32)
    fig_1992_33()
    formulation_figure("4.1", "the standard underlying equations",
                       "Not canonical: the wedge product is lost.", checks_1992_41)
    formulation_figure("4.2", "the weak formulation",
                       "Dirac's equations without derivatives of mu and eta.", checks_1992_42)
    formulation_figure("4.3", "Dirac's formulation, ends of steps projected",
                       "The orthogonal projection costs the wedge product.", checks_1992_43)
    formulation_figure("4.4", "Dirac's formulation, stages projected",
                       "Stages on the manifold do not keep the ends of the steps there: the instability that "
                       "the paper shows.", checks_1992_44)
    formulation_figure("4.5", "the weak formulation, every twentieth end projected",
                       "Nothing is lost by projecting now and then: the wedge product goes on as in Fig. 4.2.",
                       checks_1992_45)
