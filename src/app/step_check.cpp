#include <algorithm>
#include <cmath>
#include <ostream>

#include "amplitude_survey.hpp"
#include "sparkdyn/core/clock.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/progress.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "system_inspection.hpp"

namespace sparkdyn::app {

using core::check;

namespace {

using core::Clock;
using core::seconds_since;

/// What lies below is rounding.
std::string small_text(double value) {
  return std::abs(value) < 1e-12 ? "<1e-12" : fmt::format("{:.1e}", value);
}

}  // namespace

/// How much of the response each mode may carry, the largest 1: what loads at their peak, and the
/// initial values, put into it. Empty when prescribed motion drives the structure.
std::vector<double> SystemCheck::shares() const {
  if (system_.constrained() && !system_.prescribed().empty()) return {};
  std::vector<double> result;
  const core::Vector inertia = system_.make_displacement();
  std::vector<double> peaks;
  for (const auto& load : system_.loads())
    peaks.push_back(survey(*load.amplitude, given_.span).peak);
  for (const auto& mode : modes_.modes) {
    double share = 0;
    if (mode.omega > 0) {
      check(MatMult(*system_.mass(), mode.shape, inertia));
      for (std::size_t k = 0; k < peaks.size(); ++k)
        share +=
            std::abs(peaks[k] * core::dot(mode.shape, system_.loads()[k].shape)) / mode.eigenvalue;
      for (const auto& state : given_.initial)
        share += std::abs(core::dot(inertia, state.v)) / mode.omega +
                 std::abs(core::dot(inertia, state.q));
    }
    result.push_back(share);
  }
  const double largest = result.empty() ? 0 : *std::max_element(result.begin(), result.end());
  if (!(largest > 0)) return {};
  for (double& share : result) share /= largest;
  return result;
}

/// The error of a mode weighs as much as the part of the response it carries. A phase that is off
/// by a radian, or a mode with less than π steps in a period, is an error of all of that.
void SystemCheck::accuracy() {
  constexpr int shown = 6;
  constexpr double noticeable = 0.01, large = 0.1;
  const auto method = given_.options.method.of().modal(given_.options.method, system_);
  const auto share = shares();
  report_.line(fmt::format("{:>12} {:>14} {:>14} {:>16} {:>10}", "frequency", "steps/period",
                           "period error", "damping/period", "response"));
  std::vector<double> frequencies, errors;
  double worst = 0, worst_frequency = 0;
  for (std::size_t k = 0; k < modes_.modes.size() && frequencies.size() < shown; ++k) {
    const auto& mode = modes_.modes[k];
    if (!(mode.omega > 0)) continue;
    const auto error = modal_error(method, h(), mode.omega);
    const bool resolved = h() * mode.omega < 2;
    report_.line(fmt::format(
        "{:>12.5g} {:>14.4g} {:>14} {:>16} {:>10}", mode.frequency, 1 / (mode.frequency * h()),
        resolved ? small_text(error.period) : "not resolved", small_text(error.amplitude),
        share.empty() ? "?" : small_text(share[k])));
    frequencies.push_back(mode.frequency);
    errors.push_back(error.period);
    const double phase = std::abs(error.period) * span() * mode.omega;
    const double mine = (share.empty() ? 1.0 : share[k]) * (resolved ? std::min(phase, 1.0) : 1.0);
    if (mine < worst) continue;
    worst = mine;
    worst_frequency = mode.frequency;
  }
  if (frequencies.empty()) return;
  report_.value("largest error", fmt::format("{:.1e} of the response", worst), "largest_error",
                worst);
  if (share.empty() && worst > noticeable) {
    report_.judge(Level::note,
                  fmt::format("if the mode of {:.5g} takes part, its phase is off by {:.2g} radian "
                              "or more by the end of the run",
                              worst_frequency, worst));
    return;
  }
  const auto sentence = fmt::format(
      "the mode of {:.5g} makes an error of about {:.1e} of the response by the end of the run",
      worst_frequency, worst);
  if (worst > large)
    report_.judge(Level::warning, sentence + "; take a smaller step or more stages");
  else
    report_.judge(worst > noticeable ? Level::note : Level::ok, sentence);
}

PetscInt SystemCheck::modes_between(double from, double to) {
  const PetscInt all = system_.dofs() - system_.constraints();
  const bool to_the_end = to >= highest_.omega;
  const auto below = integrate::modes_below(system_, from);
  const auto above =
      to_the_end ? std::optional<PetscInt>(all) : integrate::modes_below(system_, to);
  return below && above ? *above - *below : -1;
}

void SystemCheck::judge_bands(const std::vector<integrate::UnstableBand>& bands) {
  constexpr double ruins = 10;
  PetscInt hit = 0;
  bool known = true;
  const integrate::UnstableBand* worst = nullptr;
  for (const auto& band : bands) {
    const PetscInt inside = modes_between(band.from, band.to);
    known = known && inside >= 0;
    if (inside != 0 && (!worst || band.radius > worst->radius)) worst = &band;
    hit += std::max<PetscInt>(inside, 0);
    report_.line(
        fmt::format("frequencies from {:.5g} to {:.5g} grow, by up to {:.4g} per step; "
                    "{} modes lie there",
                    band.from / two_pi, band.to / two_pi, band.radius,
                    inside < 0 ? std::string("how many") : std::to_string(inside)));
  }
  const double limit =
      std::isinf(highest_.omega) ? highest_.omega : std::max(highest_.bound, highest_.omega);
  const double stable = integrate::largest_stable_step(
      given_.options.method.of().modal(given_.options.method, system_), h(), limit, span());
  report_.value("largest stable step", fmt::format("{:.6g}", stable), "stable_step", stable);
  if (hit == 0 && known) {
    report_.judge(Level::note, "no mode lies where the splitting is unstable at this step");
    return;
  }
  const double growth = steps() * std::log(worst->radius);
  report_.judge(growth > std::log(ruins) ? Level::error : Level::warning,
                fmt::format("the splitting is unstable at this step: modes near {:.5g} grow by "
                            "{:.4g} per step; the step may be {:.6g} at most, or use a "
                            "rho_infinity for all terms",
                            worst->worst / two_pi, worst->radius, stable));
}

void SystemCheck::stability() {
  const auto method = given_.options.method.of().modal(given_.options.method, system_);
  if (highest_.omega > 0 && std::isfinite(highest_.omega)) {
    report_.value("steps per shortest period",
                  fmt::format("{:.4g}", two_pi / (h() * highest_.omega)),
                  "steps_per_shortest_period", two_pi / (h() * highest_.omega));
    report_.value("h·ω at the highest", fmt::format("{:.4g}", h() * highest_.omega), "h_omega",
                  h() * highest_.omega);
  }
  if (method.unconditional) {
    report_.judge(Level::ok, "the method is stable at every step, whatever the frequencies are");
    return;
  }
  const bool lobatto = given_.options.method.of().splits;
  trial_decides_ = !method.exact && lobatto;
  if (!lobatto && system_.constrained() && method.radius(h(), 1e6 / h()) > 1 - 1e-6)
    report_.judge(Level::warning,
                  "without numerical damping this method is weakly unstable with constraints; give "
                  "it some, or use Lobatto");
  const double limit = std::max(highest_.bound, highest_.omega);
  const auto bands = unstable_bands(method, h(), limit, span());
  if (bands.empty()) {
    report_.judge(trial_decides_ ? Level::note : Level::ok,
                  "no mode grows at this step, at the highest frequency and at all below");
  } else if (!trial_decides_) {
    judge_bands(bands);
  } else {
    report_.judge(Level::note,
                  fmt::format("taken mode by mode the splitting would let frequencies from {:.5g} "
                              "on grow",
                              bands.front().from / two_pi));
  }
  if (trial_decides_)
    report_.judge(Level::note,
                  "modes do not tell all here (" + method.why_not_exact + "): trial steps decide");
}

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
  findings_.state_vectors = simulation.acceleration().available() ? 3 : 2;
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
  if (iterations > 0)
    report_.value("iterations of a step", fmt::format("{}", iterations), "iterations",
                  static_cast<double>(iterations));
  report_.value("memory used so far", bytes_text(core::sum(system_.comm(), core::peak_memory())),
                "memory_bytes", core::sum(system_.comm(), core::peak_memory()));
  report_.value("factorization", fmt::format("{:.3g} s", setup), "factor_seconds", setup);
  report_.value("one step", fmt::format("{:.3g} s", step), "step_seconds", step);
  report_.value("the run, without output",
                fmt::format("about {}", core::duration_text(setup + step * steps())), "run_seconds",
                setup + step * steps());
  report_.judge(Level::ok, "the first steps can be taken");
}

}  // namespace sparkdyn::app
