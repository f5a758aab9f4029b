# SPDX-License-Identifier: BSD-3-Clause
"""sparkdyn.Simulation against scipy.linalg.expm and the equations themselves; on one rank, and under
mpirun on two, with SciPy's matrices and with petsc4py's."""

import os
import signal
import warnings

import numpy as np
import pytest
import sparkdyn
from conftest import SIZE
from sparkdyn import InputError, NumericsError, Simulation

la = pytest.importorskip("scipy.linalg")
sp = pytest.importorskip("scipy.sparse")
pytest.importorskip("mpi4py")
PETSc = pytest.importorskip("petsc4py.PETSc")
RANK = PETSc.COMM_WORLD.rank
N = 7
RNG = np.random.default_rng(3)
M = sp.diags(RNG.uniform(1, 3, N)).tocsr()
K = sp.diags([-np.ones(N - 1), 2.5 * np.ones(N), -np.ones(N - 1)], [-1, 0, 1]).tocsr() * 4
C = (0.02 * M + 0.03 * K).tocsr()
F = RNG.standard_normal(N)
Q0, V0 = RNG.standard_normal(N), RNG.standard_normal(N)
G = sp.csr_matrix(np.array([[1.0, -1, 0, 0, 0, 0, 0], [0, 0, 0, 1, 0, 2, 0.5]]))
OMEGA = 3.0


def flow(t, q0, v0, drive=(0.0, 0.0), M=M, C=C, K=K, f=F):
    """q, v at t under f·s(t), where s'' = −OMEGA² s starts with `drive` = (s, s')."""
    n = M.shape[0]
    M, C, K = (x.toarray() if sp.issparse(x) else x for x in (M, C, K))
    A = np.zeros((2 * n + 2, 2 * n + 2))
    A[:n, n:2 * n] = np.eye(n)
    A[n:2 * n, :n], A[n:2 * n, n:2 * n] = -la.solve(M, K), -la.solve(M, C)
    A[n:2 * n, 2 * n] = la.solve(M, f)
    A[2 * n, 2 * n + 1], A[2 * n + 1, 2 * n] = 1, -OMEGA ** 2
    x = la.expm(t * A) @ np.r_[q0, v0, drive]
    return x[:n], x[n:2 * n]


def petsc(matrix, name=None, rows=None, columns=None):
    """Each rank puts in its rows."""
    matrix = sp.csr_matrix(matrix)
    mat = PETSc.Mat().createAIJ(((rows, matrix.shape[0]), (columns, matrix.shape[1])), comm=PETSc.COMM_WORLD)
    mat.setUp()
    begin, end = mat.getOwnershipRange()
    for i in range(begin, end):
        row = matrix.getrow(i)
        mat.setValues([i], row.indices, row.data)
    mat.assemble()
    return mat


def whole(simulation, array):
    """A part of each rank, put together."""
    if simulation.whole:
        return array
    return np.concatenate(PETSc.COMM_WORLD.tompi4py().allgather(array))


@pytest.fixture(params=["scipy", "petsc4py"])
def kind(request):
    return {"scipy": lambda matrix: matrix, "petsc4py": petsc}[request.param]


def test_damped_chain_against_expm(kind):
    simulation = Simulation(kind(M), kind(K), kind(C), q0=Q0, v0=V0, step=0.02, stages=5, rho_infinity=0.8)
    simulation.run(2.0)
    q, v = flow(2.0, Q0, V0)
    np.testing.assert_allclose(whole(simulation, simulation.q), q, atol=1e-12)
    np.testing.assert_allclose(whole(simulation, simulation.v), v, atol=1e-11)
    assert simulation.time == 2.0 and simulation.steps == 100 and simulation.order == 9


@pytest.mark.parametrize("stages", [2, 3, 4])
@pytest.mark.parametrize("load", ["function", "expression", "amplitude"])
def test_order_with_every_kind_of_load(stages, load):
    given = {"function": lambda t: F * np.sin(OMEGA * t), "expression": (F, "sin(3*t)"),
             "amplitude": (F, lambda t: np.sin(OMEGA * t))}[load]
    q, v = flow(1.0, Q0, V0, (0.0, OMEGA))
    errors = []
    for steps in (8, 16, 32) if stages < 4 else (5, 10):
        simulation = Simulation(M, K, C, load=given, q0=Q0, v0=V0, step=1 / steps, stages=stages,
                                rho_infinity=0.8)
        simulation.run(1.0)
        errors.append(max(np.abs(simulation.q - q).max(), np.abs(simulation.v - v).max()))
    rates = np.log2(np.array(errors[:-1]) / errors[1:])
    assert np.all(np.abs(rates - (2 * stages - 1)) < 0.35), (errors, rates)


def test_every_kind_of_load_is_the_same(kind):
    """Constant, table, expression, function and their sum, to round-off."""
    def final(load, **options):
        simulation = Simulation(kind(M), kind(K), load=load, q0=Q0, step=0.05, **options)
        simulation.run(1.0)
        return whole(simulation, simulation.q)

    constant = final(F)
    for load in [(F, 1.0), (F, 1), (F, "1"), (F, [(0, 1), (5, 1)]), (F, lambda t: 1.0), lambda t: F,
                 [F], [0.25 * F, (F, "0.25"), lambda t: 0.5 * F], F.tolist(), F[:, None], sp.csr_matrix(F).T]:
        np.testing.assert_allclose(final(load), constant, atol=1e-13)
    assert np.abs(final(None) - constant).max() > 0.01
    for method in ({"method": "generalized-alpha", "rho_infinity": 0.5}, {"method": "hht", "alpha": -0.1},
                   {"method": "newmark", "beta": 0.3, "gamma": 0.6}):
        np.testing.assert_allclose(final(lambda t: F * np.cos(t), **method), final((F, "cos(t)"), **method),
                                   atol=1e-13)
    split = {"velocity": "A", "elastic": "B", "load": {"C": 0.75, "C*": 0.25}, "constraint": "B"}
    np.testing.assert_allclose(final(lambda t: F * np.cos(t), splitting=split),
                               final((F, "cos(t)"), splitting=split), atol=1e-13)


def test_constraints_against_elimination(kind):
    """q = Z y with G Z = 0: the same motion without constraints."""
    Z = la.null_space(G.toarray())
    y0, w0 = RNG_Y
    simulation = Simulation(kind(M), kind(K), kind(C), kind(G), load=(F, "sin(3*t)"), q0=Z @ y0, v0=Z @ w0,
                            step=0.02, stages=4)
    trajectory = simulation.run(1.0)
    reduced = [Z.T @ x @ Z for x in (M.toarray(), C.toarray(), K.toarray())]
    y, w = flow(1.0, y0, w0, (0.0, OMEGA), *reduced, f=Z.T @ F)
    q, v = whole(simulation, simulation.q), whole(simulation, simulation.v)
    np.testing.assert_allclose(q, Z @ y, atol=1e-10)
    np.testing.assert_allclose(v, Z @ w, atol=1e-10)
    assert np.abs(G @ q).max() < 1e-13 and np.abs(G @ v).max() < 1e-13
    # The equations of motion hold with a and lambda.
    a, multiplier = whole(simulation, simulation.a), whole(simulation, simulation.lambda_)
    np.testing.assert_allclose(M @ a + C @ v + K @ q + G.T @ multiplier, F * np.sin(3.0), atol=1e-12)
    np.testing.assert_allclose(G @ a, 0, atol=1e-12)
    assert len(trajectory) == 51 and simulation.constraints == 2
    frame = simulation.frame
    assert frame.violations["position"] < 1e-13 and frame.violations["velocity"] < 1e-13


RNG_Y = RNG.standard_normal((2, N - 2))


@pytest.mark.parametrize("form", ["expression", "functions"])
def test_prescribed_motion(kind, form):
    """G q = c·a(t) with the exact answer by variation: q = P c a + Z y, P the least-norm inverse."""
    c = np.array([0.3, -0.2])
    amplitude = {"expression": "sin(3*t)", "functions": (lambda t: np.sin(3 * t), lambda t: 3 * np.cos(3 * t),
                                                         lambda t: -9 * np.sin(3 * t))}[form]
    Z, P = la.null_space(G.toarray()), la.pinv(G.toarray())
    moved = P @ c
    Mz, Cz, Kz = (Z.T @ x.toarray() @ Z for x in (M, C, K))
    # Zᵀ(M q'' + C q' + K q) = 0: the motion drives the rest by −(M a'' + C a' + K a)·moved.
    by_s = -(Z.T @ (K.toarray() - OMEGA ** 2 * M.toarray()) @ moved)
    by_rate = -(Z.T @ C.toarray() @ moved)
    n = N - 2
    A = np.zeros((2 * n + 2, 2 * n + 2))
    A[:n, n:2 * n] = np.eye(n)
    A[n:2 * n, :n], A[n:2 * n, n:2 * n] = -la.solve(Mz, Kz), -la.solve(Mz, Cz)
    A[n:2 * n, 2 * n], A[n:2 * n, 2 * n + 1] = la.solve(Mz, by_s), la.solve(Mz, by_rate)
    A[2 * n, 2 * n + 1], A[2 * n + 1, 2 * n] = 1, -OMEGA ** 2
    x = la.expm(A) @ np.r_[np.zeros(2 * n), 0, OMEGA]
    simulation = Simulation(kind(M), kind(K), kind(C), kind(G), prescribed=(c, amplitude), v0=3 * moved,
                            step=0.02, stages=4)
    simulation.run(1.0)
    q, v = whole(simulation, simulation.q), whole(simulation, simulation.v)
    np.testing.assert_allclose(q, Z @ x[:n] + moved * np.sin(3.0), atol=1e-10)
    np.testing.assert_allclose(G @ q, c * np.sin(3.0), atol=1e-14)
    np.testing.assert_allclose(G @ v, 3 * c * np.cos(3.0), atol=1e-13)


def test_matrices_that_are_not_symmetric(kind):
    """Follower forces: K has a part that is not symmetric."""
    circulatory = K.toarray()
    circulatory[1, 3] += 0.7
    circulatory[3, 1] -= 0.7
    with pytest.warns(RuntimeWarning, match="not symmetric") if RANK == 0 else warnings.catch_warnings():
        simulation = Simulation(kind(M), kind(circulatory), kind(C), q0=Q0, v0=V0, step=0.02, stages=4)
    simulation.run(1.0)
    np.testing.assert_allclose(whole(simulation, simulation.q), flow(1.0, Q0, V0, K=circulatory)[0], atol=1e-11)


def test_energy_balance_and_time_reversal(kind):
    simulation = Simulation(kind(M), kind(K), load=F, q0=Q0, v0=V0, step=0.1, rho_infinity=1)
    before = simulation.energies
    q, v = whole(simulation, simulation.q), whole(simulation, simulation.v)
    assert before["kinetic"] == pytest.approx(0.5 * v @ (M @ v), rel=1e-14)
    assert before["strain"] == pytest.approx(0.5 * q @ (K @ q), rel=1e-14)
    simulation.run(5.0)
    after, there = simulation.energies, whole(simulation, simulation.q)
    assert abs(after["balance"]) < 1e-12 * sum(map(abs, after.values())) and after["dissipated"] == 0
    assert after["external_work"] == pytest.approx(F @ (there - Q0), rel=1e-12)
    back = Simulation(kind(M), kind(K), load=F, q0=there, v0=-whole(simulation, simulation.v), step=0.1,
                      rho_infinity=1)
    back.run(5.0)
    np.testing.assert_allclose(whole(back, back.q), Q0, atol=1e-12)


def formats():
    shuffled = K.tocoo()
    order = np.random.default_rng(1).permutation(shuffled.nnz)
    unsorted = K.copy()
    for i in range(N):
        part = slice(unsorted.indptr[i], unsorted.indptr[i + 1])
        unsorted.indices[part], unsorted.data[part] = unsorted.indices[part][::-1], unsorted.data[part][::-1]
    unsorted.has_sorted_indices = False
    twice = sp.coo_matrix((np.r_[shuffled.data[order] / 2, shuffled.data / 2],
                           (np.r_[shuffled.row[order], shuffled.row], np.r_[shuffled.col[order], shuffled.col])),
                          K.shape)
    explicit = sp.csr_matrix(np.ones((N, N)))
    explicit.data[:] = K.toarray().ravel()
    return {"csc": K.tocsc(), "dia": K.todia(), "lil": K.tolil(), "dok": K.todok(), "bsr": K.tobsr((1, 1)),
            "unsorted": unsorted, "twice": twice, "zeros": explicit, "dense": K.toarray(),
            "list": K.toarray().tolist(), "int": K.astype(int), "float32": K.astype(np.float32),
            "fortran": np.asfortranarray(K.toarray()), "int64": sp.csr_matrix(
                (K.data, K.indices.astype(np.int64), K.indptr.astype(np.int64)), K.shape)}


@pytest.mark.parametrize("name", list(formats()))
def test_formats(name):
    given = formats()[name]
    before = given.copy() if hasattr(given, "copy") else given
    simulation = Simulation(M, given, q0=Q0, step=0.05, stages=4)
    simulation.run(1.0)
    np.testing.assert_allclose(simulation.q, flow(1.0, Q0, 0 * Q0, C=0 * C)[0], atol=1e-8)
    if name == "unsorted":  # what the user holds is left alone
        assert np.array_equal(given.indices, before.indices) and not given.has_sorted_indices


def test_petsc_matrices_are_shared_and_kept_alive():
    mass, stiffness = petsc(M), petsc(K)
    before = stiffness.getRefCount()
    simulation = Simulation(mass, stiffness, q0=Q0, step=0.05, stages=5)
    assert stiffness.getRefCount() > before
    mass.destroy(), stiffness.destroy()
    simulation.run(1.0)
    np.testing.assert_allclose(whole(simulation, simulation.q), flow(1.0, Q0, 0 * Q0, C=0 * C)[0], atol=1e-10)
    simulation.close()
    with pytest.raises(sparkdyn.Error, match="closed"):
        simulation.q
    assert "closed" in repr(simulation)


@pytest.mark.parametrize("type_", ["dense", "baij", "sbaij"])
def test_other_types_of_petsc_are_converted(type_):
    stiffness = petsc(K)
    stiffness.setOption(PETSc.Mat.Option.SYMMETRIC, True)
    simulation = Simulation(petsc(M), stiffness.convert(type_), q0=Q0, step=0.05, stages=5)
    simulation.run(1.0)
    np.testing.assert_allclose(whole(simulation, simulation.q), flow(1.0, Q0, 0 * Q0, C=0 * C)[0], atol=1e-10)


def test_vectors_of_petsc_and_parts():
    mass = petsc(M)
    begin, end = mass.getOwnershipRange()
    q0, force = mass.createVecRight(), mass.createVecRight()
    q0.array[:], force.array[:] = Q0[begin:end], F[begin:end]
    first = Simulation(mass, petsc(K), q0=q0, load=(force, "sin(3*t)"), step=0.05)
    second = Simulation(mass, petsc(K), q0=Q0[begin:end], load=lambda t: F[begin:end] * np.sin(3 * t), step=0.05)
    third = Simulation(mass, K, q0=Q0, load=(F, "sin(3*t)"), step=0.05)  # SciPy's beside petsc4py's
    for simulation in (first, second, third):
        simulation.run(1.0)
        assert len(simulation.q) == end - begin
    np.testing.assert_allclose(first.q, second.q, atol=1e-13)
    np.testing.assert_allclose(first.q, third.q, atol=1e-13)


def test_regions_and_splittings():
    """A K in two parts is K; a matrix for one of them keeps the order."""
    near = sp.csr_matrix(K.toarray() * (np.add.outer(np.arange(N), np.arange(N)) < N))
    options = {"q0": Q0, "step": 0.05, "stages": 4}
    one = Simulation(M, K, **options).run(1.0)
    two = Simulation(M, {"near": near, "far": K - near}, **options).run(1.0)
    np.testing.assert_allclose(one.q[-1], two.q[-1], atol=1e-12)
    split = Simulation(M, {"near": near, "far": K - near}, splitting={
        "velocity": "C", "elastic": {"C": 0.75, "C*": 0.25}, "elastic@near": "C", "load": 0.5, "damping": "D"},
        **options)
    assert "elastic@near" in split.method
    np.testing.assert_allclose(split.run(1.0).q[-1], flow(1.0, Q0, 0 * Q0, C=0 * C)[0], atol=1e-6)
    for wrong, words in [({"elastic@nowhere": "C"}, "nowhere"), ({"elastic": "E"}, "cannot use 'E'"),
                         ({"elstic": "C"}, "elstic"), ({"constraint": "A"}, "constraint"),
                         ({"elastic": {"C": 0.5}}, "1"), ({"elastic": 2.0}, "2")]:
        with pytest.raises(InputError, match=words):
            Simulation(M, {"near": near, "far": K - near}, splitting=wrong, **options)


def test_callbacks_frames_and_stored_states():
    simulation = Simulation(M, K, C, G, load=F, step=0.1)
    seen = []
    trajectory = simulation.run(1.05, callback=lambda frame: seen.append(frame))
    assert [frame.step for frame in seen] == list(range(1, 12))
    assert [frame.time for frame in seen] == [0.1 * k for k in range(1, 11)] + [1.05]
    assert len(trajectory) == 2 and np.array_equal(trajectory.q[-1], seen[-1].q)
    assert not np.array_equal(seen[0].q, seen[1].q)  # copies, not one array seen twice
    assert seen[-1].a.shape == (N,) and seen[-1].lambda_.shape == (2,)
    with pytest.raises(sparkdyn.Error, match="gone on from step 3"):
        seen[2].a
    stored = simulation.run(2.0, every=4, store=("q", "a", "lambda_"))
    assert stored.time[0] == 1.05 and stored.time[-1] == 2.0 and len(stored) == 4
    assert stored.q.shape == (4, N) and stored.a.shape == (4, N) and stored.lambda_.shape == (4, 2)
    with pytest.raises(AttributeError, match="did you mean"):
        stored.lambd
    with pytest.raises(sparkdyn.UnknownName, match="quantity 'x'"):
        simulation.run(3.0, store=("x",))
    with pytest.raises(sparkdyn.InputError, match="lambda_ cannot be stored: there are no constraints"):
        Simulation(M, K, step=0.1).run(1.0, store=("lambda_",))
    for every in (-1, 0.5):
        with pytest.raises(InputError, match="every must be"):
            simulation.run(3.0, every=every)
    assert simulation.run(2.0).time.tolist() == [2.0]  # nothing to do
    with pytest.raises(InputError, match="at t = 2 already"):
        simulation.run(1.0)


def test_a_callback_ends_a_run():
    simulation = Simulation(M, K, load=F, step=0.1)
    simulation.run(5.0, callback=lambda frame: frame.step == 3 and RANK == 0)  # on one rank alone
    assert simulation.steps == 3
    simulation.run(1.0, callback=lambda frame: np.bool_(frame.time > 0.45))
    assert simulation.steps == 5
    simulation.run(1.0, callback=lambda frame: frame.q)  # no truth value
    assert simulation.steps == 10


def test_what_a_callback_may_ask():
    simulation = Simulation(M, K, G=G, load=F, step=0.1)
    for wrong in (lambda frame: simulation.step(), lambda frame: simulation.run(1.0)):
        with pytest.raises(sparkdyn.Error, match="in a step already"):
            simulation.run(1.0, callback=wrong)
    with pytest.raises(sparkdyn.Error, match="cannot close"):
        simulation.run(1.0, callback=lambda frame: simulation.close())
    seen = []
    together = [lambda frame: seen.append(simulation.q), lambda frame: seen.append(frame.a)]
    for ask in together:  # on several ranks one may be in it while another has raised
        if SIZE == 1:
            simulation.run(1.0, callback=ask)
        else:
            with pytest.raises(sparkdyn.Error, match="rates=True"):
                simulation.run(1.0, callback=ask)
    simulation = Simulation(M, K, G=G, load=F, step=0.1)

    def ask(frame):
        if frame.step == 5 and RANK == 0:
            raise Mine("too far")
        seen.append((frame.a, frame.lambda_, simulation.time, simulation.steps))

    with pytest.raises(Mine if RANK == 0 else sparkdyn.Error, match="too far"):
        simulation.run(1.0, callback=ask, rates=True)
    a, multiplier, time, steps = seen[-1]
    assert a.shape == (N,) and multiplier.shape == (2,) and steps == (4 if RANK == 0 else 5)


def test_a_load_cannot_step_its_simulation():
    simulation = Simulation(M, K, load=lambda t: F if t <= 0.1 else simulation.step().q, step=0.1)
    with pytest.raises(sparkdyn.Error, match="in a step already"):
        simulation.run(1.0)
    assert simulation.steps == 1


def test_steps_one_by_one():
    run, step = (Simulation(M, K, C, load=F, q0=Q0, step=0.1) for _ in range(2))
    trajectory = run.run(1.0)
    frames = [step.step() for _ in range(10)]
    assert np.array_equal([frame.q for frame in frames], trajectory.q[1:])
    assert step.time == 10 * 0.1 and step.energies == run.energies
    frame = step.step(0.05)
    assert frame.time == 1.05 and step.step().time == 1.05 + 0.1
    np.testing.assert_allclose(step.q, flow(1.15, Q0, 0 * Q0, (1.0, 0.0), f=0 * F)[0] + rest(1.15), atol=1e-4)
    for size in (0, -1, float("nan"), "0.1", None and 1):
        if size is not None:
            with pytest.raises(InputError):
                step.step(size)


def rest(t):
    """What a constant F adds to the free motion."""
    static = la.solve(K.toarray(), F)
    return static - flow(t, static, 0 * F)[0]


class Mine(Exception):
    pass


@pytest.mark.parametrize("where", ["everywhere", "rank 0", "the last rank"])
def test_a_callback_that_raises(where):
    raises = {"everywhere": True, "rank 0": RANK == 0, "the last rank": RANK == SIZE - 1}[where]

    def callback(frame):
        if frame.step == 3 and raises:
            raise Mine(f"of rank {RANK}")

    simulation = Simulation(M, K, load=F, step=0.1)
    if raises:
        with pytest.raises(Mine, match=f"of rank {RANK}"):
            simulation.run(1.0, callback=callback)
    else:
        with pytest.raises(sparkdyn.Error, match="the callback failed on rank [01]: Mine: of rank"):
            simulation.run(1.0, callback=callback)
    assert simulation.steps == 3
    assert simulation.step().time == pytest.approx(0.4, rel=1e-15)  # goes on from there
    simulation.run(1.0)
    assert simulation.steps == 10


@pytest.mark.parametrize("fault", ["raises", "shape", "nan", "complex", "text"])
def test_a_load_that_fails_leaves_the_state(fault):
    """On the last rank alone."""
    def load(t):
        if t > 0.35 and RANK == SIZE - 1:
            if fault == "raises":
                raise Mine("no load")
            return {"shape": F[:-2], "nan": F * np.nan, "complex": F * 1j, "text": "F"}[fault]
        return F

    simulation = Simulation(M, K, load=load, q0=Q0, step=0.1)
    expected = Mine if fault == "raises" and RANK == SIZE - 1 else sparkdyn.Error
    with pytest.raises(expected):
        simulation.run(1.0)
    assert simulation.steps == 3
    reference = Simulation(M, K, load=F, q0=Q0, step=0.1)
    reference.run(0.3)
    np.testing.assert_allclose(simulation.q, reference.q, atol=1e-14)


def test_an_amplitude_that_fails():
    with pytest.raises(ZeroDivisionError):
        Simulation(M, K, load=(F, lambda t: 1 / 0), step=0.1)
    with pytest.raises(InputError, match="the amplitude at t = 0 must be a finite number"):
        Simulation(M, K, load=(F, lambda t: float("inf")), step=0.1)
    with pytest.raises(InputError, match="derivatives"):
        Simulation(M, K, G=G, prescribed=([0, 0], lambda t: t), step=0.1)
    with pytest.raises(InputError, match="one function"):
        Simulation(M, K, load=(F, (np.sin, np.cos, np.tan)), step=0.1)
    with pytest.raises(InputError, match="[Tt]imes"):
        Simulation(M, K, load=(F, [(1, 0), (0, 1)]), step=0.1)
    with pytest.raises(InputError, match="list of pairs"):
        Simulation(M, K, load=(F, [1, 2, 3]), step=0.1)
    with pytest.raises(InputError, match="sinn"):
        Simulation(M, K, load=(F, "sinn(t)"), step=0.1)


def bad(matrix, change):
    matrix = matrix.toarray()
    change(matrix)
    return matrix


@pytest.mark.parametrize("change, words", [
    ({"K": K.astype(complex)}, "K is complex"),
    ({"K": K.toarray() + 0j}, "K is complex"),
    ({"K": K[:-1, :-1]}, "K is 6×6 but M is 7×7"),
    ({"K": K[:, :-1]}, "K is 7×6 but M is 7×7"),
    ({"M": M[:, :-1]}, "M is 7×6, not square"),
    ({"M": np.ones(N)}, "M has 1 dimension, .*scipy.sparse.diags"),
    ({"M": np.ones((2, 2, 2))}, "M has 3 dimensions"),
    ({"M": [[1, 2], [3]]}, "M is no matrix"),
    ({"load": (F, [(0, 1), (1,)])}, "list of pairs"),
    ({"load": (F, [])}, "list of pairs"),
    ({"M": "M.mtx"}, "M must be a matrix of SciPy, petsc4py or NumPy, not str"),
    ({"M": sp.csr_matrix((0, 0))}, "M is 0×0"),
    ({"K": np.full((N, N), "a")}, "K holds <U1, not numbers"),
    ({"K": bad(K, lambda k: k.__setitem__((2, 3), np.nan))}, "K: entry .3, 4. is"),
    ({"K": bad(K, lambda k: k.__setitem__((2, 3), np.inf))}, "K: entry .3, 4. is"),
    ({"C": C[:3, :3]}, "C is 3×3"),
    ({"G": G[:, :5]}, "G has 5 columns"),
    ({"G": np.zeros((0, N))}, "G has no rows"),
    ({"G": sp.vstack([G, 2 * G[:1]])}, "depend"),
    ({"G": G, "q0": Q0}, "violates"),
    ({"G": G, "prescribed": [1, 2, 3]}, r"prescribed has the shape \(3,\); it needs 2 entries"),
    ({"prescribed": [1, 2]}, "give G"),
    ({"q0": Q0[:-1]}, r"q0 has the shape \(6,\); it needs 7 entries"),
    ({"q0": Q0.reshape(1, N, 1)}, "q0 has the shape"),
    ({"q0": Q0 * 1j}, "q0 is complex"),
    ({"v0": np.where(np.arange(N) == 4, np.nan, V0)}, "v0 is not finite: entry 4"),
    ({"v0": "rest"}, "v0 is no array"),
    ({"load": F[:-1]}, "load has the shape"),
    ({"load": (F[:-1], "t")}, "load has the shape"),
    ({"step": 0}, "step must be positive"),
    ({"step": -0.1}, "step must be positive"),
    ({"step": float("nan")}, "step must be a finite number"),
    ({"time": "now"}, "time must be a finite number"),
    ({"method": "lobato"}, "did you mean 'lobatto'"),
    ({"method": "newmark", "stages": 3}, "stages belongs to gauss-lobatto, lobatto and esdirk; newmark has beta, gamma"),
    ({"stages": 3.5}, "whole number from 1 to 10"),
    ({"stages": 0}, "whole number from 1 to 10"),
    ({"rho_infinity": 1.5}, "from 0 to 1"),
    ({"rho_infinity": 0.5, "splitting": {"elastic": "C"}}, "not both"),
    ({"method": "hht", "splitting": {"elastic": "C"}}, "belongs to lobatto"),
    ({"solver": "decoupld"}, "did you mean 'decoupled'"),
    ({"tolerance": -1}, "tolerance must be positive"),
    ({"M": bad(M, lambda m: m.__setitem__((3, 3), 0)), "K": bad(K, lambda k: (k[3].fill(0), k[:, 3].fill(0)))},
     "degree of freedom 4"),
])
def test_wrong_input(change, words):
    given = {"M": M, "K": K, "step": 0.1, **change}
    with pytest.raises(InputError, match=words):
        Simulation(**given)


def test_wrong_matrices_of_petsc():
    loose = PETSc.Mat().createAIJ((N, N))
    loose.setUp()
    loose.setValue(0, 0, 1.0) if RANK == 0 else None
    with pytest.raises(InputError, match="K is not assembled"):
        Simulation(petsc(M), loose, step=0.1)
    loose.assemble()
    gone = petsc(K)
    gone.destroy()
    with pytest.raises(InputError, match="K has been destroyed"):
        Simulation(petsc(M), gone, step=0.1)
    with pytest.raises(InputError, match="M is a Vec of petsc4py, not a Mat"):
        Simulation(petsc(M).createVecRight(), K, step=0.1)
    shell = PETSc.Mat().createPython((N, N), context=object(), comm=PETSc.COMM_WORLD)
    shell.setUp()
    with pytest.raises(InputError, match="type 'python'"):
        Simulation(petsc(M), shell, step=0.1)
    if SIZE > 1:
        uneven = petsc(K, rows=1 if RANK == 0 else N - 1, columns=1 if RANK == 0 else N - 1)
        with pytest.raises(InputError, match="K is distributed otherwise than M"):
            Simulation(petsc(M), uneven, step=0.1)
        with pytest.raises(InputError, match="G is distributed otherwise than M"):
            Simulation(petsc(M), petsc(K), G=petsc(G, columns=1 if RANK == 0 else N - 1), step=0.1)
        alone = PETSc.Mat().createAIJ(K.shape, csr=(K.indptr, K.indices, K.data), comm=PETSc.COMM_SELF)
        with pytest.raises(InputError):
            Simulation(petsc(M), alone, step=0.1)


@pytest.mark.skipif(SIZE == 1, reason="of several ranks")
def test_what_differs_between_ranks():
    with pytest.raises(InputError, match="K is not the same on all ranks"):
        Simulation(M, K * (1 + RANK), step=0.1)
    with pytest.raises(InputError, match="q0 has the shape"):
        Simulation(M, K, q0=Q0[:-1] if RANK == 1 else Q0, step=0.1)
    for differ in ({"step": 0.1 * (1 + RANK)}, {"C": C if RANK else None}, {"stages": 3 + RANK},
                   {"load": (F, "t" if RANK else "t + 1")}, {"load": [F] * (1 + RANK)}, {"time": float(RANK)}):
        with pytest.raises(InputError, match="the list of arguments is not the same on all ranks"):
            Simulation(M, K, **{"step": 0.1, **differ})
    for name in ("q0", "v0", "load"):
        with pytest.raises(InputError, match=f"{name} is not the same on all ranks"):
            Simulation(M, K, **{"step": 0.1, name: F + RANK})
    # One rank alone can have a simulation of its own.
    from mpi4py import MPI

    alone = MPI.COMM_WORLD.Split(RANK)
    simulation = Simulation(M, K * (1 + RANK), q0=Q0, step=0.02, stages=4, comm=alone)
    simulation.run(0.2 * (1 + RANK))
    expected = flow(0.2 * (1 + RANK), Q0, 0 * Q0, C=0 * C, K=K * (1 + RANK))[0]
    np.testing.assert_allclose(simulation.q, expected, atol=1e-10)


def test_no_stiffness_at_all():
    simulation = Simulation(M, None, v0=V0, step=0.1)
    simulation.run(1.0)
    np.testing.assert_allclose(simulation.q, V0, atol=1e-14)


def test_degrees_of_freedom_without_mass():
    """They follow the others statically: as if condensed."""
    mass = M.toarray()
    mass[2, 2] = 0
    rest = [i for i in range(N) if i != 2]
    k = K.toarray()
    condensed = k[np.ix_(rest, rest)] - np.outer(k[rest, 2], k[2, rest]) / k[2, 2]
    f = F[rest] - k[rest, 2] * F[2] / k[2, 2]
    simulation = Simulation(mass, K, load=lambda t: F * np.sin(OMEGA * t), q0=Q0, step=0.02, stages=4)
    simulation.run(1.0)
    q = flow(1.0, Q0[rest], 0 * Q0[rest], (0.0, OMEGA), mass[np.ix_(rest, rest)], 0 * condensed, condensed, f)[0]
    np.testing.assert_allclose(simulation.q[rest], q, atol=1e-10)
    np.testing.assert_allclose(K[2] @ simulation.q, F[2] * np.sin(OMEGA), atol=1e-10)


def test_initial_values_are_projected():
    simulation = Simulation(M, K, G=G, q0=Q0, v0=V0, project=True, step=0.1)
    assert simulation.frame.violations["position"] < 1e-14
    slightly = Simulation(M, K, G=G, q0=simulation.q + 1e-12, step=0.1)  # taken as it is
    assert 1e-14 < slightly.frame.violations["position"] < 1e-11
    assert np.abs(G @ simulation.q).max() < 1e-14 and np.abs(G @ simulation.v).max() < 1e-14
    moved = simulation.q - Q0
    # The smallest change in the norm of M is M⁻¹Gᵀ times something.
    assert np.linalg.matrix_rank(np.c_[la.solve(M.toarray(), G.toarray().T), moved], tol=1e-10) == 2


def test_an_unstable_splitting_fails_with_the_reason():
    simulation = Simulation(M, 1e6 * K, q0=Q0, step=1.0, stages=2,
                            splitting={"velocity": "A", "elastic": "B", "load": "B", "constraint": "B"})
    with pytest.raises(NumericsError, match="step .* from t = .* failed"):
        simulation.run(1000.0)
    taken, q = simulation.steps, simulation.q
    assert np.isfinite(q).all() and simulation.time == pytest.approx(taken * 1.0)


def test_several_at_the_same_time():
    """Interleaved, with different solvers and methods: nothing is shared by accident."""
    options = [{"stages": 4}, {"stages": 4, "solver": "monolithic"}, {"stages": 4, "solver": "krylov"},
               {"method": "generalized-alpha", "rho_infinity": 1.0}]
    together = [Simulation(M, K, C, load=F, q0=Q0, step=0.1, **each) for each in options]
    for _ in range(10):
        for simulation in together:
            simulation.step()
    for simulation, each in zip(together, options):
        alone = Simulation(M, K, C, load=F, q0=Q0, step=0.1, **each)
        alone.run(1.0)
        np.testing.assert_allclose(simulation.q, alone.q, atol=1e-14)
    for other in together[1:3]:
        np.testing.assert_allclose(other.q, together[0].q, atol=1e-8)


def test_a_load_that_looks_at_the_state():
    """Control between steps: the force of the next step from the state before it."""
    force = -2.0 * V0
    simulation = Simulation(M, K, q0=Q0, v0=V0, step=0.01, load=lambda t: force)

    def control(frame):
        nonlocal force
        force = -2.0 * frame.v
    simulation.run(1.0, callback=control)
    # Velocities are held for a step: dissipation of first order accuracy.
    np.testing.assert_allclose(simulation.q, flow(1.0, Q0, V0, C=2.0 * np.eye(N))[0], atol=0.05)


def test_ctrl_c_ends_a_run():
    simulation = Simulation(M, K, load=F, step=0.001)

    def press(frame):
        if frame.step == 7 and RANK == 0:
            os.kill(os.getpid(), signal.SIGINT)

    with pytest.raises(KeyboardInterrupt if RANK == 0 else sparkdyn.Error, match="" if RANK == 0 else "Interrupt"):
        simulation.run(1.0, callback=press)
    assert 7 <= simulation.steps <= 8


def test_what_is_told_of_it():
    simulation = Simulation(M, K, G=G, step=0.1)
    assert repr(simulation).startswith("<simulation of 7 degrees of freedom and 2 constraints at t = 0, Gauss-Lobatto")
    assert "decoupled" in simulation.solver and "order 5" in repr(simulation)
    assert repr(simulation.step()) == "<frame of step 1 at t = 0.1: 7 degrees of freedom>"
