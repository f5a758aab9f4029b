// SPDX-License-Identifier: BSD-3-Clause
#include "equal_steps.hpp"

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::dae {
namespace {

double step_count(double start, double end, double h) {
  const double count = std::round((end - start) / h);
  if (!(count >= 1.0))
    core::input_error("a step of {} does not lead from t = {} to {}", h, start, end);
  return count;
}

double changed_step_count(double start, double end, double h) {
  const double count = (end - start) / h;
  if (std::abs(count - std::round(count)) > 1e-6)
    core::input_error(
        "the run has steps of {:.9g} from t = {:.9g} on: another end must be a whole number of "
        "them away, such as {:.9g}",
        h, start, start + std::max(1.0, std::round(count)) * h);
  return std::round(count);
}

}  // namespace

EqualSteps::EqualSteps(double start, double end, double h)
    : start_(start), end_(end), count_(step_count(start, end, h)), h_((end - start) / count_) {}

void EqualSteps::carry(Memory& memory) {
  double end = end_;
  memory(start_)(end)(count_)(h_)(next_);
  if (end != end_) count_ = changed_step_count(start_, end_, h_);
}

}  // namespace sparkdyn::dae
