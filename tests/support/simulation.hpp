// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A stepper with what a run needs around it, for tests.

#include <memory>

#include "integrate/acceleration.hpp"
#include "integrate/initial.hpp"
#include "integrate/spark_stepper.hpp"
#include "sparkdyn/run/run.hpp"
#include "sparkdyn/run/system_integration.hpp"

namespace sparkdyn::support {

/// One load case through a span. @note Collective.
inline run::RunReport run_one(const mechanics::System& system, integrate::Stepper& stepper,
                              integrate::Acceleration& acceleration, mechanics::State& state,
                              const run::TimeSpan& span,
                              const std::vector<run::Observer*>& observers = {},
                              bool energy = true) {
  const run::SystemCase only{&stepper, &acceleration, &state};
  run::SystemIntegration integration(system, std::span(&only, 1), span, energy);
  return run::run(integration, {observers}).front();
}

struct Simulation {
  Simulation(const mechanics::System& given, integrate::SparkMethod method,
             const linear::SolverWish& wish = {}, integrate::StepCacheLimits kept = {})
      : system(&given),
        mass(std::make_shared<stage::MassSolver>(given, linear::plan_as_wished(wish))),
        stepper(given, std::move(method), mass, kept),
        acceleration(given, mass) {}
  Simulation(const mechanics::System& given, const integrate::SparkOptions& options,
             const linear::SolverWish& wish = {})
      : Simulation(given, integrate::lobatto_method(given, options.stages, options.splitting), wish,
                   options.kept) {}

  run::RunReport run(mechanics::State& state, double end, long steps,
                     const std::vector<run::Observer*>& observers = {}) {
    const run::TimeSpan span{state.t, end, (end - state.t) / static_cast<double>(steps)};
    return run_one(*system, stepper, acceleration, state, span, observers);
  }

  const mechanics::System* system;
  std::shared_ptr<stage::MassSolver> mass;
  integrate::SparkStepper stepper;
  integrate::Acceleration acceleration;
};

}  // namespace sparkdyn::support
