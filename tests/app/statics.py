# SPDX-License-Identifier: BSD-3-Clause
"""`sparkdyn static`: rest under loads, against closed forms and published answers; what it refuses."""

import json
import unittest

import numpy as np

from cli import CliTest
from flexible import lines, mesh

SECTION = "section: {area: 1, I11: 1e-2, I22: 1e-2, J: 2e-2, shear1: 1, shear2: 1, n1: [0, 0, 1]}"


def probes(node, components="xyz"):
    return ", ".join(f"{{name: {c}, node: {node}, component: {c}}}" for c in components)


class Statics(CliTest):
    def static(self, text, ranks=1, out="out", status=0):
        result = self.sparkdyn("static", self.case(text), "--output", self.folder / out, ranks=ranks)
        self.assertEqual(result.returncode, status, result.stdout + result.stderr)
        return result

    def last(self, out="out"):
        return np.array([column[-1] for name, column in self.history(out).items() if name != "time"])

    def beam(self, nodes, section, load, nonlinear="true", E=1e6, nu=0, more="", components="xyz", fix="all"):
        n = len(nodes) - 1
        (self.folder / "beam.msh").write_text(mesh(nodes, {"all": (1, 1, lines(n))}))
        return f"""
model:
  nonlinear: {nonlinear}
  mesh: beam.msh
  materials: {{m: {{E: {E!r}, nu: {nu}, density: 1}}}}
  elements: [{{group: all, type: beam2, material: m, {section}}}]
  supports: [{{node: 1, fix: {fix}}}]
  loads: [{{node: {n + 1}, {load}}}]
{more}output: {{probes: [{probes(n + 1, components)}]}}
"""


class Linear(Statics):
    STRAIGHT = [(i / 4, 0, 0) for i in range(5)]

    def test_cantilever(self):
        """P L³/3EI + P L/GA and P L²/2EI, and the support pushes back; at every step of a load that grows."""
        growing = "force: [0, 3, 0], amplitude: {table: [[0, 0], [1, 1]]}"
        result = self.static(self.beam(self.STRAIGHT, SECTION, growing, "false", components=["y", "rz"],
                                       more="time: {end: 1, step: 0.25}\n"))
        history = self.history()
        self.assertEqual(history["time"].tolist(), [0, 0.25, 0.5, 0.75, 1])
        for name, whole in (("y", 3 / 3e4 + 3 / 0.5e6), ("rz", 3 / 2e4)):
            np.testing.assert_allclose(history[name], whole * history["time"], rtol=1e-12, atol=1e-18)
        self.assertIn("sum of loads (0, 3, 0), of reactions (0, -3, 0)", result.stdout)
        self.assertTrue((self.folder / "out/report.html").exists())

    def test_one_state_where_nothing_varies(self):
        result = self.static(self.beam(self.STRAIGHT, SECTION, "force: [0, 3, 0]", "false",
                                       more="time: {end: 1, step: 0.25}\n"))
        self.assertEqual(len(self.history()["time"]), 1)
        self.assertIn("no load or support varies with time", result.stdout)

    def test_mechanism(self):
        text = self.beam(self.STRAIGHT, SECTION, "force: [0, 3, 0]", "false", fix="translations")
        self.assert_fails(self.static(text, status=1), 1, "no equilibrium", "3 motions meet no resistance",
                          "node 1, rotation x")

    def test_springs_to_the_ground(self):
        text = self.beam(self.STRAIGHT, SECTION, "force: [0, 3, 0]", "false")
        (self.folder / "beam.msh").write_text(mesh(self.STRAIGHT, {"all": (1, 1, lines(4)), "tip": (0, 15, [(5,)])}))
        springs = "  springs: [{ground: tip, component: y, stiffness: 1e4}]\n  loads"
        result = self.static(text.replace("  loads", springs))
        self.assertIn("goes into springs to the ground", result.stdout)

    def test_matrices(self):
        """K q = f a(t), held by G q = c."""
        K = np.array([[3.0, -1, 0], [-1, 2, -1], [0, -1, 2]])
        G, c, f = np.array([[1.0, 0, 1]]), np.array([0.5]), np.array([1.0, 2, 3])
        self.files(M=np.eye(3), K=K, G=G, c=c, f=f)
        self.static("""
system: {mass: M.mtx, stiffness: K.mtx, constraints: {matrix: G.mtx, values: c.mtx},
  loads: [{vector: f.mtx, amplitude: {expression: "1+t"}}]}
time: {end: 1, step: 1}
output: {probes: [{name: a, dof: 1}, {name: b, dof: 2}, {name: c, dof: 3}, {name: l, constraint: 1}]}
""")
        saddle = np.block([[K, G.T], [G, np.zeros((1, 1))]])
        for k in (0, 1):
            expected = np.linalg.solve(saddle, np.r_[f * (1 + k), c])
            found = [column[k] for name, column in self.history().items() if name != "time"]
            np.testing.assert_allclose(found, expected, rtol=1e-12)

    def test_what_is_not_for_it(self):
        text = self.beam(self.STRAIGHT, SECTION, "force: [0, 3, 0]", "false")
        text = text.replace("output: {", "output: {times: [0.5], ") + "time: {end: 1, step: 0.5}\n"
        self.assert_fails(self.static(text, status=2), 2, "'times' in 'output' lie between the steps")
        self.assert_fails(self.static("problem: {name: pendulum}\n", status=2), 2, "'sparkdyn static' is for")


class LargeMotion(Statics):
    def test_roll_up(self):
        """A cantilever by an end moment 2πEI/L: the elements are exact on a circle, whatever their number."""
        for n in (4, 8):
            text = self.beam([(i / n, 0, 0) for i in range(n + 1)], SECTION, f"moment: [0, 0, {2e4 * np.pi!r}]")
            self.static(text)
            np.testing.assert_allclose(self.last(), [-1, 0, 0], atol=1e-10)

    def test_roll_up_step_by_step(self):
        """With the load in quarters the end's rotation is counted on: it ends at 2π."""
        text = self.beam([(i / 8, 0, 0) for i in range(9)], SECTION,
                         f"moment: [0, 0, {2e4 * np.pi!r}], amplitude: {{table: [[0, 0], [1, 1]]}}",
                         components=["x", "y", "rz"], more="time: {end: 1, step: 0.25}\n")
        self.static(text)
        history = self.history()
        for k, share in enumerate((0.25, 0.5, 0.75, 1), 1):
            angle = 2 * np.pi * share
            expected = [np.sin(angle) / angle - 1, (1 - np.cos(angle)) / angle, angle]
            np.testing.assert_allclose([history[name][k] for name in ("x", "y", "rz")], expected, atol=1e-10)

    def test_arc(self):
        """Bathe and Bolourchi's 45° arc: second order towards the director beam's (-23.5602, -13.6045, 53.4749)."""
        found = []
        for n in (8, 16, 32):
            a = np.linspace(0, np.pi / 4, n + 1)
            nodes = [(100 * np.sin(t), 100 * (1 - np.cos(t)), 0) for t in a]
            section = "section: {area: 1, I11: 8.33333e-2, I22: 8.33333e-2, J: 0.1666666, shear1: 1, shear2: 1, n1: [0, 0, 1]}"
            self.static(self.beam(nodes, section, "force: [0, 0, 600]", E=1e7))
            found.append(self.last())
        order = np.log2(np.linalg.norm(found[0] - found[1]) / np.linalg.norm(found[1] - found[2]))
        self.assertLess(abs(order - 2), 0.2)
        np.testing.assert_allclose((4 * found[2] - found[1]) / 3, [-23.5602, -13.6045, 53.4749], atol=2e-4)

    def test_princeton_beam(self):
        """Flapwise z of the beam model at 0, 15, …, 90°, and meshes agree."""
        known = [0, 4.2082321e-2, 7.9394829e-2, 0.108987937, 0.129887616, 0.142194370, 0.146245978]
        section = "section: {rectangle: [12.3777e-3, 3.2024e-3], n1: [0, 1, 0]}"
        for degrees, z in zip(range(0, 91, 15), known):
            angle = np.radians(degrees)
            tips = []
            for n in (8, 16):
                load = f"force: [0, {8.896 * np.cos(angle)!r}, {8.896 * np.sin(angle)!r}]"
                self.static(self.beam([(0.508 * i / n, 0, 0) for i in range(n + 1)], section, load, E=71.7e9, nu=0.31))
                tips.append(self.last())
            self.assertLess(abs(tips[1][2] - z), 6e-4 * 0.146, degrees)
            self.assertLess(np.abs(tips[1] - tips[0]).max(), 1e-4 * 0.146, degrees)

    def csm(self, nx, ny):
        """Turek and Hron's bar behind its cylinder."""
        number = lambda i, j, k: 1 + i + (nx + 1) * (j + (ny + 1) * k)
        nodes = []
        for k in range(2):
            for j in range(ny + 1):
                y = 0.02 * j / ny - 0.01
                root = np.sqrt(0.05**2 - y * y) - 0.05
                nodes += [(root + (0.35 - root) * i / nx, y, 0.02 * k) for i in range(nx + 1)]
        around = ((0, 0), (1, 0), (1, 1), (0, 1))
        bricks = [[number(i + a, j + b, k) for k in range(2) for a, b in around] for j in range(ny) for i in range(nx)]
        root = [[number(0, j + a, k) for a, k in around] for j in range(ny)]
        (self.folder / "bar.msh").write_text(mesh(nodes, {"bar": (3, 5, bricks), "root": (2, 3, root)}))
        return """
model:
  nonlinear: true
  mesh: bar.msh
  materials: {rubber: {E: 1.4e6, nu: 0.4, density: 1000}}
  elements: [{group: bar, material: rubber}]
  supports: [{group: root, fix: all}, {group: bar, fix: z}]
  loads: [{gravity: [0, -2, 0]}]
output: {probes: [{name: x, point: [0.35, 0, 0], component: x}, {name: y, point: [0.35, 0, 0], component: y}]}
"""

    def test_csm1(self):
        """ux -7.187e-3, uy -66.10e-3: meshes come to it from one side."""
        off = []
        for n in (1, 2, 4):
            self.static(self.csm(35 * n, 2 * n))
            off.append(self.last() / [-7.187e-3, -66.10e-3] - 1)
        off = np.abs(off)
        self.assertTrue((off[2] < 1.5e-3).all(), off)
        self.assertTrue((off[2] < off[1]).all() and (off[1] < off[0]).all(), off)

    def test_ranks(self):
        text = self.csm(35, 2)
        tips = []
        for ranks in (1, 2, 4):
            self.static(text, ranks=ranks, out=f"out{ranks}")
            tips.append(self.last(f"out{ranks}"))
        np.testing.assert_allclose(tips[1:], [tips[0]] * 2, rtol=1e-11)

    def test_mechanism(self):
        text = self.beam([(i / 4, 0, 0) for i in range(5)], SECTION, "force: [0, 3, 0]", fix="translations")
        self.assert_fails(self.static(text, status=1), 1, "no equilibrium", "can move without work")

    def truss(self, density, shares):
        """Two bars to an apex 0.2 above their feet, pushed down by a share of the load at which it snaps."""
        (self.folder / "truss.msh").write_text(mesh([(-1, 0, 0), (1, 0, 0), (0, 0.2, 0)], {"all": (1, 1, [(1, 3), (2, 3)])}))
        y = np.linspace(0, 0.2, 200001)
        self.length = np.hypot(1, 0.2)
        self.limit = self.push(y).max()
        table = ", ".join(f"[{k}, {share * self.limit!r}]" for k, share in enumerate(shares))
        return f"""
model:
  nonlinear: true
  mesh: truss.msh
  materials: {{m: {{E: 1e5, nu: 0, density: {density}}}}}
  elements: [{{group: all, type: truss2, material: m, area: 0.01}}]
  supports: [{{node: 1, fix: all}}, {{node: 2, fix: all}}, {{node: 3, fix: z}}]
  loads: [{{node: 3, force: [0, -1, 0], amplitude: {{table: [{table}]}}}}]
time: {{end: {len(shares) - 1}, step: 1}}
output: {{probes: [{probes(3)}]}}
"""

    def push(self, y):
        l = np.hypot(1, y)
        return 2 * 1e3 * (self.length - l) / self.length * y / l

    def root(self, load, low, high):
        for _ in range(200):
            middle = (low + high) / 2
            low, high = (middle, high) if (self.push(middle) - load) * (self.push(high) - load) < 0 else (low, middle)
        return middle

    def test_snap_through(self):
        """Below the limit the closed form; above it the other side, with a word of warning."""
        result = self.static(self.truss(1, [0, 0.9, 1.2]))
        y = 0.2 + self.history()["y"]
        top = np.linspace(0, 0.2, 200001)[self.push(np.linspace(0, 0.2, 200001)).argmax()]
        self.assertLess(abs(y[1] - self.root(0.9 * self.limit, top, 0.2)), 1e-9)
        self.assertLess(abs(y[2] - self.root(1.2 * self.limit, -0.4, -0.2)), 1e-9)
        self.assertIn("snapped to another", result.stdout + result.stderr)

    def test_no_way_further(self):
        """Without mass nothing creeps: where and why, and what was found stays."""
        result = self.static(self.truss(0, [0, 0.9, 1.2]), status=1)
        self.assert_fails(result, 1, "no equilibrium after t = 1.3", "without mass")
        self.assertEqual(self.history()["time"].tolist(), [0, 1])
        self.assertEqual(json.loads((self.folder / "out/summary.json").read_text())["status"], "failed")

    def test_start_of_a_run(self):
        """A run from equilibrium begins there, and oscillates about it when the load doubles."""
        text = self.csm(35, 2)
        self.static(text)
        rest = self.last()
        text = text.replace("  loads", "  initial: equilibrium\n  loads")
        more = "-2, 0], amplitude: {table: [[0, 1], [0.02, 1.1]]}"
        self.run_case(text.replace("-2, 0]", more) + "time: {end: 1.2, step: 0.02}\n", out="run")
        history = self.history("run")
        np.testing.assert_allclose([history["x"][0], history["y"][0]], rest, rtol=1e-9)
        self.static(text.replace("-2, 0]", "-2.2, 0]"))
        self.assertLess(abs(history["y"].min() + history["y"].max() - 2 * self.last()[1]), 0.05 * abs(rest[1]))


if __name__ == "__main__":
    unittest.main()
