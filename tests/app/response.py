# SPDX-License-Identifier: BSD-3-Clause
"""Steady states over frequency against dense elimination with complex numbers and against closed
forms: constraints, damping of any kind, loads and supports with phases, peaks, any number of ranks."""

import csv
import json
import unittest

import h5py
import numpy as np
from cli import CliTest

CASE = """title: a damped system with constraints
system:
  mass: M.mtx
  stiffness: K.mtx
  damping: C.mtx
  constraints:
    matrix: G.mtx
    values:
      - {vector: c1.mtx, amplitude: {harmonic: {magnitude: 0.7, phase: 90}}}
  loads:
    - {vector: f1.mtx, amplitude: {harmonic: {table: [[0, 1], [2, 3]], phase: -30}}}
    - {vector: f2.mtx}
response: {from: 0.02, to: 1.5, count: 400, structural_damping: ETA}
output:
  directory: out
  probes:
    - {name: q3, dof: 3}
    - {name: v7, dof: 7, quantity: velocity}
    - {name: a20, dof: 20, quantity: acceleration}
    - {name: l1, constraint: 1}
    - {name: l2, constraint: 2}
"""


class ResponseTest(CliTest):
    def respond(self, text, *arguments, ranks=1, out="out"):
        result = self.sparkdyn("response", self.case(text), "--output", self.folder / out,
                               *arguments, ranks=ranks)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.folder / out / "response.csv") as file:
            rows = list(csv.reader(file))
        table = {name: np.array([float(row[k]) for row in rows[1:]])
                 for k, name in enumerate(rows[0])}
        summary = json.loads((self.folder / out / "summary.json").read_text())
        with h5py.File(self.folder / out / "response.h5") as file:
            numbers = file["real"][...] + 1j * file["imaginary"][...]
        return table, summary, numbers


class Dense(ResponseTest):
    n = 60

    def setUp(self):
        super().setUp()
        rng = np.random.default_rng(7)
        n = self.n
        self.M = np.diag(1 + rng.random(n))
        self.K = 20 * (2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))
        self.C = 0.02 * self.M + 0.001 * self.K
        self.C[10, 10] += 0.5  # a damper that couples modes
        self.G = np.zeros((2, n))
        self.G[0, 4], self.G[0, 30] = 1, -1
        self.G[1, 50] = 2
        self.f = rng.standard_normal((2, n))
        self.c = np.array([0.0, 0.3])
        self.files(M=self.M, K=self.K, C=self.C, G=self.G, f1=self.f[0], f2=self.f[1], c1=self.c)

    def exact(self, frequency, eta, damping):
        w = 2 * np.pi * frequency
        n, m = self.n, len(self.G)
        A = np.zeros((n + m, n + m), complex)
        A[:n, :n] = (1 + 1j * eta) * self.K + 1j * w * damping - w * w * self.M
        A[:n, n:], A[n:, :n] = self.G.T, self.G
        magnitude = np.interp(frequency, [0, 2], [1, 3])
        right = np.concatenate([magnitude * np.exp(-1j * np.pi / 6) * self.f[0] + self.f[1],
                                0.7j * self.c])
        x = np.linalg.solve(A, right)
        return np.array([x[2], 1j * w * x[6], -w * w * x[19], x[n], x[n + 1]])

    def compare(self, eta, damping, text, ranks=1):
        table, summary, numbers = self.respond(text.replace("ETA", str(eta)), ranks=ranks)
        exact = np.array([self.exact(f, eta, damping) for f in table["frequency"]])
        self.assertEqual(numbers.shape, exact.shape)
        worst = np.max(np.abs(numbers - exact) / np.max(np.abs(exact), axis=0), axis=0)
        self.assertLess(worst.max(), 1e-7, worst)
        self.assertLess(summary["error_bound"], 1e-8)
        self.assertLess(summary["factorizations"], 30)
        np.testing.assert_allclose(table["v7 amplitude"], np.abs(numbers[:, 1]), rtol=1e-13)
        np.testing.assert_allclose(table["v7 phase"], np.angle(numbers[:, 1], deg=True), atol=1e-9)

    def test_dampers_that_couple_modes(self):
        for ranks in (1, 2):
            self.compare(0, self.C, CASE, ranks)

    def test_structural_damping_alone(self):
        self.compare(0.03, 0 * self.C, CASE.replace("  damping: C.mtx\n", ""))

    def test_an_undamped_structure_between_its_frequencies(self):
        self.compare(0, 0 * self.C, CASE.replace("  damping: C.mtx\n", ""))


class ClosedForm(ResponseTest):
    """x = F/(k − ω²m + iωd): the largest |x| is at ω² = ω₀²(1 − 2ζ²), F/(k 2ζ√(1 − ζ²))."""
    TEXT = """system: {mass: M.mtx, stiffness: K.mtx, damping: C.mtx, loads: [{vector: f.mtx}]}
response: {from: 0.1, to: 3, count: 60}
output: {probes: [{name: x, dof: 1}]}
"""

    def test_peak_of_one_mass(self):
        k, m, zeta = 40.0, 1.0, 0.03
        omega = np.sqrt(k / m)
        self.files(M=m * np.eye(1), K=k * np.eye(1), C=2 * zeta * omega * m * np.eye(1),
                   f=np.array([5.0]))
        _, summary, _ = self.respond(self.TEXT)
        peak, = summary["peaks"]
        self.assert_relative(peak["frequency"], omega * np.sqrt(1 - 2 * zeta**2) / (2 * np.pi), 1e-6)
        self.assert_relative(peak["amplitude"], 5 / (k * 2 * zeta * np.sqrt(1 - zeta**2)), 1e-6)

    def test_resonance_without_damping_is_refused(self):
        k = (2 * np.pi) ** 2
        self.files(M=np.eye(1), K=k * np.eye(1), C=0 * np.eye(1), f=np.array([5.0]))
        text = self.TEXT.replace(", damping: C.mtx", "").replace(
            "{from: 0.1, to: 3, count: 60}", "{frequencies: [0.5, 1, 2]}")
        result = self.sparkdyn("response", self.case(text), "--output", self.folder / "out")
        self.assert_fails(result, 1, "frequency 1 is that of a mode without damping")

    def test_what_has_no_meaning_is_refused_at_its_line(self):
        self.files(M=np.eye(1), K=np.eye(1), C=np.eye(1), f=np.array([5.0]))
        sine = self.TEXT.replace("{vector: f.mtx}",
                                 "{vector: f.mtx, amplitude: {sine: {frequency: 2}}}")
        self.assert_fails(self.sparkdyn("response", self.case(sine)), 2, "case.yaml:1:",
                          "history over time")
        harmonic = sine.replace("sine: {frequency: 2}", "harmonic: {phase: 90}")
        harmonic += "time: {end: 1, step: 0.1}\n"
        self.assert_fails(self.sparkdyn("run", self.case(harmonic)), 2, "case.yaml:1:", "sine")
        for wrong, words in (("{from: 1, to: 1}", "must be above"), ("{from: 1}", "without to"),
                             ("{frequencies: [2, 1]}", "must increase"),
                             ("{frequencies: [2], count: 3}", "count"),
                             ("{from: 0, to: 2, spacing: logarithmic}", "above zero"),
                             ("{frequencies: [0]}", "static")):
            text = self.TEXT.replace("{from: 0.1, to: 3, count: 60}", wrong)
            self.assert_fails(self.sparkdyn("response", self.case(text)), 2, "case.yaml:2", words)
        missing = self.TEXT.replace("response", "solver").replace(
            "{from: 0.1, to: 3, count: 60}", "{strategy: auto}")
        self.assert_fails(self.sparkdyn("response", self.case(missing)), 2, "response")


class Modal(ResponseTest):
    """One damped structure with a constraint: by its modes, directly, and in time."""
    n = 10
    SYSTEM = """system:
  mass: M.mtx
  stiffness: K.mtx
  DAMPING
  constraints: {matrix: G.mtx}
  loads: [{vector: f.mtx, amplitude: AMPLITUDE}]
MORE
output:
  directory: out
  probes: [{name: x, dof: 2}, {name: y, dof: 9}, {name: l, constraint: 1}]
"""
    RAYLEIGH = "damping: {rayleigh: {alpha: 0.5, beta: 0.02}}"

    def setUp(self):
        super().setUp()
        rng = np.random.default_rng(3)
        n = self.n
        self.M = np.diag(1 + rng.random(n))
        self.K = 30 * (2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))
        G = np.zeros((1, n))
        G[0, 3], G[0, 7] = 1, -2
        self.files(M=self.M, K=self.K, G=G, f=rng.standard_normal(n))
        null = np.linalg.svd(G)[2][1:].T
        values = np.linalg.eigvals(np.linalg.solve(null.T @ self.M @ null, null.T @ self.K @ null))
        self.omega = np.sort(np.sqrt(values.real))

    def text(self, more, amplitude="1", damping=RAYLEIGH):
        return (self.SYSTEM.replace("MORE", more).replace("AMPLITUDE", amplitude)
                .replace("DAMPING\n", damping + "\n" if damping else "\n"))

    def test_all_modes_agree_with_the_equations(self):
        span = "response: {from: 0.05, to: 2, count: 120"
        _, _, direct = self.respond(self.text(span + "}"))
        size = np.max(np.abs(direct), axis=0)
        _, summary, modal = self.respond(self.text(span + ", method: modal, modes: 9}"))
        self.assertLess(np.max(np.abs(modal - direct) / size), 1e-9)
        self.assertEqual(summary["factorizations"], 0)
        ratios = ", ".join(f"{0.25 / w + 0.01 * w!r}" for w in self.omega)
        _, _, by_mode = self.respond(
            self.text(span + f", method: modal, modes: 9, modal_damping: [{ratios}]}}", damping=""))
        self.assertLess(np.max(np.abs(by_mode - direct)[:, :2] / size[:2]), 1e-9)
        # A few modes with what the loads cause beside them, and a bound that says how good that is.
        _, summary, few = self.respond(self.text(span + ", method: modal, modes: 5}"))
        error = np.max(np.abs(few - direct)[:, :2] / size[:2])
        self.assertLess(error, 0.1)
        self.assertLess(error, 10 * summary["error_bound"])

    def test_steady_state_is_what_a_run_comes_to(self):
        frequency = 0.4
        _, _, numbers = self.respond(
            self.text(f"response: {{frequencies: [0.2, {frequency}]}}"))
        self.run_case(self.text(
            "method: {family: gauss-lobatto, stages: 5, rho_infinity: 1}\n"
            "time: {end: 100, step: 0.125}", f"{{sine: {{frequency: {frequency}}}}}"))
        history = self.history()
        late = history["time"] > 90
        for k, name in enumerate(("x", "y")):
            turn = np.exp(2j * np.pi * frequency * history["time"][late])
            expected = (-1j * numbers[1, k] * turn).real
            worst = np.max(np.abs(history[name][late] - expected)) / np.max(np.abs(expected))
            self.assertLess(worst, 1e-6)

    def test_modes_in_time_agree_with_steps(self):
        load = "{table: [[0, 0], [0.5, 1], [1, -1], [2, 0]]}"
        time = "time: {end: 4, step: 0.05}"
        steps = "method: {family: gauss-lobatto, stages: 5, rho_infinity: 1}\n"
        self.run_case(self.text(steps + time, load))
        direct = self.history()
        self.run_case(self.text("method: {family: modal, modes: 9}\n" + time, load))
        modal = self.history()
        ratios = ", ".join(f"{0.25 / w + 0.01 * w!r}" for w in self.omega)
        self.run_case(self.text(f"method: {{family: modal, modes: 9, modal_damping: [{ratios}]}}\n" + time,
                                load, damping=""), ranks=2)
        by_mode = self.history()
        self.run_case(self.text("method: {family: modal, modes: 6}\n" + time, load))
        few = self.history()
        for name in ("x", "y"):
            size = np.max(np.abs(direct[name]))
            self.assertLess(np.max(np.abs(modal[name] - direct[name])), 1e-6 * size)
            self.assertLess(np.max(np.abs(by_mode[name] - direct[name])), 1e-6 * size)
            self.assertLess(np.max(np.abs(few[name] - direct[name])), 0.1 * size)

    def test_static_correction_is_exact_at_rest(self):
        ramp = "{table: [[0, 0], [200, 1]]}"
        time = "time: {end: 400, step: 10}"
        self.run_case(self.text("method: {family: modal, modes: 1}\n" + time, ramp))
        result = self.sparkdyn("static", self.case(self.text("time: {end: 1, step: 1}")), "--output",
                               self.folder / "rest")
        self.assertEqual(result.returncode, 0, result.stderr)
        for name in ("x", "y"):
            self.assert_relative(self.history()[name][-1], self.history("rest")[name][-1], 1e-9)

    def test_what_does_not_go_with_modes(self):
        for wrong, words in (("{family: modal}", "modes"), ("{family: modal, modes: 3, stages: 2}", "stages"),
                             ("{family: modal, modes: 2, modal_damping: [0.1, 0.1, 0.1]}", "3 numbers"),
                             ("{modes: 3}", "belongs to the family modal")):
            result = self.sparkdyn("run", self.case(self.text(
                f"method: {wrong}\ntime: {{end: 1, step: 0.1}}")))
            self.assert_fails(result, 2, words, "case.yaml:")


class Structure(ResponseTest):
    """The same shaking, as the ground's acceleration and as the motion of the support."""
    TEXT = """model:
  mesh: ROOT/meshes/beam_hex8.msh
  materials: {steel: {E: 210e9, nu: 0.3, density: 7850}}
  elements: [{group: beam, type: hex8, material: steel}]
  damping: {beta: 1e-5}
SHAKING
response: {from: 5, to: 1500, count: 150}
output:
  probes:
    - {name: tip, point: [1, 0.05, 0.05], component: z}
    - {name: tip acceleration, point: [1, 0.05, 0.05], component: z, quantity: acceleration}
    - {name: force, point: [0, 0.05, 0.05], component: z, quantity: reaction}
"""

    def shake(self, shaking, ranks=1):
        from cli import ROOT
        text = self.TEXT.replace("ROOT", str(ROOT)).replace("SHAKING", shaking)
        return self.respond(text, ranks=ranks)

    def test_ground_motion_and_moving_support(self):
        hold = "{group: root, fix: [x, y]}"
        table, summary, relative = self.shake(
            "  supports: [{group: root, fix: all}]\n"
            "  ground_motion: {direction: [0, 0, 1], amplitude: {harmonic: {phase: 30}}}")
        self.assertLess(summary["factorizations"], 20)
        table, _, absolute = self.shake(
            f"  supports: [{hold}, {{group: root, move: z, amplitude: {{harmonic: {{phase: 30}}}}}}]",
            ranks=2)
        w2 = (2 * np.pi * table["frequency"]) ** 2
        ground = np.exp(1j * np.pi / 6)
        # A displacement of one is an acceleration of −ω².
        for name, (one, other) in {
                "displacement": (-w2 * relative[:, 0] + ground, absolute[:, 0]),
                "acceleration": (-w2 * relative[:, 1] - w2 * ground, absolute[:, 1]),
                "reaction": (-w2 * relative[:, 2], absolute[:, 2])}.items():
            with self.subTest(name):
                worst = np.max(np.abs(one - other)) / np.max(np.abs(other))
                self.assertLess(worst, 1e-6)

    def test_files_of_states(self):
        self.shake("  supports: [{group: root, fix: all}]\n"
                   "  ground_motion: {direction: [0, 0, 1], amplitude: 1}")
        with h5py.File(self.folder / "out" / "states.h5") as file:
            self.assertEqual(file["real"].shape, file["imaginary"].shape)
            self.assertIn("VTKHDF", file)
            self.assertGreater(len(file["time"]), 0)


if __name__ == "__main__":
    unittest.main()
