// SPDX-License-Identifier: BSD-3-Clause
#include "stage/surrogate.hpp"

#include <algorithm>

#include "sparkdyn/tableau/decompositions.hpp"
#include "stage/decoupled.hpp"
#include "stage/stage_system.hpp"

namespace sparkdyn::stage {
namespace {

using mechanics::Kind;

Coefficients uniform(const Coefficients& given, const Matrix& A, const Matrix& velocity) {
  Coefficients result = given;
  result.velocity = velocity;
  if (!given.interior) result.constraint = A;
  for (auto& matrix : result.terms) matrix = A;
  for (auto& matrix : result.loads) matrix = A;
  return result;
}

/// cond((1 + x P)⁻¹(1 + x A)) at its worst for x = 0.01 … largest.
double worst_condition(const Matrix& P, const Matrix& A, double largest) {
  const Matrix one = Matrix::Identity(A.rows(), A.cols());
  double worst = 1;
  for (double x = 0.01; x < 4 * std::max(largest, 0.01); x *= 4)
    worst = std::max(worst,
                     tableau::condition_number(tableau::solve(one + x * P, Matrix(one + x * A))));
  return worst;
}

/// Elastic terms see (hω)² A_k A_v, damping terms up to hω A_k, a mode damped critically.
double condition(const mechanics::System& system, const Coefficients& actual,
                 const Coefficients& surrogate, double h_omega) {
  double worst = 1;
  for (std::size_t i = 0; i < system.terms().size(); ++i) {
    const bool elastic = system.terms()[i].kind == Kind::elastic;
    const std::size_t k = system.around().force[i];
    worst = std::max(worst,
                     elastic ? worst_condition(surrogate.terms[k] * surrogate.velocity,
                                               actual.terms[k] * actual.velocity, h_omega * h_omega)
                             : worst_condition(surrogate.terms[k], actual.terms[k], h_omega));
  }
  return worst;
}

/// On Gauss' nodes with the true matrix of q' = v alone: the operator is then a change of rank one.
std::vector<Coefficients> candidates(const Coefficients& given) {
  std::vector<Coefficients> list;
  for (const Matrix& A : given.terms) {
    list.push_back(uniform(given, A, given.velocity));
    if (!given.interior) list.push_back(uniform(given, A, A));
  }
  list.push_back(uniform(given, given.velocity, given.velocity));
  if (!given.interior) list.push_back(uniform(given, given.between, given.between));
  return list;
}

/// Entries of the matrices that the surrogate integrates with another matrix than they have: what
/// an iteration multiplies by. @note Collective.
double changed_entries(const mechanics::System& system, const Coefficients& actual,
                       const Coefficients& surrogate) {
  double sum = 0;
  for (std::size_t i = 0; i < system.terms().size(); ++i) {
    const std::size_t k = system.around().force[i];
    if ((actual.terms[k] - surrogate.terms[k]).isZero(1e-14)) continue;
    for (const auto& part : system.terms()[i].parts) {
      MatInfo info;
      core::check(MatGetInfo(*part.matrix, MAT_GLOBAL_SUM, &info));
      sum += info.nz_used;
    }
  }
  return sum;
}

/// Conditions so near to each other cost the same number of iterations.
constexpr double same_condition = 1.3;

bool decouples(const mechanics::System& system, const Coefficients& candidate, double h) {
  if (uniform_force_matrix(system, candidate).size() == 0) return false;
  const Closing closing =
      system.constrained() && candidate.interior ? Closing::projected : Closing::uniform;
  const StageSystem stages(system, candidate, h, closing, nullptr);
  return DecoupledSolver::analyse(stages.op()).has_value();
}

}  // namespace

Surrogate choose_surrogate(const mechanics::System& system, const Coefficients& coefficients,
                           double h, double largest_h_omega) {
  Surrogate best;
  double best_entries = 0;
  bool found = false;
  for (auto& candidate : candidates(coefficients)) {
    if (!decouples(system, candidate, h)) continue;
    const double size = condition(system, coefficients, candidate, largest_h_omega);
    const double entries = changed_entries(system, coefficients, candidate);
    const bool fewer = entries < best_entries && size < same_condition * best.condition;
    if (found && !fewer && size * same_condition >= best.condition) continue;
    best_entries = entries;
    best = {std::move(candidate), size};
    found = true;
  }
  return best;
}

}  // namespace sparkdyn::stage
