# SPDX-License-Identifier: BSD-3-Clause
"""Units of the columns of tables, in words: sparkdyn itself takes any consistent ones."""

from __future__ import annotations

import json
import re

ENERGY_UNITS = {"time": "unit of time of the input",
                **dict.fromkeys(("kinetic", "strain", "external_work", "dissipated", "balance",
                                 "potential", "total"), "unit of energy of the input"),
                **dict.fromkeys(("position_violation", "velocity_violation"), "relative")}
# Of translations and of rotations.
PROBE_UNITS = {"displacement": ("unit of displacement of the input", "radian"),
               "velocity": ("unit of displacement per unit of time of the input",
                            "radian per unit of time of the input"),
               "acceleration": ("unit of displacement per unit of time squared of the input",
                                "radian per unit of time squared of the input"),
               "reaction": ("unit of force of the input", "unit of force times length of the input"),
               "multiplier": ("unit of force of the input per entry of G",) * 2}


def probe_units(case: str) -> dict[str, str]:
    """From the resolved case, which says for each probe what it is."""
    units: dict[str, str] = {}
    if re.search(r"^problem:", case, re.M):
        return units  # each has units of its own
    for text, rest in re.findall(r'^    - \{name: ("(?:[^"\\]|\\.)*"), (.*)\}$', case, re.M):
        quantity = re.search(r"quantity: (\w+)", rest)
        turns = re.search(r"component: r[xyz]\b", rest) is not None
        if quantity and quantity.group(1) in PROBE_UNITS:
            units[json.loads(text)] = PROBE_UNITS[quantity.group(1)][turns]
    return units
