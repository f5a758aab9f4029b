// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/decompositions.hpp"

#include <Eigen/Dense>
#include <algorithm>
#include <limits>

namespace sparkdyn::tableau {
namespace {

/// Square matrices need no QR decomposition first, as those of other shapes do.
using SquareSvd = Eigen::JacobiSVD<Matrix, Eigen::NoQRPreconditioner>;

double ratio(const Vector& sigma) {
  const double smallest = sigma(sigma.size() - 1);
  return smallest > 0 ? sigma(0) / smallest : std::numeric_limits<double>::infinity();
}

}  // namespace

Matrix solve(const Matrix& A, const Matrix& B) {
  return A.partialPivLu().solve(B);
}

Vector solve(const Matrix& A, const Vector& b) {
  return A.partialPivLu().solve(b);
}

ComplexMatrix solve(const ComplexMatrix& A, const ComplexMatrix& B) {
  return A.partialPivLu().solve(B);
}

WideComplexMatrix inverse(const WideComplexMatrix& A) {
  return A.partialPivLu().inverse();
}

double reciprocal_condition(const Matrix& A) {
  const Eigen::FullPivLU<Matrix> lu(A);
  return lu.isInvertible() ? lu.rcond() : 0.0;
}

WideMatrix solve_with_complete_pivoting(const WideMatrix& A, const WideMatrix& B) {
  return Eigen::FullPivLU<WideMatrix>(A).solve(B);
}

Vector singular_values(const Matrix& A) {
  return SquareSvd(A).singularValues();
}

double condition_number(const Matrix& A) {
  return ratio(singular_values(A));
}

double condition_number(const ComplexMatrix& A) {
  // [Re −Im; Im Re] has the same singular values, each twice.
  const Eigen::Index n = A.rows();
  Matrix real(2 * n, 2 * n);
  real << A.real(), -A.imag(), A.imag(), A.real();
  return ratio(singular_values(real));
}

SingularValues singular_value_decomposition(const Matrix& A) {
  const SquareSvd svd(A, Eigen::ComputeFullU | Eigen::ComputeFullV);
  return {svd.singularValues(), svd.matrixU(), svd.matrixV()};
}

Matrix least_squares(const Matrix& A, const Matrix& b) {
  return A.colPivHouseholderQr().solve(b);
}

ComplexMatrix least_squares(const ComplexMatrix& A, const ComplexMatrix& b) {
  return A.colPivHouseholderQr().solve(b);
}

Vector shortest_solution(const Matrix& A, const Vector& b) {
  return A.completeOrthogonalDecomposition().solve(Matrix(b));
}

Matrix orthogonal_basis(const Matrix& A) {
  return Eigen::HouseholderQR<Matrix>(A).householderQ();
}

Matrix triangular_factor(const Matrix& A) {
  const Matrix packed = Eigen::HouseholderQR<Matrix>(A).matrixQR();
  Matrix R = Matrix::Zero(std::min(A.rows(), A.cols()), A.cols());
  for (Eigen::Index i = 0; i < R.rows(); ++i)
    for (Eigen::Index j = i; j < R.cols(); ++j) R(i, j) = packed(i, j);
  return R;
}

Matrix orthogonal_complement(const Matrix& A) {
  const Eigen::ColPivHouseholderQR<Matrix> factors(A);
  return Matrix(factors.householderQ()).rightCols(A.rows() - factors.rank());
}

LeastIndependent least_independent_column(const Matrix& A) {
  const Eigen::ColPivHouseholderQR<Matrix> factors(A);
  const Eigen::Index last = std::min(A.rows(), A.cols()) - 1;
  return {std::abs(factors.matrixQR()(last, last)),
          factors.colsPermutation().indices()[A.cols() - 1]};
}

}  // namespace sparkdyn::tableau
