// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Coefficients of one system [Σ c_k B_k, Gᵀ; G, 0] as 1×1 blocks, ready for assembly.

#include <algorithm>
#include <complex>
#include <vector>

#include "linear/assembly.hpp"
#include "linear/weighted_matrix.hpp"

namespace sparkdyn::linear {

template <typename Scalar>
struct Sum {
  std::vector<KroneckerTerm> terms;  // X unused
  std::vector<Mat> matrices;
  std::vector<std::complex<double>> coefficients;
  BlockCoefficients<Scalar> blocks;
};

/// P = Σ c_k B_k with coefficients of the same matrix added up.
template <typename Scalar>
Sum<Scalar> gather(const std::vector<WeightedMatrix<Scalar>>& given) {
  Sum<Scalar> sum;
  for (const auto& [coefficient, matrix] : given) {
    const auto found = std::find(sum.matrices.begin(), sum.matrices.end(), matrix->get());
    const auto k = static_cast<std::size_t>(found - sum.matrices.begin());
    if (found == sum.matrices.end()) {
      sum.terms.push_back({{}, matrix});
      sum.matrices.push_back(matrix->get());
      sum.coefficients.emplace_back(0.0);
      sum.blocks.X.push_back(Dense<Scalar>::Zero(1, 1));
    }
    sum.coefficients[k] += coefficient;
    sum.blocks.X[k](0, 0) += coefficient;
  }
  return sum;
}

template <typename Scalar>
void add_constraint(Sum<Scalar>& sum, bool constrained, double scale) {
  const int blocks = constrained ? 1 : 0;
  sum.blocks.L = Dense<Scalar>::Constant(1, blocks, scale);
  sum.blocks.E = Dense<Scalar>::Constant(blocks, 1, scale);
}

/// Brings G to the size of P.
inline double constraint_scale(const Operators& system, double diagonal) {
  return system.constraint_norm > 0 ? diagonal / system.constraint_norm : 1.0;
}

}  // namespace sparkdyn::linear
