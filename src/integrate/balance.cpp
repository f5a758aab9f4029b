// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/balance.hpp"

#include <cmath>
#include <utility>

#include "linear/multigrid_spaces.hpp"

namespace sparkdyn::integrate {
namespace {

using core::check;

linear::RealSaddle static_matrix(const mechanics::System& system, const linear::SolverPlan& plan) {
  constexpr double iterate_to = 1e-12;
  const linear::Operators operators = linear::operators_of(system);
  linear::SaddleOptions options{.placement = plan.placement,
                                .iterative = {.tolerance = iterate_to}};
  if (plan.method == linear::Method::multigrid)
    options.spaces = std::make_shared<linear::MultigridSpaces>(operators);
  return {operators, stiffness_of(system), "static_", options};
}

}  // namespace

std::vector<linear::WeightedMatrix<double>> stiffness_of(const mechanics::System& system) {
  std::vector<linear::WeightedMatrix<double>> sum;
  for (const auto& term : system.terms())
    if (term.kind == mechanics::Kind::elastic)
      for (const auto& part : term.parts) sum.push_back({part.factor, part.matrix});
  return sum;
}

void fill_with_waves(Vec vector) {
  const PetscInt begin = core::row_range(vector).begin;
  const core::WriteArray entries(vector);
  for (PetscInt i = 0; i < entries.size(); ++i) {
    const double wave = 43758.5453 * std::sin(12.9898 * static_cast<double>(begin + i + 1));
    entries[i] = wave - std::floor(wave) - 0.5;
  }
}

Balance::Balance(const mechanics::System& system, const linear::SolverPlan& plan)
    : system_(&system),
      factored_(plan.method == linear::Method::factors),
      matrix_(static_matrix(system, plan)),
      residual_(system.make_displacement()),
      correction_(system.make_displacement()),
      multiplier_(system.make_multiplier()),
      zero_(system.make_multiplier()) {}

double Balance::solve(Vec force, Vec lambda, Vec q) {
  constexpr double refine_above = 1e-10;
  constexpr int most_rounds = 3;
  matrix_.solve(force, lambda, q, lambda);
  double left = imbalance(force, q, lambda);
  // An iteration ends when its correction is small; what stiff parts still miss is solved for
  // again while that helps.
  for (int round = 0; round < most_rounds && !factored_ && left > refine_above; ++round) {
    matrix_.solve(residual_, zero_, correction_, multiplier_);
    check(VecAXPY(q, 1.0, correction_));
    if (system_->constrained()) check(VecAXPY(lambda, 1.0, multiplier_));
    const double before = std::exchange(left, imbalance(force, q, lambda));
    if (!(left < 0.5 * before)) break;
  }
  return left;
}

bool Balance::regular() {
  const core::Vector force = system_->make_displacement(), q = system_->make_displacement();
  const core::Vector lambda = system_->make_multiplier();
  fill_with_waves(force);
  return solve(force, lambda, q) <= (factored_ ? factored_to : iterated_to);
}

double Balance::imbalance(Vec force, Vec q, Vec lambda) {
  core::copy(force, residual_);
  double size = core::norm(residual_);
  if (system_->constrained()) {
    check(MatMultTranspose(system_->G(), lambda, correction_));
    size += core::norm(correction_);
    check(VecAXPY(residual_, -1.0, correction_));
  }
  system_->add_internal(-1.0, q, nullptr, residual_);
  return size > 0 ? core::norm(residual_) / size : 0.0;
}

}  // namespace sparkdyn::integrate
