// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "check/deep.hpp"
#include "dae/independence.hpp"
#include "sparkdyn/dae/consistency.hpp"

namespace sparkdyn::check {
namespace {

/// Whether Newton's iteration converges, and how far one step is from two half ones.
void try_first_step(const dae::Problem& problem, dae::OneStep& stepper, double h, Report& report) {
  report.section("First step");
  report.text("method", stepper.name(), "method");
  report.value("step", fmt::format("{:.6g}", h), "step", h);
  const auto whole = stepper.step(problem.start, h);
  if (!whole.converged) {
    report.judge(Level::error, whole.failure);
    return;
  }
  report.count("Newton iterations", "iterations", whole.history.size());
  stepper.restart();
  const auto half = stepper.step(problem.start, 0.5 * h);
  const auto second = half.converged ? stepper.step(half.end, 0.5 * h) : half;
  if (second.converged && whole.end.z.size() > 0) {
    const double scale = std::pow(2.0, stepper.order()) - 1;
    const auto error = [&](const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
      if (a.size() == 0) return 0.0;
      return (a - b).lpNorm<Eigen::Infinity>() / std::max(b.lpNorm<Eigen::Infinity>(), 1e-300) *
             (scale + 1) / scale;
    };
    const double worst =
        std::max(error(whole.end.y, second.end.y), error(whole.end.z, second.end.z));
    report.value("error of this step", fmt::format("{:.1e}, relative, by two half steps", worst),
                 "error", worst);
    if (worst > 0.1)
      report.judge(Level::warning, "the first step is not accurate: take a smaller one");
  }
  report.judge(Level::ok, "Newton's iteration converges on the first step");
}

}  // namespace

void check_mechanism(const dae::Problem& problem, dae::OneStep& stepper, const std::string& moved,
                     double h, Report& report) {
  const dae::System& system = *problem.system;
  report.section("Start");
  report.text("problem", problem.source, "problem");
  report.count("coordinates", "coordinates", std::max(system.sizes().y, system.sizes().z));
  report.count("constraints", "constraints", system.sizes().u());
  const auto off = dae::constraint_residuals(system, problem.start);
  report.value("off the constraints",
               fmt::format("positions {:.2g}, velocities {:.2g}", off.position, off.velocity),
               "residuals", std::vector<double>{off.position, off.velocity});
  if (!moved.empty()) report.judge(Level::note, moved);
  report.judge(Level::ok, "the initial values are consistent");
  if (system.sizes().u() > 0) {
    const dae::Independence here = dae::independence(system, problem.start);
    const dae::Independence ahead = dae::least_ahead(system, problem.start, h);
    report.value("smallest pivot of the Jacobian of the constraints",
                 fmt::format("{:.3g}", here.pivot), "pivot", here.pivot);
    if (ahead.pivot < 1e-6)
      report.judge(Level::warning,
                   fmt::format("at t = {:.6g} constraint {} nearly follows from the others (pivot "
                               "{:.1e})",
                               ahead.time, ahead.constraint, ahead.pivot));
    else
      report.judge(Level::ok, "the gradients of the constraints are independent");
  }
  try_first_step(problem, stepper, h, report);
}

}  // namespace sparkdyn::check
