# SPDX-License-Identifier: BSD-3-Clause
"""`sparkdyn method`: what it prints of every family, beside coefficients computed here."""

import re
import unittest

import numpy as np
from cli import CliTest
from numpy.polynomial import legendre

FAMILIES = ["lobatto", "newmark", "hht", "generalized-alpha", "gauss-lobatto", "half-explicit", "gauss",
            "lobatto-iiia", "lobatto-iiic", "radau-iia", "midpoint", "esdirk"]


def gauss_member(s, rho):
    """A_gamma of docs/numerics.md, section 2b, by powers of the nodes."""
    x, w = legendre.leggauss(s)
    c, b = (x + 1) / 2, w / 2
    powers = np.vander(c, increasing=True)
    integrals = np.array([[node ** (k + 1) / (k + 1) for k in range(s)] for node in c])
    A = integrals @ np.linalg.inv(powers)
    p = np.sqrt(2 * s - 1) * legendre.Legendre.basis(s - 1)(x)
    return A + (1 - rho) / (1 + rho) / (4 * s - 2) * np.outer(p, p * b), b, c


def step(Av, Af, b, mu):
    """(omega q, q') after a step of the oscillator."""
    s = len(b)
    stages = np.linalg.solve(np.block([[np.eye(s), -mu * Av], [mu * Af, np.eye(s)]]),
                             np.kron(np.eye(2), np.ones((s, 1))))
    return np.eye(2) + mu * np.vstack([b @ stages[s:], -b @ stages[:s]])


class Method(CliTest):
    def text(self, *arguments):
        result = self.sparkdyn("method", *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return result.stdout

    def numbers(self, text, after, rows):
        """The matrix printed below a line."""
        lines = text.splitlines()
        start = next(k for k, line in enumerate(lines) if after in line) + 1
        return np.array([[float(word) for word in line.split()] for line in lines[start:start + rows]])

    def table(self, text):
        """The comparison, by family."""
        rows = {}
        for line in text.split("All families with")[1].splitlines():
            words = line.split()
            if words and words[0] in FAMILIES:
                rows[words[0]] = words[1:]
        return rows

    def oscillator(self, text):
        rows = re.findall(r"^ +(\d+\.?\d*) +(\d+\.\d{12}) +(\S+) +(\S+)$", text, re.M)
        return {float(mu): (float(radius), period, loss) for mu, radius, period, loss in rows}

    def test_gauss_nodes(self):
        for s, rho in ((1, 0.5), (2, 0.0), (3, 0.8), (4, 1.0), (6, 0.3)):
            text = self.text("--family", "gauss-lobatto", "--stages", s, "--rho-infinity", rho)
            A, b, c = gauss_member(s, rho)
            self.assertIn(f"order {2 * s - (rho < 1)}\n", text)
            np.testing.assert_allclose(self.numbers(text, "(every term)", s), A, atol=1e-11)
            self.assertIn(f"|R(inf)| = {rho:g},", text)
            self.assertIn("algebraically stable yes", text)
            self.assertIn("symplectic, with nonlinear constraints too" if rho == 1 else
                          "not symplectic", text)
            points = self.numbers(text, " weight", s + 1)
            interior = (np.sort(legendre.Legendre.basis(s).deriv().roots()) + 1) / 2
            np.testing.assert_allclose(points[:, 0], [0, *interior, 1], atol=1e-11)
            positions = self.numbers(text, "positions at the points", s)
            powers = [c ** k for k in range(s)]
            np.testing.assert_allclose(positions @ np.array(powers).T,
                                       np.array([points[1:, 0] ** (k + 1) / (k + 1)
                                                 for k in range(s)]).T, atol=1e-13)
            reactions = self.numbers(text, "momenta from the reactions", s)
            expected = points[1:, 1] * (1 - positions.T / b[:, None])
            np.testing.assert_allclose(reactions[:, 1:], expected, atol=1e-13)

    def test_numbers_of_the_oscillator(self):
        text = self.text("--family", "gauss-lobatto", "--splitting", "velocity=1,elastic=0.5")
        printed = self.oscillator(text)
        self.assertEqual(len(printed), 10)
        (Av, b, _), (Af, _, _) = gauss_member(3, 1), gauss_member(3, 0.5)
        for mu, (radius, period, loss) in printed.items():
            values = np.linalg.eigvals(step(Av, Af, b, mu))
            self.assertLess(abs(radius - max(abs(values))), 2e-12)
            if mu > 3.2:
                continue
            angle = max(abs(np.angle(values)))
            self.assertLess(abs(float(period) - abs(mu / angle - 1)), 1e-3 * float(period) + 1e-13)
            lost = 1 - max(abs(values)) ** (2 * np.pi / mu)
            self.assertLess(abs(float(loss) - lost), 2e-3 * abs(lost) + 1e-12)

    def test_every_family_beside_the_others(self):
        text = self.text("--family", "gauss-lobatto", "--stages", 3, "--rho-infinity", 0.5)
        rows = self.table(text)
        self.assertEqual(set(rows), set(FAMILIES))
        order = {"lobatto": 4, "newmark": 2, "hht": 2, "generalized-alpha": 2, "gauss-lobatto": 5,
                 "half-explicit": 4, "gauss": 6, "lobatto-iiia": 4, "lobatto-iiic": 4, "radau-iia": 5,
                 "midpoint": 2, "esdirk": 3}
        self.assertEqual({name: int(row[1]) for name, row in rows.items()}, order)
        radius = {"lobatto": "0.5", "newmark": "1", "hht": "0.9048", "generalized-alpha": "0.5",
                  "gauss-lobatto": "0.5", "half-explicit": "infinite", "gauss": "1",
                  "lobatto-iiia": "1", "lobatto-iiic": "0", "radau-iia": "0", "midpoint": "1", "esdirk": "0.5"}
        self.assertEqual({name: row[2] for name, row in rows.items()}, radius)
        symplectic = {name for name, row in rows.items() if row[-1] != "no"}
        self.assertEqual(symplectic, {"newmark", "half-explicit", "gauss", "midpoint"})
        b_stable = {name for name, row in rows.items() if row[7] == "yes"}
        self.assertEqual(b_stable, {"lobatto", "gauss-lobatto", "gauss", "lobatto-iiic", "radau-iia",
                                    "midpoint"})
        # The trapezoidal rule: tan(angle/2) = mu/2.
        error = 0.25 / np.arctan(0.25) - 1
        self.assert_relative(float(rows["newmark"][3]), error, 1e-3)
        self.assertEqual(rows["newmark"][3], rows["midpoint"][3])
        undamped = self.table(self.text("--family", "gauss-lobatto", "--rho-infinity", 1,
                                        "--stages", 1))
        self.assertEqual(undamped["gauss-lobatto"][-2:], ["any", "g"])
        self.assertEqual(undamped["lobatto"][-2:], ["linear", "g"])
        self.assertEqual((undamped["gauss-lobatto"][0], undamped["lobatto"][0]), ("1", "2"))

    def test_each_family_by_itself(self):
        for family in FAMILIES:
            with self.subTest(family=family):
                self.assertIn("Undamped oscillator", self.text("--family", family))
        self.assertIn("beta = 0.25, gamma = 0.5\n", self.text("--family", "newmark"))
        self.assertIn("order 1\n", self.text("--family", "newmark", "--gamma", 0.6, "--beta", 0.3025))
        self.assertIn("alpha_f = 0.1,", self.text("--family", "hht", "--alpha", -0.1))
        self.assertIn("order 6\n", self.text("--family", "half-explicit", "--order", 6))
        verlet = self.oscillator(self.text("--family", "half-explicit", "--order", 2))
        self.assertEqual(verlet[1.0][0], 1)
        self.assert_relative(float(verlet[1.0][1]), abs(1 / (2 * np.arcsin(0.5)) - 1), 1e-3)
        self.assertGreater(verlet[3.0][0], 6)

    def test_lobatto(self):
        text = self.text("--family", "lobatto", "--stages", 3, "--rho-infinity", 0)
        self.assertIn("order 4", text)
        self.assertIn("-0.0833333333333333", text)
        self.assertIn("|R(inf)| = 0", text)
        lobatto = ("--family", "lobatto")
        two = self.text(*lobatto, "--stages", 2, "--splitting", "velocity=A,elastic=B")
        self.assertIn("h*omega < 2", two)
        for sets, said in ((("--rho-infinity", 1), "With nonlinear constraints it is not"),
                           (("--rho-infinity", 0), "not symplectic"),
                           (("--rho-infinity", 1, "--splitting", "velocity=A"), "not symplectic")):
            self.assertIn(said, self.text(*lobatto, *sets))
        pair = [word for term in ("elastic", "damping", "load", "inertia", "constraint")
                for word in ("--splitting", term + "=B")]
        self.assertIn("symplectic, with nonlinear constraints too",
                      self.text(*lobatto, "--splitting", "velocity=A", *pair))

    def test_refuses(self):
        def refused(*arguments, says):
            self.assert_fails(self.sparkdyn("method", *arguments), 2, says)

        lobatto, gauss = ("--family", "lobatto"), ("--family", "gauss-lobatto")
        refused(*lobatto, "--stages", 1, says="2")
        refused(*lobatto, "--splitting", "elastic=X", says="X")
        refused(*lobatto, "--splitting", "constraint=A", says="constraint")
        refused(*lobatto, "--splitting", "elastic=0.8", says="belongs to the family gauss-lobatto")
        refused(*gauss, "--splitting", "elastic=C", says="belongs to the family lobatto")
        refused(*gauss, "--splitting", "constraint=1", says="Jay 2007")
        refused(*gauss, "--splitting", "elastik=1", says='nearest is "elastic"')
        refused(*gauss, "--splitting", "elastic", says="elastic=0.8")
        refused(*gauss, "--rho-infinity", 1.5, says="1.5")
        refused(*gauss, "--stages", 0, says="not 0")
        refused("--family", "gaus", says="did you mean 'gauss'?")
        refused("--family", "newmark", "--stages", 2, says="--beta, --gamma")
        refused("--family", "gauss", "--rho-infinity", 0.5, says="--stages")
        refused("--family", "hht", "--alpha", 0.5, says="alpha of the family hht must be from")
        refused("--family", "midpoint", "--stages", 2, says="no options")
        refused("--family", "half-explicit", "--order", 3, says="2, 4 or 6")


if __name__ == "__main__":
    unittest.main()
