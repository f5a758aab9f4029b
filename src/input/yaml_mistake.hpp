// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What is wrong with a text that yaml-cpp does not understand, in plain words and at the line where
// the mistake is: yaml-cpp often notices it lines later.

#include <string>
#include <string_view>

namespace sparkdyn::input {

struct YamlMistake {
  int line = 0;  ///< from 1
  std::string sentence;
};

/// `line` (from 1) and `message` are what yaml-cpp says.
YamlMistake explain_mistake(std::string_view text, int line, const std::string& message);

/// yaml-cpp closes a quote at the end of the file by itself, and takes all lines until there as the
/// text. Throws core::Error (input).
void require_closed_quotes(std::string_view text, const std::string& origin);

}  // namespace sparkdyn::input
