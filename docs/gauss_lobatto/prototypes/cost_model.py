# SPDX-License-Identifier: BSD-3-Clause
"""What a radian costs at a given error, and which stages and step an accuracy asks for, notes.md 5.

    E(s, z) = |R(iz) − e^{iz}|/z ≈ (s!)²/((2s)!)² z^{2s−1} √(4γ² + z²/(2s+1)²),   z = hω

Work is counted in solves with one real factor: a complex pair is 2.5, factors are 26 and 59.
"""

from functools import lru_cache
from math import factorial

import methods
import numpy as np
import one_factor
from tableau import Tableau, gamma

ERRORS = (1e-2, 1e-3, 1e-4, 1e-5, 1e-6, 1e-8)


def error(R, z):
    return abs(R - np.exp(1j * z)) / z


def mode_error(s, rho, z):
    return error(methods.gauss(s, rho, z), z)


def closed_form(s, rho, z):
    leading = factorial(s) ** 2 / factorial(2 * s) ** 2
    return leading * z ** (2 * s - 1) * np.hypot(2 * gamma(rho), z / (2 * s + 1))


def static_error(s, rho, y):
    """Of a mode far stiffer than a load exp(iΩt), y = hΩ, relative to its static answer."""
    tableau = Tableau(s)
    answer = tableau.last_row(rho) @ np.exp(1j * y * tableau.c)
    return abs(answer / (np.exp(1j * y) - tableau.limit(rho)) - 1)


def solves(s):
    return s % 2 + 2.5 * (s // 2)


def setup(s):
    return 26 * (s % 2) + 59 * (s // 2)


GRID = np.exp(np.linspace(np.log(2e-4), np.log(3 * np.pi), 800))


def largest(errors, allowed, grid=GRID):
    """The largest z of the grid up to which all errors are allowed; between points by powers."""
    bad = np.nonzero(~(errors <= allowed))[0]
    if len(bad) == 0:
        return grid[-1]
    k = bad[0]
    if k == 0 or np.isnan(errors[k]):
        return np.nan
    return np.exp(np.interp(np.log(allowed), np.log(errors[k - 1:k + 1]), np.log(grid[k - 1:k + 1])))


@lru_cache(maxsize=None)
def curve(name, s, rho):
    """Errors per radian over GRID, and real solves of a step."""
    if name == "gauss":
        return np.array([mode_error(s, rho, z) for z in GRID]), solves(s)
    if name == "lobatto":
        _, b, A = methods.lobatto(s, rho)
        return np.array([error(methods.runge_kutta(A, b, z), z) for z in GRID]), solves(s)
    if name == "one factor":
        g = one_factor.OneFactor(s, rho).g
        return np.array([one_factor.error(s, g, z) for z in GRID]), s
    return error(methods.alpha_principal(rho, GRID), GRID), 1


def choose(accuracy, rho, radians, most=5):
    """Total work, stages and hω of the cheapest choice."""
    steps = ((s, largest(curve("gauss", s, rho)[0], accuracy)) for s in range(2, most + 1))
    return min((radians / z * solves(s) + setup(s), s, z) for s, z in steps)


def main(rho=0.8):
    rows = [("generalized-alpha", 1)]
    rows += [("one factor", s) for s in (3, 4, 5, 6)]
    rows += [("lobatto", s) for s in range(2, 7)]
    rows += [("gauss", s) for s in range(1, 9)]
    print(f"rho {rho}: real solves per radian (h omega) at an error per radian of", *ERRORS)
    for name, s in rows:
        errors, work = curve(name, s, rho)
        cells = [f"{work / z:7.2f} ({z:.2f})" for z in (largest(errors, e) for e in ERRORS)]
        print(f"{name:18} s {s}", *cells)
    print("stages, h omega and total work with set-up, most stages 8 / 5")
    for radians in (30, 100, 300, 1000):
        for most in (8, 5):
            chosen = [choose(e, rho, radians, most) for e in ERRORS]
            print(radians, most, *(f"s{s} {z:.2f} {work:.0f}" for work, s, z in chosen))
    print("largest h Omega of a load for modes that answer statically")
    for s in range(2, 9):
        errors = np.array([static_error(s, rho, y) for y in GRID])
        print(s, *(f"{largest(errors, e):.2f}" for e in ERRORS[:5]))


if __name__ == "__main__":
    main()
