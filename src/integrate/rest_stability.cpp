// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/balance.hpp"
#include "integrate/rest_newton.hpp"
#include "linear/null_motion.hpp"

namespace sparkdyn::integrate {

using core::check;

RestStability RestNewton::stability(const RestPoint& at, Vec q, Vec lambda) {
  reset_strains(q);
  const mechanics::Linearization around = linearize(at, q, lambda);
  const linear::Operators operators = this->operators(around);
  const auto sum = stiffness(around, 0);
  RestStability found;
  found.judged = !follows_ && plan_.method != linear::Method::multigrid;
  if (plan_.method == linear::Method::multigrid) return found;  // iterations count nothing
  linear::RealSaddle matrix(operators, sum, "static_",
                            {.inertia = true, .placement = plan_.placement});
  if (const auto negative = matrix.negative_eigenvalues(); negative && found.judged)
    found.unstable = *negative - system_->constraints();
  fill_with_waves(right_);
  core::copy(right_, r_);
  check(VecSet(g_, 0.0));
  matrix.solve(right_, g_, dq_, dlambda_);
  double size = core::norm(r_);
  if (system_->constrained()) {
    check(MatMultTranspose(operators.G(), dlambda_, work_));
    size += core::norm(work_);
    check(VecAXPY(r_, -1.0, work_));
  }
  for (const auto& [factor, part] : sum) {
    check(MatMult(*part, dq_, work_));
    check(VecAXPY(r_, -factor, work_));
  }
  found.regular = core::norm(r_) <= Balance::factored_to * size;
  if (!found.regular) found.motions = linear::describe_null_motions(operators, sum);
  return found;
}

}  // namespace sparkdyn::integrate
