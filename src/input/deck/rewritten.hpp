// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A block whose data lines are written anew, each in its place, so that messages name the line of
// the file.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "block.hpp"

namespace sparkdyn::input::deck {

/// The fields of a line, trimmed, split at commas outside of quotes; a comma at the end adds none.
std::vector<std::string_view> fields_of(std::string_view line);
std::string joined(const std::vector<std::string>& fields);

/// What becomes of the number-th data line (from 0; comments and blank lines do not count).
using Rewrite = std::function<std::string(int number, std::string_view line, Place place)>;

/// `block` with its lines rewritten; they are put into `text`, which must outlive the result.
Block rewritten(const Block& block, std::string& text, const Rewrite& rewrite);

}  // namespace sparkdyn::input::deck
