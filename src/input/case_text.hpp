// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Pieces of the resolved case as YAML.

#include <string>

#include "sparkdyn/tableau/mixture.hpp"

namespace sparkdyn::input {

/// {rho_infinity: …} if it is that mixture, else the weights.
std::string mixture_text(const tableau::Mixture& mixture, double rho_infinity);

}  // namespace sparkdyn::input
