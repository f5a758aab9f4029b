// SPDX-License-Identifier: BSD-3-Clause
#include "job/state_modes.hpp"

#include <algorithm>
#include <cmath>

#include "integrate/rest_path.hpp"
#include "job/plan.hpp"
#include "mechanics/small_motion.hpp"
#include "modal/quadratic_modes.hpp"
#include "output/csv_file.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/linear/plan.hpp"
#include "structure/spinning.hpp"

namespace sparkdyn::job {
namespace {

using core::check;
using mechanics::System;

/// Where modes are sought.
struct RestState {
  double t = 0;
  core::Vector q, v, lambda;
  mechanics::Configuration at() const { return {.t = t, .q = q, .v = v}; }
};

/// A structure as it was drawn must be without stress: its loads play no part.
void require_relaxed(const System& system, const RestState& state, const std::string& source) {
  constexpr double round_off = 1e-12;
  const core::Vector force = system.make_displacement();
  system.add_forces(state.at(), 1.0, force);
  double stiffness = 0;
  for (const auto& term : system.terms())
    for (const auto& part : term.parts) {
      PetscReal norm = 0;
      check(MatNorm(*part.matrix, NORM_INFINITY, &norm));
      stiffness += std::abs(part.factor) * norm;
    }
  if (!(core::norm_infinity(force) <= round_off * stiffness * core::norm_infinity(state.q)))
    core::input_error(
        "{}: where the structure begins it is not without stress, and modes are those about a "
        "state of rest: say 'initial: equilibrium'",
        source);
}

RestState state_of(const input::LoadedStructure& loaded, const structure::Assembled& assembled,
                   const linear::SolverWish& solver, core::Log& log) {
  const input::PlannedStep& step = loaded.plan.front();
  const System& system = *assembled.system;
  std::vector<mechanics::State> states;
  states.push_back(
      {step.start, core::make_copy(Vec(assembled.initial.q)), system.make_displacement(), 0});
  RestState state{.t = step.start,
                  .q = {},
                  .v = system.make_displacement(),
                  .lambda = system.make_multiplier()};
  if (step.kind == input::PlannedStep::Kind::equilibrium) {
    Rest rest = carry_out_equilibrium(system, step, solver, states,
                                      [&](const std::string& text) { log.warn("{}", text); });
    state.t = step.end;
    state.lambda = std::move(rest.multipliers.front());
    state.q = std::move(states.front().q);
  } else {
    state.q = std::move(states.front().q);
    require_relaxed(system, state, loaded.structure.source);
  }
  return state;
}

/// The steady state at a speed, from that of another.
class Spinner {
 public:
  Spinner(const structure::SpinningFrame& frame, const linear::SolverWish& solver)
      : frame_(frame), solver_(solver) {}

  /// Throws core::Error (numerics) where there is none.
  std::unique_ptr<System> reach(double speed, RestState& state) {
    constexpr double smallest = 1.0 / 256;
    double share = 1;
    const double from = speed_;
    std::unique_ptr<System> system;
    for (double done = 0; done < 1;) {
      const double next = std::min(1.0, done + share);
      const core::Vector q = core::make_copy(Vec(state.q)),
                         lambda = core::make_copy(Vec(state.lambda));
      try {
        system = rest_at(next < 1 ? from + next * (speed - from) : speed, state);
        done = next;
      } catch (const core::Error& error) {
        if (error.kind() != core::Failure::numerics) throw;
        core::copy(q, state.q);
        core::copy(lambda, state.lambda);
        share /= 4;
        if (share < smallest)
          core::numerics_error("no steady state was found at a speed of {:.6g}: {}",
                               from + next * (speed - from), error.what());
      }
    }
    speed_ = speed;
    return system;
  }

 private:
  std::unique_ptr<System> rest_at(double speed, RestState& state) {
    auto system = frame_.at(speed);
    const auto plan = linear::plan_equilibrium(linear::operators_of(*system), solver_);
    // What is said of stability is not about spinning structures, which Coriolis forces hold.
    integrate::RestPath path(*system, 0, plan, [](const std::string&) {});
    path.start({.t = state.t, .factor = 1});
    path.follow({.t = state.t, .factor = 1}, state.q, state.lambda);
    return system;
  }

  const structure::SpinningFrame& frame_;
  const linear::SolverWish& solver_;
  double speed_ = 0;
};

/// 1: all points move on circles with the spin, seen from the frame; −1: against it; 0: on lines.
double whirl(const System& system, Mat turned_mass, const modal::Mode& mode) {
  if (mode.quadrature.empty()) return 0;
  const core::Vector work = system.make_displacement();
  check(MatMult(turned_mass, mode.quadrature, work));
  const double mass =
      2 * (system.kinetic_energy(mode.shape) + system.kinetic_energy(mode.quadrature));
  return mass > 0 ? 2 * core::dot(mode.shape, work) / mass : 0;
}

modal::NaturalModes modes_at(const System& linear, const core::MatrixPtr& turned_mass, double speed,
                             const modal::ModesOptions& options) {
  auto still = modal::natural_modes(linear, options);
  if (speed == 0 || still.modes.empty()) return still;
  const auto first = std::find_if(still.modes.begin(), still.modes.end(),
                                  [](const modal::Mode& mode) { return mode.omega != 0; });
  const double shift = first == still.modes.end() ? speed : std::abs(first->omega);
  auto coriolis = std::make_shared<core::Matrix>(core::make_copy(*turned_mass));
  check(MatScale(*coriolis, 2 * speed));
  modal::ModesOptions all = options;
  all.count = static_cast<int>(still.modes.size());
  return modal::quadratic_modes(mechanics::with_damping(linear, std::move(coriolis)), shift, all);
}

std::vector<modal::Direction> directions_of(const structure::Distributed& structure,
                                            std::size_t conditions, Vec q) {
  const structure::Vector centre = structure::mass_properties(structure).centre;
  std::vector<modal::Direction> directions;
  for (std::size_t i = 0; i < direction_names.size(); ++i) {
    structure::Vector moved{}, turned{};
    (i < 3 ? moved : turned)[i % 3] = 1;
    directions.push_back(
        {direction_names[i], rigid_velocity(structure, conditions, q, moved, turned, centre)});
  }
  return directions;
}

void write_spinning_modes(MPI_Comm comm, const input::LoadedStructure& loaded,
                          const input::Case& description, const structure::Assembled& assembled,
                          RestState& state, const ModesOrder& order, core::Log& log) {
  const input::SpinSpec& spin = *description.spin;
  const std::size_t conditions = loaded.plan.front().conditions.front();
  const structure::SpinningFrame frame(loaded.structure, conditions, assembled, spin.axis,
                                       spin.through);
  Spinner spinner(frame, description.solver);
  std::string table = "speed,mode,frequency,omega,growth,whirl\n";
  for (std::size_t k = 0; k < spin.speeds.size(); ++k) {
    const double speed = spin.speeds[k];
    const auto system = spinner.reach(speed, state);
    const System linear = mechanics::small_motions(*system, state.at(), state.lambda);
    const auto found = modes_at(linear, frame.turned_mass(), speed,
                                {.count = order.count, .shift_frequency = order.shift_frequency});
    ModesOrder mine = order;
    if (spin.speeds.size() > 1) mine.folder = order.folder / fmt::format("speed-{}", k + 1);
    log.note("spinning with {:.9g} radians per unit of time", speed);
    write_modes(comm, loaded.structure, conditions, linear, found, {}, mine, log, state.q);
    for (std::size_t j = 0; j < found.modes.size(); ++j)
      table += fmt::format("{},{},{},{},{},{:.6g}\n", speed, j + 1, found.modes[j].frequency,
                           found.modes[j].omega, found.modes[j].growth,
                           whirl(linear, *frame.turned_mass(), found.modes[j]));
  }
  const auto file = order.folder / "campbell.csv";
  core::on_rank_zero(comm, [&] { output::write_text_atomically(file, table); });
  log.note("campbell: {}", file.string());
}

}  // namespace

void write_state_modes(MPI_Comm comm, const input::LoadedStructure& loaded,
                       const input::Case& description, const ModesOrder& order, core::Log& log) {
  const std::size_t conditions = loaded.plan.front().conditions.front();
  const structure::Assembled assembled = assemble(loaded, loaded.plan.front());
  RestState state = state_of(loaded, assembled, description.solver, log);
  if (description.spin)
    return write_spinning_modes(comm, loaded, description, assembled, state, order, log);
  const System linear = mechanics::small_motions(*assembled.system, state.at(), state.lambda);
  const auto found = modal::natural_modes(
      linear, {.count = order.count, .shift_frequency = order.shift_frequency});
  write_modes(comm, loaded.structure, conditions, linear, found,
              directions_of(loaded.structure, conditions, state.q), order, log, state.q);
}

}  // namespace sparkdyn::job
