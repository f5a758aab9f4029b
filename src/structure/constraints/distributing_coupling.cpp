// u_ref = ū + ω × (x_ref − x̄), θ_ref = ω, where ū = Σ w u, x̄ = Σ w x with Σ w = 1, r = x − x̄ and
// T ω = Σ w r × u with T = Σ w (|r|² I − r rᵀ): the least-squares rotation.

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numeric>

#include "common.hpp"

namespace sparkdyn::structure {
namespace {

class DistributingCoupling final : public LabelledConstraint {
 public:
  DistributingCoupling(ConstraintLabel label, Index reference, std::vector<Index> nodes,
                       std::vector<double> weights, bool with_rotation)
      : LabelledConstraint("distributing coupling", std::move(label)),
        reference_(reference),
        nodes_(std::move(nodes)),
        weights_(std::move(weights)),
        with_rotation_(with_rotation) {
    if (weights_.empty()) weights_.assign(nodes_.size(), 1.0);
  }

  void add_components(const ConstraintContext& context,
                      std::span<ComponentMask> components) const override {
    check(context.mesh);
    components[reference_] |= with_rotation_ ? all_components : translations;
  }

  void append(const ConstraintContext& context, std::vector<Equation>& rows) const override {
    check(context.mesh);
    const Average average = weighted_average(context.mesh);
    const Eigen::Vector3d arm = point(context.mesh, reference_) - average.centre;
    for (int i = 0; i < 3; ++i) {
      const Eigen::Vector3d d = Eigen::Vector3d::Unit(i);
      Row row;
      row.add(displacement(reference_), d);
      // d·(ω × arm) = (arm × d)·ω
      const Eigen::Vector3d turn =
          with_rotation_ ? Eigen::Vector3d(arm.cross(d)) : Eigen::Vector3d::Zero();
      subtract(context.mesh, average, d, turn, row);
      append_row(context, row, what(context, i), rows);
    }
    if (!with_rotation_) return;
    for (int i = 0; i < 3; ++i) {
      Row row;
      row.add(rotation(reference_), Eigen::Vector3d::Unit(i));
      subtract(context.mesh, average, Eigen::Vector3d::Zero(), Eigen::Vector3d::Unit(i), row);
      append_row(context, row, what(context, 3 + i), rows);
    }
  }

 private:
  struct Average {
    std::vector<double> weights;  ///< with sum 1
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    Eigen::Matrix3d inverse_inertia = Eigen::Matrix3d::Zero();  ///< T⁻¹
  };

  void check(const Mesh& mesh) const {
    require_node(mesh, reference_);
    if (nodes_.empty()) fail("it has no nodes");
    if (weights_.size() != nodes_.size())
      fail("it has {} weights for {} nodes", weights_.size(), nodes_.size());
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      require_node(mesh, nodes_[i]);
      if (!(weights_[i] > 0) || !std::isfinite(weights_[i]))
        fail("the weight {} of node {} is not positive", weights_[i], mesh.node_ids[nodes_[i]]);
      if (nodes_[i] == reference_)
        fail("its reference node {} is also one of its nodes", mesh.node_ids[reference_]);
    }
    std::vector<Index> sorted = nodes_;
    std::sort(sorted.begin(), sorted.end());
    const auto twice = std::adjacent_find(sorted.begin(), sorted.end());
    if (twice != sorted.end()) fail("node {} is listed twice", mesh.node_ids[*twice]);
  }

  Average weighted_average(const Mesh& mesh) const {
    Average average;
    const double sum = std::accumulate(weights_.begin(), weights_.end(), 0.0);
    for (const double weight : weights_) average.weights.push_back(weight / sum);
    for (std::size_t i = 0; i < nodes_.size(); ++i)
      average.centre += average.weights[i] * point(mesh, nodes_[i]);
    if (with_rotation_) average.inverse_inertia = inverse_inertia(mesh, average);
    return average;
  }

  Eigen::Matrix3d inverse_inertia(const Mesh& mesh, const Average& average) const {
    Eigen::Matrix3d T = Eigen::Matrix3d::Zero();
    double farthest = 0;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Eigen::Vector3d r = point(mesh, nodes_[i]) - average.centre;
      T += average.weights[i] * (r.squaredNorm() * Eigen::Matrix3d::Identity() - r * r.transpose());
      farthest = std::max(farthest, r.norm());
    }
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> eigen(T);
    // Nodes that leave a line by less than a millionth of its length do not define a rotation.
    if (farthest <= 1e-12 * average.centre.norm() ||
        eigen.eigenvalues()[0] <= 1e-12 * eigen.eigenvalues()[2])
      fail(
          "its {} lie {}, which leaves its rotation undefined: take nodes that span a surface, or "
          "couple displacements only",
          nodes_.size() == 1 ? "node" : "nodes",
          eigen.eigenvalues()[2] <= 1e-24 * average.centre.squaredNorm() ? "at one point"
                                                                         : "on one line");
    return eigen.eigenvectors() * eigen.eigenvalues().cwiseInverse().asDiagonal() *
           eigen.eigenvectors().transpose();
  }

  /// row −= d·ū + turn·ω
  void subtract(const Mesh& mesh, const Average& average, const Eigen::Vector3d& d,
                const Eigen::Vector3d& turn, Row& row) const {
    const Eigen::Vector3d t = average.inverse_inertia * turn;
    for (std::size_t i = 0; i < nodes_.size(); ++i) {
      const Eigen::Vector3d r = point(mesh, nodes_[i]) - average.centre;
      // t·(r × u) = (t × r)·u
      row.append(displacement(nodes_[i]), -average.weights[i] * (d + t.cross(r)));
    }
  }

  std::string what(const ConstraintContext& context, int component) const {
    return fmt::format("node {}, {}", context.mesh.node_ids[reference_], component_name(component));
  }

  Index reference_;
  std::vector<Index> nodes_;
  std::vector<double> weights_;
  bool with_rotation_;
};

}  // namespace

ConstraintPtr distributing_coupling(ConstraintLabel label, Index reference,
                                    std::vector<Index> nodes, std::vector<double> weights,
                                    bool with_rotation) {
  return std::make_shared<DistributingCoupling>(std::move(label), reference, std::move(nodes),
                                                std::move(weights), with_rotation);
}

}  // namespace sparkdyn::structure
