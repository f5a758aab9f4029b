// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Decompositions of small dense matrices as plain functions: whoever calls them need not compile
// them, which takes longer than all else in a file.

#include <complex>
#include <optional>

#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

using ComplexMatrix = Eigen::MatrixXcd;  ///< dense, of any size
using ComplexVector = Eigen::VectorXcd;  ///< dense, of any size
using WideMatrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;  ///< of any size
using WideVector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;               ///< of any size
/// Where eigenvectors are to lose cond of the last digit of a double, and not cond² of it.
using WideComplexMatrix = Eigen::Matrix<std::complex<long double>, Eigen::Dynamic, Eigen::Dynamic>;
using WideComplexVector =
    Eigen::Matrix<std::complex<long double>, Eigen::Dynamic, 1>;  ///< likewise

/// @{
/// A⁻¹B by elimination with partial pivoting; a singular A is not noticed.
Matrix solve(const Matrix& A, const Matrix& B);
Vector solve(const Matrix& A, const Vector& b);
ComplexMatrix solve(const ComplexMatrix& A, const ComplexMatrix& B);
/// A⁻¹.
WideComplexMatrix inverse(const WideComplexMatrix& A);
/// @}

/// An estimate of 1/(|A||A⁻¹|) by complete pivoting, 0 when A is singular.
double reciprocal_condition(const Matrix& A);
/// A⁻¹B by complete pivoting.
WideMatrix solve_with_complete_pivoting(const WideMatrix& A, const WideMatrix& B);

/// @{
/// The x of least |Ax − b| by orthogonal factors with column pivoting.
Matrix least_squares(const Matrix& A, const Matrix& b);
ComplexMatrix least_squares(const ComplexMatrix& A, const ComplexMatrix& b);
/// @}
/// The shortest x of least |Ax − b|.
Vector shortest_solution(const Matrix& A, const Vector& b);

/// A square orthogonal matrix whose first columns span those of A, when these are independent.
Matrix orthogonal_basis(const Matrix& A);
/// R of A = QR, with as many rows as A has columns or fewer.
Matrix triangular_factor(const Matrix& A);
/// An orthonormal basis of all that is orthogonal to the columns of A, dependent or not.
Matrix orthogonal_complement(const Matrix& A);

/// How far the columns of a matrix are from dependence.
struct LeastIndependent {
  double size;          ///< what is left of the last column without the others
  Eigen::Index column;  ///< the one that depends most on the others
};
/// By QR with column pivoting.
LeastIndependent least_independent_column(const Matrix& A);

/// The singular values of a square matrix, from the largest to the smallest.
Vector singular_values(const Matrix& A);
/// @{
/// The largest singular value over the smallest, infinity when that is zero.
double condition_number(const Matrix& A);
double condition_number(const ComplexMatrix& A);
/// @}

/// A = left·diag(values)·rightᵀ.
struct SingularValues {
  Vector values;  ///< from the largest to the smallest
  Matrix left;    ///< square and orthogonal
  Matrix right;   ///< square and orthogonal
};
/// All of A = left·diag(values)·rightᵀ, for a matrix of any shape.
SingularValues singular_value_decomposition(const Matrix& A);

/// A x = μ x; conjugate eigenvalues stand next to each other.
struct Eigenpairs {
  WideComplexVector values;   ///< μ
  WideComplexMatrix vectors;  ///< one column for each μ
};
/// Nothing when the iteration does not converge.
std::optional<Eigenpairs> eigenpairs(const WideMatrix& A);
/// The eigenvalues of A, conjugate ones next to each other.
ComplexVector eigenvalues(const Matrix& A);

/// A x = μ x of a symmetric matrix.
struct SymmetricEigenpairs {
  Vector values;   ///< ascending
  Matrix vectors;  ///< one column for each value
};
/// Only the lower triangle of A is read; the vectors are orthonormal.
SymmetricEigenpairs symmetric_eigenpairs(const Matrix& A);
/// A x = μ B x with xᵀBx = 1; nothing when B is not positive.
std::optional<SymmetricEigenpairs> symmetric_eigenpairs(const Matrix& A, const Matrix& B);
/// The matrix is symmetric, with that diagonal and those entries below it.
SymmetricEigenpairs tridiagonal_eigenpairs(const Vector& diagonal, const Vector& below);
/// Those of tridiagonal_eigenpairs() without the vectors.
Vector tridiagonal_eigenvalues(const Vector& diagonal, const Vector& below);

/// left·A·right = S and left·B·right = T with orthogonal left and right.
struct GeneralizedSchur {
  WideMatrix S;      ///< quasi-triangular: blocks of two for conjugate eigenvalues
  WideMatrix T;      ///< triangular
  WideMatrix left;   ///< orthogonal
  WideMatrix right;  ///< orthogonal
};
/// Nothing when the iteration does not converge.
std::optional<GeneralizedSchur> generalized_schur(const WideMatrix& A, const WideMatrix& B);

}  // namespace sparkdyn::tableau
