// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/output/structure_results.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "output/computed_fields.hpp"
#include "output/structure_drawing.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

using structure::ComponentMask;

constexpr ComponentMask rotation_mask = 0b111000;

struct FieldName {
  const char* name;
  const char* meaning;
  const char* unit;
};
constexpr FieldName translational[] = {
    {"displacement", "displacement of the node", "unit of length of the input"},
    {"velocity", "velocity of the node", "unit of length per unit of time"},
    {"acceleration", "acceleration of the node", "unit of length per unit of time squared"},
    {"reaction", "force of the supports on the structure", "unit of force"},
    {"constraint_force", "force of constraints between parts on the node", "unit of force"}};

}  // namespace

double von_mises(const double* s) {
  const double a = s[0] - s[1], b = s[1] - s[2], c = s[2] - s[0];
  return std::sqrt(0.5 * (a * a + b * b + c * c) + 3 * (s[3] * s[3] + s[4] * s[4] + s[5] * s[5]));
}

StructureResults::StructureResults(const structure::Distributed& structure,
                                   const StructureFrame& frame, const Fields& fields)
    : structure_(&structure), frame_(&frame), fields_(fields) {
  const auto& masks = structure.slab.components;
  const bool rotations =
      core::any(structure.comm, std::any_of(masks.begin(), masks.end(),
                                            [](auto mask) { return (mask & rotation_mask) != 0; }));
  for (const auto& [name, meaning, unit] : translational)
    if (std::string_view(name) != "constraint_force" || structure.row_columns > 0)
      motion_fields_.push_back({name, 3, Site::point, meaning, unit});
  if (rotations) {
    motion_fields_.push_back({"rotation", 3, Site::point, "rotation of the node", "radian"});
    motion_fields_.push_back({"reaction_moment", 3, Site::point,
                              "moment of the supports on the structure",
                              "unit of force times length"});
  }
  if (structure.nonlinear) return;
  computed_.push_back(element_stress(structure));
  const auto add_if_any = [&](std::initializer_list<std::string_view> kinds, auto make) {
    if (has_section(structure, kinds)) computed_.push_back(make(structure));
  };
  add_if_any({"beam", "truss"}, line_forces);
  add_if_any({"shell"}, shell_forces);
  add_if_any({"solid", "shell"}, nodal_stress);
}

StructureResults::~StructureResults() = default;

OutputMesh StructureResults::mesh() const {
  const auto& slab = structure_->slab;
  OutputMesh mesh;
  mesh.point_range = range_of(Site::point);
  mesh.cell_range = range_of(Site::cell);
  mesh.points = slab.points;
  mesh.node_ids = slab.node_ids;
  mesh.element_ids = slab.cell_ids;
  mesh.offsets.push_back(0);
  std::size_t at = 0;
  for (const structure::Shape shape : slab.shapes) {
    const auto& shape_info = structure::info(shape);
    for (const int place : shape_info.vtk_order)
      mesh.connectivity.push_back(slab.connectivity[at + place]);
    at += shape_info.nodes;
    mesh.offsets.push_back(static_cast<std::int64_t>(mesh.connectivity.size()));
    mesh.types.push_back(static_cast<std::uint8_t>(shape_info.vtk_type));
  }
  return mesh;
}

std::vector<MeshField> StructureResults::point_fields() const {
  std::vector<MeshField> fields;
  for (const MeshField& field : motion_fields_)
    if (!fields_.shape || field.name == "displacement" || field.name == "rotation")
      fields.push_back(field);
  for (const auto& computed : computed_)
    for (const MeshField& field : computed->fields())
      if (field.site == Site::point && is_stored(field)) fields.push_back(field);
  return fields;
}

std::vector<MeshField> StructureResults::cell_fields() const {
  std::vector<MeshField> fields;
  for (const auto& computed : computed_)
    for (const MeshField& field : computed->fields())
      if (field.site == Site::cell && is_stored(field)) fields.push_back(field);
  return fields;
}

bool StructureResults::is_stored(const MeshField& field) const {
  if (fields_.shape) return false;
  if (field.site == Site::point) return fields_.nodal_stress;
  const bool force = field.name == "section_forces" || field.name == "fibre_stress" ||
                     field.name == "shell_forces";
  return force ? fields_.section_forces : fields_.stress;
}

const MeshField* StructureResults::find_field(const std::string& name) const {
  for (const MeshField& field : motion_fields_)
    if (field.name == name) return &field;
  for (const auto& computed : computed_)
    if (const int at = computed->find(name); at >= 0) return &computed->fields()[at];
  return nullptr;
}

core::RowRange StructureResults::range_of(Site site) const {
  const auto& slab = structure_->slab;
  if (site == Site::point) {
    const auto points = static_cast<PetscInt>(slab.points.size());
    return {slab.node_begin, slab.node_begin + points, slab.nodes};
  }
  const auto cells = static_cast<PetscInt>(slab.shapes.size());
  return {slab.cell_begin, slab.cell_begin + cells, slab.cells};
}

ColumnLabels StructureResults::columns() const {
  const auto& slab = structure_->slab;
  ColumnLabels result;
  for (std::size_t i = 0; i < slab.components.size(); ++i)
    for (ComponentMask mask = slab.components[i]; mask; mask &= mask - 1)
      result.labels.push_back({slab.node_ids[i], std::countr_zero(mask) + 1});
  const auto count = static_cast<PetscInt>(result.labels.size());
  result.range = {slab.column_begin, slab.column_begin + count, slab.columns};
  return result;
}

Drawing StructureResults::drawing() const {
  return frame_->conditions() ? drawing_of(*structure_, *frame_->conditions()) : Drawing{};
}

Vec StructureResults::vector_of(const std::string& field) const {
  if (field == "displacement" || field == "rotation") return frame_->q();
  if (field == "velocity") return frame_->v();
  if (field == "acceleration") return frame_->acceleration();
  if (field == "constraint_force") return frame_->constraint_force();
  return frame_->reaction();
}

void StructureResults::put_components(Vec columns, int first, double* slab) const {
  const auto& masks = structure_->slab.components;
  if (!columns) {
    std::fill_n(slab, 3 * masks.size(), std::numeric_limits<double>::quiet_NaN());
    return;
  }
  const core::ReadArray values(columns);
  PetscInt at = 0;
  for (std::size_t i = 0; i < masks.size(); ++i) {
    std::fill_n(slab + 3 * i, 3, 0.0);
    for (ComponentMask mask = masks[i]; mask; mask &= mask - 1, ++at) {
      const int component = std::countr_zero(mask) - first;
      if (component >= 0 && component < 3) slab[3 * i + component] = values[at];
    }
  }
}

void StructureResults::evaluate(const run::Frame&, const MeshField& field, double* slab) {
  for (const auto& computed : computed_)
    if (const int at = computed->find(field.name); at >= 0)
      return computed->evaluate(*frame_, at, slab);
  const bool rotational = field.name == "rotation" || field.name == "reaction_moment";
  put_components(vector_of(field.name), rotational ? 3 : 0, slab);
}

}  // namespace sparkdyn::output
