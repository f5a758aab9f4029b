// SPDX-License-Identifier: BSD-3-Clause
#include "mesh_part.hpp"

#include <algorithm>
#include <array>

#include "hdf5_rows.hpp"
#include "hdf5_slabs.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

hsize_t drawing_bytes(const OutputMesh& mesh, const Drawing& drawing) {
  if (drawing.sections.empty()) return 0;
  return static_cast<hsize_t>(mesh.point_range.global) * 25 +
         static_cast<hsize_t>(mesh.cell_range.global) * 8 +
         drawing.sections.size() * sizeof(SectionRow);
}

}  // namespace

MeshPart::MeshPart(MPI_Comm comm, std::filesystem::path path, std::shared_ptr<MeshResults> mesh,
                   bool labels)
    : comm_(comm), path_(std::move(path)), mesh_(std::move(mesh)), labels_(labels), peaks_(comm) {}

void MeshPart::create(hid_t file, const std::function<void(hsize_t)>& reserve) {
  const OutputMesh mesh = mesh_->mesh();
  const Drawing drawing = mesh_->drawing();
  reserve(mesh_bytes(comm_, mesh) + drawing_bytes(mesh, drawing));
  vtk_ = std::make_unique<VtkGroup>(comm_, file, path_.string(), mesh, fields());
  make_index(file, mesh, false);
  if (labels_) write_labels(file);
  if (!drawing.sections.empty()) write_drawing(file, mesh, drawing);
}

void MeshPart::open(hid_t file, const std::vector<double>& times) {
  const OutputMesh mesh = mesh_->mesh();
  vtk_ = std::make_unique<VtkGroup>(comm_, file, path_.string(), mesh, fields(),
                                    static_cast<long>(times.size()));
  make_index(file, mesh, true);
  // The index is written anew: it may be ahead of the results, or cut.
  core::on_rank_zero(comm_, [&] { index_->add_steps(times); });
  indexed_ = vtk_->steps();
}

std::vector<MeshField> MeshPart::fields() const {
  std::vector<MeshField> all = mesh_->point_fields();
  const std::vector<MeshField> of_cells = mesh_->cell_fields();
  all.insert(all.end(), of_cells.begin(), of_cells.end());
  return all;
}

void MeshPart::make_index(hid_t file, const OutputMesh& mesh, bool existing) {
  places_.point_range = mesh.point_range;
  places_.cell_range = mesh.cell_range;
  places_.node_ids = mesh.node_ids;
  places_.element_ids = mesh.element_ids;
  XdmfMesh described = describe_for_xdmf(comm_, file, path_, mesh, existing);
  if (core::rank(comm_) != 0) return;
  auto index_path = path_;
  index_ = std::make_unique<XdmfFile>(index_path.replace_extension(".xdmf"), std::move(described),
                                      fields());
}

PetscInt MeshPart::widest() const {
  return static_cast<PetscInt>(vtk_->largest_field());
}

void MeshPart::add(const run::Frame& frame) {
  const auto& fields = vtk_->fields();
  for (std::size_t i = 0; i < fields.size(); ++i) {
    mesh_->evaluate(frame, fields[i], vtk_->slab(i));
    const bool points = fields[i].site == Site::point;
    peaks_.look(fields[i], vtk_->slab(i), (points ? places_.point_range : places_.cell_range).begin,
                points ? places_.node_ids : places_.element_ids, frame.time());
  }
  vtk_->end_step(frame.time());
  index_times_.push_back(frame.time());
}

void MeshPart::flushed() {
  core::on_rank_zero(comm_, [&] {
    const auto flushed = static_cast<std::size_t>(vtk_->steps() - indexed_);
    index_->add_steps(std::span(index_times_).first(flushed));
    index_times_.erase(index_times_.begin(), index_times_.begin() + static_cast<long>(flushed));
    indexed_ = vtk_->steps();
  });
}

/// What the columns of /q and /lambda are.
void MeshPart::write_labels(hid_t file) const {
  const Hdf5Calls calls(comm_, path_.string());
  const ColumnLabels columns = mesh_->columns();
  if (columns.range.global > 0)
    write_slab(
        calls, file, "dofs",
        {static_cast<hsize_t>(columns.range.begin), static_cast<hsize_t>(columns.range.size()),
         static_cast<hsize_t>(columns.range.global), 2, false},
        {H5T_STD_I64LE, H5T_NATIVE_INT64}, columns.labels.data());
  const std::vector<std::string> names = mesh_->row_names();
  std::array<unsigned long long, 2> size{names.size(), 1};  // rows, longest name
  for (const auto& name : names) size[1] = std::max<unsigned long long>(size[1], name.size());
  MPI_Bcast(size.data(), 2, MPI_UNSIGNED_LONG_LONG, 0, comm_);
  if (size[0] == 0) return;
  const core::Hdf5Type type(H5Tcopy(H5T_C_S1));
  H5Tset_size(type, size[1]);
  H5Tset_strpad(type, H5T_STR_NULLPAD);
  std::string padded;
  for (const auto& name : names) padded += name + std::string(size[1] - name.size(), '\0');
  write_slab(calls, file, "rows", {0, names.size(), size[0], 1, true}, {type, type}, padded.data());
}

/// What a picture shows besides the mesh, read by sparkdyn report.
void MeshPart::write_drawing(hid_t file, const OutputMesh& mesh, const Drawing& drawing) const {
  const Hdf5Calls calls(comm_, path_.string());
  const core::Hdf5Group group = create_group(calls, file, "drawing");
  const auto layout = [](const core::RowRange& range, hsize_t columns) {
    return SlabLayout{static_cast<hsize_t>(range.begin), static_cast<hsize_t>(range.size()),
                      static_cast<hsize_t>(range.global), columns, columns == 1};
  };
  write_slab(calls, group, "held", layout(mesh.point_range, 1), {H5T_STD_U8LE, H5T_NATIVE_UINT8},
             drawing.held.data());
  write_slab(calls, group, "forces", layout(mesh.point_range, 3),
             {H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE}, drawing.forces.data());
  write_slab(calls, group, "cell_section", layout(mesh.cell_range, 1),
             {H5T_STD_I64LE, H5T_NATIVE_INT64}, drawing.cell_sections.data());
  const hsize_t rows = drawing.sections.size();
  const hsize_t mine = core::rank(comm_) == 0 ? rows : 0;
  write_slab(calls, group, "sections",
             {mine > 0 ? 0 : rows, mine, rows, std::tuple_size_v<SectionRow>, false},
             {H5T_IEEE_F64LE, H5T_NATIVE_DOUBLE}, drawing.sections.data());
}

}  // namespace sparkdyn::output
