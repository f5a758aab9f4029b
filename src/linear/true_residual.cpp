// SPDX-License-Identifier: BSD-3-Clause
#include "linear/true_residual.hpp"

#include <fmt/format.h>

#include <cmath>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::linear {
namespace {

using core::check;

/// The correction by which solvers stop may be smaller than the error by this much.
constexpr double allowance = 100;
/// Of forces that cancel, and of constraints, which no solver iterates.
constexpr double round_off = 1e-12, constraint_tolerance = 1e-9;
constexpr int most_refinements = 3;

/// weights ← weights + factor·Σ_j|a_ij|.
void add_row_sums(Mat matrix, double factor, Vec weights) {
  const PetscInt begin = core::row_range(matrix).begin;
  const core::WriteArray sums(weights);
  core::for_each_row(matrix, [&](PetscInt row, auto, auto values) {
    for (const double value : values) sums[row - begin] += factor * std::abs(value);
  });
}

/// 1/w; rows without entries weigh what others do on average.
void invert(Vec weights) {
  PetscReal total = 0;
  check(VecNorm(weights, NORM_1, &total));
  const PetscInt count = core::row_range(weights).global;
  const double mean = total > 0 ? total / static_cast<double>(count) : 1.0;
  const core::WriteArray entries(weights);
  for (PetscInt i = 0; i < entries.size(); ++i)
    entries[i] = 1 / (entries[i] > 0 ? entries[i] : mean);
}

double largest_row_sum(const Matrix& X) {
  return X.size() > 0 ? X.cwiseAbs().rowwise().sum().maxCoeff() : 0.0;
}

}  // namespace

TrueResidual::TrueResidual(const BlockOperator& op)
    : op_(&op),
      inverse_weights_(op.system().make_displacement()),
      inverse_row_weights_(op.system().make_multiplier()),
      residual_(op.make_vector()),
      work_n_(op.system().make_displacement()),
      work_m_(op.system().make_multiplier()) {
  for (const auto& [X, B] : op.terms()) add_row_sums(*B, largest_row_sum(X), inverse_weights_);
  invert(inverse_weights_);
  if (op.multiplier_blocks() == 0) return;
  add_row_sums(op.system().G(), largest_row_sum(op.E()), inverse_row_weights_);
  invert(inverse_row_weights_);
}

TrueResidual::Excess TrueResidual::measure(const BlockVector& rhs, const BlockVector& x,
                                           double tolerance) {
  op_->apply(x, residual_);
  check(VecAYPX(residual_.whole(), -1.0, rhs.whole()));
  const auto weighed = [](Vec part, Vec weights, Vec work) {
    check(VecPointwiseMult(work, part, weights));
    return std::pow(core::norm(work), 2);
  };
  double velocity = 0, left = 0, force = 0;
  for (int i = 0; i < x.velocity_blocks(); ++i) {
    velocity += std::pow(core::norm(x.velocity(i)), 2);
    left += weighed(residual_.velocity(i), inverse_weights_, work_n_);
    force += weighed(rhs.velocity(i), inverse_weights_, work_n_);
  }
  double rows_left = 0, value = 0;
  for (int j = 0; j < x.multiplier_blocks(); ++j) {
    rows_left += weighed(residual_.multiplier(j), inverse_row_weights_, work_m_);
    value += weighed(rhs.multiplier(j), inverse_row_weights_, work_m_);
    check(MatMultTranspose(op_->system().G(), x.multiplier(j), work_n_));
    force += std::pow(largest_row_sum(op_->L()), 2) * weighed(work_n_, inverse_weights_, work_n_);
  }
  velocity = std::sqrt(velocity);
  const auto over = [](double size, double allowed) { return size == 0 ? 0.0 : size / allowed; };
  const double small = round_off * (velocity + std::sqrt(force));
  return {over(std::sqrt(left), allowance * tolerance * velocity + small),
          over(std::sqrt(rows_left), constraint_tolerance * (velocity + std::sqrt(value)))};
}

SolveResult TrueResidual::refused(SolveResult given, const Excess& excess) const {
  given.converged = false;
  if (excess.force <= 1)
    given.cause = fmt::format(
        "the iteration ended, but its result misses the constraints: they are left with {:.1e} of "
        "the velocities",
        excess.constraint * constraint_tolerance);
  else
    given.cause = fmt::format(
        "the iteration ended, but its result does not solve the equations: their residual is "
        "{:.1e} times what a tolerance of {:.1e} leaves; strategy decoupled or monolithic solves "
        "them with factors",
        excess.force, given.tolerance);
  return given;
}

SolveResult TrueResidual::judge(const BlockVector& rhs, const BlockVector& x, SolveResult given) {
  if (!given.converged) return given;
  const Excess excess = measure(rhs, x, given.tolerance);
  return excess.holds() ? given : refused(std::move(given), excess);
}

SolveResult TrueResidual::solve(const BlockVector& rhs, BlockVector& x, const Solve& first,
                                const Solve& again) {
  SolveResult result = first(rhs, x);
  if (!result.converged) return result;
  Excess excess = measure(rhs, x, result.tolerance);
  for (int round = 0; round < most_refinements && !excess.holds(); ++round) {
    if (!correction_) correction_.emplace(op_->make_vector());
    const SolveResult more = again(residual_, *correction_);
    result.iterations += more.iterations;
    if (!more.converged) break;
    check(VecAXPY(x.whole(), 1.0, correction_->whole()));
    const double before = excess.worst();
    excess = measure(rhs, x, result.tolerance);
    if (!(excess.worst() < 0.5 * before)) break;
  }
  return excess.holds() ? result : refused(std::move(result), excess);
}

}  // namespace sparkdyn::linear
