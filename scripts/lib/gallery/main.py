# SPDX-License-Identifier: BSD-3-Clause
"""Draws the figures of scripts/reproduce from the tables of dae_experiments, checks what the papers
observed, and writes README.md beside them. Exit status 1 when a check fails; what a paper says and we
do not find is `not reproduced`."""
import re
import sys

import jay
import jay_petzold
import leimkuhler_reich
import simo_gonzalez
from drawing import entries, folder

# Numerical figures of each paper; what is drawn besides, as 1998-section9, are statements without a figure.
PAPERS = {"1998": ("Jay (1998)", 6), "2007": ("Jay (2007)", 5), "1993": ("Simo & Gonzalez (1993)", 1),
          "1992": ("Leimkuhler & Reich (1992)", 8), "1995": ("Jay & Petzold (1995)", 4)}


def overview():
    """The table at the top: figures, checks, and what could not be had."""
    rows = ["| paper | numerical figures | drawn here | besides | checks that hold | not reproduced |",
            "|---|---|---|---|---|---|"]
    missing, sums = [], [0, 0, 0, 0, 0]
    for year, (paper, count) in PAPERS.items():
        own = [entry for entry in entries if entry[0].startswith(year + "-")]
        figures = {re.match(r"\d+-fig[\d.]+\d|\d+-fig\d+", name)[0] for name, *_ in own
                   if "-fig" in name}
        verdicts = [passed for *_, checks in own for _, passed in checks]
        kept, lost = sum(map(bool, verdicts)), verdicts.count(None)
        cells = [count, len(figures), sum("-fig" not in name for name, *_ in own), kept, lost]
        sums = [a + b for a, b in zip(sums, cells)]
        rows.append(f"| {paper} | " + " | ".join(map(str, cells)) + " |")
        missing += [f"- {title}: {text}" for _, title, _, checks in own for text, passed in checks
                    if passed is None]
    rows.append("| all | " + " | ".join(map(str, sums)) + " |")
    return rows + ["", "Not reproduced, each with its reason below:", "", *missing, "",
                   "Which test or check shows which statement of the papers: [coverage.md](coverage.md).", ""]


for paper in (jay, jay_petzold, leimkuhler_reich, simo_gonzalez):
    paper.draw()

lines = ["# The papers' experiments", "",
         "Written by `scripts/reproduce`, which runs every numerical experiment of Jay (1998), Jay (2007),",
         "Jay & Petzold (1995), Leimkuhler & Reich (1992) and Simo & Gonzalez (1993), draws it, and checks what",
         "the paper observed.",
         "The tables are in `data/`.", "", *overview()]
failed = 0
for name, title, observed, checks in entries:
    lines += [f"## {title}", "", observed, "", f"![{title}]({name}.png)", ""]
    for text, passed in checks:
        failed += passed is not None and not passed
        verdict = "not reproduced" if passed is None else "passed" if passed else "FAILED"
        lines.append(f"- {'**FAILED**' if verdict == 'FAILED' else verdict}: {text}")
        print(f"{verdict}  {name}: {text}")
    lines.append("")
(folder / "README.md").write_text("\n".join(lines))
print(f"{len(entries)} figures in {folder}, {failed} checks failed")
sys.exit(1 if failed else 0)
