// SPDX-License-Identifier: BSD-3-Clause
#include "stage/decoupling.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <cmath>

namespace sparkdyn::stage {
namespace {

using tableau::Matrix;
using tableau::WideComplexMatrix;
using tableau::WideMatrix;
using tableau::WideVector;
using Wide = std::complex<long double>;

constexpr long double shared_form_tolerance = 1e-10L;

/// A form in long double; `Decoupling` is it, rounded.
struct WideForm {
  WideComplexMatrix left, right;
  std::vector<WideComplexMatrix> X;
  std::vector<DecoupledBlock> blocks;
};

Decoupling rounded(const WideForm& form, bool diagonal) {
  using Complex = std::complex<double>;
  Decoupling result;
  result.left = form.left.cast<Complex>();
  result.right = form.right.cast<Complex>();
  for (const auto& X : form.X) result.X.emplace_back(X.cast<Complex>());
  result.blocks = form.blocks;
  result.diagonal = diagonal;
  return result;
}

/// Σ w_k X_k/|X_k| with weights that no coincidence among the X_k is likely to meet.
WideMatrix mix(const std::vector<WideMatrix>& X, double seed) {
  WideMatrix sum = WideMatrix::Zero(X.front().rows(), X.front().cols());
  for (std::size_t k = 0; k < X.size(); ++k) {
    const long double norm = X[k].norm();
    const long double weight = std::cos(seed + 1.7 * static_cast<double>(k)) + 1.3;
    if (norm > 0) sum += weight / norm * X[k];
  }
  return sum;
}

void transform(const std::vector<WideMatrix>& X, WideForm& form) {
  form.X.clear();
  for (const WideMatrix& matrix : X) form.X.push_back(form.left * matrix.cast<Wide>() * form.right);
}

/// Largest entry where `wanted` says zero, relative to the whole; then clears those entries.
template <typename Zero>
long double clear(std::vector<WideComplexMatrix>& X, Zero is_zero) {
  long double worst = 0;
  for (WideComplexMatrix& matrix : X) {
    const long double norm = matrix.norm();
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
std::vector<DecoupledBlock> pair_up(const tableau::WideComplexVector& eigenvalues) {
  std::vector<DecoupledBlock> blocks;
  for (int i = 0; i < eigenvalues.size(); ++i) {
    const bool pair = eigenvalues(i).imag() != 0;
    blocks.push_back({i, pair});
    if (pair) ++i;
  }
  return blocks;
}

std::optional<Decoupling> diagonalise(const std::vector<WideMatrix>& X, double largest_condition) {
  const WideMatrix first = mix(X, 0.3), second = mix(X, 2.1);
  if (tableau::reciprocal_condition(first.cast<double>()) < 1e-8) return {};
  const auto pairs = tableau::eigenpairs(tableau::solve_with_complete_pivoting(first, second));
  if (!pairs) return {};
  WideForm form;
  form.right = pairs->vectors;
  const double condition =
      tableau::condition_number(ComplexMatrix(form.right.cast<std::complex<double>>()));
  if (!(condition < largest_condition)) return {};
  const WideMatrix one = WideMatrix::Identity(first.rows(), first.cols());
  form.left =
      tableau::inverse(form.right) * tableau::solve_with_complete_pivoting(first, one).cast<Wide>();
  form.blocks = pair_up(pairs->values);
  transform(X, form);
  if (clear(form.X, [](int i, int j) { return i != j; }) > shared_form_tolerance) return {};
  Decoupling result = rounded(form, true);
  result.condition = condition;
  return result;
}

/// Complex transformations that make the 2×2 blocks on the diagonal of a real quasi-triangular
/// pencil diagonal; conjugate rows stay next to each other.
void split_pairs(const WideMatrix& S, const WideMatrix& T, WideForm& form) {
  const auto p = S.rows();
  WideComplexMatrix left = WideComplexMatrix::Identity(p, p), right = left;
  for (Eigen::Index i = 0; i < p; ++i) {
    const bool pair = i + 1 < p && S(i + 1, i) != 0;
    form.blocks.push_back({static_cast<int>(i), pair});
    if (!pair) continue;
    // S x = μ T x: the block has complex eigenvalues, so T is invertible there.
    const Eigen::Matrix<long double, 2, 2> inverse = T.block<2, 2>(i, i).inverse();
    const WideComplexMatrix vectors =
        tableau::eigenpairs(inverse * S.block<2, 2>(i, i)).value().vectors;
    right.block<2, 2>(i, i) = vectors;
    left.block<2, 2>(i, i) = tableau::inverse(vectors) * inverse.cast<Wide>();
    ++i;
  }
  form.left = left * form.left;
  form.right = form.right * right;
}

std::optional<Decoupling> triangularise(const std::vector<WideMatrix>& X) {
  const WideMatrix first = X.size() == 2 ? X[1] / X[1].norm() : mix(X, 0.3);
  const WideMatrix second = X.size() == 2 ? X[0] / X[0].norm() : mix(X, 2.1);
  const auto qz = tableau::generalized_schur(first, second);
  if (!qz) return {};
  WideForm form;
  form.left = qz->left.cast<Wide>();
  form.right = qz->right.cast<Wide>();
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
  return rounded(form, false);
}

/// The unit vector that N shortens most, by two steps of inverse iteration.
WideVector null_vector(const WideMatrix& N) {
  const auto p = N.rows();
  const WideMatrix one = WideMatrix::Identity(p, p);
  const WideMatrix shifted = N + 1e-18L * N.norm() * one;  // N may be singular to the last bit
  WideVector x = WideVector::LinSpaced(p, 1, 2);
  for (int pass = 0; pass < 2; ++pass) {
    x = tableau::solve_with_complete_pivoting(WideMatrix(shifted.transpose()), WideMatrix(x))
            .col(0)
            .normalized();
    x = tableau::solve_with_complete_pivoting(shifted, WideMatrix(x)).col(0).normalized();
  }
  return x;
}

/// An orthogonal matrix whose first column is x, of length 1, by one reflection.
WideMatrix reflection_to(const WideVector& x) {
  const auto p = x.size();
  WideVector w = x;
  w(0) += x(0) < 0 ? -1 : 1;
  const WideMatrix one = WideMatrix::Identity(p, p);
  return one - (2 / w.squaredNorm()) * w * w.transpose();
}

/// Q with QᵀNQ strictly upper triangular, where N is nilpotent: one null vector after the other.
WideMatrix nilpotent_basis(const WideMatrix& N) {
  const auto p = N.rows();
  WideMatrix Q = WideMatrix::Identity(p, p);
  for (Eigen::Index k = 0; k + 1 < p; ++k) {
    const WideMatrix rest = (Q.transpose() * N * Q).bottomRightCorner(p - k, p - k);
    const WideMatrix H = reflection_to(null_vector(rest));
    Q.rightCols(p - k) = (Q.rightCols(p - k) * H).eval();
  }
  return Q;
}

/// Where the X_k are polynomials of one matrix with one real eigenvalue: that matrix less its
/// eigenvalue is nilpotent, and what makes it triangular serves all. A Schur form found by
/// iterations would scatter the eigenvalue by ε^{1/p}.
std::optional<Decoupling> single_eigenvalue(const std::vector<WideMatrix>& X) {
  constexpr long double nilpotent = 1e-12L;
  const WideMatrix sum = mix(X, 0.3);
  const auto p = sum.rows();
  if (p < 2) return {};
  const WideMatrix N = sum - sum.trace() / static_cast<long double>(p) * WideMatrix::Identity(p, p);
  WideMatrix power = N;
  for (Eigen::Index k = 1; k < p; ++k) power = power * N;
  const long double size = std::pow(N.norm(), static_cast<long double>(p));
  if (!(size > 0) || power.norm() > nilpotent * size) return {};
  const WideMatrix flag = nilpotent_basis(N);
  WideForm form;
  form.right = flag.cast<Wide>();
  form.left = flag.transpose().cast<Wide>();
  for (int i = 0; i < p; ++i) form.blocks.push_back({i, false});
  transform(X, form);
  for (std::size_t k = 0; k < X.size(); ++k)
    form.X[k].diagonal().setConstant(X[k].trace() / static_cast<long double>(p));
  if (clear(form.X, [](int i, int j) { return i > j; }) > shared_form_tolerance) return {};
  return rounded(form, false);
}

}  // namespace

std::optional<Decoupling> decouple(const std::vector<Matrix>& X, double largest_condition) {
  std::vector<WideMatrix> wide;
  for (const Matrix& matrix : X) wide.emplace_back(matrix.cast<long double>());
  if (auto form = single_eigenvalue(wide)) return form;
  if (auto form = diagonalise(wide, largest_condition)) return form;
  return triangularise(wide);
}

}  // namespace sparkdyn::stage
