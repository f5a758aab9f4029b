#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""bench.py: runs the benchmarks, writes a table and draws pictures; scripts/bench builds first.

    bench.py [--quick] [--list] [--redraw] [--build DIR] [--results DIR] [NAME...]

A benchmark is an entry of ENTRIES: a command that prints what it measured. A figure with a bar reads

    … the words … 9.3 … (at most 12) …        or at least, below, above

in one clause of a line (clauses end with a semicolon or the bracket before); the number before the
bracket is the figure. Tables as step_cost prints them (value, then `<= bar`) are read too. A command
that takes `--json FILE` leaves data for pictures and for the cost model.

Results are merged into results.json, so that a benchmark can be measured again alone; results.md, the
table in docs/performance.md and the pictures are made from it. The exit status is 1 when a bar is not
met or a benchmark fails. --quick runs small versions, which show that everything works; their figures
say nothing about the bars, so they go to another folder and bars do not count."""

import argparse
import dataclasses
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[1]
PUBLISHED = ROOT / "docs/performance"  # what docs/performance.md shows
NUMBER = r"[-+]?\d+(?:\.\d*)?(?:[eE][-+]?\d+)?"
SENSES = {"at most": "≤", "below": "<", "at least": "≥", "above": ">"}


@dataclasses.dataclass
class Entry:
    """`program` is a file of build/bin, or a Python script of benchmarks/; one that is not there (a
    package is missing) is said and passed over."""
    name: str
    what: str
    program: str
    arguments: list = dataclasses.field(default_factory=list)
    quick: list = dataclasses.field(default_factory=list)
    ranks: int = 1
    json: bool = False
    judged: bool = True  # False: data only
    show: str = ""  # lines to show beside the first figure


ENTRIES = [
    Entry("time_to_accuracy", "beam of 25,740 dofs, tip right to 1e-4 and 1e-6", "time_to_accuracy",
          quick=["--nx", "20", "--ny", "3", "--nz", "3", "--limit", "320"], json=True),
    Entry("calculix", "the beam as a deck, CalculiX 2.20, one core", "against_calculix.py",
          quick=["--small"], json=True),
    Entry("frequency_response", "beam of 25,740 dofs over 1,000 frequencies", "frequency_response.py",
          quick=["--small"]),
    Entry("dolfinx", "cube of 200,000 dofs, DOLFINx with CG and GAMG, 2 ranks", "against_dolfinx.py",
          quick=["--cells", "6"], json=True),
    Entry("ida_structure", "constrained structure of 768 dofs, SUNDIALS IDA with KLU",
          "structure_against_ida",
          quick=["--nx", "8", "--ny", "2", "--nz", "2", "--constraints", "4", "--repeats", "1"],
          json=True),
    Entry("ida_mechanism", "Andrews' squeezing mechanism, error 1e-6, time of IDA's", "dae_andrews",
          quick=["5"]),
    Entry("direct", "direct step in Newmark solves, 25,740 and 101,088 dofs", "step_cost",
          quick=["--nx", "15", "--repeats", "5"]),
    Entry("direct_damped", "the same with damping, 25,740 dofs", "step_cost",
          ["--nx", "65", "--beta", "1e-5"], quick=["--nx", "15", "--repeats", "5", "--beta", "1e-5"]),
    Entry("splittings", "iterations of splittings that do not decouple", "splitting_cost",
          judged=False),
    Entry("mixtures", "a region with a rho_infinity of its own, 101,088 dofs", "mixture_cost",
          quick=["--nx", "15", "--ny", "4", "--nz", "4", "--repeats", "3"]),
    Entry("multigrid_iterations", "iterations to 1e-8, 25,000 to 1,000,000 dofs, s = 3, 4",
          "krylov_cost", ["--iterations", "--cells", "20", "32", "50", "69"],
          quick=["--iterations", "--cells", "6"], ranks=2),
    Entry("multigrid_million", "1,000,000 dofs, 1,000 rows of G, s = 3, step in steps of "
          "generalized-alpha", "krylov_cost", ["--cells", "69", "--constraints", "1000", "--tied"],
          quick=["--cells", "8", "--constraints", "20", "--tied"], ranks=2,
          show="s per step|peak memory"),
    Entry("multigrid_rows", "200,000 dofs, 10 to 10,000 rows of G", "krylov_cost",
          ["--cells", "40", "--rows-growth", "10", "10000", "--tied"],
          quick=["--cells", "8", "--rows-growth", "10", "100", "--tied"]),
    Entry("multigrid_many_rows", "500,000 dofs, 10 to 100,000 rows of G", "krylov_cost",
          ["--cells", "55", "--rows-growth", "10", "100000", "--tied", "--repeats", "3"],
          quick=["--cells", "10", "--rows-growth", "10", "400", "--tied"], ranks=2),
    Entry("ranks_multigrid", "multigrid, 200,000 dofs, 1 and 2 ranks", "rank_speedup.py",
          ["--", "{bin}/krylov_cost", "--cells", "40", "--constraints", "1000", "--repeats", "3"],
          quick=["--repeats", "1", "--", "{bin}/krylov_cost", "--cells", "8", "--repeats", "2"]),
    Entry("ranks_direct", "direct, s = 3, 86,490 dofs: each factor spread over 2 ranks", "rank_speedup.py",
          ["--", "{bin}/krylov_cost", "--direct", "--spread", "--cells", "30", "--constraints", "100",
           "--repeats", "11"],
          quick=["--repeats", "1", "--", "{bin}/krylov_cost", "--direct", "--spread", "--cells", "8"]),
    Entry("ranks_stages", "direct, s = 4: a system of the step on each rank", "rank_speedup.py",
          ["--bar", "1.7", "--", "{bin}/krylov_cost", "--direct", "--stages", "4", "--cells", "20",
           "--constraints", "100"],
          quick=["--repeats", "1", "--bar", "1.7", "--", "{bin}/krylov_cost", "--direct", "--stages",
                 "4", "--cells", "8"]),
    Entry("auto", "solver: auto beside the better choice", "auto_choice",
          quick=["--repeats", "3", "--cases", "beam 6", "cube 8"]),
    Entry("auto_short", "solver: auto on short runs, where factors do not pay", "auto_choice",
          ["--steps", "5", "--repeats", "3", "--cases", "beam 16", "cube 20", "cube 28", "cube 34"],
          quick=["--steps", "2", "--repeats", "3", "--cases", "cube 8", "cube 12"]),
    Entry("assembly", "a million dofs read, partitioned, assembled", "assembly_cost",
          quick=["--cells", "12"], ranks=2),
    Entry("nonlinear_solid", "30,000 dofs of nonlinear solids with 20 hinges, a solution in steps of small motion",
          "nonlinear_solid.py", ["--program", "{bin}/sparkdyn"],
          quick=["--program", "{bin}/sparkdyn", "--cells", "1", "--joints", "2", "--steps", "2"]),
    Entry("nonlinear_calculix", "a beam bent far as a deck with NLGEOM, CalculiX, one core, error 1e-3",
          "nonlinear_against_calculix.py", quick=["--small"], json=True),
    Entry("slider_crank", "flexible slider-crank, error 1e-6, time of generalized-alpha", "slider_crank.py",
          quick=["--turns", "1"], json=True),
    Entry("cost_direct", "samples for the cost model", "cost_samples",
          ["--direct", "--cells", "8", "12", "16", "20", "24"],
          quick=["--direct", "--cells", "4", "6", "8", "--repeats", "3"], json=True, judged=False),
    Entry("cost_multigrid", "samples for the cost model", "cost_samples",
          ["--cells", "12", "16", "24", "32"], quick=["--cells", "6", "8", "--repeats", "3"],
          json=True, judged=False),
    Entry("cost_multigrid_2", "samples for the cost model, 2 ranks", "cost_samples",
          ["--cells", "16", "24", "32"], quick=["--cells", "6", "8", "--repeats", "3"], ranks=2,
          json=True, judged=False),
    Entry("cost_rows", "samples for the cost model, rows of G", "cost_samples",
          ["--cells", "24", "--stages", "3", "--constraints", "0", "30", "300", "3000"],
          quick=["--cells", "8", "--stages", "3", "--constraints", "0", "10", "100"], json=True,
          judged=False),
]


def holds(value, sense, bar):
    return {"≤": value <= bar, "<": value < bar, "≥": value >= bar, ">": value > bar}[sense]


def figure(what, value, sense, bar, note=""):
    return {"what": what, "value": value, "sense": sense, "bar": bar, "met": holds(value, sense, bar),
            "note": note}


def clauses(output):
    """Figures written as `words 9.3 words (at most 12) note`."""
    bracket = re.compile(rf"\((at most|below|at least|above) ({NUMBER})[^)]*\)")
    rows = []
    for line in output.splitlines():
        start = 0
        for found in bracket.finditer(line):
            clause = line[start:found.start()].split(";")[-1].strip(" ,")
            numbers = list(re.finditer(rf"(?<![\w.]){NUMBER}", clause))
            start = found.end()
            if not numbers:
                continue
            value = float(numbers[-1].group())
            words = clause[:numbers[-1].start()] + "…" + clause[numbers[-1].end():]
            rows.append(figure(" ".join(words.split()), value, SENSES[found.group(1)],
                               float(found.group(2))))
        if start and rows:
            rows[-1]["note"] = line[start:].strip(" ,;")
    return rows


def tables(output):
    """Figures of tables whose columns are `value`, `bar` with `<= 3.8` or `< 10` in it."""
    rows, header, where = [], None, ""
    for line in output.splitlines():
        cells = re.split(r"\s{2,}", line.strip().replace("<= ", "<=").replace("< ", "<"))
        size = re.search(r"(\d+) degrees of freedom", line)
        if size:
            where = f"{size.group(1)} dofs, "
        elif "bar" in cells:
            header = cells
        elif header and len(cells) == len(header) and re.fullmatch(NUMBER, cells[0]):
            for column in range(1, len(cells)):
                if header[column] == "bar" and cells[column].startswith("<"):
                    sense = "≤" if cells[column].startswith("<=") else "<"
                    rows.append(figure(f"{where}{header[0]} {cells[0]}: {header[column - 1]}",
                                       float(cells[column - 1]), sense,
                                       float(cells[column].lstrip("<="))))
    return rows


def read(entry, output):
    rows = clauses(output) + tables(output)
    if rows and entry.show:
        shown = [line.strip() for line in output.splitlines() if re.search(entry.show, line)]
        rows[0]["note"] = "; ".join(filter(None, [rows[0]["note"], *shown]))
    return rows


def machine():
    model = next((line.split(":", 1)[1].strip() for line in open("/proc/cpuinfo")
                  if line.startswith("model name")), platform.processor())
    memory = os.sysconf("SC_PHYS_PAGES") * os.sysconf("SC_PAGE_SIZE") / 2**30
    return f"{model}, {os.cpu_count()} cores, {memory:.0f} GiB"


def commit():
    """What a run writes itself, docs/performance, does not make its commit another one."""
    git = ["git", "-C", ROOT]
    result = subprocess.run([*git, "describe", "--always"], capture_output=True, text=True)
    changed = subprocess.run([*git, "diff", "--quiet", "HEAD", "--", ".", ":!docs"]).returncode
    return result.stdout.strip() + ("-dirty" if changed else "")


def command_of(entry, build, quick, data):
    script = entry.program.endswith(".py")
    path = (ROOT / "benchmarks" if script else build / "bin") / entry.program
    if not path.exists():
        return None
    command = [sys.executable] if script else [ROOT / "scripts/mpirun", entry.ranks]
    command += [path, *(part.replace("{bin}", str(build / "bin"))
                        for part in (entry.quick if quick else entry.arguments))]
    if entry.json:
        command += ["--json", data]
    if entry.program in ("against_calculix.py", "against_dolfinx.py", "nonlinear_against_calculix.py", "slider_crank.py"):
        command += ["--program", build / "bin/sparkdyn"]
    return [str(part) for part in command]


def run(entry, build, quick):
    """The result of one entry, or nothing when its program is not there."""
    with tempfile.TemporaryDirectory() as folder:
        data = pathlib.Path(folder) / "data.json"
        command = command_of(entry, build, quick, data)
        if command is None:
            print(f"-- {entry.name}: {entry.program} is not built here, passed over", flush=True)
            return None
        print(f"== {entry.name}: {entry.what}", flush=True)
        start = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   text=True)
        output = ""
        for line in process.stdout:
            output += line
            print("   " + line, end="", flush=True)
        status = process.wait()
        if status == 0 and re.search("^.*: passed over$", output, re.MULTILINE):
            return None  # it has said what is missing
        shown = [str(pathlib.Path(part).relative_to(ROOT)) if part.startswith(str(ROOT) + "/")
                 else part for part in command if part != str(data)]
        return {"what": entry.what, "command": " ".join(shown).removesuffix(" --json"),
                "status": status, "seconds": round(time.perf_counter() - start, 1),
                "judged": entry.judged, "rows": read(entry, output),
                "output": output.splitlines(),
                "data": json.loads(data.read_text()) if data.exists() else None,
                "machine": machine(), "commit": commit(),
                "date": datetime.date.today().isoformat()}


def failed(result, quick):
    """Small versions must run; only full ones must meet the bars. A program's own status 1 says that a
    bar was missed; a judged one that shows no bar has not been understood."""
    if result["judged"] and not result["rows"]:
        return True
    if quick:
        return result["status"] > 1
    return result["status"] != 0 or any(not row["met"] for row in result["rows"])


def number(value):
    return f"{value:.3g}" if abs(value) < 1000 else f"{value:.0f}"


def table(results):
    lines = ["| benchmark | figure | measured | bar | met | how |", "|---|---|---|---|---|---|"]
    for name in (entry.name for entry in ENTRIES if entry.name in results):
        result = results[name]
        if not result["judged"]:
            continue
        for place, row in enumerate(result["rows"]):
            title = "" if place else f"**{name}**: {result['what']}"
            lines.append(f"| {title} | {row['what']} | {number(row['value'])} | {row['sense']} "
                         f"{number(row['bar'])} | {'yes' if row['met'] else '**no**'} | {row['note']} |")
        if not result["rows"]:
            lines.append(f"| **{name}**: {result['what']} | | failed, status {result['status']} | | **no** | |")
    return "\n".join([*lines, "", *occasions(results)])


def occasions(results):
    """Where, when and with which program; when not all on one occasion, what on which."""
    made = {}
    for name in (entry.name for entry in ENTRIES if entry.name in results):
        result = results[name]
        made.setdefault((result["machine"], result["date"], result["commit"]), []).append(name)
    return [f"Measured on {machine}; {date}, {commit}{': ' + ', '.join(names) if len(made) > 1 else ''}."
            for (machine, date, commit), names in made.items()]


def put_between(path, mark, text):
    """Replaces what stands between <!-- mark --> and <!-- /mark -->."""
    page = path.read_text()
    pattern = re.compile(rf"(<!-- {mark} -->\n).*?(<!-- /{mark} -->)", re.DOTALL)
    if not pattern.search(page):
        sys.exit(f"{path}: no marks '{mark}'")
    path.write_text(pattern.sub(lambda found: found.group(1) + text + "\n" + found.group(2), page))


def write(folder, results):
    import cost_model
    import plots
    (folder / "results.json").write_text(json.dumps(results, indent=1, ensure_ascii=False) + "\n")
    (folder / "results.md").write_text(table(results) + "\n")
    model = cost_model.fit(results)
    plots.draw(folder, results, model)
    if model:
        (folder / "cost_model.json").write_text(json.dumps(model, indent=1) + "\n")
    if folder.resolve() == PUBLISHED:
        page = ROOT / "docs/performance.md"
        put_between(page, "results", table(results))
        if model:
            put_between(page, "model", cost_model.text(model))


def main():
    parser = argparse.ArgumentParser(description="runs the benchmarks")
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--quick", action="store_true", help="small versions, bars do not count")
    parser.add_argument("--list", action="store_true", help="what there is")
    parser.add_argument("--redraw", action="store_true", help="tables and pictures from what is there")
    parser.add_argument("--build", type=pathlib.Path, default=ROOT / "build")
    parser.add_argument("--results", type=pathlib.Path)
    given = parser.parse_args()
    if given.list:
        for entry in ENTRIES:
            print(f"{entry.name:<22} {entry.what}")
        return 0
    known = {entry.name: entry for entry in ENTRIES}
    unknown = [name for name in given.names if name not in known]
    if unknown:
        print(f"bench: no benchmark {', '.join(unknown)}; there are {', '.join(known)}",
              file=sys.stderr)
        return 2
    folder = given.results or (given.build / "bench" if given.quick else PUBLISHED)
    folder.mkdir(parents=True, exist_ok=True)
    stored = folder / "results.json"
    results = json.loads(stored.read_text()) if stored.exists() else {}
    bad = []
    for name in [] if given.redraw else given.names or known:
        result = run(known[name], given.build.resolve(), given.quick)
        if result is None:
            continue
        results[name] = result
        if failed(result, given.quick):
            bad.append(name)
        write(folder, results)  # after each, so that nothing measured is lost
    write(folder, results)
    print("\n" + table(results) + f"\n\nwritten to {folder}")
    if bad:
        print(f"not met: {', '.join(bad)}", file=sys.stderr)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
