// SPDX-License-Identifier: BSD-3-Clause
#include "dae/state_space.hpp"

#include <algorithm>
#include <cmath>

#include "fixed_steps.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

// G, and of unit mass its derivative along p, which is (Gp)_q.
struct ConstraintRows {
  MatrixXd G, rate;

  ConstraintRows(const Formulations& of, const VectorXd& q, const VectorXd& p) {
    const MatrixXd slopes = of.slopes(q, p);
    G = slopes.topLeftCorner(of.constraints(), q.size());
    rate = slopes.bottomLeftCorner(of.constraints(), q.size());
  }

  VectorXd inverse(const VectorXd& x) const {
    return tableau::solve(MatrixXd(G * G.transpose()), x);
  }
  // (I − ℋ)x.
  VectorXd tangential(const VectorXd& x) const { return x - G.transpose() * inverse(G * x); }
  // ℋ_q(p, x), ℋ' = G'ᵀK⁻¹G − GᵀK⁻¹K'K⁻¹G + GᵀK⁻¹G' with K = GGᵀ.
  VectorXd projector_rate(const VectorXd& x) const {
    const VectorXd y = inverse(G * x);
    const VectorXd K_rate_y = rate * (G.transpose() * y) + G * (rate.transpose() * y);
    return rate.transpose() * y + G.transpose() * inverse(rate * x - K_rate_y);
  }
};

class StateSpaceSteps final : public Run {
 public:
  StateSpaceSteps(StateSpace stepper, long chart_every, const Point& start, double end_time,
                  double h, std::vector<double> pattern)
      : Run(start),
        stepper_(std::move(stepper)),
        chart_every_(chart_every),
        steps_(start.t, end_time, h, std::move(pattern)) {}

  bool done() const override { return steps_.done(); }

  void advance() override {
    if (summary_.steps % chart_every_ == 0) stepper_.renew_chart(summary_.end.y, summary_.end.z);
    const Point end = stepper_.step(summary_.end, steps_.size());
    summary_.iterations += stepper_.iterations();
    summary_.end = end;
    summary_.end.t = steps_.advance();
    ++summary_.steps;
  }

  void carry(Carried& carried) override { carried(summary_)(steps_)(stepper_); }

 private:
  StateSpace stepper_;
  long chart_every_;
  FixedSteps steps_;
};

}  // namespace

StateSpace::StateSpace(std::shared_ptr<const System> system, std::shared_ptr<const Formulations> of,
                       const Method& method, double tolerance)
    : system_(std::move(system)),
      of_(std::move(of)),
      rk_(method.matrix({.kind = tableau::Term::elastic}, "")),
      b_(method.b),
      c_(method.c),
      tolerance_(std::max(tolerance, 1e-16)) {
  if (!of_->unit_mass()) {
    core::input_error(
        "the canonical state space form is for H = p.p/2 + F(q), and this problem has another "
        "kinetic energy: as unit-pendulum, guided-oscillator and, with unit mass, pendulum and "
        "spherical-pendulum have it");
  }
  const MatrixXd other = method.matrix({.kind = tableau::Term::velocity}, "");
  if (method.half_explicit || rk_.rows() != b_.size() || !rk_.isApprox(other, 1e-14)) {
    core::input_error(
        "the canonical state space form needs a method with one matrix for all terms, such as "
        "gauss, not {}",
        method.name);
  }
}

void StateSpace::renew_chart(const VectorXd& q, const VectorXd& p) {
  const ConstraintRows rows(*of_, q, p);
  A_ = tableau::orthogonal_complement(rows.G.transpose()).transpose();
}

// (2.1), (2.2) by Newton's method.
void StateSpace::find_q(const VectorXd& delta, VectorXd& q) const {
  const Index n = q.size();
  const VectorXd no_p = VectorXd::Zero(n);
  double before = 1e300;
  for (int k = 0; k < 30; ++k) {
    VectorXd off(n);
    off << A_ * q - delta, of_->residuals(q, no_p).head(of_->constraints());
    MatrixXd R(n, n);
    R << A_, of_->slopes(q, no_p).topLeftCorner(of_->constraints(), n);
    const VectorXd change = tableau::solve(R, off);
    q -= change;
    const double relative = change.norm() / std::max(q.norm(), 1e-300);
    if (relative <= 1e-16 || (relative <= 1e-12 && relative > 0.5 * before)) return;
    before = relative;
  }
  core::numerics_error(
      "the chart of the state space form does not reach this far (relative change {:.2e} after 30 "
      "iterations); take smaller steps or a smaller 'chart_every'",
      before);
}

StateSpace::Place StateSpace::place(double t, const VectorXd& delta, const VectorXd& theta,
                                    VectorXd q) const {
  find_q(delta, q);
  const VectorXd direction = A_.transpose() * theta;
  const VectorXd p = ConstraintRows(*of_, q, VectorXd::Zero(q.size())).tangential(direction);
  const ConstraintRows rows(*of_, q, p);
  // What the reaction adds to −∇F is in the range of Gᵀ and drops out.
  const VectorXd force = system_->value(Function::force, 0, {t, q, p, VectorXd(0)});
  MatrixXd free(q.size(), A_.rows());
  for (Index k = 0; k < A_.rows(); ++k) free.col(k) = rows.tangential(A_.row(k).transpose());
  const VectorXd right = A_ * rows.tangential(force + rows.projector_rate(direction));
  return {q, p, A_ * p, tableau::solve(MatrixXd(A_ * free), right)};
}

Point StateSpace::step(const Point& from, double h) {
  const Index s = b_.size();
  const Index d = A_.rows();
  const VectorXd delta0 = A_ * from.y;
  // θ = φ'ᵀp with φ' = [A; G]⁻¹[I; 0], which for p with Gp = 0 is (A(I − ℋ)Aᵀ)⁻¹A p.
  const ConstraintRows rows(*of_, from.y, from.z);
  MatrixXd free(from.y.size(), d);
  for (Index k = 0; k < d; ++k) free.col(k) = rows.tangential(A_.row(k).transpose());
  const VectorXd theta0 = tableau::solve(MatrixXd(A_ * free), VectorXd(A_ * from.z));
  std::vector<Place> at(static_cast<std::size_t>(s), place(from.t, delta0, theta0, from.y));
  MatrixXd before_stages = MatrixXd::Zero(2 * d, s);
  double before = 1e300;
  for (iterations_ = 1; iterations_ <= 500; ++iterations_) {
    MatrixXd stages(2 * d, s);
    for (Index i = 0; i < s; ++i) {
      stages.col(i) << delta0, theta0;
      for (Index j = 0; j < s; ++j) {
        const Place& other = at[static_cast<std::size_t>(j)];
        stages.col(i).head(d) += h * rk_(i, j) * other.delta_rate;
        stages.col(i).tail(d) += h * rk_(i, j) * other.theta_rate;
      }
    }
    for (Index i = 0; i < s; ++i) {
      Place& own = at[static_cast<std::size_t>(i)];
      own = place(from.t + c_[i] * h, stages.col(i).head(d), stages.col(i).tail(d), own.q);
    }
    const double change = (stages - before_stages).norm() / std::max(stages.norm(), 1e-300);
    before_stages = stages;
    if (change > tolerance_ && !(change <= 1e-12 && change > 0.5 * before)) {
      before = change;
      continue;
    }
    VectorXd delta = delta0;
    VectorXd theta = theta0;
    for (Index j = 0; j < s; ++j) {
      delta += h * b_[j] * at[static_cast<std::size_t>(j)].delta_rate;
      theta += h * b_[j] * at[static_cast<std::size_t>(j)].theta_rate;
    }
    const Place end = place(from.t + h, delta, theta, at.back().q);
    return {from.t + h, end.q, end.p, VectorXd(0)};
  }
  core::numerics_error(
      "the step from t = {:.9g} with h = {:.3g} failed: 500 functional iterations of Algorithm 2.1 "
      "ended with a relative change of {:.2e}; take a smaller step",
      from.t, h, before);
}

std::unique_ptr<Run> state_space_steps(StateSpace steps, long chart_every, const Point& start,
                                       double end_time, double h, std::vector<double> pattern) {
  return std::make_unique<StateSpaceSteps>(std::move(steps), chart_every, start, end_time, h,
                                           std::move(pattern));
}

}  // namespace sparkdyn::dae
