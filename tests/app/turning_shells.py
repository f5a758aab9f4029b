# SPDX-License-Identifier: BSD-3-Clause
"""Shells that turn, against closed forms, published deflections and what must be conserved."""

import unittest

import h5py
import numpy as np

from cli import CliTest
from flexible import mesh


def grid(surface, nx, ny):
    """Nodes of surface(r, s), r and s from 0 to 1, numbers by place and quadrangles."""
    nodes = [surface(i / nx, j / ny) for j in range(ny + 1) for i in range(nx + 1)]
    number = lambda i, j: 1 + i + (nx + 1) * j
    cells = [[number(i + a, j + b) for a, b in ((0, 0), (1, 0), (1, 1), (0, 1))] for j in range(ny) for i in range(nx)]
    return nodes, number, cells


def elastica(load, count=4000):
    """Deflection and shortening of a cantilever of length one for P L^2 / EI = load, by shooting."""
    def shoot(curvature):
        h, theta, k, x, w = 1 / count, 0.0, curvature, 0.0, 0.0
        for _ in range(count):  # theta'' = -load cos theta, from the root; midpoint
            middle, slope = theta + h / 2 * k, k - h / 2 * load * np.cos(theta)
            x, w = x + h * np.cos(middle), w + h * np.sin(middle)
            theta, k = theta + h * slope, k - h * load * np.cos(middle)
        return k, w, 1 - x
    low, high = 0.0, load
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if shoot(middle)[0] < 0 else (low, middle)
    return shoot((low + high) / 2)[1:]


class TurningShells(CliTest):
    def at_rest(self, text, ranks=1, out="out"):
        result = self.sparkdyn("static", self.case(text), "--output", self.folder / out, ranks=ranks)
        self.assertEqual(result.returncode, 0, result.stderr)
        with h5py.File(self.folder / out / "results.h5") as file:
            return file["q"][-1].reshape(-1, 6)

    def strip(self, count, length, loads, supports="", more="", out="out", ranks=1):
        nodes, number, cells = grid(lambda r, s: (length * r, s - 0.5, 0), count, 1)
        root = [[number(0, 0)], [number(0, 1)]]
        end = [[number(count, 0)], [number(count, 1)]]
        (self.folder / "strip.msh").write_text(mesh(nodes, {"root": (0, 15, root), "end": (0, 15, end), "strip": (2, 3, cells)}))
        return self.at_rest(f"""
model:
  nonlinear: true
  mesh: strip.msh
  materials: {{m: {{E: 1.2e6, nu: 0, density: 1}}}}
  elements: [{{group: strip, type: shell4, material: m, thickness: 0.1}}]
  supports:
    - {{group: root, fix: all}}{supports}
  loads: [{loads}]
{more}
output: {{directory: out}}
""", ranks=ranks, out=out)[number(count, 0) - 1]

    def test_strip_rolled_up(self):
        """An end that is turned once, and free otherwise, rolls a strip up to a circle."""
        worst = []
        for count in (10, 20):
            more = f"""
    - {{group: end, fix: [rx, rz]}}
    - {{group: end, move: ry, value: {-2 * np.pi!r}, amplitude: {{table: [[0, 0], [1, 1]]}}}}"""
            tip = self.strip(count, 12, "", supports=more, more="time: {end: 1, step: 0.1}", out=f"roll{count}")
            worst.append(np.abs(tip[:3] - [-12, 0, 0]).max() / 12)
            self.assertLess(abs(tip[4] + 2 * np.pi), 1e-9)
        print("rolled up, the end misses by", worst)
        self.assertLess(worst[1], 0.01)

    def test_strip_bent_by_a_force(self):
        """P L^2 / EI = 4: 0.67 and 0.329 of the length."""
        w, u = elastica(4)
        errors = []
        for count in (8, 16):
            tip = self.strip(count, 10, "{group: end, force: [0, 0, 2]}", out=f"bent{count}")
            errors.append(np.abs([tip[2] / 10 - w, -tip[0] / 10 - u]).max())
        print("bent by a force, of the length:", w, u, "error", errors)
        self.assertLess(errors[1], 2e-3)
        self.assertLess(errors[1], 0.4 * errors[0])
        two = self.strip(8, 10, "{group: end, force: [0, 0, 2]}", out="two", ranks=2)
        one = self.strip(8, 10, "{group: end, force: [0, 0, 2]}", out="one")
        self.assertLess(np.abs(two - one).max(), 1e-8)

    def test_hemisphere_with_a_hole(self):
        """Sze, Liu & Lo 2004: 3.406 outwards and 5.902 inwards at P = 200; more elements come nearer."""
        n = 16
        def surface(r, s):
            phi, theta = np.pi / 2 * r, np.radians(72) * s
            return (10 * np.cos(theta) * np.cos(phi), 10 * np.cos(theta) * np.sin(phi), 10 * np.sin(theta))
        nodes, number, cells = grid(surface, n, n)
        groups = {"a": (0, 15, [[number(0, 0)]]), "b": (0, 15, [[number(n, 0)]]),
                  "xz": (0, 15, [[number(0, j)] for j in range(n + 1)]),
                  "yz": (0, 15, [[number(n, j)] for j in range(n + 1)]), "shell": (2, 3, cells)}
        (self.folder / "half.msh").write_text(mesh(nodes, groups))
        q = self.at_rest("""
model:
  nonlinear: true
  mesh: half.msh
  materials: {m: {E: 6.825e7, nu: 0.3, density: 1}}
  elements: [{group: shell, type: shell4, material: m, thickness: 0.04}]
  supports:
    - {group: xz, fix: [y]}
    - {group: xz, fix: [rx, rz]}
    - {group: yz, fix: [x]}
    - {group: yz, fix: [ry, rz]}
    - {group: a, fix: [z]}
  loads: [{group: a, force: [100, 0, 0]}, {group: b, force: [0, -100, 0]}]
output: {directory: out}
""")
        out, inwards = q[number(0, 0) - 1, 0], -q[number(n, 0) - 1, 1]
        print("hemisphere", out, inwards)
        self.assertLess(abs(out / 3.406 - 1), 0.025)
        self.assertLess(abs(inwards / 5.902 - 1), 0.04)

    def test_flying_plate(self):
        """Nothing acts: momenta stay, and the energy with rho_infinity = 1 nearly; a rigid turn has none."""
        nodes, number, cells = grid(lambda r, s: (2 * r - 1, s - 0.5, 0.1 * r * s), 4, 2)
        (self.folder / "plate.msh").write_text(mesh(nodes, {"plate": (2, 3, cells)}))
        spin = np.array([1.0, 2.0, 0.5])
        initial = ", ".join(f"{{node: {i}, value: {np.cross(spin, x).tolist()}, rotation: {spin.tolist()}}}"
                            for i, x in enumerate(nodes, 1))
        text = f"""
model:
  nonlinear: true
  mesh: plate.msh
  materials: {{m: {{E: 1e4, nu: 0.3, density: 1}}}}
  elements: [{{group: plate, type: shell4, material: m, thickness: 0.05}}]
  initial: {{velocity: [{initial}]}}
method: {{family: gauss-lobatto, stages: 3, rho_infinity: 1}}
time: {{end: 2, step: 0.02}}
output: {{directory: out, every: 5}}
"""
        self.run_case(text)
        energy = np.genfromtxt(self.folder / "out/energy.csv", delimiter=",", names=True)
        self.assertLess(np.abs(energy["balance"]).max(), 1e-5 * energy["kinetic"][0])
        self.assertLess(max(energy["position_violation"].max(), energy["velocity_violation"].max()), 1e-11)
        self.run_case(text.replace("{family: gauss-lobatto, stages: 3, rho_infinity: 1}", "{family: energy-momentum}"), out="em")
        energy = np.genfromtxt(self.folder / "em/energy.csv", delimiter=",", names=True)
        total = energy["kinetic"] + energy["strain"]
        print("energy of the energy-momentum method, relative", np.abs(total / total[0] - 1).max())
        self.assertLess(np.abs(total / total[0] - 1).max(), 1e-10)
        self.assertLess(energy["position_violation"].max(), 1e-11)


if __name__ == "__main__":
    unittest.main()
