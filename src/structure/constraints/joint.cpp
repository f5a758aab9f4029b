// SPDX-License-Identifier: BSD-3-Clause
// Joints between two nodes. With a rigid arm d = x_b − x_a on node a the relative motions are
//   w = u_b − u_a − θ_a × d   and   φ = θ_b − θ_a,
// and each kind sets some projections of w and φ to zero.

#include <Eigen/Geometry>
#include <algorithm>
#include <array>

#include "common.hpp"
#include "nonlinear/joint_rows.hpp"

namespace sparkdyn::structure {
namespace {

struct Direction {
  Eigen::Vector3d d;
  std::string name;
};

constexpr std::array<std::string_view, 7> joint_names{
    "pinned joint", "hinge",           "slider",      "cylindrical joint",
    "fixed joint",  "universal joint", "planar joint"};

class JointConstraint final : public LabelledConstraint {
 public:
  JointConstraint(ConstraintLabel label, Joint kind, Index a, Index b, const JointDetails& details)
      : LabelledConstraint(joint_names[static_cast<std::size_t>(kind)], std::move(label)),
        kind_(kind),
        a_(a),
        b_(b),
        axis_(details.axis.data()),
        second_axis_(details.second_axis.data()),
        drive_(details.drive),
        coordinate_(details.coordinate) {}

  void add_components(const ConstraintContext& context,
                      std::span<ComponentMask> components) const override {
    if (coordinate_ < 0) return;
    require_node(context.mesh, coordinate_);
    components[static_cast<std::size_t>(coordinate_)] |= translations;
  }

  void add_initial(const Mesh& mesh, std::vector<InitialValue>& initial) const override {
    const bool given = std::any_of(initial.begin(), initial.end(), [&](const InitialValue& value) {
      return value.node == coordinate_;
    });
    if (coordinate_ < 0 || given) return;
    const Motion a = initial_motion(mesh, a_, initial), b = initial_motion(mesh, b_, initial);
    int component = 0;
    if (kind_ != Joint::slider) initial.push_back(initial_angle(a, b, component++));
    if (kind_ != Joint::hinge) initial.push_back(initial_distance(mesh, a, b, component));
  }

  void append(const ConstraintContext& context, std::vector<Equation>& rows) const override {
    check(context);
    if (kind_ == Joint::universal || kind_ == Joint::planar)
      fail("it is made for large motion only: say 'nonlinear: true' in 'model'");
    if (drive_) fail("a drive needs 'nonlinear: true' in 'model'");
    if (coordinate_ >= 0) fail("a coordinate needs 'nonlinear: true' in 'model'");
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

  void append_exact(const ConstraintContext& context, std::vector<ExactRow>& rows) const override {
    check(context);
    require_orientations(context);
    const bool on_a = oriented(context, a_);
    const Index carrier = on_a ? a_ : b_, other = on_a ? b_ : a_;
    const nonlinear::JointRows make(context.mesh, name(), carrier);
    append_exact_places(make, other, rows);
    append_exact_turns(context, make, other, rows);
    if (coordinate_ >= 0) append_coordinate(context, make, on_a, rows);
    if (!drive_) return;
    // Between b and a the motion is the other way round.
    const double value = on_a ? drive_->value : -drive_->value;
    if (kind_ == Joint::slider)
      make.distance(other, axis_.normalized(), value, drive_->amplitude, rows);
    else
      make.angle(other, axis_, value, drive_->amplitude, rows);
  }

 private:
  /// Where the model begins.
  struct Motion {
    Eigen::Vector3d r = Eigen::Vector3d::Zero(), v = r, turn = r, spin = r;
    Eigen::Matrix3d R() const {
      const double angle = turn.norm();
      if (angle == 0) return Eigen::Matrix3d::Identity();
      return Eigen::AngleAxisd(angle, turn / angle).toRotationMatrix();
    }
  };
  static Motion initial_motion(const Mesh& mesh, Index node,
                               const std::vector<InitialValue>& initial) {
    Motion motion;
    motion.r = point(mesh, node);
    for (const InitialValue& value : initial) {
      if (value.node != node) continue;
      const int c = value.component % 3;
      (value.component < 3 ? motion.r : motion.turn)[c] += value.displacement;
      (value.component < 3 ? motion.v : motion.spin)[c] += value.velocity;
    }
    return motion;
  }
  InitialValue initial_angle(const Motion& a, const Motion& b, int component) const {
    const nonlinear::Normals n(axis_);
    const Eigen::Matrix3d A = a.R();
    const Eigen::Vector3d first = b.R() * n.first;
    return {coordinate_, component, std::atan2(first.dot(A * n.second), first.dot(A * n.first)),
            (b.spin - a.spin).dot(A * axis_.normalized())};
  }
  InitialValue initial_distance(const Mesh& mesh, const Motion& a, const Motion& b,
                                int component) const {
    // The axis turns with both, and one of them may have no orientation that could be given.
    const Motion& carrier = a.turn.isZero(0) && a.spin.isZero(0) ? b : a;
    const Eigen::Vector3d axis = carrier.R() * axis_.normalized(), between = b.r - a.r;
    return {coordinate_, component,
            axis.dot(between) - axis_.normalized().dot(point(mesh, b_) - point(mesh, a_)),
            carrier.spin.cross(axis).dot(between) + axis.dot(b.v - a.v)};
  }

  /// What is not measured stays zero.
  void append_coordinate(const ConstraintContext& context, const nonlinear::JointRows& make,
                         bool on_a, std::vector<ExactRow>& rows) const {
    const Index other = on_a ? b_ : a_;
    const double sign = on_a ? 1 : -1;  // between b and a the motion is the other way round
    int component = 0;
    if (kind_ != Joint::slider) make.measured_angle(other, axis_, coordinate_, component++, rows);
    if (kind_ != Joint::hinge)
      make.measured_distance(other, axis_.normalized(), sign, coordinate_, component++, rows);
    constexpr std::array<const char*, 3> names{"x", "y", "z"};
    for (; component < 3; ++component) {
      nonlinear::RowBuilder row(context.mesh);
      row.add_displacement(coordinate_, Eigen::Vector3d::Unit(component));
      rows.push_back(row.row(fmt::format("{}, unused {} of its coordinate", name(),
                                         names[static_cast<std::size_t>(component)])));
    }
  }

  void append_exact_places(const nonlinear::JointRows& make, Index other,
                           std::vector<ExactRow>& rows) const {
    const nonlinear::Normals n(kind_ == Joint::pinned || kind_ == Joint::fixed
                                   ? Eigen::Vector3d(Eigen::Vector3d::UnitX())
                                   : axis_);
    if (kind_ == Joint::slider || kind_ == Joint::cylindrical) {
      make.in_plane(other, n.first, "first normal", rows);
      make.in_plane(other, n.second, "second normal", rows);
    } else if (kind_ == Joint::planar) {
      make.in_plane(other, axis_.normalized(), "plane", rows);
    } else {
      make.same_place(other, rows);
    }
  }

  void append_exact_turns(const ConstraintContext& context, const nonlinear::JointRows& make,
                          Index other, std::vector<ExactRow>& rows) const {
    if (kind_ == Joint::pinned) return;
    if (kind_ == Joint::universal) {
      const bool on_a = oriented(context, a_);
      make.normal(other, on_a ? axis_ : second_axis_, on_a ? second_axis_ : axis_, "axes", rows);
      return;
    }
    const bool about = kind_ != Joint::slider && kind_ != Joint::fixed;
    if (about)
      make.same_axis(other, axis_, rows);
    else if (both_have_rotations(context))
      make.same_orientation(other, rows);
    else
      warn_of_free_rotations(context);
  }

  bool oriented(const ConstraintContext& context, Index node) const {
    return has_all(context.components[static_cast<std::size_t>(node)], rotations);
  }

  /// Directions of a joint that turns along must belong to something that turns.
  void require_orientations(const ConstraintContext& context) const {
    const bool a = oriented(context, a_), b = oriented(context, b_);
    const double gap = (point(context.mesh, b_) - point(context.mesh, a_)).norm();
    const bool needs_both = kind_ == Joint::hinge || kind_ == Joint::cylindrical ||
                            kind_ == Joint::universal || kind_ == Joint::planar;
    if (needs_both && !(a && b))
      fail(
          "node {} has no orientation that it could hold: connect it to the reference node of a "
          "rigid body, or to a mass with inertia",
          id(context, a ? b_ : a_));
    if (a || b) return;
    if (kind_ == Joint::slider)
      fail(
          "neither node {} nor node {} has an orientation, so that its axis would not turn along: "
          "connect it to the reference node of a rigid body",
          id(context, a_), id(context, b_));
    if (gap > 0)
      fail(
          "nodes {} and {} lie {:.3g} apart and neither has an orientation: connect it to the "
          "reference node of a rigid body, or use a rigid_bar",
          id(context, a_), id(context, b_), gap);
  }

  void check(const ConstraintContext& context) const {
    require_node(context.mesh, a_);
    require_node(context.mesh, b_);
    if (a_ == b_) fail("it connects node {} with itself", id(context, a_));
    const bool needs_axis = kind_ != Joint::pinned && kind_ != Joint::fixed;
    if (needs_axis && !(axis_.allFinite() && axis_.norm() > 0))
      fail("its axis ({}, {}, {}) has no direction", axis_[0], axis_[1], axis_[2]);
    if (kind_ == Joint::universal &&
        !(std::abs(axis_.dot(second_axis_)) <= 1e-9 * axis_.norm() * second_axis_.norm() &&
          second_axis_.norm() > 0))
      fail("its two axes ({}, {}, {}) and ({}, {}, {}) must be normal to each other", axis_[0],
           axis_[1], axis_[2], second_axis_[0], second_axis_[1], second_axis_[2]);
    const bool drivable =
        kind_ == Joint::hinge || kind_ == Joint::cylindrical || kind_ == Joint::slider;
    if (drive_ && !drivable)
      fail("it has no motion that could be driven; hinges, cylindrical joints and sliders have");
    if (coordinate_ >= 0 && !drivable)
      fail("it has no motion that could be measured; hinges, cylindrical joints and sliders have");
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
  Eigen::Vector3d axis_, second_axis_;
  std::optional<Drive> drive_;
  Index coordinate_;
};

}  // namespace

ConstraintPtr joint(ConstraintLabel label, Joint kind, Index a, Index b, Vector axis) {
  JointDetails details;
  details.axis = axis;
  return detailed_joint(std::move(label), kind, a, b, details);
}

ConstraintPtr detailed_joint(ConstraintLabel label, Joint kind, Index a, Index b,
                             const JointDetails& details) {
  return std::make_shared<JointConstraint>(std::move(label), kind, a, b, details);
}

}  // namespace sparkdyn::structure
