# SPDX-License-Identifier: BSD-3-Clause
"""What an engineer wants to know of results at first sight."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from .errors import InputError

if TYPE_CHECKING:
    from .results import Results


def overview(results: Results) -> str:
    """Title and status, then a line for each thing that is there, under the name to ask for it."""
    return "\n".join(_lines(results))


def _lines(out: Results) -> Iterator[str]:
    summary = out.current_summary() or {}
    title = f": {summary['title']}" if summary.get("title") else ""
    yield f"<results in '{out.folder}'{title} ({out.status if out.has_states else 'a folder of results'})"
    if out.has_states:
        yield from _state_lines(out, summary)
    for name, case in out.load_cases.items():
        yield f"  load case {name!r}: {len(case.time)} states, {case.status}"
    if out.has_modes:
        yield "  modes      natural frequencies and shapes"
    yield ">"


def _state_lines(out: Results, summary: dict[str, Any]) -> Iterator[str]:
    yield f"  time       {len(out.time)} states from {out.time[0]:g} to {out.time[-1]:g}"
    for name in out.names:
        array = out[name]
        label = "lambda_" if name == "lambda" else name
        yield f"  {label:<10} {' × '.join(map(str, array.shape))}, {array.description}"  # type: ignore[union-attr]
    if out.fields:
        yield f"  fields     {', '.join(out.fields)}"
        yield f"  mesh       {out.mesh.text}"
    for name in ("history", "energy"):
        try:
            table = getattr(out, name)
        except InputError:
            continue
        yield f"  {name:<10} {len(table.array)} rows: {_some(table.names)}"
    for step in out.steps:
        yield f"  {step!r}"
    if summary:
        seconds = summary.get("seconds", {}).get("total", float("nan"))
        yield (f"  summary    {summary['method']}, order {summary['order']}, {summary['steps']} steps in "
               f"{seconds:.3g} s on {summary['ranks']} rank{'s' * (summary['ranks'] != 1)}")


def _some(names: list[str]) -> str:
    return ", ".join(names[:12]) + (f", … ({len(names)} columns)" if len(names) > 12 else "")
