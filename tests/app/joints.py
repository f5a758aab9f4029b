# SPDX-License-Identifier: BSD-3-Clause
"""Forces on joints and between bodies that turn: damping, springs, friction, gears, ties, loads that follow; each
against a closed form."""

import unittest

import h5py
import numpy as np

from cli import CliTest
from flexible import mesh

GROUND = "ground: [0, 0, 0]"
HOLD = "{group: ground, fix: all}"
MASS_OF_GROUND = "{group: ground, mass: 1, inertia: [1, 1, 1]}"
END = "method: {family: gauss-lobatto, stages: 4, rho_infinity: 1}"


def flywheel(springs, spin=20.0, end=5, step=0.01, more="", J=0.5):
    """A wheel of inertia J on a hinge about z, whose angle is 'turn'."""
    return f"""
model:
  nonlinear: true
  nodes: {{{GROUND}, wheel: [0, 0, 0]}}
  masses: [{MASS_OF_GROUND}, {{group: wheel, mass: 1, inertia: [0.3, 0.4, {J}]}}]
  supports: [{HOLD}]
  constraints:
    - {{name: axle, joint: {{type: hinge, nodes: [ground, wheel], axis: [0, 0, 1], coordinate: turn}}}}
  springs: [{springs}]
  initial: {{velocity: [{{group: wheel, value: [0, 0, 0], rotation: [0, 0, {spin}]}}]}}{more}
{END}
time: {{end: {end}, step: {step}}}
output: {{directory: out, probes: [{{name: turn, group: turn, component: x}}, {{name: rz, group: wheel, component: rz}}, {{name: speed, group: turn, component: x, quantity: velocity}}]}}
"""


class Joints(CliTest):
    def last(self, out="out"):
        return {name: values[-1] for name, values in self.history(out).items()}

    def energy(self, out="out"):
        return np.genfromtxt(self.folder / out / "energy.csv", delimiter=",", names=True)

    def violations(self, out="out"):
        energy = self.energy(out)
        return max(np.abs(energy["position_violation"]).max(), np.abs(energy["velocity_violation"]).max())

    def test_torsion_spring_over_many_turns(self):
        """J θ'' = −k θ with k so soft that the wheel turns 4.5 times."""
        for ranks in (1, 2):
            self.run_case(flywheel("{ground: turn, component: x, stiffness: 0.25}"), ranks=ranks)
            columns = self.history()
            w = np.sqrt(0.25 / 0.5)
            exact = 20 / w * np.sin(w * columns["time"])
            self.assertGreater(exact.max(), 4 * 2 * np.pi)
            self.assertLess(np.abs(columns["turn"] - exact).max(), 1e-10)
            self.assertLess(np.abs(columns["rz"] - exact).max(), 1e-10)
            self.assertLess(self.violations(), 1e-11)
        energy = self.energy()
        total = energy["kinetic"] + energy["strain"]
        self.assertLess(np.abs(total / total[0] - 1).max(), 1e-12)

    def test_damper(self):
        self.run_case(flywheel("{ground: turn, component: x, damping: 0.2}"))
        self.assertLess(abs(self.last()["turn"] - 20 * 0.5 / 0.2 * (1 - np.exp(-0.2 / 0.5 * 5))), 1e-10)

    def test_smooth_friction(self):
        """J θ'' = −T tanh(θ'/v): sinh(θ'/v) falls as exp(−T t/J v)."""
        self.run_case(flywheel("{ground: turn, component: x, friction: {force: 1.5, speed: 2}}"))
        exact = 2 * np.arcsinh(np.sinh(20 / 2) * np.exp(-1.5 * 5 / (0.5 * 2)))
        self.assertLess(abs(self.last()["speed"] - exact), 1e-9)

    def test_law_by_expression(self):
        """J θ'' = −J θ³ has the period 7.4162987092054876/A."""
        period = 7.4162987092054876
        self.run_case(flywheel('{ground: turn, component: x, law: {expression: "0.5*t^3"}}', spin=np.sqrt(0.5),
                               end=period, step=period / 200))
        last = self.last()
        self.assertLess(abs(last["turn"]), 1e-9)
        self.assertLess(abs(last["speed"] - np.sqrt(0.5)), 1e-9)

    def test_stops(self):
        self.run_case(flywheel("{ground: turn, component: x, stops: {lowest: -1, highest: 2, stiffness: 1e4, width: 0.1}}",
                               spin=3, step=0.001))
        columns = self.history()
        self.assertLess(columns["turn"].max(), 2.1)
        self.assertGreater(columns["turn"].min(), -1.1)
        energy = self.energy()
        self.assertLess(np.abs((energy["kinetic"] + energy["strain"]) / energy["kinetic"][0] - 1).max(), 1e-7)
        self.assertLess(columns["speed"].min(), -2.99)

    def test_initial_angle_and_speed_of_a_coordinate(self):
        """Found from the bodies' own initial values."""
        text = flywheel("{ground: turn, component: x, stiffness: 2}", spin=1).replace(
            "initial: {velocity:", "initial: {displacement: [{group: wheel, value: [0, 0, 0], rotation: [0, 0, 2.5]}], velocity:")
        self.run_case(text)
        t = self.history()["time"]
        self.assertLess(np.abs(self.history()["turn"] - 2.5 * np.cos(2 * t) - 0.5 * np.sin(2 * t)).max(), 1e-9)

    def test_gear(self):
        """Two wheels, the second turning −3 times as fast: J = J₁ + 9 J₂."""
        text = flywheel("{ground: turn, component: x, stiffness: 2}", spin=1)
        text = text.replace("wheel: [0, 0, 0]}", "wheel: [0, 0, 0], pinion: [1, 0, 0]}")
        text = text.replace("inertia: [0.3, 0.4, 0.5]}]", "inertia: [0.3, 0.4, 0.5]}, {group: pinion, mass: 1, inertia: [0.1, 0.1, 0.1]}]")
        text = text.replace("  springs:", """    - {name: second, joint: {type: hinge, nodes: [ground, pinion], axis: [0, 0, 1], coordinate: fast}}
    - {name: pair, gear: {coordinates: [turn, fast], ratio: -3}}
  springs:""").replace("rotation: [0, 0, 1]}", "rotation: [0, 0, 1]}, {group: pinion, value: [0, 0, 0], rotation: [0, 0, -3]}")
        text = text.replace("[{name: turn,", "[{name: fast, group: pinion, component: rz}, {name: turn,")
        self.run_case(text)
        columns = self.history()
        w = np.sqrt(2 / (0.5 + 9 * 0.1))
        exact = np.sin(w * columns["time"]) / w
        self.assertLess(np.abs(columns["turn"] - exact).max(), 1e-10)
        self.assertLess(np.abs(columns["fast"] + 3 * exact).max(), 1e-10)

    def test_rack(self):
        """A pinion of radius 0.2 moves a rack of mass 4 along x."""
        text = flywheel("{ground: turn, component: x, stiffness: 2}", spin=1)
        text = text.replace("wheel: [0, 0, 0]}", "wheel: [0, 0, 0], rack: [1, 1, 0]}")
        text = text.replace("inertia: [0.3, 0.4, 0.5]}]", "inertia: [0.3, 0.4, 0.5]}, {group: rack, mass: 4, inertia: [0.1, 0.1, 0.1]}]")
        text = text.replace("  springs:", """    - {name: rail, joint: {type: slider, nodes: [ground, rack], axis: [1, 0, 0], coordinate: along}}
    - {name: teeth, gear: {coordinates: [turn, along], ratio: 0.2}}
  springs:""").replace("rotation: [0, 0, 1]}", "rotation: [0, 0, 1]}, {group: rack, value: [0.2, 0, 0]}")
        text = text.replace("[{name: turn,", "[{name: along, group: rack, component: x}, {name: turn,")
        self.run_case(text)
        columns = self.history()
        w = np.sqrt(2 / (0.5 + 4 * 0.04))
        exact = np.sin(w * columns["time"]) / w
        self.assertLess(np.abs(columns["along"] - 0.2 * exact).max(), 1e-10)

    def test_law_along_a_line_that_turns(self):
        """A point on a spring F = k (l − L) + c (l − L)³ in circular motion, which it keeps."""
        k, c, m, stretch = 3.0, 5.0, 2.0, 0.25
        speed = np.sqrt((k * stretch + c * stretch**3) * (1 + stretch) / m)
        self.run_case(f"""
model:
  nonlinear: true
  nodes: {{centre: [0, 0, 0], stone: [1, 0, 0]}}
  masses: [{{group: centre, mass: 1}}, {{group: stone, mass: {m}}}]
  supports: [{{group: centre, fix: translations}}]
  springs: [{{between: [centre, stone], stiffness: {k}, law: {{expression: "{c}*t^3"}}, rate_law: {{expression: "2*t"}}}}]
  initial: {{displacement: [{{group: stone, value: [{stretch}, 0, 0]}}], velocity: [{{group: stone, value: [0, {speed!r}, 0]}}]}}
{END}
time: {{end: 20, step: 0.02}}
output: {{directory: out, probes: [{{name: x, group: stone, component: x}}, {{name: y, group: stone, component: y}}]}}
""")
        columns = self.history()
        angle = speed / (1 + stretch) * columns["time"]
        self.assertLess(np.abs(columns["x"] + 1 - (1 + stretch) * np.cos(angle)).max(), 1e-9)
        self.assertLess(np.abs(columns["y"] - (1 + stretch) * np.sin(angle)).max(), 1e-9)

    def test_stiffness_damping_leaves_a_spinning_body_its_spin(self):
        """Two masses on a spring whose damping sees only its stretch: relative equilibrium for good."""
        m, k, w = 2.0, 500.0, 3.0
        stretch = m * w * w / 2 / (k - m * w * w / 2)
        half = (1 + stretch) / 2
        case = f"""
model:
  nonlinear: true
  nodes: {{a: [-0.5, 0, 0], b: [0.5, 0, 0]}}
  masses: [{{group: a, mass: {m}}}, {{group: b, mass: {m}}}]
  springs: [{{between: [a, b], stiffness: {k}}}]
  damping: {{beta: 0.02}}
  initial:
    displacement: [{{group: a, value: [{-stretch / 2!r}, 0, 0]}}, {{group: b, value: [{stretch / 2!r}, 0, 0]}}]
    velocity: [{{group: a, value: [0, {-w * half!r}, 0]}}, {{group: b, value: [0, {w * half!r}, 0]}}]
{END}
time: {{end: 10, step: 0.01}}
output: {{directory: out, every: 10, probes: [{{name: x, group: b, component: x}}, {{name: y, group: b, component: y}}, {{name: vx, group: b, component: x, quantity: velocity}}, {{name: vy, group: b, component: y, quantity: velocity}}]}}
"""
        self.run_case(case)
        h = self.history()
        x, y = h["x"] + 0.5, h["y"]
        spin = (x * h["vy"] - y * h["vx"]) / (x * x + y * y)
        self.assertLess(np.abs(spin / w - 1).max(), 1e-12)
        self.assertLess(np.abs(np.hypot(x, y) / half - 1).max(), 1e-12)
        # Stretched from rest it is damped as a linear oscillator is: C = βK.
        # So little that the length of the spring is that of rest.
        rest = case.replace(repr(stretch / 2), "1e-06").replace(repr(-w * half), "0").replace(repr(w * half), "0").replace("end: 10", "end: 1")
        self.run_case(rest, out="rest")
        t, W = self.history("rest")["time"], np.sqrt(k / (m / 2))
        d = 0.02 * W / 2
        free = W * np.sqrt(1 - d * d)
        exact = 1e-6 * np.exp(-d * W * t) * (np.cos(free * t) + d * W / free * np.sin(free * t))
        self.assertLess(np.abs(self.history("rest")["x"] - exact).max(), 1e-11)

    def test_mass_damping(self):
        """Air that slows a body: v and the spin fall as exp(−αt)."""
        for ranks in (1, 2):
            self.run_case(f"""
model:
  nonlinear: true
  nodes: {{body: [0, 0, 0], other: [1, 0, 0]}}
  masses: [{{group: body, mass: 3, inertia: [0.3, 0.4, 0.5]}}, {{group: other, mass: 1}}]
  damping: {{alpha: 0.7}}
  initial: {{velocity: [{{group: body, value: [1, 2, 0], rotation: [0, 0, 4]}}]}}
{END}
time: {{end: 3, step: 0.01}}
output: {{directory: out, probes: [{{name: x, group: body, component: x}}, {{name: rz, group: body, component: rz}}, {{name: wz, group: body, component: rz, quantity: velocity}}]}}
""", ranks=ranks)
            last, left = self.last(), np.exp(-0.7 * 3)
            self.assertLess(abs(last["wz"] - 4 * left), 1e-11)
            self.assertLess(abs(last["rz"] - 4 * (1 - left) / 0.7), 1e-11)
            self.assertLess(abs(last["x"] - (1 - left) / 0.7), 1e-11)

    def test_force_and_moment_that_follow(self):
        """A rocket on a spinning body: v turns with it. A moment about the body's own axis spins it up."""
        for ranks in (1, 2):
            self.run_case(f"""
model:
  nonlinear: true
  nodes: {{body: [0, 0, 0], top: [5, 0, 0]}}
  masses: [{{group: body, mass: 3, inertia: [0.3, 0.4, 0.5]}}, {{group: top, mass: 1, inertia: [0.4, 0.4, 0.5]}}]
  loads:
    - {{group: body, force: [6, 0, 0], follower: true}}
    - {{group: top, moment: [0, 0, 2], follower: true}}
  initial: {{displacement: [{{group: top, value: [0, 0, 0], rotation: [1.5707963267948966, 0, 0]}}], velocity: [{{group: body, value: [0, 0, 0], rotation: [0, 0, 4]}}]}}
{END}
time: {{end: 3, step: 0.01}}
output: {{directory: out, probes: [{{name: vx, group: body, component: x, quantity: velocity}}, {{name: vy, group: body, component: y, quantity: velocity}}, {{name: wy, group: top, component: ry, quantity: velocity}}]}}
""", ranks=ranks)
            last = self.last()
            self.assertLess(abs(last["vx"] - 6 / 3 / 4 * np.sin(12)), 1e-10)
            self.assertLess(abs(last["vy"] - 6 / 3 / 4 * (1 - np.cos(12))), 1e-10)
            self.assertLess(abs(last["wy"] + 2 / 0.5 * 3), 1e-9)
            energy = self.energy()
            self.assertLess(abs(energy["balance"][-1]), 1e-6 * energy["kinetic"].max())

    def test_bead_on_a_wire_and_pin_in_a_plane(self):
        """A bead slides down a helix z = −0.1 s of radius 1: constant acceleration along it. A pin in a plane falls."""
        for ranks in (1, 2):
            self.run_case(f"""
model:
  nonlinear: true
  nodes: {{{GROUND}, bead: [1, 0, 0], pin: [3, 0, 0]}}
  masses: [{MASS_OF_GROUND}, {{group: bead, mass: 2}}, {{group: pin, mass: 1}}]
  supports: [{HOLD}]
  constraints:
    - {{name: wire, guide: {{nodes: [ground, bead], coordinate: place, curve: [{{expression: "cos(t)"}}, {{expression: "sin(t)"}}, {{expression: "-0.1*t"}}]}}}}
    - {{name: table, guide: {{nodes: [ground, pin], plane: [1, 0, 1]}}}}
  loads: [{{gravity: [0, 0, -9.81]}}]
  initial: {{velocity: [{{group: bead, value: [0, 2, -0.2]}}]}}
{END}
time: {{end: 4, step: 0.01}}
output: {{directory: out, probes: [{{name: s, group: place, component: x}}, {{name: x, group: bead, component: x}}, {{name: z, group: bead, component: z}}, {{name: pin, group: pin, component: x}}]}}
""", ranks=ranks)
            columns = self.history()
            s = 2 * columns["time"] + 0.5 * 9.81 * 0.1 / 1.01 * columns["time"]**2
            self.assertGreater(s[-1], 2 * 2 * np.pi)
            self.assertLess(np.abs(columns["s"] - s).max(), 1e-9)
            self.assertLess(np.abs(columns["x"] + 1 - np.cos(s)).max(), 1e-9)
            self.assertLess(np.abs(columns["z"] + 0.1 * s).max(), 1e-10)
            self.assertLess(np.abs(columns["pin"] - 9.81 / 4 * columns["time"]**2).max(), 1e-10)
            self.assertLess(self.violations(), 1e-11)

    def test_tie_coupling_and_pressure_in_free_flight(self):
        """Two soft blocks tied across a gap, blown up by a pressure, with a head on a coupling, tumble: forces between
        parts and a pressure on a closed surface change no momentum."""
        square = np.array([(0, 0), (1, 0), (1, 1), (0, 1)], dtype=float)
        block = lambda low, high, size: [(*(size * (p - 0.5)), z) for z in (low, high) for p in square]
        points = np.array(block(0, 1, 1.0) + block(1.05, 2.05, 0.8))
        sides = [(1, 4, 3, 2), (5, 6, 7, 8), (1, 2, 6, 5), (2, 3, 7, 6), (3, 4, 8, 7), (4, 1, 5, 8)]
        (self.folder / "blocks.msh").write_text(mesh(points, {
            "lower": (3, 5, [tuple(range(1, 9))]), "upper": (3, 5, [tuple(range(9, 17))]), "skin": (2, 3, sides),
            "lower_top": (2, 3, [(5, 6, 7, 8)]), "upper_bottom": (2, 3, [(9, 12, 11, 10)]),
            "top": (2, 3, [(13, 14, 15, 16)])}))
        spin, v0 = np.array([1.0, 2.0, 0.5]), np.array([0.3, 0, -0.2])
        head = np.array([0.3, 0.2, 2.6])
        speeds = "".join(f"      - {{node: {i}, value: {(v0 + np.cross(spin, x)).tolist()}}}\n"
                         for i, x in enumerate(points, 1))
        for ranks in (1, 2):
            self.run_case(f"""
model:
  nonlinear: true
  mesh: blocks.msh
  lumped_mass: true
  materials: {{soft: {{E: 300, nu: 0.3, density: 2}}}}
  nodes: {{head: {head.tolist()}}}
  elements: [{{group: lower, material: soft}}, {{group: upper, material: soft}}]
  masses: [{{group: head, mass: 1.5, inertia: [0.1, 0.1, 0.1]}}]
  constraints:
    - {{name: seam, tie: {{slave: upper_bottom, master: lower_top, tolerance: 0.1}}}}
    - {{name: cap, coupling: {{reference: head, nodes: top}}}}
  loads: [{{surface: skin, pressure: -20, amplitude: {{expression: "sin(3*t)"}}}}]
  initial:
    velocity:
      - {{group: head, value: {(v0 + np.cross(spin, head)).tolist()}, rotation: {spin.tolist()}}}
{speeds}method: {{family: gauss-lobatto, stages: 3, rho_infinity: 1}}
time: {{end: 2, step: 0.02}}
output: {{directory: out, every: 10}}
""", ranks=ranks)
            self.assertLess(self.violations(), 1e-11)
            with h5py.File(self.folder / "out/results.h5") as file:
                dofs, q, v = file["dofs"][...], file["q"][...], file["v"][...]
            at = {(int(n), int(c)): k for k, (n, c) in enumerate(dofs)}
            m = {i: 2 / 8 if i <= 8 else 2 * 0.64 / 8 for i in range(1, 17)} | {17: 1.5}
            X = {i: x for i, x in enumerate(points, 1)} | {17: head}
            p, L, stretch = 0, 0, 0
            for i in m:
                vi = np.stack([v[:, at[i, c]] for c in (1, 2, 3)], axis=1)
                r = X[i] + np.stack([q[:, at[i, c]] for c in (1, 2, 3)], axis=1)
                p, L = p + m[i] * vi, L + m[i] * np.cross(r, vi)
            L = L + 0.1 * np.stack([v[:, at[17, c]] for c in (4, 5, 6)], axis=1)
            self.assertLess(np.abs(p - p[0]).max(), 1e-11)
            self.assertLess(np.abs(L - L[0]).max(), 1e-10)
            corners = [X[i] + np.stack([q[:, at[i, c]] for c in (1, 2, 3)], axis=1) for i in (1, 7)]
            stretch = np.linalg.norm(corners[1] - corners[0], axis=1)
            self.assertGreater(np.ptp(stretch), 0.02)  # it does deform
            turned = q[-1, at[17, 4]:at[17, 6] + 1]
            self.assertGreater(np.linalg.norm(turned), 3)

    def test_cable(self):
        """Slack it is not there: the stone falls freely. Taut it throws the stone back without loss."""
        self.run_case(f"""
model:
  nonlinear: true
  nodes: {{hook: [0, 0, 0], stone: [0, 0, -1]}}
  masses: [{{group: hook, mass: 1}}, {{group: stone, mass: 2}}]
  supports: [{{group: hook, fix: translations}}]
  springs: [{{between: [hook, stone], stops: {{highest: 0, stiffness: 2e4, width: 0.01}}}}]
  loads: [{{gravity: [0, 0, -10]}}]
  initial: {{displacement: [{{group: stone, value: [0, 0, 0.2]}}]}}
{END}
time: {{end: 1, step: 0.0005}}
output: {{directory: out, probes: [{{name: z, group: stone, component: z}}]}}
""")
        columns, energy = self.history(), self.energy()
        falling = columns["time"] < 0.2
        self.assertLess(np.abs(columns["z"] - 0.2 + 5 * columns["time"]**2)[falling].max(), 1e-12)
        total = energy["kinetic"] + energy["strain"] + 20 * columns["z"]
        self.assertLess(np.abs(total - 4).max(), 1e-7)
        self.assertGreater(columns["z"][columns["time"] > 0.3].max(), 0.199)

    def test_release(self):
        """A stone on an arm that turns at 3 rad/s about a hinge lets go at t = 0.7 and flies straight on; the arm's
        spring keeps swinging. The step that ends there is cut."""
        for ranks in (1, 2):
            self.run_case(f"""
model:
  nonlinear: true
  nodes: {{{GROUND}, arm: [0, 0, 0], stone: [2, 0, 0]}}
  masses: [{MASS_OF_GROUND}, {{group: arm, mass: 1, inertia: [1, 1, 1]}}, {{group: stone, mass: 0.5}}]
  supports: [{HOLD}]
  constraints:
    - {{name: axle, joint: {{type: hinge, nodes: [ground, arm], axis: [0, 0, 1]}}}}
    - {{name: hand, rigid_body: {{reference: arm, nodes: stone}}, release: {{time: 0.7}}}}
  initial: {{velocity: [{{group: arm, rotation: [0, 0, 3]}}, {{group: stone, value: [0, 6, 0]}}]}}
{END}
time: {{end: 1.5, step: 0.04}}
output: {{directory: out, probes: [{{name: x, group: stone, component: x}}, {{name: y, group: stone, component: y}}, {{name: vx, group: stone, component: x, quantity: velocity}}, {{name: turn, group: arm, component: rz}}]}}
""", ranks=ranks)
            checked = self.sparkdyn("check", self.folder / "case.yaml", ranks=ranks)
            self.assertEqual(checked.returncode, 0, checked.stdout + checked.stderr)
            last, a = self.last(), 3 * 0.7
            self.assertLess(abs(last["x"] + 2 - 2 * np.cos(a) + 6 * np.sin(a) * 0.8), 1e-9)
            self.assertLess(abs(last["y"] - 2 * np.sin(a) - 6 * np.cos(a) * 0.8), 1e-9)
            self.assertLess(abs(last["vx"] + 6 * np.sin(a)), 1e-9)
            self.assertLess(abs(last["turn"] - 4.5), 1e-10)

    def refused(self, text, *words):
        for command in ("run", "check"):
            result = self.sparkdyn(command, self.case(text), "--output", self.folder / "refused")
            self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
            for word in words:
                self.assertIn(word, result.stderr)

    def test_wrong_input(self):
        ok = "{ground: turn, component: x, stiffness: 1}"
        place = "case.yaml:9: "
        self.refused(flywheel("{ground: turn, component: x, friction: {force: 1}}"), place, "speed")
        self.refused(flywheel("{ground: turn, component: x, frictoin: {force: 1}}"), place, "friction")
        self.refused(flywheel("{ground: turn, component: x, stops: {stiffness: 1, width: 1}}"), place, "lowest")
        self.refused(flywheel("{ground: turn, component: x, stops: {lowest: 2, highest: 1, stiffness: 1, width: 1}}"),
                     place, "below")
        self.refused(flywheel("{ground: wheel, component: rz, law: 1}"), place, "coordinate")
        self.refused(flywheel("{ground: turn, component: x, rest: 1, damping: 2}"), place, "stiffness")
        self.refused(flywheel("{ground: tunr, component: x, law: 1}"), place, "turn")
        self.refused(flywheel(ok).replace("coordinate: turn", "coordinate: wheel"), "case.yaml:8: ", "wheel")
        self.refused(flywheel(ok).replace("type: hinge", "type: planar"), "case.yaml:8: ", "no motion that could be measured")
        self.refused(flywheel(ok, more="\n  loads: [{group: turn, force: [1, 0, 0], follower: true}]"),
                     "case.yaml:11: ", "no orientation that this could turn with")
        self.refused(flywheel(ok, more="\n  loads: [{gravity: [1, 0, 0], follower: true}]"), "case.yaml:11: ", "follower")
        self.refused(flywheel(ok).replace("nonlinear: true", "nonlinear: false").replace(
            "model:", "model:\n  mesh: none.msh\n  elements: [{group: a, material: b}]"), "nonlinear: true")
        self.refused(flywheel(ok).replace("coordinate: turn}}", "coordinate: turn}, release: {time: 1}}"),
                     "case.yaml:8: ", "cannot be released")
        late = flywheel(ok).replace("fix: all}", "fix: all, release: {time: 7}}")
        self.refused(late, "released at 7", "end 5")


if __name__ == "__main__":
    unittest.main()
