// SPDX-License-Identifier: BSD-3-Clause
// Σ coefficient · u(node, component) = value · a(t), as it stands in the input.

#include <algorithm>
#include <cmath>

#include "common.hpp"
#include "nonlinear/row_builder.hpp"

namespace sparkdyn::structure {
namespace {

class LinearEquation final : public LabelledConstraint {
 public:
  LinearEquation(ConstraintLabel label, Equation equation)
      : LabelledConstraint("equation", std::move(label)), equation_(std::move(equation)) {}

  bool in_node_axes() const override { return true; }

  void append(const ConstraintContext& context, std::vector<Equation>& rows) const override {
    rows.push_back(checked(context));
  }

  void append_exact(const ConstraintContext& context, std::vector<ExactRow>& rows) const override {
    const Equation row = checked(context);
    nonlinear::RowBuilder exact(context.mesh);
    for (const EquationEntry& entry : row.entries) {
      if (entry.component >= 3)
        fail(
            "rotations cannot be added up where they are large: in a nonlinear model an equation "
            "is between displacements; use a joint");
      exact.add_displacement(entry.node,
                             entry.coefficient * Eigen::Vector3d::Unit(entry.component));
    }
    exact.add(-row.value, {.kind = Timing::Kind::value, .amplitude = row.amplitude});
    rows.push_back(exact.row(row.name));
  }

 private:
  Equation checked(const ConstraintContext& context) const {
    if (equation_.entries.empty()) fail("it has no terms");
    if (!std::isfinite(equation_.value)) fail("its value {} is not finite", equation_.value);
    Equation row = summed(context);
    if (row.entries.empty()) fail("its coefficients are all zero");
    require_components(context, row);
    if (row.name.empty()) row.name = fmt::format("{}{}", name(), terms(context, row));
    return row;
  }

  Equation summed(const ConstraintContext& context) const {
    Equation row{.entries = {},
                 .value = equation_.value,
                 .amplitude = equation_.amplitude,
                 .name = equation_.name};
    for (const auto& entry : equation_.entries) {
      require_node(context.mesh, entry.node);
      if (entry.component < 0 || entry.component >= components_of_node)
        fail("component {} is not one of 1 to {}", entry.component + 1, components_of_node);
      if (!std::isfinite(entry.coefficient))
        fail("the coefficient {} of node {} is not finite", entry.coefficient,
             context.mesh.node_ids[entry.node]);
      const auto same =
          std::find_if(row.entries.begin(), row.entries.end(), [&](const auto& other) {
            return other.node == entry.node && other.component == entry.component;
          });
      if (same != row.entries.end())
        same->coefficient += entry.coefficient;
      else
        row.entries.push_back(entry);
    }
    std::erase_if(row.entries, [](const auto& entry) { return entry.coefficient == 0; });
    return row;
  }

  /// Enough to recognise the equation by.
  static std::string terms(const ConstraintContext& context, const Equation& row) {
    constexpr std::size_t most = 3;
    std::string text;
    for (std::size_t i = 0; i < std::min(row.entries.size(), most); ++i)
      text += fmt::format(", node {} {}", context.mesh.node_ids[row.entries[i].node],
                          component_name(row.entries[i].component));
    return row.entries.size() > most ? text + ", …" : text;
  }

  Equation equation_;
};

}  // namespace

ConstraintPtr linear_equation(ConstraintLabel label, Equation equation) {
  return std::make_shared<LinearEquation>(std::move(label), std::move(equation));
}

}  // namespace sparkdyn::structure
