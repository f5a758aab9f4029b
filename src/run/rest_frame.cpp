// SPDX-License-Identifier: BSD-3-Clause
#include "run/rest_frame.hpp"

#include "constraint_watch.hpp"

namespace sparkdyn::run {

RestFrame::RestFrame(const mechanics::System& system, const mechanics::State& state, Vec lambda,
                     const Place& place)
    : state_(&state),
      lambda_(lambda),
      place_(place),
      constrained_(system.constrained()),
      zero_(system.make_displacement()) {
  energies_.strain = system.strain_energy(state.q, state.t);
  constexpr double no_step = 0;  // nothing moves: only positions are asked for
  violations_.position = ConstraintWatch(system, no_step).measure(state).position;
}

}  // namespace sparkdyn::run
