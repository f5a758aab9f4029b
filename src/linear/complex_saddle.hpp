// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// [ P  Gᵀ ] [ x ]   [ f ]
// [ G  0  ] [ y ] = [ g ]   with a complex P = Σ_k c_k B_k, for those who have vectors of PETSc's,
// which are real: the counterpart of RealSaddle, by factors.

#include <complex>
#include <memory>
#include <string>
#include <vector>

#include "linear/shifted.hpp"
#include "sparkdyn/linear/wish.hpp"

namespace sparkdyn::linear {

/// A complex vector in its parts; both null where there is none.
struct ComplexVec {
  Vec real = nullptr, imaginary = nullptr;
};

class ComplexSaddle {
 public:
  using Complex = std::complex<double>;

  /// Throws core::Error (numerics) when the matrix is singular. @note Collective.
  ComplexSaddle(const Operators& system, const std::vector<WeightedMatrix<Complex>>& sum,
                const std::string& prefix, Placement placement = Placement::automatic);
  /// g and y are null without constraints; x may be f, y may be g. @note Collective.
  void solve(ComplexVec f, ComplexVec g, ComplexVec x, ComplexVec y);
  SolverCost cost() const { return solver_->cost(); }

 private:
  bool constrained_;
  std::unique_ptr<Shifted<Complex>> solver_;
  std::vector<Complex> values_;
};

}  // namespace sparkdyn::linear
