// SPDX-License-Identifier: BSD-3-Clause
#include "run/rest_integration.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::run {

RestIntegration::RestIntegration(const mechanics::System& system,
                                 std::vector<mechanics::State> states, const TimeSpan& span,
                                 const linear::SolverPlan& plan,
                                 std::function<void(const std::string&)> tell)
    : system_(&system),
      states_(std::move(states)),
      span_(span),
      steps_(span.end > span.start ? span.steps() : 0),
      equilibria_(system, plan, std::move(tell)),
      frames_(states_.size()),
      largest_(states_.size()) {
  for (mechanics::State& state : states_) state.t = span.start;
  equilibria_.find(states_);
  show();
}

void RestIntegration::show() {
  for (std::size_t k = 0; k < states_.size(); ++k) {
    frames_[k] = std::make_unique<RestFrame>(*system_, states_[k], equilibria_.multipliers()[k],
                                             RestFrame::Place{step_, step_ == 0, done()});
    largest_[k].position = std::max(largest_[k].position, frames_[k]->violations().position);
  }
}

StepOutcome RestIntegration::advance() {
  const double before = time();
  std::vector<core::Vector> q_before, lambda_before;
  for (std::size_t k = 0; k < states_.size(); ++k) {
    q_before.push_back(core::make_copy(Vec(states_[k].q)));
    lambda_before.push_back(core::make_copy(Vec(equilibria_.multipliers()[k])));
    states_[k].t = span_.time(step_ + 1);
  }
  try {
    equilibria_.find(states_);
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    for (std::size_t k = 0; k < states_.size(); ++k) {
      states_[k].t = before;
      core::copy(q_before[k], states_[k].q);
      core::copy(lambda_before[k], equilibria_.multipliers()[k]);
    }
    return {.done = false,
            .cause = fmt::format("state {} at t = {:.9g}: {}", step_ + 1, span_.time(step_ + 1),
                                 error.what())};
  }
  ++step_;
  show();
  return {};
}

CaseReport RestIntegration::report(int load_case) const {
  const auto k = static_cast<std::size_t>(load_case);
  CaseReport result;
  result.steps = step_;
  result.rejected = k == 0 ? cut_back() : 0;
  result.iterations = k == 0 ? equilibria_.iterations() : 0;
  result.largest = largest_[k];
  result.energies = frames_[k]->energies();
  return result;
}

}  // namespace sparkdyn::run
