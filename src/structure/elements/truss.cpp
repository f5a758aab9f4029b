// SPDX-License-Identifier: BSD-3-Clause
#include "truss.hpp"

#include <cmath>

namespace sparkdyn::structure {

double truss_area(const ElementInput& input) {
  return std::get<TrussSection>(*input.section).area;
}

std::string truss_complaint(const ElementInput& input) {
  if (!input.section || !std::holds_alternative<TrussSection>(*input.section))
    return "it has no truss section";
  if (!input.material) return "it has no material";
  if (!(truss_area(input) > 0) || !std::isfinite(truss_area(input)))
    return "the area of its cross-section must be positive";
  return {};
}

}  // namespace sparkdyn::structure
