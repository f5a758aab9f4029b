// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What amplitudes of prescribed motions and of ground motions must be beyond being numbers.

#include "input/case.hpp"

namespace sparkdyn::input {

/// An error at `where` when the motion is too steep for the steps (mechanics/steepness.hpp).
void require_followable(const mechanics::Amplitude& motion, const run::TimeSpan& time,
                        const std::string& where);
/// Looks at every motion that the case prescribes; a deck's are known later.
void require_followable_motions(const Case& description);

/// Sentences on tables of ground motion that begin or end away from zero within the run's time, as
/// they are held there.
std::vector<std::string> held_ground_motions(const Case& description);

}  // namespace sparkdyn::input
