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
ComplexMatrix solve(const ComplexMatrix& A, const ComplexMatrix& B);
ComplexMatrix inverse(const ComplexMatrix& A);

/// With complete pivoting: an estimate of 1/(|A||A⁻¹|), 0 when A is singular; and A⁻¹B.
double reciprocal_condition(const Matrix& A);
Matrix solve_with_complete_pivoting(const Matrix& A, const Matrix& B);

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

/// A square orthogonal matrix whose first column is along x.
Matrix orthogonal_completion(const Vector& x);

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
SymmetricEigenpairs tridiagonal_eigenpairs(const Vector& diagonal, const Vector& below);
Vector tridiagonal_eigenvalues(const Vector& diagonal, const Vector& below);

/// left·A·right = S, left·B·right = T, quasi-triangular and triangular. Nothing when it does not
/// converge.
struct GeneralizedSchur {
  Matrix S, T, left, right;
};
std::optional<GeneralizedSchur> generalized_schur(const Matrix& A, const Matrix& B);

}  // namespace sparkdyn::tableau
