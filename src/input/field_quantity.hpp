// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What probes of a model may follow besides the motion itself: numbers of the fields that
// output::StructureResults computes, by the names that a case has for them.

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace sparkdyn::input {

struct FieldQuantity {
  std::string_view name;   ///< in a case
  std::string_view field;  ///< in results.h5
  bool of_element = false;
  bool two_ends = false;   ///< a row has those of the second end after those of the first
  bool two_sides = false;  ///< the bottom of shells is a field of its own, `field`_bottom
  std::vector<std::string> components = {};  ///< empty: one number

  int width() const;  ///< of a row of the field
};

std::span<const FieldQuantity> field_quantities();

/// As a case has them, beside those of the motion.
std::vector<std::string> model_quantities();
/// Of any quantity.
std::vector<std::string> probe_components();

}  // namespace sparkdyn::input
