// SPDX-License-Identifier: BSD-3-Clause
#include "newton_step.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

using Eigen::VectorXd;

NewtonStep::NewtonStep(std::string name, int order, bool symmetric, const StepperOptions& options)
    : name_(std::move(name)), order_(order), symmetric_(symmetric), options_(options) {}

StepResult NewtonStep::step(const Point& from, double h) {
  if (!(std::abs(h) > 0.0) || !std::isfinite(h)) core::input_error("the step size is {}", h);
  StepResult result;
  result.h = h;
  VectorXd x = begin(from, h);
  double before = INFINITY;
  for (int k = 0; k < options_.max_iterations; ++k) {
    const Equations at = equations(from, h, x);
    const VectorXd change = tableau::solve(at.slope, at.residual);
    ++result.factorizations;
    if (!change.allFinite()) break;
    x -= change;
    const double relative = change.norm() / std::max(size(from, x), 1e-300);
    result.history.push_back(relative);
    // Newton squares the error: what follows a change below the tolerance is round-off.
    const bool stalled = relative > 0.5 * before && relative <= options_.roundoff_floor;
    if (relative <= options_.tolerance || stalled) {
      result.end = end(from, h, x);
      result.converged = result.end.y.allFinite() && result.end.z.allFinite();
      const std::string objected = result.converged ? objection(from, h, x) : "";
      if (!objected.empty()) {
        result.converged = false;
        result.failure =
            fmt::format("the step from t = {:.9g} with h = {:.3g} failed: {}", from.t, h, objected);
      }
      if (result.converged) last_ = Solved{from, h, x};
      break;
    }
    before = relative;
  }
  if (!result.converged && result.failure.empty())
    result.failure = fmt::format(
        "the step from t = {:.9g} with h = {:.3g} failed: after {} Newton iterations of the {} "
        "method the relative change is {:.2e}; take a smaller step",
        from.t, h, result.history.size(), name_,
        result.history.empty() ? INFINITY : result.history.back());
  return result;
}

std::string NewtonStep::objection(const Point&, double, const VectorXd&) const {
  return "";
}

const NewtonStep::Solved& NewtonStep::last() const {
  if (!last_) throw core::Error(core::Failure::internal, "no step has been made yet");
  return *last_;
}

}  // namespace sparkdyn::dae
