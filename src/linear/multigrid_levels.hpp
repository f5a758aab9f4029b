// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The levels of MultigridSpaces and one V-cycle on them for given σ_k.

#include <complex>
#include <span>

#include "distributed_matrix.hpp"
#include "linear/multigrid_spaces.hpp"
#include "replicated_factor.hpp"

namespace sparkdyn::linear {

struct MultigridSpaces::Levels {
  struct Level {
    std::vector<MatrixPtr> B;
    /// w_k·diag(B_k), w_k the largest eigenvalue of diag(B_k)⁻¹B_k: B_k ≤ it as quadratic forms.
    std::vector<core::Vector> bound;
    DistributedMatrix<float> interpolation;  ///< from the next level; none on the last
  };
  std::vector<Level> all;
};

template <typename Scalar>
struct SinglePrecision {
  using type = float;
};
template <>
struct SinglePrecision<std::complex<double>> {
  using type = std::complex<float>;
};

/// z ≈ (Σ σ_k B_k)⁻¹ r by one V-cycle, two Chebyshev steps before and after on each level,
/// symmetric when the B_k are. Matrices are kept in single precision: they only precondition, and
/// reading them is what a cycle costs.
template <typename Scalar>
class VCycle {
 public:
  /// @note Collective.
  VCycle(const MultigridSpaces::Levels& levels, std::span<const Scalar> sigma);
  /// @note Collective.
  void apply(const Scalar* r, Scalar* z);
  double entries() const;  ///< of all matrices, on this rank

 private:
  using Stored = typename SinglePrecision<Scalar>::type;
  struct Level {
    DistributedMatrix<Stored> A;
    std::vector<Scalar> inverse_diagonal;
    const DistributedMatrix<float>* interpolation = nullptr;
    std::vector<Scalar> r, x, step, image;  // work
  };
  void cycle(std::size_t level);
  void smooth(Level& level, bool residual_after);

  std::vector<Level> levels_;
  std::unique_ptr<ReplicatedFactor<Scalar>> coarsest_;
};

extern template class VCycle<double>;
extern template class VCycle<std::complex<double>>;

}  // namespace sparkdyn::linear
