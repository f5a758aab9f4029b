// SPDX-License-Identifier: BSD-3-Clause
// What a step leaves for the next one, in memory and in checkpoints.
#include <cmath>
#include <utility>

#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::integrate {

using core::check;

namespace {

/// Sizes that were reckoned from times differ by round-off.
bool same_size(double a, double b) {
  return std::abs(a - b) <= 1e-9 * std::abs(a);
}

}  // namespace

void SparkStepper::accept() {
  if (!remembers()) return;
  LastStages& kept = last_stages_[last_.load_case];
  const double h = current_->stages->h();
  record_missed(kept, h);
  kept.start = last_.t;
  kept.h = h;
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

/// After a step of the size of the one before, what its guess missed.
void SparkStepper::record_missed(LastStages& kept, double h) const {
  const std::vector<core::Vector> guess = std::exchange(kept.guess, {});
  if (guess.empty() || !same_size(h, kept.h)) {
    kept.missed_velocities.forget();
    kept.missed_multipliers.forget();
    return;
  }
  std::vector<core::Vector> velocities, multipliers;
  auto next = guess.begin();
  const auto missed = [&](Vec solution) {
    core::Vector difference = core::make_copy(solution);
    check(VecAXPY(difference, -1.0, *next++));
    return difference;
  };
  for (int i = 0; i < coefficients_.stages; ++i) velocities.push_back(missed(x_->velocity(i)));
  for (int i = 0; i < x_->multiplier_blocks(); ++i)
    multipliers.push_back(missed(x_->multiplier(i)));
  kept.missed_velocities.record(std::move(velocities));
  kept.missed_multipliers.record(std::move(multipliers));
}

/// Whether a step h from `state` comes after the one that is remembered, and may be guessed from
/// it.
bool SparkStepper::follows(const LastStages& last, const mechanics::State& state, double h) const {
  constexpr double longest = 2;
  return last.h > 0 && last.velocities.size() == static_cast<std::size_t>(coefficients_.stages) &&
         std::abs(last.start + last.h - state.t) <= 1e-6 * last.h && h <= longest * last.h;
}

/// x ← the polynomial of the last step's stage velocities, carried on, and what such guesses missed
/// before. False without a last step
/// that ends here, or when this one is too long to be guessed.
bool SparkStepper::guess_stages(const mechanics::State& state, double h) {
  const auto found = last_stages_.find(state.load_case);
  if (found == last_stages_.end()) return false;
  LastStages& last = found->second;
  last.guess.clear();
  if (!follows(last, state, h)) return false;
  const double from = (state.t - last.start) / last.h, stretch = h / last.h;
  extrapolate(last.velocities, coefficients_.c, from, stretch,
              [&](int i) { return x_->velocity(i); });
  // A polynomial through multipliers would make much of their errors, of which Newton's method,
  // judged by velocities, knows little.
  if (last.multipliers.size() == static_cast<std::size_t>(x_->multiplier_blocks()))
    for (int i = 0; i < x_->multiplier_blocks(); ++i) {
      core::copy(last.multipliers[static_cast<std::size_t>(i)], x_->multiplier(i));
      check(VecScale(x_->multiplier(i), stretch));
    }
  if (!system_->linear() && same_size(h, last.h)) add_missed(last);
  return true;
}

/// x ← x + what guesses missed; before that it is kept as the guess.
void SparkStepper::add_missed(LastStages& last) {
  for (int i = 0; i < coefficients_.stages; ++i) {
    last.guess.push_back(core::make_copy(x_->velocity(i)));
    last.missed_velocities.add_to(static_cast<std::size_t>(i), 1.0, x_->velocity(i));
  }
  for (int i = 0; i < x_->multiplier_blocks(); ++i) {
    last.guess.push_back(core::make_copy(x_->multiplier(i)));
    last.missed_multipliers.add_to(static_cast<std::size_t>(i), 1.0, x_->multiplier(i));
  }
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
void SparkStepper::carry_linearization(core::Archive& archive) {
  if (system_->linear()) return;
  archive.number("mixed.steps", mixed_steps_);
  archive.number("mixed.left", mixed_left_);
  carry_around(around_, stale_, *system_, archive);
}

void SparkStepper::carry(int load_case, core::Archive& archive) {
  carry_companion(load_case, archive);
  carry_local_error(load_case, archive);
  carry_linearization(archive);
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
  carry_missed(stages, archive);
}

/// Checkpoints of versions that did not have it go on without.
void SparkStepper::carry_missed(LastStages& stages, core::Archive& archive) {
  std::string kept = "1";
  const bool known = archive.bytes("missed", kept);  // what rank 0 finds counts
  if (core::sum(system_->comm(), known ? 1.0 : 0.0) == 0) return;
  core::ArchivePart velocities(archive, "missed-velocities"),
      multipliers(archive, "missed-multipliers");
  stages.missed_velocities.carry(velocities, core::Space::displacement, stages.velocities.size(),
                                 system_->make_displacement());
  stages.missed_multipliers.carry(multipliers, core::Space::multiplier, stages.multipliers.size(),
                                  system_->make_multiplier());
}

}  // namespace sparkdyn::integrate
