// SPDX-License-Identifier: BSD-3-Clause
// What is missing at a state that is not yet one of rest, its matrix, and a correction.
#include <cmath>
#include <utility>

#include "integrate/rest_newton.hpp"

namespace sparkdyn::integrate {
namespace {

double share_of(double left, double of) {
  return of > 0 ? left / of : left;
}

}  // namespace

using core::check;
using mechanics::Configuration;

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
    if (force->external()) continue;
    each.force = force->with_strains();
    if (!each.force) continue;
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
    left.constraint =
        share_of(core::norm_infinity(g_), system_->constraint_norm() * core::norm_infinity(q));
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
  following_.clear();
  for (std::size_t k = 0; k < strained_.size(); ++k) {
    const auto& force = *system_->forces()[k];
    const Strained& each = strained_[k];
    tangents.push_back(each.force ? each.force->tangent_with(q, each.z) : force.tangent(here));
    tangents.back().by_v.clear();
    if (force.external())
      for (auto& part : tangents.back().by_q) {
        part.factor *= at.factor;
        following_.push_back(part);
      }
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

/// Tangents of forces that turn along are not symmetric: the matrix has at most their symmetric
/// part. What their change along a correction, which is linear for moments, is besides is solved
/// for again, as long as that settles.
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
    for (const auto& [factor, part] : following_) {
      check(MatMult(*part, now, moved));
      check(VecAXPY(work_, factor, moved));
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

}  // namespace sparkdyn::integrate
