// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>

#include "core/clock.hpp"
#include "core/progress.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "system_inspection.hpp"

namespace sparkdyn::check {

using core::check;
using core::Clock;
using core::seconds_since;

/// What a disturbance in all directions becomes: the difference of two runs from neighbouring
/// states follows the equations without loads. @note Collective.
SystemCheck::Trial SystemCheck::disturb(run::Simulation& simulation, double step) {
  constexpr long most = 400;
  constexpr double seconds = 30, limit = 1e4;
  const auto copy = [&](const mechanics::State& from) {
    return mechanics::State{from.t, core::make_copy(Vec(from.q)), core::make_copy(Vec(from.v)),
                            from.load_case};
  };
  mechanics::State plain = copy(simulation.states().front()), other = copy(plain);
  const core::Vector kick = system_.make_displacement(), force = system_.make_displacement();
  const core::Vector zero = system_.make_multiplier(), unused = system_.make_multiplier();
  {
    const PetscInt begin = core::row_range(Vec(force)).begin;
    const core::WriteArray values(force);
    for (PetscInt i = 0; i < values.size(); ++i)
      values[i] = std::sin(12.9898 * static_cast<double>(begin + i + 1));
  }
  mass_->with_constraint().solve(force, zero, kick, unused);
  const double speed = std::max(core::norm(plain.v), 1.0);
  check(VecAXPY(other.v, speed / std::max(core::norm(kick), 1e-300), kick));
  const core::Vector q = core::make_copy(Vec(other.q)), v = core::make_copy(Vec(other.v));
  const auto energy = [&] {
    core::copy(other.q, q);
    core::copy(other.v, v);
    check(VecAXPY(q, -1.0, plain.q));
    check(VecAXPY(v, -1.0, plain.v));
    return system_.kinetic_energy(v) + system_.strain_energy(q);
  };
  const double start = energy();
  double largest = start;
  Trial trial;
  const auto begin = Clock::now();
  for (; trial.steps < most && largest < limit * start; ++trial.steps) {
    if (core::maximum(system_.comm(), seconds_since(begin)) > seconds) break;
    if (!simulation.stepper().step(plain, step).done ||
        !simulation.stepper().step(other, step).done)
      largest = std::numeric_limits<double>::infinity();
    else
      largest = std::max(largest, energy());
  }
  trial.growth = std::sqrt(largest / start);
  trial.bounded = largest < limit * start;
  trial.where = place_of(v);
  return trial;
}

void SystemCheck::judge_trial(run::Simulation& simulation) {
  const Trial trial = disturb(simulation, h());
  report_.value("trial",
                fmt::format("{} steps made a disturbance {:.3g} times as large at most",
                            trial.steps, trial.growth),
                "trial_growth", trial.growth);
  if (trial.bounded) {
    report_.judge(Level::ok, "trial steps stay bounded");
    return;
  }
  constexpr int halvings = 8;
  double stable = 0;
  for (int k = 1; k <= halvings && stable == 0; ++k)
    if (const double step = h() / std::pow(2.0, k); disturb(simulation, step).bounded)
      stable = step;
  if (stable > 0)
    report_.value("a stable step", fmt::format("{:.6g}, found by halving", stable), "stable_step",
                  stable);
  report_.judge(
      Level::error,
      fmt::format("the splitting is unstable at this step: a disturbance grows by {:.4g} per step, "
                  "most at {}; {}, or use a rho_infinity for all terms",
                  std::pow(trial.growth, 1.0 / static_cast<double>(std::max(trial.steps, 1L))),
                  trial.where,
                  stable > 0 ? fmt::format("a step of {:.6g} stays bounded", stable)
                             : std::string("steps down to 1/256 of it are no better")));
}

void SystemCheck::first_steps() {
  constexpr int timed = 3;
  std::vector<mechanics::State> states;
  for (const auto& state : given_.initial)
    states.push_back(
        {state.t, core::make_copy(Vec(state.q)), core::make_copy(Vec(state.v)), state.load_case});
  std::ostream nowhere(nullptr);  // what it would warn of has been said
  core::Log silent(system_.comm(), nowhere);
  run::Simulation simulation(given_.system, std::move(states), given_.options, silent);
  const auto begin = Clock::now();
  simulation.prepare(given_.span, given_.span.first);
  const double setup = core::maximum(system_.comm(), seconds_since(begin));
  report_.text("method", simulation.stepper().description(), "method");
  report_.text("solver", simulation.solver_description(), "solver");
  report_.value("entries of all factors",
                fmt::format("{:.3g}", simulation.stepper().factor_entries()), "all_factor_entries",
                simulation.stepper().factor_entries());
  std::vector<mechanics::State*> all;
  for (auto& state : simulation.states()) all.push_back(&state);
  // Other methods keep accelerations from step to step: one load case stands for all.
  if (!given_.options.method.of().shared) all.resize(1);
  findings_.state_vectors = simulation.has_acceleration() ? 3 : 2;
  if (trial_decides_) attempt(Level::error, [&] { judge_trial(simulation); });
  std::vector<double> durations;
  int iterations = 0;
  for (int k = 0; k < std::min<long>(timed, given_.span.steps()); ++k) {
    const auto start = Clock::now();
    const auto result = simulation.stepper().step_all(all, h(), integrate::Account::loads, nullptr);
    durations.push_back(core::maximum(system_.comm(), seconds_since(start)));
    iterations = std::max(iterations, result.iterations);
    if (result.done) continue;
    report_.judge(
        Level::error,
        fmt::format("step {} fails: {}{}", k + 1, result.cause,
                    result.dof < 0 ? std::string() : ", at " + system_.dof_name(result.dof)));
    return;
  }
  std::sort(durations.begin(), durations.end());
  const double step = durations.empty() ? 0 : durations[durations.size() / 2];
  if (iterations > 0) report_.count("iterations of a step", "iterations", iterations);
  report_.value("memory used so far", bytes_text(core::sum(system_.comm(), core::peak_memory())),
                "memory_bytes", core::sum(system_.comm(), core::peak_memory()));
  report_.value("factorization", fmt::format("{:.3g} s", setup), "factor_seconds", setup);
  report_.value("one step", fmt::format("{:.3g} s", step), "step_seconds", step);
  report_.value("the run, without output",
                fmt::format("about {}", core::duration_text(setup + step * steps())), "run_seconds",
                setup + step * steps());
  report_.judge(Level::ok, "the first steps can be taken");
}

}  // namespace sparkdyn::check
