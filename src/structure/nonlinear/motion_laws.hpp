// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// MotionLaw as two pulls: what has a potential, F = k (x − x₀) + a(x) + stops, and what does not,
// F = c x' + b(x') + T tanh(x'/v₀).

#include <span>

#include "sparkdyn/structure/exact_force.hpp"
#include "term.hpp"

namespace sparkdyn::structure::nonlinear {

/// Either is null where the law has no such part.
struct MotionPulls {
  std::shared_ptr<const PullLaw> elastic, damping;
};
MotionPulls pulls_of(const MotionLaw& law, std::span<const mechanics::AmplitudePtr> amplitudes);

}  // namespace sparkdyn::structure::nonlinear
