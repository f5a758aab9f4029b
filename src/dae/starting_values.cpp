// SPDX-License-Identifier: BSD-3-Clause
// Where the iterations of a step begin: Jay (1998), section 9.

#include <algorithm>
#include <cmath>
#include <numbers>

#include "largest.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"
#include "stepper_implementation.hpp"

namespace sparkdyn::dae {

using Eigen::MatrixXd;
using Eigen::VectorXd;

bool Stepper::Implementation::continues(const Point& from, double h) const {
  return last_ && from.y == last_->end.y && from.z == last_->end.z &&
         std::abs(from.t - last_->end.t) < 1e-6 * std::abs(h);
}

bool Stepper::Implementation::repeats(const Point& from, double h) const {
  return last_ && from.y == last_->from.y && from.z == last_->from.z &&
         std::abs(from.t - last_->from.t) < 1e-6 * std::abs(h);
}

const SlowMotion* Stepper::Implementation::slow(const Point& from, double h) {
  const auto same = [&](const SlowAt& at) {
    return at.h == h && at.from.t == from.t && at.from.y == from.y && at.from.z == from.z;
  };
  if (!slow_ || !same(*slow_)) slow_ = SlowAt{from, h, slow_motion(*system_, from, h)};
  return slow_->motion ? &*slow_->motion : nullptr;
}

std::optional<Unresolved> Stepper::Implementation::unresolved(const Point& from, double h) {
  const SlowMotion* motion = slow(from, h);
  if (!motion || motion->resolved()) return {};
  const double size =
      std::max(largest(from.y - motion->position), largest(from.z - motion->velocity));
  return Unresolved{size, 2 * std::numbers::pi / std::sqrt(motion->squares.maxCoeff())};
}

// The order in which they are tried. Extrapolation over a kink may lie outside the region of
// convergence. Where an oscillation far faster than the step is under way, its acceleration and the
// polynomial through it lead astray, often to another solution of the equations.
std::vector<Stepper::Implementation::Guess> Stepper::Implementation::guesses(const Point& from,
                                                                             double h) {
  using enum Guess;
  const bool known = continues(from, h) || repeats(from, h);
  if (known && last_->foreseen) {
    return {extrapolated, slow, accelerated, mean, constant, still};
  }
  const SlowMotion* motion = nullptr;
  if (known && calm_ > 0) {
    --calm_;
  } else {
    motion = this->slow(from, h);
    calm_ = motion && !motion->resolved() ? 0 : 63;
  }
  if (motion && !motion->resolved()) {
    return known ? std::vector{slow, mean, constant, still, extrapolated, accelerated}
                 : std::vector{slow, constant, still, accelerated};
  }
  return known ? std::vector{extrapolated, accelerated, slow, mean, constant, still}
               : std::vector{accelerated, constant, still};
}

StageValues Stepper::Implementation::guess(const Point& from, double h, Guess kind) {
  StageValues values;
  const auto everywhere = [&](const VectorXd& z) {
    values.Z = z.replicate(1, method_.stages());
    values.U = from.u.replicate(1, method_.multipliers());
    values.z1 = z;
  };
  const SlowMotion* motion = kind == Guess::slow ? slow(from, h) : nullptr;
  const bool is_velocity = system_->velocity_is_z();
  if (kind == Guess::mean && is_velocity && continues(from, h)) {
    everywhere((last_->end.y - last_->from.y) / last_->h);
  } else if (kind == Guess::constant || kind == Guess::mean) {
    everywhere(from.z);
  } else if (kind == Guess::still) {
    everywhere(VectorXd::Zero(from.z.size()));
  } else if (kind == Guess::extrapolated) {
    extrapolate(from, h, values);
  } else if (motion) {
    begin_slow(*motion, from, h, values);
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

// Jay & Petzold (1995), section 4: the slow motion with its acceleration, and along every mode that
// the step does not resolve the stages of the linear oscillator x' = v, v' = −ω²x − δv,
//
//   (I + h² Σ_k ω_k² A_k A_v + h Σ_k δ_k A_k) V = v0 1 − h x0 Σ_k ω_k² A_k 1,
//
// A_v and A_k the matrices of the velocity and of the force terms. For ω → ∞ these are the paper's
// formulas, those of an invertible A as well as those of Lobatto IIIA; Λ of soft constraints too.
void Stepper::Implementation::begin_slow(const SlowMotion& slow, const Point& from, double h,
                                         StageValues& values) const {
  const int s = method_.stages();
  values.Z = (h * slow.acceleration * method_.c.transpose()).colwise() + slow.velocity;
  values.U = slow.u.replicate(1, method_.multipliers());
  for (Eigen::Index i = 0; i < slow.modes.cols(); ++i) {
    Eigen::Index most = 0;
    slow.modes.col(i).cwiseAbs().maxCoeff(&most);
    const auto& regions = system_->regions();
    const std::string region =
        regions.empty() ? std::string() : regions[static_cast<std::size_t>(most)];
    MatrixXd stiffness = MatrixXd::Zero(s, s), friction = MatrixXd::Zero(s, s);
    for (Eigen::Index k = 0; k < slow.stiffness.cols(); ++k) {
      if (slow.stiffness(i, k) == 0.0 && slow.friction(i, k) == 0.0) continue;
      const auto& A = method_.matrix(system_->force_terms()[static_cast<std::size_t>(k)], region);
      stiffness += slow.stiffness(i, k) * A;
      friction += slow.friction(i, k) * A;
    }
    const MatrixXd A_v = method_.matrix(system_->velocity_terms()[0], region);
    const MatrixXd left = MatrixXd::Identity(s, s) + h * h * stiffness * A_v + h * friction;
    const VectorXd right =
        VectorXd::Constant(s, slow.speed[i]) - h * slow.displacement[i] * stiffness.rowwise().sum();
    const VectorXd V = tableau::solve(left, right);
    if (!V.allFinite()) continue;
    values.Z += slow.modes.col(i) * V.transpose();
    if (slow.reaction.size() == 0) continue;
    const VectorXd X = h * A_v * V + VectorXd::Constant(s, slow.displacement[i]);
    values.U += slow.reaction.col(i) * X.transpose();
  }
  values.z1 = equations_.split() ? from.z : VectorXd(values.Z * to_end_);
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
      columns.col(i) -= tableau::solve(system_->linearize(Function::position, 0, at).y, part);
    }
  };
  correct(values.Y, method_.c, 0);
  correct(values.points, method_.point_nodes, method_.stages());
}

Acceleration Stepper::Implementation::start_rate(const Point& from) const {
  try {
    return acceleration(*system_, from);
  } catch (const core::Error&) {
    return {VectorXd::Zero(system_->sizes().z), from.u};
  }
}

}  // namespace sparkdyn::dae
