// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The first lines of a Matrix Market file: banner, comments, sizes.

#include <filesystem>

namespace sparkdyn::input {

enum class Symmetry { general, symmetric, skew };

struct MarketHeader {
  bool array = false;    ///< dense, by columns; else coordinates
  bool pattern = false;  ///< positions without values, which count as 1
  Symmetry symmetry = Symmetry::general;
  long long rows = 0;
  long long columns = 0;
  long long entries = 0;  ///< that must follow
  long long line = 0;     ///< of the sizes, counts from 1
  long long data = 0;     ///< byte offset of the line after
  long long bytes = 0;    ///< of the file
};

/// Throws core::Error (input) "file:line: …". Not collective.
MarketHeader read_market_header(const std::filesystem::path& file);

}  // namespace sparkdyn::input
