#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""`sparkdyn report`: pages of structures, matrices, problems, modes and methods, in headless Chromium:
opened, every control tried, looked at. Skipped where there is no Chromium; the page's data is checked
all the same by tests/report."""

import base64
import csv
import json
import os
import pathlib
import re
import struct
import sys
import unittest
import zlib

import browser
import h5py
import numpy as np
from cli import PATIENCE, ROOT, CliTest
from flexible import lines, mesh

EXAMPLES = ROOT / "examples"


def manifest(page):
    text = page.read_text()
    return json.loads(re.search(r'<script id="manifest"[^>]*>(.*?)</script>', text, re.S).group(1))


def arrays(page):
    """What the page holds, read as its viewer reads it."""
    text = re.search(r'<script id="arrays"[^>]*>(.*?)</script>', page.read_text(), re.S).group(1)
    packed = zlib.decompress(base64.b64decode(text))

    def get(reference):
        at, count, kind = reference["at"], reference["count"], reference["type"]
        if kind in ("u8", "f64"):
            return np.frombuffer(packed, {"u8": "u1", "f64": "<f8"}[kind], count, at)
        planes = np.frombuffer(packed, "u1", 4 * count, at).reshape(4, count)
        return np.ascontiguousarray(planes.T).view({"u32": "<u4", "f32": "<f4"}[kind]).ravel()
    return get


def pixels(png):
    """RGB of a screenshot: 8 bits, no interlacing, as Chromium writes it."""
    at, data = 8, b""
    while at < len(png):
        size, kind = struct.unpack(">I4s", png[at:at + 8])
        if kind == b"IHDR":
            width, height, depth, colour = struct.unpack(">IIBB", png[at + 8:at + 18])
        if kind == b"IDAT":
            data += png[at + 8:at + 8 + size]
        at += size + 12
    assert depth == 8 and colour in (2, 6)
    bytes_each = 3 if colour == 2 else 4
    rows = np.frombuffer(zlib.decompress(data), "u1").reshape(height, 1 + width * bytes_each)
    image = np.zeros((height, width, bytes_each), "u1")
    above = np.zeros((width, bytes_each), int)
    for y in range(height):
        filtered = rows[y, 1:].reshape(width, bytes_each).astype(int)
        kind = rows[y, 0]
        if kind == 2:
            line = (filtered + above) % 256
        elif kind == 0:
            line = filtered
        else:
            line = np.zeros_like(filtered)
            left, corner = np.zeros(bytes_each, int), np.zeros(bytes_each, int)
            for x in range(width):
                up = above[x]
                if kind == 1:
                    guess = left
                elif kind == 3:
                    guess = (left + up) // 2
                else:
                    p = left + up - corner
                    a, b, c = abs(p - left), abs(p - up), abs(p - corner)
                    guess = np.where((a <= b) & (a <= c), left, np.where(b <= c, up, corner))
                left, corner = (filtered[x] + guess) % 256, up
                line[x] = left
        image[y], above = line, line
    return image[:, :, :3]


class Report(CliTest):
    @classmethod
    def setUpClass(cls):
        cls.browser = browser.Browser()

    @classmethod
    def tearDownClass(cls):
        cls.browser.close()

    def example(self, name, *arguments):
        out = self.folder / name
        result = self.sparkdyn("run", EXAMPLES / name / "case.yaml", "--output", out, *arguments)
        self.assertEqual(result.returncode, 0, result.stderr)
        return out

    def open(self, page, seconds=3):
        taken = self.browser.open(page)
        self.assertLess(taken, seconds * PATIENCE)
        self.assert_clean()
        self.assertLess(len(page.read_bytes()) - len(page.read_text().split('id="arrays"')[1]
                                                     .split("</script>")[0]), 1_000_000)
        return self.browser.evaluate

    def assert_clean(self):
        self.assertEqual(self.browser.complaints, [])
        self.assertEqual([url for url in self.browser.requests if not url.startswith(("file:", "data:", "blob:"))], [])

    def sections(self, ask):
        return ask("[...document.querySelectorAll('main > section')].map((s) => s.id)")

    def try_every_control(self, ask):
        """Clicks all buttons but that which prints, goes through all choices and moves all sliders."""
        ask("""(async () => {
          window.print = () => {};
          const wait = () => new Promise((done) => setTimeout(done, 20));
          for (const button of document.querySelectorAll("button")) { button.click(); await wait(); button.click(); await wait(); }
          for (const select of document.querySelectorAll("select"))
            for (const option of [...select.options]) { select.value = option.value; select.dispatchEvent(new Event("change", {bubbles: true})); select.dispatchEvent(new Event("input", {bubbles: true})); await wait(); }
          for (const slider of document.querySelectorAll("input[type=range]"))
            for (const value of [slider.min, slider.max, (Number(slider.min) + Number(slider.max)) / 2]) { slider.value = value; slider.dispatchEvent(new Event("input", {bubbles: true})); await wait(); }
          for (const box of document.querySelectorAll("input[type=checkbox]")) { box.click(); await wait(); }
          for (const details of document.querySelectorAll("details")) details.open = true;
          for (const key of ["ArrowLeft", "ArrowUp", "ArrowRight", "ArrowDown", "+", "-", " "])
            document.querySelector(".view canvas")?.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true, cancelable: true}));
          await wait();
        })()""")
        self.assert_clean()

    def test_a_structure(self):
        out = self.example("clamped_beam", "--set", "time.end=0.02")
        page = out / "report.html"
        run = manifest(page)["runs"][0]
        get = arrays(page)
        with h5py.File(out / "results.h5") as file:
            points = len(file["VTKHDF/Points"])
            rows = np.searchsorted(file["VTKHDF/PointData/node"][:points], get(run["mesh"]["nodes"]))
            u = file["VTKHDF/PointData/displacement"][:].reshape(-1, points, 3)
            states = get(run["motion"]["states"])
            shown = get(run["motion"]["displacement"]).reshape(len(states), len(rows), 3)
            np.testing.assert_array_equal(shown, u[states][:, rows].astype("f4"))
            peak = next(peak for peak in run["peaks"] if peak["field"] == "displacement")
            self.assertAlmostEqual(peak["value"], np.linalg.norm(u, axis=2).max(), delta=1e-15)
            held = get(run["symbols"]["held"])
            root = np.abs(get(run["mesh"]["coordinates"]).reshape(-1, 3)[:, 0]) < 1e-9
            np.testing.assert_array_equal(held == 7, root)
            # 20 kN on the tip, downwards.
            np.testing.assert_allclose(get(run["symbols"]["forces"]).reshape(-1, 3).sum(axis=0), [0, 0, -2e4], atol=1e-6)
        ask = self.open(page)
        self.assertEqual(self.sections(ask), ["verdict", "motion", "histories", "numerics", "peaks", "cost", "notes"])
        before = pixels(self.browser.screenshot())
        self.try_every_control(ask)
        # The picture shows the beam in many colours, and another one at another time.
        ask("sparkdynView.stop(); sparkdynView.goTo(0); document.querySelector('#motion').scrollIntoView()")
        self.browser.evaluate("new Promise((done) => setTimeout(done, 300))")
        image = pixels(self.browser.screenshot())
        box = ask("(({left, top, width, height}) => [left, top, width, height])(document.querySelector('.view').getBoundingClientRect())")
        left, top, width, height = map(int, box)
        view = image[max(top, 0):top + height, left:left + width]
        self.assertGreater(len(np.unique(view.reshape(-1, 3), axis=0)), 200)
        self.assertGreater(len(np.unique(before.reshape(-1, 3), axis=0)), 50)
        # A click in the middle of the picture finds a node of the beam.
        ask("document.getElementById('view-y').click()")
        found = ask("""(() => { const box = sparkdynView.picture.canvas.getBoundingClientRect();
          sparkdynView.picture.click({clientX: box.left + box.width / 2, clientY: box.top + box.height / 2});
          return document.getElementById("node").value; })()""")
        self.assertRegex(found, r"^\d+$")
        self.assert_clean()

    def test_beams_joints_and_modes(self):
        out = self.example("slider", "--set", "time.end=0.05")
        result = self.sparkdyn("modes", EXAMPLES / "slider" / "case.yaml", "--count", 3, "--output", out)
        self.assertEqual(result.returncode, 0, result.stderr)
        self.assertEqual(self.sparkdyn("report", out).returncode, 0)
        run = manifest(out / "report.html")["runs"][0]
        self.assertEqual(len(run["modes"]["frequencies"]), 3)
        self.assertIn("hinge 'pin', nodes 2 and 3, x", run["symbols"]["rows"])
        ask = self.open(out / "report.html")
        self.assertIn("modes", self.sections(ask))
        self.assertGreater(ask("sparkdynView.picture.symbols.constraints.corners.points.length"), 0)
        self.try_every_control(ask)

    def view(self, ask):
        """The picture as means over 24 x 36 blocks."""
        self.browser.evaluate("new Promise((done) => setTimeout(done, 300))")
        image = pixels(self.browser.screenshot())
        left, top, width, height = map(int, ask(
            "(({left, top, width, height}) => [left, top, width, height])(document.querySelector('.view').getBoundingClientRect())"))
        view = image[max(top, 0):top + height, left:left + width].astype(float)
        rows, columns = (np.linspace(0, n, k + 1).astype(int) for n, k in zip(view.shape, (24, 36)))
        return np.array([[view[a:b, c:d].mean(axis=(0, 1)) for c, d in zip(columns, columns[1:])] for a, b in zip(rows, rows[1:])])

    def difference(self, picture, name, anew=True):
        """From the stored one, in 255ths: on average, and of the block that differs most. Writes it anew if asked to."""
        path = pathlib.Path(__file__).parent / "pictures.json"
        known = json.loads(path.read_text())
        if anew and os.environ.get("SPARKDYN_NEW_PICTURES"):
            known[name] = base64.b64encode(picture.round().astype("u1").tobytes()).decode()
            path.write_text(json.dumps(known, indent=1) + "\n")
        stored = np.frombuffer(base64.b64decode(known[name]), "u1").reshape(picture.shape)
        off = np.abs(picture - stored)
        return off.mean(), off.mean(axis=2).max()

    def test_section_forces_in_colour(self):
        """A frame coloured by its bending moments, as it was when the picture was looked at and stored; by its axial
        forces it looks different."""
        nodes = [(6.0 * (k > 10), 0, 0.4 * min(k, 10)) for k in range(11)] + [(0.6 * k, 0, 4.0) for k in range(1, 11)] + [(6, 0, 4 - 0.4 * k) for k in range(1, 11)]
        (self.folder / "frame.msh").write_text(mesh(nodes, {"frame": (1, 1, lines(30))}))
        result = self.sparkdyn("static", self.case("""
model:
  mesh: frame.msh
  materials: {steel: {E: 2e11, nu: 0.3, density: 7800}}
  elements: [{group: frame, type: beam2, material: steel, section: {rectangle: [0.2, 0.3], n1: [0, 1, 0]}}]
  supports: [{node: 1, fix: all}, {node: 31, fix: all}]
  loads: [{node: 11, force: [5e4, 0, 0]}]
output: {section_forces: true}
"""), "--output", self.folder / "frame")
        self.assertEqual(result.returncode, 0, result.stderr)
        page = self.folder / "frame" / "report.html"
        run = manifest(page)["runs"][0]
        get = arrays(page)
        colours = {colour["name"]: get(colour["values"]) for colour in run["motion"]["colours"]}
        with h5py.File(self.folder / "frame" / "results.h5") as file:
            forces = file["VTKHDF/CellData/section_forces"][:]
        np.testing.assert_allclose(colours["bending_moment"], np.maximum(np.hypot(forces[:, 4], forces[:, 5]),
                                                                         np.hypot(forces[:, 10], forces[:, 11])), rtol=1e-6)
        np.testing.assert_allclose(colours["axial_force"], np.abs(forces[:, [0, 6]]).max(axis=1), rtol=1e-6)
        peak = next(peak for peak in run["peaks"] if peak["field"] == "bending_moment")
        self.assertAlmostEqual(peak["value"], colours["bending_moment"].max(), delta=1e-6 * peak["value"])
        ask = self.open(page)
        ask("document.querySelector('#motion').scrollIntoView({behavior: 'instant', block: 'start'}); document.getElementById('view-y').click()")
        choose = "(() => { const s = document.getElementById('colour'); s.value = '%s'; s.dispatchEvent(new Event('change')); })()"
        ask(choose % "bending_moment")
        if os.environ.get("SPARKDYN_SHOW_PICTURES"):
            pathlib.Path(os.environ["SPARKDYN_SHOW_PICTURES"]).write_bytes(self.browser.screenshot())
        mean, most = self.difference(self.view(ask), "frame_moments")
        self.assertLess(mean, 2)
        self.assertLess(most, 40)
        ask(choose % "axial_force")
        self.assertGreater(self.difference(self.view(ask), "frame_moments", anew=False)[1], 20)
        self.try_every_control(ask)

    def test_effort(self):
        """Newton's iterations of every step of a structure that turns: in energy.csv, summed up in the summary, as a
        chart on the page."""
        (self.folder / "arm.msh").write_text(mesh([(0.25 * k, 0, 0) for k in range(5)], {"arm": (1, 1, lines(4))}))
        out = self.folder / "arm"
        result = self.sparkdyn("run", self.case("""
model:
  nonlinear: true
  mesh: arm.msh
  materials: {m: {E: 1e7, nu: 0.3, density: 1000}}
  elements: [{group: arm, type: beam2, material: m, section: {rectangle: [0.05, 0.05], n1: [0, 1, 0]}}]
  supports: [{node: 1, fix: all}]
  loads: [{node: 5, force: [0, 0, -40], amplitude: {sine: {frequency: 2}}}]
time: {end: 0.2, step: 0.01}
output: {every: 1}
"""), "--output", out)
        self.assertEqual(result.returncode, 0, result.stderr)
        with open(out / "energy.csv") as file:
            rows = list(csv.DictReader(file))
        iterations = [float(row["iterations"]) for row in rows]
        self.assertEqual(iterations[0], 0)
        self.assertGreater(min(iterations[1:]), 0)
        self.assertEqual(sum(iterations), json.loads((out / "summary.json").read_text())["iterations"])
        ask = self.open(out / "report.html")
        self.assertIn("Solver iterations", ask("document.getElementById('numerics').textContent"))

    def test_matrices_a_problem_and_both_compared(self):
        matrices = self.example("guided_beam")
        result = self.sparkdyn("run", self.case("problem: {name: pendulum}\n"), "--output", self.folder / "pendulum")
        self.assertEqual(result.returncode, 0, result.stderr)
        for folder in (matrices, self.folder / "pendulum"):
            ask = self.open(folder / "report.html")
            self.assertEqual(self.sections(ask), ["verdict", "histories", "numerics", "peaks", "cost", "notes"])
            self.try_every_control(ask)
        both = self.folder / "both.html"
        result = self.sparkdyn("report", matrices, self.folder / "pendulum", "--output", both)
        self.assertEqual(result.returncode, 0, result.stderr)
        ask = self.open(both)
        self.assertEqual(ask("document.getElementById('title').textContent"), "2 runs compared")
        self.try_every_control(ask)

    def test_methods(self):
        page = self.folder / "method.html"
        result = self.sparkdyn("method", "--stages", 4, "--report", page)
        self.assertEqual(result.returncode, 0, result.stderr)
        ask = self.open(page)
        ask("document.getElementById('family').value = 'newmark'; document.getElementById('family').dispatchEvent(new Event('input'))")
        self.assertIn("order 2", ask("document.querySelector('#choose').textContent"))
        self.try_every_control(ask)

    def test_switched_off(self):
        out = self.example("slider", "--set", "time.end=0.01", "--set", "output.report=false")
        self.assertFalse((out / "report.html").exists())

    def test_wrong_folders(self):
        (self.folder / "empty").mkdir()
        self.assertEqual(self.sparkdyn("report", self.folder / "empty").returncode, 2)
        self.assertEqual(self.sparkdyn("report", self.folder / "none").returncode, 2)


class Speed(CliTest):
    """20,800 triangles drawn by the processor."""

    def test_frames_per_second(self):
        n, states = np.array([120, 20, 20]), 25
        grid = np.arange(np.prod(n + 1)).reshape(n[::-1] + 1)
        x = np.stack(np.meshgrid(*(np.arange(k + 1) / 60 for k in n), indexing="ij"), -1)
        x = x.transpose(2, 1, 0, 3).reshape(-1, 3)
        low, high = slice(None, -1), slice(1, None)
        corners = [grid[k, j, i] for k in (low, high)
                   for j, i in ((low, low), (low, high), (high, high), (high, low))]
        cells = np.stack([c.ravel() for c in corners], 1)
        times = np.linspace(0, 1, states)
        u = np.zeros((states, len(x), 3))
        u[:, :, 2] = 0.05 * np.sin(6 * times)[:, None] * x[:, 0] ** 2
        with h5py.File(self.folder / "results.h5", "w") as file:
            file["VTKHDF/Points"] = x
            file["VTKHDF/Types"] = np.full(len(cells), 12, "u1")
            file["VTKHDF/Offsets"] = np.arange(len(cells) + 1) * 8
            file["VTKHDF/Connectivity"] = cells.ravel()
            file["VTKHDF/PointData/node"] = np.arange(len(x)) + 1
            file["VTKHDF/CellData/element"] = np.arange(len(cells)) + 1
            file["VTKHDF/Steps/Values"] = times
            file["VTKHDF/PointData/displacement"] = u.reshape(-1, 3)
        result = self.sparkdyn("report", self.folder)
        self.assertEqual(result.returncode, 0, result.stderr)
        page = browser.Browser()
        self.addCleanup(page.close)
        taken = page.open(self.folder / "report.html")
        self.assertLess(taken, 3 * PATIENCE)
        self.assertEqual(page.complaints, [])
        self.assertEqual(page.evaluate("sparkdynView.picture.body.corners.cells.length"), 20800)
        rate = page.evaluate("""(async () => {
          const view = sparkdynView, rates = [];
          for (let trial = 0; trial < 3; ++trial) {
            let frames = 0, on = true;
            const next = () => { if (!on) return; view.state = (view.state + 1) % view.times.length; view.refresh(); ++frames; requestAnimationFrame(next); };
            const start = performance.now();
            requestAnimationFrame(next);
            await new Promise((done) => setTimeout(done, 2000));
            on = false;
            rates.push(1000 * frames / (performance.now() - start));
          }
          return Math.max(...rates);
        })()""")
        # On cores that others use too there is only a share of them to draw with.
        share = min(1, os.cpu_count() / max(os.getloadavg()[0], 1))
        print(f"opened in {taken:.2f} s, {rate:.1f} frames a second with {share:.2f} of the cores")
        self.assertGreaterEqual(rate, 20 * share / PATIENCE)


if __name__ == "__main__":
    if browser.PROGRAM is None:
        print("skipped: there is no chromium")
        sys.exit(77)
    unittest.main()
