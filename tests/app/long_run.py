# SPDX-License-Identifier: BSD-3-Clause
"""Very many steps of a small chain with constraints and a moving end, stopped and gone on with ten
times: constraints held, energy balance closed.

    long_run.py [--steps 1000000]       bars: 1e-12 and 1e-9, relative
"""

import argparse
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time

import numpy as np
from cli import PROGRAM, ROOT, write_matrix

CASE = """
system:
  mass: M.mtx
  stiffness: K.mtx
  constraints:
    matrix: G.mtx
    values: c.mtx
    amplitude: {{expression: "1-cos(0.7*t)", derivative: "0.7*sin(0.7*t)", second_derivative: "0.49*cos(0.7*t)"}}
  loads: [{{vector: f.mtx, amplitude: {{sine: {{frequency: 0.31}}}}}}]
method: {{stages: 3, rho_infinity: 1}}
time: {{end: {end}, step: {step}}}
output: {{directory: out, every: {every}}}
checkpoint: {{every: {checkpoints}}}
"""
STEP = 0.02
STOPS = 10


def write_chain(folder, masses=12):
    """A chain on springs: its foot is moved, three masses keep a line, two the same distance."""
    stiffness = 2 * np.eye(masses) - np.eye(masses, k=1) - np.eye(masses, k=-1)
    stiffness[-1, -1] = 1
    rows = np.zeros((3, masses))
    rows[0, 0] = 1
    rows[1, 4:7] = 1, -2, 1
    rows[2, 8:10] = 1, -1
    for name, values in (("M", np.diag(np.linspace(1, 2, masses))), ("K", 100 * stiffness),
                         ("G", rows), ("c", [0.1, 0, 0]), ("f", np.eye(masses)[-1])):
        write_matrix(folder / f"{name}.mtx", values)


def newest(folder):
    return max((path.name for path in (folder / "out").glob("checkpoint-*.h5")), default="")


def run(folder, stop):
    """Goes on; with `stop`, to the next checkpoint or a little further."""
    before = newest(folder)
    process = subprocess.Popen([str(ROOT / "scripts" / "mpirun"), "1", PROGRAM, "run",
                                str(folder / "case.yaml"), "--restart", "latest"],
                               stdout=subprocess.DEVNULL)
    while stop and process.poll() is None:
        if newest(folder) not in (before, "checkpoint-000000000.h5"):
            process.send_signal(signal.SIGTERM)
            break
        time.sleep(0.01)
    if process.wait() != (3 if stop else 0):
        sys.exit(f"status {process.returncode}")


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--steps", type=int, default=200000)
    steps = parser.parse_args().steps
    with tempfile.TemporaryDirectory(prefix="sparkdyn-long-") as name:
        folder = pathlib.Path(name)
        write_chain(folder)
        (folder / "case.yaml").write_text(CASE.format(
            end=steps * STEP, step=STEP, every=max(steps // 100, 1),
            checkpoints=steps // (3 * STOPS)))  # a stop may take until the next but one
        start = time.monotonic()
        for _ in range(STOPS):
            run(folder, stop=True)
        run(folder, stop=False)
        seconds = time.monotonic() - start
        energy = np.genfromtxt(folder / "out" / "energy.csv", delimiter=",", names=True)
        summary = json.loads((folder / "out" / "summary.json").read_text())
    scale = (energy["kinetic"] + energy["strain"]).max()
    balance = np.abs(energy["balance"]).max() / scale
    violation = max(summary["largest_position_violation"], summary["largest_velocity_violation"])
    rows = len(energy) == len(np.arange(0, steps + 1, max(steps // 100, 1)))
    print(f"{summary['steps']} steps, {STOPS} stops, {seconds:.0f} s: constraints {violation:.1e} "
          f"(bar 1e-12), energy balance {balance:.1e} (bar 1e-9), both relative; "
          f"rows {'complete' if rows else 'NOT complete'}")
    return 0 if violation <= 1e-12 and balance <= 1e-9 and rows and summary["steps"] == steps else 1


if __name__ == "__main__":
    sys.exit(main())
