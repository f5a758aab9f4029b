// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// [ A  Gᵀ ] [ x ]   [ f ]
// [ G  0  ] [ y ] = [ g ]   with A = Σ_k σ_k B_k, real or complex, without factors of A: the
// constraints are eliminated, x = x_g + T z, and TᵀA T is solved by conjugate gradients, for
// complex symmetric A with the bilinear form zᵀr in place of z*r (COCG, van der Vorst & Melissen
// 1990), for general A by GMRES. One multigrid V-cycle preconditions. With σ = 1, h²μ² and arg μ
// near 70° no smoother suits M + h²μ²K, whose terms nearly cancel; so the cycle is made for the
// matrix with the arguments of σ drawn together to ±45° (docs/solvers.md).

#include <complex>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "linear/multigrid_spaces.hpp"
#include "sparkdyn/linear/solve_result.hpp"

namespace sparkdyn::linear {

enum class Preconditioner { multigrid, jacobi };

struct IterativeOptions {
  /// Size of the last correction relative to the solution. Empty: from the first correction δ of a
  /// guess, 1e-4 δ² between 1e-12 and 1e-6, so that it falls faster with the step than the
  /// method's own error; 1e-10 without a guess.
  std::optional<double> tolerance = std::nullopt;
  int max_iterations = 500;
  Preconditioner preconditioner = Preconditioner::multigrid;
  bool with_constraint = true;
};

template <typename Scalar>
class IterativeSaddle {
 public:
  struct Weighted {
    Scalar sigma;
    Mat matrix;
  };
  /// @note Collective.
  IterativeSaddle(const std::shared_ptr<MultigridSpaces>& spaces, const std::vector<Weighted>& sum,
                  const IterativeOptions& options);
  ~IterativeSaddle();
  IterativeSaddle(IterativeSaddle&&) noexcept;

  /// This rank's parts; x holds a guess when `guess` says so. G x = g holds to round-off
  /// afterwards.
  /// @note Collective.
  SolveResult solve(std::span<const Scalar> f, std::span<const Scalar> g, std::span<Scalar> x,
                    std::span<Scalar> y, bool guess);
  /// Entries of the matrices kept for the cycle, over all ranks.
  double factor_entries() const { return entries_; }
  const SolverTimes& times() const { return times_; }

 private:
  struct Data;
  std::unique_ptr<Data> data_;
  double entries_ = 0;
  SolverTimes times_;
};

extern template class IterativeSaddle<double>;
extern template class IterativeSaddle<std::complex<double>>;

}  // namespace sparkdyn::linear
