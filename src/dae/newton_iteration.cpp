// SPDX-License-Identifier: BSD-3-Clause
// The simplified Newton iteration of a step, Jay (1998), section 9.

#include <algorithm>
#include <cmath>
#include <limits>

#include "largest.hpp"
#include "step_search.hpp"
#include "stepper_implementation.hpp"

namespace sparkdyn::dae {

using Eigen::VectorXd;

Change Stepper::Implementation::apply(const StageValues& correction, double h,
                                      StageValues& values) const {
  values.Z += correction.Z;
  values.U += correction.U;
  values.z1 += correction.z1;
  if (equations_.positions_are_sums()) {
    equations_.sum_positions(h, values);
  } else {
    values.Y += correction.Y;
    values.points += correction.points;
  }
  const double dY = std::max(largest(correction.Y), largest(correction.points));
  const double dZ = std::max(largest(correction.Z), largest(correction.z1));
  const double Y = std::max(largest(values.Y), largest(values.points));
  const double Z = std::max(largest(values.Z), largest(values.z1));
  const double size = std::abs(h);
  const double scale = Y + size * Z + size * size * largest(values.U);
  const auto relative = [](double change, double whole) {
    return change == 0.0 ? 0.0 : change / whole;
  };
  return {std::max(relative(dY, Y), relative(dZ, Z)),
          relative(dY + size * dZ + size * size * largest(correction.U), scale),
          relative(dY + size * dZ, Y + size * Z)};
}

// Factors of a slightly different step will do; the contraction tells when they do not.
bool Stepper::Implementation::ensure_factors(double h, const StageValues& values, bool& fresh,
                                             StepResult& result) {
  if (factors_ && std::abs(factors_->h - h) <= 0.1 * std::abs(h)) return true;
  ++result.factorizations;
  if (!equations_.factorize(h, values, scope_)) return false;
  factors_ = {equations_.start(), h, values, false};
  fresh = true;
  return true;
}

bool Stepper::Implementation::iterate(double& h, const std::optional<WantedError>& wanted,
                                      StageValues& values, StepResult& result) {
  start_ = values;
  correction_ = nullptr;
  noise_ *= 0.9;  // the floor moves with the motion: probe it again now and then
  Convergence convergence(options_, noise_);
  std::optional<StepSearch> search;
  if (wanted) search.emplace(*wanted, method_.stages(), options_.tolerance);
  bool new_jacobian = false;
  if (renew_for_ > 0) {
    --renew_for_;
    factors_.reset();
  }
  const bool began_with_old_factors = factors_.has_value();
  // Each step size that the search tries may take its iterations.
  const int most_in_all = (wanted ? 10 : 1) * options_.max_iterations;
  for (int k = 0, in_all = 0; k < options_.max_iterations && in_all < most_in_all; ++k, ++in_all) {
    const StageResidual& residual = equations_.residual(h, values, scope_);
    if (!ensure_factors(h, values, new_jacobian, result)) return false;
    if (search && equations_.split() &&
        equations_.close(h, values, new_jacobian || in_all == 0) < 0.0) {
      return false;
    }
    const double error = search ? error_of(h) : 0.0;
    correction_ = &equations_.correction(h, residual);
    const Change change = apply(*correction_, h, values);
    result.history.push_back(change.norm);
    const Verdict verdict = convergence.judge(change, new_jacobian);
    if (search && std::isfinite(error)) {
      const double next = search->next(h, error);
      if (next != h) {
        rescale(next / h, values);
        h = next;
        if (equations_.positions_are_sums()) equations_.sum_positions(h, values);
        convergence.restart();
        new_jacobian = false;
        k = -1;
        continue;
      }
      const bool done = verdict == Verdict::converged || verdict == Verdict::converged_at_best;
      if (done && !search->settled()) continue;
    }
    if (convergence.improved()) best_ = values;
    switch (verdict) {
      case Verdict::converged_at_best:
        values = best_;
        noise_ = convergence.noise();
        if (equations_.split()) equations_.update_rates(h, values);
        return close(h, values);
      case Verdict::converged:
        // z1 is a sum of rates: those of the last iterate but one are too old if it was far off.
        if (equations_.split() && change.relative > options_.tolerance) {
          equations_.update_rates(h, values);
        }
        return close(h, values);
      case Verdict::failed:
        return false;
      case Verdict::new_jacobian:
        if (began_with_old_factors && result.factorizations == 0) renew_for_ = 5;
        factors_.reset();
        // An old Jacobian may have thrown the iterate far away.
        if (!new_jacobian && !(convergence.contraction() < 1.0) && !(change.motion < 1e-8) &&
            !search) {
          values = start_;
        }
        break;
      case Verdict::go_on:
        new_jacobian = false;
        break;
    }
  }
  return false;
}

// z1 and the last multiplier where they come last.
bool Stepper::Implementation::close(double h, StageValues& values) {
  if (!equations_.split()) return true;
  // What the stages know is taken: where the multiplier enters nonlinearly, the last step's may lie
  // on the way to another solution.
  values.z1 = values.Z * to_end_;
  values.U.rightCols(1) = values.U.leftCols(values.U.cols() - 1) * multiplier_to_end_;
  double before = std::numeric_limits<double>::infinity();
  bool new_factors = true;
  for (int k = 0; k < 20; ++k) {
    const double change = equations_.close(h, values, new_factors);
    if (!(change >= 0.0)) return false;
    if (change <= options_.tolerance) return true;
    const bool stalled = change > 0.5 * before;
    if (stalled && new_factors && change <= options_.roundoff_floor) return true;  // rounding
    new_factors = change > 0.05 * before;
    before = change;
  }
  return false;
}

}  // namespace sparkdyn::dae
