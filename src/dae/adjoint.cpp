// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/method.hpp"

namespace sparkdyn::dae {

using tableau::Matrix;
using tableau::Vector;

Method adjoint(const Method& method) {
  if (method.symmetric) return method;
  Method result = method;
  const Vector b = method.b.reverse();
  for (auto& [name, A] : result.matrices) A = Matrix((-A.reverse()).rowwise() + b.transpose());
  // The nodes of SPARK methods and the rows of their points are symmetric.
  if (method.closing == Closing::velocity_constraint) return result;
  result.b = b;
  result.c = Vector::Ones(method.stages()) - method.c.reverse();
  result.point_rows = b.transpose();
  result.point_nodes = Vector::Ones(1);
  result.constrained_points = 0;
  result.nonholonomic_rows.resize(0, method.stages());
  result.closing = Closing::nothing;
  return result;
}

}  // namespace sparkdyn::dae
