// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Tells an instability of the method from a vibration: energy that grows without work being done,
// balance = T + U − E₀ − W + D far above what the structure was ever given.

#include <string>

#include "run/energy_account.hpp"
#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::run {

class GrowthWatch {
 public:
  explicit GrowthWatch(const mechanics::System& system);

  /// Whether a step h from `before` ought to be looked at: now and then, and whenever the energy
  /// may have grown beyond what is explained, for the price of two norms. @note Collective.
  bool wants_look(const mechanics::State& before, const Frame& now, double h,
                  const EnergyAccount& account);
  /// What to tell the user when the frame must not be believed; empty when it may.
  /// @note Collective.
  std::string objection(const Frame& now, const EnergyAccount& account) const;

 private:
  core::Vector change_;
  PetscReal mass_ = 0;
};

/// Whether C can only take energy out: M and K, which have none but positive energies, with factors
/// that are not negative. Of other matrices nothing is known.
bool damping_only_damps(const mechanics::System& system);

}  // namespace sparkdyn::run
