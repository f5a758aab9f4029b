#pragma once
// Decompositions of small dense matrices as plain functions: whoever calls them need not compile
// them, which takes longer than all else in a file.

#include <optional>

#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

using ComplexMatrix = Eigen::MatrixXcd;
using ComplexVector = Eigen::VectorXcd;

/// A⁻¹B by elimination with partial pivoting.
Matrix solve(const Matrix& A, const Matrix& B);
Vector solve(const Matrix& A, const Vector& b);
ComplexMatrix solve(const ComplexMatrix& A, const ComplexMatrix& B);
ComplexMatrix inverse(const ComplexMatrix& A);

/// With complete pivoting: an estimate of 1/(|A||A⁻¹|), 0 when A is singular; and A⁻¹B.
double reciprocal_condition(const Matrix& A);
Matrix solve_with_complete_pivoting(const Matrix& A, const Matrix& B);

/// The x of least |Ax − b| by orthogonal factors with column pivoting, and the shortest of them.
Matrix least_squares(const Matrix& A, const Matrix& b);
ComplexMatrix least_squares(const ComplexMatrix& A, const ComplexMatrix& b);
Vector shortest_solution(const Matrix& A, const Vector& b);

/// A square orthogonal matrix whose first columns span those of A, when these are independent.
Matrix orthogonal_basis(const Matrix& A);
/// R of A = QR, with as many rows as A has columns or fewer.
Matrix triangular_factor(const Matrix& A);
/// An orthonormal basis of all that is orthogonal to the columns of A, dependent or not.
Matrix orthogonal_complement(const Matrix& A);

/// How far the columns of A are from dependence, and which one depends most on the others: by QR
/// with column pivoting.
struct LeastIndependent {
  double size;
  Eigen::Index column;
};
LeastIndependent least_independent_column(const Matrix& A);

/// Of square matrices, from the largest to the smallest.
Vector singular_values(const Matrix& A);
/// Largest over smallest singular value, infinity when singular.
double condition_number(const Matrix& A);
double condition_number(const ComplexMatrix& A);

struct SingularValues {
  Vector values;
  Matrix left, right;  ///< square: A = left·values·rightᵀ
};
SingularValues singular_value_decomposition(const Matrix& A);

/// A x = μ x; conjugate eigenvalues stand next to each other. Nothing when it does not converge.
struct Eigenpairs {
  ComplexVector values;
  ComplexMatrix vectors;
};
std::optional<Eigenpairs> eigenpairs(const Matrix& A);
ComplexVector eigenvalues(const Matrix& A);

/// Of a symmetric matrix, ascending; the second from the diagonal and the one below.
struct SymmetricEigenpairs {
  Vector values;
  Matrix vectors;
};
SymmetricEigenpairs symmetric_eigenpairs(const Matrix& A);
/// A x = μ B x with xᵀBx = 1; nothing when B is not positive.
std::optional<SymmetricEigenpairs> symmetric_eigenpairs(const Matrix& A, const Matrix& B);
SymmetricEigenpairs tridiagonal_eigenpairs(const Vector& diagonal, const Vector& below);
Vector tridiagonal_eigenvalues(const Vector& diagonal, const Vector& below);

/// left·A·right = S, left·B·right = T, quasi-triangular and triangular. Nothing when it does not
/// converge.
struct GeneralizedSchur {
  Matrix S, T, left, right;
};
std::optional<GeneralizedSchur> generalized_schur(const Matrix& A, const Matrix& B);

}  // namespace sparkdyn::tableau
