// SPDX-License-Identifier: BSD-3-Clause
// What loads did in a step and what damping took, from its stages.
#include <algorithm>

#include "circulation.hpp"
#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::integrate {

using core::check;

namespace {

/// This rank's share. Eigen adds in several lanes, which a loop in order may not.
double local_dot(Vec a, Vec b) {
  const core::ReadArray left(a), right(b);
  using Map = Eigen::Map<const Eigen::VectorXd>;
  return Map(left.data(), left.size()).dot(Map(right.data(), right.size()));
}

}  // namespace

/// W = h Σ b_i V_iᵀF(t_i) − Σ b̃_l hΛ_lᵀ(Gv)_l, D = h Σ b_i V_iᵀ(C V_i + ½(K − Kᵀ)Q_i): with ρ∞ = 1
/// these close the energy balance exactly, because IIID and Gauss keep quadratic invariants.
StepWork SparkStepper::work(Account account) {
  if (work_of_pieces_) return *work_of_pieces_;
  const auto& stages = *current_->stages;
  const double h = stages.h();
  const int multipliers = system_->constrained() ? stages.multipliers() : 0;
  StepWork mine;  // this rank's share; one reduction at the end
  for (int i = 0; i < std::max(coefficients_.stages, multipliers); ++i) {
    if (i < coefficients_.stages)
      for (const auto& load : system_->loads()) {
        if (!load.acts_in(last_.load_case)) continue;
        const double a = load.amplitude->value(last_.t + coefficients_.c(i) * h);
        if (a != 0)
          mine.external += h * coefficients_.b(i) * a * local_dot(x_->velocity(i), load.shape);
      }
    if (i < multipliers) {
      stages.multiplier_velocity(last_, *x_, i, work_m_);
      mine.external -= stages.multiplier_weight(i) * local_dot(stage_multiplier(i), work_m_);
    }
  }
  const bool all_of_it = account == Account::loads_and_damping;
  if (system_->linear() && system_->damped() && all_of_it) mine.dissipated = h * damping_form();
  StepWork all{core::sum(system_->comm(), mine.external),
               core::sum(system_->comm(), mine.dissipated)};
  if (!system_->linear() && all_of_it)
    all.dissipated += h * power_of([](const mechanics::Force& force) {
                        return force.kind() == mechanics::Kind::damping && !force.external();
                      });
  if (!system_->linear())
    all.external -= h * power_of([](const mechanics::Force& force) { return force.external(); });
  if (system_->linear() && !system_->symmetric() && all_of_it) all.dissipated += circulation_work();
  return all;
}

/// q ← Q_i.
void SparkStepper::stage_position(int i, Vec q) {
  core::copy(last_.q, q);
  for (int j = 0; j < coefficients_.stages; ++j)
    check(VecAXPY(q, current_->stages->h() * coefficients_.velocity(i, j), x_->velocity(j)));
}

double SparkStepper::circulation_work() {
  const Circulation circulation(*system_);
  const double h = current_->stages->h();
  double work = 0;
  for (int i = 0; i < coefficients_.stages; ++i) {
    stage_position(i, work_n_);
    work += h * coefficients_.b(i) * circulation.power(work_n_, x_->velocity(i));
  }
  return work;
}

/// Σ b_i V_iᵀ f_k(Q_i, V_i) of the forces k that are wanted.
double SparkStepper::power_of(const std::function<bool(const mechanics::Force&)>& wanted) {
  const auto& forces = system_->forces();
  if (std::none_of(forces.begin(), forces.end(), [&](const auto& each) { return wanted(*each); }))
    return 0;
  const core::Vector force = core::make_like(work_n_);
  double sum = 0;
  for (int i = 0; i < coefficients_.stages; ++i) {
    stage_position(i, work_n_);
    check(VecSet(force, 0.0));
    for (const auto& each : forces)
      if (wanted(*each))
        each->add({.t = last_.t + coefficients_.c(i) * current_->stages->h(),
                   .q = work_n_,
                   .v = x_->velocity(i)},
                  1.0, force);
    sum += coefficients_.b(i) * core::dot(x_->velocity(i), force);
  }
  return sum;
}

/// This rank's share of Σ b_i V_iᵀC V_i.
double SparkStepper::damping_form() {
  std::vector<Vec> velocities;
  for (int i = 0; i < coefficients_.stages; ++i) velocities.push_back(x_->velocity(i));
  double sum = 0;
  for (const auto& term : system_->terms()) {
    if (term.kind != mechanics::Kind::damping) continue;
    for (const auto& part : term.parts) {
      auto& product = products_[part.matrix->get()];
      if (!product)
        product =
            std::make_unique<linear::JointProduct>(part.matrix, nullptr, system_->symmetric());
      sum += part.factor *
             product->quadratic_form(velocities, {coefficients_.b.data(), velocities.size()});
    }
  }
  return sum;
}

}  // namespace sparkdyn::integrate
