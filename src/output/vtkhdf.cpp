// SPDX-License-Identifier: BSD-3-Clause
#include "output/vtkhdf.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "hdf5_slabs.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

// Functions, because HDF5's names of types start the library.
SlabType real_type() {
  return {H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE};
}
SlabType integer_type() {
  return {H5T_STD_I64LE, H5T_NATIVE_INT64};
}

core::Hdf5Attribute create_attribute(const Hdf5Calls& calls, hid_t object, const char* name,
                                     hid_t space) {
  return core::Hdf5Attribute(calls("creating an attribute of", [&] {
    return H5Acreate2(object, name, H5T_STD_I64LE, space, H5P_DEFAULT, H5P_DEFAULT);
  }));
}

void write_version(const Hdf5Calls& calls, hid_t group) {
  // 2.0 is the first version with Steps; nothing newer is used.
  const std::array<std::int64_t, 2> version{2, 0};
  const hsize_t size = version.size();
  const core::Hdf5Space space(H5Screate_simple(1, &size, nullptr));
  const auto attribute = create_attribute(calls, group, "Version", space);
  calls("writing an attribute of",
        [&] { return H5Awrite(attribute, H5T_NATIVE_INT64, version.data()); });
}

SlabLayout layout_of(const core::RowRange& range, int columns = 1) {
  return {static_cast<hsize_t>(range.begin), static_cast<hsize_t>(range.size()),
          static_cast<hsize_t>(range.global), static_cast<hsize_t>(columns), columns == 1};
}

/// Values that all ranks know, written by rank 0.
SlabLayout known_to_all(MPI_Comm comm, hsize_t rows) {
  const bool writes = core::rank(comm) == 0;
  return {writes ? 0 : rows, writes ? rows : 0, rows};
}

struct Share {
  std::int64_t before = 0;  ///< on lower ranks
  std::int64_t total = 0;
};

Share share_of(MPI_Comm comm, std::int64_t mine) {
  Share share;
  MPI_Exscan(&mine, &share.before, 1, MPI_INT64_T, MPI_SUM, comm);
  if (core::rank(comm) == 0) share.before = 0;
  MPI_Allreduce(&mine, &share.total, 1, MPI_INT64_T, MPI_SUM, comm);
  return share;
}

const char* folder_of(Site site) {
  return site == Site::point ? "PointData" : "CellData";
}

[[noreturn]] void inconsistent(const std::string& what) {
  throw core::Error(core::Failure::internal, "mesh for output: " + what);
}

void check_sizes(const OutputMesh& mesh) {
  const auto points = static_cast<std::size_t>(mesh.point_range.size());
  const auto cells = static_cast<std::size_t>(mesh.cell_range.size());
  if (mesh.points.size() != points || mesh.node_ids.size() != points)
    inconsistent(fmt::format("{} points and {} node numbers for a range of {}", mesh.points.size(),
                             mesh.node_ids.size(), points));
  if (mesh.types.size() != cells || mesh.element_ids.size() != cells ||
      mesh.offsets.size() != cells + 1)
    inconsistent(fmt::format("{} types, {} element numbers and {} offsets for {} cells",
                             mesh.types.size(), mesh.element_ids.size(), mesh.offsets.size(),
                             cells));
  if (mesh.offsets.front() != 0 ||
      mesh.offsets.back() != static_cast<std::int64_t>(mesh.connectivity.size()) ||
      !std::is_sorted(mesh.offsets.begin(), mesh.offsets.end()))
    inconsistent("offsets do not divide the connectivity");
  for (const std::int64_t point : mesh.connectivity)
    if (point < 0 || point >= mesh.point_range.global)
      inconsistent(fmt::format("a cell has point {} of {}", point, mesh.point_range.global));
}

void check_fields(const std::vector<MeshField>& fields) {
  for (std::size_t i = 0; i < fields.size(); ++i) {
    const MeshField& field = fields[i];
    const bool taken = field.name == (field.site == Site::point ? "node" : "element");
    // HDF5 takes '/' for a group and '.' for the group itself.
    if (field.name.empty() || field.name.find_first_of("/.") != std::string::npos || taken)
      inconsistent(fmt::format("a field must not be called '{}'", field.name));
    if (field.components < 1) inconsistent(fmt::format("'{}' has no components", field.name));
    for (std::size_t k = 0; k < i; ++k)
      if (fields[k].site == field.site && fields[k].name == field.name)
        inconsistent(fmt::format("two fields are called '{}'", field.name));
  }
}

}  // namespace

void require_consistent(MPI_Comm comm, const OutputMesh& mesh) {
  core::collectively(comm, [&] { check_sizes(mesh); });
}

hsize_t mesh_bytes(MPI_Comm comm, const OutputMesh& mesh) {
  const auto entries = share_of(comm, static_cast<std::int64_t>(mesh.connectivity.size())).total;
  const auto points = static_cast<hsize_t>(mesh.point_range.global);
  const auto cells = static_cast<hsize_t>(mesh.cell_range.global);
  // Coordinates and node; offset, type and element; connectivity here and for XDMF.
  return points * 32 + cells * 33 + 16 * static_cast<hsize_t>(entries);
}

struct VtkGroup::State {
  struct Stored {
    MeshField field;
    Hdf5Slabs slabs;
  };
  /// One number per step: constant + step · slope.
  struct Offsets {
    std::int64_t constant;
    std::int64_t slope;
    Hdf5Numbers numbers;
  };

  State(MPI_Comm comm, hid_t file, std::string shown_as, const OutputMesh& mesh,
        std::vector<MeshField> fields_to_store, std::optional<long> existing);

  core::Hdf5Group group(hid_t parent, const char* name) const {
    return steps_before ? open_group(calls, parent, name) : create_group(calls, parent, name);
  }
  void write_head(const OutputMesh& mesh);
  void write_mesh(const OutputMesh& mesh);
  void write_numbers(const char* name, std::int64_t value);
  void add_field(const MeshField& field, const OutputMesh& mesh);
  void add_offsets(hid_t group, const std::string& name, std::int64_t constant, std::int64_t slope,
                   bool flat = true);
  void add_steps(const OutputMesh& mesh);

  Hdf5Calls calls;
  std::optional<hsize_t> steps_before;  ///< of a file that is continued
  std::vector<MeshField> fields;
  core::Hdf5Group root;
  std::map<Site, core::Hdf5Group> data;
  core::Hdf5Group steps_group;
  core::Hdf5Attribute step_count;
  std::vector<Stored> stored;
  std::unique_ptr<Hdf5Numbers> times;
  std::vector<Offsets> offsets;
  std::vector<double> waiting_times;  ///< of all steps that readers do not see yet
  long written = 0;                   ///< steps whose values are written
  long visible = 0;
};

VtkGroup::State::State(MPI_Comm comm, hid_t file, std::string shown_as, const OutputMesh& mesh,
                       std::vector<MeshField> fields_to_store, std::optional<long> existing)
    : calls(comm, std::move(shown_as)),
      steps_before(existing),
      fields(std::move(fields_to_store)),
      written(existing.value_or(0)),
      visible(existing.value_or(0)) {
  check_fields(fields);
  require_consistent(comm, mesh);
  root = group(file, "VTKHDF");
  for (const Site site : {Site::point, Site::cell}) data[site] = group(root, folder_of(site));
  if (!existing) write_head(mesh);
  stored.reserve(fields.size());
  for (const MeshField& field : fields) add_field(field, mesh);
  add_steps(mesh);
}

void VtkGroup::State::write_head(const OutputMesh& mesh) {
  write_version(calls, root);
  write_attribute(calls, root, "Type", std::string("UnstructuredGrid"));
  write_mesh(mesh);
  write_slab(calls, data[Site::point], "node", layout_of(mesh.point_range), integer_type(),
             mesh.node_ids.data());
  write_slab(calls, data[Site::cell], "element", layout_of(mesh.cell_range), integer_type(),
             mesh.element_ids.data());
}

void VtkGroup::State::write_numbers(const char* name, std::int64_t value) {
  write_slab(calls, root, name, known_to_all(calls.comm(), 1), integer_type(), &value);
}

/// All ranks' slabs are one part: offsets count through the whole connectivity.
void VtkGroup::State::write_mesh(const OutputMesh& mesh) {
  const MPI_Comm comm = calls.comm();
  const Share entries = share_of(comm, static_cast<std::int64_t>(mesh.connectivity.size()));
  write_numbers("NumberOfPoints", mesh.point_range.global);
  write_numbers("NumberOfCells", mesh.cell_range.global);
  write_numbers("NumberOfConnectivityIds", entries.total);
  SlabLayout points = layout_of(mesh.point_range, 3);
  write_slab(calls, root, "Points", points, real_type(), mesh.points.data());
  write_slab(calls, root, "Types", layout_of(mesh.cell_range), {H5T_STD_U8LE, H5T_NATIVE_UINT8},
             mesh.types.data());
  const auto mine = static_cast<hsize_t>(mesh.connectivity.size());
  write_slab(calls, root, "Connectivity",
             {static_cast<hsize_t>(entries.before), mine, static_cast<hsize_t>(entries.total)},
             integer_type(), mesh.connectivity.data());
  // Each rank writes where its cells begin, the last one also where they end.
  std::vector<std::int64_t> begins(mesh.offsets);
  for (std::int64_t& begin : begins) begin += entries.before;
  const bool last = core::rank(comm) == core::size(comm) - 1;
  SlabLayout offset_layout = layout_of(mesh.cell_range);
  offset_layout.global += 1;
  if (last) offset_layout.rows += 1;
  write_slab(calls, root, "Offsets", offset_layout, integer_type(), begins.data());
}

void VtkGroup::State::add_field(const MeshField& field, const OutputMesh& mesh) {
  const auto& range = field.site == Site::point ? mesh.point_range : mesh.cell_range;
  stored.push_back({field, Hdf5Slabs(calls, data[field.site], field.name,
                                     layout_of(range, field.components), steps_before)});
  if (steps_before) return;
  write_attribute(calls, stored.back().slabs.dataset(), "description", field.meaning);
  write_attribute(calls, stored.back().slabs.dataset(), "unit", field.unit);
}

void VtkGroup::State::add_offsets(hid_t group, const std::string& name, std::int64_t constant,
                                  std::int64_t slope, bool flat) {
  offsets.push_back(
      {constant, slope, Hdf5Numbers(calls, group, name, integer_type(), flat, steps_before)});
}

void VtkGroup::State::add_steps(const OutputMesh& mesh) {
  steps_group = group(root, "Steps");
  if (steps_before) {
    step_count = core::Hdf5Attribute(calls(
        "opening an attribute of", [&] { return H5Aopen(steps_group, "NSteps", H5P_DEFAULT); }));
  } else {
    const core::Hdf5Space scalar(H5Screate(H5S_SCALAR));
    step_count = create_attribute(calls, steps_group, "NSteps", scalar);
    const std::int64_t none = 0;
    calls("writing an attribute of", [&] { return H5Awrite(step_count, H5T_NATIVE_INT64, &none); });
  }
  times =
      std::make_unique<Hdf5Numbers>(calls, steps_group, "Values", real_type(), true, steps_before);
  add_offsets(steps_group, "NumberOfParts", 1, 0);
  for (const char* name : {"PartOffsets", "PointOffsets"}) add_offsets(steps_group, name, 0, 0);
  for (const char* name : {"CellOffsets", "ConnectivityIdOffsets"})
    add_offsets(steps_group, name, 0, 0, false);
  const auto point_offsets = group(steps_group, "PointDataOffsets");
  const auto cell_offsets = group(steps_group, "CellDataOffsets");
  add_offsets(point_offsets, "node", 0, 0);
  add_offsets(cell_offsets, "element", 0, 0);
  for (const MeshField& field : fields) {
    const bool of_points = field.site == Site::point;
    add_offsets(of_points ? point_offsets : cell_offsets, field.name, 0,
                of_points ? mesh.point_range.global : mesh.cell_range.global);
  }
}

VtkGroup::VtkGroup(MPI_Comm comm, hid_t file, std::string shown_as, const OutputMesh& mesh,
                   std::vector<MeshField> fields, std::optional<long> existing)
    : state_(std::make_unique<State>(comm, file, std::move(shown_as), mesh, std::move(fields),
                                     existing)) {}

VtkGroup::~VtkGroup() {
  const QuietHdf5 quiet;
  state_.reset();
}

const std::vector<MeshField>& VtkGroup::fields() const {
  return state_->fields;
}

double* VtkGroup::slab(std::size_t field) {
  return state_->stored[field].slabs.slab();
}

void VtkGroup::end_step(double time) {
  for (auto& field : state_->stored) field.slabs.end_step();
  state_->waiting_times.push_back(time);
}

hsize_t VtkGroup::bytes_to_add() const {
  hsize_t bytes = state_->waiting_times.size() * (state_->offsets.size() + 1) * sizeof(double);
  for (const auto& field : state_->stored) bytes += field.slabs.bytes_to_add();
  return bytes;
}

void VtkGroup::write_values() {
  for (auto& field : state_->stored) field.slabs.write(state_->calls);
  state_->written = state_->visible + static_cast<long>(state_->waiting_times.size());
}

void VtkGroup::write_steps() {
  const long count = state_->written - state_->visible;
  if (count == 0) return;
  const Hdf5Calls& calls = state_->calls;
  const auto rows = static_cast<hsize_t>(count);
  state_->times->append(calls, state_->waiting_times.data(), rows);
  std::vector<std::int64_t> values(rows);
  for (auto& offset : state_->offsets) {
    for (long i = 0; i < count; ++i)
      values[static_cast<std::size_t>(i)] = offset.constant + (state_->visible + i) * offset.slope;
    offset.numbers.append(calls, values.data(), rows);
  }
  const std::int64_t total = state_->written;
  calls("writing an attribute of",
        [&] { return H5Awrite(state_->step_count, H5T_NATIVE_INT64, &total); });
  state_->visible = state_->written;
  state_->waiting_times.erase(state_->waiting_times.begin(), state_->waiting_times.begin() + count);
}

long VtkGroup::steps() const {
  return state_->visible;
}

std::int64_t VtkGroup::largest_field() const {
  std::int64_t largest = 0;
  for (const auto& field : state_->stored)
    largest = std::max(largest, field.slabs.values_per_step());
  return largest;
}

}  // namespace sparkdyn::output
