// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What can be looked at in a frame of a motion: q, v, v', λ, what supports push back with, or how
// bodies are turned.

#include <string_view>

namespace sparkdyn::mechanics {

/// A vector of a frame, or a field of a mesh, which is no vector of it.
enum class Quantity {
  displacement,
  velocity,
  acceleration,
  multiplier,
  reaction,
  directors,
  field
};
std::string_view name(Quantity quantity);  ///< "displacement", …

}  // namespace sparkdyn::mechanics
