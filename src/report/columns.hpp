// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A table of numbers over time, history.csv or energy.csv, thinned to what a chart can show. A long
// one is cut into spans of rows; of each span every column keeps its smallest and its largest value
// in the order in which they came, so that no peak is lost and a time is off by less than a span.

#include <cstddef>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace sparkdyn::report {

/// A value and when it was met.
struct Met {
  double value = 0;
  double time = 0;
};

struct Column {
  std::string name;
  std::vector<float> values;  ///< thinned
  Met smallest, largest;      ///< of all rows
  double first = 0, last = 0;
  /// How quickly it swings: the root of Σ(Δx)²/(h Σx²)·h over all rows, about the angular frequency
  /// of what moves fastest with weight; 0 where that cannot be told.
  double frequency = 0;
};

struct Table {
  std::vector<double> times;  ///< thinned
  std::vector<Column> columns;
  std::size_t rows = 0;  ///< in the file
  double shortest_step = 0, longest_step = 0;

  bool thinned() const { return times.size() < rows; }
  const Column* find(std::string_view name) const;
};

/// Nothing where there is no such file or no row in it. Reads twice, line by line. Throws
/// core::Error (input) when a line is not numbers.
std::optional<Table> read_table(const std::filesystem::path& file, std::size_t most_rows);

}  // namespace sparkdyn::report
