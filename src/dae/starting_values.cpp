// Where the iterations of a step begin: Jay (1998), section 9.

#include "polynomial.hpp"
#include "sparkdyn/core/error.hpp"
#include "stepper_implementation.hpp"

namespace sparkdyn::dae {

using Eigen::MatrixXd;
using Eigen::VectorXd;

StageValues Stepper::Implementation::guess(const Point& from, double h, Guess kind) {
  const auto same = [&](const Point& other) {
    return from.y == other.y && from.z == other.z &&
           std::abs(from.t - other.t) < 1e-6 * std::abs(h);
  };
  StageValues values;
  if (kind == Guess::at_rest) {
    // Where an oscillation far faster than the step is under way its acceleration leads astray.
    values.Z = from.z.replicate(1, method_.stages());
    values.U = from.u.replicate(1, method_.multipliers());
    values.z1 = from.z;
  } else if (kind == Guess::extrapolated && last_ && (same(last_->end) || same(last_->from))) {
    extrapolate(from, h, same(last_->from) ? 0.0 : 1.0, values);
  } else {
    const Acceleration rate = start_rate(from);
    values.Z = (h * rate.z_rate * method_.c.transpose()).colwise() + from.z;
    values.U = rate.u.replicate(1, method_.multipliers());
    values.z1 = from.z + h * rate.z_rate;
  }
  if (equations_.positions_are_sums()) {
    equations_.sum_positions(h, values);
    return values;
  }
  // Y from the rows that integrate Z: an error of O(h³) in Y is one of O(h) in U. Where U enters
  // nonlinearly, less may lead to another solution than the one meant.
  const VectorXd v0 = system_->total_velocity(from);
  values.Y = (h * v0 * method_.c.transpose()).colwise() + from.y;
  values.points = (h * v0 * method_.point_nodes.transpose()).colwise() + from.y;
  for (int repeat = 0; repeat < 2; ++repeat) integrate_positions(from, h, values);
  return values;
}

// The last step's polynomials, continued (shift 1) or, for another try with another step, rescaled
// (shift 0). The polynomial of Z also passes through the point the two steps share, unless that is
// one of the stages.
void Stepper::Implementation::extrapolate(const Point& from, double h, double shift,
                                          StageValues& values) const {
  const double ratio = h / last_->h;
  const VectorXd nodes = method_.multiplier_nodes();
  const VectorXd& c = method_.c;
  VectorXd known = c;
  MatrixXd Z = last_->values.Z;
  if ((c.array() - shift).abs().minCoeff() > 1e-9) {
    known.conservativeResize(c.size() + 1);
    known[c.size()] = shift;
    Z.conservativeResize(Eigen::NoChange, c.size() + 1);
    Z.rightCols(1) = from.z;
  }
  const auto at = [&](const VectorXd& wanted) -> VectorXd {
    return (wanted * ratio).array() + shift;
  };
  values.Z = Z * interpolation(known, at(c)).transpose();
  // close() has a better value.
  values.z1 = equations_.split()
                  ? from.z
                  : VectorXd(Z * interpolation(known, at(VectorXd::Ones(1))).transpose());
  values.U = last_->values.U * interpolation(nodes, at(nodes)).transpose();
}

// One Newton step for q(Y) = q0 + h Σ a v and q(Ȳ) = q0 + h Σ ā v, v as it is.
void Stepper::Implementation::integrate_positions(const Point& from, double h,
                                                  StageValues& values) {
  const Eigen::Index n = system_->sizes().y;
  const VectorXd defect = equations_.residual(h, values, scope_).rows1;
  const auto correct = [&](MatrixXd& columns, const VectorXd& nodes, Eigen::Index first) {
    for (Eigen::Index i = 0; i < columns.cols(); ++i) {
      const VectorXd part = defect.segment((first + i) * n, n);
      if (system_->position_is_identity()) {
        columns.col(i) -= part;
        continue;
      }
      const Point at{from.t + nodes[i] * h, columns.col(i), from.z, from.u};
      columns.col(i) -= system_->linearize(Function::position, 0, at).y.partialPivLu().solve(part);
    }
  };
  correct(values.Y, method_.c, 0);
  correct(values.points, method_.point_nodes, method_.stages());
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

Acceleration Stepper::Implementation::start_rate(const Point& from) const {
  try {
    return acceleration(*system_, from);
  } catch (const core::Error&) {
    return {VectorXd::Zero(system_->sizes().z), from.u};
  }
}

}  // namespace sparkdyn::dae
