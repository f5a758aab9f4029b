// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/diagnosis.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/tableau/lobatto.hpp"

namespace sparkdyn::integrate {
namespace {

constexpr const char* level[] = {"", "derivative of the ", "second derivative of the "};

/// Where methods look at a(t): the nodes of every number of stages in use, and points between.
std::vector<double> places_in_step() {
  std::vector<double> places;
  for (int stages = 2; stages <= 8; ++stages) {
    const auto c = tableau::Lobatto(stages).c();
    places.insert(places.end(), c.data(), c.data() + c.size());
  }
  for (int i = 0; i <= 32; ++i) places.push_back(i / 32.0);
  std::sort(places.begin(), places.end());
  return places;
}

/// Empty when it is finite.
std::string complaint_of(const mechanics::Amplitude& amplitude, double t, int derivative) {
  try {
    const double value = derivative == 0   ? amplitude.value(t)
                         : derivative == 1 ? amplitude.rate(t)
                                           : amplitude.acceleration(t);
    if (std::isfinite(value)) return "";
    return fmt::format("the {}amplitude {:.72} is {} at t = {:.9g}", level[derivative],
                       amplitude.text(), value, t);
  } catch (const core::Error& error) {
    return error.what();  // an expression says so itself
  }
}

/// "load f.mtx: the expression … is nan at t = 1.02", or nothing.
std::string describe(const mechanics::TimedVector& item, const char* kind, int derivatives,
                     double t, double h) {
  static const std::vector<double> places = places_in_step();
  for (const double place : places)
    for (int derivative = 0; derivative <= derivatives; ++derivative) {
      const std::string complaint = complaint_of(*item.amplitude, t + place * h, derivative);
      if (!complaint.empty())
        return fmt::format("{}: {}", item.name.empty() ? kind : item.name, complaint);
    }
  return "";
}

}  // namespace

PetscInt first_not_finite(Vec vector) {
  const core::ReadArray values(vector);
  constexpr PetscInt none = std::numeric_limits<PetscInt>::max();
  PetscInt mine = none, first = none;
  for (PetscInt i = values.size(); i-- > 0;)
    if (!std::isfinite(values[i])) mine = core::row_range(vector).begin + i;
  MPI_Allreduce(&mine, &first, 1, MPIU_INT, MPI_MIN, core::comm_of(vector));
  return first == none ? -1 : first;
}

core::Located largest_entry(Vec vector) {
  const core::ReadArray values(vector);
  const PetscInt begin = core::row_range(vector).begin;
  core::Located mine{0, -1};
  for (PetscInt i = 0; i < values.size(); ++i)
    if (mine.index < 0 || std::abs(values[i]) > mine.value) mine = {std::abs(values[i]), begin + i};
  return core::maximum_location(core::comm_of(vector), mine);
}

std::string not_finite_input(const mechanics::System& system, int load_case, double t, double h) {
  for (const auto& load : system.loads()) {
    if (!load.acts_in(load_case)) continue;
    const std::string text = describe(load, "load", 0, t, h);
    if (!text.empty())
      return fmt::format("{}; it acts most on {}", text,
                         system.dof_name(largest_entry(load.shape).index));
  }
  if (!system.constrained() || !system.prescribes()) return "";
  for (const auto& value : system.prescribed()) {
    const std::string text = describe(value, "prescribed motion", 2, t, h);
    if (!text.empty())
      return fmt::format("{}; it moves {}", text,
                         system.constraint_name(largest_entry(value.shape).index));
  }
  return "";
}

std::string explained_cause(const mechanics::System& system, const StepResult& result,
                            const mechanics::State& state, double h) {
  if (!result.not_finite && result.dof >= 0)
    return fmt::format("{}, most at {}", result.cause, system.dof_name(result.dof));
  const std::string input = not_finite_input(system, state.load_case, state.t, h);
  if (!input.empty()) return "the right-hand side is not finite: " + input;
  if (!result.not_finite) return result.cause;
  // A solve spreads what is not finite over all entries: where it was largest before tells more.
  std::string text = result.cause;
  if (result.dof >= 0) text += fmt::format(", first at {}", system.dof_name(result.dof));
  const PetscInt most = largest_entry(state.v).index;
  return most < 0
             ? text
             : fmt::format("{}; before the step {} was the fastest", text, system.dof_name(most));
}

}  // namespace sparkdyn::integrate
