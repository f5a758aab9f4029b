# SPDX-License-Identifier: BSD-3-Clause
"""Amplification of one oscillator, z = hω, by each method that is compared."""

import numpy as np
from tableau import gamma, lobatto_points, transformed


def gauss(s, rho, z):
    """R(iz) of SPARK on Gauss nodes."""
    one = np.eye(s)
    return 1 + 1j * z * np.linalg.solve(one - 1j * z * transformed(s, rho), one[0])[0]


def runge_kutta(A, b, z):
    s = len(b)
    return 1 + 1j * z * b @ np.linalg.solve(np.eye(s) - 1j * z * A, np.ones(s))


def lobatto(s, rho):
    """c, b and A = (1+γ)/2 · IIIC + (1−γ)/2 · IIIC*: C(s−1), and one column that is known."""
    c, b = lobatto_points(s)

    def with_column(k, value):
        rows = np.array([c**power for power in range(s - 1)] + [np.eye(s)[k]])
        right = np.array([c ** (power + 1) / (power + 1) for power in range(s - 1)]
                         + [np.full(s, value)])
        return np.linalg.solve(rows, right).T

    g = gamma(rho)
    return c, b, (1 + g) / 2 * with_column(0, b[0]) + (1 - g) / 2 * with_column(s - 1, 0.0)


def alpha_parameters(rho):
    """α_m, α_f, γ, β of Chung and Hulbert."""
    mass, force = (2 * rho - 1) / (rho + 1), rho / (rho + 1)
    return mass, force, 0.5 - mass + force, (1 - mass + force) ** 2 / 4


def alpha_matrix(rho, z):
    """Of generalized-α on (q, hv, h²a)."""
    am, af, g, b = alpha_parameters(rho)
    left = (1 - am) + z * z * (1 - af) * b
    a = -np.array([z * z, z * z * (1 - af), am + z * z * (1 - af) * (0.5 - b)]) / left
    return np.array([np.array([1, 1, 0.5 - b]) + b * a, np.array([0, 1, 1 - g]) + g * a, a])


def alpha_radius(rho, z):
    return abs(np.linalg.eigvals(alpha_matrix(rho, z))).max()


def alpha_principal(rho, zs):
    """The eigenvalue that begins at exp(iz), followed as z grows until the pair becomes real."""
    found, last = [], None
    for z in zs:
        values = np.linalg.eigvals(alpha_matrix(rho, z))
        values = values[values.imag > 1e-12]
        if len(values) == 0:
            found.append(np.nan)
            continue
        last = values[np.argmin(abs(values - (np.exp(1j * z) if last is None else last)))]
        found.append(last)
    return np.array(found)
