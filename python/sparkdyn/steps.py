# SPDX-License-Identifier: BSD-3-Clause
"""The steps of a deck."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from .modes import Modes

if TYPE_CHECKING:
    from .results import Results


@dataclass(frozen=True)
class Step:
    """A step of a deck: what it is, where it stands, when it was, and its states."""

    number: int
    kind: str
    where: str
    start: float
    end: float
    rows: slice
    _folder: Path

    @property
    def results(self) -> Results:
        """The states of this step alone."""
        from .results import Results

        return Results(self._folder, self.rows)

    @cached_property
    def modes(self) -> Modes:
        """Of a *FREQUENCY step."""
        return Modes.of(self._folder / f"step-{self.number}")

    def __repr__(self) -> str:
        count = self.rows.stop - self.rows.start
        return (f"<step {self.number}, {self.kind}, {self.where}: t = {self.start:g} to {self.end:g}, "
                f"{count} state{'s' * (count != 1)}>")
