#include "sparkdyn/tableau/decompositions.hpp"

#include <Eigen/Dense>
#include <Eigen/Eigenvalues>
#include <limits>

namespace sparkdyn::tableau {
namespace {

/// Without the QR decomposition that matrices of other shapes need first.
using SquareSvd = Eigen::JacobiSVD<Matrix, Eigen::NoQRPreconditioner>;

double ratio(const Vector& sigma) {
  const double smallest = sigma(sigma.size() - 1);
  return smallest > 0 ? sigma(0) / smallest : std::numeric_limits<double>::infinity();
}

}  // namespace

Matrix solve(const Matrix& A, const Matrix& B) {
  return A.partialPivLu().solve(B);
}

ComplexMatrix solve(const ComplexMatrix& A, const ComplexMatrix& B) {
  return A.partialPivLu().solve(B);
}

ComplexMatrix inverse(const ComplexMatrix& A) {
  return A.partialPivLu().inverse();
}

double reciprocal_condition(const Matrix& A) {
  const Eigen::FullPivLU<Matrix> lu(A);
  return lu.isInvertible() ? lu.rcond() : 0.0;
}

Matrix solve_with_complete_pivoting(const Matrix& A, const Matrix& B) {
  return Eigen::FullPivLU<Matrix>(A).solve(B);
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

Matrix orthogonal_completion(const Vector& x) {
  return Eigen::HouseholderQR<Matrix>(x).householderQ();
}

std::optional<Eigenpairs> eigenpairs(const Matrix& A) {
  const Eigen::EigenSolver<Matrix> solver(A);
  if (solver.info() != Eigen::Success) return {};
  return Eigenpairs{solver.eigenvalues(), solver.eigenvectors()};
}

ComplexVector eigenvalues(const Matrix& A) {
  return A.eigenvalues();
}

SymmetricEigenpairs symmetric_eigenpairs(const Matrix& A) {
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(A);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

SymmetricEigenpairs tridiagonal_eigenpairs(const Vector& diagonal, const Vector& below) {
  Eigen::SelfAdjointEigenSolver<Matrix> solver;
  solver.computeFromTridiagonal(diagonal, below);
  return {solver.eigenvalues(), solver.eigenvectors()};
}

Vector tridiagonal_eigenvalues(const Vector& diagonal, const Vector& below) {
  Eigen::SelfAdjointEigenSolver<Matrix> solver;
  solver.computeFromTridiagonal(diagonal, below, Eigen::EigenvaluesOnly);
  return solver.eigenvalues();
}

std::optional<GeneralizedSchur> generalized_schur(const Matrix& A, const Matrix& B) {
  Eigen::RealQZ<Matrix> qz(A.rows());
  qz.compute(A, B);
  if (qz.info() != Eigen::Success) return {};
  return GeneralizedSchur{qz.matrixS(), qz.matrixT(), qz.matrixQ().transpose(),
                          qz.matrixZ().transpose()};
}

}  // namespace sparkdyn::tableau
