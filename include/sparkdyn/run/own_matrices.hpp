// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// M v' = F·a(t) − C v − K q − Gᵀλ, 0 = Gq, from matrices that a program has already. They are
// shared, not copied: PETSc counts the references, and as long as the system lives nobody may
// change them.

#include <memory>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::run {

struct OwnMatrices {
  Mat M = nullptr, K = nullptr;
  Mat C = nullptr, G = nullptr;  ///< null: none
  Vec F = nullptr;               ///< null: none
  mechanics::AmplitudePtr a = mechanics::constant_amplitude(1.0);
};

/// Throws core::Error (input) when sizes or layouts do not match. @note Collective.
std::shared_ptr<mechanics::System> make_system(const OwnMatrices& given);

/// A copy of these initial values; null: zero. @note Collective.
mechanics::State make_state(const mechanics::System& system, double t = 0, Vec q = nullptr,
                            Vec v = nullptr);

}  // namespace sparkdyn::run
