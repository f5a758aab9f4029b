// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The geometrically exact beam that stands for beam2 in a structure that turns.

#include "kernel.hpp"
#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure::nonlinear {

/// `input` has passed the complaint() of beam2.
KernelPtr beam_kernel(const ElementInput& input);

}  // namespace sparkdyn::structure::nonlinear
