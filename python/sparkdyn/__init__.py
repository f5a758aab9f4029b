# SPDX-License-Identifier: BSD-3-Clause
"""Constrained structural dynamics with Lobatto SPARK methods: results, runs and simulations.

    out = sparkdyn.read("out")                                  # what a run left, as NumPy arrays
    out = sparkdyn.run("case.yaml", set={"time.step": 0.005})   # a case file in this process
    simulation = sparkdyn.Simulation(M, K, G=G, load=f, step=0.01)
    simulation.run(2.0, callback=lambda frame: print(frame.time, frame.q[-1]))

See docs/python.md.
"""

from .errors import Error, InputError, NumericsError, UnknownName
from .frames import Frame, Trajectory
from .modes import Modes
from .results import Results, read
from .running import run
from .simulation import Simulation
from .steps import Step

__all__ = ["Error", "Frame", "InputError", "Modes", "NumericsError", "Results", "Simulation", "Step",
           "Trajectory", "UnknownName", "read", "run"]
