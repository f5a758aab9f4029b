// SPDX-License-Identifier: BSD-3-Clause
#include "output/vtkhdf.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "output/results_writer.hpp"
#include "output/support.hpp"
#include "output/xdmf.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::output::test {
namespace {

struct Type {
  int vtk;
  int nodes;
};
constexpr std::array<Type, 13> all_types{{{1, 1},
                                          {3, 2},
                                          {21, 3},
                                          {5, 3},
                                          {22, 6},
                                          {9, 4},
                                          {23, 8},
                                          {10, 4},
                                          {24, 10},
                                          {13, 6},
                                          {26, 15},
                                          {12, 8},
                                          {25, 20}}};

/// Cells that share no nodes, all of one type or one of each.
std::vector<Type> cells_of(bool mixed) {
  if (mixed) return {all_types.begin(), all_types.end()};
  return std::vector<Type>(7, Type{12, 8});
}

std::array<double, 3> point(std::int64_t i) {
  const auto x = static_cast<double>(i);
  return {x / 3, x * x / 7, 1 - x};
}

/// The Python programs below know this formula.
double known(const MeshField& field, long step, std::int64_t row, int component) {
  return static_cast<double>(field.name.size()) + 1000.0 * static_cast<double>(step) +
         static_cast<double>(row) + component / 8.0;
}

core::RowRange split(PetscInt global, bool all_on_last_rank) {
  const MPI_Comm comm = PETSC_COMM_WORLD;
  if (!all_on_last_rank) return core::split_rows(comm, global);
  const bool last = core::rank(comm) == core::size(comm) - 1;
  return {0, last ? global : 0, global};
}

OutputMesh part_of_mesh(const std::vector<Type>& cells, bool all_on_last_rank) {
  OutputMesh mesh;
  std::vector<std::int64_t> begins{0};
  for (const Type& type : cells) begins.push_back(begins.back() + type.nodes);
  mesh.point_range = split(static_cast<PetscInt>(begins.back()), all_on_last_rank);
  mesh.cell_range = split(static_cast<PetscInt>(cells.size()), all_on_last_rank);
  for (PetscInt i = mesh.point_range.begin; i < mesh.point_range.end; ++i) {
    mesh.points.push_back(point(i));
    mesh.node_ids.push_back(10 * i + 5);
  }
  mesh.offsets.push_back(0);
  for (PetscInt c = mesh.cell_range.begin; c < mesh.cell_range.end; ++c) {
    const auto cell = static_cast<std::size_t>(c);
    for (std::int64_t p = begins[cell]; p < begins[cell + 1]; ++p)
      mesh.connectivity.push_back(begins.back() - 1 - p);  // backwards, to see an order
    mesh.offsets.push_back(static_cast<std::int64_t>(mesh.connectivity.size()));
    mesh.types.push_back(static_cast<std::uint8_t>(cells[cell].vtk));
    mesh.element_ids.push_back(100 + 3 * c);
  }
  return mesh;
}

std::vector<MeshField> fields_of_points() {
  return {{"displacement", 3, Site::point, "displacement of nodes", "m"},
          {"heat", 1, Site::point, "temperature", "K"}};
}

std::vector<MeshField> fields_of_cells() {
  return {{"stress", 6, Site::cell, "stress at the centroid", "Pa"},
          {"energy", 1, Site::cell, "strain energy", "J"}};
}

class FakeMesh : public MeshResults {
 public:
  explicit FakeMesh(bool mixed, bool all_on_last_rank = false)
      : mesh_(part_of_mesh(cells_of(mixed), all_on_last_rank)) {}
  OutputMesh mesh() const override { return mesh_; }
  std::vector<MeshField> point_fields() const override { return fields_of_points(); }
  std::vector<MeshField> cell_fields() const override { return fields_of_cells(); }
  void evaluate(const run::Frame& frame, const MeshField& field, double* slab) override {
    const auto& range = field.site == Site::point ? mesh_.point_range : mesh_.cell_range;
    for (PetscInt row = range.begin; row < range.end; ++row)
      for (int c = 0; c < field.components; ++c) *slab++ = known(field, frame.step(), row, c);
  }

 private:
  OutputMesh mesh_;
};

struct Layout {
  bool mixed = true;
  bool all_on_last_rank = false;
  bool vectors = true;
};

/// Three steps: 0, 1 and 2.
void write_three(const std::filesystem::path& file, const Layout& layout,
                 double flush_seconds = 5) {
  ResultsOptions options;
  options.mesh = std::make_shared<FakeMesh>(layout.mixed, layout.all_on_last_rank);
  if (!layout.vectors) options.tables.clear();
  options.flush_seconds = flush_seconds;
  ResultsWriter writer(PETSC_COMM_WORLD, file, options);
  FakeFrame frame({}, 2);
  run(writer, frame, 2);
}

std::vector<double> expected_values(const MeshField& field, std::int64_t rows) {
  std::vector<double> values;
  for (long step = 0; step < 3; ++step)
    for (std::int64_t row = 0; row < rows; ++row)
      for (int c = 0; c < field.components; ++c) values.push_back(known(field, step, row, c));
  return values;
}

using Sizes = std::vector<unsigned long long>;

void expect_table(const std::filesystem::path& file, const std::string& name, const Sizes& sizes,
                  const std::vector<double>& values) {
  const Table table = read_dataset(file, "/VTKHDF/" + name);
  EXPECT_EQ(table.sizes, sizes) << name;
  EXPECT_EQ(table.values, values) << name;
}

class VtkGroupTest : public testing::TestWithParam<Layout> {};

TEST_P(VtkGroupTest, HoldsMeshFieldsAndStepsOnAnyNumberOfRanks) {
  const SharedFolder folder;
  const auto file = folder / "results.h5";
  write_three(file, GetParam());
  if (!on_root()) return;
  const auto cells = cells_of(GetParam().mixed);
  std::vector<double> offsets{0}, types, elements, nodes, coordinates, connectivity;
  for (std::size_t c = 0; c < cells.size(); ++c) {
    offsets.push_back(offsets.back() + cells[c].nodes);
    types.push_back(cells[c].vtk);
    elements.push_back(100 + 3 * static_cast<double>(c));
  }
  const auto points = static_cast<std::int64_t>(offsets.back());
  for (std::int64_t i = 0; i < points; ++i) {
    nodes.push_back(static_cast<double>(10 * i + 5));
    connectivity.push_back(static_cast<double>(points - 1 - i));
    for (const double x : point(i)) coordinates.push_back(x);
  }
  const auto P = static_cast<unsigned long long>(points);
  const auto C = static_cast<unsigned long long>(cells.size());
  const auto n = static_cast<double>(points);
  const auto m = static_cast<double>(cells.size());
  expect_table(file, "NumberOfPoints", {1}, {n});
  expect_table(file, "NumberOfCells", {1}, {m});
  expect_table(file, "NumberOfConnectivityIds", {1}, {n});
  expect_table(file, "Points", {P, 3}, coordinates);
  expect_table(file, "Connectivity", {P}, connectivity);
  expect_table(file, "Offsets", {C + 1}, offsets);
  expect_table(file, "Types", {C}, types);
  expect_table(file, "PointData/node", {P}, nodes);
  expect_table(file, "CellData/element", {C}, elements);
  expect_table(file, "PointData/displacement", {3 * P, 3},
               expected_values(fields_of_points()[0], points));
  expect_table(file, "PointData/heat", {3 * P}, expected_values(fields_of_points()[1], points));
  expect_table(file, "CellData/stress", {3 * C, 6},
               expected_values(fields_of_cells()[0], static_cast<std::int64_t>(C)));
  expect_table(file, "CellData/energy", {3 * C},
               expected_values(fields_of_cells()[1], static_cast<std::int64_t>(C)));
  expect_table(file, "Steps/Values", {3}, {known_time(0), known_time(1), known_time(2)});
  expect_table(file, "Steps/NumberOfParts", {3}, {1, 1, 1});
  for (const char* name :
       {"PartOffsets", "PointOffsets", "PointDataOffsets/node", "CellDataOffsets/element"})
    expect_table(file, std::string("Steps/") + name, {3}, {0, 0, 0});
  for (const char* name : {"CellOffsets", "ConnectivityIdOffsets"})
    expect_table(file, std::string("Steps/") + name, {3, 1}, {0, 0, 0});
  for (const char* name : {"displacement", "heat"})
    expect_table(file, std::string("Steps/PointDataOffsets/") + name, {3}, {0, n, 2 * n});
  for (const char* name : {"stress", "energy"})
    expect_table(file, std::string("Steps/CellDataOffsets/") + name, {3}, {0, m, 2 * m});
  EXPECT_EQ(read_dataset(file, "/q").sizes.empty(), !GetParam().vectors);
  EXPECT_EQ(read_dataset(file, "/time").sizes, Sizes{3});
}

INSTANTIATE_TEST_SUITE_P(Layouts, VtkGroupTest,
                         testing::Values(Layout{}, Layout{false, false, true},
                                         Layout{true, true, true}, Layout{false, true, false}));

/// The specification of VTKHDF 2 for a temporal UnstructuredGrid, step by step, and the XDMF
/// against it.
const std::string specification = R"(
import os, sys
import h5py, numpy as np
import xml.etree.ElementTree as xml
path = sys.argv[1]
file = h5py.File(path, "r")
root = file["VTKHDF"]
assert root.attrs["Version"].tolist() == [2, 0], root.attrs["Version"]
kind = root.attrs.get_id("Type").get_type()
assert isinstance(kind, h5py.h5t.TypeStringID) and not kind.is_variable_str()
assert kind.get_cset() == h5py.h5t.CSET_ASCII and root.attrs["Type"] == b"UnstructuredGrid"
for name in ("NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds", "Connectivity", "Offsets"):
    assert root[name].dtype == "<i8" and root[name].ndim == 1, name
assert root["Types"].dtype == "u1" and root["Points"].dtype == "<f8" and root["Points"].shape[1] == 3
steps = root["Steps"]
count = int(steps.attrs["NSteps"])
assert count == 3 and steps.attrs["NSteps"].shape == ()
assert steps["Values"].shape == (count,) and steps["Values"].dtype == "<f8"
for name in ("PartOffsets", "NumberOfParts", "PointOffsets"):
    assert steps[name].shape == (count,) and steps[name].dtype == "<i8", name
for name in ("CellOffsets", "ConnectivityIdOffsets"):
    assert steps[name].shape == (count, 1) and steps[name].dtype == "<i8", name
for data in ("PointData", "CellData"):
    assert set(root[data]) == set(steps[data + "Offsets"]), data
    for name, offsets in steps[data + "Offsets"].items():
        assert offsets.shape == (count,) and offsets.dtype == "<i8", name

def at(step):
    "What a reader must find at a step, by the offsets alone."
    part, parts = int(steps["PartOffsets"][step]), int(steps["NumberOfParts"][step])
    assert parts == 1
    points, cells, ids = (int(root[n][part]) for n in
                          ("NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds"))
    p, c, k = int(steps["PointOffsets"][step]), int(steps["CellOffsets"][step, 0]), int(
        steps["ConnectivityIdOffsets"][step, 0])
    grid = {"points": root["Points"][p:p + points], "types": root["Types"][c:c + cells],
            "offsets": root["Offsets"][c + part:c + part + cells + 1],
            "connectivity": root["Connectivity"][k:k + ids], "PointData": {}, "CellData": {}}
    assert grid["offsets"][0] == 0 and grid["offsets"][-1] == ids
    assert grid["connectivity"].min() >= 0 and grid["connectivity"].max() < points
    for data, rows in (("PointData", points), ("CellData", cells)):
        for name, array in root[data].items():
            o = int(steps[data + "Offsets"][name][step])
            grid[data][name] = array[o:o + rows]
            assert len(grid[data][name]) == rows, name
    return grid

def check_values(grid, step):
    for data in ("PointData", "CellData"):
        for name, values in grid[data].items():
            if name in ("node", "element"):
                continue
            table = values.reshape(len(values), -1)
            rows, columns = np.indices(table.shape)
            assert (table == len(name) + 1000.0 * step + rows + columns / 8.0).all(), name
    assert (grid["PointData"]["node"] == 10 * np.arange(len(grid["points"])) + 5).all()
    assert (grid["CellData"]["element"] == 3 * np.arange(len(grid["types"])) + 100).all()
)";

const std::string xdmf_check = R"(
def values_of(item):
    sizes = [int(n) for n in item.get("Dimensions").split()]
    if item.get("ItemType") == "HyperSlab":
        selection, source = item.findall("DataItem")
        start, stride, number = np.array(selection.text.split(), int).reshape(3, -1)
        whole = values_of(source)
        picked = whole[tuple(slice(a, a + s * n, s) for a, s, n in zip(start, stride, number))]
        assert list(picked.shape) == sizes, (picked.shape, sizes)
        return picked
    name, place = item.text.split(":")
    with h5py.File(os.path.join(os.path.dirname(path), name), "r") as source:
        values = source[place][()]
    wanted = int(np.prod(sizes))
    kind = {"Float": "f", "Int": "i"}[item.get("NumberType")]
    assert values.dtype.kind == kind and values.dtype.itemsize == int(item.get("Precision")), place
    assert values.size >= wanted, place  # a later step may have been added since
    return values.reshape(-1)[:wanted].reshape(sizes)

codes = {1: (1, 1), 2: (3, 2), 34: (21, 3), 4: (5, 3), 36: (22, 6), 5: (9, 4), 37: (23, 8),
         6: (10, 4), 38: (24, 10), 8: (13, 6), 40: (26, 15), 9: (12, 8), 48: (25, 20)}
names = {"Hexahedron": 9}
def topology_of(element):
    values = values_of(element.find("DataItem")).ravel().tolist()
    if element.get("TopologyType") != "Mixed":
        vtk, nodes = codes[names[element.get("TopologyType")]]
        return [vtk] * int(element.get("NumberOfElements")), values
    types, connectivity = [], []
    while values:
        code = values.pop(0)
        vtk, nodes = codes[code]
        if code in (1, 2):
            assert values.pop(0) == nodes
        types.append(vtk)
        connectivity += values[:nodes]
        del values[:nodes]
    assert len(types) == int(element.get("NumberOfElements"))
    return types, connectivity

index = xml.parse(os.path.splitext(path)[0] + ".xdmf").getroot()
series = index.find("Domain/Grid")
assert series.get("CollectionType") == "Temporal"
grids = series.findall("Grid")
assert len(grids) == count, len(grids)
for step, grid in enumerate(grids):
    spec = at(step)
    check_values(spec, step)
    assert float(grid.find("Time").get("Value")) == steps["Values"][step]
    assert (values_of(grid.find("Geometry/DataItem")) == spec["points"]).all()
    types, connectivity = topology_of(grid.find("Topology"))
    assert types == spec["types"].tolist() and connectivity == spec["connectivity"].tolist()
    found = {"Node": {}, "Cell": {}}
    for attribute in grid.findall("Attribute"):
        found[attribute.get("Center")][attribute.get("Name")] = values_of(attribute.find("DataItem"))
    for center, data in (("Node", "PointData"), ("Cell", "CellData")):
        assert set(found[center]) == set(spec[data])
        for name in spec[data]:
            assert (found[center][name] == spec[data][name]).all(), name
)";

/// VTK 9.1 knows VTKHDF without Steps: each step as a file of its own. Newer ones read them all.
const std::string vtk_check = R"(
import vtk
from vtk.util.numpy_support import vtk_to_numpy as numbers

def compare(output, grid):
    assert output.GetNumberOfPoints() == len(grid["points"]), output.GetNumberOfPoints()
    assert output.GetNumberOfCells() == len(grid["types"])
    assert (numbers(output.GetPoints().GetData()) == grid["points"]).all()
    assert (numbers(output.GetCellTypesArray()) == grid["types"]).all()
    assert (numbers(output.GetCells().GetOffsetsArray()) == grid["offsets"]).all()
    assert (numbers(output.GetCells().GetConnectivityArray()) == grid["connectivity"]).all()
    for data, arrays in (("PointData", output.GetPointData()), ("CellData", output.GetCellData())):
        assert {arrays.GetArrayName(i) for i in range(arrays.GetNumberOfArrays())} == set(grid[data])
        for name in grid[data]:
            assert (numbers(arrays.GetArray(name)) == grid[data][name]).all(), name

def single(step):
    name = path + f".{step}.hdf"
    grid = at(step)
    with h5py.File(name, "w") as copy:
        group = copy.create_group("VTKHDF")
        group.attrs["Version"] = np.array([1, 0])
        group.attrs.create("Type", root.attrs["Type"], dtype=h5py.string_dtype("ascii", 16))
        for key, value in (("Points", "points"), ("Types", "types"), ("Offsets", "offsets"),
                           ("Connectivity", "connectivity")):
            group[key] = grid[value]
        for key in ("NumberOfPoints", "NumberOfCells", "NumberOfConnectivityIds"):
            group[key] = root[key][()]
        for data in ("PointData", "CellData"):
            for key, value in grid[data].items():
                group[f"{data}/{key}"] = value
    return name

def read(name, time=None):
    reader = vtk.vtkHDFReader()
    reader.SetFileName(name)
    if time is not None:
        reader.UpdateInformation()
        reader.UpdateTimeStep(time)
    reader.Update()
    return reader.GetOutput()

for step in range(count):
    compare(read(single(step)), at(step))
version = vtk.vtkVersion()
if (version.GetVTKMajorVersion(), version.GetVTKMinorVersion()) >= (9, 3):
    for step in range(count):
        compare(read(path, steps["Values"][step]), at(step))
if hasattr(vtk, "vtkXdmfReader"):
    reader = vtk.vtkXdmfReader()
    reader.SetFileName(os.path.splitext(path)[0] + ".xdmf")
    for step in range(count):
        reader.UpdateTimeStep(steps["Values"][step])
        grid = at(step)
        # XDMF has no points and lines but with any number of nodes, VTK's types 2 and 4.
        grid["types"] = np.array([{1: 2, 3: 4}.get(t, t) for t in grid["types"]])
        compare(reader.GetOutputDataObject(0), grid)
)";

TEST_P(VtkGroupTest, FollowsTheSpecificationAndXdmfPointsAtTheSame) {
  const SharedFolder folder;
  const auto file = folder / "results.h5";
  write_three(file, GetParam());
  if (!on_root()) return;
  if (!python_has("h5py")) GTEST_SKIP() << "/usr/bin/python3 has no h5py";
  EXPECT_EQ(run_python(specification + xdmf_check, file), 0);
}

TEST_P(VtkGroupTest, VtkReadsIt) {
  const SharedFolder folder;
  const auto file = folder / "results.h5";
  write_three(file, GetParam());
  if (!on_root()) return;
  if (!python_has("h5py") || !python_has("vtk"))
    GTEST_SKIP() << "/usr/bin/python3 has no h5py or no vtk";
  EXPECT_EQ(run_python(specification + vtk_check, file), 0);
}

/// Written step by step, each flushed, the files must be the same as when written at once; and in
/// between, what is there must be complete.
TEST(VtkGroup, FlushedStepsAreCompleteWhileTheRunGoesOn) {
  const SharedFolder folder;
  const auto at_once = folder / "at_once.h5";
  const auto piecewise = folder / "piecewise.h5";
  write_three(at_once, {});
  ResultsOptions options;
  options.mesh = std::make_shared<FakeMesh>(true);
  options.flush_seconds = 0;
  ResultsWriter writer(PETSC_COMM_WORLD, piecewise, options);
  FakeFrame frame({}, 2);
  std::string before;
  for (long step = 0; step < 3; ++step) {
    frame.set_step(step);
    step == 0 ? writer.on_start(frame) : writer.on_step(frame);
    wait_for_all();
    if (!on_root()) continue;
    const std::string index = read_text(folder / "piecewise.xdmf");
    // A flush that comes too late for its step shows in the next; the index is always closed.
    EXPECT_EQ(index.substr(index.size() - 8), "</Xdmf>\n");
    EXPECT_GE(index.size(), before.size());
    before = index;
  }
  writer.on_finish(frame);
  if (!on_root()) return;
  std::string expected = read_text(folder / "at_once.xdmf");
  for (std::size_t i = expected.find("at_once"); i != std::string::npos;
       i = expected.find("at_once"))
    expected.replace(i, 7, "piecewise");
  EXPECT_EQ(read_text(folder / "piecewise.xdmf"), expected);
  for (const char* name : {"PointData/displacement", "CellData/stress", "Steps/Values",
                           "Steps/PointDataOffsets/displacement"}) {
    const std::string place = std::string("/VTKHDF/") + name;
    EXPECT_EQ(read_dataset(piecewise, place).values, read_dataset(at_once, place).values) << name;
  }
}

/// A run that ends by an error elsewhere, without on_finish().
TEST(VtkGroup, KeepsStoredStepsOfARunThatBreaksOff) {
  const SharedFolder folder;
  const auto file = folder / "results.h5";
  {
    ResultsOptions options;
    options.mesh = std::make_shared<FakeMesh>(true);
    ResultsWriter writer(PETSC_COMM_WORLD, file, options);
    FakeFrame frame({}, 100);
    writer.on_start(frame);
    for (long step = 1; step < 3; ++step) {
      frame.set_step(step);
      writer.on_step(frame);
    }
  }
  if (!on_root()) return;
  EXPECT_EQ(read_dataset(file, "/VTKHDF/Steps/Values").sizes, Sizes{3});
  if (!python_has("h5py")) GTEST_SKIP() << "/usr/bin/python3 has no h5py";
  EXPECT_EQ(run_python(specification + xdmf_check, file), 0);
}

TEST(VtkGroup, ManyStepsOfASmallMesh) {
  const SharedFolder folder;
  const auto file = folder / "results.h5";
  constexpr long last = 700;
  ResultsOptions options;
  options.mesh = std::make_shared<FakeMesh>(false);
  options.flush_seconds = 0;
  options.tables.clear();
  ResultsWriter writer(PETSC_COMM_WORLD, file, options);
  FakeFrame frame({}, last);
  run(writer, frame, last);
  if (!on_root()) return;
  const Table table = read_dataset(file, "/VTKHDF/PointData/displacement");
  ASSERT_EQ(table.sizes, (Sizes{56 * (last + 1), 3}));
  const MeshField field = fields_of_points()[0];
  for (long step = 0; step <= last; ++step)
    for (std::int64_t row = 0; row < 56; ++row)
      for (int c = 0; c < 3; ++c)
        ASSERT_EQ(table.values[static_cast<std::size_t>((step * 56 + row) * 3 + c)],
                  known(field, step, row, c));
}

TEST(VtkGroup, RefusesAMeshThatDoesNotFitTogether) {
  const MPI_Comm comm = PETSC_COMM_WORLD;
  const OutputMesh good = part_of_mesh(cells_of(true), false);
  EXPECT_EQ(error_of([&] { require_consistent(comm, good); }), "");
  const bool last = core::rank(comm) == core::size(comm) - 1;
  OutputMesh bad = good;
  if (last) bad.connectivity.back() = good.point_range.global;
  EXPECT_NE(error_of([&] { require_consistent(comm, bad); }).find("point 90 of 90"),
            std::string::npos);
  bad = good;
  if (last) bad.types.pop_back();
  EXPECT_NE(error_of([&] { require_consistent(comm, bad); }).find("types"), std::string::npos);
  bad = good;
  if (last) bad.offsets.back() += 1;
  EXPECT_NE(error_of([&] { require_consistent(comm, bad); }).find("offsets"), std::string::npos);
}

class BadName : public FakeMesh {
 public:
  explicit BadName(std::string name) : FakeMesh(true), name_(std::move(name)) {}
  std::vector<MeshField> point_fields() const override { return {{name_, 1, Site::point, "", ""}}; }

 private:
  std::string name_;
};

TEST(VtkGroup, RefusesNamesThatHdf5OrVtkCannotHold) {
  const SharedFolder folder;
  for (const char* name : {"a/b", "node", "", "x.y"}) {
    ResultsOptions options;
    options.mesh = std::make_shared<BadName>(name);
    ResultsWriter writer(PETSC_COMM_WORLD, folder / "results.h5", options);
    FakeFrame frame({}, 2);
    EXPECT_NE(error_of([&] { writer.on_start(frame); }).find("must not be called"),
              std::string::npos)
        << name;
  }
}

}  // namespace
}  // namespace sparkdyn::output::test
