// SPDX-License-Identifier: BSD-3-Clause
#include "facet_projection.hpp"

#include <Eigen/LU>
#include <array>
#include <cmath>
#include <limits>
#include <optional>
#include <span>

#include "shape_functions.hpp"

namespace sparkdyn::structure {
namespace {

using Eigen::Vector2d;
using Eigen::Vector3d;
using Triangle = std::array<int, 3>;

/// Flat triangles between nodes that stand in for the facet to find where to begin.
std::span<const Triangle> triangles(Shape shape) {
  static constexpr std::array<Triangle, 1> three{{{0, 1, 2}}};
  static constexpr std::array<Triangle, 2> four{{{0, 1, 2}, {0, 2, 3}}};
  static constexpr std::array<Triangle, 4> six{{{0, 3, 5}, {3, 1, 4}, {5, 4, 2}, {3, 4, 5}}};
  static constexpr std::array<Triangle, 6> eight{
      {{0, 4, 7}, {4, 1, 5}, {5, 2, 6}, {6, 3, 7}, {4, 5, 6}, {4, 6, 7}}};
  switch (shape) {
    case Shape::triangle3:
      return three;
    case Shape::quadrilateral4:
      return four;
    case Shape::triangle6:
      return six;
    default:
      return eight;
  }
}

/// Local coordinates of the nodes, looked up once per shape.
const ShapeGradients& local_nodes(Shape shape) {
  static const ShapeGradients triangle = node_coordinates(Shape::triangle6);
  static const ShapeGradients quadrilateral = node_coordinates(Shape::quadrilateral8);
  const bool is_triangle = shape == Shape::triangle3 || shape == Shape::triangle6;
  return is_triangle ? triangle : quadrilateral;
}

/// Weights (v, w) of b and c in the point a + v(b − a) + w(c − a) of a triangle nearest to p, by
/// the region of the plane that p lies over (Ericson, Real-Time Collision Detection, 5.1.5).
Vector2d nearest_of_triangle(const Vector3d& p, const Vector3d& a, const Vector3d& b,
                             const Vector3d& c) {
  const Vector3d ab = b - a, ac = c - a, ap = p - a, bp = p - b, cp = p - c;
  const double d1 = ab.dot(ap), d2 = ac.dot(ap);
  if (d1 <= 0 && d2 <= 0) return {0, 0};
  const double d3 = ab.dot(bp), d4 = ac.dot(bp);
  if (d3 >= 0 && d4 <= d3) return {1, 0};
  const double d5 = ab.dot(cp), d6 = ac.dot(cp);
  if (d6 >= 0 && d5 <= d6) return {0, 1};
  const double vc = d1 * d4 - d3 * d2;
  if (vc <= 0 && d1 >= 0 && d3 <= 0) return {d1 / (d1 - d3), 0};
  const double vb = d5 * d2 - d1 * d6;
  if (vb <= 0 && d2 >= 0 && d6 <= 0) return {0, d2 / (d2 - d6)};
  const double va = d3 * d6 - d5 * d4;
  if (va <= 0 && d4 >= d3 && d5 >= d6) {
    const double w = (d4 - d3) / ((d4 - d3) + (d5 - d6));
    return {1 - w, w};
  }
  const double sum = va + vb + vc;
  return {vb / sum, vc / sum};
}

/// A side n·ξ ≤ c of the domain of local coordinates.
struct Bound {
  Vector2d n;
  double c;
  double room(const Vector2d& xi) const { return c - n.dot(xi); }
  Vector2d along() const { return {-n[1], n[0]}; }
};

std::span<const Bound> bounds(Shape shape) {
  static const std::array<Bound, 3> triangle{
      {{Vector2d(-1, 0), 0}, {Vector2d(0, -1), 0}, {Vector2d(1, 1), 1}}};
  static const std::array<Bound, 4> square{
      {{Vector2d(-1, 0), 1}, {Vector2d(0, -1), 1}, {Vector2d(1, 0), 1}, {Vector2d(0, 1), 1}}};
  if (shape == Shape::triangle3 || shape == Shape::triangle6) return triangle;
  return square;
}

constexpr double on_bound = 1e-14;

bool leaves(std::span<const Bound> domain, const Vector2d& xi, const Vector2d& step) {
  for (const auto& bound : domain)
    if (bound.room(xi) <= on_bound && bound.n.dot(step) > on_bound * step.norm()) return true;
  return false;
}

/// The Gauss–Newton step, or where that leaves the domain the best one along a side; none at the
/// minimum.
std::optional<Vector2d> descent(std::span<const Bound> domain, const Vector2d& xi,
                                const Vector2d& gradient, const Eigen::Matrix2d& H) {
  const double scale = H.trace();
  if (H.determinant() > 1e-20 * scale * scale) {
    const Vector2d step = -H.inverse() * gradient;
    if (!leaves(domain, xi, step)) return step;
  }
  std::optional<Vector2d> best;
  double best_gain = 0;
  for (const auto& bound : domain) {
    if (bound.room(xi) > on_bound) continue;
    const Vector2d t = bound.along();
    const double curvature = t.dot(H * t);
    if (curvature <= 0) continue;
    const double slope = t.dot(gradient);
    const Vector2d step = -slope / curvature * t;
    const double gain = slope * slope / curvature;
    if (gain > best_gain && !leaves(domain, xi, step)) {
      best = step;
      best_gain = gain;
    }
  }
  return best;
}

Vector2d shortened(std::span<const Bound> domain, const Vector2d& xi, const Vector2d& step) {
  double part = 1;
  for (const auto& bound : domain) {
    const double speed = bound.n.dot(step);
    if (bound.room(xi) > on_bound && speed > 0) part = std::min(part, bound.room(xi) / speed);
  }
  return part * step;
}

}  // namespace

FacetGeometry::FacetGeometry(const Mesh& mesh, const Facet& facet)
    : shape_(facet.shape), x_(3, info(facet.shape).nodes) {
  for (Eigen::Index i = 0; i < x_.cols(); ++i)
    x_.col(i) = Eigen::Map<const Vector3d>(mesh.points[facet.nodes[i]].data());
}

bool FacetGeometry::supports(Shape shape) {
  return shape == Shape::triangle3 || shape == Shape::triangle6 || shape == Shape::quadrilateral4 ||
         shape == Shape::quadrilateral8;
}

Vector3d FacetGeometry::position(const Vector2d& xi) const {
  return x_ * shape_values(shape_, {xi[0], xi[1], 0});
}

FacetPoint FacetGeometry::nearest(const Vector3d& p) const {
  const FacetPoint first = nearest_of_triangles(p);
  return shape_ == Shape::triangle3 ? first : polished(p, first.xi);
}

FacetPoint FacetGeometry::nearest_of_triangles(const Vector3d& p) const {
  const ShapeGradients& local = local_nodes(shape_);
  FacetPoint best{.distance = std::numeric_limits<double>::infinity()};
  for (const auto& [a, b, c] : triangles(shape_)) {
    const Vector2d w = nearest_of_triangle(p, x_.col(a), x_.col(b), x_.col(c));
    const Vector3d x = x_.col(a) + w[0] * (x_.col(b) - x_.col(a)) + w[1] * (x_.col(c) - x_.col(a));
    const double distance = (x - p).norm();
    if (!(distance < best.distance)) continue;
    const auto xi = [&](int node) { return Vector2d(local(node, 0), local(node, 1)); };
    best = {xi(a) + w[0] * (xi(b) - xi(a)) + w[1] * (xi(c) - xi(a)), distance};
  }
  return best;
}

FacetPoint FacetGeometry::polished(const Vector3d& p, Vector2d xi) const {
  const auto domain = bounds(shape_);
  const double largest = x_.cwiseAbs().maxCoeff();
  Vector3d gap = position(xi) - p;
  for (int iteration = 0; iteration < 100; ++iteration) {
    const Eigen::Matrix<double, 3, 2> J =
        x_ * shape_gradients(shape_, {xi[0], xi[1], 0}).leftCols<2>();
    const auto direction = descent(domain, xi, J.transpose() * gap, J.transpose() * J);
    if (!direction) break;
    Vector2d step = shortened(domain, xi, *direction);
    const double resolution = 1e-15 * largest / J.norm();  // of ξ, by the digits of coordinates
    const bool is_last = step.norm() < 1e-12 + 16 * resolution;
    Vector3d next = position(xi + step) - p;
    // Near the minimum the distance no longer tells steps apart; there full steps are safe.
    while (step.norm() > 1e-7 && next.squaredNorm() > gap.squaredNorm()) {
      step /= 2;
      next = position(xi + step) - p;
    }
    xi += step;
    gap = next;
    if (is_last) break;
  }
  return {xi, gap.norm()};
}

Eigen::AlignedBox3d FacetGeometry::box() const {
  Eigen::AlignedBox3d box;
  const int corners = info(shape_).corners;
  for (int i = 0; i < corners; ++i) box.extend(Vector3d(x_.col(i)));
  if (corners == x_.cols()) return box;
  // A quadratic facet lies in the hull of its Bézier points.
  const auto middle_point = [&](int i) -> Vector3d {
    return 2 * x_.col(corners + i) - (x_.col(i) + x_.col((i + 1) % corners)) / 2;
  };
  for (int i = 0; i < corners; ++i) box.extend(middle_point(i));
  if (corners == 4) {
    const Vector3d row = 2 * position(Vector2d::Zero()) - (x_.col(5) + x_.col(7)) / 2;
    box.extend(Vector3d(2 * row - (middle_point(0) + middle_point(2)) / 2));
  }
  return box;
}

double FacetGeometry::mean_edge() const {
  const int corners = info(shape_).corners;
  double sum = 0;
  for (int i = 0; i < corners; ++i) sum += (x_.col((i + 1) % corners) - x_.col(i)).norm();
  return sum / corners;
}

}  // namespace sparkdyn::structure
