// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/dae/one_step.hpp"

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::dae {

std::string OneStep::remedy(const Point&, double) const {
  return "";
}

void OneStep::fail(const StepResult& result, const Point& from, double h) const {
  const std::string helps = remedy(from, h);
  core::numerics_error("{}{}{}", result.failure, helps.empty() ? "" : "; ", helps);
}

}  // namespace sparkdyn::dae
