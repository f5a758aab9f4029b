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
  std::set<std::pair<Index, Index>> twice;
  for (const Facet& facet : facets)
    for (int k = 0; k < info(facet.shape).corners; ++k)
      if (!border_.insert(edge_of(facet, k)).second) twice.insert(edge_of(facet, k));
  for (const auto& edge : twice) border_.erase(edge);
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
  const Facet& facet = facets_[at.facet];
  const auto frame = facet_frame(*mesh_, facet, at.point.xi);
  if (!frame) return false;
  const ShapeGradients local = node_coordinates(facet.shape);
  const int corners = info(facet.shape).corners;
  for (int k = 0; k < corners; ++k) {
    if (!on_side(local, corners, k, at.point.xi) || !border_.contains(edge_of(facet, k))) continue;
    const Eigen::Vector3d along =
        point(*mesh_, facet.nodes[(k + 1) % corners]) - point(*mesh_, facet.nodes[k]);
    const Eigen::Vector3d outward = along.cross(frame->n).normalized();
    if (outward.dot(p - frame->x) > overhang()) return true;
  }
  return false;
}

}  // namespace sparkdyn::structure
