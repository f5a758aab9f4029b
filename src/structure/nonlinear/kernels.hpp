// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which kernel stands for which linear formulation: the entry to make for a new one.

#include <string>

#include "kernel.hpp"
#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure::nonlinear {

/// Whether `element` may turn; masses may and have no kernel.
bool can_turn(const Element& element);
/// Whether its nodes have directors: beams and shells.
bool turns_nodes(const Element& element);
/// What is wrong besides what Element::complaint() says; empty: nothing.
std::string kernel_complaint(const Element& element, const ElementInput& input);
/// Null for elements without elasticity. `input` has passed both.
KernelPtr make_kernel(const Element& element, const ElementInput& input);
/// The one whose strain rates are damped: without hourglass control, whose amplitudes turn with the
/// body. Null: that of make_kernel().
KernelPtr make_damping_kernel(const Element& element, const ElementInput& input);

}  // namespace sparkdyn::structure::nonlinear
