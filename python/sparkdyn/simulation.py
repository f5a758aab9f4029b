# SPDX-License-Identifier: BSD-3-Clause
"""sparkdyn.Simulation: matrices of one's own, stepped from Python."""

from __future__ import annotations

import warnings
import zlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, TypeVar

import numpy as np

from .arguments import amplitude_text, finite, loads_and_forces, method_of, positive, prescribed_values, regions
from .errors import Error, InputError, unknown_name
from .frames import QUANTITIES, Frame, Trajectory
from .matrices import Facts, Given, Layout, vector
from .runtime import close_at_exit, communicator, native

T = TypeVar("T")


class Simulation:
    """M v' = F(t) − C v − K q − Gᵀλ, 0 = Gq − c(t), from the matrices.

    M, K, C, G    of SciPy (any format, the same on all ranks), NumPy, or petsc4py (shared, not copied:
                  leave them as they are meanwhile). K and C may be {region: matrix} for a splitting
    load          F: a vector, a function of t that returns one, a pair (vector, amplitude), or a list of
                  these. A function is asked before each step, at the times of its stages
    prescribed    c: a vector or a pair (vector, amplitude), or a list of these; zero when not given
    q0, v0        initial values, zero when not given; project=True moves them onto the constraints
    time, step    start and size of a step
    method        "gauss-lobatto" (the default) or "lobatto" (both: stages, rho_infinity or splitting),
                  "generalized-alpha" (rho_infinity),
                  "hht" (alpha), "newmark" (beta, gamma)
    splitting     a rho_infinity for each term and region, {"velocity": 1, "elastic@joint": 0}; of "lobatto"
                  letters: {"velocity": "A", "load": {"C": 0.75, "C*": 0.25}, "damping": 0.5}
    solver        "auto", "decoupled", "monolithic", "krylov", "multigrid"; tolerance of iterations
    steps         about how many will be taken, for the choice of a solver
    comm          a communicator of mpi4py. All its ranks make the simulation and all its calls

    An amplitude is a number, an expression of t as text, a table [(t, a), …], or a function of t; of
    prescribed motion a function needs its derivatives too: (a, a', a'').

    >>> simulation = sparkdyn.Simulation(M, K, load=(f, "sin(3*t)"), stages=3, step=0.01)
    >>> simulation.run(2.0, callback=lambda frame: print(frame.time, frame.q[-1]))
    """

    def __init__(self, M: Any, K: Any, C: Any = None, G: Any = None, *, load: Any = None,
                 prescribed: Any = None, q0: Any = None, v0: Any = None, time: float = 0.0, step: float,
                 method: str | None = None, stages: int | None = None, rho_infinity: float | None = None,
                 alpha: float | None = None, beta: float | None = None, gamma: float | None = None,
                 splitting: Mapping[str, Any] | None = None, solver: str = "auto",
                 tolerance: float | None = None, project: bool = False, steps: int = 1000,
                 comm: Any = None):
        self._engine: Any = None
        self._busy = False  # in a step or a callback
        self._comm = communicator(comm if comm is not None else _comm_of(M))
        numbers = {"stages": stages, "rho_infinity": rho_infinity, "alpha": alpha, "beta": beta,
                   "gamma": gamma}
        build = self._collectively("the input", lambda: self._look_at(
            M, K, C, G, load, prescribed, q0, v0, finite(time, "time"), positive(step, "step"), project,
            steps, method_of(method, numbers, splitting, solver, tolerance)))
        self._engine = build()
        self.step_size: float = float(step)
        self._aimed: float | None = None  # the size of equal steps without an end, once step() takes them
        close_at_exit(self)
        self._warn()

    def _look_at(self, M: Any, K: Any, C: Any, G: Any, load: Any, prescribed: Any, q0: Any, v0: Any,
                 time: float, step: float, project: bool, steps: int, method: Any) -> Callable[[], Any]:
        """Each rank alone. What is left is to be built by all ranks together."""
        mass = Given(M, "M")
        mass.require_square()
        rows = mass.layout(self._comm)
        terms = [("elastic", region, Given(matrix, name)) for region, matrix, name in regions(K, "K")]
        terms += [("damping", region, Given(matrix, name)) for region, matrix, name in regions(C, "C")]
        for _, _, matrix in terms:
            matrix.require_square(rows)
        constraint = None if G is None else Given(G, "G")
        if constraint is not None:
            constraint.require_columns(rows)
        elif prescribed is not None:
            raise InputError("prescribed values belong to constraints: give G")
        self.whole: bool = not mass.petsc
        """Whether arrays are whole on every rank: with SciPy's matrices."""
        self.dofs: int = rows.n
        self.constraints: int = constraint.shape[0] if constraint else 0
        facts: Facts = []
        loads, forces = loads_and_forces(load, rows, facts)
        values = prescribed_values(prescribed, constraint.layout(self._comm), facts) if constraint else []
        zero = np.zeros(rows.local)
        parts = {"loads": loads, "forces": forces, "prescribed": values, "t": time, "step": step,
                 "q": zero if q0 is None else vector(rows, q0, "q0", facts),
                 "v": zero if v0 is None else vector(rows, v0, "v0", facts),
                 "steps": int(steps), "project": bool(project), "method": method[0]}
        matrices = [mass, *(matrix for _, _, matrix in terms), *([constraint] if constraint else [])]
        facts = [(each.name, each.fingerprint) for each in matrices] + facts
        told = repr((time, step, steps, project, method[1], len(forces), [name for name, _ in facts],
                     [amplitude_text(amplitude) for _, amplitude in loads + values],
                     [each.petsc for each in matrices]))
        facts.insert(0, ("the list of arguments", zlib.crc32(told.encode())))
        return lambda: self._build(mass, terms, constraint, rows, facts, parts)

    def _build(self, mass: Given, terms: list[tuple[str, str, Given]], constraint: Given | None, rows: Layout,
               facts: Facts, parts: dict[str, Any]) -> Any:
        compiled, comm = native(), self._comm
        for name, fingerprint in facts:
            if not compiled.same(comm, fingerprint):
                raise InputError(f"{name} is not the same on all ranks: matrices of SciPy and whole vectors must be, "
                                 "each rank takes its part; distributed ones are petsc4py's")
        G = constraint and constraint.build(comm, constraint.layout(comm), rows.local)
        return compiled.Engine(
            comm=comm, mass=mass.build(comm, rows, rows.local), G=G,
            terms=[(kind, region, matrix.build(comm, rows, rows.local)) for kind, region, matrix in terms],
            **parts)

    def _collectively(self, what: str, body: Callable[[], T]) -> T:
        """What `body` gives; what it raises on one rank is raised on all."""
        found: list[T] = []

        def call() -> bool:
            found.append(body())
            return False

        native().agree(self._comm, what, call)
        return found[0]

    def _open(self) -> Any:
        if self._engine is None:
            raise Error("the simulation is closed")
        return self._engine

    def _running(self, moves: bool = False) -> Any:
        """For what ranks do together: in the middle of a step or callback one rank must not begin it."""
        if self._busy and moves:
            raise Error("the simulation is in a step already: a load or callback cannot step it")
        if self._busy and native().size(self._comm) > 1:
            raise Error("on several ranks a load or callback cannot ask the simulation, which all ranks must do "
                        "together: ask the frame, whose a and lambda_ are there with run(…, rates=True)")
        return self._open()

    @contextmanager
    def _occupied(self) -> Iterator[None]:
        self._busy = True
        try:
            yield
        finally:
            self._busy = False

    def _advance(self) -> None:
        engine = self._running(moves=True)
        with self._occupied():
            engine.advance()

    def _ask(self, callback: Callable[[Frame], Any], frame: Frame) -> bool:
        """Whether the callback of any rank ends the run."""
        with self._occupied():
            return native().agree(self._comm, "the callback", lambda: _is_true(callback(frame)))

    def _warn(self) -> None:
        for text in self._open().take_warnings():
            if native().rank(self._comm) == 0:
                warnings.warn(text, RuntimeWarning, stacklevel=3)

    def close(self) -> None:
        """Gives the memory back. Collective."""
        if self._busy:
            raise Error("a load or callback cannot close its simulation")
        self._engine = None

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, *_: Any) -> None:
        self.close()

    # Steps.

    def step(self, size: float | None = None) -> Frame:
        """One step, of the usual size unless another is given. Collective.

        Raises NumericsError when it fails; the state is then the one before.
        """
        engine = self._running(moves=True)
        h = self.step_size if size is None else positive(size, "the size of a step")
        if self._aimed != h:
            engine.aim(engine.time + 2.0**40 * h, h)  # times are those of equal steps from here on
            self._aimed = h
        self._advance()
        return Frame(self)

    def run(self, end: float, callback: Callable[[Frame], Any] | None = None, *, every: int | None = None,
            store: Sequence[str] = ("q", "v"), rates: bool = False) -> Trajectory:
        """Steps to a time; the last step is shorter when it has to be. Collective.

        callback   called with a Frame after every step; True from any rank ends the run there
        every      stores the state after so many steps, besides the first and the last; 0: none but
                   these two. By default 1, and 0 with a callback
        store      what of a state: "q", "v", "a", "lambda_"
        rates      computes a and lambda_ of every step before the callback: needed on several ranks

        An exception in a callback ends the run on all ranks, after the step it was called with.
        """
        engine = self._running(moves=True)
        end = finite(end, "end")
        if end < engine.time - 1e-9 * self.step_size:
            raise InputError(f"the simulation is at t = {engine.time:.9g} already, after the end {end:.9g}")
        for name in store:
            if name not in QUANTITIES:
                raise unknown_name("quantity", name, QUANTITIES)
        if every is None:
            every = 0 if callback else 1
        if not isinstance(every, (int, np.integer)) or every < 0:
            raise InputError(f"every must be a whole number, 0 or more, not {every!r}")
        stored, first = Trajectory(store), engine.step
        stored._add(Frame(self))
        self._aimed = None
        if end - engine.time <= 1e-9 * self.step_size:
            return stored
        engine.aim(end, self.step_size)
        while not engine.done:
            self._advance()
            frame = Frame(self, rates)
            stop = callback is not None and self._ask(callback, frame)
            if engine.done or stop or (every and (frame.step - first) % every == 0):
                stored._add(frame)
            if stop:
                break
        self._warn()
        return stored

    # The state.

    @property
    def time(self) -> float:
        return self._open().time

    @property
    def steps(self) -> int:
        """Taken so far."""
        return self._open().step

    @property
    def frame(self) -> Frame:
        """The state at hand. Collective."""
        return Frame(self)

    @property
    def q(self) -> np.ndarray:
        """Displacements, a copy. Collective with SciPy's matrices."""
        return self._running().q(self.whole)

    @property
    def v(self) -> np.ndarray:
        """Velocities, a copy. Collective with SciPy's matrices."""
        return self._running().v(self.whole)

    @property
    def a(self) -> np.ndarray | None:
        """Accelerations; None where [M Gᵀ; G 0] is singular. Collective."""
        return self._running().a(self.whole)

    @property
    def lambda_(self) -> np.ndarray | None:
        """Lagrange multipliers; None without constraints. Collective."""
        return self._running().lambda_(self.whole)

    @property
    def energies(self) -> dict[str, float]:
        """kinetic, strain, external_work, dissipated, balance. Collective."""
        return self._running().energies()

    @property
    def order(self) -> int:
        """Of the method."""
        return self._open().order

    @property
    def method(self) -> str:
        """In words."""
        return self._open().method

    @property
    def solver(self) -> str:
        """In words, and why it was chosen."""
        return self._open().solver

    def __repr__(self) -> str:
        if self._engine is None:
            return "<simulation, closed>"
        return (f"<simulation of {self.dofs} degrees of freedom and {self.constraints} constraints at t = "
                f"{self.time:.9g}, {self.method}, order {self.order}>")


def _comm_of(matrix: Any) -> Any:
    """petsc4py's matrices bring theirs."""
    return matrix.getComm() if type(matrix).__module__.startswith("petsc4py") else None


def _is_true(answer: Any) -> bool:
    """Only a truth value ends a run: other things that a callback happens to return do not."""
    return isinstance(answer, (bool, np.bool_)) and bool(answer)
