// SPDX-License-Identifier: BSD-3-Clause
// Between the ends of a step, from its stages (tableau/dense_output.hpp).

#include "integrate/spark_stepper.hpp"
#include "tableau/dense_output.hpp"

namespace sparkdyn::integrate {

using core::check;

void SparkStepper::between(const mechanics::State& before, const mechanics::State& after,
                           mechanics::State& at) {
  const auto found = stages_of_.find(before.load_case);
  if (found == stages_of_.end()) return Stepper::between(before, after, at);
  const double h = after.t - before.t, theta = (at.t - before.t) / h;
  const tableau::DenseOutput dense(coefficients_.b, coefficients_.c);
  const auto combine = [&](const tableau::DenseRow& row, double scale, Vec x) {
    check(VecAXPY(x, scale * row.start, before.v));
    check(VecAXPY(x, scale * row.end, after.v));
    for (int i = 0; i < coefficients_.stages; ++i)
      check(VecAXPY(x, scale * row.stages(i), found->second->velocity(i)));
  };
  core::copy(before.q, at.q);
  combine(dense.displacement(theta), h, at.q);
  check(VecSet(at.v, 0.0));
  combine(dense.velocity(theta), 1, at.v);
}

}  // namespace sparkdyn::integrate
