"""Constrained structural dynamics with Lobatto SPARK methods: results, runs and simulations.

    out = sparkdyn.read("out")                       # what a run left, as NumPy arrays
"""

from .errors import Error, InputError, NumericsError, UnknownName
from .modes import Modes
from .results import Results, Step, read

__all__ = ["Error", "InputError", "Modes", "NumericsError", "Results", "Step", "UnknownName", "read"]
