// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/initial.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/diagnosis.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::integrate {
namespace {

using core::check;

/// |residual| against the size of what cancels in it.
double relative(double residual, double scale) {
  return scale > 0 ? residual / scale : residual;
}

/// The largest |c| and |c'| up to `end`: both may vanish at the start, to the round-off of sums
/// like sin(20 t) − 20 t.
struct PrescribedSizes {
  double of[2] = {0, 0};
};

PrescribedSizes prescribed_sizes(const mechanics::System& system, double start, double end) {
  constexpr int looks = 16;
  PrescribedSizes sizes;
  if (!system.prescribes()) return sizes;
  const core::Vector value = system.make_multiplier();
  for (int i = 1; i <= looks && end > start; ++i)
    for (int derivative = 0; derivative < 2; ++derivative) {
      try {
        system.prescribed_value(start + (end - start) * i / looks, derivative, value);
      } catch (const core::Error&) {
        continue;  // the run will say so when it comes there
      }
      const double size = core::norm_infinity(value);
      if (std::isfinite(size)) sizes.of[derivative] = std::max(sizes.of[derivative], size);
    }
  return sizes;
}

/// r ← g(t, q) or its rate.
void violation(const mechanics::System& system, const mechanics::State& state, int derivative,
               Vec r) {
  if (derivative == 0)
    system.position_residual(state.t, state.q, r);
  else
    system.velocity_residual(state.at(), r);
}

/// The smallest change in the mass norm that takes `value` away: once where the constraints are
/// linear, again and again where they are not.
void move_onto(const mechanics::System& system, mechanics::State& state, stage::MassSolver& mass,
               int derivative) {
  constexpr int most_rounds = 20;
  constexpr double round_off = 64 * std::numeric_limits<double>::epsilon();
  const core::Vector zero = system.make_displacement(), change = system.make_displacement();
  const core::Vector value = system.make_multiplier();
  const Vec x = derivative == 0 ? state.q : state.v;
  for (int round = 0; round < (system.linear() ? 1 : most_rounds); ++round) {
    violation(system, state, derivative, value);
    check(VecScale(value, -1.0));
    check(VecSet(zero, 0.0));
    mass.with_constraint(state.at()).solve(zero, value, change, value);
    check(VecAXPY(x, 1.0, change));
    if (core::norm_infinity(change) <= round_off * core::norm_infinity(x)) return;
  }
}

}  // namespace

Inconsistency inconsistency(const mechanics::System& system, const mechanics::State& state,
                            double end) {
  constexpr double round_off = 256 * std::numeric_limits<double>::epsilon();
  Inconsistency found;
  if (!system.constrained()) return found;
  const core::Vector residual = system.make_multiplier(), value = system.make_multiplier();
  const PrescribedSizes sizes = prescribed_sizes(system, state.t, end);
  const auto measure = [&](int derivative, Vec x, double& worst, double& worst_relative,
                           long long& row) {
    check(VecSet(value, 0.0));
    if (system.prescribes()) system.prescribed_value(state.t, derivative, value);
    const double scale =
        std::max({system.constraint_norm() * core::norm_infinity(x), core::norm_infinity(value),
                  round_off / consistent_to * sizes.of[derivative]});
    violation(system, state, derivative, residual);
    const auto [size, index] = largest_entry(residual);
    worst = size;
    worst_relative = relative(size, scale);
    row = index + 1;
  };
  measure(0, state.q, found.position, found.relative_position, found.position_row);
  measure(1, state.v, found.velocity, found.relative_velocity, found.velocity_row);
  return found;
}

void require_consistent(const mechanics::System& system, const mechanics::State& state,
                        double end) {
  const Inconsistency found = inconsistency(system, state, end);
  const bool position = found.relative_position > consistent_to;
  const bool velocity = found.relative_velocity > consistent_to;
  if (!position && !velocity) return;
  std::string text;
  if (position)
    text = fmt::format("displacement violates {} by {:.6g}",
                       system.constraint_name(found.position_row - 1), found.position);
  if (velocity)
    text += fmt::format("{}velocity violates {} by {:.6g}", position ? " and the initial " : "",
                        system.constraint_name(found.velocity_row - 1), found.velocity);
  core::input_error(
      "the initial {}; give consistent values, or 'project: true' under 'initial' to move them "
      "onto "
      "the constraints",
      text);
}

void project(const mechanics::System& system, mechanics::State& state, stage::MassSolver& mass) {
  if (!system.constrained()) return;
  move_onto(system, state, mass, 0);
  move_onto(system, state, mass, 1);
}

}  // namespace sparkdyn::integrate
