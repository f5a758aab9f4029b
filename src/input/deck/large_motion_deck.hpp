// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a deck with NLGEOM may have: parts that follow motion of any size. What is made for small
// motion is refused rather than taken for something else.

#include "block.hpp"
#include "builder.hpp"

namespace sparkdyn::input::deck {

/// Of the model before its first step; laws of large strains need NLGEOM.
void require_large_motion(const Block& block, const Builder& builder);

}  // namespace sparkdyn::input::deck
