// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// How large a field is where it is looked at: one number, zero or more, for a row of values. What
// peaks are told of and pictures are coloured by.

#include <span>
#include <string_view>

namespace sparkdyn::output {

struct Measure {
  std::string_view name;   ///< as peaks call it
  std::string_view field;  ///< whose rows it looks at, in /VTKHDF
  bool of_cells = false;
  double (*size)(const double* row) = nullptr;  ///< not a number where the field has no value
};

/// Those of all fields that a structure may store; a field may have several, or none.
std::span<const Measure> measures();

}  // namespace sparkdyn::output
