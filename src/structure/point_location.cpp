// SPDX-License-Identifier: BSD-3-Clause
#include "structure/point_location.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <limits>

#include "elements/local_frame.hpp"
#include "shape_functions.hpp"

namespace sparkdyn::structure {
namespace {

using Eigen::Vector3d;
using Nodes = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, most_nodes>;

constexpr double held_within = 0.05;  ///< of the cell's size

Nodes nodes_of(const Mesh& mesh, const Cell& cell) {
  const int count = info(cell.shape).nodes;
  Nodes x(3, count);
  for (int i = 0; i < count; ++i) x.col(i) = as_point(mesh.points[mesh.nodes_of(cell)[i]]);
  return x;
}

double longest_edge(Shape shape, const Nodes& x) {
  const ShapeInfo& about = info(shape);
  if (about.sides.empty()) return about.corners < 2 ? 0 : (x.col(1) - x.col(0)).norm();
  double longest = 0;
  for (const Side& side : about.sides) {
    const int corners = info(side.shape).corners;
    for (int i = 0; i < corners; ++i)
      longest =
          std::max(longest, (x.col(side.nodes[i]) - x.col(side.nodes[(i + 1) % corners])).norm());
  }
  return longest;
}

/// The nearest local coordinates that the shape has.
Vector3d clamped(Shape shape, Vector3d xi) {
  const auto unit = [&](int i) { xi[i] = std::clamp(xi[i], -1.0, 1.0); };
  const auto simplex = [&](int count) {
    for (int i = 0; i < count; ++i) xi[i] = std::max(xi[i], 0.0);
    const double sum = xi.head(count).sum();
    if (sum > 1) xi.head(count) /= sum;
  };
  switch (shape) {
    case Shape::triangle3:
    case Shape::triangle6:
      simplex(2);
      break;
    case Shape::tetrahedron4:
    case Shape::tetrahedron10:
      simplex(3);
      break;
    case Shape::wedge6:
    case Shape::wedge15:
      simplex(2);
      unit(2);
      break;
    default:
      for (int i = 0; i < info(shape).dimension; ++i) unit(i);
  }
  return xi;
}

struct Held {
  ShapeValues weights;
  double off = std::numeric_limits<double>::infinity();
};

using Columns = Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 3>;

/// The move of least |J·move − rest|; not finite where J has lost a direction.
Eigen::VectorXd nearest_move(const Columns& J, const Vector3d& rest) {
  if (J.cols() == 3) return Eigen::Matrix3d(J).inverse() * rest;
  const Eigen::VectorXd right = J.transpose() * rest;
  if (J.cols() == 1) return right / J.squaredNorm();
  return Eigen::Matrix2d(J.transpose() * J).inverse() * right;
}

/// Newton's iteration for x(ξ) = p from one start; for lines and surfaces that of Gauss.
Held search(Shape shape, const Nodes& x, const Vector3d& p, Vector3d xi) {
  constexpr int most = 40;
  const int dimension = info(shape).dimension;
  for (int k = 0; k < most; ++k) {
    const Vector3d rest = p - x * shape_values(shape, xi);
    const Columns J = (x * shape_gradients(shape, xi)).leftCols(dimension);
    const Eigen::VectorXd move = nearest_move(J, rest);
    if (!move.allFinite()) break;
    // Far outside, quadratic shapes turn back: a start that leaves is brought back to the rim.
    const double length = move.norm();
    Vector3d next = xi;
    next.head(dimension) += move * std::min(1.0, 0.5 / std::max(length, 1e-300));
    xi = next.norm() > 3 ? clamped(shape, next) : next;
    if (length < 1e-14) break;
  }
  xi = clamped(shape, xi);
  const ShapeValues N = shape_values(shape, xi);
  return {N, (p - x * N).norm()};
}

/// The search starts at the centre and, where the shape is curved or warped, near its corners too.
Held nearest_in(Shape shape, const Nodes& x, const Vector3d& p, double size) {
  const Vector3d middle = centre(shape);
  Held best = search(shape, x, p, middle);
  const ShapeGradients corners = node_coordinates(shape);
  for (int i = 0; i < info(shape).corners && best.off > 1e-9 * size; ++i) {
    const Vector3d start = 0.3 * middle + 0.7 * corners.row(i).transpose();
    if (Held found = search(shape, x, p, start); found.off < best.off) best = std::move(found);
  }
  return best;
}

/// Springs and masses do not fill the space between their nodes.
bool holds_points(const Element& element) {
  const auto kind = element.section_kind();
  return kind != "spring" && kind != "mass" && kind != "bushing";
}

class Search {
 public:
  Search(const Model& model, const Vector& point, ComponentMask needed)
      : model_(model), mesh_(model.mesh), p_(as_point(point)), needed_(needed) {}

  PointLocation run() {
    find_nearest();
    look_at_cells();
    if (result_.distance <= coincident())
      share({{result_.nearest, 1.0}});
    else if (best_cell_ >= 0)
      share(shares_of(best_cell_));
    return std::move(result_);
  }

 private:
  void find_nearest() {
    std::vector<char> used(mesh_.points.size(), 0);
    for (std::size_t c = 0; c < mesh_.cells.size(); ++c) {
      if (model_.roles[c].element < 0) continue;
      const Index* nodes = mesh_.nodes_of(mesh_.cells[c]);
      for (int i = 0; i < info(mesh_.cells[c].shape).nodes; ++i) used[nodes[i]] = 1;
    }
    double any = std::numeric_limits<double>::infinity(), of_used = any;
    Index first = 0, first_used = 0;
    Vector3d low = p_, high = p_;
    for (Index i = 0; i < mesh_.nodes(); ++i) {
      const Vector3d x = as_point(mesh_.points[i]);
      if (i == 0) low = high = x;
      low = low.cwiseMin(x);
      high = high.cwiseMax(x);
      const double distance = (x - p_).norm();
      if (distance < any) any = distance, first = i;
      if (used[i] && distance < of_used) of_used = distance, first_used = i;
    }
    extent_ = (high - low).norm();
    const bool at_any = any <= 1e-9 * extent_ && any < of_used;
    result_.nearest = at_any || std::isinf(of_used) ? first : first_used;
    result_.distance = at_any || std::isinf(of_used) ? any : of_used;
  }

  void look_at_cells() {
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t c = 0; c < mesh_.cells.size(); ++c) {
      const CellRole role = model_.roles[c];
      if (role.element < 0 || !holds_points(*elements()[role.element])) continue;
      const Cell& cell = mesh_.cells[c];
      const Nodes x = nodes_of(mesh_, cell);
      const bool at_nearest = has_node(cell, result_.nearest);
      if (!at_nearest && !may_hold(x)) continue;
      const double size = longest_edge(cell.shape, x);
      if (at_nearest) result_.size = std::max(result_.size, size);
      if (!may_hold(x) || !has_components(c)) continue;
      Held found = nearest_in(cell.shape, x, p_, size);
      if (found.off > held_within * size || !(found.off < least)) continue;
      // Neighbours share their sides: the first that holds the point stays, whatever rounding says.
      least = std::max(found.off - 1e-9 * size, 0.0);
      best_cell_ = static_cast<Index>(c);
      best_ = std::move(found);
      holder_size_ = size;
    }
    result_.size = std::max(result_.size, holder_size_);
  }

  /// Middle nodes may let a side bulge beyond all nodes.
  bool may_hold(const Nodes& x) const {
    const Vector3d low = x.rowwise().minCoeff(), high = x.rowwise().maxCoeff();
    const double room = 0.3 * (high - low).norm();
    return ((p_ - low).array() >= -room).all() && ((high - p_).array() >= -room).all();
  }

  bool has_node(const Cell& cell, Index node) const {
    const Index* nodes = mesh_.nodes_of(cell);
    return std::find(nodes, nodes + info(cell.shape).nodes, node) != nodes + info(cell.shape).nodes;
  }

  bool has_components(std::size_t c) const {
    const CellRole role = model_.roles[c];
    const Element& element = *elements()[role.element];
    for (int i = 0; i < info(mesh_.cells[c].shape).nodes; ++i)
      if ((element.components(i, model_.sections[role.section].data) & needed_) != needed_)
        return false;
    return true;
  }

  double coincident() const {
    return result_.size > 0 ? negligible_move * result_.size : 1e-9 * extent_;
  }

  std::vector<std::pair<Index, double>> shares_of(Index c) const {
    std::vector<std::pair<Index, double>> shares;
    const Index* nodes = mesh_.nodes_of(mesh_.cells[c]);
    for (Eigen::Index i = 0; i < best_.weights.size(); ++i)
      if (std::abs(best_.weights[i]) > 1e-14) shares.emplace_back(nodes[i], best_.weights[i]);
    return shares;
  }

  void share(std::vector<std::pair<Index, double>> shares) {
    Vector3d place = Vector3d::Zero();
    for (const auto& [node, weight] : shares) place += weight * as_point(mesh_.points[node]);
    result_.shares = std::move(shares);
    result_.place = {place[0], place[1], place[2]};
    result_.off = (place - p_).norm();
  }

  const Model& model_;
  const Mesh& mesh_;
  Vector3d p_;
  ComponentMask needed_;
  PointLocation result_;
  Held best_;
  Index best_cell_ = -1;
  double extent_ = 0, holder_size_ = 0;
};

}  // namespace

bool is_near(const PointLocation& location) {
  return !location.shares.empty() || location.distance <= location.size;
}

PointLocation locate(const Model& model, const Vector& point, ComponentMask needed) {
  return Search(model, point, needed).run();
}

}  // namespace sparkdyn::structure
