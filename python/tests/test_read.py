# SPDX-License-Identifier: BSD-3-Clause
"""sparkdyn.read() against the files themselves, opened with h5py and csv."""

import csv
import shutil

import h5py
import numpy as np
import pytest
import sparkdyn
from conftest import program


def stored(folder, name, file="results.h5"):
    with h5py.File(folder / file) as content:
        return content[name][...]


def column(folder, file, name):
    with open(folder / file) as stream:
        return [float(row[name]) for row in csv.DictReader(stream)]


def test_tables_are_those_of_the_file(slider):
    out = sparkdyn.read(slider)
    assert out.names == ["q", "v", "a", "lambda"]
    for name, array in {"q": out.q, "v": out.v, "a": out.a, "lambda": out.lambda_}.items():
        raw = stored(slider, name)
        assert array.shape == raw.shape and array.ndim == 2 and array.size == raw.size
        assert np.array_equal(array, raw)
        assert np.array_equal(out[name][-1], raw[-1])
    assert np.array_equal(out.time, stored(slider, "time"))
    assert out.q.unit == "unit of displacement of the input"
    assert out.q.description == "displacement"


def test_indices_are_those_of_numpy(slider):
    array, raw = sparkdyn.read(slider).q, stored(slider, "q")
    rows, columns = raw.shape
    mask = np.arange(rows) % 3 == 0
    pair = (np.array([0, 4]), np.array([1, 7]))
    for key in [0, -1, slice(None), slice(2, 9, 3), slice(None, None, -1), slice(9, 2, -2), ..., None,
                (slice(None), 5), (slice(None), -1), (3, 4), (..., 2), (2, ...), [3, 1, 1, -2], mask,
                (mask, 4), (slice(None), [5, 2]), pair, ([0, 2], slice(1, 4)), (slice(5, 5), 2),
                [], np.zeros((2, 2), int), raw > 0, (slice(None), None, 3), np.int64(2),
                (slice(-3, None), slice(-4, None, 2)), slice(100, 200)]:
        assert np.array_equal(array[key], raw[key]), key
        assert array[key].shape == raw[key].shape, key
    rng = np.random.default_rng(1)

    def some(n):
        return [slice(*sorted(rng.integers(-n, n, 2)), int(rng.integers(1, 5))), int(rng.integers(-n, n)),
                rng.integers(-n, n, 4), slice(None, None, -int(rng.integers(1, 4)))][rng.integers(4)]

    for _ in range(300):
        key = (some(rows), some(columns))
        assert np.array_equal(array[key], raw[key]), key
    for key in [rows, -rows - 1, (0, columns), (0, 0, 0), 1.5, "no such", ([0, rows],), np.ones(3, bool)]:
        with pytest.raises((IndexError, KeyError)):
            array[key]


def test_arrays_calculate(slider):
    out, raw = sparkdyn.read(slider), stored(slider, "q")
    assert np.array_equal(2 * out.q - out.q[0], 2 * raw - raw[0])
    assert np.abs(out.q).max() == np.abs(raw).max()
    assert np.array_equal([row.sum() for row in out.q], raw.sum(axis=1))
    assert len(out.q) == len(raw)


def test_columns_have_names(slider):
    out = sparkdyn.read(slider)
    node, component = stored(slider, "dofs")[17]
    name = f"node {node}, {'x y z rx ry rz'.split()[component - 1]}"
    assert out.q.names[17] == name and out.q.column(name) == 17
    assert out.column(int(node), name.split(", ")[1]) == 17
    assert np.array_equal(out.q[name], stored(slider, "q")[:, 17])
    with pytest.raises(sparkdyn.UnknownName, match="there is no node 12345"):
        out.column(12345, "x")
    with pytest.raises(sparkdyn.UnknownName, match="there are: x, y, z, rx, ry, rz"):
        out.column(int(node), "u")
    assert np.array_equal(out.v[3:5, name], stored(slider, "v")[3:5, 17])
    assert out.lambda_.names[0] == stored(slider, "rows")[0].decode()
    with pytest.raises(sparkdyn.UnknownName, match="did you mean") as caught:
        out.q[name.replace("node", "nod")]
    assert isinstance(caught.value, KeyError) and isinstance(caught.value, sparkdyn.InputError)
    assert str(caught.value).startswith("there is no column")


def test_fields_are_states_by_nodes_by_components(tied_blocks):
    out = sparkdyn.read(tied_blocks)
    nodes = len(stored(tied_blocks, "VTKHDF/Points"))
    raw = stored(tied_blocks, "VTKHDF/PointData/velocity").reshape(len(out.time), nodes, 3)
    field = out.fields["velocity"]
    assert field.shape == raw.shape and field.unit == "unit of length per unit of time"
    for key in [..., -1, (slice(None), 5), (slice(None), 5, 2), (slice(None, None, -2), slice(3, 9, 2)),
                (..., 1), ([2, 0], [1, 4]), (0, slice(None), [2, 0])]:
        assert np.array_equal(field[key], raw[key]), key
    assert np.array_equal(field["z"], raw[..., 2])
    base = next(name for name in out.history if name.startswith("base_z node"))
    assert out.history.units[base] == "unit of force of the input"
    mises = out.fields["von_mises"]
    assert mises.shape == (len(out.time), len(out.mesh.elements))
    stress = out.fields["stress"][-1]
    s = dict(zip(out.fields["stress"].names, stress.T))
    expected = np.sqrt(0.5 * ((s["xx"] - s["yy"]) ** 2 + (s["yy"] - s["zz"]) ** 2
                              + (s["zz"] - s["xx"]) ** 2) + 3 * (s["xy"] ** 2 + s["yz"] ** 2 + s["zx"] ** 2))
    np.testing.assert_allclose(mises[-1], expected, rtol=1e-12)
    with pytest.raises(sparkdyn.UnknownName, match="did you mean 'stress'"):
        out.fields["stres"]


def test_fields_agree_with_columns(slider):
    """The same numbers by two ways through the file."""
    out = sparkdyn.read(slider)
    displacement, rotation = out.fields["displacement"], out.fields["rotation"]
    for k in range(0, out.q.shape[1], 7):
        node, component = stored(slider, "dofs")[k]
        field = displacement if component <= 3 else rotation
        assert np.array_equal(field[:, out.mesh.node_row(node), (component - 1) % 3], out.q[:, k])


def test_mesh(tied_blocks):
    mesh = sparkdyn.read(tied_blocks).mesh
    assert mesh.points.shape == (len(mesh.nodes), 3)
    assert len(mesh.connectivity) == len(mesh.types) == len(mesh.elements)
    assert all(len(cell) == 8 for cell, kind in zip(mesh.connectivity, mesh.types) if kind == 12)
    assert mesh.nearest(mesh.points[7]) == 7
    assert mesh.node_row(mesh.nodes[7]) == 7 and mesh.element_row(mesh.elements[3]) == 3
    with pytest.raises(sparkdyn.UnknownName, match="there is no node 999999"):
        mesh.node_row(999999)
    with pytest.raises(sparkdyn.InputError, match="three coordinates"):
        mesh.nearest([1, 2])
    assert f"{len(mesh.nodes)} nodes" in repr(mesh)


def test_histories_and_energies(slider):
    out = sparkdyn.read(slider)
    assert list(out.history) == ["time", "shaft", "carriage", "rail", "torque"]
    assert np.array_equal(out.history["carriage"], column(slider, "history.csv", "carriage"))
    assert np.array_equal(out.energy["strain"], column(slider, "energy.csv", "strain"))
    assert np.array_equal(out.energy.time, out.time)
    assert out.energy.units["kinetic"] == "unit of energy of the input"
    assert out.history.units["torque"] == "unit of force times length of the input"
    assert out.history.units["carriage"] == out.q.unit
    assert len(out.history.time) == 2 * (len(out.time) - 1) + 1
    assert out.history.array.shape == (41, 5)
    with pytest.raises(sparkdyn.UnknownName, match="did you mean 'carriage'"):
        out.history["cariage"]
    with pytest.raises(AttributeError, match="did you mean 'history'"):
        out.histori


def test_summary_and_case(slider):
    out = sparkdyn.read(slider)
    assert out.status == "done" and out.summary["steps"] == 40 and out.summary["dofs"] > 0
    assert "crank" in out.case
    with pytest.raises(sparkdyn.UnknownName, match="did you mean 'steps'"):
        out.summary["step"]


def test_matrices(guided_beam):
    out = sparkdyn.read(guided_beam / "results.h5")
    assert not out.fields and out.steps == [] and not out.load_cases
    assert out.q.names[:2] == ["1", "2"] and out.q.shape[1] == out.summary["dofs"]
    assert out.lambda_.shape == (len(out.time), out.summary["constraints"])
    with pytest.raises(sparkdyn.InputError, match="no mesh"):
        out.mesh
    with pytest.raises(sparkdyn.InputError, match="no nodes"):
        out.column(1, "x")
    with pytest.raises(sparkdyn.InputError, match="no modes"):
        out.modes


def test_problem(pendulum):
    out = sparkdyn.read(pendulum)
    assert out.q.names == ["x", "y"]
    np.testing.assert_allclose(np.hypot(out.q["x"], out.q["y"]), 1, atol=1e-13)
    # The published value at t = 1, docs/problems.md.
    np.testing.assert_allclose(out.q[out.index(1.0)], [-0.9862917511318753, -0.1650108531255412], atol=1e-7)
    assert "total" in out.energy and out.summary["problem"] == "pendulum"
    with pytest.raises(sparkdyn.UnknownName, match="of problems"):
        out.a
    with pytest.raises(sparkdyn.InputError, match="not between"):
        out.index(1.5)


def test_load_cases(load_cases):
    out = sparkdyn.read(load_cases)
    assert list(out.load_cases) == ["push", "wind"] and out.status == "done"
    wind = out.load_cases["wind"]
    assert np.array_equal(wind.q, stored(load_cases / "wind", "q"))
    with pytest.raises(sparkdyn.InputError, match="load cases: ask .load_cases"):
        out.q
    with pytest.raises(sparkdyn.UnknownName, match="did you mean 'wind'"):
        out.load_cases["wnd"]
    assert "load case 'wind'" in repr(out)


def test_load_cases_of_an_earlier_run_are_left_out(load_cases, slider, tmp_path):
    shutil.copytree(load_cases, tmp_path / "out")
    shutil.copytree(slider, tmp_path / "out" / "old")
    for name in ("wind", "push"):
        (tmp_path / "out" / name / "results.h5").touch()
    assert list(sparkdyn.read(tmp_path / "out").load_cases) == ["push", "wind"]


def test_steps_of_a_deck(deck):
    out = sparkdyn.read(deck)
    kinds = [step.kind for step in out.steps]
    assert len(kinds) == 3 and kinds[0] == "static" and "bar.inp:" in out.steps[0].where
    numbers = stored(deck, "step")
    dynamic = out.steps[2].results
    assert np.array_equal(dynamic.time, out.time[numbers == 3]) and len(dynamic.time) > 5
    assert np.array_equal(dynamic.q, stored(deck, "q")[numbers == 3])
    assert np.array_equal(dynamic.fields["displacement"][:, 2, 0], dynamic.q["node 3, x"])
    assert set(dynamic.energy["step"]) == {3.0}
    np.testing.assert_allclose(out.steps[0].results.q["node 3, x"][-1], 42 / 2.1e4 * 2, rtol=1e-12)
    modes = out.steps[1].modes
    assert len(modes) == 2 and np.array_equal(out.modes.frequency, modes.frequency)
    with pytest.raises(sparkdyn.InputError, match="no modes.h5"):
        out.steps[0].modes
    assert "static" in repr(out)


def test_modes(frame_modes):
    modes = sparkdyn.read(frame_modes).modes
    assert np.array_equal(modes.frequency, stored(frame_modes, "frequency", "modes.h5"))
    np.testing.assert_allclose(modes.omega, 2 * np.pi * modes.frequency, rtol=1e-14)
    np.testing.assert_allclose(modes.period, 1 / modes.frequency, rtol=1e-14)
    assert modes.shape.shape[0] == len(modes) == 4
    assert np.array_equal(modes.shape, stored(frame_modes, "shape", "modes.h5"))
    assert modes.displacement.shape == (4, len(modes.mesh.nodes), 3)
    x = modes.participation("x")
    np.testing.assert_allclose(np.cumsum(x["effective_mass"]) / x["mass"], x["cumulative_fraction"])
    with pytest.raises(sparkdyn.UnknownName, match="direction"):
        modes.participation("w")
    with pytest.raises(sparkdyn.InputError, match="modes but no results of a run"):
        sparkdyn.read(frame_modes).q
    assert "4 modes" in repr(modes)


def test_what_is_told_of_it(slider):
    text = repr(sparkdyn.read(slider))
    for word in ["crank, rod and carriage", "done", "21 states from 0 to 0.02", "lambda_", "displacement",
                 "41 rows: time, shaft", "order 5", "on 1 rank"]:
        assert word in text, text
    assert "21 × " in repr(sparkdyn.read(slider).q)


def test_wrong_folders(tmp_path, slider):
    with pytest.raises(sparkdyn.InputError, match="did you mean 'slider'"):
        sparkdyn.read(slider.parent / "slidr")
    with pytest.raises(sparkdyn.InputError, match="holds no results"):
        sparkdyn.read(tmp_path)
    (tmp_path / "results.h5").write_text("no HDF5")
    with pytest.raises(sparkdyn.InputError, match="cannot be read"):
        sparkdyn.read(tmp_path).time


def test_a_file_of_another_run_is_refused(slider, deck, tmp_path):
    shutil.copytree(slider, tmp_path / "out")
    out = sparkdyn.read(tmp_path / "out")
    first = out.q[0]
    shutil.copy(deck / "results.h5", tmp_path / "new")
    (tmp_path / "new").rename(tmp_path / "out" / "results.h5")
    with pytest.raises(sparkdyn.InputError, match="replaced by another run"):
        out.q[0]
    assert len(first)
    # The tables beside it are those of the run before.
    mixed = sparkdyn.read(tmp_path / "out")
    with pytest.raises(sparkdyn.InputError, match="of another run"):
        mixed.history
    assert mixed.status == "unfinished"
    with pytest.raises(sparkdyn.InputError, match="goes on, or was killed"):
        mixed.summary


def test_rows_without_a_time_are_not_shown(slider, tmp_path):
    """Values are written before their times: a run that is killed in between leaves more rows."""
    shutil.copytree(slider, tmp_path / "out")
    with h5py.File(tmp_path / "out" / "results.h5", "r+") as file:
        file["time"].resize((15,))
    out = sparkdyn.read(tmp_path / "out")
    assert out.q.shape[0] == 15 and out.fields["velocity"].shape[0] == 15
    assert np.array_equal(out.q[-1], stored(slider, "q")[14])
    assert out.status == "unfinished"


def test_a_file_that_was_cut_is_noticed(slider, tmp_path):
    shutil.copytree(slider, tmp_path / "out")
    out = sparkdyn.read(tmp_path / "out")
    q, field = out.q, out.fields["velocity"]
    with h5py.File(tmp_path / "out" / "results.h5", "r+") as file:
        file["q"].resize(5, axis=0)
        file["VTKHDF/PointData/velocity"].resize(50, axis=0)
    for array in (q, field):
        with pytest.raises(sparkdyn.InputError, match="has been cut"):
            array[-1]


def test_half_a_line_is_left_out(slider, tmp_path):
    shutil.copytree(slider, tmp_path / "out")
    with open(tmp_path / "out" / "history.csv", "a") as file:
        file.write("0.02")
    assert len(sparkdyn.read(tmp_path / "out").history.time) == 41


def test_energies_that_nobody_asked_for_are_an_earlier_runs(matrices):
    program("run", matrices / "case.yaml")
    assert "kinetic" in sparkdyn.read(matrices / "out").energy
    program("run", matrices / "case.yaml", "--set", "output.energy=false")
    with pytest.raises(sparkdyn.InputError, match="energy: false"):
        sparkdyn.read(matrices / "out").energy
    with pytest.raises(sparkdyn.UnknownName, match="without constraints"):
        sparkdyn.read(matrices / "out").lambda_


def test_names_with_commas_and_quotes(matrices):
    program("run", matrices / "case.yaml", "--set", "output.probes.0.name=a, \"b\"")
    history = sparkdyn.read(matrices / "out").history
    assert history.names == ["time", 'a, "b"'] and len(history['a, "b"']) == 51
