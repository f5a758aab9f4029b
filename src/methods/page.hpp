// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Methods as a page: how much of an oscillator each of them keeps, for every number of stages and
// rho_infinity, computed beforehand by what `sparkdyn method` prints.

#include <filesystem>

#include "methods/facts.hpp"

namespace sparkdyn::methods {

/// Throws core::Error (input) for what the family does not have. For one rank.
void write_method_page(const MethodArguments& arguments, const std::filesystem::path& file);

}  // namespace sparkdyn::methods
