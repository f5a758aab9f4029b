// SPDX-License-Identifier: BSD-3-Clause
#include "modal/spectrum.hpp"

#include <cmath>

#include "pencil.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::modal {
namespace {

using core::check;
using mechanics::System;

constexpr int most_iterations = 300;
constexpr double wanted_residual = 1e-5;

/// The recurrence β_{j+1} v_{j+1} = S K v_j − α_j v_j − β_j v_{j−1} with S f the x of
/// [M Gᵀ; G 0][x; y] = [f; 0]. Nothing is orthogonalised again: that makes copies of the largest
/// eigenvalue, and they do no harm. The same numbers come out each time it is run.
class Lanczos {
 public:
  Lanczos(const System& system, linear::RealSaddle& inverse)
      : system_(system),
        inverse_(inverse),
        now_(system.make_displacement()),
        before_(system.make_displacement()),
        force_(system.make_displacement()),
        next_(system.make_displacement()),
        zero_(system.make_multiplier()),
        multiplier_(system.make_multiplier()) {}

  /// False when M-random vectors are zero on the null space of G: nothing can move.
  bool start() {
    fill_by_index(next_);
    check(MatMult(*system_.mass(), next_, force_));
    apply_inverse();
    check(VecSet(before_, 0.0));
    beta_ = mass_norm();
    if (!(beta_ > 0)) return false;
    move_on();
    return true;
  }

  /// α_j; afterwards beta() is β_{j+1} and current() is v_{j+1}.
  double advance() {
    check(VecSet(force_, 0.0));
    system_.add_internal(1.0, now_, nullptr, force_);
    const double alpha = core::dot(force_, now_);
    apply_inverse();
    check(VecAXPY(next_, -alpha, now_));
    check(VecAXPY(next_, -beta_, before_));
    beta_ = mass_norm();
    if (beta_ > 0) move_on();
    return alpha;
  }

  double beta() const { return beta_; }
  Vec current() const { return now_; }

 private:
  void apply_inverse() {
    if (system_.constrained()) check(VecSet(zero_, 0.0));
    inverse_.solve(force_, zero_, next_, multiplier_);
  }
  double mass_norm() {
    check(MatMult(*system_.mass(), next_, force_));
    return std::sqrt(std::max(core::dot(force_, next_), 0.0));
  }
  void move_on() {
    check(VecScale(next_, 1 / beta_));
    std::swap(before_, now_);
    std::swap(now_, next_);
  }

  const System& system_;
  linear::RealSaddle& inverse_;
  core::Vector now_, before_, force_, next_, zero_, multiplier_;
  double beta_ = 0;
};

struct Ritz {
  double value = 0, residual = 0;
  Eigen::VectorXd weights;
};

Ritz largest_ritz(const std::vector<double>& alpha, const std::vector<double>& beta) {
  const auto n = static_cast<Eigen::Index>(alpha.size());
  Eigen::VectorXd diagonal = Eigen::Map<const Eigen::VectorXd>(alpha.data(), n);
  Eigen::VectorXd off = Eigen::Map<const Eigen::VectorXd>(beta.data(), n - 1);
  const auto pairs = tableau::tridiagonal_eigenpairs(diagonal, off);
  Ritz ritz;
  ritz.value = pairs.values(n - 1);
  ritz.weights = pairs.vectors.col(n - 1);
  const double size = std::max(std::abs(ritz.value), 1e-300);
  ritz.residual = std::abs(beta[n - 1] * ritz.weights(n - 1)) / size;
  return ritz;
}

Ritz iterate(Lanczos& lanczos) {
  std::vector<double> alpha, beta;
  Ritz ritz;
  for (int j = 0; j < most_iterations; ++j) {
    alpha.push_back(lanczos.advance());
    beta.push_back(lanczos.beta());
    const bool exhausted = !(lanczos.beta() > 1e-13 * std::abs(alpha.front()));
    if (j % 5 == 4 || exhausted || j + 1 == most_iterations) ritz = largest_ritz(alpha, beta);
    if (exhausted || (j % 5 == 4 && ritz.residual <= wanted_residual)) break;
  }
  return ritz;
}

/// Σ_j w_j v_j in a second run of the same recurrence.
core::Vector ritz_vector(const System& system, Lanczos& lanczos, const Eigen::VectorXd& weights) {
  core::Vector x = system.make_displacement();
  lanczos.start();
  for (Eigen::Index j = 0; j < weights.size(); ++j) {
    check(VecAXPY(x, weights(j), lanczos.current()));
    if (j + 1 < weights.size()) lanczos.advance();
  }
  const double largest = core::norm_infinity(x);
  if (largest > 0) check(VecScale(x, 1 / largest));
  return x;
}

/// With the order of elimination that all counts share.
std::optional<PetscInt> count_modes(const System& system, const linear::Operators& operators,
                                    double omega) {
  try {
    return count_below(system, *factor_pencil(system, operators, omega * omega));
  } catch (const core::Error& error) {
    // Every rank sees the same factorization fail.
    if (error.kind() != core::Failure::numerics) throw;
    return {};
  }
}

/// The lowest of ω(1 + margin) for growing margins that all modes lie below.
double find_bound(const System& system, double omega) {
  const PetscInt all = system.dofs() - system.constraints();
  const linear::Operators operators = linear::operators_of(system);
  for (const double margin : {0.001, 0.01, 0.1, 0.5}) {
    const auto below = count_modes(system, operators, omega * (1 + margin));
    if (!below) return 0;
    if (*below >= all) return omega * (1 + margin);
  }
  return 0;
}

}  // namespace

HighestMode highest_mode(const System& system, linear::RealSaddle& mass, bool bounded) {
  HighestMode result;
  if (system.dofs() == system.constraints()) return result;
  Lanczos lanczos(system, mass);
  if (!lanczos.start()) return result;
  const Ritz ritz = iterate(lanczos);
  if (!(ritz.value > 0)) return result;
  result.omega = std::sqrt(ritz.value);
  result.residual = ritz.residual;
  result.shape = ritz_vector(system, lanczos, ritz.weights);
  if (bounded) result.bound = find_bound(system, result.omega);
  return result;
}

std::optional<PetscInt> modes_below(const System& system, double omega) {
  return count_modes(system, linear::operators_of(system), omega);
}

}  // namespace sparkdyn::modal
