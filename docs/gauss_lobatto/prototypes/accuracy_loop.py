# SPDX-License-Identifier: BSD-3-Clause
"""A run repeated until the companion reports the error that was asked for, notes.md 5."""

import sys

import numpy as np
from companion import KINDS, run
from cost_model import curve, largest


def repeat(kind, s, rho, target, radians=100.0, most=5):
    """Runs, the last hω, and true and reported errors over the target. The first step is the
    model's; then the order is the one seen between the last two runs."""
    z = min(largest(curve("gauss", s, rho)[0], target / radians), 3.0)
    history = []
    for _ in range(most):
        true, ratio, _ = run(kind, s, rho, z, radians)[0]
        history.append((z, true * ratio / target, true / target))
        reported = history[-1][1]
        if 1 / 3 <= reported <= 1 or (reported < 1 / 3 and z >= 3.4):
            break
        order = 2 * s - 1
        if len(history) > 1:
            (z0, e0, _), (z1, e1, _) = history[-2:]
            order = np.clip(np.log(e1 / e0) / np.log(z1 / z0), 1.5, 2 * s)
        z = min(z * np.clip((0.6 / reported) ** (1 / order), 0.35, 2.0), 3.5)
    return len(history), history[-1][0], history[-1][2], history[-1][1]


def main():
    for kind in sys.argv[1:] or KINDS:
        for s in (3, 4, 5):
            for target in (1e-3, 1e-5):
                print("{}, s {}, {:.0e}: {} runs, h omega {:.2f}, true/target {:.2f}, reported {:.2f}".format(
                    kind, s, target, *repeat(kind, s, 0.8, target)), flush=True)


if __name__ == "__main__":
    main()
