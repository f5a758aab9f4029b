// SPDX-License-Identifier: BSD-3-Clause
// ∫ N_i f ds on the displacements of the nodes of a line.

#include <bit>

#include "line_shares.hpp"
#include "sparkdyn/structure/element.hpp"
#include "structure/quadrature.hpp"
#include "structure/shape_functions.hpp"

namespace sparkdyn::structure {

ShapeValues line_shares(Shape shape, std::span<const Point> x) {
  ShapeValues shares = ShapeValues::Zero(static_cast<Eigen::Index>(x.size()));
  for (const QuadraturePoint& point : quadrature(shape, shape == Shape::line2 ? 1 : 3)) {
    const ShapeGradients slopes = shape_gradients(shape, point.xi);
    Point tangent = Point::Zero();
    for (std::size_t i = 0; i < x.size(); ++i)
      tangent += slopes(static_cast<Eigen::Index>(i), 0) * x[i];
    shares += point.weight * tangent.norm() * shape_values(shape, point.xi);
  }
  return shares;
}

Eigen::VectorXd Element::line_load(const ElementInput& input, const Point& force) const {
  const ShapeValues shares = line_shares(shape(), input.x);
  Eigen::VectorXd load = Eigen::VectorXd::Zero(matrix_size(*this, *input.section));
  for (int i = 0, at = 0; i < shares.size(); ++i) {
    load.segment<3>(at) = shares[i] * force;
    at += std::popcount(components(i, *input.section));
  }
  return load;
}

}  // namespace sparkdyn::structure
