#include "sparkdyn/integrate/stepper.hpp"

#include <cmath>

namespace sparkdyn::integrate {

StepResult Stepper::step(mechanics::State& state, double h) {
  if (next_.q.empty()) {
    next_.q = core::make_like(state.q);
    next_.v = core::make_like(state.v);
  }
  next_.load_case = state.load_case;
  StepResult result = advance(state, h, next_);
  if (!result.done) return result;
  const double size = core::norm(next_.q) + core::norm(next_.v);
  if (!std::isfinite(size))
    return {.done = false, .iterations = result.iterations, .cause = "the new state is not finite"};
  std::swap(state, next_);
  accept();
  return result;
}

}  // namespace sparkdyn::integrate
