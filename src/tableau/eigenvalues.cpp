// SPDX-License-Identifier: BSD-3-Clause
// The second half of decompositions.hpp, so that the two are compiled beside each other.
#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>

#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::tableau {

std::optional<Eigenpairs> eigenpairs(const WideMatrix& A) {
  const Eigen::EigenSolver<WideMatrix> solver(A);
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

std::optional<SymmetricEigenpairs> symmetric_eigenpairs(const Matrix& A, const Matrix& B) {
  const Eigen::LLT<Matrix> factor(B);
  if (factor.info() != Eigen::Success) return {};
  const auto L = factor.matrixL();
  const Matrix half = L.solve(A);
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(Matrix(L.solve(Matrix(half.transpose()))));
  if (solver.info() != Eigen::Success) return {};
  return SymmetricEigenpairs{solver.eigenvalues(), factor.matrixU().solve(solver.eigenvectors())};
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

std::optional<GeneralizedSchur> generalized_schur(const WideMatrix& A, const WideMatrix& B) {
  Eigen::RealQZ<WideMatrix> qz(A.rows());
  qz.compute(A, B);
  if (qz.info() != Eigen::Success) return {};
  return GeneralizedSchur{qz.matrixS(), qz.matrixT(), qz.matrixQ().transpose(),
                          qz.matrixZ().transpose()};
}

}  // namespace sparkdyn::tableau
