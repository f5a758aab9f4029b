// SPDX-License-Identifier: BSD-3-Clause
// The two controls of integrate.hpp.

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/integrate.hpp"

namespace sparkdyn::dae {

namespace {

constexpr double safety = 0.9;  // of the standard control

// What the control remembers of the last step that was accepted.
struct Accepted {
  double h = 0.0;  // 0: none yet
  double error = 0.0;
};

struct Trial {
  StepResult result;
  double h = 0.0;
  double error = 0.0;
};

class Controller {
 public:
  // Told of every step that is tried.
  using Count = std::function<void(const StepResult&, bool rejected)>;

  Controller(Stepper& stepper, const ControlOptions& options, double direction, Count count)
      : stepper_(stepper),
        options_(options),
        exponent_(1.0 / (stepper.estimator_order() + 1)),
        target_(std::pow(options.tolerance,
                         (stepper.estimator_order() + 1.0) / (stepper.method().order + 1.0))),
        direction_(direction),
        count_(std::move(count)) {}

  Trial reversible(const Point& from, double h);
  Trial standard(const Point& from, double h);
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
  // At most the period of an oscillation that is to be followed.
  double resolving(const Point& from, double h);
  [[noreturn]] void give_up(const Point& from, double h) const;

  Stepper& stepper_;
  ControlOptions options_;
  double exponent_;
  double target_;
  double direction_;
  Count count_;
};

void Controller::give_up(const Point& from, double h) const {
  core::numerics_error(
      "no step size at t = {:.9g}: {} trials ended at h = {:.3g}; loosen the tolerance {:.1e} or "
      "start with another first step",
      from.t, options_.max_trials, h, options_.tolerance);
}

// The step size is found together with the stages; only a lost iteration makes another trial.
Trial Controller::reversible(const Point& from, double h) {
  for (int trial = 0; trial < options_.max_trials; ++trial) {
    const StepResult result = stepper_.step_with_error(from, h, {target_, options_.largest_step});
    count_(result, !result.converged);
    if (result.converged) return {result, result.h, stepper_.error_estimate()};
    h *= 0.5;
  }
  give_up(from, h);
}

double Controller::resolving(const Point& from, double h) {
  if (!std::isfinite(options_.resolve_above)) return h;
  const auto oscillation = stepper_.unresolved(from, h);
  if (!oscillation || oscillation->size <= options_.resolve_above) return h;
  return direction_ * std::min(std::abs(h), oscillation->period);
}

Trial Controller::standard(const Point& from, double h) {
  h = resolving(from, h);
  for (int trial = 0; trial < options_.max_trials; ++trial) {
    const StepResult result = stepper_.step(from, h);
    const double error = result.converged ? stepper_.error_estimate() : 0.0;
    const bool good = result.converged && error <= target_;
    count_(result, !good);
    if (good) return {result, h, error};
    h = result.converged ? changed(h, factor(error)) : 0.5 * h;
  }
  give_up(from, h);
}

double Controller::next(const Trial& trial, const Accepted& previous) const {
  if (options_.control == ControlRule::reversible) {
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

class VariableSteps final : public Run {
 public:
  VariableSteps(Stepper& stepper, const Point& start, double end_time,
                const ControlOptions& options)
      : Run(start),
        stepper_(stepper),
        reversible_(options.control == ControlRule::reversible),
        end_(end_time),
        direction_(end_time > start.t ? 1.0 : -1.0),
        controller_(stepper, options, direction_,
                    [this](const StepResult& result, bool rejected) {
                      count(result);
                      summary_.rejected += rejected ? 1 : 0;
                    }),
        h_(direction_ * options.first_step) {}

  bool done() const override {
    return !(direction_ * (end_ - summary_.end.t) > 1e-12 * std::abs(h_));
  }

  void advance() override {
    const double rest = end_ - summary_.end.t;
    double h = h_;
    if (!reversible_ && direction_ * (h - rest) > 0.0) h = rest;
    Trial trial = reversible_ ? controller_.reversible(summary_.end, h)
                              : controller_.standard(summary_.end, h);
    // Reversible steps must not know where the run ends: only the last one is cut.
    if (direction_ * (trial.h - rest) > 0.0) {
      trial = {stepper_.step(summary_.end, rest), rest, trial.error};
      count(trial.result);
      if (!trial.result.converged) stepper_.fail(trial.result, summary_.end, rest);
    }
    note(trial.result);
    summary_.end = trial.result.end;
    ++summary_.steps;
    h_ = controller_.next(trial, previous_);
    previous_ = {trial.h, trial.error};
  }

  Eigen::MatrixXd carry_tangents(const Eigen::MatrixXd& tangents) override {
    return stepper_.carry_tangents(tangents);
  }

  void carry(Carried& carried) override {
    carried(summary_)(h_)(previous_.h)(previous_.error)(stepper_);
  }

 private:
  Stepper& stepper_;
  bool reversible_;
  double end_;
  double direction_;
  Controller controller_;
  double h_;  // to try next
  Accepted previous_;
};

}  // namespace

std::unique_ptr<Run> variable_steps(Stepper& stepper, const Point& start, double end_time,
                                    const ControlOptions& options) {
  if (options.control == ControlRule::reversible && !stepper.method().symmetric) {
    core::input_error(
        "reversible step control needs a symmetric method, and {} is not: use IIIA-IIIB, IIID or "
        "Gauss-Lobatto, or the standard control",
        stepper.method().name);
  }
  if (options.control == ControlRule::reversible && std::isfinite(options.resolve_above)) {
    core::input_error(
        "a limit that follows an oscillation is known at one end of a step only: use the standard "
        "control");
  }
  return std::make_unique<VariableSteps>(stepper, start, end_time, options);
}

}  // namespace sparkdyn::dae
