// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What bars with hinges share, whatever the number of their nodes.

#include <string>

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

double truss_area(const ElementInput& input);

/// What is wrong with section and material.
std::string truss_complaint(const ElementInput& input);

}  // namespace sparkdyn::structure
