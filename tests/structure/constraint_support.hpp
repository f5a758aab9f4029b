// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A handful of nodes to hang constraints on, and motions to put into their rows.

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/structure/constraint.hpp"
#include "support/error_of.hpp"

namespace sparkdyn::structure {

using support::error_of;

using Vector6 = Eigen::Matrix<double, 6, 1>;
/// Displacement and rotation at a node.
using Motion = std::function<Vector6(Index)>;

struct Scene {
  Mesh mesh;
  std::vector<ComponentMask> components;
  std::vector<ComponentMask> of_elements;
  std::vector<std::string> warnings;

  /// Node numbers in messages are 10, 20, 30, …, so that an index is never taken for a number.
  Index add(double x, double y, double z, ComponentMask mask = translations) {
    mesh.points.push_back({x, y, z});
    mesh.node_ids.push_back(10 * static_cast<std::int64_t>(mesh.points.size()));
    components.push_back(mask);
    of_elements.push_back(mask);
    return mesh.nodes() - 1;
  }

  std::vector<Equation> rows(const ConstraintPtr& constraint) {
    constraint->add_components({.mesh = mesh, .components = of_elements}, components);
    std::vector<Equation> result;
    constraint->append(
        {.mesh = mesh, .components = components, .anchored = of_elements, .warnings = &warnings},
        result);
    return result;
  }

  Eigen::Vector3d point(Index node) const {
    return Eigen::Map<const Eigen::Vector3d>(mesh.points[node].data());
  }

  /// t + ω × x, and ω.
  Motion rigid(const Eigen::Vector3d& t, const Eigen::Vector3d& omega) const {
    return [this, t, omega](Index node) {
      Vector6 motion;
      motion << t + omega.cross(point(node)), omega;
      return motion;
    };
  }
};

inline double residual(const Equation& row, const Motion& motion) {
  double sum = 0;
  for (const auto& entry : row.entries)
    sum += entry.coefficient * motion(entry.node)[entry.component];
  return sum;
}

inline double largest_residual(const std::vector<Equation>& rows, const Motion& motion) {
  double largest = 0;
  for (const auto& row : rows) largest = std::max(largest, std::abs(residual(row, motion)));
  return largest;
}

/// Over all translations and infinitesimal rotations of everything.
inline double rigid_residual(const Scene& scene, const std::vector<Equation>& rows) {
  double largest = 0;
  for (int i = 0; i < 3; ++i) {
    const Eigen::Vector3d e = Eigen::Vector3d::Unit(i), zero = Eigen::Vector3d::Zero();
    largest = std::max(largest, largest_residual(rows, scene.rigid(e, zero)));
    largest = std::max(largest, largest_residual(rows, scene.rigid(zero, e)));
  }
  return largest;
}

inline Eigen::MatrixXd dense(const Scene& scene, const std::vector<Equation>& rows) {
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(rows.size(), 6 * scene.mesh.nodes());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (const auto& entry : rows[i].entries)
      G(i, 6 * entry.node + entry.component) += entry.coefficient;
  return G;
}

inline Eigen::Index rank(const Eigen::MatrixXd& G) {
  Eigen::FullPivLU<Eigen::MatrixXd> lu(G);
  lu.setThreshold(1e-9);
  return lu.rank();
}

inline bool says(const std::string& message, const std::string& words) {
  return message.find(words) != std::string::npos;
}

}  // namespace sparkdyn::structure
