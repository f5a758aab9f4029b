// SPDX-License-Identifier: BSD-3-Clause
// Joints between two nodes. With a rigid arm d = x_b − x_a on node a the relative motions are
//   w = u_b − u_a − θ_a × d   and   φ = θ_b − θ_a,
// and each kind sets some projections of w and φ to zero.

#include <Eigen/Geometry>
#include <array>

#include "common.hpp"

namespace sparkdyn::structure {
namespace {

struct Direction {
  Eigen::Vector3d d;
  std::string name;
};

constexpr std::array<std::string_view, 5> joint_names{"pinned joint", "hinge", "slider",
                                                      "cylindrical joint", "fixed joint"};

class JointConstraint final : public LabelledConstraint {
 public:
  JointConstraint(ConstraintLabel label, Joint kind, Index a, Index b, const Vector& axis)
      : LabelledConstraint(joint_names[static_cast<std::size_t>(kind)], std::move(label)),
        kind_(kind),
        a_(a),
        b_(b),
        axis_(axis[0], axis[1], axis[2]) {}

  void append(const ConstraintContext& context, std::vector<Equation>& rows) const override {
    check(context);
    warn_of_gap(context);
    const bool free_along = kind_ == Joint::slider || kind_ == Joint::cylindrical;
    for (const auto& direction : free_along ? normal_directions() : coordinate_directions())
      append_displacement(context, direction, rows);
    if (kind_ == Joint::pinned) return;
    const bool free_about = kind_ == Joint::hinge || kind_ == Joint::cylindrical;
    if (!free_about && !both_have_rotations(context)) {
      warn_of_free_rotations(context);
      return;
    }
    for (const auto& direction : free_about ? normal_directions() : coordinate_directions())
      append_rotation(context, direction, rows);
  }

 private:
  void check(const ConstraintContext& context) const {
    require_node(context.mesh, a_);
    require_node(context.mesh, b_);
    if (a_ == b_) fail("it connects node {} with itself", id(context, a_));
    const bool needs_axis = kind_ != Joint::pinned && kind_ != Joint::fixed;
    if (needs_axis && !(axis_.allFinite() && axis_.norm() > 0))
      fail("its axis ({}, {}, {}) has no direction", axis_[0], axis_[1], axis_[2]);
    const bool needs_rotations = kind_ == Joint::hinge || kind_ == Joint::cylindrical;
    if (!needs_rotations) return;
    for (const Index node : {a_, b_})
      if (!has_all(context.components[node], rotations))
        fail(
            "node {} has no rotations to hold; solid elements and trusses give none: use {}, or "
            "connect it to a rigid body's reference node",
            id(context, node), kind_ == Joint::hinge ? "a pinned joint" : "a slider");
  }

  void append_displacement(const ConstraintContext& context, const Direction& direction,
                           std::vector<Equation>& rows) const {
    Row row;
    row.add(displacement(b_), direction.d);
    row.add(displacement(a_), -direction.d);
    const Eigen::Vector3d arm = point(context.mesh, b_) - point(context.mesh, a_);
    if (has_all(context.components[a_], rotations))
      row.add_turned(rotation(a_), -arm, direction.d);
    else if (has_all(context.components[b_], rotations))
      row.add_turned(rotation(b_), -arm, direction.d);
    append_row(context, row, what(context, direction.name), rows);
  }

  void append_rotation(const ConstraintContext& context, const Direction& direction,
                       std::vector<Equation>& rows) const {
    Row row;
    row.add(rotation(b_), direction.d);
    row.add(rotation(a_), -direction.d);
    append_row(context, row, what(context, "rotation " + direction.name), rows);
  }

  bool both_have_rotations(const ConstraintContext& context) const {
    return has_all(context.components[a_] & context.components[b_], rotations);
  }

  void warn_of_gap(const ConstraintContext& context) const {
    if (has_all(context.components[a_], rotations) || has_all(context.components[b_], rotations))
      return;
    const double gap = (point(context.mesh, b_) - point(context.mesh, a_)).norm();
    if (gap > 1e-9 * scale(context))
      warn(
          context,
          "nodes {} and {} lie {:.3g} apart and neither has rotations: their displacements are set "
          "equal, which also resists rotations of the whole",
          id(context, a_), id(context, b_), gap);
  }

  void warn_of_free_rotations(const ConstraintContext& context) const {
    const ComponentMask of_either = context.components[a_] | context.components[b_];
    if ((of_either & rotations) == 0) return;
    const bool a_lacks = !has_all(context.components[a_], rotations);
    warn(context, "node {} has no rotations, so that those of node {} are not held",
         id(context, a_lacks ? a_ : b_), id(context, a_lacks ? b_ : a_));
  }

  static std::vector<Direction> coordinate_directions() {
    return {{Eigen::Vector3d::UnitX(), "x"},
            {Eigen::Vector3d::UnitY(), "y"},
            {Eigen::Vector3d::UnitZ(), "z"}};
  }

  /// Two directions normal to the axis; those of coordinates where the axis is one, so that rows
  /// stay short.
  std::vector<Direction> normal_directions() const {
    const Eigen::Vector3d axis = axis_.normalized();
    Eigen::Index along = 0, least = 0;
    if (axis.cwiseAbs().maxCoeff(&along) == 1.0) {
      auto directions = coordinate_directions();
      directions.erase(directions.begin() + along);
      return directions;
    }
    axis.cwiseAbs().minCoeff(&least);
    const Eigen::Vector3d first = axis.cross(Eigen::Vector3d::Unit(least)).normalized();
    return {{first, "first normal"}, {axis.cross(first).normalized(), "second normal"}};
  }

  double scale(const ConstraintContext& context) const {
    return std::max(point(context.mesh, a_).norm(), point(context.mesh, b_).norm());
  }
  static std::int64_t id(const ConstraintContext& context, Index node) {
    return context.mesh.node_ids[node];
  }
  std::string what(const ConstraintContext& context, std::string_view component) const {
    return fmt::format("nodes {} and {}, {}", id(context, a_), id(context, b_), component);
  }

  Joint kind_;
  Index a_, b_;
  Eigen::Vector3d axis_;
};

}  // namespace

ConstraintPtr joint(ConstraintLabel label, Joint kind, Index a, Index b, Vector axis) {
  return std::make_shared<JointConstraint>(std::move(label), kind, a, b, axis);
}

}  // namespace sparkdyn::structure
