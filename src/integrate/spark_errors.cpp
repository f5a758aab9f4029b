// SPDX-License-Identifier: BSD-3-Clause
// What a SPARK stepper knows of its errors: that of the run, carried along, and that of a step.
#include <array>

#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::integrate {

/// Null where errors are not estimated.
Companion* SparkStepper::companion_of(const mechanics::State& state) {
  if (!estimates_ || !why_no_errors().empty()) return nullptr;
  make_error_vectors();
  return &companions_.try_emplace(state.load_case, coefficients_, state).first->second;
}

void SparkStepper::make_error_vectors() {
  if (error_rhs_) return;
  const auto& op = current_->error_carrier().stages->op();
  error_rhs_ = std::make_unique<linear::BlockVector>(op.make_vector());
  error_x_ = std::make_unique<linear::BlockVector>(op.make_vector());
}

/// Whether errors are solved for in the calls that solve for the motion: where they have another
/// operator, or the end of a step needs what its right-hand side left behind, they come after it.
bool SparkStepper::carries_errors_along() const {
  return current_->error_carrier().solver == current_->solver.get() &&
         current_->stages->closing() == stage::Closing::uniform && !remembers();
}

const mechanics::State* SparkStepper::step_error(const mechanics::State& before,
                                                 const mechanics::State& after) {
  const auto found = stages_of_.find(before.load_case);
  if (found == stages_of_.end() || !why_no_step_errors().empty()) return nullptr;
  make_error_vectors();
  const auto [stages, solver] = current_->error_carrier();
  LocalError& local =
      local_errors_.try_emplace(before.load_case, coefficients_, before).first->second;
  local.right_hand_side(*stages, before, stages->h(), *found->second, after.v, *error_rhs_);
  if (!solver->solve(*error_rhs_, *error_x_).converged) return nullptr;
  return &local.finish(*stages, *error_x_);
}

/// What guesses go by was of the step that was not taken after all, and is of no use.
void SparkStepper::retract() {
  for (auto& [load_case, companion] : companions_) companion.forget_last();
  last_stages_.clear();
}

/// Two right-hand sides cost little more than one.
linear::SolveResult SparkStepper::solve_with_error(const mechanics::State& state,
                                                   Companion& companion) {
  auto& stages = *current_->stages;
  stages.right_hand_side(state, *rhs_);
  companion.right_hand_side(stages, *error_rhs_);
  const std::array<const linear::BlockVector*, 2> rhs{rhs_.get(), error_rhs_.get()};
  const std::array<linear::BlockVector*, 2> x{x_.get(), error_x_.get()};
  linear::SolveResult solved = current_->solver->solve_all(rhs, x);
  if (solved.converged) companion.take(stages, *error_x_);
  return solved;
}

std::string SparkStepper::why_no_errors() const {
  if (!current_) return "the first step is not prepared";
  return current_->stages->why_no_errors();
}

std::string SparkStepper::why_no_step_errors() const {
  if (!current_) return "the first step is not prepared";
  return current_->stages->why_no_step_errors();
}

const mechanics::State* SparkStepper::error(int load_case) const {
  const auto found = companions_.find(load_case);
  return found == companions_.end() ? nullptr : &found->second.error();
}

/// By itself, where no step of the motion is solved with it. An estimate that cannot be solved for
/// stays where it is.
bool SparkStepper::carry_error(int load_case) {
  const auto found = companions_.find(load_case);
  if (found == companions_.end() || !found->second.waits()) return false;
  if (const double h = found->second.h(); !current_ || current_->stages->h() != h)
    if (!find_step(h)) {
      install(h, nullptr);
      renew_vectors();
    }
  make_error_vectors();
  const auto [stages, solver] = current_->error_carrier();
  found->second.right_hand_side(*stages, *error_rhs_);
  if (!solver->solve(*error_rhs_, *error_x_).converged) return false;
  found->second.take(*stages, *error_x_);
  return true;
}

/// With the factors of their steps, which after a restart are not at hand.
void SparkStepper::carry_errors_of_other_steps(double h) {
  for (const auto& [load_case, companion] : companions_)
    if (companion.waits() && companion.h() != h)
      while (companion.waits() && carry_error(load_case)) continue;
}

/// A run that did not estimate kept nothing: the estimate is then of what comes after it.
void SparkStepper::carry_companion(int load_case, core::Archive& archive) {
  if (!estimates_) return;
  const auto found = companions_.find(load_case);
  std::string kept = found != companions_.end() ? "1" : "0";
  const bool known = archive.bytes("error", kept) && kept == "1";  // what rank 0 finds counts
  if (core::sum(system_->comm(), known ? 1.0 : 0.0) == 0) return;
  mechanics::State start{0, system_->make_displacement(), system_->make_displacement(), load_case};
  core::ArchivePart part(archive, "error");
  companions_.try_emplace(load_case, coefficients_, start).first->second.carry(part);
}

/// Only runs that chose their steps by it have kept it.
void SparkStepper::carry_local_error(int load_case, core::Archive& archive) {
  const auto found = local_errors_.find(load_case);
  if (found == local_errors_.end() && !archive.gives()) return;
  std::string kept = "1";
  const bool known = archive.bytes("step-error", kept);  // what rank 0 finds counts
  if (core::sum(system_->comm(), known ? 1.0 : 0.0) == 0) return;
  const mechanics::State like{0, system_->make_displacement(), system_->make_displacement(),
                              load_case};
  core::ArchivePart part(archive, "step-error");
  local_errors_.try_emplace(load_case, coefficients_, like).first->second.carry(part);
}

}  // namespace sparkdyn::integrate
