// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The master surface of a tie: which of its points a slave node follows, if any. Nodes over the
// surface do, to a given distance; nodes beside it, beyond a border, do not, or a tolerance wide
// enough for the gap would sew on what only lies next to it.

#include <map>
#include <optional>
#include <span>
#include <utility>

#include "facet_tree.hpp"

namespace sparkdyn::structure {

/// A point of a facet with its frame: n the unit normal, s_i the gradients of the shape functions
/// along the surface.
struct FacetFrame {
  Eigen::Vector3d x, n;
  Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 8> s;
};
/// Nothing where the facet has no area.
std::optional<FacetFrame> facet_frame(const Mesh& mesh, const Facet& facet,
                                      const Eigen::Vector2d& xi);

/// The nodes of a surface, sorted.
std::vector<Index> sorted_nodes(std::span<const Facet> facets);
/// Slave nodes that are not also nodes of the master: those move together anyway.
std::vector<Index> free_slaves(std::span<const Facet> slave, std::span<const Facet> master);

class MasterSurface {
 public:
  /// tolerance ≤ 0: 1 % of the mean edge.
  MasterSurface(const Mesh& mesh, std::span<const Facet> facets, double tolerance);

  enum class Fate { followed, too_far, beside };
  struct Found {
    Fate fate = Fate::too_far;
    SurfacePoint at;
  };
  Found find(const Eigen::Vector3d& p) const;
  /// Distance of the nearest point, or `limit` where that is less.
  double distance(const Eigen::Vector3d& p, double limit) const;

  double reach() const { return reach_; }
  double mean_edge() const { return edge_; }
  /// How far beyond the border a node may lie.
  double overhang() const { return 0.1 * edge_; }

 private:
  /// A side of a facet that no other facet has.
  struct BorderSide {
    int facet = 0, side = 0;
  };
  bool lies_beside(const Eigen::Vector3d& p, const SurfacePoint& at) const;
  /// Away from the surface, normal to the side and in the facet's plane.
  Eigen::Vector3d outward(const BorderSide& side) const;

  const Mesh* mesh_;
  std::span<const Facet> facets_;
  FacetTree tree_;
  double edge_, reach_;
  std::multimap<Index, BorderSide> border_;  ///< by either corner
};

}  // namespace sparkdyn::structure
