#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""cost_model.py: fits what a step costs to the samples in results.json (benchmarks cost_*), and carries
the fit on to more ranks on paper.

    cost_model.py docs/performance/results.json

Direct, one rank. A solve reads the factors twice, L entries of 8 bytes for a real system, of 16 for a
complex one, so a step of s stages reads s times what a Newmark step does:

    L = c n^p,    t = 16 s L / B + y s n            (fitted: c, p, the bandwidth B, y)

Multigrid. An iteration reads the matrices of all levels a fixed number of times, so

    t = a_s I_s n / (P E)                            (fitted: a_s; measured: iterations I_s, efficiency E)

with I_s the iterations of all systems of a step together; m rows of G add r m.

On paper, P ranks: every iteration also sends halos on every level and adds numbers over all ranks,

    + I_s (Σ_l k (α + ν o + h_l / β) + (3 + N_l/4) 2 α log₂P + c₀),

N_l levels, k exchanges on each with ν neighbours, latency α, overhead o of a message and bandwidth β of
a network, halo h_l of a cube of n_l/P unknowns, c₀ the coarsest system, which every rank solves. α, o,
β, k, ν are assumptions, printed with the numbers."""

import json
import math
import statistics
import sys

import numpy as np

ALPHA, OVERHEAD, BETA = 2e-6, 0.3e-6, 1e10  # s, s per message, bytes/s
EXCHANGES, NEIGHBOURS = 10, 20  # halo exchanges per level and iteration, messages in each
COARSEST, COARSENING = 300, 20


def samples(results, *names):
    found = []
    for name in names:
        data = (results.get(name) or {}).get("data") or {}
        found += data.get("samples", [])
    return found


def power(x, y):
    """c, p of y = c x^p."""
    slope, log_c = np.polyfit(np.log(x), np.log(y), 1)
    return float(math.exp(log_c)), float(slope)


def fit_direct(found):
    newmark = [s for s in found if s["stages"] == 1]
    if len(newmark) < 2:
        return None
    c, p = power([s["dofs"] for s in newmark], [s["factor_entries"] for s in newmark])
    entries = {s["dofs"]: s["factor_entries"] for s in newmark}
    # Relative errors count, so rows are divided by what was measured; no cost is negative.
    rows = np.array([[16 * s["stages"] * entries[s["dofs"]], s["stages"] * s["dofs"]] for s in found])
    measured = np.array([s["step_seconds"] for s in found])
    x, *_ = np.linalg.lstsq(rows / measured[:, None], np.ones(len(found)), rcond=None)
    if x.min() < 0:
        x = np.array([1 / np.mean(rows[:, 0] / measured), 0.0])
    error = np.abs(rows @ x / measured - 1)
    return {"entries": [c, p], "bandwidth": float(1 / x[0]), "per_dof": float(x[1]),
            "largest_error": float(error.max()), "mean_error": float(error.mean())}


def fit_multigrid(found, double, rows):
    if len(found) < 2:
        return None
    stages = sorted({s["stages"] for s in found})
    per = {s: statistics.median(x["step_seconds"] / x["dofs"] / x["iterations"]
                                for x in found if x["stages"] == s) for s in stages}
    # Of the largest model: iterations grow a little with n while the coarse levels are few.
    most = max(s["dofs"] for s in found)
    iterations = {s: next(x["iterations"] for x in found if x["stages"] == s and x["dofs"] == most)
                  for s in stages}
    error = [abs(per[x["stages"]] * x["iterations"] * x["dofs"] / x["step_seconds"] - 1) for x in found]
    result = {"per_iteration_and_dof": per, "iterations": iterations,
              "largest_error": max(error), "mean_error": statistics.mean(error)}
    single = {(x["dofs"], x["stages"]): x["step_seconds"] for x in found}
    speedup = [single[key] / x["step_seconds"] for x in double
               if (key := (x["dofs"], x["stages"])) in single and x["dofs"] == most]
    if speedup:
        result["efficiency_2"] = min(1.0, statistics.median(speedup) / 2)
    if len(rows) > 1:
        slope, start = np.polyfit([x["constraints"] for x in rows], [x["step_seconds"] for x in rows], 1)
        result["per_row"] = float(slope)
        result["rows_relative"] = float(slope / start)
        result["rows_dofs"] = rows[0]["dofs"]
    return result


def fit(results):
    model = {}
    direct = fit_direct(samples(results, "cost_direct"))
    multigrid = fit_multigrid(samples(results, "cost_multigrid"), samples(results, "cost_multigrid_2"),
                              samples(results, "cost_rows"))
    if direct:
        model["direct"] = direct
    if multigrid:
        model["multigrid"] = multigrid
    return model


def direct_seconds(model, n, s):
    c, p = model["entries"]
    return 16 * s * c * n**p / model["bandwidth"] + model["per_dof"] * s * n


def multigrid_seconds(model, n, s, ranks):
    """Seconds of a step, and the part of it that is messages."""
    iterations = model["iterations"][s]
    per, efficiency = model["per_iteration_and_dof"][s], model.get("efficiency_2", 1.0)
    compute = per * iterations * n / ranks / (efficiency if ranks > 1 else 1)
    levels = max(1, math.ceil(math.log(max(n, COARSEST) / COARSEST, COARSENING)) + 1)
    messages = 0
    if ranks > 1:
        for level in range(levels):
            share = max(n / COARSENING**level / ranks, 1)
            halo = 6 * 3 * (share / 3)**(2 / 3) * 8
            messages += EXCHANGES * (ALPHA + NEIGHBOURS * OVERHEAD + halo / BETA)
        messages += (3 + levels / 4) * 2 * ALPHA * math.log2(ranks)
        messages += COARSEST**2 * 8 / 1e10
    return compute + iterations * messages, iterations * messages


def si(seconds):
    return f"{seconds:.3g} s" if seconds >= 1 else f"{1e3 * seconds:.3g} ms"


def text(model):
    lines = []
    direct, multigrid = model.get("direct"), model.get("multigrid")
    if direct:
        c, p = direct["entries"]
        lines += [f"**Direct**, cubes, one rank: L = {c:.3g} n^{p:.2f} factor entries; B = "
                  f"{direct['bandwidth'] / 1e9:.1f} GB/s, y = {1e9 * direct['per_dof']:.0f} ns. The fit "
                  f"misses the samples by {100 * direct['mean_error']:.0f} % on average, "
                  f"{100 * direct['largest_error']:.0f} % at most.", ""]
    if multigrid:
        per = multigrid["per_iteration_and_dof"]
        stages = sorted(per, key=int)
        lines += ["**Multigrid**, cubes, tolerance 1e-8:", "",
                  "| s | iterations of a step | ns per iteration and unknown | s per step and 10⁶ unknowns, "
                  "one rank |", "|---|---|---|---|"]
        lines += [f"| {'generalized-α' if int(s) == 1 else s} | {multigrid['iterations'][s]:.0f} | "
                  f"{1e9 * per[s]:.0f} | {1e6 * per[s] * multigrid['iterations'][s]:.2g} |"
                  for s in stages]
        lines += ["", f"The fit misses the samples by {100 * multigrid['mean_error']:.0f} % on average, "
                  f"{100 * multigrid['largest_error']:.0f} % at most."]
        if "efficiency_2" in multigrid:
            lines[-1] += f" Two ranks: efficiency E = {multigrid['efficiency_2']:.2f}."
        if "per_row" in multigrid:
            lines[-1] += (f" A row of G adds {1e6 * multigrid['per_row']:.1f} µs to a step of "
                          f"{multigrid['rows_dofs']} unknowns: 1,000 rows "
                          f"{1e5 * multigrid['rows_relative']:.1f} %.")
        lines += ["", f"On paper, s = 3, α = {1e6 * ALPHA:g} µs, o = {1e6 * OVERHEAD:g} µs, β = {BETA / 1e9:g} "
                  f"GB/s, k = {EXCHANGES}, ν = {NEIGHBOURS} (`benchmarks/cost_model.py` has the formula), "
                  "cores as fast as this one with memory of their own:", "",
                  "| unknowns | ranks | unknowns per rank | step | of it messages | efficiency |",
                  "|---|---|---|---|---|---|"]
        three = next((s for s in stages if int(s) == 3), stages[-1])
        for n, ranks in ((10**6, 1), (10**6, 16), (10**6, 64), (10**6, 256), (10**8, 256), (10**8, 1024),
                         (10**8, 4096), (10**8, 16384),
                         (10**8, 65536)):
            total, messages = multigrid_seconds(multigrid, n, three, ranks)
            alone, _ = multigrid_seconds(multigrid, n, three, 1)
            lines.append(f"| 10^{round(math.log10(n))} | {ranks} | {n // ranks} | {si(total)} | "
                         f"{100 * messages / total:.0f} % | {100 * alone / ranks / total:.0f} % |")
    return "\n".join(lines)


if __name__ == "__main__":
    print(text(fit(json.load(open(sys.argv[1])))))
