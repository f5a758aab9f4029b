# SPDX-License-Identifier: BSD-3-Clause
"""Modes of structures that may turn, about a state of rest and about a steady spin, against closed
forms, published frequencies and Galerkin's method."""

import csv
import json
import unittest

import h5py
import numpy as np

from cli import CliTest

# Wright, Smith, Thresher & Wang 1982, uniform cantilever on a hub without radius, flapping: speed and
# first two frequencies in units of sqrt(EI / (m L^4)).
WRIGHT = ((0, 3.5160, 22.0345), (2, 4.1373, 22.6149), (5, 6.4495, 25.4461), (10, 11.2023, 33.6404))

PENDULUM = """
model:
  nonlinear: true
  nodes: {pivot: [0, 0, 0], bob: BOB}
  masses: [{group: bob, mass: 3, inertia: [0.7, 0.7, 0.2]}]
  constraints: [{name: arm, rigid_body: {reference: bob, nodes: pivot}}]
  supports: [{group: pivot, fix: translations}, {group: bob, fix: [ry, rz]}]
  loads: [{gravity: [0, 0, -9.81]}]
  initial: equilibrium
output: {directory: out}
"""

# A point on springs beside the axis.
TABLE = """
model:
  nonlinear: true
  nodes: {point: [2, 0, 0]}
  masses: [{group: point, mass: 2}]
  springs: [{ground: point, component: x, stiffness: 50}, {ground: point, component: y, stiffness: KY}, {ground: point, component: z, stiffness: 8}]
spin: {axis: [0, 0, 3], speeds: SPEEDS}
output: {directory: out}
"""


def beam_mesh(count, length):
    x = length * np.arange(count + 1) / count
    points = "\n".join(f"{i} {v!r} 0 0" for i, v in enumerate(x.tolist(), 1))
    cells = "\n".join(f"{i} 1 2 1 1 {i} {i + 1}" for i in range(1, count + 1))
    return ("$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n1 1 \"beam\"\n$EndPhysicalNames\n"
            f"$Nodes\n{count + 1}\n{points}\n$EndNodes\n$Elements\n{count}\n{cells}\n$EndElements\n")


def beam_case(more, density=1.0, kind="true", elements=""):
    """A slender cantilever of length 10 with EI = 1000 about both axes."""
    return f"""
model:
  nonlinear: {kind}
  mesh: beam.msh
  materials: {{m: {{E: 1e7, nu: 0, density: {density}}}}}
  elements: [{{group: beam, type: beam2, material: m, section: {{area: 1, I11: 1e-4, I22: 1e-4, J: 2e-4, shear1: 1000, shear2: 1000, n1: [0, 0, 1]}}}}]
  supports: [{{node: 1, fix: all}}]
{more}
output: {{directory: out}}
"""


def galerkin(speed, terms=14):
    """Flapping frequencies of EI w'''' - (T w')' = w2 m w, T = m speed^2 (L^2 - x^2) / 2, all of size one,
    with w = x^2 P_k(x)."""
    x, weight = np.polynomial.legendre.leggauss(60)
    x, weight = (x + 1) / 2, weight / 2
    basis = [np.polynomial.Polynomial([0, 0, 1]) * np.polynomial.legendre.Legendre.basis(k, domain=[0, 1]).convert(
        kind=np.polynomial.Polynomial) for k in range(terms)]
    w, slope, bend = ([p.deriv(d)(x) for p in basis] for d in (0, 1, 2))
    form = lambda a, c=1.0: np.array([[np.sum(weight * c * p * r) for r in a] for p in a])
    K = form(bend) + speed ** 2 * form(slope, (1 - x ** 2) / 2)
    return np.sqrt(np.sort(np.linalg.eigvals(np.linalg.solve(form(w), K)).real))


class StateModes(CliTest):
    def modes(self, text, *arguments, ranks=1, out="out"):
        result = self.sparkdyn("modes", self.case(text), "--output", self.folder / out, *arguments, ranks=ranks)
        self.assertEqual(result.returncode, 0, result.stderr)
        return np.array(json.loads((self.folder / out / "modes.json").read_text())["omega"]) \
            if (self.folder / out / "modes.json").exists() else None

    def campbell(self, text, *arguments, ranks=1, out="out"):
        """Speed to rows of (omega, growth, whirl)."""
        self.modes(text, *arguments, ranks=ranks, out=out)
        rows = {}
        with open(self.folder / out / "campbell.csv") as file:
            for row in csv.DictReader(file):
                rows.setdefault(float(row["speed"]), []).append([float(row[c]) for c in ("omega", "growth", "whirl")])
        return {speed: np.array(values) for speed, values in rows.items()}

    def test_pendulum_hanging_and_coming_to_rest(self):
        """All its stiffness is in the curvature of constraints."""
        exact = np.sqrt(3 * 9.81 * 2 / (0.7 + 3 * 4))
        hanging = self.modes(PENDULUM.replace("BOB", "[0, 0, -2]"))
        self.assertEqual(len(hanging), 1)
        self.assert_relative(hanging[0], exact, 1e-12)
        with h5py.File(self.folder / "out/modes.h5") as file:
            shape = file["shape"][0]  # three components of the pivot, six of the bob
        turn = 1 / np.sqrt(0.7 + 3 * 4)
        self.assertLess(np.abs(np.abs(shape) - np.array([0, 0, 0, 0, 2, 0, 1, 0, 0]) * turn).max(), 1e-12)
        tilted = PENDULUM.replace("BOB", str([0, 2 * np.sin(0.4), -2 * np.cos(0.4)])).replace(
            "inertia: [0.7, 0.7, 0.2]", "inertia: [0.7, 0.7, 0.7]")
        self.assert_relative(self.modes(tilted, out="tilted")[0], exact, 1e-9)

    def test_as_the_linear_model_where_nothing_is_loaded(self):
        (self.folder / "beam.msh").write_text(beam_mesh(10, 10))
        exact = self.modes(beam_case("", kind="false"), "--count", 6, out="linear")
        found = self.modes(beam_case(""), "--count", 6)
        # The mass of a beam that turns is that of places and directors, the linear one that of cubic shapes.
        self.assertLess(np.abs(found / exact - 1).max(), 0.06)
        (self.folder / "beam.msh").write_text(beam_mesh(40, 10))
        self.assertLess(np.abs(self.modes(beam_case(""), "--count", 6, out="fine") / exact - 1).max(), 0.006)

    def test_turntable(self):
        """(a - w2)(b - w2) = 4 W2 w2 with a, b = k/m - W2; between the two critical speeds a is negative and b is
        not: the point flies away; above both Coriolis forces hold it."""
        speeds = [0, 2, 4, 5.5, 7]
        found = self.campbell(TABLE.replace("KY", "72").replace("SPEEDS", str(speeds)))
        self.assertEqual(sorted(found), speeds)
        for speed in speeds:
            a, b = 25 - speed ** 2, 36 - speed ** 2
            squares = np.sort(np.roots([1, -(a + b + 4 * speed ** 2), a * b]).real)
            rows = found[speed]
            if squares[0] < 0:
                growing = rows[np.argmax(rows[:, 1])]
                self.assert_relative(growing[1], np.sqrt(-squares[0]), 1e-8)
                continue
            mine = np.sort(rows[:, 0])
            for exact in (*np.sqrt(squares), 2.0):
                self.assertLess(np.abs(mine / exact - 1).min(), 1e-9, speed)
            self.assertLess(np.abs(rows[:, 1]).max(), 1e-9)
        # Alike in x and y: circles with |w -+ W|, against the spin and with it, seen from the frame.
        rows = self.campbell(TABLE.replace("KY", "50").replace("SPEEDS", "[3]"), out="round")[3.0]
        rows = rows[np.argsort(rows[:, 0])]
        self.assertLess(np.abs(rows[:, 0] - [2, 2, 8]).max(), 1e-9)
        self.assert_relative(rows[2, 2], -1, 1e-9)

    def test_disk_on_a_shaft(self):
        """Whirl of an overhanging disk on a shaft without mass: seen from space two frequencies are forward and two
        backward, M s2 - i W G s ... = 0; seen from the frame each is less by the spin."""
        m, Jd, Jp, EI, L = 2.0, 0.5, 0.9, 1000.0, 10.0
        (self.folder / "beam.msh").write_text(beam_mesh(4, L))
        disk = f"  masses: [{{node: 5, mass: {m}, inertia: [{Jp}, {Jd}, {Jd}]}}]\nspin: {{axis: [1, 0, 0], speeds: [0, 5, 40]}}"
        reference = None
        for ranks in (1, 2, 4):
            found = self.campbell(beam_case(disk, density=0), "--count", 6, ranks=ranks, out=f"out{ranks}")
            for speed, rows in found.items():
                # Complex deflection and slope u = y + iz: M u'' - i W G u' + K u = 0, u = exp(i w t).
                K = EI / L ** 3 * np.array([[12, -6 * L], [-6 * L, 4 * L ** 2]])
                M, G = np.diag([m, Jd]), np.diag([0, Jp]) * speed
                Z, I = np.zeros((2, 2)), np.eye(2)
                w = np.linalg.eigvals(np.block([[Z, I], [np.linalg.solve(M, K), np.linalg.solve(M, G)]])).real
                for exact in np.abs(w - speed):
                    self.assertLess(np.abs(rows[:, 0] / exact - 1).min(), 1e-5, (ranks, speed, w))
                self.assertLess(np.abs(rows[:, 1]).max(), 1e-7 * max(np.abs(w)))
            mine = np.concatenate([found[s][:, 0] for s in sorted(found)])
            reference = mine if reference is None else reference
            self.assertLess(np.abs(mine / reference - 1).max(), 1e-9)

    def test_spinning_blade(self):
        """Flapping beside Galerkin's and Wright's frequencies; in the plane of the spin w2 is less by W2."""
        unit = np.sqrt(1000 / 1e4)
        (self.folder / "beam.msh").write_text(beam_mesh(40, 10))
        speeds = [each[0] * unit for each in WRIGHT]
        found = self.campbell(beam_case(f"spin: {{axis: [0, 0, 1], speeds: {speeds}}}"), "--count", 5)
        for speed, first, second in WRIGHT:
            exact = galerkin(speed)
            self.assertLess(np.abs(exact[:2] - (first, second)).max(), 6e-5 * second)
            omega = found[speed * unit][:, 0] / unit
            print(speed, omega, exact[:3])
            for value, tolerance in ((exact[0], 3e-3), (exact[1], 5e-3), (np.sqrt(exact[0] ** 2 - speed ** 2), 3e-3),
                                     (np.sqrt(exact[1] ** 2 - speed ** 2), 5e-3)):
                self.assertLess(np.abs(omega / value - 1).min(), tolerance, (speed, value))

    def test_column(self):
        """The frequency of a compressed column becomes zero at Euler's load."""
        (self.folder / "beam.msh").write_text(beam_mesh(20, 10))
        critical = np.pi ** 2 * 1000 / 400
        squares = []
        for share in (0.9, 0.999):
            case = beam_case(f"  loads: [{{node: 21, force: [{-share * critical}, 0, 0]}}]\n  initial: equilibrium")
            squares.append(self.modes(case, "--count", 1, out=f"p{share}")[0] ** 2)
        zero = 0.9 + 0.099 * squares[0] / (squares[0] - squares[1])
        print("critical load", zero)
        self.assertLess(abs(zero - 1), 2e-3)

    def refuse(self, text, *words, command="modes"):
        result = self.sparkdyn(command, self.case(text), "--output", self.folder / "no")
        self.assert_fails(result, 2, *words)

    def test_refused(self):
        spinning = TABLE.replace("KY", "72").replace("SPEEDS", "[1]")
        self.refuse(spinning.replace("output", "time: {end: 1, step: 0.1}\noutput"), "'spin' is for 'sparkdyn modes'", command="run")
        self.refuse(spinning, "'spin' is for 'sparkdyn modes'", command="static")
        (self.folder / "beam.msh").write_text(beam_mesh(2, 10))
        self.refuse(beam_case("spin: {axis: [1, 0, 0], speeds: [1]}", kind="false"), "'nonlinear: true'")
        self.refuse(spinning.replace("[1]", "[2, 1]"), "'speeds' in 'spin' must increase")
        self.refuse(spinning.replace("[0, 0, 3]", "[0, 0, 0]"), "has no direction")
        self.refuse(spinning.replace("spin:", "  loads: [{gravity: [1, 0, 0]}]\nspin:"), "across the axis")
        self.refuse(PENDULUM.replace("BOB", "[0, 0, -2]").replace(
            "loads: [", "loads: [{group: bob, moment: [1, 0, 0]}, "), "tangents are not symmetric")


if __name__ == "__main__":
    unittest.main()
