// SPDX-License-Identifier: BSD-3-Clause
// n·(u_b − u_a) = 0 with n = (x_b − x_a)/|x_b − x_a|: the linearised constant distance.

#include "common.hpp"

namespace sparkdyn::structure {
namespace {

class RigidBar final : public LabelledConstraint {
 public:
  RigidBar(ConstraintLabel label, Index a, Index b)
      : LabelledConstraint("rigid bar", std::move(label)), a_(a), b_(b) {}

  void append(const ConstraintContext& context, std::vector<Equation>& rows) const override {
    const Mesh& mesh = context.mesh;
    require_node(mesh, a_);
    require_node(mesh, b_);
    const auto id_a = mesh.node_ids[a_];
    const auto id_b = mesh.node_ids[b_];
    if (a_ == b_) fail("it connects node {} with itself", id_a);
    const Eigen::Vector3d xa = point(mesh, a_);
    const Eigen::Vector3d d = point(mesh, b_) - xa;
    // Below that the direction would be made of rounding errors.
    if (d.norm() <= 1e-12 * xa.norm())
      fail("nodes {} and {} lie at the same place, so that the bar has no direction", id_a, id_b);
    const Eigen::Vector3d n = d.normalized();
    Row row;
    row.add(displacement(b_), n);
    row.add(displacement(a_), -n);
    append_row(context, row, fmt::format("nodes {} and {}", id_a, id_b), rows);
  }

 private:
  Index a_, b_;
};

}  // namespace

ConstraintPtr rigid_bar(ConstraintLabel label, Index a, Index b) {
  return std::make_shared<RigidBar>(std::move(label), a, b);
}

}  // namespace sparkdyn::structure
