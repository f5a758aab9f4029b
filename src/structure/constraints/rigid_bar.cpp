// SPDX-License-Identifier: BSD-3-Clause
// n·(u_b − u_a) = 0 with n = (x_b − x_a)/|x_b − x_a|: the linearised constant distance.

#include "common.hpp"
#include "nonlinear/row_builder.hpp"

namespace sparkdyn::structure {
namespace {

class RigidBar final : public LabelledConstraint {
 public:
  RigidBar(ConstraintLabel label, Index a, Index b)
      : LabelledConstraint("rigid bar", std::move(label)), a_(a), b_(b) {}

  void append(const ConstraintContext& context, std::vector<Equation>& rows) const override {
    const Eigen::Vector3d n = vector(context.mesh).normalized();
    Row row;
    row.add(displacement(b_), n);
    row.add(displacement(a_), -n);
    append_row(context, row, what(context.mesh), rows);
  }

  /// 0 = (|r_b − r_a|² − L²)/(2L).
  void append_exact(const ConstraintContext& context, std::vector<ExactRow>& rows) const override {
    const double length = vector(context.mesh).norm();
    nonlinear::RowBuilder row(context.mesh);
    row.add_places(0.5 / length, a_, a_).add_places(0.5 / length, b_, b_);
    row.add_places(-1 / length, a_, b_).add(-0.5 * length);
    rows.push_back(row.row(fmt::format("{}, {}", name(), what(context.mesh))));
  }

 private:
  Eigen::Vector3d vector(const Mesh& mesh) const {
    require_node(mesh, a_);
    require_node(mesh, b_);
    const auto id_a = mesh.node_ids[a_];
    const auto id_b = mesh.node_ids[b_];
    if (a_ == b_) fail("it connects node {} with itself", id_a);
    const Eigen::Vector3d xa = point(mesh, a_);
    Eigen::Vector3d d = point(mesh, b_) - xa;
    // Below that the direction would be made of rounding errors.
    if (d.norm() <= 1e-12 * xa.norm())
      fail("nodes {} and {} lie at the same place, so that the bar has no direction", id_a, id_b);
    return d;
  }
  std::string what(const Mesh& mesh) const {
    return fmt::format("nodes {} and {}", mesh.node_ids[a_], mesh.node_ids[b_]);
  }

  Index a_, b_;
};

}  // namespace

ConstraintPtr rigid_bar(ConstraintLabel label, Index a, Index b) {
  return std::make_shared<RigidBar>(std::move(label), a, b);
}

}  // namespace sparkdyn::structure
