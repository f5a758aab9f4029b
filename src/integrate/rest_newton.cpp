// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/rest_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

#include "integrate/diagnosis.hpp"
#include "linear/multigrid_spaces.hpp"
#include "linear/null_motion.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::integrate {
namespace {

using core::check;
using mechanics::Configuration;

/// Of displacements: what a last correction may be, beside how far the structure moved.
constexpr double rest_tolerance = 1e-10;
/// What it may be where round-off makes corrections no smaller.
constexpr double rest_good_enough = 1e-7;
/// Of forces: what may be left, beside those that balance.
constexpr double forces_balance_to = 1e-6;
/// Of constraints: what may be left, beside the motion that they hold.
constexpr double constraints_close_to = 1e-9;

double share_of(double left, double of) {
  return of > 0 ? left / of : left;
}

/// Numbers in (−½, ½) that depend on the index alone.
void fill_with_waves(Vec vector) {
  const PetscInt begin = core::row_range(vector).begin;
  const core::WriteArray entries(vector);
  for (PetscInt i = 0; i < entries.size(); ++i) {
    const double wave = 43758.5453 * std::sin(12.9898 * static_cast<double>(begin + i + 1));
    entries[i] = wave - std::floor(wave) - 0.5;
  }
}

}  // namespace

RestNewton::RestNewton(const mechanics::System& system, int load_case, linear::SolverPlan plan)
    : system_(&system),
      load_case_(load_case),
      plan_(std::move(plan)),
      zero_(system.make_displacement()),
      start_(system.make_displacement()),
      r_(system.make_displacement()),
      g_(system.make_multiplier()),
      right_(system.make_displacement()),
      dq_(system.make_displacement()),
      dlambda_(system.make_multiplier()),
      trial_dq_(system.make_displacement()),
      trial_dlambda_(system.make_multiplier()),
      work_(system.make_displacement()) {
  for (const auto& force : system.forces()) {
    Strained& each = strained_.emplace_back();
    follows_ = follows_ || force->external();
    if (force->external() || !(each.force = force->with_strains())) continue;
    each.z = each.force->make_strains();
    each.gap = core::make_like(each.z);
    each.change = core::make_like(each.z);
  }
}

void RestNewton::reset_strains(Vec q) {
  for (const Strained& each : strained_)
    if (each.force) each.force->strains(q, each.z);
}

RestNewton::Imbalance RestNewton::residual(const RestPoint& at, Vec q, Vec lambda,
                                           double viscosity) {
  const Configuration here{.t = at.t, .q = q, .v = zero_};
  check(VecSet(r_, 0.0));
  system_->add_load(at.t, at.factor, r_, load_case_);
  for (std::size_t k = 0; k < strained_.size(); ++k)
    if (const auto& force = *system_->forces()[k]; force.external())
      force.add(here, -at.factor, r_);
  double size = core::norm(r_);
  check(VecSet(work_, 0.0));
  for (std::size_t k = 0; k < strained_.size(); ++k) {
    const Strained& each = strained_[k];
    if (each.force)
      each.force->add_with(q, each.z, 1.0, work_);
    else if (const auto& force = *system_->forces()[k]; !force.external())
      force.add(here, 1.0, work_);
  }
  size += core::norm(work_);
  check(VecAXPY(r_, -1.0, work_));
  Imbalance left;
  if (system_->constrained()) {
    const auto G = system_->holonomic()->gradient(at.t, q);
    check(MatMultTranspose(*G, lambda, work_));
    size += core::norm(work_);
    check(VecAXPY(r_, -1.0, work_));
    system_->position_residual(at.t, q, g_);
    check(VecScale(g_, -1.0));
    left.constraint = share_of(core::norm_infinity(g_),
                            system_->constraint_norm() * core::norm_infinity(q));
  }
  left.force = share_of(core::norm(r_), size);
  if (viscosity > 0) {
    check(VecWAXPY(work_, -1.0, start_, q));
    check(MatMult(*system_->mass(), work_, right_));
    check(VecAXPY(r_, -viscosity, right_));
  }
  left.finite = std::isfinite(size) && std::isfinite(core::norm(r_)) &&
                std::isfinite(core::norm_infinity(g_));
  return left;
}

mechanics::Linearization RestNewton::linearize(const RestPoint& at, Vec q, Vec lambda) {
  const Configuration here{.t = at.t, .q = q, .v = zero_};
  std::vector<mechanics::Tangent> tangents;
  for (std::size_t k = 0; k < strained_.size(); ++k) {
    const auto& force = *system_->forces()[k];
    const Strained& each = strained_[k];
    tangents.push_back(each.force ? each.force->tangent_with(q, each.z) : force.tangent(here));
    tangents.back().by_v.clear();
    if (force.external())
      for (auto& part : tangents.back().by_q) part.factor *= at.factor;
  }
  return mechanics::linearize(system_->mass(), system_->forces(), std::move(tangents),
                              system_->holonomic(), here, lambda);
}

std::vector<linear::WeightedMatrix<double>> RestNewton::stiffness(
    const mechanics::Linearization& around, double viscosity) const {
  std::vector<linear::WeightedMatrix<double>> sum;
  for (const auto& term : around.terms)
    for (const auto& part : term.parts) sum.push_back({part.factor, part.matrix});
  if (viscosity > 0 || sum.empty()) sum.push_back({viscosity, system_->mass()});
  return sum;
}

linear::Operators RestNewton::operators(const mechanics::Linearization& around) const {
  linear::Operators result = linear::operators_of(*system_, around);
  result.order = order_;
  return result;
}

void RestNewton::correct(linear::RealSaddle& matrix, const RestPoint& at, Vec q, Vec dq,
                         Vec dlambda) {
  core::copy(r_, right_);
  for (Strained& each : strained_) {
    if (!each.force) continue;
    each.force->strains(q, each.gap);
    check(VecAXPY(each.gap, -1.0, each.z));
    each.force->add_change_with(q, each.z, each.gap, -1.0, right_);
  }
  matrix.solve(right_, g_, dq, dlambda);
  if (follows_) turn_along(matrix, at, q, dq, dlambda);
}

/// Tangents of forces that turn along are not symmetric and not in the matrix. Their change along a
/// correction, which is linear for moments, is solved for again, as long as that settles.
void RestNewton::turn_along(linear::RealSaddle& matrix, const RestPoint& at, Vec q, Vec dq,
                            Vec dlambda) {
  constexpr int most_rounds = 6;
  constexpr double settled = 1e-3;
  const core::Vector moved = core::make_like(q), now = core::make_copy(dq),
                     next = core::make_like(q), multiplier = core::make_copy(dlambda);
  for (int round = 0; round < most_rounds; ++round) {
    check(VecWAXPY(moved, 1.0, q, now));
    core::copy(right_, work_);
    for (const auto& force : system_->forces()) {
      if (!force->external()) continue;
      force->add({.t = at.t, .q = moved, .v = zero_}, -at.factor, work_);
      force->add({.t = at.t, .q = q, .v = zero_}, at.factor, work_);
    }
    matrix.solve(work_, g_, next, multiplier);
    check(VecWAXPY(moved, -1.0, now, next));
    core::copy(next, now);
    if (core::norm(moved) > settled * core::norm(now)) continue;
    core::copy(now, dq);
    core::copy(multiplier, dlambda);
    return;
  }
}

/// The gaps are those of the last correct(), which was at q.
void RestNewton::advance(double length, Vec q, Vec lambda) {
  for (Strained& each : strained_) {
    if (!each.force) continue;
    each.force->strain_change(q, dq_, each.change);
    check(VecAXPY(each.z, length, each.change));
    check(VecAXPY(each.z, length, each.gap));
  }
  check(VecAXPY(q, length, dq_));
  if (system_->constrained()) check(VecAXPY(lambda, length, dlambda_));
}

double RestNewton::shorten(linear::RealSaddle& matrix, const RestPoint& at, Vec q, Vec lambda,
                           const Options& options, double change) {
  constexpr double shortest = 1.0 / 64;
  const core::Vector q_before = core::make_copy(q), lambda_before = core::make_copy(lambda);
  std::vector<core::Vector> z_before, gap_before;
  for (const Strained& each : strained_) {
    z_before.push_back(each.force ? core::make_copy(Vec(each.z)) : core::Vector());
    gap_before.push_back(each.force ? core::make_copy(Vec(each.gap)) : core::Vector());
  }
  for (double length = 1; length >= shortest; length /= 2) {
    advance(length, q, lambda);
    const Imbalance left = residual(at, q, lambda, options.viscosity);
    if (left.finite) {
      correct(matrix, at, q, trial_dq_, trial_dlambda_);
      const double next = core::norm(trial_dq_);
      if (next <= (1 - length / 4) * change) return length;
    }
    core::copy(q_before, q);
    core::copy(lambda_before, lambda);
    for (std::size_t k = 0; k < strained_.size(); ++k) {
      if (!strained_[k].force) continue;
      core::copy(z_before[k], strained_[k].z);
      core::copy(gap_before[k], strained_[k].gap);
    }
  }
  return 0;
}

RestResult RestNewton::iterate(const RestPoint& at, Vec q, Vec lambda, const Options& options) {
  constexpr double round_off = 64 * std::numeric_limits<double>::epsilon();
  RestResult result;
  double before = std::numeric_limits<double>::infinity();
  core::Located change;
  const auto failed = [&](std::string why) {
    result.cause = std::move(why);
    return result;
  };
  core::copy(q, start_);
  reset_strains(q);
  Imbalance left = residual(at, q, lambda, options.viscosity);
  while (left.finite && result.iterations < options.most_iterations) {
    const mechanics::Linearization around = linearize(at, q, lambda);
    const linear::Operators operators = this->operators(around);
    linear::SaddleOptions how{.placement = plan_.placement, .iterative = {.tolerance = 1e-10}};
    if (plan_.method == linear::Method::multigrid)
      how.spaces = std::make_shared<linear::MultigridSpaces>(operators);
    linear::RealSaddle matrix(operators, stiffness(around, options.viscosity), "static_", how);
    correct(matrix, at, q, dq_, dlambda_);
    ++result.iterations;
    change = largest_entry(dq_);
    if (!std::isfinite(change.value)) return failed("a correction is not finite");
    double length = 1;
    if (options.guarded)
      length = shorten(matrix, at, q, lambda, options, core::norm(dq_));
    else
      advance(1, q, lambda);
    if (length == 0) return failed("no share of a correction makes the next one smaller");
    left = residual(at, q, lambda, options.viscosity);
    check(VecWAXPY(work_, -1.0, options.reference ? options.reference : Vec(start_), q));
    const double size = core::norm_infinity(work_);
    const double fine = std::max(rest_tolerance * size, round_off * core::norm_infinity(q));
    const bool stalled = change.value > 0.25 * before && change.value <= rest_good_enough * size;
    if (length == 1 && (change.value <= fine || stalled)) {
      reset_strains(q);
      left = residual(at, q, lambda, 0);
      result.imbalance = left.force;
      result.converged = left.finite && left.constraint <= constraints_close_to &&
                         (options.viscosity > 0 || left.force <= forces_balance_to);
      if (!result.converged)
        return failed(fmt::format("forces are out of balance by {:.1e} of their size", left.force));
      return result;
    }
    before = change.value;
  }
  if (!left.finite) return failed("forces are not finite");
  return failed(fmt::format("iteration {} still moves {} by {:.1e}", result.iterations,
                            system_->dof_name(static_cast<PetscInt>(change.index)), change.value));
}

RestResult RestNewton::solve(const RestPoint& at, Vec q, Vec lambda, const Options& options) {
  try {
    return iterate(at, q, lambda, options);
  } catch (const core::Error& error) {
    // Every rank sees the same solve fail.
    if (error.kind() != core::Failure::numerics) throw;
    return {.converged = false, .iterations = 0, .cause = error.what()};
  }
}

RestStability RestNewton::stability(const RestPoint& at, Vec q, Vec lambda) {
  constexpr double factored_to = 1e-2;  // see Balance::regular() of equilibrium.cpp
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
  found.regular = core::norm(r_) <= factored_to * size;
  if (!found.regular) found.motions = linear::describe_null_motions(operators, sum);
  return found;
}

}  // namespace sparkdyn::integrate
