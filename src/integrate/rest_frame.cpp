#include "sparkdyn/integrate/rest_frame.hpp"

#include "live_frame.hpp"

namespace sparkdyn::integrate {

RestFrame::RestFrame(const mechanics::System& system, const mechanics::State& state, Vec lambda)
    : state_(&state),
      lambda_(lambda),
      constrained_(system.constrained()),
      zero_(system.make_displacement()) {
  energies_.strain = system.strain_energy(state.q);
  violations_.position = ConstraintWatch(system).measure(state).position;  // nothing moves
}

}  // namespace sparkdyn::integrate
