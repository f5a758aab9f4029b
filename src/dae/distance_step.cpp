// SPDX-License-Identifier: BSD-3-Clause
#include "distance_step.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

constexpr Index fixed_end = DistancePotential::fixed_end;

std::string name_of(PairCoefficient coefficient, double alpha) {
  if (coefficient == PairCoefficient::quotient && alpha == 0.5) return "energy-momentum";
  return fmt::format("alpha = {} with sigma from {}", alpha,
                     coefficient == PairCoefficient::quotient ? "(75)" : "(72)");
}

// The accelerations of the system are those of the potential, here and beside.
void require_same_forces(const System& system, const Point& start,
                         const DistancePotential& potential) {
  Point at = start;
  for (int look = 0; look < 2; ++look) {
    const VectorXd a = potential.forces(at.y).cwiseQuotient(potential.masses);
    const VectorXd wanted = acceleration(system, at).z_rate;
    if (!((a - wanted).norm() <= 1e-9 * (wanted.norm() + a.norm()) + 1e-300))
      throw core::Error(core::Failure::internal,
                        "the potential of distances is not that of the problem");
    for (Index i = 0; i < at.y.size(); ++i)
      at.y[i] += 0.1 * std::sin(1.0 + 2.0 * static_cast<double>(i));
  }
}

}  // namespace

DistanceStep::DistanceStep(const System& system, const Point& start,
                           std::shared_ptr<const DistancePotential> potential,
                           PairCoefficient coefficient, double alpha, const StepperOptions& options)
    : NewtonStep(name_of(coefficient, alpha), alpha == 0.5 ? 2 : 1, alpha == 0.5, options),
      potential_(std::move(potential)),
      coefficient_(coefficient),
      alpha_(alpha) {
  if (!(alpha >= 0.0 && alpha <= 1.0)) core::input_error("alpha is {}; allowed: 0 to 1", alpha);
  require_same_forces(system, start, *potential_);
}

DistanceStep::Apart DistanceStep::apart(const DistancePotential::Pair& pair, const VectorXd& q0,
                                        const VectorXd& x) const {
  const int d = potential_->dimension;
  if (pair.second == fixed_end)
    return {pair.anchor - q0.segment(pair.first, d), -x.segment(pair.first, d)};
  return {q0.segment(pair.second, d) - q0.segment(pair.first, d),
          x.segment(pair.second, d) - x.segment(pair.first, d)};
}

void DistanceStep::add(const DistancePotential::Pair& pair, const VectorXd& q0, const VectorXd& x,
                       Forces& to) const {
  const int d = potential_->dimension;
  const bool two = pair.second != fixed_end;
  const auto [r0, change] = apart(pair, q0, x);
  const VectorXd r1 = r0 + change;
  const VectorXd between = r0 + alpha_ * change;
  double sigma;
  VectorXd by_r0, by_r1;  // of σ
  if (coefficient_ == PairCoefficient::quotient) {
    const double before = r0.norm(), after = r1.norm();
    const auto found = pair.potential->between(before, after);
    sigma = found.value;
    by_r0 = found.by_first == 0.0 ? VectorXd::Zero(d) : VectorXd(found.by_first / before * r0);
    by_r1 = found.by_second == 0.0 ? VectorXd::Zero(d) : VectorXd(found.by_second / after * r1);
  } else {
    const double length = between.norm();
    const auto found = pair.potential->at(length);
    sigma = found.value;
    const VectorXd by_r =
        found.by_first == 0.0 ? VectorXd::Zero(d) : VectorXd(found.by_first / length * between);
    by_r0 = (1.0 - alpha_) * by_r;
    by_r1 = alpha_ * by_r;
  }
  const MatrixXd unit = MatrixXd::Identity(d, d);
  const MatrixXd start = (1.0 - alpha_) * sigma * unit + between * by_r0.transpose();
  const MatrixXd end = alpha_ * sigma * unit + between * by_r1.transpose();
  to.value.segment(pair.first, d) += sigma * between;
  to.by_start.block(pair.first, pair.first, d, d) -= start;
  to.by_end.block(pair.first, pair.first, d, d) -= end;
  if (!two) return;
  to.value.segment(pair.second, d) -= sigma * between;
  to.by_start.block(pair.first, pair.second, d, d) += start;
  to.by_start.block(pair.second, pair.first, d, d) += start;
  to.by_start.block(pair.second, pair.second, d, d) -= start;
  to.by_end.block(pair.first, pair.second, d, d) += end;
  to.by_end.block(pair.second, pair.first, d, d) += end;
  to.by_end.block(pair.second, pair.second, d, d) -= end;
}

DistanceStep::Forces DistanceStep::forces(const VectorXd& q0, const VectorXd& x) const {
  const Index n = q0.size();
  const VectorXd& steady = potential_->force;
  Forces all{steady.size() > 0 ? steady : VectorXd::Zero(n), MatrixXd::Zero(n, n),
             MatrixXd::Zero(n, n)};
  for (const DistancePotential::Pair& pair : potential_->pairs) add(pair, q0, x, all);
  return all;
}

VectorXd DistanceStep::begin(const Point& from, double) const {
  return VectorXd::Zero(from.y.size());
}

// 0 = M x/h − M v0 − (1−α) h F.
NewtonStep::Equations DistanceStep::equations(const Point& from, double h,
                                              const VectorXd& x) const {
  const Forces F = forces(from.y, x);
  const VectorXd& m = potential_->masses;
  MatrixXd slope = -(1.0 - alpha_) * h * F.by_end;
  slope.diagonal() += m / h;
  return {m.cwiseProduct(x / h - from.z) - (1.0 - alpha_) * h * F.value, slope};
}

double DistanceStep::size(const Point& from, const VectorXd& x) const {
  return from.y.norm() + x.norm();
}

// Of both equations for p1 the first has the smaller rounding errors with stiff springs.
Point DistanceStep::end(const Point& from, double h, const VectorXd& x) const {
  VectorXd v1;
  if (alpha_ <= 0.5) {
    v1 = (x / h - alpha_ * from.z) / (1.0 - alpha_);
  } else {
    v1 = from.z + h * forces(from.y, x).value.cwiseQuotient(potential_->masses);
  }
  return {from.t + h, from.y + x, v1, VectorXd(0)};
}

// Free bodies may pass each other; one whose force does not matter against what it moves, too. With
// (72) the energy tells what is not resolved, with (75) nothing does. A linear spring may ring: it
// is the midpoint rule then.
std::string DistanceStep::objection(const Point& from, double h, const VectorXd& x) const {
  if (coefficient_ != PairCoefficient::quotient) return "";
  constexpr double matters = 0.1;
  const int d = potential_->dimension;
  const VectorXd moving = potential_->masses.cwiseProduct(from.z);
  for (const DistancePotential::Pair& pair : potential_->pairs) {
    const auto [r0, change] = apart(pair, from.y, x);
    const VectorXd r1 = r0 + change;
    if (r0.dot(r1) >= 0.0) continue;
    const VectorXd between = r0 + alpha_ * change;
    const auto sigma = pair.potential->between(r0.norm(), r1.norm());
    const bool linear = sigma.by_first == 0.0 && sigma.by_second == 0.0;
    double momentum = moving.segment(pair.first, d).norm();
    if (pair.second != fixed_end) momentum += moving.segment(pair.second, d).norm();
    if (linear || std::abs(h * sigma.value) * between.norm() <= matters * momentum) continue;
    return fmt::format(
        "the direction from coordinate {} to {} turns by {:.3g} rad, more than a right angle, "
        "under "
        "a force that matters: the step does not resolve this motion; take a smaller step",
        pair.first + 1,
        pair.second == fixed_end ? "its fixed end" : fmt::format("{}", pair.second + 1),
        std::acos(std::clamp(r0.dot(r1) / (r0.norm() * r1.norm()), -1.0, 1.0)));
  }
  return "";
}

// δq1 from M (δq1 − δq0)/h = M δv0 + (1−α) h (F_q0 δq0 + F_q1 δq1), then δv1 = δv0 + h M⁻¹ δF.
MatrixXd DistanceStep::carry_tangents(const MatrixXd& tangents) {
  const auto& [from, h, x] = last();
  const Index n = from.y.size();
  const Forces F = forces(from.y, x);
  const MatrixXd M = potential_->masses.asDiagonal();
  const MatrixXd dq0 = tangents.topRows(n), dv0 = tangents.bottomRows(n);
  const double part = (1.0 - alpha_) * h;
  const MatrixXd dq1 = tableau::solve(MatrixXd(M / h - part * F.by_end),
                                      MatrixXd(M * (dq0 / h + dv0) + part * F.by_start * dq0));
  MatrixXd result(2 * n, tangents.cols());
  const MatrixXd impulse = h * (F.by_start * dq0 + F.by_end * dq1);
  result << dq1, dv0 + potential_->masses.cwiseInverse().asDiagonal() * impulse;
  return result;
}

}  // namespace sparkdyn::dae
