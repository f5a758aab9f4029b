# SPDX-License-Identifier: BSD-3-Clause
"""What can go wrong, with the program's own words."""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Mapping
from typing import Any


class Error(RuntimeError):
    """Anything that sparkdyn itself noticed."""


class InputError(Error, ValueError):
    """The input is wrong: a case, a matrix, an argument. The message says what is allowed."""


class NumericsError(Error, ArithmeticError):
    """The numerics failed, or a file could not be written; the message says where and why."""


class UnknownName(InputError, KeyError):
    """A name that is not there; the message lists those that are, the nearest one first."""

    __str__ = Exception.__str__  # KeyError would show the message in quotes


def unknown_name(what: str, name: object, there_are: Iterable[str], where: str = "") -> UnknownName:
    """The error for `name`, which is none of `there_are`."""
    candidates = [str(candidate) for candidate in there_are]
    text = f"there is no {what} {name!r}{where}"
    if not candidates:
        return UnknownName(f"{text}: there are none at all")
    # Among very many the nearest would be sought for minutes.
    near = difflib.get_close_matches(str(name), candidates, n=1) if len(candidates) < 5000 else []
    shown = ", ".join(candidates[:12]) + (", …" if len(candidates) > 12 else "")
    hint = f"; did you mean {near[0]!r}?" if near else ""
    return UnknownName(f"{text}; there are: {shown}{hint}")


class Named(dict[str, Any]):
    """A dict whose missing names are told with the nearest one."""

    def __init__(self, what: str, items: Mapping[str, Any]):
        super().__init__(items)
        self._what = what

    def __missing__(self, name: str) -> Any:
        raise unknown_name(self._what, name, self)
