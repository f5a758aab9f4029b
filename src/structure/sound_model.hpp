// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Whether the numbers of a model refer to something: nodes, cells, sections, materials and
// amplitudes that there are. A program that fills a Model itself may get one wrong, and the answer
// would be of another structure.

#include <span>

#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure {

/// Throws core::Error (input) that says what refers to what is not there. On the rank that holds
/// the model.
void require_sound(const Model& model, std::span<const Conditions> steps,
                   std::span<const Watched> watched);

}  // namespace sparkdyn::structure
