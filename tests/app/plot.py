# SPDX-License-Identifier: BSD-3-Clause
"""`sparkdyn plot`: what its lines and colours say, beside history.csv and results.h5."""

import unittest
import xml.etree.ElementTree as xml

import h5py
import numpy as np
from cli import ROOT, CliTest
from matplotlib.image import imread

SVG = "{http://www.w3.org/2000/svg}"
SLIDER = ROOT / "examples" / "slider" / "case.yaml"


def spots(item):
    return np.array([[float(x) for x in pair.split(",")] for pair in item.get("points").split()])


class Plot(CliTest):
    def run_slider(self, step=0.0005, out="out"):
        result = self.sparkdyn("run", SLIDER, "--set", f"time.step={step}", "--set", "time.end=0.05",
                               "--set", "output.report=false", "--output", self.folder / out)
        self.assertEqual(result.returncode, 0, result.stderr)
        return self.folder / out

    def plot(self, *arguments, status=0):
        result = self.sparkdyn("plot", *arguments)
        self.assertEqual(result.returncode, status, result.stderr)
        return result

    def test_lines_are_the_histories(self):
        out = self.run_slider()
        self.plot(out, "--out", self.folder / "a.svg")
        root = xml.parse(self.folder / "a.svg").getroot()
        history = np.genfromtxt(out / "history.csv", delimiter=",", names=True)
        lines = [spots(item) for item in root.iter(SVG + "polyline")]
        lines = [line for line in lines if len(line) == len(history)]
        self.assertEqual(len(lines), 4)
        for line, name in zip(lines, ("shaft", "carriage", "rail", "torque")):
            for shown, meant, sign in ((line[:, 0], history["time"], 1), (line[:, 1], history[name], -1)):
                slope, offset = np.polyfit(meant, shown, 1)
                self.assertGreater(sign * slope, 0)
                np.testing.assert_allclose(shown, slope * meant + offset, atol=0.02)

    def test_the_structure_is_a_parallel_projection(self):
        out = self.run_slider()
        self.plot(out, "--out", self.folder / "a.svg", "--scale", 20, "--time", 0.025)
        lines = [spots(item) for item in xml.parse(self.folder / "a.svg").getroot().iter(SVG + "polyline")
                 if item.get("stroke-width") == "3.2"]
        with h5py.File(out / "results.h5") as file:
            mesh = file["VTKHDF"]
            state = np.argmin(np.abs(mesh["Steps/Values"][:] - 0.025))
            x = mesh["Points"][:]
            x = x + 20 * mesh["PointData/displacement"][state * len(x):(state + 1) * len(x)]
            beams = mesh["Connectivity"][:].reshape(-1)[:2 * np.count_nonzero(mesh["Types"][:] == 3)].reshape(-1, 2)
        self.assertEqual(len(lines), len(beams))
        middles = np.array(sorted(line.mean(axis=0).tolist() for line in lines))
        across = np.array([np.cos(-0.75), np.sin(-0.75), 0])
        toward = np.array([np.sin(-0.75) * np.cos(0.42), -np.cos(-0.75) * np.cos(0.42), np.sin(0.42)])
        up = np.cross(toward, across)
        meant = x[beams].mean(axis=1) @ np.array([across, -up]).T
        meant = np.array(sorted(meant.tolist()))
        zoom = np.ptp(middles[:, 0]) / np.ptp(meant[:, 0])
        np.testing.assert_allclose(middles - middles.mean(axis=0), zoom * (meant - meant.mean(axis=0)), atol=0.1)

    def test_png_is_the_same_picture(self):
        out = self.run_slider()
        self.plot(out, "--out", self.folder / "a.png")
        self.plot(out, "--out", self.folder / "a.svg")
        image = imread(self.folder / "a.png")
        root = xml.parse(self.folder / "a.svg").getroot()
        self.assertEqual(image.shape[:2], (2 * float(root.get("height")), 2 * float(root.get("width"))))
        self.assertTrue((image[:4] == 1).all())
        for line in [item for item in root.iter(SVG + "polyline") if item.get("stroke-width") == "3.2"][:5]:
            wanted = [int(line.get("stroke")[k:k + 2], 16) / 255 for k in (1, 3, 5)]
            x, y = 2 * spots(line).mean(axis=0)
            around = image[int(y) - 3:int(y) + 4, int(x) - 3:int(x) + 4, :3].reshape(-1, 3)
            self.assertLess(np.abs(around - wanted).max(axis=1).min(), 0.2)

    def test_several_and_wrong_ones(self):
        a, b = self.run_slider(), self.run_slider(0.001, "coarse")
        self.plot(a, b, "--out", self.folder / "both.svg")
        texts = [item.text for item in xml.parse(self.folder / "both.svg").getroot().iter(SVG + "text")]
        self.assertEqual(texts.count("coarse"), 4)
        self.assertIn("svg or .png", self.plot(a, "--out", self.folder / "a.pdf", status=2).stderr)
        self.plot(self.folder / "none", "--out", self.folder / "a.svg", status=2)

    def test_matrices_and_problems(self):
        self.run_case("problem: {name: pendulum}\n")
        self.plot(self.folder / "out", "--out", self.folder / "a.svg")
        self.assertGreater(len(list(xml.parse(self.folder / "a.svg").getroot().iter(SVG + "polyline"))), 10)


if __name__ == "__main__":
    unittest.main()
