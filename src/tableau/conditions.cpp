// SPDX-License-Identifier: BSD-3-Clause
#include "tableau/conditions.hpp"

#include <algorithm>

#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::tableau {

namespace {

// c^k by components; 0⁰ = 1, as the assumptions want it.
Vector power(const Vector& c, int k) {
  Vector result = Vector::Ones(c.size());
  for (int i = 0; i < k; ++i) result = result.cwiseProduct(c);
  return result;
}

double largest(const Matrix& residual) {
  return residual.cwiseAbs().maxCoeff();
}

// (b_i a⁽²⁾_ij + b_j a⁽¹⁾_ji − b_i b_j)
Matrix symplectic_matrix(const Matrix& A1, const Matrix& A2, const Vector& b) {
  const Matrix first = b.asDiagonal() * A1;
  const Matrix second = b.asDiagonal() * A2;
  return second + first.transpose() - b * b.transpose();
}

}  // namespace

double assumption_B(const Vector& b, const Vector& c, int p) {
  double worst = 0.0;
  for (int k = 1; k <= p; ++k) {
    worst = std::max(worst, std::abs(b.dot(power(c, k - 1)) - 1.0 / k));
  }
  return worst;
}

double assumption_C(const Matrix& A, const Vector& c, int q) {
  return assumption_C(A, c, c, q);
}

double assumption_C(const Matrix& A, const Vector& c, const Vector& x, int q) {
  double worst = 0.0;
  for (int k = 1; k <= q; ++k) {
    worst = std::max(worst, largest(A * power(c, k - 1) - power(x, k) / k));
  }
  return worst;
}

double assumption_D(const Matrix& A, const Vector& b, const Vector& c, int r) {
  double worst = 0.0;
  for (int k = 1; k <= r; ++k) {
    const Vector left = A.transpose() * b.cwiseProduct(power(c, k - 1));
    const Vector right = (b - b.cwiseProduct(power(c, k))) / k;
    worst = std::max(worst, largest(left - right));
  }
  return worst;
}

double assumption_CC(const Matrix& Am, const Matrix& An, const Vector& c, int Q) {
  double worst = 0.0;
  for (int k = 2; k <= Q; ++k) {
    const Vector left = Am * (An * power(c, k - 2));
    worst = std::max(worst, largest(left - power(c, k) / (k * (k - 1))));
  }
  return worst;
}

double assumption_DD(const Matrix& Am, const Matrix& An, const Vector& b, const Vector& c, int R) {
  double worst = 0.0;
  for (int k = 2; k <= R; ++k) {
    const Vector left = An.transpose() * (Am.transpose() * b.cwiseProduct(power(c, k - 2)));
    const Vector right =
        b / k - b.cwiseProduct(c) / (k - 1) + b.cwiseProduct(power(c, k)) / (k * (k - 1));
    worst = std::max(worst, largest(left - right));
  }
  return worst;
}

double stiff_accuracy_defect(const Matrix& A, const Vector& b) {
  return largest(A.row(A.rows() - 1) - b.transpose());
}

double symplectic_defect(const Matrix& A1, const Matrix& A2, const Vector& b) {
  return largest(symplectic_matrix(A1, A2, b));
}

double reaction_symplectic_defect(const Matrix& reaction_rows, const Matrix& point_rows,
                                  const Vector& b, const Vector& point_weights) {
  const Matrix reactions = b.asDiagonal() * reaction_rows;
  const Matrix positions = point_weights.asDiagonal() * point_rows;
  return largest(reactions + positions.transpose() - b * point_weights.transpose());
}

double symmetry_defect(const Matrix& A, const Vector& b) {
  return conjugate_symmetry_defect(A, A, b);
}

double conjugate_symmetry_defect(const Matrix& A3, const Matrix& A4, const Vector& b) {
  const Matrix sum = A3.reverse() + A4;
  const double matrices = largest(sum.rowwise() - b.transpose());
  return std::max(matrices, largest(b - b.reverse()));
}

Matrix algebraic_stability_matrix(const Matrix& A, const Vector& b) {
  return symplectic_matrix(A, A, b);
}

bool algebraically_stable(const Matrix& A, const Vector& b) {
  if (b.minCoeff() < 0.0) return false;
  return symmetric_eigenpairs(algebraic_stability_matrix(A, b)).values.minCoeff() > -1e-13;
}

}  // namespace sparkdyn::tableau
