# SPDX-License-Identifier: BSD-3-Clause
"""Largest answers to shaking known by its spectra: closed forms of two and ten masses, three
directions, missing mass, spectra of histories, and our own runs under twenty synthetic records."""

import json
import unittest

import numpy as np
from cli import ROOT, CliTest

CASE = """system: {mass: M.mtx, stiffness: K.mtx}
spectrum: {modes: MODES, modal_damping: ZETA, combination: HOW, missing_mass: MISSING, directions: [DIRECTIONS]}
output: {directory: out, probes: [PROBES]}
"""


def correlation(zi, wi, zj, wj):
    r = wj / wi
    return (8 * np.sqrt(zi * zj) * (zi + r * zj) * r**1.5 /
            ((1 - r * r)**2 + 4 * zi * zj * r * (1 + r * r) + 4 * (zi**2 + zj**2) * r * r))


class SpectrumTest(CliTest):
    def find(self, text, ranks=1):
        result = self.sparkdyn("spectrum", self.case(text), "--output", self.folder / "out", ranks=ranks)
        self.assertEqual(result.returncode, 0, result.stderr)
        summary = json.loads((self.folder / "out" / "summary.json").read_text())
        return {item["probe"]: item["largest"] for item in summary["probes"]}, summary

    def chain(self, n, modes, zeta=0.05, how="cqc", missing="true",
              directions="{vector: r.mtx, table: [[0.1, 3], [10, 30]]}"):
        rng = np.random.default_rng(n)
        self.M = np.diag(1 + rng.random(n))
        K = 400 * (2 * np.eye(n) - np.eye(n, k=1) - np.eye(n, k=-1))
        K[-1, -1] = 400
        self.K, self.r = K, np.ones(n)
        self.files(M=self.M, K=K, r=self.r)
        probes = ", ".join(f"{{name: q{k}, dof: {k}}}" for k in range(1, n + 1))
        text = CASE
        for name, value in (("MODES", modes), ("ZETA", zeta), ("HOW", how), ("MISSING", missing),
                            ("DIRECTIONS", directions), ("PROBES", probes)):
            text = text.replace(name, str(value))
        return text

    def modes(self):
        root = np.diag(1 / np.sqrt(np.diag(self.M)))
        values, vectors = np.linalg.eigh(root @ self.K @ root)
        return np.sqrt(values), root @ vectors

    def expected(self, count, zeta, how, spectrum, missing):
        omega, shapes = self.modes()
        gamma = shapes.T @ self.M @ self.r
        parts = np.array([shapes[:, j] * gamma[j] * spectrum(omega[j] / (2 * np.pi)) / omega[j]**2
                          for j in range(count)])
        rho = np.eye(count) if how == "srss" else np.array(
            [[1 if i == j else correlation(zeta, omega[i], zeta, omega[j]) for j in range(count)]
             for i in range(count)])
        total = np.einsum("ik,ij,jk->k", parts, rho, parts)
        if missing:
            force = self.M @ (self.r - shapes[:, :count] @ gamma[:count])
            total += (missing * np.linalg.solve(self.K, force))**2
        return np.sqrt(total)


class ClosedForms(SpectrumTest):
    def spectrum(self, f):
        return 3 * (f / 0.1)**0.5 if f < 10 else 30.0  # straight between logarithms

    def check(self, n, count, how, missing):
        found, summary = self.find(self.chain(n, count, how=how, missing="true" if missing else "false"))
        expected = self.expected(count, 0.05, how, self.spectrum, 30.0 if missing else 0)
        for k in range(n):
            self.assert_relative(found[f"q{k + 1}"], expected[k], 1e-9)
        return summary

    def test_two_and_ten_masses(self):
        for n, count in ((2, 2), (10, 10), (10, 3)):
            for how in ("cqc", "srss"):
                for missing in (True, False):
                    with self.subTest(n=n, count=count, how=how, missing=missing):
                        summary = self.check(n, count, how, missing)
                        share = summary["directions"][0]["mass_of_modes"]
                        self.assertLessEqual(share, 1 + 1e-12)
                        if n == count:
                            self.assert_relative(share, 1, 1e-10)

    def test_three_directions_and_ranks(self):
        one = "{vector: r.mtx, table: [[1, 2]], scale: SCALE}"
        three = ", ".join(one.replace("SCALE", scale) for scale in ("3", "4", "12"))
        found, _ = self.find(self.chain(10, 4, directions=three), ranks=2)
        single, _ = self.find(self.chain(10, 4, directions=one.replace("SCALE", "13")))
        for name, value in single.items():
            self.assert_relative(found[name], value, 1e-9)

    def test_spectrum_of_a_history(self):
        # One mass under a jump that stays: twice the static answer less what damping takes,
        # u = a/ω² (1 + exp(−πζ/√(1 − ζ²))).
        omega, zeta = 2 * np.pi * 1.3, 0.03
        self.files(M=np.eye(1), K=omega**2 * np.eye(1), r=np.ones(1))
        (self.folder / "jump.csv").write_text("0, 2\n50, 2\n")
        text = (CASE.replace("MODES", "1").replace("ZETA", str(zeta)).replace("HOW", "cqc")
                .replace("MISSING", "true").replace("PROBES", "{name: q, dof: 1}")
                .replace("DIRECTIONS", "{vector: r.mtx, record: jump.csv}"))
        found, _ = self.find(text)
        exact = 2 / omega**2 * (1 + np.exp(-np.pi * zeta / np.sqrt(1 - zeta**2)))
        self.assert_relative(found["q"], exact, 1e-9)

    def test_twenty_records(self):
        """The mean of CQC's answers is within 15 %, its promise for such shaking, of the mean of our
        own runs, whose records have a broad spectrum; single records scatter."""
        n, zeta, h, steps = 3, 0.05, 0.02, 750
        text = self.chain(n, n, zeta)
        omega, shapes = self.modes()
        C = self.M @ shapes @ np.diag(2 * zeta * omega) @ shapes.T @ self.M
        self.files(C=C, f=-self.M @ self.r)
        rng = np.random.default_rng(5)
        t = h * np.arange(steps + 1)
        ratios = []
        for _ in range(20):
            record = rng.standard_normal(steps + 1) * np.sin(np.pi * t / t[-1])
            record[[0, -1]] = 0
            (self.folder / "a.csv").write_text("".join(f"{x!r}, {y!r}\n" for x, y in zip(t.tolist(), record.tolist())))
            found, _ = self.find(text.replace("table: [[0.1, 3], [10, 30]]", "record: a.csv"))
            self.run_case("system: {mass: M.mtx, stiffness: K.mtx, damping: C.mtx, "
                          "loads: [{vector: f.mtx, amplitude: {file: a.csv}}]}\n"
                          "method: {family: modal, modes: 3}\ntime: {end: 20, step: 0.01}\n"
                          "output: {directory: out, report: false, energy: false, every: 100000, "
                          "probes: [{name: q1, dof: 1}, {name: q2, dof: 2}, {name: q3, dof: 3}]}\n")
            history = self.history()
            ratios.append([found[f"q{k}"] / np.max(np.abs(history[f"q{k}"])) for k in (1, 2, 3)])
        ratios = np.array(ratios)
        self.assertLess(np.max(np.abs(np.mean(ratios, axis=0) - 1)), 0.15)
        self.assertLess(np.max(np.abs(ratios - 1)), 0.6)

    def test_what_is_refused(self):
        text = self.chain(2, 2)
        for old, new, words in (("modal_damping: 0.05, ", "", "modal_damping"),
                                ("vector: r.mtx", "direction: [1, 0, 0]", "allowed: vector"),
                                ("table: [[0.1, 3], [10, 30]]", "table: [[2, 3], [1, 30]]", "increase"),
                                ("dof: 1}", "dof: 1, quantity: velocity}", "no velocity")):
            result = self.sparkdyn("spectrum", self.case(text.replace(old, new)))
            self.assert_fails(result, 2, words)
        K = np.array([[1.0, -1], [-1, 1]])
        self.files(K=K)
        self.assert_fails(self.sparkdyn("spectrum", self.case(text)), 2, "held")


class Structure(SpectrumTest):
    def test_reaction_of_a_stiff_beam_is_its_mass(self):
        """Under a flat spectrum whose modes are all in, or not, a stiff beam pulls with less than its
        mass, and missing mass gives what is missing."""
        text = f"""model:
  mesh: {ROOT}/meshes/beam_hex8.msh
  materials: {{steel: {{E: 210e9, nu: 0.3, density: 7850}}}}
  elements: [{{group: beam, type: hex8, material: steel}}]
  supports: [{{group: root, fix: all}}]
spectrum: {{modes: 6, modal_damping: 0.02, combination: srss, directions: [{{direction: [0, 0, 1], table: [[1, 2]]}}]}}
output: {{directory: out, probes: [{{name: tip, point: [1, 0.05, 0.05], component: z}}]}}
"""
        found, summary = self.find(text)
        rest = text[:text.index("spectrum")] .replace(
            "  supports", "  loads: [{gravity: [0, 0, 2]}]\n  supports") + text[text.index("output"):]
        result = self.sparkdyn("static", self.case(rest), "--output", self.folder / "rest")
        self.assertEqual(result.returncode, 0, result.stderr)
        # Of one mode that nearly follows the load at rest: Γφ/ω² is close to the static deflection.
        static = self.history("rest")["tip"][-1]
        self.assertLess(abs(found["tip"] / abs(static) - 1), 0.05)
        self.assertGreater(summary["directions"][0]["mass_of_modes"], 0.6)


if __name__ == "__main__":
    unittest.main()
