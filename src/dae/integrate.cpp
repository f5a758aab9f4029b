// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/integrate.hpp"

#include "core/step_loop.hpp"
#include "fixed_steps.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::dae {

namespace {

class ConstantSteps final : public Run {
 public:
  ConstantSteps(OneStep& stepper, const Point& start, double end_time, double h,
                std::vector<double> pattern)
      : Run(start), stepper_(stepper), steps_(start.t, end_time, h, std::move(pattern)) {}

  bool done() const override { return steps_.done(); }

  void advance() override { take_step(stepper_, steps_); }

  Eigen::MatrixXd carry_tangents(const Eigen::MatrixXd& tangents) override {
    return stepper_.carry_tangents(tangents);
  }

  void carry(Carried& carried) override { carried(summary_)(steps_)(stepper_); }

 private:
  OneStep& stepper_;
  FixedSteps steps_;
};

}  // namespace

Eigen::MatrixXd Run::carry_tangents(const Eigen::MatrixXd&) {
  core::input_error("this kind of run carries no tangents");
}

void Run::count(const StepResult& result) {
  summary_.iterations += static_cast<int>(result.history.size());
  summary_.factorizations += result.factorizations;
}

void Run::note(const StepResult& accepted) {
  const double begin = accepted.end.t - accepted.h;
  if (accepted.nearer_root && summary_.nearer_roots++ == 0) summary_.first_nearer_root = begin;
  if (accepted.energy_jump && summary_.energy_jumps++ == 0) {
    summary_.first_energy_jump = begin;
    summary_.energy_before = accepted.energy_jump->before;
    summary_.energy_after = accepted.energy_jump->after;
  }
}

void Run::take_step(OneStep& stepper, FixedSteps& steps) {
  const StepResult result = stepper.step(summary_.end, steps.size());
  count(result);
  if (!result.converged) stepper.fail(result, summary_.end, steps.size());
  note(result);
  summary_.end = result.end;
  summary_.end.t = steps.advance();
  ++summary_.steps;
}

RunSummary follow(Run& run, const Observer& observer) {
  if (observer) observer(run.summary().end);
  core::step_loop(run, [&] {
    run.advance();
    if (observer) observer(run.summary().end);
    return true;
  });
  return run.summary();
}

std::unique_ptr<Run> constant_steps(OneStep& stepper, const Point& start, double end_time, double h,
                                    std::vector<double> pattern) {
  return std::make_unique<ConstantSteps>(stepper, start, end_time, h, std::move(pattern));
}

RunSummary integrate(OneStep& stepper, const Point& start, double end_time, double h,
                     const Observer& observer) {
  return follow(*constant_steps(stepper, start, end_time, h), observer);
}

RunSummary integrate_variable(Stepper& stepper, const Point& start, double end_time,
                              const ControlOptions& options, const Observer& observer) {
  return follow(*variable_steps(stepper, start, end_time, options), observer);
}

}  // namespace sparkdyn::dae
