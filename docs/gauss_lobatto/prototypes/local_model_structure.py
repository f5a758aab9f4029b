# SPDX-License-Identifier: BSD-3-Clause
"""Issue 19: does a local model (Jay 2007, sections 5 and 6) pay for a linear structure with a few nonlinear
springs? A clamped plate of 10,400 dofs in its plane, five cubic springs at its tip, two periods of its
lowest mode. Gauss (what SPARK is without constraints) with one factorization for all steps and the springs
eliminated, beside SRKLM and RKLM with the midpoint rule and the linear part as model: exactly, in the
space of the 300 lowest modes, and by a Krylov exponential in all dofs.

    /usr/bin/python3 docs/gauss_lobatto/prototypes/local_model_structure.py
"""
import time

import numpy as np
import scipy.sparse as sp
import scipy.sparse.linalg as spl
from numpy.polynomial import legendre

NX, NY, MODES, SPRINGS, MOST = 200, 25, 300, 5, 250


def plate():
    """M and K of 4-node plane stress elements, E = rho = 1, nu = 0.3, 10 x 1, clamped at x = 0."""
    hx, hy, nu = 10 / NX, 1 / NY, 0.3
    C = np.array([[1, nu, 0], [nu, 1, 0], [0, 0, (1 - nu) / 2]]) / (1 - nu**2)
    Ke, Me = np.zeros((8, 8)), np.zeros((8, 8))
    corner = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]])
    for x, y in corner / np.sqrt(3):
        N = (1 + corner[:, 0] * x) * (1 + corner[:, 1] * y) / 4
        dx = corner[:, 0] * (1 + corner[:, 1] * y) / 4 * 2 / hx
        dy = corner[:, 1] * (1 + corner[:, 0] * x) / 4 * 2 / hy
        B = np.zeros((3, 8))
        B[0, 0::2], B[1, 1::2], B[2, 0::2], B[2, 1::2] = dx, dy, dy, dx
        area = hx * hy / 4
        Ke += area * B.T @ C @ B
        Me += area * np.kron(np.outer(N, N), np.eye(2))
    node = lambda i, j: i * (NY + 1) + j
    rows, cols, k, m = [], [], [], []
    for i in range(NX):
        for j in range(NY):
            nodes = [node(i, j), node(i + 1, j), node(i + 1, j + 1), node(i, j + 1)]
            dofs = np.array([2 * n + d for n in nodes for d in (0, 1)])
            rows.append(np.repeat(dofs, 8)), cols.append(np.tile(dofs, 8))
            k.append(Ke.ravel()), m.append(Me.ravel())
    size = 2 * (NX + 1) * (NY + 1)
    make = lambda v: sp.csc_matrix((np.concatenate(v), (np.concatenate(rows), np.concatenate(cols))), (size, size))
    free = np.arange(2 * (NY + 1), size)
    B = np.zeros((size, SPRINGS))
    for k_, j in enumerate(np.linspace(0, NY, SPRINGS).astype(int)):
        B[2 * node(NX, j) + 1, k_] = 1
    return make(m)[free][:, free], make(k)[free][:, free], B[free]


def spring(u):
    return 1e-4 * u**3, 3e-4 * u**2


def gauss(s):
    x, w = legendre.leggauss(s)
    c, b = (x + 1) / 2, w / 2
    A = np.array([[t ** (k + 1) / (k + 1) for k in range(s)] for t in c]) @ np.linalg.inv(np.vander(c, increasing=True))
    return A, b


class Gauss:
    """Stages decouple in the eigenvectors of A; the springs are eliminated, five unknowns a stage."""

    def __init__(self, M, K, B, s, h):
        self.M, self.B, self.h, self.s = M, B, h, s
        self.A, self.b = gauss(s)
        self.mu, self.T = np.linalg.eig(self.A)
        self.Tinv, self.keep = np.linalg.inv(self.T), [i for i, m in enumerate(self.mu) if m.imag >= -1e-12]
        self.lu, self.S = {}, {}
        for i in self.keep:
            m = self.mu[i]
            real = abs(m.imag) < 1e-12
            F = spl.splu((M + (h * m) ** 2 * K).tocsc() if not real else (M + (h * m.real) ** 2 * K).tocsc())
            self.lu[i] = F
            self.S[i] = F.solve(((h * m) ** 2 * B).astype(complex) if not real else (h * m.real) ** 2 * B)
        self.Ainv = np.linalg.inv(self.A)

    def full(self, parts):
        """Real stages from the parts of the eigenvectors that were kept."""
        n = self.B.shape[0] if parts[self.keep[0]].shape[0] != SPRINGS else SPRINGS
        Q = np.zeros((n, self.s))
        for i in self.keep:
            twice = 1 if abs(self.mu[i].imag) < 1e-12 else 2
            Q += twice * np.real(np.outer(parts[i], self.T[:, i]))
        return Q

    def step(self, q, v):
        one = self.Tinv @ np.ones(self.s)
        Mq, Mv = self.M @ q, self.M @ v
        free = {}
        for i in self.keep:
            right = one[i] * (Mq + self.h * self.mu[i] * Mv)
            free[i] = self.lu[i].solve(right if abs(self.mu[i].imag) > 1e-12 else np.real(right))
        Q = self.full(free)
        u0 = self.B.T @ Q
        # u_i = u0_i - sum_j R_ij w_j
        R = np.zeros((self.s, SPRINGS, self.s, SPRINGS))
        for i in self.keep:
            twice = 1 if abs(self.mu[i].imag) < 1e-12 else 2
            X = self.B.T @ self.S[i]
            R += twice * np.real(np.einsum("i,j,ab->iajb", self.T[:, i], self.Tinv[i, :], X))
        R = R.reshape(self.s * SPRINGS, -1)
        u = u0.T.ravel().copy()
        for _ in range(30):
            f, df = spring(u)
            step = np.linalg.solve(np.eye(len(u)) + R * df, u - u0.T.ravel() + R @ f)
            u -= step
            if abs(step).max() < 1e-13:
                break
        W = spring(u)[0].reshape(self.s, SPRINGS).T
        for i in self.keep:
            free[i] = free[i] - self.S[i] @ (W @ self.Tinv[i, :])
        Q = self.full(free)
        V = (Q - q[:, None]) @ self.Ainv.T / self.h
        a = (V - v[:, None]) @ self.Ainv.T / self.h
        return q + self.h * V @ self.b, v + self.h * a @ self.b


def run(step, q, v, steps):
    for _ in range(steps):
        q, v = step(q, v)
    return q, v


def flow(w, t, q, v):
    return q * np.cos(w * t) + v * np.sin(w * t) / w, -w * q * np.sin(w * t) + v * np.cos(w * t)


def local_model(w, Bm, h, symmetric):
    """The midpoint rule as RKLM (18) or SRKLM (22) in modes: (1 + E^-1) y1 = y0 + E y0 + h d+ + h d-."""
    def force(qm):
        return -Bm @ spring(Bm.T @ qm)[0]

    def step(q, v):
        qm, _ = flow(w, h / 2, q, v)
        d = force(qm)  # d does not depend on v: q of the stage is that of the model
        q1, v1 = flow(w, h, q, v)
        if not symmetric:
            return q1, v1 + h * d
        for _ in range(50):
            back, _ = flow(w, -h / 2, q1, v1)
            right = (q + flow(w, h, q, v)[0], v + flow(w, h, q, v)[1] + h * (d + force(back)))
            c, s = 1 + np.cos(w * h), np.sin(w * h)  # 1 + E^-1 = [[c, -s/w], [w s, c]], det 2 c
            q2 = (c * right[0] + s / w * right[1]) / (2 * c)
            v2 = (c * right[1] - w * s * right[0]) / (2 * c)
            off = np.abs(q2 - q1).max()
            q1, v1 = q2, v2
            if off < 1e-12 or not off < 1e6:
                break
        return q1, v1
    return step


def krylov_solves(M, K, start, t, tolerance):
    """Solves that cos(t sqrt(M^-1 K)) of a vector needs by Lanczos with (M + g K)^-1; MOST: more."""
    g = (t / 10) ** 2
    lu = spl.splu((M + g * K).tocsc())
    basis = [start / np.sqrt(start @ (M @ start))]
    size, last, begin = np.sqrt(start @ (M @ start)), None, time.time()
    H = np.zeros((MOST + 1, MOST + 1))
    for k in range(MOST):
        x = lu.solve(M @ basis[-1])
        for _ in range(2):
            for j, b in enumerate(basis):
                part = x @ (M @ b)
                H[j, k] += part
                x = x - part * b
        H[k + 1, k] = np.sqrt(x @ (M @ x))
        basis.append(x / H[k + 1, k])
        if k % 5 == 4:
            theta, Z = np.linalg.eigh((H[:k + 1, :k + 1] + H[:k + 1, :k + 1].T) / 2)
            lam = np.maximum((1 / np.maximum(theta, 1e-300) - 1) / g, 0)
            y = size * Z @ (np.cos(t * np.sqrt(lam)) * Z[0])
            if last is not None and np.linalg.norm(y - np.pad(last, (0, len(y) - len(last)))) < tolerance * size:
                return k + 1, time.time() - begin
            last = y
    return MOST, time.time() - begin


def main():
    M, K, B = plate()
    print(f"{M.shape[0]} dofs, {SPRINGS} cubic springs")
    begin = time.time()
    lam, Phi = spl.eigsh(K, MODES, M, sigma=0)
    w, Bm = np.sqrt(lam), Phi.T @ B
    print(f"{MODES} modes, omega {w[0]:.4f} to {w[-1]:.2f}: {time.time() - begin:.1f} s")
    tip = B[:, 2]
    shape = Phi[:, 0] / (tip @ Phi[:, 0]) + 0.05 * Phi[:, 3] / (tip @ Phi[:, 3])
    T = 2 * 2 * np.pi / w[0]
    q0, v0 = shape, 0 * shape
    reference = tip @ run(Gauss(M, K, B, 4, T / 400).step, q0, v0, 400)[0]
    print("Gauss in all dofs: stages, steps, error at the tip, ms a step with 1 core")
    for s, steps in ((2, 40), (2, 80), (2, 160), (3, 40), (3, 80), (3, 160)):
        method = Gauss(M, K, B, s, T / steps)
        begin = time.time()
        q, _ = run(method.step, q0, v0, steps)
        print(f"  {s} {steps:5d}  {abs(tip @ q - reference):.1e}  {1e3 * (time.time() - begin) / steps:.1f}")
    print("with the modes as local model: steps, error at the tip of RKLM and SRKLM, smallest |1 + cos| of a mode")
    eta0 = Phi.T @ (M @ q0)
    for steps in (20, 40, 80, 160, 320, 640, 1280):
        h, found = T / steps, []
        for symmetric in (False, True):
            with np.errstate(all="ignore"):
                q, _ = run(local_model(w, Bm, h, symmetric), eta0, 0 * eta0, steps)
            found.append(abs(tip @ (Phi @ q) - reference))
        print(f"  {steps:5d}  {found[0]:.1e}  {found[1]:.1e}  {np.abs(1 + np.cos(w * h)).min():.1e}")
    print("Krylov exponential in all dofs, to 1e-6 and 1e-8: solves and ms for one half step")
    kick = spl.spsolve(K, tip)
    for steps in (160, 640):
        row = [krylov_solves(M, K, kick, T / steps / 2, tol) for tol in (1e-6, 1e-8)]
        print(f"  {steps:5d}  " + "  ".join(f"{n} ({1e3 * t:.0f} ms)" for n, t in row))


if __name__ == "__main__":
    main()
