// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/integrate/stepper.hpp"

#include <cmath>

#include "integrate/diagnosis.hpp"

namespace sparkdyn::integrate {
mechanics::State& Stepper::next_of(const mechanics::State& state) {
  if (next_.q.empty()) {
    next_.q = core::make_like(state.q);
    next_.v = core::make_like(state.v);
  }
  next_.load_case = state.load_case;
  return next_;
}

bool Stepper::take_next(mechanics::State& state) {
  const double size = core::norm(next_.q) + core::norm(next_.v);
  if (!std::isfinite(size)) return false;
  std::swap(state, next_);
  return true;
}

StepResult Stepper::refused() const {
  const PetscInt velocity = first_not_finite(next_.v);
  return {.done = false,
          .iterations = 0,
          .cause = "the new state is not finite",
          .dof = velocity < 0 ? first_not_finite(next_.q) : velocity,
          .not_finite = true};
}

StepResult Stepper::step(mechanics::State& state, double h) {
  StepResult result = advance(state, h, next_of(state));
  if (!result.done) return result;
  if (!take_next(state)) return refused();
  accept();
  return result;
}

StepResult Stepper::step_all(std::span<mechanics::State* const> states, double h, Account account,
                             std::vector<StepWork>* energy) {
  StepResult all;
  for (mechanics::State* state : states) {
    StepResult one = step(*state, h);
    one.iterations += all.iterations;
    if (!one.done) return one;
    if (energy) energy->push_back(work(account));
    all = std::move(one);
  }
  return all;
}

void Stepper::between(const mechanics::State& before, const mechanics::State& after,
                      mechanics::State& at) {
  using core::check;
  const double h = after.t - before.t, x = (at.t - before.t) / h;
  core::copy(before.q, at.q);
  check(VecScale(at.q, (1 + 2 * x) * (1 - x) * (1 - x)));
  check(VecAXPY(at.q, x * x * (3 - 2 * x), after.q));
  check(VecAXPY(at.q, h * x * (1 - x) * (1 - x), before.v));
  check(VecAXPY(at.q, -h * x * x * (1 - x), after.v));
  core::copy(before.v, at.v);
  check(VecScale(at.v, (1 - x) * (1 - 3 * x)));
  check(VecAXPY(at.v, x * (3 * x - 2), after.v));
  check(VecAXPY(at.v, 6 * x * (1 - x) / h, after.q));
  check(VecAXPY(at.v, -6 * x * (1 - x) / h, before.q));
}

const mechanics::State* Stepper::error(int) const {
  return nullptr;
}

bool Stepper::carry_error(int) {
  return false;
}

const mechanics::State* Stepper::step_error(const mechanics::State&, const mechanics::State&) {
  return nullptr;
}

void Stepper::carry(int, core::Archive& archive) {
  long vectors = 0;
  archive.number("vectors", vectors);
}

}  // namespace sparkdyn::integrate
