// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Left·X_k·Right upper triangular, or diagonal, for all k at once: then
//   Σ X_k⊗B_k = (Left⁻¹⊗I)(Σ X̃_k⊗B_k)(Right⁻¹⊗I)
// is a sequence of systems of the size of the structure (docs/numerics.md §4). Two matrices always
// have such a form (generalized Schur); more only if they share it, as powers of one matrix do.

#include <complex>
#include <optional>
#include <string>
#include <vector>

#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::stage {

using tableau::ComplexMatrix;

/// One system to solve: a real one, or a complex one that stands for itself and its conjugate,
/// which is the next row.
struct DecoupledBlock {
  int row = 0;
  bool complex_pair = false;
};

struct Decoupling {
  ComplexMatrix left, right;           ///< p×p
  std::vector<ComplexMatrix> X;        ///< left·X_k·right, upper triangular
  std::vector<DecoupledBlock> blocks;  ///< in order of rows
  bool diagonal = true;                ///< blocks are independent
  double condition = 1;                ///< of the transformation to diagonal form
};

/// Triangular, with the same number on each diagonal, where the matrices are polynomials of one
/// that has one eigenvalue; else diagonal form where the eigenvectors are well conditioned,
/// generalized Schur form otherwise; nothing when the matrices do not share one. Both are found in
/// long double and rounded at the end. The diagonal form then loses cond of the last digit, in
/// every step the same; Gauss' matrices have 46, 165, 603 with s = 4, 5, 6, Lobatto's 18, 64, 229.
/// Schur's loses none.
std::optional<Decoupling> decouple(const std::vector<tableau::Matrix>& X,
                                   double largest_condition = 100);

}  // namespace sparkdyn::stage
