# SPDX-License-Identifier: BSD-3-Clause
# %% [markdown]
# # A vehicle on a bridge
#
# A force P runs over a simply supported beam with speed c. The beam is made here, from cubic elements, in
# SciPy; the force is a function of time; the supports are constraints, so that their reactions are the
# Lagrange multipliers. The deflection is known as a series, which is the check.
#
#     python3 vehicle_on_bridge.py [PICTURE]        or cell by cell in a notebook or an editor

# %%
import sys

import matplotlib

matplotlib.use("Agg")
import matplotlib.pyplot as plt
import numpy as np
import scipy.sparse as sp
import sparkdyn

L, EI, m = 30.0, 8.0e9, 9000.0  # m, N m², kg/m: a concrete bridge
P, c = 4.0e5, 30.0  # N, m/s: 40 t at 108 km/h
elements = 16
l = L / elements

# %% [markdown]
# ## Matrices
# Two degrees of freedom per node, deflection (down) and slope.

# %%
k = EI / l**3 * np.array([[12, 6 * l, -12, 6 * l], [6 * l, 4 * l**2, -6 * l, 2 * l**2],
                          [-12, -6 * l, 12, -6 * l], [6 * l, 2 * l**2, -6 * l, 4 * l**2]])
mass = m * l / 420 * np.array([[156, 22 * l, 54, -13 * l], [22 * l, 4 * l**2, 13 * l, -3 * l**2],
                               [54, 13 * l, 156, -22 * l], [-13 * l, -3 * l**2, -22 * l, 4 * l**2]])
n = 2 * (elements + 1)


def assembled(element):
    rows = np.array([[2 * e + i for i in range(4) for _ in range(4)] for e in range(elements)]).ravel()
    columns = np.array([[2 * e + j for _ in range(4) for j in range(4)] for e in range(elements)]).ravel()
    return sp.coo_matrix((np.tile(element.ravel(), elements), (rows, columns)), (n, n)).tocsr()


M, K = assembled(mass), assembled(k)
G = sp.csr_matrix(([1.0, 1.0], ([0, 1], [0, n - 2])), (2, n))  # no deflection at both ends
omega1 = (np.pi / L) ** 2 * np.sqrt(EI / m)  # the lowest frequency; number j has j² omega1
beta = 2 * 0.02 / (17 * omega1)  # 2 % of critical damping in modes 1 and 4
alpha = 16 * omega1**2 * beta
C = alpha * M + beta * K


# %% [markdown]
# ## The force
# What a force at x = ct does to the four degrees of freedom of the element it is on.

# %%
def force(t):
    f = np.zeros(n)
    x = c * t
    if 0 <= x <= L:
        e = min(int(x / l), elements - 1)
        s = x / l - e
        shape = [1 - 3 * s**2 + 2 * s**3, l * (s - 2 * s**2 + s**3), 3 * s**2 - 2 * s**3, l * (s**3 - s**2)]
        f[2 * e:2 * e + 4] = P * np.array(shape)
    return f


# %% [markdown]
# ## The crossing
# Four stages, order 7; steps that end where the force passes a node, since its derivatives jump there.

# %%
crossing = L / c
simulation = sparkdyn.Simulation(M, K, C, G, load=force, step=crossing / 64, stages=4, rho_infinity=0.9)
states = simulation.run(crossing, store=("q", "v", "lambda_"))
print(simulation)
print(f"constraints hold to {np.abs(G @ states.q.T).max():.1e} m")


def series(t, x=L / 2, terms=60):
    """Σ sin(jπx/L) y_j(t): each mode is an oscillator driven by sin(jπct/L)."""
    total = 0
    for j in range(1, terms):
        omega, drive = j**2 * omega1, j * np.pi * c / L
        decay = (alpha + beta * omega**2) / 2
        forced = 2 * P / (m * L) / (omega**2 - drive**2 + 2j * decay * drive)  # times exp(i drive t)
        root = np.sqrt(complex(decay**2 - omega**2))
        # Two free motions, exp((−decay ± root) t), so that the mode starts at rest.
        y0, v0 = forced.imag, (1j * drive * forced).imag
        first = -(v0 + (decay + root) * y0) / (2 * root)
        free = first * np.exp((root - decay) * t) - (y0 + first) * np.exp(-(root + decay) * t)
        total = total + np.sin(j * np.pi * x / L) * ((forced * np.exp(1j * drive * t)).imag + free.real)
    return total


middle = states.q[:, elements]  # the deflection of node elements/2
error = np.abs(middle - series(states.time)).max() / np.abs(middle).max()
print(f"deflection in the middle against the series: {error:.1e} relative")

# %% [markdown]
# ## What the order buys
# The state at the end of the crossing, against eight stages and short steps.


# %%
def final(steps, **method):
    with sparkdyn.Simulation(M, K, C, G, load=force, step=crossing / steps, **method) as one:
        one.run(crossing, every=0)
        return one.q[0::2]


reference = final(512, stages=8)
methods = {"Newmark": {"method": "newmark"}, "2 stages": {"stages": 2}, "3 stages": {"stages": 3},
           "4 stages": {"stages": 4}}
steps = [16, 32, 64, 128, 256]
errors = {name: [np.abs(final(s, **method) - reference).max() / np.abs(reference).max() for s in steps]
          for name, method in methods.items()}
for name, values in errors.items():
    print(f"{name:>9}: " + " ".join(f"{e:.1e}" for e in values))

# %%
figure, ((left, right), (below, last)) = plt.subplots(2, 2, figsize=(11, 7), constrained_layout=True)
x = np.linspace(0, L, elements + 1)
image = left.pcolormesh(x, states.time, 1e3 * states.q[:, 0::2], shading="gouraud", cmap="viridis")
left.plot(c * states.time, states.time, "w--", lw=1)
left.annotate("vehicle", (0.66 * L, 0.72 * crossing), color="w", rotation=32)
left.set(title="deflection of the bridge", xlabel="x [m]", ylabel="t [s]")
figure.colorbar(image, ax=left, label="mm")
right.plot(states.time, 1e3 * series(states.time), color="0.75", lw=5, label="series")
right.plot(states.time, 1e3 * middle, color="C0", label="simulated, order 6")
right.invert_yaxis()
right.set(title="in the middle", xlabel="t [s]", ylabel="deflection [mm]")
right.legend()
for end, name, still in ((0, "where it enters", 1 - states.time / crossing), (1, "where it leaves",
                                                                            states.time / crossing)):
    below.plot(states.time, 1e-3 * states.lambda_[:, end], color=f"C{end}", label=name)
    below.plot(states.time, 1e-3 * P * still, ":", color=f"C{end}")
below.plot([], [], ":", color="0.4", label="of a vehicle at rest")
below.set(title="reactions of the supports", xlabel="t [s]", ylabel="kN")
below.legend()
for name, values in errors.items():
    last.loglog(steps, values, "o-", ms=4, label=name)
last.set(title="error at the end of the crossing", xlabel="steps", ylabel="relative")
last.set_xticks(steps, [str(s) for s in steps])
last.minorticks_off()
last.legend()
picture = sys.argv[1] if len(sys.argv) > 1 else "vehicle_on_bridge.png"
figure.savefig(picture, dpi=110)
print(picture)
