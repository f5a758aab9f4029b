// SPDX-License-Identifier: BSD-3-Clause
#include "master_surface.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>

#include "common.hpp"
#include "shape_functions.hpp"

namespace sparkdyn::structure {
namespace {

std::pair<Index, Index> edge_of(const Facet& facet, int k) {
  const int corners = info(facet.shape).corners;
  const auto [a, b] = std::minmax(facet.nodes[k], facet.nodes[(k + 1) % corners]);
  return {a, b};
}

/// Whether ξ lies on the side from corner k to the next.
bool on_side(const ShapeGradients& local, int corners, int k, const Eigen::Vector2d& xi) {
  const Eigen::Vector2d a = local.row(k).head<2>(), b = local.row((k + 1) % corners).head<2>();
  const Eigen::Vector2d along = b - a, from = xi - a;
  return std::abs(along[0] * from[1] - along[1] * from[0]) <= 1e-9 * along.norm();
}

}  // namespace

std::optional<FacetFrame> facet_frame(const Mesh& mesh, const Facet& facet,
                                      const Eigen::Vector2d& xi) {
  const Eigen::Vector3d place(xi[0], xi[1], 0);
  const ShapeValues N = shape_values(facet.shape, place);
  const ShapeGradients dN = shape_gradients(facet.shape, place);
  Eigen::Matrix<double, 3, 2> J = Eigen::Matrix<double, 3, 2>::Zero();
  FacetFrame frame{.x = Eigen::Vector3d::Zero(), .n = {}, .s = {}};
  for (Eigen::Index i = 0; i < N.size(); ++i) {
    frame.x += N[i] * point(mesh, facet.nodes[i]);
    J += point(mesh, facet.nodes[i]) * dN.row(i).head<2>();
  }
  const Eigen::Vector3d normal = J.col(0).cross(J.col(1));
  if (!(normal.norm() > 1e-12 * J.squaredNorm())) return std::nullopt;
  frame.n = normal.normalized();
  // The reciprocal base of the tangents: columns of J (JᵀJ)⁻¹.
  const Eigen::Matrix2d metric = J.transpose() * J;
  frame.s = J * metric.inverse() * dN.leftCols<2>().transpose();
  return frame;
}

std::vector<Index> sorted_nodes(std::span<const Facet> facets) {
  std::vector<Index> nodes;
  for (const Facet& facet : facets)
    nodes.insert(nodes.end(), facet.nodes.begin(), facet.nodes.begin() + info(facet.shape).nodes);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

std::vector<Index> free_slaves(std::span<const Facet> slave, std::span<const Facet> master) {
  const std::vector<Index> slaves = sorted_nodes(slave);
  const std::vector<Index> masters = sorted_nodes(master);
  std::vector<Index> free;
  std::set_difference(slaves.begin(), slaves.end(), masters.begin(), masters.end(),
                      std::back_inserter(free));
  return free;
}

MasterSurface::MasterSurface(const Mesh& mesh, std::span<const Facet> facets, double tolerance)
    : mesh_(&mesh),
      facets_(facets),
      tree_(mesh, facets),
      edge_(tree_.mean_edge()),
      reach_(tolerance > 0 ? tolerance : 0.01 * edge_) {
  std::map<std::pair<Index, Index>, std::vector<BorderSide>> sides;
  for (std::size_t i = 0; i < facets.size(); ++i)
    for (int k = 0; k < info(facets[i].shape).corners; ++k)
      sides[edge_of(facets[i], k)].push_back({static_cast<int>(i), k});
  for (const auto& [edge, owners] : sides) {
    if (owners.size() > 1) continue;
    border_.emplace(edge.first, owners.front());
    border_.emplace(edge.second, owners.front());
  }
}

MasterSurface::Found MasterSurface::find(const Eigen::Vector3d& p) const {
  const auto nearest = tree_.nearest(p, reach_);
  if (!nearest) return {};
  return {lies_beside(p, *nearest) ? Fate::beside : Fate::followed, *nearest};
}

double MasterSurface::distance(const Eigen::Vector3d& p, double limit) const {
  const auto nearest = tree_.nearest(p, limit);
  return nearest ? nearest->point.distance : limit;
}

bool MasterSurface::lies_beside(const Eigen::Vector3d& p, const SurfacePoint& at) const {
  if (at.point.distance <= overhang()) return false;
  // The nearest point lies on a border where one of its sides does; at a corner the side may belong
  // to a neighbour.
  const Facet& facet = facets_[at.facet];
  const auto here = facet_frame(*mesh_, facet, at.point.xi);
  const ShapeGradients local = node_coordinates(facet.shape);
  const int corners = info(facet.shape).corners;
  for (int k = 0; k < corners; ++k) {
    if (!on_side(local, corners, k, at.point.xi)) continue;
    const bool at_corner = (local.row(k).head<2>().transpose() - at.point.xi).norm() < 1e-9;
    const auto [first, last] = border_.equal_range(facet.nodes[k]);
    for (auto side = first; here && side != last; ++side) {
      const bool same = side->second.facet == at.facet && side->second.side == k;
      if ((same || at_corner) && outward(side->second).dot(p - here->x) > overhang()) return true;
    }
  }
  return false;
}

Eigen::Vector3d MasterSurface::outward(const BorderSide& side) const {
  const Facet& facet = facets_[side.facet];
  const int corners = info(facet.shape).corners;
  const auto corner = [&](int k) { return point(*mesh_, facet.nodes[k % corners]); };
  const Eigen::Vector3d along = corner(side.side + 1) - corner(side.side);
  const Eigen::Vector3d n = along.cross(corner(side.side + 2) - corner(side.side));
  return along.cross(n).normalized();
}

}  // namespace sparkdyn::structure
