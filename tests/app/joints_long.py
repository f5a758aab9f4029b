# SPDX-License-Identifier: BSD-3-Clause
"""100,000 steps of bodies that turn hundreds of times: joints stay closed at both levels, and the damping of ρ∞ = 0.8
takes nothing out of rigid motion. SPARKDYN_STEPS asks for another number."""

import os
import unittest

import numpy as np

from cli import CliTest

STEPS = int(os.environ.get("SPARKDYN_STEPS", "100000"))
# A frame on a hinge with a measured angle, a rotor in it on another hinge, and a pendulum on a ball joint at its rim.
CASE = """
model:
  nonlinear: true
  nodes: {ground: [0, 0, 0], frame: [0, 0, 0], rotor: [0.5, 0, 0], bob: [0.5, 0, 1]}
  masses:
    - {group: ground, mass: 1, inertia: [1, 1, 1]}
    - {group: frame, mass: 2, inertia: [0.3, 0.4, 0.5]}
    - {group: rotor, mass: 1, inertia: [0.2, 0.1, 0.1]}
    - {group: bob, mass: 0.2, inertia: [0.002, 0.002, 0.002]}
  supports: [{group: ground, fix: all}]
  constraints:
    - {name: axle, joint: {type: hinge, nodes: [ground, frame], axis: [0, 0, 1], coordinate: turn}}
    - {name: bearing, joint: {type: hinge, nodes: [frame, rotor], axis: [1, 0, 0]}}
    - {name: ball, joint: {type: pinned, nodes: [rotor, bob]}}
  initial: {project: true, velocity: [{group: frame, rotation: [0, 0, 4]}, {group: rotor, rotation: [6, 0, 4]}]}
method: {family: gauss-lobatto, stages: 3, rho_infinity: 0.8}
time: {end: END, step: 0.02}
output: {directory: out, every: EVERY, report: false, probes: [{name: turn, group: turn, component: x}]}
"""


class Long(CliTest):
    SECONDS = 850

    def test_joints_and_energy(self):
        self.run_case(CASE.replace("END", repr(0.02 * STEPS)).replace("EVERY", str(max(1, STEPS // 200))))
        energy = np.genfromtxt(self.folder / "out/energy.csv", delimiter=",", names=True)
        position, velocity = energy["position_violation"].max(), energy["velocity_violation"].max()
        kinetic = energy["kinetic"] / energy["kinetic"][0] - 1
        half = len(kinetic) // 2
        drift = abs(kinetic[half:].mean() - kinetic[:half].mean())
        turns = self.history()["turn"][-1] / (2 * np.pi)
        print(f"{STEPS} steps, {turns:.0f} turns, violations {position:.1e} and {velocity:.1e}, kinetic energy to "
              f"{np.abs(kinetic).max():.1e}, drift between halves {drift:.1e}")
        self.assertLess(position, 1e-12)
        self.assertLess(velocity, 1e-12)
        self.assertGreater(abs(turns), 0.006 * STEPS / 10)
        self.assertLess(np.abs(kinetic).max(), 1e-6)
        self.assertLess(drift, 1e-8)


if __name__ == "__main__":
    unittest.main()
