# SPDX-License-Identifier: BSD-3-Clause
"""Structures that turn: rigid bodies and joints against answers that are known otherwise."""

import unittest

import h5py
import numpy as np

from cli import CliTest

# Displacement of the top's centre at t = 2 by six stages at h = 5e-4; five agree to 1e-12, and a
# Lie-group generalized-alpha method at h = 2e-6 to 1.2e-6.
TOP = np.array([-0.150416822746, -1.724165591637, -0.673022269560])
HEAVY_TOP = """
model:
  nonlinear: true
  nodes: {pivot: [0, 0, 0], top: [0, 1, 0]}
  masses: [{group: top, mass: 15, inertia: [0.234375, 0.46875, 0.234375]}]
  constraints: [{name: arm, rigid_body: {reference: top, nodes: pivot}}]
  supports: [{group: pivot, fix: translations}]
  loads: [{gravity: [0, 0, -9.81]}]
  initial: {velocity: [{group: top, value: [4.61538, 0, 0], rotation: [0, 150, -4.61538]}]}
method: {family: gauss-lobatto, stages: 4, rho_infinity: 1}
time: {end: 2, step: 0.001}
output: {directory: out, every: 100, probes: [{name: x, group: top, component: x}, {name: y, group: top, component: y}, {name: z, group: top, component: z}, {name: wy, group: top, component: ry, quantity: velocity}, {name: f, group: pivot, component: z, quantity: reaction}]}
"""


def four_bars(loops):
    """Slender rods of mass 1 and length 1 that hang together at the top (IFToMM benchmark A02). A
    rod is a reference node with its inertia, a mass at its middle and a node at its end."""
    J = 1 / 12
    nodes, masses, constraints, supports, initial = [], [], [], [], []

    def rod(name, start, direction, inertia, velocities):
        x = np.array(start, dtype=float)
        for part, share in (("", 0), ("m", 0.5), ("e", 1)):
            at = (x + share * np.array(direction)).tolist()
            nodes.append(f"    {name}{part}: {at}")
        masses.append(f"    - {{group: {name}, inertia: {inertia}}}")
        masses.append(f"    - {{group: {name}m, mass: 1}}")
        for part in "me":
            constraints.append(f"    - {{name: {name}{part}, rigid_body: "
                               f"{{reference: {name}, nodes: {name}{part}}}}}")
        initial.extend(velocities)

    def speed(name, x, spin=""):
        return f"      - {{group: {name}, value: [{x}, 0, 0]{spin}}}"

    for i in range(loops + 1):
        rod(f"a{i}", (i, 0, 0), (0, 1, 0), [J, 0, J],
            [speed(f"a{i}", 0, ", rotation: [0, 0, -1]"), speed(f"a{i}m", 0.5), speed(f"a{i}e", 1)])
        supports.append(f"    - {{group: a{i}, fix: [x, y, z, rx, ry]}}")
    for i in range(loops):
        rod(f"b{i}", (i, 1, 0), (1, 0, 0), [0, J, J], [speed(f"b{i}{p}", 1) for p in ("", "m", "e")])
        constraints.append(f"    - {{name: left{i}, joint: {{type: hinge, nodes: [a{i}, b{i}], axis: [0, 0, 1]}}}}")
        constraints.append(f"    - {{name: right{i}, joint: {{type: pinned, nodes: [b{i}e, a{i + 1}e]}}}}")
    return "\n".join(["model:", "  nonlinear: true", "  nodes:", *nodes, "  masses:", *masses,
                      "  constraints:", *constraints, "  supports:", *supports,
                      "  loads: [{gravity: [0, -9.81, 0]}]", "  initial:", "    velocity:", *initial,
                      "method: {family: gauss-lobatto, stages: 4, rho_infinity: 1}",
                      "time: {end: 10, step: 0.01}",
                      "output: {directory: out, every: 100, probes: [{name: x, group: a0e, component: x}, "
                      "{name: y, group: a0e, component: y}, {name: vx, group: a0e, component: x, "
                      "quantity: velocity}, {name: vy, group: a0e, component: y, quantity: velocity}]}", ""])


class Bodies(CliTest):
    def last(self, out="out"):
        return {name: values[-1] for name, values in self.history(out).items()}

    def centre(self, out="out"):
        last = self.last(out)
        return np.array([last[c] for c in "xyz"])

    def violations(self, out="out"):
        energy = np.genfromtxt(self.folder / out / "energy.csv", delimiter=",", names=True)
        return max(np.abs(energy["position_violation"]).max(), np.abs(energy["velocity_violation"]).max())

    def test_heavy_top(self):
        result = self.run_case(HEAVY_TOP)
        self.assertLess(np.abs(self.centre() - TOP).max(), 1e-11)
        self.assertLess(self.violations(), 1e-12)
        self.assertNotIn("warning", result.stdout + result.stderr)
        with h5py.File(self.folder / "out/results.h5") as file:
            axes = file["directors"][-1].reshape(3, 3)
            self.assertLess(np.abs(axes @ axes.T - np.eye(3)).max(), 1e-12)
            # The centre is at d2 of the body.
            self.assertLess(np.abs(axes[1] - [0, 1, 0] - TOP).max(), 1e-11)
            turns = np.diff(file["q"][:, 6:], axis=0)
            self.assertEqual(file["q"].shape[1], 9)
            self.assertTrue(np.isfinite(turns).all())

    def test_energy_momentum_method(self):
        """Of second order; the energy of a body is quadratic in its unknowns and stays."""
        exact, errors = None, []
        for method, step in (("{family: gauss-lobatto, stages: 4, rho_infinity: 1}", 1e-3),
                             ("{family: energy-momentum}", 1e-3), ("{family: energy-momentum}", 5e-4)):
            self.run_case(HEAVY_TOP.replace("{family: gauss-lobatto, stages: 4, rho_infinity: 1}", method), "--set",
                          "time.end=0.1", "--set", f"time.step={step}", out="em")
            if exact is None:
                exact = self.centre("em")
                continue
            errors.append(np.abs(self.centre("em") - exact).max())
            energy = np.genfromtxt(self.folder / "em/energy.csv", delimiter=",", names=True)
            self.assertLess(np.abs(energy["balance"]).max(), 1e-11 * energy["kinetic"][0])
            self.assertLess(np.abs(energy["position_violation"]).max(), 1e-12)
        print("energy-momentum method, heavy top:", errors)
        self.assertLess(abs(np.log2(errors[0] / errors[1]) - 2), 0.1)

    def test_ranks(self):
        short = ("--set", "time.end=0.05")
        self.run_case(HEAVY_TOP, *short, out="one")
        for ranks in (2, 4):
            self.run_case(HEAVY_TOP, *short, ranks=ranks, out=f"ranks{ranks}")
            self.assertLess(np.abs(self.centre("one") - self.centre(f"ranks{ranks}")).max(), 1e-12)

    def test_orders(self):
        short = ("--set", "time.end=0.04", "--set", "output.every=1000000")

        def end(stages, rho, step):
            self.run_case(HEAVY_TOP, *short, "--set", f"method.stages={stages}", "--set",
                          f"method.rho_infinity={rho}", "--set", f"time.step={step}", out="o")
            last = self.last("o")
            return np.array([last["x"], last["y"], last["z"], last["wy"] / 150])

        exact = end(6, 1, 0.0005)
        for rho in (0, 0.8, 1):
            for stages, step in ((1, 2.5e-4), (2, 1e-3), (3, 4e-3), (4, 4e-3)):
                coarse, fine = (np.abs(end(stages, rho, h) - exact).max() for h in (step, step / 2))
                # Rigid rotation is all in the constraints: damping does not touch it.
                self.assertGreater(np.log2(coarse / fine), 2 * stages - 1.3, (rho, stages))

    def test_closed_chains_through_singular_positions(self):
        result = self.run_case(four_bars(2))
        self.assertIn("pinned joint 'right0', node", result.stderr)  # out of the plane: said twice
        last = self.last()
        self.assertLess(abs(last["x"] - 0.3284581115408154), 1e-10)
        self.assertLess(abs(last["y"] + 1 - 0.944518538178601), 1e-10)
        self.assertLess(abs(last["vx"] - 1.423051470206944), 1e-9)
        self.assertLess(abs(last["vy"] + 0.494868845487043), 1e-9)
        self.assertLess(self.violations(), 1e-12)

    def test_a_row_that_follows_only_at_the_start_ends_the_run(self):
        flat = """
model:
  nonlinear: true
  nodes: {a: [0, 0, 0], am: [0.5, 0, 0], b: [1, 0, 0], bm: [1.5, 0, 0], be: [2, 0, 0], c: [3, 0, 0], cm: [2.5, 0, 0], ce: [2, 0, 0]}
  masses: [{group: a, inertia: [0, 0.1, 0.1]}, {group: am, mass: 1}, {group: b, inertia: [0, 0.1, 0.1]}, {group: bm, mass: 1}, {group: c, inertia: [0, 0.1, 0.1]}, {group: cm, mass: 1}]
  supports: [{group: a, fix: [x, y, z, rx, ry]}, {group: c, fix: [x, y, z, rx, ry]}]
  constraints:
    - {name: a1, rigid_body: {reference: a, nodes: am}}
    - {name: b1, rigid_body: {reference: b, nodes: bm}}
    - {name: b2, rigid_body: {reference: b, nodes: be}}
    - {name: c1, rigid_body: {reference: c, nodes: cm}}
    - {name: c2, rigid_body: {reference: c, nodes: ce}}
    - {name: left, joint: {type: hinge, nodes: [a, b], axis: [0, 0, 1]}}
    - {name: right, joint: {type: pinned, nodes: [be, ce]}}
  loads: [{gravity: [0, -9.81, 0]}]
method: {family: gauss-lobatto, stages: 3, rho_infinity: 1}
time: {end: 0.5, step: 0.01}
output: {directory: out}
"""
        for ranks in (1, 2):
            result = self.sparkdyn("run", self.case(flat), "--output", self.folder / "flat", ranks=ranks)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertIn("pinned joint 'right', node 5, x no longer follows", result.stderr)

    def test_universal_joint(self):
        """tan θ = cos β tan φ between shafts that meet at the angle β."""
        beta = np.pi / 6
        s, c = np.sin(beta), np.cos(beta)
        self.run_case(f"""
model:
  nonlinear: true
  nodes: {{ground: [0, 0, 0], a: [0, 0, 0], b: [0, 0, 0]}}
  masses:
    - {{group: ground, mass: 1, inertia: [1, 1, 1]}}
    - {{group: a, mass: 1, inertia: [1, 1, 1]}}
    - {{group: b, mass: 1, inertia: [1, 2, 1.5]}}
  supports: [{{group: ground, fix: all}}]
  constraints:
    - {{name: first, joint: {{type: hinge, nodes: [ground, a], axis: [0, 0, 1], drive: {{angle: 1, amplitude: {{expression: "5*t^2"}}}}}}}}
    - {{name: second, joint: {{type: hinge, nodes: [ground, b], axis: [{s!r}, 0, {c!r}]}}}}
    - {{name: cross, joint: {{type: universal, nodes: [a, b], axis: [0, 1, 0], second_axis: [{c!r}, 0, {-s!r}]}}}}
method: {{family: gauss-lobatto, stages: 3, rho_infinity: 0.8}}
time: {{end: 3, step: 0.005}}
output: {{directory: out, probes: [{{name: a, group: a, component: rz}}, {{name: bx, group: b, component: rx}}, {{name: bz, group: b, component: rz}}, {{name: m, group: ground, component: rz, quantity: reaction}}]}}
""")
        energy = np.genfromtxt(self.folder / "out/energy.csv", delimiter=",", names=True)
        # All of the motion is prescribed: what the drive gives is the kinetic energy.
        self.assertLess(np.abs(energy["balance"]).max(), 1e-4 * energy["kinetic"].max())
        columns = self.history()
        phi = 5 * columns["time"] ** 2
        self.assertLess(np.abs(columns["a"] - phi).max(), 1e-11)
        theta = np.array(columns["bx"]) * s + np.array(columns["bz"]) * c
        # On the branch of φ: θ = atan2(cos β sin φ, cos φ), continued.
        exact = np.unwrap(np.arctan2(c * np.sin(phi), np.cos(phi)))
        self.assertLess(np.abs(theta - exact).max(), 1e-10)
        self.assertGreater(theta[-1], 7 * 2 * np.pi)
        self.assertLess(self.violations(), 1e-12)

    def test_slider_on_a_turning_arm(self):
        self.run_case("""
model:
  nonlinear: true
  nodes: {arm: [0, 0, 0], block: [1, 0, 0]}
  masses: [{group: arm, mass: 1, inertia: [1, 1, 1]}, {group: block, mass: 2, inertia: [0.1, 0.1, 0.1]}]
  supports:
    - {group: arm, fix: [x, y, z, rx, ry]}
    - {group: arm, move: rz, value: 1, amplitude: {expression: "2*t^2"}}
  constraints:
    - {name: rail, joint: {type: slider, nodes: [arm, block], axis: [1, 0, 0], drive: {distance: 0.5, amplitude: {expression: "t^2"}}}}
method: {family: gauss-lobatto, stages: 3, rho_infinity: 1}
time: {end: 2, step: 0.01}
output: {directory: out, probes: [{name: x, group: block, component: x}, {name: y, group: block, component: y}, {name: turn, group: block, component: rz}, {name: m, group: arm, component: rz, quantity: reaction}]}
""")
        last = self.last()
        angle, length = 8.0, 3.0
        self.assertLess(abs(last["x"] + 1 - length * np.cos(angle)), 1e-12)
        self.assertLess(abs(last["y"] - length * np.sin(angle)), 1e-12)
        self.assertLess(abs(last["turn"] - angle), 1e-12)
        # d/dt of (1 + 0.1 + 2 L²) φ' at t = 2: (1.1 + 2·9)·4 + 2·2·3·2·8
        self.assertLess(abs(last["m"] - (19.1 * 4 + 2 * 2 * 3 * 2 * 8)), 1e-8)

    def test_moment_and_balance(self):
        self.run_case("""
model:
  nonlinear: true
  nodes: {wheel: [0, 0, 0]}
  masses: [{group: wheel, mass: 1, inertia: [0.3, 0.4, 0.5]}]
  supports: [{group: wheel, fix: [x, y, z, rx, ry]}]
  loads: [{group: wheel, moment: [0, 0, 2]}]
method: {family: gauss-lobatto, stages: 4, rho_infinity: 1}
time: {end: 10, step: 0.01}
output: {directory: out, probes: [{name: turn, group: wheel, component: rz}]}
""")
        self.assertLess(abs(self.last()["turn"] - 0.5 * 2 / 0.5 * 100), 1e-7)
        energy = np.genfromtxt(self.folder / "out/energy.csv", delimiter=",", names=True)
        self.assertLess(abs(energy["external_work"][-1] / 400 - 1), 1e-6)
        self.assertLess(abs(energy["balance"][-1]), 1e-9 * 400)

    def test_restart(self):
        keep = ("--set", "time.end=0.3", "--set", "checkpoint.every=137", "--set", "checkpoint.keep=9")
        self.run_case(HEAVY_TOP, *keep, out="whole")
        self.run_case(HEAVY_TOP, *keep, out="parts")
        self.run_case(HEAVY_TOP, *keep, "--restart", self.folder / "parts/checkpoint-000000137.h5",
                      out="parts")
        with h5py.File(self.folder / "whole/results.h5") as whole, \
                h5py.File(self.folder / "parts/results.h5") as parts:
            for name in ("q", "v", "a", "lambda", "directors", "time"):
                self.assertTrue(np.array_equal(whole[name], parts[name]), name)
        for name in ("history.csv", "energy.csv"):
            self.assertEqual((self.folder / "whole" / name).read_text(),
                             (self.folder / "parts" / name).read_text())

    def refused(self, *replacements, command="run"):
        text = HEAVY_TOP
        for old, new in replacements:
            self.assertIn(old, text)
            text = text.replace(old, new)
        result = self.sparkdyn(command, self.case(text), "--output", self.folder / "refused")
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        return result.stderr

    def test_wrong_input(self):
        top = "loads: [{gravity: [0, 0, -9.81]}]"
        nonlinear = ("nonlinear: true", "nonlinear: false")
        self.assertIn("'mesh' is missing", self.refused(nonlinear))
        for command in ("run", "check"):
            self.assertIn("case.yaml:5: its rotary inertia",
                          self.refused(("0.46875", "0.5"), command=command))
        self.assertIn("a large rotation is held",
                      self.refused(("fix: translations}]", "fix: translations}, {group: top, fix: rx}]")))
        self.assertIn("no orientation", self.refused(("{group: top, value", "{group: pivot, rotation: [1, 0, 0]}, {group: top, value")))
        self.assertIn("leaves its rotation undefined", self.refused(
            ("constraints: [", "constraints: [{coupling: {reference: top, nodes: pivot}}, ")))
        self.assertIn("between displacements", self.refused(
            ("constraints: [", "constraints: [{equation: {terms: [{group: top, component: rx}]}}, ")))
        self.assertIn("no surface 'none'", self.refused(
            (top, "loads: [{pressure: 1, surface: none}]")))
        self.assertIn("nodal_stress", self.refused(("every: 100", "every: 100, nodal_stress: true")))

    def test_a_step_that_fails_is_named(self):
        """A pendulum of 3 rad in one step of 0.5 s is taken in pieces; the answer stays right."""
        text = HEAVY_TOP.replace("step: 0.001", "step: 0.1").replace("end: 2", "end: 0.2")
        result = self.sparkdyn("run", self.case(text), "--output", self.folder / "coarse")
        self.assertEqual(result.returncode, 0, result.stderr)
        self.run_case(HEAVY_TOP, "--set", "time.end=0.2", out="fine")
        self.assertLess(np.abs(self.centre("coarse") - self.centre("fine")).max(), 1e-3)


if __name__ == "__main__":
    unittest.main()
