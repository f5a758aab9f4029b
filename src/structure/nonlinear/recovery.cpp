// SPDX-License-Identifier: BSD-3-Clause
#include "recovery.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include "elements/local_frame.hpp"
#include "kernels.hpp"
#include "solid_kernel.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

/// Gradients of the nodes' functions at a place, and its volume per volume of ξ.
struct PlaceGradients {
  Eigen::Matrix<double, Eigen::Dynamic, 3> g;
  double jacobian = 0;
};

PlaceGradients gradients_of_place(Shape shape, const ElementInput& input,
                                  const Eigen::Vector3d& xi) {
  const ShapeGradients slopes = shape_gradients(shape, xi);
  Eigen::Matrix3d J = Eigen::Matrix3d::Zero();
  for (Eigen::Index i = 0; i < slopes.rows(); ++i)
    J += input.x[static_cast<std::size_t>(i)] * slopes.row(i);
  return {slopes * J.inverse(), J.determinant()};
}

}  // namespace

Stress mean_cauchy_stress(const Element& element, const ElementInput& input,
                          const Eigen::VectorXd& u) {
  const KernelPtr kernel = make_kernel(element, input);
  Eigen::VectorXd z(kernel->strains()), s(kernel->strains());
  kernel->strain(u, z);
  kernel->response(z, s);
  const Shape shape = element.shape();
  // Behind the one strain of hex8-reduced are amplitudes of hourglasses.
  const bool reduced = element.name() == "hex8-reduced";
  const int points = reduced ? 1 : kernel->strains() / 6;
  double all = 0;
  if (reduced)
    for (const QuadraturePoint& point : quadrature(shape, 8))
      all += point.weight * gradients_of_place(shape, input, point.xi).jacobian;
  Stress sum = Stress::Zero();
  double volume = 0;
  const auto& rule = quadrature(shape, points);
  for (int p = 0; p < points; ++p) {
    const PlaceGradients at =
        gradients_of_place(shape, input, rule[static_cast<std::size_t>(p)].xi);
    const double weight = reduced ? all : rule[static_cast<std::size_t>(p)].weight * at.jacobian;
    const Eigen::Map<const Eigen::Matrix<double, 3, Eigen::Dynamic>> moved(u.data(), 3,
                                                                           at.g.rows());
    const Eigen::Matrix3d F = Eigen::Matrix3d::Identity() + moved * at.g;
    const Eigen::Matrix3d S = stress_tensor(s.segment<6>(6 * p) / weight);
    sum += weight * as_stress(F * S * F.transpose() / F.determinant());
    volume += weight;
  }
  return sum / volume;
}

EndForces turned_end_forces(const Element& element, const ElementInput& input,
                            const Eigen::VectorXd& unknowns) {
  const KernelPtr kernel = make_kernel(element, input);
  Eigen::VectorXd z(kernel->strains()), s(kernel->strains());
  Eigen::VectorXd f = Eigen::VectorXd::Zero(kernel->unknowns());
  kernel->strain(unknowns, z);
  kernel->response(z, s);
  kernel->add_force(unknowns, s, f);
  EndForces ends{SectionForce::Zero(), SectionForce::Zero()};
  if (!kernel->directors()) {
    const Point along = input.x[1] - input.x[0] + unknowns.tail<3>() - unknowns.head<3>();
    ends[0][0] = ends[1][0] = f.tail<3>().dot(along.normalized());
    return ends;
  }
  for (int node = 0; node < 2; ++node) {
    const auto own = unknowns.segment<12>(12 * node);
    const auto force = f.segment<12>(12 * node);
    Eigen::Matrix3d turn;  // of the section since the reference
    turn << own.segment<3>(3), own.segment<3>(6), own.segment<3>(9);
    Point moment = Point::Zero();
    for (int k = 0; k < 3; ++k) moment += turn.col(k).cross(force.segment<3>(3 + 3 * k));
    const LineEnd end = line_end(element, input, node);
    const Eigen::Matrix3d axes = end.axes * turn.transpose();
    const Point pull = force.head<3>();
    moment -= (turn * end.arm).cross(pull);
    const double sign = node == 0 ? -1 : 1;
    ends[static_cast<std::size_t>(node)] << sign * (axes * pull), sign * (axes * moment);
  }
  return ends;
}

}  // namespace sparkdyn::structure::nonlinear
