// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Pieces of the messages about terms and what integrates them.

#include <optional>
#include <string>
#include <string_view>

namespace sparkdyn::tableau {

// "text", with the quotes.
std::string quoted(std::string_view text);

// The shortest decimal that reads back as the same double.
std::string shortest(double value);

// The number that all of the text is; empty when it is none.
std::optional<double> whole_number(std::string_view text);

// Throws std::invalid_argument unless 0 ≤ rho ≤ 1.
void check_rho_infinity(double rho);

}  // namespace sparkdyn::tableau
