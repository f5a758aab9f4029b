// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// M v' = F·a(t) − C v − K q − Gᵀλ, 0 = Gq, from matrices that a program has already. They are
// shared, not copied: PETSc counts the references, and as long as the system lives nobody may
// change them.

#include <memory>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::run {

/// Owned by the host; shared by the system that is made of them, never changed.
struct OwnMatrices {
  Mat M = nullptr, K = nullptr;                                    ///< n×n, on the same ranks
  Mat C = nullptr, G = nullptr;                                    ///< n×n and m×n; null: none
  Vec F = nullptr;                                                 ///< null: none
  mechanics::AmplitudePtr a = mechanics::constant_amplitude(1.0);  ///< of the load
};

/// Throws core::Error (input) when sizes or layouts do not match. @note Collective.
std::shared_ptr<mechanics::System> make_system(const OwnMatrices& given);

/// A copy of these initial values; null: zero. @note Collective.
mechanics::State make_state(const mechanics::System& system, double t = 0, Vec q = nullptr,
                            Vec v = nullptr);

}  // namespace sparkdyn::run
