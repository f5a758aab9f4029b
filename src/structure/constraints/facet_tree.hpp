// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which facet of a surface is nearest to a point: a hierarchy of bounding boxes, about log n facets
// looked at per question.

#include <Eigen/Geometry>
#include <optional>
#include <span>
#include <vector>

#include "facet_projection.hpp"

namespace sparkdyn::structure {

struct SurfacePoint {
  int facet = -1;  ///< position in the list of facets
  FacetPoint point;
};

class FacetTree {
 public:
  /// Facets must be of shapes that FacetGeometry supports.
  FacetTree(const Mesh& mesh, std::span<const Facet> facets);

  /// Nothing when the surface is farther away than `reach`.
  std::optional<SurfacePoint> nearest(const Eigen::Vector3d& p, double reach) const;
  double mean_edge() const;

 private:
  struct Branch {
    Eigen::AlignedBox3d box;
    int begin = 0, end = 0;  ///< of its facets in order_
    int second = 0;          ///< its second child; the first follows it; 0: a leaf
  };

  int build(int begin, int end);

  std::vector<FacetGeometry> facets_;
  std::vector<Eigen::AlignedBox3d> boxes_;
  std::vector<int> order_;
  std::vector<Branch> branches_;
};

}  // namespace sparkdyn::structure
