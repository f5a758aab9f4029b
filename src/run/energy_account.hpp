// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Work and dissipation since the start of a run: dE = dW − dD, with E₀ as the zero of the balance.

#include <algorithm>

#include "sparkdyn/core/archive.hpp"

namespace sparkdyn::run {

struct EnergyAccount {
  double initial = 0;
  double external = 0;
  double dissipated = 0;
  /// All that loads and prescribed motion ever put in, and all that negative damping and the part
  /// of K that is not symmetric did, whatever was taken out again: what growth may come from.
  double received = 0;
  double pumped = 0;

  void add(double work, double lost) {
    external += work;
    dissipated += lost;
    received += std::max(work, 0.0);
    pumped += std::max(-lost, 0.0);
  }
  void carry(core::Archive& archive) {
    archive.number("energy.initial", initial);
    archive.number("energy.external", external);
    archive.number("energy.dissipated", dissipated);
    archive.number("energy.received", received);
    archive.number("energy.pumped", pumped);
  }
};

}  // namespace sparkdyn::run
