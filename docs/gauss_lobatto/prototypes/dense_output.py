# SPDX-License-Identifier: BSD-3-Clause
"""The motion between steps from one step (what the program does) or from several, notes.md 3."""

import numpy as np
from mixture import MIXTURES, Mixture
from structure import Structure
from tableau import legendre, quadrature
from uniform import Uniform


def highest_moment(s, steps):
    """J: means ∫P_j v with j ≤ J are used of each step of a window."""
    if steps == 1:
        return max(0, s - 2)
    if steps == 2:
        return 0 if s == 2 else max(1, s - 3)
    return max(0, s - 3)


def weights(lengths, current, J, theta):
    """Rows for v(θ) and (q(θ) − q)/h in step `current` of a window of steps, and the condition.
    They multiply v at all ends, then the means 0..J of the first step, of the second, …"""
    lengths, theta = np.asarray(lengths, float), np.atleast_1d(theta)
    ends = np.r_[0, np.cumsum(lengths)]
    count = len(ends) + len(lengths) * (J + 1)

    def basis(t):
        return np.array([legendre(k, np.asarray(t) / ends[-1]) for k in range(count)]).T

    u, w = quadrature(count + J + 1)
    conditions = [basis(t) for t in ends]
    for start, h in zip(ends, lengths):
        values = basis(start + u * h)
        conditions += [(w * legendre(j, u)) @ values for j in range(J + 1)]
    inverse, start, h = np.linalg.inv(conditions), ends[current], lengths[current]
    integrals = np.array([x * (w @ basis(start + u * x * h)) for x in theta])
    return basis(start + theta * h) @ inverse, integrals @ inverse, np.linalg.cond(conditions)


def window(i, width, steps):
    """The steps around step i that there are: width 1, 2 (with the one before) or 3."""
    around = {1: (i,), 2: (i - 1, i), 3: (i - 1, i, i + 1)}[width]
    return [k for k in around if 0 <= k < steps]


def data(around, velocities, moments, J):
    """What weights() multiply."""
    ends = [velocities[k] for k in around] + [velocities[around[-1] + 1]]
    return np.array(ends + [moments[k][j] for k in around for j in range(J + 1)])


def errors_between(structure, s, steps, method, end=4.0, **radii):
    """Largest errors of q and v at steps, and between them from one and from three steps."""
    h, theta = end / steps, np.linspace(0.1, 0.9, 9)
    stepper, q, v = method(structure, s, h, **radii), structure.q(0.0), structure.q(0.0, 1)
    places, velocities, moments = [q], [v], []
    for i in range(steps):
        q, v = stepper.step(i * h, q, v)
        places.append(q)
        velocities.append(v)
        moments.append(stepper.tableau.inverse @ stepper.V)
    worst = {"steps": np.zeros(2), "one": np.zeros(2), "three": np.zeros(2)}

    def look(name, t, q, v):
        off = [np.linalg.norm(x - structure.q(t, k), axis=-1).max() for k, x in enumerate((q, v))]
        worst[name] = np.maximum(worst[name], off)

    for i in range(steps):
        look("steps", (i + 1) * h, places[i + 1], velocities[i + 1])
        for name, width in (("one", 1), ("three", 3)):
            around = window(i, width, steps)
            J = highest_moment(s, len(around))
            rows_v, rows_q, _ = weights([h] * len(around), around.index(i), J, theta)
            values = data(around, velocities, moments, J)
            look(name, (i + theta) * h, places[i] + h * rows_q @ values, rows_v @ values)
    return worst


def main():
    for s in range(2, 9):
        for lengths in ((1,), (1, 1), (1, 1, 1), (1, 2, 1), (2, 1, 0.5)):
            J, current = highest_moment(s, len(lengths)), 1 if len(lengths) == 3 else 0
            v, q, condition = weights(lengths, current, J, np.linspace(0, 1, 21))
            print(f"s {s} steps {lengths} J {J} degree of v {v.shape[1] - 1} condition {condition:.0e} "
                  f"Lebesgue v {abs(v).sum(1).max():.1f} q {abs(q).sum(1).max():.1f}")
    structure = Structure()
    for name, method, radii in (("rho 0.8", Uniform, dict(rho=0.8)), ("mixture", Mixture, dict(radii=MIXTURES[4]))):
        for s, steps in ((2, 32), (3, 16), (4, 12), (5, 8)):
            coarse, fine = (errors_between(structure, s, n, method, **radii) for n in (steps, 2 * steps))
            print(name, "s", s, *(f"{key}: q {fine[key][0]:.0e} order {np.log2(coarse[key][0] / fine[key][0]):.1f} "
                                  f"v {fine[key][1]:.0e} order {np.log2(coarse[key][1] / fine[key][1]):.1f};"
                                  for key in fine))


if __name__ == "__main__":
    main()
