#include "sparkdyn/dae/integrate.hpp"

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::dae {

namespace {

void count(const StepResult& result, RunSummary& summary) {
  summary.iterations += static_cast<int>(result.history.size());
  summary.factorizations += result.factorizations;
}

void require_converged(const StepResult& result) {
  if (!result.converged) core::numerics_error("{}", result.failure);
}

constexpr double safety = 0.9;  // of the standard control

// What the control remembers of the last step that was accepted: with the size to try next, all
// that a run carries from step to step besides the stepper and the state.
struct Accepted {
  double h = 0.0;  // 0: none yet
  double error = 0.0;
};

struct Trial {
  StepResult result;
  double h;
  double error;
};

class Controller {
 public:
  Controller(Stepper& stepper, const ControlOptions& options, double direction)
      : stepper_(stepper),
        options_(options),
        exponent_(1.0 / (stepper.estimator_order() + 1)),
        target_(std::pow(options.tolerance,
                         (stepper.estimator_order() + 1.0) / (stepper.method().order + 1.0))),
        direction_(direction) {}

  Trial reversible(const Point& from, double h, RunSummary& summary);
  Trial standard(const Point& from, double h, RunSummary& summary);
  // The first guess after `trial`, which followed `previous`.
  double next(const Trial& trial, const Accepted& previous) const;

 private:
  double bounded(double h) const {
    return direction_ * std::min(std::abs(h), options_.largest_step);
  }
  // (TOL'/err)^{1/(p̃+1)}.
  double factor(double error) const {
    return std::pow(target_ / std::max(error, 1e-300), exponent_);
  }
  double changed(double h, double by) const {
    return bounded(h * safety * std::clamp(by, 0.25, 4.0));
  }
  [[noreturn]] void give_up(const Point& from, double h) const;

  Stepper& stepper_;
  const ControlOptions& options_;
  double exponent_;
  double target_;
  double direction_;
};

void Controller::give_up(const Point& from, double h) const {
  core::numerics_error(
      "no step size at t = {:.9g}: {} trials ended at h = {:.3g}; loosen the tolerance {:.1e} or "
      "start with another first step",
      from.t, options_.max_trials, h, options_.tolerance);
}

// The step size is found together with the stages; only a lost iteration makes another trial.
Trial Controller::reversible(const Point& from, double h, RunSummary& summary) {
  for (int trial = 0; trial < options_.max_trials; ++trial) {
    const StepResult result = stepper_.step_with_error(from, h, {target_, options_.largest_step});
    count(result, summary);
    if (result.converged) return {result, result.h, stepper_.error_estimate()};
    h *= 0.5;
    ++summary.rejected;
  }
  give_up(from, h);
}

Trial Controller::standard(const Point& from, double h, RunSummary& summary) {
  for (int trial = 0; trial < options_.max_trials; ++trial) {
    const StepResult result = stepper_.step(from, h);
    count(result, summary);
    const double error = result.converged ? stepper_.error_estimate() : 0.0;
    if (result.converged && error <= target_) return {result, h, error};
    h = result.converged ? changed(h, factor(error)) : 0.5 * h;
    ++summary.rejected;
  }
  give_up(from, h);
}

double Controller::next(const Trial& trial, const Accepted& previous) const {
  if (options_.control == StepControl::reversible) {
    // Where the search begins does not matter to what it finds; the last trend saves a trial.
    return previous.h == 0.0 ? trial.h
                             : bounded(trial.h * std::clamp(trial.h / previous.h, 0.7, 1.4));
  }
  // Where the motion quickens the error constant goes on growing as it did over the last two steps
  // (Gustafsson; Hairer & Wanner, IV.8): without this a quarter of the steps on Andrews' mechanism
  // is rejected.
  const double now = factor(trial.error);
  if (previous.h == 0.0) return changed(trial.h, now);
  const double trend = trial.h / previous.h * now / factor(previous.error);
  return changed(trial.h, now * std::min(1.0, trend));
}

}  // namespace

RunSummary integrate(Stepper& stepper, const Point& start, double end_time, double h,
                     const Observer& observer) {
  const double count_of_steps = std::round((end_time - start.t) / h);
  if (!(count_of_steps >= 1.0)) {
    core::input_error("a step of {} does not lead from t = {} to {}", h, start.t, end_time);
  }
  const double exact_h = (end_time - start.t) / count_of_steps;
  RunSummary summary{.end = start};
  if (observer) observer(start);
  for (double k = 1.0; k <= count_of_steps; k += 1.0) {
    const StepResult result = stepper.step(summary.end, exact_h);
    count(result, summary);
    require_converged(result);
    summary.end = result.end;
    summary.end.t = start.t + k * exact_h;
    ++summary.steps;
    if (observer) observer(summary.end);
  }
  return summary;
}

RunSummary integrate_variable(Stepper& stepper, const Point& start, double end_time,
                              const ControlOptions& options, const Observer& observer) {
  const bool reversible = options.control == StepControl::reversible;
  if (reversible && !stepper.method().symmetric) {
    core::input_error(
        "reversible step control needs a symmetric method, and {} is not: use IIIA-IIIB, IIID or "
        "Gauss-Lobatto, or the standard control",
        stepper.method().name);
  }
  const double direction = end_time > start.t ? 1.0 : -1.0;
  Controller controller(stepper, options, direction);
  RunSummary summary{.end = start};
  double h = direction * options.first_step;
  Accepted previous;
  if (observer) observer(start);
  while (direction * (end_time - summary.end.t) > 1e-12 * std::abs(h)) {
    const double rest = end_time - summary.end.t;
    if (!reversible && direction * (h - rest) > 0.0) h = rest;
    Trial trial = reversible ? controller.reversible(summary.end, h, summary)
                             : controller.standard(summary.end, h, summary);
    // Reversible steps must not know where the run ends: only the last one is cut.
    if (direction * (trial.h - rest) > 0.0) {
      trial = {stepper.step(summary.end, rest), rest, trial.error};
      count(trial.result, summary);
      require_converged(trial.result);
    }
    summary.end = trial.result.end;
    ++summary.steps;
    h = controller.next(trial, previous);
    previous = {trial.h, trial.error};
    if (observer) observer(summary.end);
  }
  return summary;
}

}  // namespace sparkdyn::dae
