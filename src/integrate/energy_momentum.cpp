// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/energy_momentum.hpp"

#include <cmath>
#include <limits>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::integrate {

using core::check;
using mechanics::Configuration;
using mechanics::Kind;

EnergyMomentumStepper::EnergyMomentumStepper(const mechanics::System& system,
                                             std::shared_ptr<stage::MassSolver> mass)
    : system_(&system),
      mass_(std::move(mass)),
      V_(system.make_displacement()),
      lambda_(system.make_multiplier()),
      middle_(system.make_displacement()),
      end_(system.make_displacement()),
      r_(system.make_displacement()),
      g_(system.make_multiplier()),
      dV_(system.make_displacement()),
      dlambda_(system.make_multiplier()),
      work_n_(system.make_displacement()) {
  for (const auto& force : system.forces()) {
    Strained& each = strained_.emplace_back();
    if (force->external() || !(each.force = force->with_strains())) continue;
    each.before = each.force->make_strains();
    each.after = core::make_like(each.before);
    each.middle = core::make_like(each.before);
  }
}

void EnergyMomentumStepper::prepare(const mechanics::State& initial, double h) {
  begin(initial);
  move(initial, h);
  correct(initial.t + h / 2, h);
}

void EnergyMomentumStepper::begin(const mechanics::State& state) {
  core::copy(state.v, V_);
  check(VecSet(lambda_, 0.0));  // what a step finds depends on its state alone
  for (Strained& each : strained_)
    if (each.force) each.force->strains(state.q, each.before);
}

void EnergyMomentumStepper::move(const mechanics::State& state, double h) {
  check(VecWAXPY(middle_, h / 2, V_, state.q));
  check(VecWAXPY(end_, h, V_, state.q));
  for (Strained& each : strained_) {
    if (!each.force) continue;
    each.force->strains(end_, each.after);
    check(VecAXPBYPCZ(each.middle, 0.5, 0.5, 0.0, each.before, each.after));
  }
}

void EnergyMomentumStepper::residual(const mechanics::State& state, double h) {
  const Configuration at{.t = state.t + h / 2, .q = middle_, .v = V_};
  check(VecWAXPY(work_n_, -1.0, V_, state.v));
  check(MatMult(*system_->mass(), work_n_, r_));
  check(VecScale(r_, 2 / h));
  system_->add_load(at.t, 1.0, r_, state.load_case);
  for (std::size_t k = 0; k < strained_.size(); ++k) {
    const Strained& each = strained_[k];
    if (!each.force) {
      system_->forces()[k]->add(at, -1.0, r_);
      continue;
    }
    each.force->add_with(middle_, each.before, -0.5, r_);
    each.force->add_with(middle_, each.after, -0.5, r_);
  }
  if (!system_->constrained()) return;
  system_->holonomic()->add_reaction(at.t, middle_, lambda_, -1.0, r_);
  system_->position_residual(state.t + h, end_, g_);
}

mechanics::Linearization EnergyMomentumStepper::around_middle(double t) const {
  const Configuration at{.t = t, .q = middle_, .v = V_};
  std::vector<mechanics::Tangent> tangents;
  for (std::size_t k = 0; k < strained_.size(); ++k) {
    const Strained& each = strained_[k];
    tangents.push_back(each.force ? each.force->tangent_with(middle_, each.middle)
                                  : system_->forces()[k]->tangent(at));
  }
  return mechanics::linearize(system_->mass(), system_->forces(), std::move(tangents),
                              system_->holonomic(), at, lambda_);
}

/// [2M/h + C + ½hK  Gᵀ; G 0] at the middle; g changes by h G δV there but for what g_qq adds.
void EnergyMomentumStepper::correct(double t, double h) {
  const mechanics::Linearization around = around_middle(t);
  linear::Operators operators = linear::operators_of(*system_, around);
  operators.order = order_;
  std::vector<linear::WeightedMatrix<double>> sum{{2 / h, system_->mass()}};
  for (const auto& term : around.terms)
    for (const auto& part : term.parts)
      sum.push_back({part.factor * (term.kind == Kind::elastic ? h / 2 : 1), part.matrix});
  linear::RealSaddle matrix(operators, sum, "baseline_",
                            {.refined = true, .placement = mass_->saddle_options().placement});
  if (system_->constrained()) check(VecScale(g_, -1 / h));
  matrix.solve(r_, g_, dV_, dlambda_);
  entries_ = matrix.factor_entries();
  times_.factor += matrix.times().factor;
  times_.solve += matrix.times().solve;
}

StepResult EnergyMomentumStepper::advance(const mechanics::State& state, double h,
                                          mechanics::State& next) {
  constexpr int most_iterations = 40;
  constexpr double fine = 1e-14, good_enough = 1e-9;
  begin(state);
  StepResult result{.done = false, .iterations = 0, .cause = "Newton's method does not converge"};
  double before = std::numeric_limits<double>::infinity();
  while (result.iterations < most_iterations && !result.done) {
    move(state, h);
    residual(state, h);
    if (!std::isfinite(core::norm(r_))) {
      result.cause = "forces are not finite";
      return result;
    }
    try {
      correct(state.t + h / 2, h);
    } catch (const core::Error& error) {
      // Every rank sees the same solve fail.
      if (error.kind() != core::Failure::numerics) throw;
      result.cause = error.what();
      return result;
    }
    ++result.iterations;
    check(VecAXPY(V_, 1.0, dV_));
    if (system_->constrained()) check(VecAXPY(lambda_, 1.0, dlambda_));
    const double change = core::norm_infinity(dV_), size = core::norm_infinity(V_);
    const bool stalled = change > 0.25 * before && change <= good_enough * size;
    result.done = change <= fine * size || stalled;
    before = change;
  }
  if (!result.done) return result;
  move(state, h);
  result.cause.clear();
  next.t = state.t + h;
  core::copy(end_, next.q);
  check(VecAXPBYPCZ(next.v, 2.0, -1.0, 0.0, V_, state.v));
  account(state, h);
  return result;
}

void EnergyMomentumStepper::account(const mechanics::State& state, double h) {
  const Configuration at{.t = state.t + h / 2, .q = middle_, .v = V_};
  work_ = {};
  check(VecSet(work_n_, 0.0));
  system_->add_load(at.t, 1.0, work_n_, state.load_case);
  for (const auto& force : system_->forces())
    if (force->external()) force->add(at, -1.0, work_n_);
  if (system_->constrained())  // of supports that move
    system_->holonomic()->add_reaction(at.t, middle_, lambda_, -1.0, work_n_);
  work_.external = h * core::dot(V_, work_n_);
  check(VecSet(work_n_, 0.0));
  for (const auto& force : system_->forces())
    if (force->kind() == Kind::damping) force->add(at, 1.0, work_n_);
  work_.dissipated = h * core::dot(V_, work_n_);
}

}  // namespace sparkdyn::integrate
