# SPDX-License-Identifier: BSD-3-Clause
"""100,000 steps of bodies that turn hundreds of times: joints stay closed at both levels, and the damping of ρ∞ = 0.8
takes nothing out of rigid motion. SPARKDYN_STEPS asks for another number."""

import os
import unittest

import h5py
import numpy as np

from cli import CliTest
from flexible import lines, masses, mesh

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

    def test_momenta_and_energy_of_a_flexible_body(self):
        """Simo and Vu-Quoc's flying beam, coarse, over a tenth as many steps: after the loads end nothing changes its
        momenta, and with rho_infinity 1 its energy stays where it is."""
        n, steps = 4, max(100, STEPS // 10)
        X = np.array([6.0, 0, 0]) + np.array([-6.0, 8.0, 0]) * np.linspace(0, 1, n + 1)[:, None]
        m = np.full(n + 1, 10 / n)
        m[[0, -1]] /= 2
        (self.folder / "beam.msh").write_text(mesh(X, {"all": (1, 1, lines(n))}))
        until = "amplitude: {table: [[0, 1], [2.5, 1], [2.5000001, 0]]}"
        self.run_case(f"""
model:
  nonlinear: true
  mesh: beam.msh
  materials: {{m: {{E: 1e4, nu: 0, density: 0}}}}
  elements: [{{group: all, type: beam2, material: m, section: {{area: 1, I11: 1e-2, I22: 1e-2, J: 2e-2, shear1: 2, shear2: 2, n1: [0, 0, 1]}}}}]
  masses: [{masses(m.tolist(), 10 * m[:, None] * np.ones(3))}]
  loads:
    - {{node: 1, force: [8, 0, 0], {until}}}
    - {{node: 1, moment: [0, 0, -80], {until}}}
method: {{family: gauss-lobatto, stages: 3, rho_infinity: 1}}
time: {{end: {0.025 * steps!r}, step: 0.025}}
output: {{directory: out, every: {steps // 100}, report: false}}
""")
        with h5py.File(self.folder / "out/results.h5") as file:
            t = file["time"][:]
            q, v = (file[name][:].reshape(len(t), n + 1, 6) for name in "qv")
        free = t > 2.6
        p = (m[:, None] * v[:, :, :3]).sum(1)[free]
        # About the centre, which is far away in the end.
        x = X + q[:, :, :3]
        centre, speed = ((m[:, None] * value).sum(1, keepdims=True) / m.sum() for value in (x, v[:, :, :3]))
        L = (m[:, None] * (np.cross(x - centre, v[:, :, :3] - speed) + 10 * v[:, :, 3:])).sum(1)[free]
        momentum, spin = np.abs(p - p[0]).max() / 20, np.abs(L - L[0]).max() / np.abs(L[0]).max()
        energy = np.genfromtxt(self.folder / "out/energy.csv", delimiter=",", names=True)
        total = (energy["kinetic"] + energy["strain"])[energy["time"] > 2.6]
        half = len(total) // 2
        print(f"{steps} steps: momentum to {momentum:.1e}, spin to {spin:.1e}, energy within {np.ptp(total) / total[0]:.1e}, "
              f"drift between halves {abs(total[half:].mean() / total[:half].mean() - 1):.1e}")
        self.assertLess(momentum, 1e-11)
        self.assertLess(spin, 1e-11)
        self.assertLess(np.ptp(total), 1e-3 * total[0])
        self.assertLess(abs(total[half:].mean() - total[:half].mean()), 1e-5 * total[0])


if __name__ == "__main__":
    unittest.main()
