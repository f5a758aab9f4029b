// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What elements are asked before anything is computed: whether there are any, and whether each can
// be.

#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure {

/// Throws core::Error (input) when no cell of the mesh is an element.
void require_elements(const Model& model);

/// Throws core::Error (input) on all ranks with the first element of the input that cannot be
/// computed, whoever has it. @note Collective.
void require_sound_elements(const Distributed& structure);

}  // namespace sparkdyn::structure
