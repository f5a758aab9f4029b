// SPDX-License-Identifier: BSD-3-Clause
// What the polynomials through a step's stages tell of the next step, and of another try with
// another step size: Jay (1998), section 9.

#include <cmath>

#include "polynomial.hpp"
#include "stepper_implementation.hpp"

namespace sparkdyn::dae {

using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// A prediction that missed by more does not tell where to begin the next iteration: of an
// oscillation that the step does not resolve it misses all, and a stiff spring makes much of
// little.
constexpr double good_prediction = 1e-3;

}  // namespace

// The last step's polynomial through its stages, continued (shift 1) or, for another try with
// another step, rescaled (shift 0). It also passes through the point the two steps share, unless
// that is one of the stages.
MatrixXd Stepper::Implementation::predicted(const Point& from, double h) const {
  const double shift = repeats(from, h) ? 0.0 : 1.0;
  const VectorXd& c = method_.c;
  VectorXd known = c;
  MatrixXd Z = last_->values.Z;
  if ((c.array() - shift).abs().minCoeff() > 1e-9) {
    known.conservativeResize(c.size() + 1);
    known[c.size()] = shift;
    Z.conservativeResize(Eigen::NoChange, c.size() + 1);
    Z.rightCols(1) = from.z;
  }
  VectorXd wanted(c.size() + 1);
  wanted << c, 1.0;
  wanted = (wanted * (h / last_->h)).array() + shift;
  return Z * interpolation(known, wanted).transpose();  // at the stages, then at the end
}

void Stepper::Implementation::extrapolate(const Point& from, double h, StageValues& values) const {
  const MatrixXd Z = predicted(from, h);
  values.Z = Z.leftCols(method_.stages());
  values.z1 = equations_.split() ? from.z : VectorXd(Z.rightCols(1));  // close() has a better value
  const double shift = repeats(from, h) ? 0.0 : 1.0;
  const VectorXd nodes = method_.multiplier_nodes();
  const VectorXd wanted = (nodes * (h / last_->h)).array() + shift;
  values.U = last_->values.U * interpolation(nodes, wanted).transpose();
}

bool Stepper::Implementation::foreseen(const Point& from, const Root& root) const {
  if (!continues(from, root.h) && !repeats(from, root.h)) return false;
  const MatrixXd& Z = root.values.Z;
  const double off = (predicted(from, root.h).leftCols(Z.cols()) - Z).lpNorm<Eigen::Infinity>();
  return off <= good_prediction * Z.lpNorm<Eigen::Infinity>();
}

// Section 9: the polynomials through the stages, at the stages of a step of another size.
void Stepper::Implementation::rescale(double ratio, StageValues& values) const {
  const auto along = [&](const VectorXd& known, const VectorXd& wanted) {
    return MatrixXd(interpolation(known, wanted * ratio).transpose());
  };
  const VectorXd nodes = method_.multiplier_nodes();
  const MatrixXd to_stages = along(method_.c, method_.c);
  const MatrixXd Y = values.Y;
  values.z1 = values.z1 + values.Z * (along(method_.c, VectorXd::Ones(1)) -
                                      interpolation(method_.c, VectorXd::Ones(1)).transpose());
  values.Z = (values.Z * to_stages).eval();
  values.U = (values.U * along(nodes, nodes)).eval();
  if (equations_.positions_are_sums()) return;  // they follow from Z
  values.Y = Y * to_stages;
  values.points += Y * (along(method_.c, method_.point_nodes) -
                        interpolation(method_.c, method_.point_nodes).transpose());
}

}  // namespace sparkdyn::dae
