// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/output/structure_results.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "output/structure_drawing.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

using core::check;
using structure::ComponentMask;
using structure::Index;

constexpr int stress_components = 6;
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
                                   const StructureFrame& frame, Fields fields)
    : structure_(&structure), frame_(&frame), fields_(fields) {
  const auto& masks = structure.slab.components;
  rotations_ = core::any(structure.comm, std::any_of(masks.begin(), masks.end(), [](auto mask) {
                           return (mask & rotation_mask) != 0;
                         }));
  const auto& items = structure.elements.items;
  layered_ = core::any(structure.comm, std::any_of(items.begin(), items.end(), [](const auto& e) {
                         return structure::elements()[e.element]->has_layers();
                       }));
}

OutputMesh StructureResults::mesh() const {
  const auto& slab = structure_->slab;
  OutputMesh mesh;
  const auto points = static_cast<PetscInt>(slab.points.size());
  const auto cells = static_cast<PetscInt>(slab.shapes.size());
  mesh.point_range = {slab.node_begin, slab.node_begin + points, slab.nodes};
  mesh.cell_range = {slab.cell_begin, slab.cell_begin + cells, slab.cells};
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
  for (const auto& [name, meaning, unit] : translational) {
    if (std::string_view(name) == "constraint_force" && structure_->row_columns == 0) continue;
    fields.push_back({name, 3, Site::point, meaning, unit});
    if (fields_ == Fields::shape) break;
  }
  if (!rotations_) return fields;
  fields.push_back({"rotation", 3, Site::point, "rotation of the node", "radian"});
  if (fields_ == Fields::shape) return fields;
  fields.push_back({"reaction_moment", 3, Site::point, "moment of the supports on the structure",
                    "unit of force times length"});
  return fields;
}

std::vector<MeshField> StructureResults::cell_fields() const {
  if (fields_ != Fields::with_stress) return {};
  const char* unit = "unit of force per unit of area";
  std::vector<MeshField> fields{
      {"stress", stress_components, Site::cell,
       layered_ ? "stress at the centre (shells: top), xx yy zz xy yz zx"
                : "stress at the centre, xx yy zz xy yz zx",
       unit},
      {"von_mises", 1, Site::cell, "von Mises stress at the centre", unit}};
  if (layered_)
    fields.push_back({"stress_bottom", stress_components, Site::cell,
                      "stress of shells at the bottom, xx yy zz xy yz zx", unit});
  return fields;
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

void StructureResults::evaluate(const run::Frame& frame, const MeshField& field, double* slab) {
  if (field.site == Site::point) {
    const bool rotational = field.name == "rotation" || field.name == "reaction_moment";
    put_components(vector_of(field.name), rotational ? 3 : 0, slab);
    return;
  }
  if (stress_step_ != frame.step()) {
    compute_stress();
    stress_step_ = frame.step();
  }
  const core::ReadArray values(stresses_);
  const int width = layered_ ? 2 * stress_components : stress_components;
  const auto cells = static_cast<PetscInt>(structure_->slab.shapes.size());
  for (PetscInt c = 0; c < cells; ++c) {
    const double* here = values.data() + c * width;
    if (field.name == "von_mises")
      slab[c] = von_mises(here);
    else
      std::copy_n(here + (field.name == "stress_bottom" ? stress_components : 0), stress_components,
                  slab + c * stress_components);
  }
}

void StructureResults::compute_stress() {
  const auto& nodes = structure_->nodes;
  std::vector<PetscInt> start(nodes.size() + 1, 0);
  if (to_local_.empty()) {
    std::vector<PetscInt> columns;
    for (Index i = 0; i < nodes.size(); ++i)
      for (int c = 0; c < std::popcount(nodes.components[i]); ++c)
        columns.push_back(nodes.column[i] + c);
    check(VecCreateSeq(PETSC_COMM_SELF, static_cast<PetscInt>(columns.size()), local_.out()));
    core::IndexSet from;
    check(ISCreateGeneral(PETSC_COMM_SELF, static_cast<PetscInt>(columns.size()), columns.data(),
                          PETSC_COPY_VALUES, from.out()));
    check(VecScatterCreate(frame_->q(), from, local_, nullptr, to_local_.out()));
    const int width = layered_ ? 2 * stress_components : stress_components;
    const auto cells = static_cast<PetscInt>(structure_->slab.shapes.size());
    stresses_ = core::make_vector(structure_->comm, cells * width);
  }
  for (Index i = 0; i < nodes.size(); ++i)
    start[i + 1] = start[i] + std::popcount(nodes.components[i]);
  check(VecScatterBegin(to_local_, frame_->q(), local_, INSERT_VALUES, SCATTER_FORWARD));
  check(VecScatterEnd(to_local_, frame_->q(), local_, INSERT_VALUES, SCATTER_FORWARD));

  const int width = layered_ ? 2 * stress_components : stress_components;
  const core::ReadArray values(local_);
  check(VecSet(stresses_, 0.0));
  std::vector<structure::Point> x;
  Eigen::VectorXd q;
  std::vector<PetscInt> places(width);
  std::vector<double> found(width);
  for (const auto& item : structure_->elements.items) {
    if (!item.counted) continue;
    const auto& element = *structure::elements()[item.element];
    const auto& section = structure_->sections[item.section].data;
    q.resize(structure::matrix_size(element, section));
    for (int i = 0, at = 0; i < structure::info(element.shape()).nodes; ++i) {
      const Index node = structure_->elements.nodes[item.first + i];
      for (ComponentMask mask = element.components(i, section); mask; mask &= mask - 1, ++at) {
        const int component = std::countr_zero(mask);
        const auto below =
            static_cast<ComponentMask>(nodes.components[node] & ((1 << component) - 1));
        q[at] = values[start[node] + std::popcount(below)];
      }
    }
    const auto input = structure::element_input(*structure_, item, x);
    const bool layers = element.has_layers();
    const structure::Stress top = element.stress(input, q, layers ? 1 : 0);
    const structure::Stress bottom = layers ? element.stress(input, q, -1) : top;
    for (int c = 0; c < width; ++c) {
      places[c] = item.row * width + c;
      found[c] = c < stress_components ? top[c] : bottom[c - stress_components];
    }
    check(VecSetValues(stresses_, width, places.data(), found.data(), INSERT_VALUES));
  }
  check(VecAssemblyBegin(stresses_));
  check(VecAssemblyEnd(stresses_));
}

}  // namespace sparkdyn::output
