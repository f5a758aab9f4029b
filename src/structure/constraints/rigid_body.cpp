// SPDX-License-Identifier: BSD-3-Clause
// u = u_ref + θ × (x − x_ref) for every node of the body, and rotations equal θ.

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>

#include "common.hpp"
#include "nonlinear/joint_rows.hpp"

namespace sparkdyn::structure {
namespace {

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix66 = Eigen::Matrix<double, 6, 6>;

std::string text(const Eigen::Vector3d& v) {
  // −0 and rounding errors are of no use to the reader.
  const Eigen::Vector3d w = (v.array().abs() < 1e-9).select(0.0, v);
  return fmt::format("({:.4g}, {:.4g}, {:.4g})", w[0], w[1], w[2]);
}

/// A line has no sign: the first component that is not zero is made positive.
Eigen::Vector3d without_sign(const Eigen::Vector3d& v) {
  for (int i = 0; i < 3; ++i)
    if (std::abs(v[i]) > 1e-9) return v[i] > 0 ? v : Eigen::Vector3d(-v);
  return v;
}

class RigidBody final : public LabelledConstraint {
 public:
  RigidBody(ConstraintLabel label, std::vector<Index> nodes, Index reference, Index rotation_node)
      : LabelledConstraint("rigid body", std::move(label)),
        nodes_(std::move(nodes)),
        reference_(reference),
        rotation_node_(rotation_node) {
    times_reference_listed_ = std::count(nodes_.begin(), nodes_.end(), reference_);
    // A set: a node that two elements of the body share is still one node.
    std::sort(nodes_.begin(), nodes_.end());
    nodes_.erase(std::unique(nodes_.begin(), nodes_.end()), nodes_.end());
    std::erase(nodes_, reference_);
  }

  void add_components(const ConstraintContext& context,
                      std::span<ComponentMask> components) const override {
    check(context.mesh);
    if (rotation_node_ >= 0) {
      if (context.components[rotation_node_] != 0)
        fail("its rotation node {} belongs to elements; it must be a node of its own",
             id(context, rotation_node_));
      components[reference_] |= translations;
      components[rotation_node_] |= translations;
    } else {
      components[reference_] |= all_components;
    }
    for (const Index node : nodes_)
      if (context.components[node] == 0) components[node] |= translations;
  }

  void append(const ConstraintContext& context, std::vector<Equation>& rows) const override {
    check(context.mesh);
    const Eigen::Vector3d origin = point(context.mesh, reference_);
    for (const Index node : nodes_) {
      const Eigen::Vector3d arm = point(context.mesh, node) - origin;
      for (int i = 0; i < 3; ++i)
        if (contains(context.components[node], i)) append_displacement(context, node, i, arm, rows);
      append_rotations(context, node, rows);
    }
    if (rotation_node_ >= 0) append_rotations(context, reference_, rows);
    warn_of_free_motions(context);
  }

  /// r = r_ref + R (X − X_ref), and the same orientation where a node has one.
  void append_exact(const ConstraintContext& context, std::vector<ExactRow>& rows) const override {
    check(context.mesh);
    if (rotation_node_ >= 0)
      fail(
          "a rotation node describes small rotations: in a nonlinear model the reference node has "
          "the rotation itself");
    const nonlinear::JointRows make(context.mesh, name(), reference_);
    for (const Index node : nodes_) {
      make.same_place(node, rows);
      if (has_all(context.components[node], rotations)) make.same_orientation(node, rows);
    }
  }

 private:
  void check(const Mesh& mesh) const {
    for (const Index node : nodes_) require_node(mesh, node);
    require_node(mesh, reference_);
    const auto reference_id = mesh.node_ids[reference_];
    if (times_reference_listed_ > 1)
      fail("its reference node {} is listed {} times among its nodes", reference_id,
           times_reference_listed_);
    if (nodes_.empty()) fail("it has no nodes besides its reference node {}", reference_id);
    if (rotation_node_ < 0) return;
    require_node(mesh, rotation_node_);
    if (rotation_node_ == reference_)
      fail("node {} cannot be both its reference node and its rotation node", reference_id);
    if (std::binary_search(nodes_.begin(), nodes_.end(), rotation_node_))
      fail("its rotation node {} is also one of its nodes", mesh.node_ids[rotation_node_]);
  }

  NodeVector theta() const {
    return rotation_node_ >= 0 ? displacement(rotation_node_) : rotation(reference_);
  }

  void append_displacement(const ConstraintContext& context, Index node, int i,
                           const Eigen::Vector3d& arm, std::vector<Equation>& rows) const {
    const Eigen::Vector3d d = Eigen::Vector3d::Unit(i);
    Row row;
    row.add(displacement(node), d);
    row.add(displacement(reference_), -d);
    row.add_turned(theta(), -arm, d);
    append_row(context, row, what(context, node, i), rows);
  }

  void append_rotations(const ConstraintContext& context, Index node,
                        std::vector<Equation>& rows) const {
    for (int i = 0; i < 3; ++i) {
      if (!contains(context.components[node], 3 + i)) continue;
      Row row;
      row.add(rotation(node), Eigen::Vector3d::Unit(i));
      row.add(theta(), -Eigen::Vector3d::Unit(i));
      append_row(context, row, what(context, node, 3 + i), rows);
    }
  }

  /// Motions (u_ref, θ) of the body that move no component that anything resists.
  void warn_of_free_motions(const ConstraintContext& context) const {
    if (!context.warnings || context.anchored.empty()) return;
    const Eigen::Vector3d centre = mean_point(context.mesh);
    const double size = largest_distance(context.mesh, centre);
    const Matrix66 resisted = resistance(context, centre, size);
    const Eigen::SelfAdjointEigenSolver<Matrix66> eigen(resisted);
    const double largest = eigen.eigenvalues().maxCoeff();
    int free = 0;
    while (free < 6 && eigen.eigenvalues()[free] <= 1e-14 * largest) ++free;
    if (free == 0) return;
    if (largest == 0) {
      warn(context, "nothing but other constraints holds it: none of its nodes has elements");
      return;
    }
    warn(context,
         "its nodes leave it free to {}; unless another constraint holds it, the motion has no "
         "unique solution: support reference node {} against it, or add nodes",
         motions(eigen.eigenvectors().leftCols(free), centre), id(context, reference_));
  }

  /// Σ over resisted components of g gᵀ, where g·(u_c, size·θ) is the component's motion.
  Matrix66 resistance(const ConstraintContext& context, const Eigen::Vector3d& centre,
                      double size) const {
    Matrix66 sum = Matrix66::Zero();
    const auto add = [&](Index node, ComponentMask mask) {
      const Eigen::Vector3d arm = (point(context.mesh, node) - centre) / size;
      for (int i = 0; i < components_of_node; ++i) {
        if (!contains(mask, i)) continue;
        const Eigen::Vector3d d = Eigen::Vector3d::Unit(i % 3);
        Vector6 g = Vector6::Zero();
        if (i < 3)
          g << d, arm.cross(d);
        else
          g.tail<3>() = d;
        sum += g * g.transpose();
      }
    };
    for (const Index node : nodes_) add(node, resisted_components(context, node));
    ComponentMask of_reference = context.anchored[reference_];
    if (rotation_node_ >= 0)
      of_reference |=
          static_cast<ComponentMask>((context.anchored[rotation_node_] & translations) << 3);
    add(reference_, of_reference);
    return sum;
  }

  /// A node without elements that has rotations belongs to another constraint, which may hold it.
  static ComponentMask resisted_components(const ConstraintContext& context, Index node) {
    const ComponentMask all = context.components[node];
    return context.anchored[node] != 0 || (all & rotations) != 0 ? all : ComponentMask{0};
  }

  static std::string motions(const Eigen::Matrix<double, 6, Eigen::Dynamic>& free,
                             const Eigen::Vector3d& centre) {
    // Combinations of the motions that turn most come first; those that do not turn move.
    const Eigen::Index count = free.cols();
    Matrix66 turning = -Matrix66::Identity();  // below all others: no combinations
    turning.topLeftCorner(count, count) = free.bottomRows<3>().transpose() * free.bottomRows<3>();
    const Eigen::SelfAdjointEigenSolver<Matrix66> eigen(turning);
    const auto combined = [&](int k) -> Eigen::Matrix<double, 6, 1> {
      return free * eigen.eigenvectors().col(5 - k).head(count);
    };
    int turns = 0;
    while (turns < std::min<Eigen::Index>(count, 3) && eigen.eigenvalues()[5 - turns] > 1e-12)
      ++turns;
    std::vector<std::string> list;
    if (turns == 3 && free.cols() == 3) {
      list.push_back(fmt::format("turn about every axis through {}", text(centre)));
    } else {
      for (int k = 0; k < turns; ++k)
        list.push_back(fmt::format("turn about the axis {}",
                                   text(without_sign(combined(k).tail<3>().normalized()))));
    }
    for (int k = turns; k < count; ++k) {
      const Eigen::Vector3d u = combined(k).head<3>();
      list.push_back(fmt::format("move along {}", text(without_sign(u.normalized()))));
    }
    return fmt::format("{}", fmt::join(list, ", to "));
  }

  Eigen::Vector3d mean_point(const Mesh& mesh) const {
    Eigen::Vector3d sum = Eigen::Vector3d::Zero();
    for (const Index node : nodes_) sum += point(mesh, node);
    return sum / static_cast<double>(nodes_.size());
  }

  double largest_distance(const Mesh& mesh, const Eigen::Vector3d& centre) const {
    double largest = (point(mesh, reference_) - centre).norm();
    for (const Index node : nodes_)
      largest = std::max(largest, (point(mesh, node) - centre).norm());
    return largest > 0 ? largest : 1.0;
  }

  static std::int64_t id(const ConstraintContext& context, Index node) {
    return context.mesh.node_ids[node];
  }
  static std::string what(const ConstraintContext& context, Index node, int component) {
    return fmt::format("node {}, {}", id(context, node), component_name(component));
  }

  std::vector<Index> nodes_;  ///< sorted, without the reference node
  Index reference_;
  Index rotation_node_;
  std::ptrdiff_t times_reference_listed_ = 0;
};

}  // namespace

ConstraintPtr rigid_body(ConstraintLabel label, std::vector<Index> nodes, Index reference,
                         Index rotation_node) {
  return std::make_shared<RigidBody>(std::move(label), std::move(nodes), reference, rotation_node);
}

}  // namespace sparkdyn::structure
