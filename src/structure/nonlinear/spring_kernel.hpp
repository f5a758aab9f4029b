// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Springs and dashpots of linear models in a structure that turns: along the line between two
// nodes, which turns with them, or along a direction or component that stays where it is in space.

#include <string>

#include "kernel.hpp"
#include "sparkdyn/structure/element.hpp"
#include "term.hpp"

namespace sparkdyn::structure::nonlinear {

std::string spring_kernel_complaint(const Element& element, const ElementInput& input);
/// Both null without stiffness.
KernelPtr spring_kernel(const ElementInput& input);
KernelPtr ground_spring_kernel(const ElementInput& input);
/// Of its damping; null without.
ElementTermPtr spring_damping(const Element& element, const ElementInput& input);

}  // namespace sparkdyn::structure::nonlinear
