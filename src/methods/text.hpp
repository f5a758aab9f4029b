// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What `sparkdyn method` prints.

#include <string>

#include "methods/facts.hpp"

namespace sparkdyn::methods {

/// Coefficients, order, stability of a method, and those of all others beside it, as text. Throws
/// core::Error (input).
std::string method_text(const MethodArguments& arguments);
/// "lobatto, gauss-lobatto, …": all that `method` knows.
std::string method_family_names();

/// Nodes, weights and matrices, or the parameters of a family without, as text.
std::string coefficients_text(const MethodFacts& facts);

}  // namespace sparkdyn::methods
