# SPDX-License-Identifier: BSD-3-Clause
"""Stresses at nodes, principal ones, jumps, and the resultants of shells, against closed forms and statics."""

import unittest

import h5py
import numpy as np

from cli import CliTest
from flexible import mesh


def block(counts, sizes):
    """Nodes and hexahedra of a box."""
    nx, ny, nz = counts
    number = lambda i, j, k: 1 + i + (nx + 1) * (j + (ny + 1) * k)
    nodes = [(sizes[0] * i / nx, sizes[1] * j / ny, sizes[2] * k / nz)
             for k in range(nz + 1) for j in range(ny + 1) for i in range(nx + 1)]
    cells = [(number(i, j, k), number(i + 1, j, k), number(i + 1, j + 1, k), number(i, j + 1, k),
              number(i, j, k + 1), number(i + 1, j, k + 1), number(i + 1, j + 1, k + 1), number(i, j + 1, k + 1))
             for k in range(nz) for j in range(ny) for i in range(nx)]
    return nodes, cells


def sheet(nx, ny, place, triangles=False):
    nodes = [place(i / nx, j / ny) for j in range(ny + 1) for i in range(nx + 1)]
    number = lambda i, j: 1 + i + (nx + 1) * j
    quads = [(number(i, j), number(i + 1, j), number(i + 1, j + 1), number(i, j + 1))
             for j in range(ny) for i in range(nx)]
    return nodes, ([t for a, b, c, d in quads for t in ((a, b, c), (a, c, d))] if triangles else quads)


class Numbers(CliTest):
    def static(self, text, ranks=1, out="out"):
        result = self.sparkdyn("static", self.case(text), "--output", self.folder / out, ranks=ranks)
        self.assertEqual(result.returncode, 0, result.stdout + result.stderr)

    def field(self, name, out="out", site="PointData"):
        with h5py.File(self.folder / out / "results.h5") as file:
            data = file[f"VTKHDF/{site}/{name}"]
            states = len(file["VTKHDF/Steps/Values"])
            rows = len(file["VTKHDF/Types" if site == "CellData" else "VTKHDF/Points"])
            return data[(states - 1) * rows:states * rows]


class Solids(Numbers):
    def cantilever(self, kind, out, ranks=1):
        nodes, cells = block((20, 2, 4), (10, 1, 2))
        self.nodes = np.array(nodes)
        ends = {name: [(1 + i,) for i in np.flatnonzero(np.abs(self.nodes[:, 0] - x) < 1e-9)]
                for name, x in (("root", 0), ("tip", 10))}
        (self.folder / "bar.msh").write_text(mesh(nodes, {
            "bar": (3, 5, cells), "root": (0, 15, ends["root"]), "tip": (0, 15, ends["tip"])}))
        self.static(f"""
model:
  mesh: bar.msh
  materials: {{m: {{E: 1e9, nu: 0, density: 1}}}}
  elements: [{{group: bar, type: {kind}, material: m}}]
  supports: [{{group: root, fix: all}}]
  loads: [{{group: tip, force: [0, 0, 600], total: true}}]
output: {{nodal_stress: true, stress: true}}
""", ranks=ranks, out=out)

    def test_bending(self):
        """P (L − x) z/I at the surface, where the middle of the elements has three quarters of it; on two ranks."""
        for kind, bar in (("hex8", 1e-3), ("hex8-bbar", 0.15)):
            self.cantilever(kind, kind)
            inside = (self.nodes[:, 0] > 2) & (self.nodes[:, 0] < 8)
            expected = -600 * (10 - self.nodes[:, 0]) * (self.nodes[:, 2] - 1) / (1 * 2**3 / 12)
            stress = self.field("nodal_stress", kind)
            largest = np.abs(expected[inside]).max()
            self.assertLess(np.abs(stress[inside, 0] - expected[inside]).max(), bar * largest)
            np.testing.assert_allclose(self.field("nodal_von_mises", kind), [np.sqrt(
                0.5 * ((s[0] - s[1])**2 + (s[1] - s[2])**2 + (s[2] - s[0])**2) + 3 * (s[3]**2 + s[4]**2 + s[5]**2)) for s in stress])
            principal = self.field("nodal_principal", kind)
            np.testing.assert_allclose(principal, [sorted(np.linalg.eigvalsh(
                [[s[0], s[3], s[5]], [s[3], s[1], s[4]], [s[5], s[4], s[2]]]), reverse=True) for s in stress], atol=1e-9 * largest)
            middle = np.abs(self.field("stress", kind, "CellData")[:, 0]).max()
            self.assertLess(middle, 0.85 * np.abs(stress[:, 0]).max())
        self.cantilever("hex8", "two", ranks=2)
        np.testing.assert_allclose(self.field("nodal_stress", "two"), self.field("nodal_stress", "hex8"), atol=1e-9 * largest)
        np.testing.assert_allclose(self.field("stress_jump", "two"), self.field("stress_jump", "hex8"), atol=1e-9 * largest)

    def test_materials_are_not_averaged(self):
        """Two bars side by side, stretched alike: each has its own E ε up to the node that they share, which shows the
        larger; nothing jumps within either."""
        nodes, cells = block((2, 2, 1), (2, 2, 1))
        soft = [c for c in cells if max(nodes[n - 1][1] for n in c) < 1.1]
        stiff = [c for c in cells if c not in soft]
        faces = {name: [(1 + i,) for i, p in enumerate(nodes) if p[0] == x] for name, x in (("left", 0), ("right", 2))}
        (self.folder / "bars.msh").write_text(mesh(nodes, {
            "soft": (3, 5, soft), "stiff": (3, 5, stiff), "left": (0, 15, faces["left"]), "right": (0, 15, faces["right"])}))
        self.static("""
model:
  mesh: bars.msh
  materials: {soft: {E: 1e6, nu: 0, density: 1}, stiff: {E: 5e6, nu: 0, density: 1}}
  elements: [{group: soft, type: hex8, material: soft}, {group: stiff, type: hex8, material: stiff}]
  supports: [{group: left, fix: all}, {group: right, fix: [y, z]}, {group: right, move: x, value: 0.002}]
output: {nodal_stress: true}
""")
        y = np.array(nodes)[:, 1]
        np.testing.assert_allclose(self.field("nodal_stress")[:, 0], np.where(y < 0.9, 1e3, 5e3), rtol=1e-9)
        self.assertLess(self.field("stress_jump").max(), 1e-6)


class Shells(Numbers):
    def test_plate_under_pressure(self):
        """Simply supported, square, thin: 0.0479 q a² in the middle and 6 M/h² at its surfaces; top and bottom with
        opposite signs."""
        a, h, q, n = 2.0, 0.02, 1000.0, 16
        for kind in ("shell4", "shell3"):
            nodes, cells = sheet(n, n, lambda s, t: (a * s, a * t, 0.0), kind == "shell3")
            edges = [(1 + i,) for i, p in enumerate(nodes) if min(p[0], p[1], a - p[0], a - p[1]) < 1e-9]
            centre = 1 + n // 2 + (n + 1) * (n // 2)
            (self.folder / "plate.msh").write_text(mesh(nodes, {
                "plate": (2, 2 if kind == "shell3" else 3, cells), "edges": (0, 15, edges)}))
            self.static(f"""
model:
  mesh: plate.msh
  materials: {{m: {{E: 2e11, nu: 0.3, density: 7800}}}}
  elements: [{{group: plate, type: {kind}, material: m, thickness: {h}}}]
  supports: [{{group: edges, fix: z}}, {{node: 1, fix: [x, y]}}, {{node: {n + 1}, fix: y}}]
  loads: [{{surface: plate, pressure: {-q}}}]
output: {{nodal_stress: true, section_forces: true, probes: [
  {{name: top, node: {centre}, quantity: nodal_stress, component: xx}},
  {{name: bottom, node: {centre}, quantity: nodal_stress, component: xx, side: bottom}},
  {{name: reaction, group: edges, component: z, quantity: reaction, sum: true}}]}}
""", out=kind)
            found = {name: column[-1] for name, column in self.history(kind).items()}
            self.assert_relative(found["reaction"], -q * a * a, 1e-9)
            moment = 0.047886 * q * a * a
            self.assert_relative(abs(found["top"]), 6 * moment / h**2, 0.01)
            self.assert_relative(found["bottom"], -found["top"], 1e-6)
            forces = self.field("shell_forces", kind, "CellData")
            middle = [i for i, c in enumerate(cells) if centre in c]
            self.assert_relative(np.abs(forces[middle, 3]).mean(), moment, 0.015)
            self.assertEqual(np.sign(found["top"]), np.sign(forces[middle, 3].mean()))

    def roof(self, n):
        """Membrane force along it and bending moment across it at the nodes; the former in the elements."""
        R, L, angle, w = 25.0, 50.0, np.radians(40), 90.0
        place = lambda s, t: (L * t, R * np.sin(angle * (2 * s - 1)), R * np.cos(angle * (2 * s - 1)))
        nodes, cells = sheet(n, n, place)
        ends = [(1 + i,) for i, p in enumerate(nodes) if min(p[0], L - p[0]) < 1e-9]
        (self.folder / "roof.msh").write_text(mesh(nodes, {"roof": (2, 3, cells), "ends": (0, 15, ends)}))
        self.static(f"""
model:
  mesh: roof.msh
  materials: {{m: {{E: 4.32e8, nu: 0, density: 1}}}}
  elements: [{{group: roof, type: shell4, material: m, thickness: 0.25, axes: [[1, 0, 0], [0, 1, 0]]}}]
  supports: [{{group: ends, fix: [y, z]}}, {{node: {n // 2 + 1}, fix: x}}]
  loads: [{{surface: roof, traction: [0, 0, {-w}]}}]
output: {{section_forces: true, nodal_stress: true, report: false}}
""")
        top, bottom = (self.field(name).reshape(n + 1, n + 1, 6) for name in ("nodal_stress", "nodal_stress_bottom"))
        points = np.array(nodes).reshape(n + 1, n + 1, 3)
        moment = (w * 2 * angle * R) * points[:, 0, 0] * (L - points[:, 0, 0]) / 2  # of the roof as a beam
        forces = self.field("shell_forces", site="CellData").reshape(n, n, 8)
        return points, 0.125 * (top + bottom)[..., 0], 0.25**2 / 12 * (top - bottom)[..., 1], forces, moment, 2 * R * angle / n

    def test_scordelis_lo(self):
        """On the standard mesh (16 x 16 of a quarter) within 1 % of 75,840 along the free edge and of 2,064 across the
        crown, to which 32 and 64 converge with the square of the size. Over every cross-section the forces along the
        roof have no resultant; on the finer mesh their moment is w x (L − x)/2 to 0.5 %."""
        points, along, across, forces, _, _ = self.roof(32)
        self.assert_relative(along[16, 0], 75840, 0.01)
        self.assert_relative(abs(across[16, 16]), 2064, 0.01)
        self.assertLess(np.abs(forces[..., 0].sum(axis=1)).max(), 1e-9 * np.abs(forces[..., 0]).sum())
        self.assert_relative(np.abs(forces[15:17, 15:17, 4]).mean(), 2064, 0.01)
        points, along, across, forces, moment, width = self.roof(64)
        self.assert_relative(along[32, 0], 75840, 0.0025)
        weights = np.ones(65)
        weights[[0, -1]] = 0.5
        for row in (16, 32):
            self.assert_relative(-(weights * along[row] * points[row, :, 2]).sum() * width, moment[row], 0.005)


if __name__ == "__main__":
    unittest.main()
