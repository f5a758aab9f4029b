# SPDX-License-Identifier: BSD-3-Clause
"""What a simulation shows of its states."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import Error, InputError, unknown_name

if TYPE_CHECKING:
    from .simulation import Simulation

QUANTITIES = ("q", "v", "a", "lambda_")


class Frame:
    """A state on the way: time, step, q, v, and a, lambda_ while it is the latest one.

    The arrays are copies. With SciPy's matrices they are whole on every rank, with petsc4py's they are
    this rank's part. a and lambda_ are computed when asked for, by all ranks together, or before a callback
    with run(…, rates=True).
    """

    def __init__(self, simulation: Simulation, rates: bool = False):
        engine = simulation._running()
        self._simulation = simulation
        self.step: int = engine.step
        self.time: float = engine.time
        self.q: np.ndarray = engine.q(simulation.whole)
        self.v: np.ndarray = engine.v(simulation.whole)
        self.energies: dict[str, float] = engine.energies()
        """kinetic, strain, external_work, dissipated, balance."""
        self.violations: dict[str, float] = engine.violations()
        """position |Gq − c| and velocity |Gv − c'|, relative."""
        self._rates: dict[str, np.ndarray | None] = {}
        if rates:
            self._rate("a"), self._rate("lambda_")

    def _rate(self, name: str) -> np.ndarray | None:
        if name not in self._rates:
            engine = self._simulation._running()
            if engine.step != self.step:
                raise Error(f"the simulation has gone on from step {self.step} to {engine.step}: ask a frame for "
                            f"{name} while it is the latest")
            self._rates[name] = getattr(engine, name)(self._simulation.whole)
        return self._rates[name]

    @property
    def a(self) -> np.ndarray | None:
        """Accelerations; None where [M Gᵀ; G 0] is singular. Collective."""
        return self._rate("a")

    @property
    def lambda_(self) -> np.ndarray | None:
        """Lagrange multipliers, forces are −Gᵀλ; None without constraints. Collective."""
        return self._rate("lambda_")

    def __repr__(self) -> str:
        return f"<frame of step {self.step} at t = {self.time:.9g}: {len(self.q)} degrees of freedom>"


class Trajectory:
    """States that Simulation.run() stored: time and, for each of its names, states × entries."""

    def __init__(self, names: Sequence[str]):
        self.names = tuple(names)
        self._rows: dict[str, list[Any]] = {name: [] for name in ("time", *names)}

    def _add(self, frame: Frame) -> None:
        self._rows["time"].append(frame.time)
        for name in self.names:
            value = getattr(frame, name)
            if value is None:
                raise InputError(f"{name} cannot be stored: " + ("there are no constraints" if name == "lambda_"
                                 and frame.a is not None else "[M Gᵀ; G 0] is singular"))
            self._rows[name].append(value)

    def __getattr__(self, name: str) -> np.ndarray:
        if name.startswith("_") or name not in self._rows:
            raise AttributeError(str(unknown_name("quantity", name, self.__dict__.get("_rows", ()), " here")))
        return np.array(self._rows[name])

    def __len__(self) -> int:
        return len(self._rows["time"])

    def __repr__(self) -> str:
        times = self._rows["time"]
        return f"<{len(self)} states of {', '.join(self.names)} from t = {times[0]:g} to {times[-1]:g}>"
