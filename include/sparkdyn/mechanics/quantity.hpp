// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What can be looked at in a frame of a motion: q, v, v', λ, what supports push back with, or how
// bodies are turned.

#include <string_view>

namespace sparkdyn::mechanics {

/// A vector of a frame.
enum class Quantity { displacement, velocity, acceleration, multiplier, reaction, directors };
std::string_view name(Quantity quantity);  ///< "displacement", …

}  // namespace sparkdyn::mechanics
