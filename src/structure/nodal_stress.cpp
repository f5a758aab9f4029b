// SPDX-License-Identifier: BSD-3-Clause
#include "nodal_stress.hpp"

#include <Eigen/QR>
#include <array>

#include "quadrature.hpp"
#include "shape_functions.hpp"

namespace sparkdyn::structure {
namespace {

/// Of a quadratic shape the linear one with the same corners; how many points are asked.
struct Sampling {
  Shape corners;
  int points;
};

Sampling sampling_of(Shape shape) {
  switch (shape) {
    case Shape::line2:
    case Shape::line3:
      return {Shape::line2, 2};
    case Shape::triangle3:
    case Shape::triangle6:
      return {Shape::triangle3, 3};
    case Shape::quadrilateral4:
    case Shape::quadrilateral8:
      return {Shape::quadrilateral4, 4};
    case Shape::tetrahedron4:
      return {Shape::tetrahedron4, 1};
    case Shape::tetrahedron10:
      return {Shape::tetrahedron4, 4};
    case Shape::wedge6:
    case Shape::wedge15:
      return {Shape::wedge6, 9};
    case Shape::hexahedron8:
    case Shape::hexahedron20:
      return {Shape::hexahedron8, 8};
    default:
      return {shape, 1};
  }
}

/// E, a row for each node and a column for each point.
Eigen::MatrixXd extrapolation(Shape shape) {
  const auto [corners, points] = sampling_of(shape);
  const ShapeGradients nodes = node_coordinates(shape);
  if (points == 1) return Eigen::MatrixXd::Ones(nodes.rows(), 1);
  const auto& rule = quadrature(shape, points);
  Eigen::MatrixXd at_points(points, info(corners).nodes),
      at_nodes(nodes.rows(), info(corners).nodes);
  for (int p = 0; p < points; ++p)
    at_points.row(p) = shape_values(corners, rule[static_cast<std::size_t>(p)].xi).transpose();
  for (Eigen::Index i = 0; i < nodes.rows(); ++i)
    at_nodes.row(i) = shape_values(corners, nodes.row(i).transpose()).transpose();
  const Eigen::MatrixXd fit =
      at_points.householderQr().solve(Eigen::MatrixXd::Identity(points, points));
  return at_nodes * fit;
}

const Eigen::MatrixXd& extrapolation_of(Shape shape) {
  static const auto all = [] {
    std::array<Eigen::MatrixXd, shape_count> matrices;
    for (int i = 1; i < shape_count; ++i)
      matrices[static_cast<std::size_t>(i)] = extrapolation(static_cast<Shape>(i));
    return matrices;
  }();
  return all[static_cast<std::size_t>(shape)];
}

}  // namespace

NodalStresses stress_at_nodes(const Element& element, const ElementInput& input,
                              const Eigen::VectorXd& q, int layer) {
  const Shape shape = element.shape();
  const int points = sampling_of(shape).points;
  const Eigen::MatrixXd& E = extrapolation_of(shape);
  Eigen::Matrix<double, 6, Eigen::Dynamic, Eigen::ColMajor, 6, 9> sampled(6, points);
  if (points == 1) {
    sampled.col(0) = element.stress(input, q, layer);
  } else {
    const auto& rule = quadrature(shape, points);
    for (int p = 0; p < points; ++p)
      sampled.col(p) = element.stress_at(input, q, layer, rule[static_cast<std::size_t>(p)].xi);
  }
  return sampled * E.transpose();
}

}  // namespace sparkdyn::structure
