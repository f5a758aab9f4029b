// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The small pieces of deck text: names, which ignore case and blanks, and numbers.

#include <optional>
#include <string>
#include <string_view>

namespace sparkdyn::input::deck {

std::string_view trimmed(std::string_view text);

/// The name as decks compare it: upper case; blanks removed unless it stands in quotes.
std::string normal_name(std::string_view text);

/// The text without the quotes around it.
std::string_view unquoted(std::string_view text);

/// Whole field or nothing. Fortran's exponents (1.D0) are numbers too; infinities are not.
std::optional<double> to_number(std::string_view field);
std::optional<long long> to_integer(std::string_view field);

}  // namespace sparkdyn::input::deck
