# SPDX-License-Identifier: BSD-3-Clause
"""docs/which_method.md, from runs of the program: every problem with the methods that fit it."""
import dataclasses
import json
import pathlib
import subprocess
import sys
import tempfile

import h5py
import numpy as np

ROOT, PROGRAM = pathlib.Path(sys.argv[1]), sys.argv[2]
ONLY = sys.argv[4].split(",") if len(sys.argv) > 4 and sys.argv[3] == "--only" else []

# What the columns of the page are. All have order 4 but the (3,3) method, Gauss and Radau.
METHODS = {
    "lobatto": "{stages: 3}",
    "gauss-lobatto 2": "{family: gauss-lobatto, stages: 2}",
    "gauss-lobatto 3": "{family: gauss-lobatto, stages: 3}",
    "half-explicit": "{family: half-explicit, order: 4}",
    "gauss": "{family: gauss, stages: 3}",
    "radau-iia": "{family: radau-iia, stages: 3}",
    "lobatto-iiic": "{stages: 3, rho_infinity: 0}",
}


@dataclasses.dataclass
class Row:
    """One problem: what it stands for, which method, beside which other, and why."""
    kind: str
    take: str
    beside: str
    by: str  # error, energy, constraints or ms: in this the one that is taken is the better
    why: str
    parameters: str = ""
    time: str = ""
    reference: str = "{family: gauss-lobatto, stages: 6}"
    judged: str = "q"  # what the error is of
    conserves: bool = True


ROWS = {
    "pendulum": Row("a rod", "gauss-lobatto 3", "radau-iia", "constraints",
                    "both constraints at round-off; standard Runge–Kutta drifts off them"),
    "spherical-pendulum": Row("a rod in space", "gauss-lobatto 3", "half-explicit", "error",
                              "half-explicit steps have order 4 without a Newton matrix of all stages: for longer mechanisms"),
    "unit-pendulum": Row("the same, with tangents", "gauss-lobatto 3", "lobatto", "error",
                         "symplectic on the constraint, with the order of Gauss without one"),
    "double-pendulum": Row("M(q), no constraint", "gauss-lobatto 3", "lobatto", "error",
                           "without constraints it is Gauss' method: two orders more with three stages"),
    "dragged-point": Row("singular M, augmented", "gauss-lobatto 3", "lobatto", "error",
                         "the augmented system is a body like any other"),
    "skate": Row("nonholonomic", "lobatto", "gauss", "constraints",
                 "it holds 0 = w(q, v) to round-off and gauss-lobatto does not take it; Gauss slips a little, with a smaller error",
                 reference="{stages: 7}"),
    "four-bar-chain": Row("closed loops", "gauss-lobatto 3", "lobatto", "error",
                          "where loops lie flat multipliers lose accuracy; more order, the same steps",
                          time="{end: 2}"),
    "andrews-squeezer": Row("a fast mechanism", "gauss-lobatto 3", "lobatto", "error",
                            "seven bodies, six loops: two orders more for the same number of stages",
                            time="{end: 0.01}"),
    "car-axis": Row("constraints that move", "gauss-lobatto 3", "radau-iia", "error",
                    "index 3 without loss of order", time="{end: 1}", conserves=False),
    "charged-particle-on-sphere": Row("H not separable", "gauss-lobatto 3", "lobatto", "error",
                                      "the energy error stays where it is over 1e4",
                                      time="{end: 120}"),
    "guided-oscillator": Row("linear constraint", "gauss-lobatto 3", "lobatto", "error",
                             "with linear constraints IIID and Gauss are symplectic as well"),
    "harmonic-oscillator": Row("one frequency", "gauss-lobatto 3", "lobatto", "error",
                               "phase errors are what remains: order counts; a local model takes steps of six periods",
                               time="{end: 1, step: 0.005}"),
    "stiff-spring-pendulum": Row("an unresolved spring, smooth", "radau-iia", "lobatto", "error",
                                 "steps of a thousand periods: methods that damp what they do not see",
                                 time="{end: 5, step: 0.01}",
                                 reference="{family: radau-iia, stages: 6}"),
    "rigid-on-stiff-pendulum": Row("stiff beside rigid", "lobatto", "lobatto-iiic", "energy",
                                   "the problem's splitting damps the stiff part alone; IIIC throughout takes energy from both",
                                   time="{end: 24}", reference="{stages: 6}"),
    "n-particles": Row("springs of all stiffnesses", "gauss-lobatto 2", "lobatto", "energy",
                       "springs that the step does not resolve: Lobatto with undamped letters is lost, those that damp lose most of the energy",
                       time="{end: 20, step: 0.04}", reference="", judged=""),
    "three-bodies": Row("potentials of distances", "gauss-lobatto 3", "lobatto", "error",
                        "smooth motions: order; energy-momentum methods where steps do not resolve all"),
    "phase-space-pendulum": Row("(q, pi) on a sphere", "gauss", "radau-iia", "energy",
                                "quadratic invariants, so the length of q and π·q, are kept by Gauss' methods",
                                reference="{family: gauss, stages: 6}"),
    "reduced-pendulum": Row("one canonical pair", "gauss-lobatto 3", "lobatto", "error",
                            "symplectic, order 6", reference="{family: gauss, stages: 6}"),
    "jay-2007-dae": Row("u enters nonlinearly", "gauss-lobatto 3", "lobatto", "error",
                        "order 2s, not 2s − 2", reference="", judged="v"),
    "index2-five-families": Row("friction-like u, index 2", "lobatto", "gauss", "constraints",
                                "each term its own letter, and w at the ends of steps", reference="",
                                judged="v"),
}


def run(name, row, method, time="", reference=False):
    """None where the method does not fit; else what was measured."""
    with tempfile.TemporaryDirectory() as folder:
        case = pathlib.Path(folder) / "case.yaml"
        case.write_text(f"problem: {{name: {name}{row.parameters}}}\nmethod: {method}\n"
                        + (f"time: {time}\n" if time else ""))
        result = subprocess.run([PROGRAM, "run", case, "--output", folder + "/out"], capture_output=True,
                                text=True)
        if result.returncode == 2:
            return None
        summary = json.loads((pathlib.Path(folder) / "out/summary.json").read_text())
        if result.returncode:
            return {"failed": True, "steps": summary["steps"]}
        with h5py.File(folder + "/out/results.h5") as file:
            end = {key: file[key][-1] for key in ("q", "v") if key in file}
        total = summary["quantities"].get("total") or {}
        kinetic = summary["quantities"].get("kinetic", {})
        scale = max(abs(total.get("start", 0)), kinetic.get("largest_deviation", 0), 1e-300)
        if name == "rigid-on-stiff-pendulum":
            total, scale = summary["quantities"]["rigid_energy"], 1.0
        return {"end": end, "answers": summary["known_answers"], "at": summary["end_time"],
                "energy": total["largest_deviation"] / scale if total and row.conserves else None,
                "constraints": max(summary["largest_position_violation"],
                                   summary["largest_velocity_violation"]),
                "ms": 1e3 * summary["seconds"]["solve"] / max(summary["steps"], 1),
                "constrained": summary["constraints"] > 0}


def shorter(row, name):
    """The usual steps over four."""
    with tempfile.TemporaryDirectory() as folder:
        case = pathlib.Path(folder) / "case.yaml"
        case.write_text(f"problem: {{name: {name}{row.parameters}}}\n"
                        + (f"time: {row.time}\n" if row.time else ""))
        shown = subprocess.run([PROGRAM, "check", case], capture_output=True, text=True)
    line = next(line for line in shown.stdout.splitlines() if line.startswith("time:"))
    numbers = dict(part.split(": ") for part in line[len("time: {"):-1].split(", "))
    return f"{{end: {numbers['end']}, step: {float(numbers['step']) / 4!r}}}"


def error(found, judged, reference):
    if not judged:
        return None
    for answer in found["answers"]:
        if abs(answer["time"] - found["at"]) < 1e-9 and answer[f"{judged}_relative_error"] is not None:
            return answer[f"{judged}_relative_error"]
    if reference is None:
        return None
    scale = np.abs(reference["end"][judged]).max()
    return float(np.abs(found["end"][judged] - reference["end"][judged]).max() / scale)


def measure(name, row):
    reference = run(name, row, row.reference, shorter(row, name)) if row.reference else None
    results = {}
    for method, text in METHODS.items():
        found = run(name, row, text, row.time)
        if found and not found.get("failed"):
            found["error"] = error(found, row.judged, reference)
        results[method] = found
    return results


def number(value):
    if value is None:
        return "–"
    return "round-off" if value < 1e-13 else f"{value:.0e}".replace("e-0", "e-").replace("e+0", "e+")


def learn_energy_momentum():
    """Its row and column, where the program has the family."""
    known = run("n-particles", ROWS["n-particles"], "{family: energy-momentum}", "{end: 0.1, step: 0.02}")
    if not known:
        return
    METHODS["energy-momentum"] = "{family: energy-momentum}"
    ROWS["n-particles"].take = "energy-momentum"
    ROWS["n-particles"].why = "springs that the step does not resolve: Simo and Gonzalez' method keeps energy and momenta"


def cell(found):
    if found is None:
        return "does not fit"
    if found.get("failed"):
        return f"fails after {found['steps']} steps"
    drift = number(found["energy"])
    if found["constrained"]:
        drift += f"; {number(found['constraints'])}"
    return f"{number(found['error'])} · {drift} · {found['ms']:.2f}"


def better(row, results):
    """Whether what is taken is better than the other, in what it is taken for."""
    one, other = results[row.take], results[row.beside]
    if one is None or one.get("failed"):
        return False
    return other is None or other.get("failed") or one[row.by] < other[row.by]


HEAD = """# Which method for which problem

Written by `scripts/which_method` from runs of this program: every [problem by name](problems.md) with its usual steps and
the methods that fit it. *Error* is that of the positions at the end, relative to their largest; *drift* the largest
deviation of the energy, relative to it or to the kinetic part, and after the semicolon by how much constraints or their
derivatives are off; *cost* the milliseconds of a step, on the machine that wrote the page and with this program's small
dense solver: compare within a row. Structures and systems of matrices have their own table, in
[gauss_lobatto.md](gauss_lobatto.md) and [performance.md](performance.md): there the default, `gauss-lobatto` with three stages
and ρ∞ = 0.8, is what to begin with.

| your problem | take | error · drift · cost | beside | error · drift · cost | because |
|---|---|---|---|---|---|
"""

TAIL = """
In short: **gauss-lobatto** for whatever has holonomic constraints or none; **lobatto** with a splitting where one part is
to be damped and another not, or where velocities are constrained; **half-explicit** where forces do not depend on
velocities and nothing is stiff; **radau-iia** or ρ∞ = 0 where steps do not resolve what is stiff and nobody wants to see
it; **gauss** without constraints, for comparison. IIIA, IIIC and Radau IIA in their standard form lose the constraints of
mechanisms: the drift column shows it.

## All of them

Three stages but where the column says otherwise; `lobatto` with the problem's own splitting, `lobatto-iiic` with ρ∞ = 0.

"""


def page(all_results):
    text = HEAD
    for name, row in ROWS.items():
        results = all_results[name]
        text += (f"| {row.kind}: [{name}](problems.md#{name}) | **{row.take}** | {cell(results[row.take])} | "
                 f"{row.beside} | {cell(results[row.beside])} | {row.why} |\n")
    text += TAIL + "| | " + " | ".join(METHODS) + " |\n|---" * 1 + "|---" * len(METHODS) + "|\n"
    for name, results in all_results.items():
        text += f"| {name} | " + " | ".join(cell(results[method]) for method in METHODS) + " |\n"
    return text


def main():
    learn_energy_momentum()
    wanted = {name: row for name, row in ROWS.items() if not ONLY or name in ONLY}
    all_results, wrong = {}, []
    for name, row in wanted.items():
        all_results[name] = measure(name, row)
        good = better(row, all_results[name])
        print(f"{'better' if good else 'NOT BETTER':10} {name}: {row.take} {cell(all_results[name][row.take])}; "
              f"{row.beside} {cell(all_results[name][row.beside])}", flush=True)
        if not good:
            wrong.append(name)
    if not ONLY:
        (ROOT / "docs/which_method.md").write_text(page(all_results))
    if wrong:
        print(f"which_method: not the better one on {', '.join(wrong)}", file=sys.stderr)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
