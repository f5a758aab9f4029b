# SPDX-License-Identifier: BSD-3-Clause
"""Problems with known answers, through the program as a user runs it."""

import unittest

import numpy as np
from cli import CliTest


class ReferenceProblems(CliTest):
    def test_bathe_two_degrees_of_freedom(self):
        self.files(M=np.diag([2.0, 1.0]), K=[[6.0, -2.0], [-2.0, 4.0]], f=np.array([0.0, 10.0]))
        self.run_case("""
system: {mass: M.mtx, stiffness: K.mtx, loads: [{vector: f.mtx}]}
method: {stages: 5, rho_infinity: 1}
time: {end: 50, step: 0.02}
output: {every: 100, probes: [{name: u1, dof: 1}, {name: u2, dof: 2}]}
""")
        history = self.history()
        exact = {0.28: (2.514580001947648e-3, 3.818754035160567e-1),
                 1: (3.285785910862651e-1, 3.563124344000598),
                 2.8: (2.805722934400622, 2.806215530879651),
                 50: (1.223625603767909, 2.676953079585293)}
        for t, (u1, u2) in exact.items():
            row = np.argmin(abs(history["time"] - t))
            self.assert_relative(history["u1"][row], u1, 1e-8)
            self.assert_relative(history["u2"][row], u2, 1e-8)

    def test_stiff_flexible(self):
        """Bathe & Noh: the massless driven node is a constraint; rho_infinity = 0 returns the slow
        part at a step that cannot resolve the stiff spring (h omega = 828)."""
        k1, k2 = 1e7, 1.0
        self.files(M=np.diag([0.0, 1.0, 1.0]),
                   K=[[k1, -k1, 0], [-k1, k1 + k2, -k2], [0, -k2, k2]],
                   G=np.array([[1.0, 0, 0]]), c=np.array([1.0]))
        slow = {5: (-2.794157085e-1, -1.980212644808), 10: (-5.365729680e-1, -2.642088505e-1)}
        for end, (u2, u3) in slow.items():
            self.run_case(f"""
system:
  mass: M.mtx
  stiffness: K.mtx
  constraints: {{matrix: G.mtx, values: c.mtx, amplitude: {{expression: "sin(1.2*t)"}}}}
  initial: {{project: true}}
method: {{stages: 3, rho_infinity: 0}}
time: {{end: {end}, step: 0.2618}}
output: {{probes: [{{name: u2, dof: 2}}, {{name: u3, dof: 3}}]}}
""", out=f"out{end}")
            history = self.history(f"out{end}")
            self.assertEqual(history["time"][-1], end)
            self.assert_relative(history["u2"][-1], u2, 1e-3)
            self.assert_relative(history["u3"][-1], u3, 1e-3)

    def test_damped_chain_with_constraint(self):
        self.run_case("""
system:
  mass: DATA/g600_M.mtx
  damping: DATA/g600_D.mtx
  stiffness: DATA/g600_K.mtx
  constraints: {matrix: DATA/g600_G.mtx}
  loads: [{vector: DATA/g600_B.mtx}]
method: {stages: 4, rho_infinity: 0.8}
time: {end: 50, step: 0.1}
output:
  every: 1000
  probes: [{name: q1, dof: 1}, {name: q2, dof: 2}, {name: v1, dof: 1, quantity: velocity},
           {name: lambda, constraint: 1}]
""")
        history = self.history()
        row = np.argmin(abs(history["time"] - 10))
        self.assert_relative(history["q1"][row], 1.062774580307536e-1, 1e-8)
        self.assert_relative(history["q2"][row], 2.828073037134745e-2, 1e-8)
        self.assert_relative(history["v1"][row], 9.006046284873557e-3, 1e-8)
        self.assert_relative(history["lambda"][row], 0.5, 1e-8)
        self.assert_relative(history["q1"][-1], 9.699293923974656e-2, 1e-8)

    def test_ore_car(self):
        force = np.zeros(1473)
        force[0] = 1
        self.files(f=force)
        self.run_case("""
system: {mass: DATA/orecar_M.mtx, stiffness: DATA/orecar_K.mtx, loads: [{vector: f.mtx}]}
method: {stages: 6, rho_infinity: 1}
time: {end: 0.1, step: 5.0e-5}
output: {every: 100000, energy: false, probes: [{name: q1, dof: 1}, {name: q1000, dof: 1000}]}
""")
        history = self.history()
        row = np.argmin(abs(history["time"] - 0.01))
        self.assert_relative(history["q1"][row], 2.538211292906e-4, 1e-8)
        self.assert_relative(history["q1000"][row], -4.289477028713e-6, 1e-8)
        self.assert_relative(history["q1"][-1], 2.300522528480e-4, 1e-8)
        self.assert_relative(np.linalg.norm(self.results()["q"][-1]), 3.664025430434e-4, 1e-8)


if __name__ == "__main__":
    unittest.main()
