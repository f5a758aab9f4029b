// SPDX-License-Identifier: BSD-3-Clause
// What a step leaves for the next one, in memory and in checkpoints.
#include <cmath>

#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::integrate {

using core::check;

void SparkStepper::accept() {
  if (!remembers()) return;
  LastStages& kept = last_stages_[last_.load_case];
  kept.start = last_.t;
  kept.h = current_->stages->h();
  for (int i = 0; i < coefficients_.stages; ++i) {
    if (kept.velocities.size() <= static_cast<std::size_t>(i))
      kept.velocities.push_back(core::make_like(x_->velocity(i)));
    core::copy(x_->velocity(i), kept.velocities[static_cast<std::size_t>(i)]);
  }
  if (system_->linear()) return;
  while (kept.multipliers.size() < static_cast<std::size_t>(x_->multiplier_blocks()))
    kept.multipliers.push_back(system_->make_multiplier());
  for (int i = 0; i < x_->multiplier_blocks(); ++i)
    core::copy(x_->multiplier(i), kept.multipliers[static_cast<std::size_t>(i)]);
}

/// x ← the polynomial of the last step's stage velocities, carried on. False without a last step
/// that ends here, or when this one is too long to be guessed.
bool SparkStepper::guess_stages(const mechanics::State& state, double h) {
  constexpr double longest = 2;
  const auto found = last_stages_.find(state.load_case);
  if (found == last_stages_.end()) return false;
  const LastStages& last = found->second;
  const int s = coefficients_.stages;
  if (last.h == 0 || last.velocities.size() != static_cast<std::size_t>(s)) return false;
  if (std::abs(last.start + last.h - state.t) > 1e-6 * last.h || h > longest * last.h) return false;
  const double from = (state.t - last.start) / last.h, stretch = h / last.h;
  extrapolate(last.velocities, coefficients_.c, from, stretch,
              [&](int i) { return x_->velocity(i); });
  // Multipliers are taken as they were: Newton's method is judged by velocities, and what a
  // polynomial adds to errors of multipliers would grow from step to step.
  if (last.multipliers.size() == static_cast<std::size_t>(x_->multiplier_blocks()))
    for (int i = 0; i < x_->multiplier_blocks(); ++i) {
      core::copy(last.multipliers[static_cast<std::size_t>(i)], x_->multiplier(i));
      check(VecScale(x_->multiplier(i), stretch));
    }
  return true;
}

/// The polynomial through `last` at the nodes of the last step, at those of the next one.
void SparkStepper::extrapolate(const std::vector<core::Vector>& last, const Eigen::VectorXd& nodes,
                               double from, double stretch,
                               const std::function<Vec(int)>& to) const {
  const auto count = static_cast<int>(last.size());
  for (int i = 0; i < count; ++i) {
    const double tau = from + stretch * nodes(i);
    check(VecSet(to(i), 0.0));
    for (int j = 0; j < count; ++j) {
      double value = 1;
      for (int k = 0; k < count; ++k)
        if (k != j) value *= (tau - nodes(k)) / (nodes(j) - nodes(k));
      check(VecAXPY(to(i), value, last[static_cast<std::size_t>(j)]));
    }
  }
}

/// Where the factors at hand were made, and whether they serve the next step.
void SparkStepper::carry_around(core::Archive& archive) {
  if (system_->linear()) return;
  archive.number("mixed.steps", mixed_steps_);
  archive.number("mixed.left", mixed_left_);
  archive.number("around.h", around_.h);
  if (around_.h == 0) return;
  long stale = stale_ ? 1 : 0, multipliers = around_.lambda.empty() ? 0 : 1;
  long stressed = around_.stressed.empty() ? 0 : 1;
  archive.number("around.stressed", stressed);
  archive.number("around.stale", stale);
  archive.number("around.multipliers", multipliers);
  stale_ = stale != 0;
  if (around_.at.q.empty()) {
    around_.at.q = system_->make_displacement();
    around_.at.v = system_->make_displacement();
  }
  if (multipliers != 0 && around_.lambda.empty()) around_.lambda = system_->make_multiplier();
  archive.number("around.t", around_.at.t);
  archive.vector("around-q", core::Space::displacement, around_.at.q);
  archive.vector("around-v", core::Space::displacement, around_.at.v);
  if (stressed != 0 && around_.stressed.empty()) around_.stressed = system_->make_displacement();
  if (stressed != 0) archive.vector("around-stressed", core::Space::displacement, around_.stressed);
  if (multipliers != 0) archive.vector("around-lambda", core::Space::multiplier, around_.lambda);
}

void SparkStepper::carry(int load_case, core::Archive& archive) {
  carry_companion(load_case, archive);
  carry_local_error(load_case, archive);
  carry_around(archive);
  long vectors = last_stages_.contains(load_case) ? coefficients_.stages : 0;
  archive.number("vectors", vectors);
  if (vectors == 0) return;
  LastStages& stages = last_stages_[load_case];
  while (stages.velocities.size() < static_cast<std::size_t>(coefficients_.stages))
    stages.velocities.push_back(system_->make_displacement());
  archive.number("start", stages.start);
  archive.number("h", stages.h);
  for (std::size_t i = 0; i < stages.velocities.size(); ++i)
    archive.vector(fmt::format("stage-{}", i), core::Space::displacement, stages.velocities[i]);
  if (system_->linear()) return;
  long multipliers = static_cast<long>(stages.multipliers.size());
  archive.number("multipliers", multipliers);
  while (stages.multipliers.size() < static_cast<std::size_t>(multipliers))
    stages.multipliers.push_back(system_->make_multiplier());
  for (std::size_t i = 0; i < stages.multipliers.size(); ++i)
    archive.vector(fmt::format("multiplier-{}", i), core::Space::multiplier, stages.multipliers[i]);
}

}  // namespace sparkdyn::integrate
