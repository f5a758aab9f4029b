# SPDX-License-Identifier: BSD-3-Clause
"""NAFEMS 5T and 13T (forced vibration), and natural frequencies of bars, beams and plates against
their closed forms, from decks made here."""

import csv
import unittest

import h5py
import numpy as np
from calculix_tools import Lattice, Sheet, node_set
from cli import CliTest

MATERIAL = """*MATERIAL, NAME=STEEL
*ELASTIC
{E}, .3
*DENSITY
{density}
*DAMPING, ALPHA={alpha}, BETA={beta}
"""


def material(E=200e9, density=8000.0, alpha=0.0, beta=0.0):
    return MATERIAL.format(E=E, density=density, alpha=alpha, beta=beta)


def line_of(kind, length, elements):
    lines = ["*NODE, NSET=NALL"]
    lines += [f"{i + 1}, {length * i / elements!r}, 0., 0." for i in range(elements + 1)]
    lines.append(f"*ELEMENT, TYPE={kind}, ELSET=EALL")
    lines += [f"{i}, {i}, {i + 1}" for i in range(1, elements + 1)]
    return "\n".join(lines) + "\n"


def plate_of(side, n):
    """S4, n x n; simply supported with the slope along the edges held, no motion in the plane."""
    number = lambda i, j: 1 + i + (n + 1) * j
    lines = ["*NODE, NSET=NALL"]
    lines += [f"{number(i, j)}, {side * i / n!r}, {side * j / n!r}, 0."
              for j in range(n + 1) for i in range(n + 1)]
    lines.append("*ELEMENT, TYPE=S4, ELSET=EALL")
    lines += [f"{1 + i + n * j}, {number(i, j)}, {number(i + 1, j)}, {number(i + 1, j + 1)}, "
              f"{number(i, j + 1)}" for j in range(n) for i in range(n)]
    ends = {"X": [number(i, j) for i in (0, n) for j in range(n + 1)],
            "Y": [number(i, j) for j in (0, n) for i in range(n + 1)]}
    return ("\n".join(lines) + "\n" + node_set("XEDGES", ends["X"]) + node_set("YEDGES", ends["Y"])
            + node_set("CENTRE", [number(n // 2, n // 2)])
            + "*BOUNDARY\nNALL, 1, 2\nNALL, 6\nXEDGES, 3, 4\nYEDGES, 3\nYEDGES, 5\n")


def deep_beam(elements, **damping):
    """10 x 2 x 2 m, simply supported, turning about its axis held at one end only."""
    return (line_of("B31", 10.0, elements) + material(**damping)
            + "*BEAM SECTION, ELSET=EALL, MATERIAL=STEEL, SECTION=RECT\n2., 2.\n0., 0., -1.\n"
            + f"*NSET, NSET=MIDDLE\n{elements // 2 + 1}\n"
            + f"*BOUNDARY\n1, 1, 4\n{elements + 1}, 2, 3\n")


def peak(times, values):
    """The largest value and its time, by the parabola through the three about it."""
    k = int(np.argmax(values))
    a, b, c = np.polyfit(times[k - 1:k + 2] - times[k], values[k - 1:k + 2], 2)
    return c - b * b / (4 * a), times[k] - b / (2 * a)


def shear_coefficient(nu):
    """Of a rectangle, by Cowper (1966)."""
    return 10 * (1 + nu) / (12 + 11 * nu)


def timoshenko_cantilever(L, b, h, E, nu, rho, mode):
    """Frequency of bending along h: the zero of the determinant of the end conditions, next below
    that of Euler and Bernoulli."""
    GA = shear_coefficient(nu) * E / (2 * (1 + nu)) * b * h
    EI, rhoA, rhoI = E * b * h**3 / 12, rho * b * h, rho * b * h**3 / 12

    def determinant(omega):
        # w = e^{sx} turns by t e^{sx}: GA s (s - t) + m = 0, EI s^2 t + GA (s - t) + r t = 0.
        m, r = rhoA * omega**2, rhoI * omega**2
        squares = np.roots([EI * GA, GA * r + EI * m, m * (r - GA)])
        s = np.sqrt(np.concatenate([squares, squares]).astype(complex)) * [1, 1, -1, -1]
        t = s + m / (GA * s)
        tip = np.exp(s * L)
        rows = np.array([np.ones(4), t, s * t * tip, (s - t) * tip])
        scale = np.abs(rows).max(axis=1, keepdims=True)
        value = np.linalg.det(rows / scale)
        return value.real if abs(value.real) > abs(value.imag) else value.imag

    thin = (1.87510407, 4.69409113)[mode]**2 * np.sqrt(EI / rhoA) / L**2
    low, high = 0.85 * thin, thin
    if determinant(low) * determinant(high) > 0:
        raise ValueError("no frequency between the limits")
    for _ in range(60):
        middle = (low + high) / 2
        if determinant(low) * determinant(middle) <= 0:
            high = middle
        else:
            low = middle
    return low / (2 * np.pi)


class DeckTest(CliTest):
    def deck(self, text):
        path = self.folder / "deck.inp"
        path.write_text(text)
        return path

    def check(self, what, actual, expected, bar):
        print(f"{what}: {actual:.6g}, expected {expected:.6g}, off by "
              f"{100 * (actual / expected - 1):+.3f} %", flush=True)
        self.assert_relative(actual, expected, bar)

    def frequencies(self, text, count):
        result = self.sparkdyn("modes", self.deck(text + f"*STEP\n*FREQUENCY\n{count}\n*END STEP\n"),
                               "--count", count, "--output", self.folder / "modes")
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(self.folder / "modes" / "modes.csv") as file:
            return np.array([float(row["frequency"]) for row in csv.DictReader(file)])

    def transient(self, text, step, end, load, probe, component):
        result = self.sparkdyn(
            "run", self.deck(text + f"*STEP, INC=100000\n*DYNAMIC, DIRECT\n{step}, {end}\n{load}"
                             f"*NODE PRINT, NSET={probe}\nU\n*END STEP\n"),
            "--output", self.folder / "out")
        self.assertEqual(result.returncode, 0, result.stderr)
        columns = self.history()
        name, = [n for n in columns if n.startswith("displacement") and n.endswith(component)]
        return columns["time"], columns[name]

    def check_modes(self, what, found, expected, bar):
        """Each expected frequency against the nearest one found."""
        for f in expected:
            self.check(what, found[np.argmin(np.abs(found - f))], f, bar)


class DeepBeam(DeckTest):
    """5T: a simply supported deep beam, 1e6 N/m suddenly applied, 2 % of critical damping."""

    DAMPING = {"alpha": 5.36, "beta": 7.46e-5}

    def test_transient_of_beam2(self):
        times, u = self.transient(deep_beam(20, **self.DAMPING), 1e-4, 0.02,
                                  "*DLOAD\nEALL, PY, -1.E6\n", "MIDDLE", "y")
        value, when = peak(times, -u)
        self.check("5T beam2: peak", value, 1.043e-3, 0.03)
        self.check("5T beam2: time of the peak", when, 0.0117, 0.03)

    def test_frequencies_of_beam2(self):
        found = self.frequencies(deep_beam(20), 8)
        self.check_modes("5T beam2: frequency", found, (42.65, 71.20, 125.0, 148.15), 0.03)

    def solid(self):
        """Hexahedra with 20 nodes, held along the middle lines of the end faces."""
        lattice = Lattice("C3D20", (10.0, 2.0, 2.0), (10, 2, 2))
        left, right = lattice.where(0, 2), lattice.where(20, 2)
        return (lattice.text("C3D20") + material(**self.DAMPING)
                + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n"
                + node_set("LEFT", left) + node_set("RIGHT", right)
                + node_set("MIDDLE", lattice.where(10, 2, 2))
                + "*BOUNDARY\nLEFT, 1, 2\nRIGHT, 2\n"
                + f"{lattice.where(0, 2, 2)[0]}, 3\n{lattice.where(20, 2, 2)[0]}, 3\n"
                + self.top(lattice))

    @staticmethod
    def top(lattice):
        """The faces of y = 2 m: S5 of a brick whose third and fourth node are there."""
        wanted = set(lattice.where(None, 2 * lattice.cells[1]))
        faces = [f"{n}, S5" for n, nodes in enumerate(lattice.elements, 1)
                 if nodes[2] in wanted and nodes[3] in wanted]
        return "*SURFACE, NAME=TOP\n" + "\n".join(faces) + "\n"

    def test_transient_of_hex20(self):
        times, u = self.transient(self.solid(), 1e-4, 0.02, "*DSLOAD\nTOP, P, 5.E5\n", "MIDDLE", "y")
        value, when = peak(times, -u)
        self.check("5T hex20: peak", value, 1.043e-3, 0.03)
        self.check("5T hex20: time of the peak", when, 0.0117, 0.03)


class ThinPlate(DeckTest):
    """13T: 10 x 10 x 0.05 m, simply supported; 100 N/m2 suddenly applied, 2 % of critical damping."""

    def plate(self, n=16):
        return (plate_of(10.0, n) + material(alpha=0.299, beta=1.339e-3)
                + "*SHELL SECTION, ELSET=EALL, MATERIAL=STEEL\n0.05\n")

    def test_transient(self):
        times, u = self.transient(self.plate(), 2e-3, 0.4, "*DLOAD\nEALL, P, 100.\n", "CENTRE", "z")
        value, when = peak(times, np.abs(u))
        self.check("13T shell4: peak", value, 3.523e-3, 0.03)
        self.check("13T shell4: time of the peak", when, 0.210, 0.03)
        # The reference has the first mode only; with all of them the plate bends a little less.
        exact, instant = peak(times, self.sum_of_modes(times))
        self.check("13T shell4: peak, all modes", value, exact, 0.01)
        self.check("13T shell4: time of the peak, all modes", when, instant, 0.01)

    @staticmethod
    def sum_of_modes(times):
        D, area = 200e9 * 0.05**3 / (12 * (1 - 0.09)), 8000 * 0.05
        total = np.zeros_like(times)
        for m in range(1, 40, 2):
            for n in range(1, 40, 2):
                omega = np.pi**2 * (m * m + n * n) / 100 * np.sqrt(D / area)
                zeta = 0.299 / (2 * omega) + 1.339e-3 * omega / 2
                root = np.sqrt(complex(zeta**2 - 1))
                a, b = omega * (-zeta + root), omega * (-zeta - root)
                answer = 1 - ((b * np.exp(a * times) - a * np.exp(b * times)) / (b - a)).real
                size = 16 * 100 / (np.pi**2 * m * n * area * omega**2)
                total += size * (-1) ** ((m + n) // 2 - 1) * answer
        return total

    def test_frequencies(self):
        found = self.frequencies(self.plate(), 4)
        for f, expected in zip(found, (2.377, 5.942, 5.942, 9.507)):
            self.check("13T shell4: frequency", f, expected, 0.03)


class Plates(DeckTest):
    """FV12, a free thin square plate, and FV52, a thick one of solids on simple supports: 10 x 10 m."""

    def test_fv12(self):
        for kind, n, bar in (("S8", 8, 0.005), ("S6", 8, 0.01), ("S4", 16, 0.025), ("S3", 16, 0.02)):
            sheet = Sheet(kind, n, n, lambda a, b: (10 * a, 10 * b, 0.0))
            text = (sheet.text() + material() + "*SHELL SECTION, ELSET=EALL, MATERIAL=STEEL\n.05\n"
                    "*BOUNDARY\nNALL, 1, 2\nNALL, 6\n")
            found = self.frequencies(text, 9)
            self.assertLess(abs(found[2]), 0.01)
            for f, expected in zip(found[3:], (1.622, 2.360, 2.922, 4.190, 4.190, 7.356)):
                self.check(f"FV12 {kind}, {n} x {n}", f, expected, bar)

    def test_fv52(self):
        for kind, cells, bar in (("C3D20", (4, 4, 1), 0.03), ("C3D8I", (8, 8, 3), 0.05)):
            lattice = Lattice(kind, (10.0, 10.0, 1.0), cells)
            n, m = 2 * cells[0], 2 * cells[1]
            rim = sorted({node for i, j in ((0, None), (n, None), (None, 0), (None, m))
                          for node in lattice.where(i, j, 0)})
            text = (lattice.text(kind) + material() + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n"
                    + node_set("RIM", rim) + "*BOUNDARY\nRIM, 3\n")
            found = self.frequencies(text, 10)
            for f, expected in zip(found[3:], (45.897, 109.44, 109.44, 167.89, 193.59, 206.19, 206.19)):
                self.check(f"FV52 {kind}, {'x'.join(map(str, cells))}", f, expected, bar)


class ThickPlate(DeckTest):
    """LE10: an elliptic plate, 0.6 m thick, under 1 MPa: the stress along y at D is -5.38 MPa. There
    the body is free along x and pressed along z, so that it is E times the strain of its edge and nu
    times the pressure."""

    @staticmethod
    def warped(kind, cells):
        lattice = Lattice(kind, (1.0, 1.0, 0.6), cells)

        def place(x):
            angle = np.pi / 2 * x[1]
            inner = np.array([2 * np.cos(angle), np.sin(angle)])
            outer = np.array([3.25 * np.cos(angle), 2.75 * np.sin(angle)])
            return np.array([*(inner + x[0] * (outer - inner)), x[2]])
        lattice.points = {node: place(x) for node, x in lattice.points.items()}
        return lattice

    def stress(self, kind, cells):
        lattice = self.warped(kind, cells)
        n, m, k = (2 * c for c in cells)
        top = lattice.where(None, None, k)
        text = (lattice.text(kind) + material(210e3) + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n"
                + node_set("DD", lattice.where(None, 0)) + node_set("AA", lattice.where(None, m))
                + node_set("BB", lattice.where(n)) + node_set("EE", lattice.where(n, None, k // 2))
                + "*SURFACE, NAME=TOP\n" + lattice.faces(top)
                + "*BOUNDARY\nDD, 2\nAA, 1\nBB, 1, 2\nEE, 3\n*STEP\n*STATIC\n*DSLOAD\nTOP, P, 1.\n*END STEP\n")
        result = self.sparkdyn("run", self.deck(text), "--output", self.folder / "plate")
        self.assertEqual(result.returncode, 0, result.stderr)
        with h5py.File(self.folder / "plate" / "results.h5") as file:
            moved = {tuple(dof): value for dof, value in zip(file["dofs"][...].tolist(), file["q"][-1])}
        nodes = [lattice.where(0, j, k)[0] for j in (0, 1, 2)]
        y = np.array([lattice.points[node][1] for node in nodes])
        u = np.array([moved.get((node, 2), 0.0) for node in nodes])
        slope = np.array([-3, 4, -1])
        return 210e3 * (slope @ u) / (slope @ y) - 0.3

    def test_le10(self):
        for cells, bar in (((4, 6, 2), 0.05), ((6, 12, 4), 0.02)):
            self.check(f"LE10 C3D20, {'x'.join(map(str, cells))}", self.stress("C3D20", cells), -5.38, bar)


class ClosedForms(DeckTest):
    """Within 1 % at the meshes named here."""

    def test_bar_of_20_trusses(self):
        text = (line_of("T3D2", 2.0, 20) + material()
                + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n1.E-4\n*BOUNDARY\n1, 1\nNALL, 2, 3\n")
        found = self.frequencies(text, 3)
        for n, f in enumerate(found):
            self.check("bar, 20 truss2", f, (2 * n + 1) * np.sqrt(200e9 / 8000) / (4 * 2.0), 0.01)

    def test_slender_cantilever_of_20_beams(self):
        L, b, h = 1.0, 0.01, 0.015
        text = (line_of("B31", L, 20) + material()
                + f"*BEAM SECTION, ELSET=EALL, MATERIAL=STEEL, SECTION=RECT\n{b}, {h}\n0., 0., -1.\n"
                + "*BOUNDARY\n1, 1, 6\n")
        found = self.frequencies(text, 6)
        expected = sorted(x**2 * np.sqrt(200e9 * d**2 / 12 / 8000) / (2 * np.pi * L**2)
                          for x in (1.87510407, 4.69409113, 7.85475744) for d in (b, h))
        self.assertEqual(len(found), len(expected))
        for f, e in zip(found, expected):
            self.check("Euler-Bernoulli cantilever, 20 beam2", f, e, 0.01)

    def test_deep_simply_supported_beam_of_40_beams(self):
        """Timoshenko: w = W sin kx, turning by T cos kx, k = n pi / L, is exact."""
        L, a, E, rho = 10.0, 2.0, 200e9, 8000.0
        GA = shear_coefficient(0.3) * E / 2.6 * a * a
        EI, rhoA, rhoI = E * a**4 / 12, rho * a * a, rho * a**4 / 12
        found = self.frequencies(deep_beam(40), 12)
        for n in (1, 2, 3):
            k = n * np.pi / L
            stiffness = np.array([[GA * k * k, -GA * k], [-GA * k, EI * k * k + GA]])
            omega2 = np.linalg.eigvals(stiffness / np.array([[rhoA], [rhoI]])).min()
            f = np.sqrt(omega2) / (2 * np.pi)
            near = found[np.argsort(np.abs(found - f))[:2]]  # one in either plane
            for x in near if n < 3 else near[:1]:
                self.check(f"Timoshenko beam, 40 beam2, mode {n}", x, f, 0.01)

    def check_plate(self, what, text):
        D = 200e9 * 0.05**3 / (12 * (1 - 0.09))
        found = self.frequencies(text + "*SHELL SECTION, ELSET=EALL, MATERIAL=STEEL\n0.05\n", 6)
        for f, m in zip(found, (2, 5, 5, 8, 10, 10)):
            self.check(what, f, np.pi / 2 * m / 100 * np.sqrt(D / (8000 * 0.05)), 0.01)

    def test_plate_of_40_x_40_quadrilaterals(self):
        self.check_plate("Kirchhoff plate, 40 x 40 shell4", plate_of(10.0, 40) + material())

    def test_plate_of_40_x_40_x_2_triangles(self):
        lines, number = [], 0
        for line in plate_of(10.0, 40).splitlines():
            fields = line.split(",")
            if line.startswith("*ELEMENT"):
                line = line.replace("S4", "S3")
            elif len(fields) == 5:
                a, b, c, d = fields[1:]
                number += 2
                line = f"{number - 1}, {a}, {b}, {c}\n{number}, {a}, {c}, {d}"
            lines.append(line)
        self.check_plate("Kirchhoff plate, 40 x 40 x 2 shell3", "\n".join(lines) + "\n" + material())

    def check_solid(self, kind, cells):
        """A cantilever of 100 x 8 x 10 mm: two bending modes in either plane and the axial one. As
        in the theory of beams its root stays plane but is free to contract (held altogether it is
        0.7 % stiffer)."""
        L, E, rho = 100.0, 210000.0, 7.8e-9
        lattice = Lattice(kind, (L, 8.0, 10.0), cells)
        text = (lattice.text(kind) + node_set("ROOT", lattice.where(0)) + material(E, rho)
                + node_set("YMIDDLE", lattice.where(0, cells[1]))
                + node_set("ZMIDDLE", lattice.where(0, None, cells[2]))
                + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n"
                + "*BOUNDARY\nROOT, 1\nYMIDDLE, 2\nZMIDDLE, 3\n")
        found = self.frequencies(text, 8)
        expected = sorted(timoshenko_cantilever(L, b, h, E, 0.3, rho, mode)
                          for b, h in ((8.0, 10.0), (10.0, 8.0)) for mode in (0, 1))
        self.check_modes(f"cantilever, {kind} {'x'.join(map(str, cells))}", found,
                         expected + [np.sqrt(E / rho) / (4 * L)], 0.01)

    def test_solid_cantilever(self):
        for kind, cells in (("C3D8I", (20, 2, 2)), ("C3D8I", (40, 4, 4)), ("C3D10", (20, 2, 2)),
                            ("C3D20", (10, 2, 2)), ("C3D20R", (10, 2, 2))):
            with self.subTest(kind=kind, cells=cells):
                self.check_solid(kind, cells)


if __name__ == "__main__":
    unittest.main()
