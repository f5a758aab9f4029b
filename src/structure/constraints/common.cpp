// SPDX-License-Identifier: BSD-3-Clause
#include "common.hpp"

#include <Eigen/Geometry>
#include <algorithm>

namespace sparkdyn::structure {

void Row::append(NodeVector v, const Eigen::Vector3d& d) {
  for (int i = 0; i < 3; ++i)
    if (d[i] != 0) entries_.push_back({v.node, v.first + i, d[i]});
}

void Row::add(NodeVector v, const Eigen::Vector3d& d) {
  for (int i = 0; i < 3; ++i) {
    if (d[i] == 0) continue;
    const auto same = std::find_if(entries_.begin(), entries_.end(), [&](const auto& entry) {
      return entry.node == v.node && entry.component == v.first + i;
    });
    if (same != entries_.end())
      same->coefficient += d[i];
    else
      entries_.push_back({v.node, v.first + i, d[i]});
  }
}

void Row::add_turned(NodeVector theta, const Eigen::Vector3d& arm, const Eigen::Vector3d& d) {
  add(theta, arm.cross(d));
}

Equation Row::equation(std::string name) const {
  Equation equation{.entries = entries_, .name = std::move(name)};
  std::erase_if(equation.entries, [](const auto& entry) { return entry.coefficient == 0; });
  return equation;
}

void Constraint::append_exact(const ConstraintContext&, std::vector<ExactRow>&) const {
  core::input_error(
      "{}: {} is made for small motion and is not available with 'nonlinear: true'; there are "
      "rigid_body, rigid_bar, joint, gear, guide, coupling, tie, and equation between "
      "displacements",
      where(), name());
}

std::string LabelledConstraint::name() const {
  if (!label_.name.empty()) return fmt::format("{} '{}'", kind_, label_.name);
  if (!label_.where.empty()) return fmt::format("{} of {}", kind_, label_.where);
  return kind_;
}

std::string LabelledConstraint::message_head() const {
  const std::string what = label_.name.empty() ? kind_ : fmt::format("{} '{}'", kind_, label_.name);
  return label_.where.empty() ? what + ": " : fmt::format("{}: {}: ", label_.where, what);
}

void LabelledConstraint::require_node(const Mesh& mesh, Index node) const {
  if (node < 0 || node >= mesh.nodes())
    fail("node index {} is outside the mesh, which has {} nodes", node, mesh.nodes());
}

void LabelledConstraint::require_components(const ConstraintContext& context,
                                            const Equation& row) const {
  for (const auto& entry : row.entries) {
    const ComponentMask mask = context.components[entry.node];
    if (contains(mask, entry.component)) continue;
    const auto id = context.mesh.node_ids[entry.node];
    if (mask == 0) fail("node {} belongs to no element", id);
    std::vector<std::string> present;
    for (int c = 0; c < components_of_node; ++c)
      if (contains(mask, c)) present.push_back(component_name(c));
    fail("node {} has no component '{}'; its elements give it {}", id,
         component_name(entry.component), fmt::join(present, ", "));
  }
}

void LabelledConstraint::append_row(const ConstraintContext& context, const Row& row,
                                    std::string_view what, std::vector<Equation>& rows) const {
  Equation equation = row.equation(fmt::format("{}, {}", name(), what));
  require_components(context, equation);
  rows.push_back(std::move(equation));
}

}  // namespace sparkdyn::structure
