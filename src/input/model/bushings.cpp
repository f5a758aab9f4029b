// SPDX-License-Identifier: BSD-3-Clause
// `bushings` of a `model:` section.

#include "items.hpp"
#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::input {
namespace {

using structure::Index;
using structure::Shape;

/// Six numbers of a diagonal, or six rows of six.
std::array<double, 36> read_matrix(const Section& section, const char* key) {
  std::array<double, 36> matrix{};
  const Tree* tree = section.find(key);
  if (!tree) return matrix;
  const auto& rows = as_list(*tree, section.what(key));
  if (rows.size() != 6) fail(*tree, "'{}' has six numbers, or six rows of six", key);
  for (std::size_t i = 0; i < 6; ++i) {
    const Tree& row = rows[i].value;
    if (row.kind != Tree::Kind::list) {
      matrix[7 * i] = as_number(row, section.what(key));
      continue;
    }
    if (row.members.size() != 6) fail(row, "a row of '{}' has six numbers", key);
    for (std::size_t j = 0; j < 6; ++j)
      matrix[6 * i + j] = as_number(row.members[j].value, section.what(key));
  }
  return matrix;
}

/// Where there are solids only, nothing would hold the rotations.
void require_rotations(const ModelBuilder& builder, Index node, const std::string& where) {
  const auto& model = builder.model;
  for (std::size_t c = 0; c < model.roles.size(); ++c) {
    if (model.roles[c].element < 0) continue;
    const auto& element = *structure::elements()[model.roles[c].element];
    const auto& cell = model.mesh.cells[c];
    for (int i = 0; i < info(cell.shape).nodes; ++i)
      if (model.mesh.nodes_of(cell)[i] == node && element.section_kind() != "beam" &&
          element.section_kind() != "shell" && element.section_kind() != "spring" &&
          element.section_kind() != "mass" && element.section_kind() != "bushing")
        core::input_error(
            "{}: node {} is one of {} elements, which have no rotations for a bushing: take a node "
            "of "
            "its own and tie it to them by a rigid body or a coupling",
            where, model.mesh.node_ids[node], element.name());
  }
}

void add_bushing(ModelBuilder& builder, const std::vector<Index>& nodes,
                 const structure::BushingSection& bushing, const std::string& where) {
  for (const Index node : nodes) require_rotations(builder, node, where);
  const bool between = nodes.size() == 2;
  if (between && nodes[0] == nodes[1])
    core::input_error("{}: a bushing needs two nodes, not one twice", where);
  const int element = structure::find_element(between ? "bushing" : "bushing-ground");
  const int id = builder.add_section({-1, bushing});
  const structure::SectionData data = bushing;
  const std::vector<structure::Point> x(nodes.size(), structure::Point::Zero());
  const std::string complaint = structure::elements()[element]->complaint({x, nullptr, &data});
  if (!complaint.empty()) core::input_error("{}: {}", where, complaint);
  builder.add_cell(between ? Shape::line2 : Shape::point, nodes, element, id);
}

}  // namespace

void read_bushings(ModelReader& reader, const Tree& tree) {
  for (const auto& [key, value] : as_list(tree, "'bushings' in 'model'")) {
    const Section section(value, "bushings", keys::bushing_table());
    section.require_rules();
    structure::BushingSection bushing;
    bushing.stiffness = read_matrix(section, "stiffness");
    bushing.damping = read_matrix(section, "damping");
    if (const Tree* axes = section.find("axes")) bushing.axes = read_axes(*axes);
    if (const Tree* ground = section.find("ground")) {
      reader.then([bushing, where = value.where(),
                   at = read_selection(*ground, section.what("ground"))](ModelBuilder& builder) {
        for (const Index node : builder.nodes(at)) add_bushing(builder, {node}, bushing, where);
      });
      continue;
    }
    const auto& ends = as_list(section.require("between"), section.what("between"));
    if (ends.size() != 2) fail(section.require("between"), "'between' needs two nodes");
    reader.then([bushing, where = value.where(), a = read_selection(ends[0].value, "'between'"),
                 b = read_selection(ends[1].value, "'between'")](ModelBuilder& builder) {
      add_bushing(builder, {builder.node(a), builder.node(b)}, bushing, where);
    });
  }
}

}  // namespace sparkdyn::input
