#!/usr/bin/env python3
# SPDX-License-Identifier: BSD-3-Clause
"""make_ground_motion.py [FILE]: writes ground.csv, a synthetic earthquake of 20 s.

White noise with a fixed seed, filtered by soft ground (Kanai-Tajimi: 2.5 Hz, 60 % damping) and freed from
what is slower than 0.3 Hz, under an envelope that grows for 2 s, stays for 6 s and dies away; a baseline
correction leaves the ground at rest where it was. Scaled to a peak of 2.5 m/s2. numpy only.
"""
import sys
from pathlib import Path

import numpy as np

STEP, COUNT, PEAK, SEED = 0.01, 2001, 2.5, 3
GROUND, GROUND_DAMPING, SLOWEST = 2.5, 0.6, 0.3  # Hz


def filtered_noise():
    """In the frequency domain; twice as long as needed, so that the ends do not meet."""
    f = np.fft.rfftfreq(2 * COUNT, STEP)
    noise = np.fft.rfft(np.random.RandomState(SEED).standard_normal(2 * COUNT))
    r = f / GROUND
    ground = (1 + 2j * GROUND_DAMPING * r) / (1 - r**2 + 2j * GROUND_DAMPING * r)
    s = f / SLOWEST
    high_pass = -(s**2) / (1 - s**2 + 2j * 0.7 * s)
    return np.fft.irfft(noise * ground * high_pass, 2 * COUNT)[:COUNT]


def envelope(t):
    return np.where(t < 2, (t / 2) ** 2, np.where(t < 8, 1.0, np.exp(-0.35 * (t - 8)))) * np.clip((20 - t) / 2, 0, 1)


def integrals(a):
    """Velocity and displacement of the ground; a is linear between its points."""
    v = np.concatenate([[0], np.cumsum(STEP * (a[1:] + a[:-1]) / 2)])
    d = np.concatenate([[0], np.cumsum(STEP * v[:-1] + STEP**2 * (2 * a[:-1] + a[1:]) / 6)])
    return v, d


def at_rest_in_the_end(t, a):
    """Takes off two smooth functions, such that final velocity and displacement are zero."""
    x = t / t[-1]
    shapes = [x**2 * (1 - x), x**2 * (1 - x) ** 2]
    ends = np.array([[part[-1] for part in integrals(shape)] for shape in shapes]).T
    for _ in range(2):
        amounts = np.linalg.solve(ends, [part[-1] for part in integrals(a)])
        a = a - amounts @ np.array(shapes)
    return a


def ground_motion():
    t = STEP * np.arange(COUNT)
    a = envelope(t) * filtered_noise()
    a = at_rest_in_the_end(t, a)
    return t, a * PEAK / abs(a).max()


def main():
    t, a = ground_motion()
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else Path(__file__).with_name("ground.csv")
    lines = [f"{x:.2f},{y:.9f}" for x, y in zip(t, a)]
    file.write_text("time (s),acceleration (m/s2)\n" + "\n".join(lines) + "\n")
    v, d = integrals(np.array([float(line.split(",")[1]) for line in lines]))
    print(f"peak {abs(a).max():.3f} m/s2, {abs(v).max():.3f} m/s, {abs(d).max():.3f} m; "
          f"at the end {v[-1]:.1e} m/s, {d[-1]:.1e} m")


if __name__ == "__main__":
    main()
