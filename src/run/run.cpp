// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/run/run.hpp"

#include "core/clock.hpp"
#include "core/step_loop.hpp"

namespace sparkdyn::run {
namespace {

using core::Clock;
using core::seconds_since;

using Told = void (Observer::*)(const Frame&);

void show(const Integration& integration, const Observers& observers, Told told,
          std::vector<RunReport>& reports) {
  for (std::size_t k = 0; k < reports.size() && k < observers.size(); ++k) {
    const auto start = Clock::now();
    for (Observer* observer : observers[k])
      (observer->*told)(integration.frame(static_cast<int>(k)));
    reports[k].observer_seconds += seconds_since(start);
  }
}

void show_between(Integration& integration, double from, const Observers& observers,
                  const OutputTimes& times, std::vector<RunReport>& reports) {
  for (const double t : times.within(from, integration.time()))
    for (std::size_t k = 0; k < reports.size() && k < observers.size(); ++k) {
      const auto start = Clock::now();
      const Frame& frame = integration.between(static_cast<int>(k), t);
      for (Observer* observer : observers[k]) observer->on_between(frame);
      reports[k].observer_seconds += seconds_since(start);
    }
}

/// Those of states that were not shown yet.
void show_errors(Integration& integration, const Observers& observers,
                 std::vector<RunReport>& reports) {
  for (std::size_t k = 0; k < reports.size() && k < observers.size(); ++k)
    if (const Frame* error = integration.error(static_cast<int>(k))) {
      const auto start = Clock::now();
      for (Observer* observer : observers[k]) observer->on_error(*error);
      reports[k].observer_seconds += seconds_since(start);
    }
}

}  // namespace

std::vector<RunReport> run(Integration& integration, const Observers& observers,
                           CheckpointHook* hook, const OutputTimes& times) {
  std::vector<RunReport> reports(static_cast<std::size_t>(integration.load_cases()));
  show(integration, observers, integration.resumed() ? &Observer::on_resume : &Observer::on_start,
       reports);
  if (hook) hook->at_start(integration);
  StepOutcome outcome;
  double seconds = 0;
  bool stopped = false;
  core::step_loop(integration, [&] {
    const auto start = Clock::now();
    const double from = integration.time();
    outcome = integration.advance();
    seconds += seconds_since(start);
    if (!outcome.done) return false;
    if (times.any()) show_between(integration, from, observers, times, reports);
    show(integration, observers, &Observer::on_step, reports);
    show_errors(integration, observers, reports);
    stopped = hook && hook->after_step(integration) && !integration.done();
    return !stopped;
  });
  if (!outcome.done && hook) hook->after_failure(integration);
  while (outcome.done && integration.carry_errors()) show_errors(integration, observers, reports);
  for (std::size_t k = 0; k < reports.size(); ++k) {
    static_cast<CaseReport&>(reports[k]) = integration.report(static_cast<int>(k));
    reports[k].done = outcome.done;
    reports[k].cause = outcome.cause;
    reports[k].stopped = stopped;
    reports[k].step_seconds = seconds / static_cast<double>(reports.size());
  }
  show(integration, observers, &Observer::on_finish, reports);
  return reports;
}

}  // namespace sparkdyn::run
