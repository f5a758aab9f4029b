# SPDX-License-Identifier: BSD-3-Clause
"""plots.py: pictures of the results: error over time for each method, cost over size."""

import math

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt  # noqa: E402

import cost_model  # noqa: E402

STYLES = {"SPARK, s = 3": ("C0", "o"), "SPARK, s = 4": ("C1", "s"), "SPARK, s = 5": ("C2", "^"),
          "SPARK, s = 6": ("C8", "<"), "SPARK, s = 7": ("C9", ">"),
          "generalized-alpha": ("C3", "v"), "TSALPHA2": ("C4", "x"), "IDA": ("C5", "d"),
          "CalculiX": ("C6", "*"), "sparkdyn, s = 3": ("C0", "o"), "sparkdyn, s = 4": ("C1", "s"),
          "our HHT-alpha": ("C3", "v")}
SMALLEST = 1e-9  # below it the reference counts


def style(name):
    key = next((k for k in STYLES if name.startswith(k)), None)
    color, marker = STYLES.get(key, ("k", "."))
    return {"color": color, "marker": marker}


def finish(figure, axes, path, title):
    """The legend stands beside the data, never on it."""
    axes.set_title(title, fontsize=11)
    axes.grid(True, which="major", alpha=0.3)
    axes.legend(loc="center left", bbox_to_anchor=(1.01, 0.5), fontsize=9, frameon=False)
    figure.savefig(path, dpi=130, bbox_inches="tight")
    plt.close(figure)


def log_axes(x, y):
    figure, axes = plt.subplots(figsize=(7.2, 4.6))
    axes.set_xscale("log")
    axes.set_yscale("log")
    axes.set_xlabel(x)
    axes.set_ylabel(y)
    return figure, axes


def mark_targets(axes, targets):
    for target in targets:
        axes.axhline(target, color="0.6", lw=0.8, ls=":")


def work_precision(folder, data):
    for structure in data["structures"]:
        figure, axes = log_axes("stepping time [s]", "largest error of the tip's deflection, relative [–]")
        for method in structure["methods"]:
            runs = [r for r in method["runs"] if r["error"] > SMALLEST]
            look = style(method["name"])
            seconds = [r["steps"] * method["step_seconds"] for r in runs]
            axes.plot(seconds, [r["error"] for r in runs], label=method["name"], lw=1.4, ms=6, **look)
            beyond = [n for n in method["needed"] if n["extrapolated"]]
            if beyond:
                axes.plot([seconds[-1], *(n["seconds"] for n in beyond)],
                          [runs[-1]["error"], *(n["error"] for n in beyond)], ls="--", lw=1,
                          color=look["color"], marker=look["marker"], mfc="none", ms=6,
                          label=f"{method['name']}, extrapolated")
        mark_targets(axes, (1e-4, 1e-6))
        rows = structure["constraints"]
        name = "work_precision_constrained" if rows else "work_precision"
        finish(figure, axes, folder / f"{name}.png",
               f"Beam, {structure['dofs']:,} unknowns, {rows or 'no'} constraints, factors kept")


def calculix(folder, data):
    figure, axes = log_axes("time of the whole run [s]", "largest error of the tip's deflection, relative [–]")
    for name in dict.fromkeys(run["name"] for run in data["runs"]):
        runs = [run for run in data["runs"] if run["name"] == name]
        axes.plot([r["seconds"] for r in runs], [r["error"] for r in runs], label=name, lw=1.4, ms=7,
                  **style(name))
        if name == "CalculiX":
            equal = data["equal_error"]
            axes.plot([runs[-1]["seconds"], equal["calculix_seconds"]], [runs[-1]["error"], equal["error"]],
                      ls="--", lw=1, color=style(name)["color"], marker="*", mfc="none", ms=9,
                      label="CalculiX, extrapolated")
    mark_targets(axes, [data["target"]])
    finish(figure, axes, folder / "calculix.png",
           f"The same deck, {data['dofs']:,} unknowns, one core")


def ida(folder, data):
    figure, axes = log_axes("processor time, everything [s]",
                            "largest error of the tip's deflection, relative [–]")
    curves = {}
    for trial in [*data["spark"], *data["ida"]]:
        if trial["error"] and trial["error"] > SMALLEST:
            curves.setdefault(trial["name"].rsplit(",", 1)[0], []).append(trial)
    for number, (name, trials) in enumerate(curves.items()):
        look = style(name)
        if name.startswith("IDA"):
            look = {"color": f"C{3 + number % 5}", "marker": "d"}
        axes.plot([t["seconds"] for t in trials], [t["error"] for t in trials], label=name, lw=1.4, ms=6,
                  **look)
    mark_targets(axes, (1e-4, 1e-6))
    finish(figure, axes, folder / "ida.png",
           f"Structure, {data['dofs']:,} unknowns, {data['constraints']} constraints")


def label_of(solver, stages):
    return f"{solver}, " + ("generalized-α" if stages == 1 else f"s = {stages}")


def cost(folder, results, model):
    found = cost_model.samples(results, "cost_direct", "cost_multigrid")
    if not found:
        return
    figure, axes = log_axes("unknowns n [–]", "time of a step, one rank [s]")
    for solver, line in (("direct", "-"), ("multigrid", "--")):
        for number, stages in enumerate(sorted({s["stages"] for s in found})):
            points = [s for s in found if s["solver"] == solver and s["stages"] == stages]
            if not points or solver not in model:
                continue
            look = {"color": f"C{number}", "marker": "o" if solver == "direct" else "s"}
            n = [p["dofs"] for p in points]
            axes.plot(n, [p["step_seconds"] for p in points], ls="none", ms=6,
                      mfc=look["color"] if solver == "direct" else "none",
                      label=label_of(solver, stages), **look)
            # To a million, where the direct solver's memory would not go.
            wide = [min(n) * (1e6 / min(n))**(k / 40) for k in range(41)]
            if solver == "direct":
                fitted = [cost_model.direct_seconds(model[solver], x, stages) for x in wide]
            else:
                fitted = [cost_model.multigrid_seconds(model[solver], x, stages, 1)[0] for x in wide]
            axes.plot(wide, fitted, color=look["color"], ls=line, lw=1)
    finish(figure, axes, folder / "cost.png", "Cubes: measured (marks) and the fitted model (lines)")


def ranks(folder, model):
    multigrid = model.get("multigrid")
    if not multigrid:
        return
    stages = max((s for s in multigrid["iterations"] if int(s) <= 3), key=int)
    figure, axes = log_axes("ranks P [–]", f"time of a step, s = {stages}, on paper [s]")
    for number, n in enumerate((10**6, 10**7, 10**8, 10**9)):
        counts = [2**k for k in range(0, 18) if n / 2**k >= 200]
        axes.plot(counts, [cost_model.multigrid_seconds(multigrid, n, stages, p)[0] for p in counts],
                  color=f"C{number}", lw=1.4, marker=".", label=f"n = $10^{{{round(math.log10(n))}}}$")
        axes.plot(counts, [cost_model.multigrid_seconds(multigrid, n, stages, 1)[0] / p for p in counts],
                  color=f"C{number}", lw=0.8, ls=":")
    axes.plot([], [], color="0.4", lw=0.8, ls=":", label="one rank's time / P")
    finish(figure, axes, folder / "ranks.png", "Multigrid on more ranks: the model carried on")


def draw(folder, results, model):
    for name, picture in (("time_to_accuracy", work_precision), ("calculix", calculix),
                          ("ida_structure", ida)):
        data = (results.get(name) or {}).get("data")
        if data:
            picture(folder, data)
    cost(folder, results, model)
    ranks(folder, model)
