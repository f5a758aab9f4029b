// SPDX-License-Identifier: BSD-3-Clause
// All load cases of a linear system in one solve.

#include <utility>

#include "integrate/spark_stepper.hpp"

namespace sparkdyn::integrate {

StepResult SparkStepper::step_all(std::span<mechanics::State* const> states, double h,
                                  Account account, std::vector<StepWork>* energy) {
  use_step(*states.front(), h);
  auto& stages = *current_->stages;
  if (states.size() == 1 || !stages.finishes_independently() || remembers())
    return Stepper::step_all(states, h, account, energy);
  std::vector<const linear::BlockVector*> rhs;
  std::vector<linear::BlockVector*> x;
  const auto add = [&](std::size_t k) -> linear::BlockVector& {
    if (all_rhs_.size() <= k) {
      all_rhs_.push_back(std::make_unique<linear::BlockVector>(stages.op().make_vector()));
      all_x_.push_back(std::make_unique<linear::BlockVector>(stages.op().make_vector()));
    }
    rhs.push_back(all_rhs_[k].get());
    x.push_back(all_x_[k].get());
    return *all_rhs_[k];
  };
  for (std::size_t k = 0; k < states.size(); ++k) stages.right_hand_side(*states[k], add(k));
  std::vector<Companion*> carried;
  for (const mechanics::State* state : states)
    if (Companion* companion = companion_of(*state);
        companion && companion->ready() && carries_errors_along()) {
      companion->right_hand_side(stages, add(states.size() + carried.size()));
      carried.push_back(companion);
    }
  const linear::SolveResult solved = current_->solver->solve_all(rhs, x);
  StepResult result{.done = solved.converged,
                    .iterations = solved.iterations,
                    .cause = solved.cause,
                    .dof = solved.dof};
  for (std::size_t k = 0; k < carried.size() && result.done; ++k)
    carried[k]->take(stages, *x[states.size() + k]);
  for (std::size_t k = 0; k < states.size() && result.done; ++k) {
    std::swap(x_, all_x_[k]);  // work() and the stage multipliers are those of this case
    stages_of_[states[k]->load_case] = x_.get();
    keep_start(*states[k]);
    mechanics::State& next = next_of(*states[k]);
    stages.finish(*states[k], *x_, next);
    if (Companion* companion = companion_of(*states[k])) {
      if (companion->ready()) carry_error(states[k]->load_case);  // no more, if taken along above
      companion->record(*states[k], h, *x_, next.v);
    }
    if (!take_next(*states[k])) return refused();
    if (energy) energy->push_back(work(account));
  }
  return result;
}

}  // namespace sparkdyn::integrate
