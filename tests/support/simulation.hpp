#pragma once
// A stepper with what a run needs around it, for tests.

#include <memory>

#include "sparkdyn/integrate/initial.hpp"
#include "sparkdyn/integrate/run.hpp"
#include "sparkdyn/integrate/spark_stepper.hpp"

namespace sparkdyn::support {

struct Simulation {
  Simulation(const mechanics::System& given, integrate::SparkOptions options,
             const linear::SolverWish& wish = {})
      : system(&given),
        mass(std::make_shared<stage::MassSolver>(given, linear::plan_as_wished(wish))),
        stepper(given, std::move(options), mass),
        acceleration(given, mass) {}

  integrate::RunReport run(mechanics::State& state, double end, long steps,
                           const std::vector<integrate::Observer*>& observers = {}) {
    const integrate::TimeSpan span{state.t, end, (end - state.t) / static_cast<double>(steps)};
    return integrate::run(*system, stepper, acceleration, state, {.span = span}, observers);
  }

  const mechanics::System* system;
  std::shared_ptr<stage::MassSolver> mass;
  integrate::SparkStepper stepper;
  integrate::Acceleration acceleration;
};

}  // namespace sparkdyn::support
