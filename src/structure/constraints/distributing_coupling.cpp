// SPDX-License-Identifier: BSD-3-Clause
// u_ref = ū + ω × (x_ref − x̄), θ_ref = ω, where ū = Σ w u, x̄ = Σ w x with Σ w = 1, r = x − x̄ and
// T ω = Σ w r × u with T = Σ w (|r|² I − r rᵀ): the least-squares rotation. The weights of a
// surface are the nodes' shares of its area, w = ∫ N dA. Those of the corners of quadratic facets
// are zero or negative, and T is positive all the same: the sums are the integrals of |r|² I − r
// rᵀ.
//
// In a structure that turns, with the directors R of the reference node, ω is replaced by the R
// that minimises Σ w |r_i − r̄ − R (X_i − X̄)|². There RᵀA is symmetric, A = Σ w r_i (X_i − X̄)ᵀ:
//   d_j·(A e_k) = d_k·(A e_j),   r_ref = Σ w r_i + R (X_ref − X̄),
// rows that are quadratic and linear.

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numeric>

#include "common.hpp"
#include "nonlinear/row_builder.hpp"
#include "sparkdyn/structure/load.hpp"
#include "structure/surface_constraint.hpp"

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
        has_arm_(with_rotation),
        coupled_(with_rotation ? all_components : translations) {
    if (weights_.empty()) weights_.assign(nodes_.size(), 1.0);
  }
  DistributingCoupling(ConstraintLabel label, Index reference, std::vector<Facet> surface,
                       ComponentMask coupled)
      : LabelledConstraint("distributing coupling", std::move(label)),
        reference_(reference),
        surface_(std::move(surface)),
        has_arm_(true),
        coupled_(coupled | translations) {}

  void add_components(const ConstraintContext& context,
                      std::span<ComponentMask> components) const override {
    check(context.mesh);
    components[reference_] |= coupled_;
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
          has_arm_ ? Eigen::Vector3d(arm.cross(d)) : Eigen::Vector3d::Zero();
      subtract(context.mesh, average, d, turn, row);
      append_row(context, row, what(context, i), rows);
    }
    for (int i = 0; i < 3; ++i) {
      if (!contains(coupled_, 3 + i)) continue;
      Row row;
      row.add(rotation(reference_), Eigen::Vector3d::Unit(i));
      subtract(context.mesh, average, Eigen::Vector3d::Zero(), Eigen::Vector3d::Unit(i), row);
      append_row(context, row, what(context, 3 + i), rows);
    }
  }

  void append_exact(const ConstraintContext& context, std::vector<ExactRow>& rows) const override {
    check(context.mesh);
    const Average average = weighted_average(context.mesh);
    const Eigen::Vector3d arm = point(context.mesh, reference_) - average.centre;
    const ComponentMask turns = coupled_ & rotations;
    if (turns != 0 && turns != rotations)
      fail("it couples some rotations of its reference node: where these are large, all or none");
    const double size = radius(context.mesh, average);
    if (turns == 0 && arm.norm() > 1e-9 * std::max(size, average.centre.norm()))
      fail(
          "its reference node {} lies {:.4g} from the mean place of its nodes and does not turn "
          "with "
          "them, so that the arm between them would keep its direction: say 'rotation: true', or "
          "put "
          "the node at ({:.9g}, {:.9g}, {:.9g})",
          context.mesh.node_ids[reference_], arm.norm(), average.centre[0], average.centre[1],
          average.centre[2]);
    for (int i = 0; i < 3; ++i) {
      const Eigen::Vector3d d = Eigen::Vector3d::Unit(i);
      nonlinear::RowBuilder row(context.mesh);
      row.add_displacement(reference_, d);
      for (std::size_t k = 0; k < average.nodes.size(); ++k)
        row.add_displacement(average.nodes[k], -average.weights[k] * d);
      if (turns != 0) row.add_fixed(reference_, arm, -d).add(arm[i]);
      rows.push_back(row.row(fmt::format("{}, {}", name(), what(context, i))));
    }
    if (turns == 0) return;
    constexpr std::array<std::array<int, 3>, 3> pairs{{{1, 2, 0}, {2, 0, 1}, {0, 1, 2}}};
    for (const auto& [j, k, axis] : pairs) {
      nonlinear::RowBuilder row(context.mesh);
      for (std::size_t n = 0; n < average.nodes.size(); ++n) {
        const Eigen::Vector3d r = point(context.mesh, average.nodes[n]) - average.centre;
        const double weight = average.weights[n] / size;
        row.add_product(weight * r[k], reference_, Eigen::Vector3d::Unit(j), average.nodes[n]);
        row.add_product(-weight * r[j], reference_, Eigen::Vector3d::Unit(k), average.nodes[n]);
      }
      rows.push_back(row.row(fmt::format("{}, {}", name(), what(context, 3 + axis))));
    }
  }

 private:
  /// √Σ |w| r²: the size of what is coupled.
  static double radius(const Mesh& mesh, const auto& average) {
    double sum = 0;
    for (std::size_t i = 0; i < average.nodes.size(); ++i)
      sum += std::abs(average.weights[i]) *
             (point(mesh, average.nodes[i]) - average.centre).squaredNorm();
    return std::sqrt(sum);
  }

  struct Average {
    std::vector<Index> nodes;
    std::vector<double> weights;  ///< with sum 1
    Eigen::Vector3d centre = Eigen::Vector3d::Zero();
    Eigen::Matrix3d inverse_inertia = Eigen::Matrix3d::Zero();  ///< T⁻¹
  };

  void check(const Mesh& mesh) const {
    require_node(mesh, reference_);
    if (!surface_.empty()) return check_surface(mesh);
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

  void check_surface(const Mesh& mesh) const {
    for (const Facet& facet : surface_)
      for (int i = 0; i < info(facet.shape).nodes; ++i) require_node(mesh, facet.nodes[i]);
    if (area_weights(mesh).nodes.empty()) fail("it has no nodes besides its reference node");
  }

  /// ∫ N dA of the surface's nodes; one for each facet that is a single node.
  Average area_weights(const Mesh& mesh) const {
    std::map<Index, double> weights;
    SurfaceLoad unit{.facets = {}, .traction = {1, 0, 0}, .where = where()};
    for (const Facet& facet : surface_) {
      if (facet.shape == Shape::point)
        weights[facet.nodes[0]] = 1;
      else
        unit.facets.push_back(facet);
    }
    if (!unit.facets.empty())
      for (const NodalLoad& share : nodal_forces(mesh, unit)) weights[share.node] += share.value;
    weights.erase(reference_);
    double largest = 0;
    for (const auto& [node, weight] : weights) largest = std::max(largest, std::abs(weight));
    Average average;
    for (const auto& [node, weight] : weights) {
      if (std::abs(weight) <= 1e-12 * largest) continue;  // corners of flat quadratic triangles
      average.nodes.push_back(node);
      average.weights.push_back(weight);
    }
    return average;
  }

  Average weighted_average(const Mesh& mesh) const {
    Average average;
    if (surface_.empty()) {
      average.nodes = nodes_;
      average.weights = weights_;
    } else {
      average = area_weights(mesh);
    }
    const double sum = std::accumulate(average.weights.begin(), average.weights.end(), 0.0);
    for (double& weight : average.weights) weight /= sum;
    for (std::size_t i = 0; i < average.nodes.size(); ++i)
      average.centre += average.weights[i] * point(mesh, average.nodes[i]);
    if (has_arm_) average.inverse_inertia = inverse_inertia(mesh, average);
    return average;
  }

  Eigen::Matrix3d inverse_inertia(const Mesh& mesh, const Average& average) const {
    Eigen::Matrix3d T = Eigen::Matrix3d::Zero();
    double farthest = 0;
    for (std::size_t i = 0; i < average.nodes.size(); ++i) {
      const Eigen::Vector3d r = point(mesh, average.nodes[i]) - average.centre;
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
          average.nodes.size() == 1 ? "node" : "nodes",
          eigen.eigenvalues()[2] <= 1e-24 * average.centre.squaredNorm() ? "at one point"
                                                                         : "on one line");
    return eigen.eigenvectors() * eigen.eigenvalues().cwiseInverse().asDiagonal() *
           eigen.eigenvectors().transpose();
  }

  /// row −= d·ū + turn·ω
  void subtract(const Mesh& mesh, const Average& average, const Eigen::Vector3d& d,
                const Eigen::Vector3d& turn, Row& row) const {
    const Eigen::Vector3d t = average.inverse_inertia * turn;
    for (std::size_t i = 0; i < average.nodes.size(); ++i) {
      const Eigen::Vector3d r = point(mesh, average.nodes[i]) - average.centre;
      // t·(r × u) = (t × r)·u
      row.append(displacement(average.nodes[i]), -average.weights[i] * (d + t.cross(r)));
    }
  }

  std::string what(const ConstraintContext& context, int component) const {
    return fmt::format("node {}, {}", context.mesh.node_ids[reference_], component_name(component));
  }

  Index reference_;
  std::vector<Index> nodes_;
  std::vector<double> weights_;
  std::vector<Facet> surface_;  ///< instead of nodes and weights
  bool has_arm_;                ///< whether u_ref sees ω
  ComponentMask coupled_;
};

}  // namespace

ConstraintPtr distributing_coupling(ConstraintLabel label, Index reference,
                                    std::vector<Index> nodes, std::vector<double> weights,
                                    bool with_rotation) {
  return std::make_shared<DistributingCoupling>(std::move(label), reference, std::move(nodes),
                                                std::move(weights), with_rotation);
}

ConstraintPtr distributing_coupling(ConstraintLabel label, Index reference,
                                    std::vector<Facet> surface, ComponentMask coupled) {
  return std::make_shared<DistributingCoupling>(std::move(label), reference, std::move(surface),
                                                coupled);
}

}  // namespace sparkdyn::structure
