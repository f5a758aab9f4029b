// SPDX-License-Identifier: BSD-3-Clause
// A point on a plane, (R_a n)·(r_b − r_a) = const, or on a curve, (R_a e_i)·(r_b − r_a) = x_i(s)
// with the unknown s: what pins in slots and beads on wires do.

#include <array>

#include "common.hpp"
#include "nonlinear/joint_rows.hpp"

namespace sparkdyn::structure {
namespace {

class Guide : public LabelledConstraint {
 public:
  Guide(ConstraintLabel label, Index carrier, Index point)
      : LabelledConstraint("guide", std::move(label)), carrier_(carrier), point_(point) {}

  void append(const ConstraintContext&, std::vector<Equation>&) const override {
    fail("it is made for large motion only: say 'nonlinear: true' in 'model'");
  }

 protected:
  void check(const ConstraintContext& context) const {
    require_node(context.mesh, carrier_);
    require_node(context.mesh, point_);
    if (carrier_ == point_) fail("it connects node {} with itself", id(context, carrier_));
    if (!has_all(context.components[carrier_], rotations))
      fail(
          "node {} has no orientation that the guide could turn with: take the reference node of a "
          "rigid body, a mass with inertia, or a node of a beam",
          id(context, carrier_));
  }
  static std::int64_t id(const ConstraintContext& context, Index node) {
    return context.mesh.node_ids[node];
  }
  Eigen::Vector3d arm(const Mesh& mesh) const {
    return structure::point(mesh, point_) - structure::point(mesh, carrier_);
  }

  Index carrier_, point_;
};

class PlaneGuide final : public Guide {
 public:
  PlaneGuide(ConstraintLabel label, Index carrier, Index point, const Vector& normal)
      : Guide(std::move(label), carrier, point), normal_(normal.data()) {}

  void append_exact(const ConstraintContext& context, std::vector<ExactRow>& rows) const override {
    check(context);
    if (!(normal_.allFinite() && normal_.norm() > 0))
      fail("its normal ({}, {}, {}) has no direction", normal_[0], normal_[1], normal_[2]);
    nonlinear::JointRows(context.mesh, name(), carrier_)
        .in_plane(point_, normal_.normalized(), "plane", rows);
  }

 private:
  Eigen::Vector3d normal_;
};

class CurveGuide final : public Guide {
 public:
  CurveGuide(ConstraintLabel label, Index carrier, Index point, Index coordinate, GuideCurve curve)
      : Guide(std::move(label), carrier, point),
        coordinate_(coordinate),
        curve_(std::move(curve)) {}

  void add_components(const ConstraintContext& context,
                      std::span<ComponentMask> components) const override {
    require_node(context.mesh, coordinate_);
    components[static_cast<std::size_t>(coordinate_)] |= translations;
  }

  /// Along the curve where the point begins at s = 0; elsewhere it must be given.
  void add_initial(const Mesh& mesh, std::vector<InitialValue>& initial) const override {
    Eigen::Vector3d moved = Eigen::Vector3d::Zero();
    for (const InitialValue& value : initial) {
      if (value.node == coordinate_ || (value.node == carrier_ && value.displacement != 0)) return;
      if (value.node == point_ && value.displacement != 0) return;
      if (value.node == point_ && value.component < 3) moved[value.component] += value.velocity;
      if (value.node != carrier_ || value.velocity == 0) continue;
      const Eigen::Vector3d unit = Eigen::Vector3d::Unit(value.component % 3);
      moved -= value.velocity * (value.component < 3 ? unit : unit.cross(arm(mesh)));
    }
    const Eigen::Vector3d along = at(&mechanics::Amplitude::rate);
    if (along.squaredNorm() > 0)
      initial.push_back({coordinate_, 0, 0, along.dot(moved) / along.squaredNorm()});
  }

  void append_exact(const ConstraintContext& context, std::vector<ExactRow>& rows) const override {
    check(context);
    const Eigen::Vector3d start = at(&mechanics::Amplitude::value), from = arm(context.mesh);
    const double size = std::max({start.norm(), from.norm(), 1e-300});
    if (!((start - from).norm() <= 1e-9 * size))
      fail(
          "at t = 0 its curve is at ({:.9g}, {:.9g}, {:.9g}) from node {}, and node {} at ({:.9g}, "
          "{:.9g}, {:.9g})",
          start[0], start[1], start[2], id(context, carrier_), id(context, point_), from[0],
          from[1], from[2]);
    if (!(at(&mechanics::Amplitude::rate).norm() > 0))
      fail("its curve stands still at t = 0, so that the place on it is not determined there");
    constexpr std::array<const char*, 3> names{"x", "y", "z"};
    for (int i = 0; i < 3; ++i) {
      const Eigen::Vector3d e = Eigen::Vector3d::Unit(i);
      nonlinear::RowBuilder row(context.mesh);
      row.add_product(1, carrier_, e, point_).add_product(-1, carrier_, e, carrier_);
      row.add_curve(-1, curve_.functions[static_cast<std::size_t>(i)], {coordinate_, 0});
      rows.push_back(row.row(fmt::format("{}, node {}, {}", name(), id(context, point_),
                                         names[static_cast<std::size_t>(i)])));
    }
    for (int i = 1; i < 3; ++i) {
      nonlinear::RowBuilder row(context.mesh);
      row.add_displacement(coordinate_, Eigen::Vector3d::Unit(i));
      rows.push_back(row.row(fmt::format("{}, unused {} of its coordinate", name(),
                                         names[static_cast<std::size_t>(i)])));
    }
  }

 private:
  Eigen::Vector3d at(double (mechanics::Amplitude::*what)(double) const) const {
    Eigen::Vector3d x;
    for (int i = 0; i < 3; ++i) x[i] = ((*curve_.values[static_cast<std::size_t>(i)]).*what)(0);
    return x;
  }
  Index coordinate_;
  GuideCurve curve_;
};

}  // namespace

ConstraintPtr plane_guide(ConstraintLabel label, Index carrier, Index point, Vector normal) {
  return std::make_shared<PlaneGuide>(std::move(label), carrier, point, normal);
}

ConstraintPtr curve_guide(ConstraintLabel label, Index carrier, Index point, Index coordinate,
                          GuideCurve curve) {
  return std::make_shared<CurveGuide>(std::move(label), carrier, point, coordinate,
                                      std::move(curve));
}

}  // namespace sparkdyn::structure
