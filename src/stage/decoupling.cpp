// SPDX-License-Identifier: BSD-3-Clause
#include "stage/decoupling.hpp"

#include <Eigen/LU>
#include <cmath>

namespace sparkdyn::stage {
namespace {

using tableau::Matrix;
using Complex = std::complex<double>;

constexpr double shared_form_tolerance = 1e-10;

/// Σ w_k X_k/|X_k| with weights that no coincidence among the X_k is likely to meet.
Matrix mix(const std::vector<Matrix>& X, double seed) {
  Matrix sum = Matrix::Zero(X.front().rows(), X.front().cols());
  for (std::size_t k = 0; k < X.size(); ++k) {
    const double norm = X[k].norm();
    const double weight = std::cos(seed + 1.7 * static_cast<double>(k)) + 1.3;
    if (norm > 0) sum += weight / norm * X[k];
  }
  return sum;
}

void transform(const std::vector<Matrix>& X, Decoupling& form) {
  form.X.clear();
  for (const Matrix& matrix : X) form.X.push_back(form.left * matrix.cast<Complex>() * form.right);
}

/// Largest entry where `wanted` says zero, relative to the whole; then clears those entries.
template <typename Zero>
double clear(std::vector<ComplexMatrix>& X, Zero is_zero) {
  double worst = 0;
  for (ComplexMatrix& matrix : X) {
    const double norm = matrix.norm();
    for (int i = 0; i < matrix.rows(); ++i)
      for (int j = 0; j < matrix.cols(); ++j) {
        if (!is_zero(i, j)) continue;
        if (norm > 0) worst = std::max(worst, std::abs(matrix(i, j)) / norm);
        matrix(i, j) = 0;
      }
  }
  return worst;
}

/// Conjugate eigenvalues stand next to each other in Eigen's order.
std::vector<DecoupledBlock> pair_up(const Eigen::VectorXcd& eigenvalues) {
  std::vector<DecoupledBlock> blocks;
  for (int i = 0; i < eigenvalues.size(); ++i) {
    const bool pair = eigenvalues(i).imag() != 0;
    blocks.push_back({i, pair});
    if (pair) ++i;
  }
  return blocks;
}

std::optional<Decoupling> diagonalise(const std::vector<Matrix>& X, double largest_condition) {
  const Matrix first = mix(X, 0.3), second = mix(X, 2.1);
  if (tableau::reciprocal_condition(first) < 1e-8) return {};
  const auto pairs = tableau::eigenpairs(tableau::solve_with_complete_pivoting(first, second));
  if (!pairs) return {};
  Decoupling form;
  form.right = pairs->vectors;
  form.condition = tableau::condition_number(form.right);
  if (!(form.condition < largest_condition)) return {};
  const Matrix one = Matrix::Identity(first.rows(), first.cols());
  form.left = tableau::inverse(form.right) *
              tableau::solve_with_complete_pivoting(first, one).cast<Complex>();
  form.blocks = pair_up(pairs->values);
  transform(X, form);
  if (clear(form.X, [](int i, int j) { return i != j; }) > shared_form_tolerance) return {};
  return form;
}

/// Complex transformations that make the 2×2 blocks on the diagonal of a real quasi-triangular
/// pencil diagonal; conjugate rows stay next to each other.
void split_pairs(const Matrix& S, const Matrix& T, Decoupling& form) {
  const auto p = S.rows();
  ComplexMatrix left = ComplexMatrix::Identity(p, p), right = left;
  for (Eigen::Index i = 0; i < p; ++i) {
    const bool pair = i + 1 < p && S(i + 1, i) != 0;
    form.blocks.push_back({static_cast<int>(i), pair});
    if (!pair) continue;
    // S x = μ T x: the block has complex eigenvalues, so T is invertible there.
    const Eigen::Matrix2d inverse = T.block<2, 2>(i, i).inverse();
    const Eigen::Matrix2cd vectors =
        tableau::eigenpairs(inverse * S.block<2, 2>(i, i)).value().vectors;
    right.block<2, 2>(i, i) = vectors;
    left.block<2, 2>(i, i) = vectors.inverse() * inverse.cast<Complex>();
    ++i;
  }
  form.left = left * form.left;
  form.right = form.right * right;
}

std::optional<Decoupling> triangularise(const std::vector<Matrix>& X) {
  const Matrix first = X.size() == 2 ? X[1] / X[1].norm() : mix(X, 0.3);
  const Matrix second = X.size() == 2 ? X[0] / X[0].norm() : mix(X, 2.1);
  const auto qz = tableau::generalized_schur(first, second);
  if (!qz) return {};
  Decoupling form;
  form.diagonal = false;
  form.left = qz->left.cast<Complex>();
  form.right = qz->right.cast<Complex>();
  split_pairs(qz->S, qz->T, form);
  transform(X, form);
  if (clear(form.X, [](int i, int j) { return i > j; }) > shared_form_tolerance) return {};
  for (const auto& block : form.blocks)
    if (block.complex_pair)
      for (auto& matrix : form.X) {
        if (std::abs(matrix(block.row, block.row + 1)) > shared_form_tolerance * matrix.norm())
          return {};
        matrix(block.row, block.row + 1) = 0;
      }
  return form;
}

}  // namespace

std::optional<Decoupling> decouple(const std::vector<Matrix>& X, double largest_condition) {
  if (auto form = diagonalise(X, largest_condition)) return form;
  return triangularise(X);
}

}  // namespace sparkdyn::stage
