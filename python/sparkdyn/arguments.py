# SPDX-License-Identifier: BSD-3-Clause
"""The arguments of a simulation as the compiled part takes them: checked, with defaults."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np

from .errors import InputError, unknown_name
from .matrices import Facts, Layout, vector
from .runtime import native


def finite(value: Any, name: str) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float, np.integer, np.floating)) or not (
            math.isfinite(value)):
        raise InputError(f"{name} must be a finite number, not {value!r}")
    return float(value)


def positive(value: Any, name: str) -> float:
    if finite(value, name) <= 0:
        raise InputError(f"{name} must be positive, not {value!r}")
    return float(value)


def regions(given: Any, name: str) -> list[tuple[str, Any, str]]:
    if given is None:
        return []
    if isinstance(given, Mapping) and not hasattr(given, "tocsr"):  # SciPy's dok_matrix is a mapping, too
        return [(str(region), matrix, f"{name}[{region!r}]") for region, matrix in given.items()]
    return [("", given, name)]


def method_of(family: str | None, given: Mapping[str, Any], splitting: Mapping[str, Any] | None, solver: str,
            tolerance: float | None) -> tuple[Any, str]:
    """For the compiled part, and a text that is the same for the same method."""
    methods = native().methods()
    if family is None:  # letters are those of Lobatto's nodes
        letters = any(isinstance(mixture, (str, Mapping)) for mixture in (splitting or {}).values())
        family = "lobatto" if letters else "gauss-lobatto"
    if family not in methods:
        raise unknown_name("method", family, methods)
    numbers = {name: value for name, value in given.items() if value is not None}
    for name, value in numbers.items():
        if name not in methods[family]:
            owners = [other for other, keys in methods.items() if name in keys]
            every = " and ".join(filter(None, [", ".join(owners[:-1]), owners[-1]]))
            raise InputError(f"{name} belongs to {every}; {family} has "
                             f"{', '.join(methods[family])}")
        least, most, whole = methods[family][name]
        if not least <= finite(value, name) <= most or (whole and value != int(value)):
            raise InputError(f"{name} must be a {'whole number' if whole else 'number'} from {least:g} to {most:g}, "
                             f"not {value!r}")
    if splitting is not None and family not in ("lobatto", "gauss-lobatto"):
        raise InputError(f"a splitting belongs to lobatto and gauss-lobatto, not to {family}")
    if splitting is not None and "rho_infinity" in numbers:
        raise InputError("give rho_infinity or a splitting, not both")
    values = (family, {name: float(value) for name, value in numbers.items()},
              [(str(term), _mixture(term, mixture)) for term, mixture in (splitting or {}).items()],
              solver, None if tolerance is None else positive(tolerance, "tolerance"))
    return native().Method(*values), repr(values)


def _mixture(term: str, given: Any) -> dict[str, float]:
    if isinstance(given, str):
        return {given: 1.0}
    if isinstance(given, Mapping):
        return {str(letter): finite(weight, f"a weight of {term}") for letter, weight in given.items()}
    return {"rho_infinity": finite(given, f"the rho_infinity of {term}")}


def _is_pair(item: Any) -> bool:
    """(vector, amplitude); two numbers are a vector."""
    return isinstance(item, tuple) and len(item) == 2 and not (
        np.isscalar(item[0]) and not isinstance(item[0], str))


def _items(given: Any) -> list[Any]:
    """One load or several: a list is several unless it is a vector of numbers."""
    if given is None:
        return []
    if isinstance(given, list) and not all(np.isscalar(item) and not isinstance(item, str) for item in given):
        return given
    return [given]


def loads_and_forces(given: Any, rows: Layout, facts: Facts) -> tuple[list[tuple[np.ndarray, Any]],
                                                                      list[Callable[[float], np.ndarray]]]:
    """Vectors with amplitudes, and functions."""
    loads, forces = [], []
    for item in _items(given):
        if callable(item):
            forces.append(_checked_force(item, rows))
        elif _is_pair(item):
            loads.append((vector(rows, item[0], "load", facts), _amplitude(item[1], rates=False)))
        else:
            loads.append((vector(rows, item, "load", facts), 1.0))
    return loads, forces


def prescribed_values(given: Any, rows: Layout, facts: Facts) -> list[tuple[np.ndarray, Any]]:
    values = []
    for item in _items(given):
        pair = item if _is_pair(item) else (item, 1.0)
        values.append((vector(rows, pair[0], "prescribed", facts), _amplitude(pair[1], rates=True)))
    return values


def _checked_force(function: Callable[[float], Any], rows: Layout) -> Callable[[float], np.ndarray]:
    return lambda t: vector(rows, function(t), f"load at t = {t:.9g}")


def _checked_value(function: Callable[[float], Any], what: str) -> Callable[[float], float]:
    def value(t: float) -> float:
        found = function(t)
        if isinstance(found, np.ndarray) and found.size == 1:
            found = found.item()
        return finite(found, f"{what} at t = {t:.9g}")
    return value


def _amplitude(given: Any, rates: bool) -> Any:
    """As the compiled part takes it: a number, a text, a list of pairs, a tuple of functions."""
    if isinstance(given, str):
        return given
    if callable(given):
        given = (given,)
    if isinstance(given, tuple) and given and all(callable(each) for each in given):
        if len(given) != (3 if rates else 1):
            raise InputError("prescribed motion needs a function and both its derivatives, (a, a', a''), or an "
                             "expression as text, which is differentiated exactly" if rates else
                             "the amplitude of a load is one function of t")
        return tuple(_checked_value(each, f"the amplitude{chr(39) * d}") for d, each in enumerate(given))
    if isinstance(given, (list, tuple, np.ndarray)):
        rows = [np.asarray(row).tolist() for row in given]
        if not rows or any(not isinstance(row, list) or len(row) != 2 for row in rows):
            raise InputError(f"a table is a list of pairs (t, a), not {given!r}")
        return [(finite(t, "a time"), finite(a, "an amplitude")) for t, a in rows]
    return finite(given, "an amplitude")


def amplitude_text(given: Any) -> str:
    """The same for the same amplitude on another rank, but for functions."""
    return f"{len(given)} functions" if isinstance(given, tuple) else repr(given)
