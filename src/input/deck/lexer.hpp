// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The text of a deck and of the files it includes, cut into blocks.

#include <deque>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "block.hpp"

namespace sparkdyn::input::deck {

/// Blocks point into `texts` and `names`, so it is moved, never copied.
struct Source {
  std::deque<std::string> texts;  ///< of included files
  std::deque<std::string> names;
  std::vector<Block> blocks;

  Source() = default;
  Source(Source&&) = default;
  Source& operator=(Source&&) = default;
  Source(const Source&) = delete;
  Source& operator=(const Source&) = delete;
};

/// `text` must outlive the result. Included files are read; everything else is only cut, not
/// understood. Throws core::Error (input).
Source cut(std::string_view text, const std::filesystem::path& file);

}  // namespace sparkdyn::input::deck
