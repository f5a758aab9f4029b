// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the constraint kinds share: the label in front of messages and rows, and the assembling of
// rows Σ c·u = 0 from vectors and rotations.

#include <fmt/format.h>

#include <Eigen/Core>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "components.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/structure/constraint.hpp"

namespace sparkdyn::structure {

inline constexpr ComponentMask rotations = all_components & ~translations;

inline bool has_all(ComponentMask mask, ComponentMask wanted) {
  return (mask & wanted) == wanted;
}
inline Eigen::Vector3d point(const Mesh& mesh, Index node) {
  return Eigen::Map<const Eigen::Vector3d>(mesh.points[node].data());
}

/// Which components of a node three entries start at: its displacements or its rotations.
struct NodeVector {
  Index node = 0;
  int first = 0;  ///< 0 or 3
};
inline NodeVector displacement(Index node) {
  return {node, 0};
}
inline NodeVector rotation(Index node) {
  return {node, 3};
}

/// One row, summed up from projections of nodal vectors. Coefficients of zero leave no entry.
class Row {
 public:
  /// += d · v for a node that the row does not have yet: no search, for rows over many nodes
  void append(NodeVector v, const Eigen::Vector3d& d);
  /// += d · v
  void add(NodeVector v, const Eigen::Vector3d& d);
  /// += d · (θ × arm), which is (arm × d) · θ
  void add_turned(NodeVector theta, const Eigen::Vector3d& arm, const Eigen::Vector3d& d);
  Equation equation(std::string name) const;

 private:
  std::vector<EquationEntry> entries_;
};

/// The common part of every kind.
class LabelledConstraint : public Constraint {
 public:
  LabelledConstraint(std::string_view kind, ConstraintLabel label)
      : kind_(kind), label_(std::move(label)) {}

  /// "rigid body 'hub'", or with the place in the input where it has no name.
  std::string name() const override;
  std::string where() const override { return label_.where; }

 protected:
  /// "deck.inp:42: rigid body 'hub': …"
  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    core::input_error("{}{}", message_head(), fmt::format(format, std::forward<Args>(args)...));
  }
  template <typename... Args>
  void warn(const ConstraintContext& context, fmt::format_string<Args...> format,
            Args&&... args) const {
    if (context.warnings)
      context.warnings->push_back(message_head() +
                                  fmt::format(format, std::forward<Args>(args)...));
  }

  /// Throws when the index is no node of the mesh.
  void require_node(const Mesh& mesh, Index node) const;
  /// Throws when a coefficient stands at a component that its node does not have.
  void require_components(const ConstraintContext& context, const Equation& row) const;
  /// Checks the components and names it "<name()>, <what>".
  void append_row(const ConstraintContext& context, const Row& row, std::string_view what,
                  std::vector<Equation>& rows) const;

 private:
  std::string message_head() const;

  std::string kind_;
  ConstraintLabel label_;
};

}  // namespace sparkdyn::structure
