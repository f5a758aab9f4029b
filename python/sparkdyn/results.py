# SPDX-License-Identifier: BSD-3-Clause
"""What a run leaves in its output folder, as NumPy arrays that are read when they are looked at."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np

from .arrays import Array, Field, ResultsFile, text_of
from .errors import InputError, Named, unknown_name
from .mesh import Mesh, fields_of
from .modes import Modes
from .overview import overview
from .steps import Step
from .tables import Table
from .units import ENERGY_UNITS, probe_units

COMPONENTS = ("x", "y", "z", "rx", "ry", "rz")
QUANTITIES = ("q", "v", "a", "lambda")


def read(path: str | os.PathLike[str]) -> Results:
    """The results in an output folder (or of the `results.h5` in it). Nothing large is read yet.

    >>> out = sparkdyn.read("out")
    >>> out.time[-1], out.q[-1], out.history["tip"], out.energy["kinetic"], out.summary["steps"]
    """
    folder = Path(path)
    if folder.is_file():
        folder = folder.parent
    if not folder.is_dir():
        beside = folder.parent
        there = sorted(p.name for p in beside.iterdir() if p.is_dir()) if beside.is_dir() else []
        raise unknown_name("folder", folder.name, there, f" in '{beside}'")
    return Results(folder)


class Results:
    """The results of one run. Use sparkdyn.read() or sparkdyn.run() to get one.

    time           times of the stored states
    q, v, a        displacements, velocities, accelerations: states × degrees of freedom
    lambda_        Lagrange multipliers: states × constraints (also as ["lambda"])
    fields         of structures: ["displacement"], ["stress"], … states × nodes × components
    mesh           of structures
    history        columns by the names of the probes, every step
    energy         columns kinetic, strain, external_work, dissipated, balance, …
    summary        summary.json as a dict
    modes          natural frequencies and shapes
    steps          of decks: one Step each
    load_cases     of runs with load cases: Results by name
    """

    def __init__(self, folder: Path, rows: slice | None = None):
        self.folder = folder
        self._rows = rows
        path = folder / "results.h5"
        self._file = ResultsFile(path) if path.is_file() else None
        if self._file is None and not self._load_case_folders() and not self.has_modes:
            there = ", ".join(sorted(p.name for p in folder.iterdir())[:12]) or "nothing"
            raise InputError(f"'{folder}' holds no results of sparkdyn (no results.h5, modes.h5 or load "
                             f"cases with these); there is: {there}")

    # What results.h5 holds.

    def _results(self) -> ResultsFile:
        if self._file is not None:
            return self._file
        if self._load_case_folders():
            names = ", ".join(self.load_cases)
            raise InputError(f"'{self.folder}' has load cases: ask .load_cases[…] for one of {names}")
        raise InputError(f"'{self.folder}' holds modes but no results of a run: ask .modes")

    @cached_property
    def _all_times(self) -> np.ndarray:
        with self._results().open() as file:
            return file["time"][...]

    @cached_property
    def time(self) -> np.ndarray:
        """Times of the stored states."""
        return self._all_times[self._rows or slice(None)]

    @cached_property
    def names(self) -> list[str]:
        """Of the tables of states that are there: q, v, a, lambda."""
        with self._results().open() as file:
            return [name for name in QUANTITIES if name in file]

    def __getitem__(self, name: str) -> Array | np.ndarray:
        """out["q"], out["lambda"], out["time"], or a field of the mesh by its name."""
        if name == "time":
            return self.time
        if name in self.names:
            return self._table(name)
        if name in self.fields:
            return self.fields[name]
        reason = {"lambda": " (without constraints, and where [M Gᵀ; G 0] is singular, there are none)",
                  "a": " (of problems, and where [M Gᵀ; G 0] is singular, there are none)"}.get(name, "")
        raise unknown_name("table", name, ["time", *self.names, *self.fields],
                           f" in '{self._results().path}'{reason}")

    def _table(self, name: str) -> Array:
        with self._results().open() as file:
            table = file[name]
            shape = (len(self._all_times), *table.shape[1:])
            description = text_of(table.attrs, "description")
            unit = text_of(table.attrs, "unit")
        return Array(self._results(), name, shape, unit=unit, description=description,
                     names=lambda: self._column_names(name, description), rows=self._rows)

    def _column_names(self, name: str, description: str) -> list[str]:
        with self._results().open() as file:
            if name == "lambda":
                return [text.decode() for text in file["rows"][...]] if "rows" in file else []
            if "dofs" in file:
                return [f"node {node}, {COMPONENTS[component - 1]}"
                        for node, component in file["dofs"][...]]
        # Of problems: "positions x, y"; "velocities, momenta of a Hamiltonian: x, y".
        listed = re.match(r"(?:positions |velocities, momenta of a Hamiltonian: )(.+)", description)
        return listed.group(1).split(", ") if listed else []

    @property
    def q(self) -> Array:
        """Displacements, states × degrees of freedom, in the numbering of the input."""
        return self["q"]  # type: ignore[return-value]

    @property
    def v(self) -> Array:
        """Velocities."""
        return self["v"]  # type: ignore[return-value]

    @property
    def a(self) -> Array:
        """Accelerations; not there where [M Gᵀ; G 0] is singular, and of problems."""
        return self["a"]  # type: ignore[return-value]

    @property
    def lambda_(self) -> Array:
        """Lagrange multipliers, states × constraints; the constraints exert the force −Gᵀλ."""
        return self["lambda"]  # type: ignore[return-value]

    def index(self, time: float) -> int:
        """The number of the stored state nearest to a time."""
        if not self.time[0] <= time <= self.time[-1]:
            raise InputError(f"t = {time:g} is not between the first stored state, t = "
                             f"{self.time[0]:g}, and the last, {self.time[-1]:g}")
        return int(np.argmin(np.abs(self.time - time)))

    def column(self, node: int, component: str) -> int:
        """The column of q, v and a for a component (x, y, z, rx, ry, rz) of a node of a structure."""
        if component not in COMPONENTS:
            raise unknown_name("component", component, COMPONENTS)
        with self._results().open() as file:
            if "dofs" not in file:
                raise InputError(f"'{self.folder}' has no nodes: the case is one of matrices or a problem")
            nodes, components = file["dofs"][...].T
        found = np.flatnonzero((nodes == node) & (components == COMPONENTS.index(component) + 1))
        if len(found) == 0:
            there = [COMPONENTS[c - 1] for c in components[nodes == node]]
            raise (unknown_name("component", component, there, f" of node {node}") if there else
                   unknown_name("node", node, (str(n) for n in np.unique(nodes))))
        return int(found[0])

    # The mesh.

    @cached_property
    def mesh(self) -> Mesh:
        """Nodes and elements of a structure."""
        file = self._results()
        with file.open() as content:
            if "VTKHDF" not in content:
                raise InputError(f"'{file.path}' has no mesh: the case is one of matrices or a problem")
        return Mesh(file)

    @cached_property
    def fields(self) -> dict[str, Field]:
        """Displacement, velocity, stress, … of a structure; empty without a mesh."""
        file = self._results()
        with file.open() as content:
            if "VTKHDF" not in content:
                return Named("field", {})
        return Named("field", fields_of(file, len(self._all_times), self._rows))

    # Tables and the summary.

    def _csv(self, name: str, units: dict[str, str]) -> Table:
        """One that belongs to these results and not to an earlier run in the folder."""
        path = self.folder / name
        if not path.is_file():
            self._results()
            raise InputError(f"'{self.folder}' has no {name}")
        whole = Table(path, units)
        if self._file is None:
            return whole
        if len(whole.time) and not self._agrees(whole.time):
            raise InputError(f"'{path}' is of another run than '{self._file.path}': their times differ")
        if self._rows is None:
            return whole
        if "step" not in whole:
            raise InputError(f"'{path}' does not tell steps apart")
        number = self._step_numbers[self._rows][0]
        rows = np.flatnonzero(whole["step"] == number)
        return Table(path, units, slice(rows[0], rows[-1] + 1) if len(rows) else slice(0, 0))

    def _agrees(self, times: np.ndarray) -> bool:
        """Whether a table with these times can be of this run, which may be ahead of it or behind."""
        stored = self._all_times[self._all_times <= times[-1]]
        finished = self.current_summary() is not None
        return (times[0] == self._all_times[0] and bool(np.isin(stored, times).all())
                and (not finished or times[-1] == self._all_times[-1]))

    @cached_property
    def history(self) -> Table:
        """history.csv: the probes at every step."""
        return self._csv("history.csv", {"time": "unit of time of the input", **probe_units(self.case)})

    @cached_property
    def energy(self) -> Table:
        """energy.csv: energies and constraint violations of the stored states."""
        if re.search(r"^output:(?:\n +.*)*\n +energy: false", self.case, re.M):
            raise InputError(f"'{self.folder}': the case says output: {{energy: false}}")
        return self._csv("energy.csv", ENERGY_UNITS)

    @cached_property
    def summary(self) -> dict[str, Any]:
        """summary.json: method, order, steps, seconds, violations, warnings."""
        found = self.current_summary()
        if found is None:
            self._results()
            raise InputError(f"'{self.folder}' has no summary.json of this run: it goes on, or was killed")
        return found

    def current_summary(self) -> dict[str, Any] | None:
        """summary.json if it is of this run, and None while that goes on or when it was killed."""
        path = self.folder / "summary.json"
        if not path.is_file():
            return None
        summary = json.loads(path.read_text(encoding="utf-8"))
        times = self._all_times if self._file else np.empty(0)
        # The last state of a run is always stored: another one is of an earlier run in the folder.
        if len(times) and not np.isclose(times[-1], summary["end_time"], rtol=1e-12, atol=0):
            return None
        return Named("entry", summary)

    @property
    def status(self) -> str:
        """"done", "failed" or "stopped"; "unfinished" while it runs, or when it was killed."""
        if self._file is None and self.load_cases:
            found = {case.status for case in self.load_cases.values()}
            return next(s for s in ("failed", "unfinished", "stopped", "done") if s in found)
        summary = self.current_summary()
        return summary["status"] if summary else "unfinished"

    @cached_property
    def case(self) -> str:
        """The case as it was resolved, YAML; empty when it is not there."""
        path = self.folder / "case.yaml"
        return path.read_text(encoding="utf-8") if path.is_file() else ""

    # Parts of the run.

    @cached_property
    def _step_numbers(self) -> np.ndarray:
        with self._results().open() as file:
            if "step" not in file:
                return np.empty(0, int)
            return file["step"][:len(self._all_times)].astype(int)

    @cached_property
    def steps(self) -> list[Step]:
        """Of a deck, in its order; empty of other cases and of a single step."""
        if self._rows is not None:
            return []
        with self._results().open() as file:
            if "steps" not in file:
                return []
            group = file["steps"]
            facts = list(zip(group["kind"][...], group["where"][...], group["start"][...],
                             group["end"][...]))
        steps = []
        for number, (kind, where, start, end) in enumerate(facts, 1):
            rows = np.flatnonzero(self._step_numbers == number)
            mine = slice(int(rows[0]), int(rows[-1]) + 1) if len(rows) else slice(0, 0)
            steps.append(Step(number, kind.decode(), where.decode(), float(start), float(end), mine,
                              self.folder))
        return steps

    def _load_case_folders(self) -> list[Path]:
        if self._file is not None:
            return []
        return sorted(p.parent for p in self.folder.glob("*/results.h5"))

    @cached_property
    def load_cases(self) -> dict[str, Results]:
        """Results by the name of the load case; those of the latest run, if several left some."""
        cases = {folder.name: Results(folder) for folder in self._load_case_folders()}
        runs = {name: case._run_name for name, case in cases.items()}
        if len(set(runs.values())) > 1:
            latest = max(cases, key=lambda name: os.stat(cases[name]._results().path).st_mtime_ns)
            cases = {name: case for name, case in cases.items() if runs[name] == runs[latest]}
        return Named("load case", cases)

    @cached_property
    def _run_name(self) -> str:
        with self._results().open() as file:
            return text_of(file.attrs, "run")

    @property
    def has_states(self) -> bool:
        """Whether there is a results.h5."""
        return self._file is not None

    @property
    def has_modes(self) -> bool:
        """Whether there are natural modes."""
        return (self.folder / "modes.h5").is_file() or any(self.folder.glob("step-*/modes.h5"))

    @cached_property
    def modes(self) -> Modes:
        """Natural frequencies and shapes, of `sparkdyn modes` or the only *FREQUENCY step."""
        if (self.folder / "modes.h5").is_file():
            return Modes.of(self.folder)
        found = sorted(self.folder.glob("step-*/modes.h5"))
        if len(found) == 1:
            return Modes.of(found[0].parent)
        if found:
            raise InputError("several steps have modes: ask .steps[k].modes or read the folder of one of "
                             + ", ".join(path.parent.name for path in found))
        raise InputError(f"'{self.folder}' has no modes; `sparkdyn modes CASE` finds them")

    # For people.

    def __dir__(self) -> Iterator[str]:
        return (name for name in super().__dir__() if not name.startswith("_"))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        error = unknown_name("attribute", name, dir(self), " of results")
        raise AttributeError(str(error))

    def __repr__(self) -> str:
        return overview(self)
