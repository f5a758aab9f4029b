// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The point of a facet nearest to p: |Σ N_i(ξ) x_i − p|² → min over the facet's local coordinates
// ξ.

#include <Eigen/Core>
#include <Eigen/Geometry>

#include "sparkdyn/structure/mesh.hpp"

namespace sparkdyn::structure {

struct FacetPoint {
  Eigen::Vector2d xi = Eigen::Vector2d::Zero();
  double distance = 0;
};

/// The coordinates of a facet's nodes, ready to be asked.
class FacetGeometry {
 public:
  FacetGeometry(const Mesh& mesh, const Facet& facet);

  /// Triangles and quadrilaterals with 3, 4, 6 and 8 nodes; flat, warped or curved.
  static bool supports(Shape shape);
  FacetPoint nearest(const Eigen::Vector3d& p) const;
  /// Contains the whole facet, where it bulges beyond its nodes too.
  Eigen::AlignedBox3d box() const;
  double mean_edge() const;

 private:
  using Nodes = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 8>;

  Eigen::Vector3d position(const Eigen::Vector2d& xi) const;
  FacetPoint nearest_of_triangles(const Eigen::Vector3d& p) const;
  FacetPoint polished(const Eigen::Vector3d& p, Eigen::Vector2d xi) const;

  Shape shape_;
  Nodes x_;
};

}  // namespace sparkdyn::structure
