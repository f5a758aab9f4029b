// SPDX-License-Identifier: BSD-3-Clause
#include "tableau/stability.hpp"

#include <cmath>
#include <limits>
#include <optional>
#include <stdexcept>

#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::tableau {

namespace {

using Complex = std::complex<double>;

// The transfer function g(w) = bᵀ(wI − A)⁻¹e, w = 1/z, for which R(z) = 1 + g(1/z) when e = 1.
struct Transfer {
  Matrix A;
  Vector b;
  Vector e;
};

// A unit vector of the null space of A that is orthogonal to b, if there is one.
std::optional<Vector> hidden_null_vector(const Matrix& null_space, const Vector& b) {
  const Vector seen = null_space.transpose() * b;
  if (seen.norm() <= 1e-10 * b.norm()) return null_space.col(0);
  if (null_space.cols() == 1) return std::nullopt;
  // Two dimensions or more: something in the null space is orthogonal to the single vector b.
  return null_space * orthogonal_basis(seen).col(1);
}

// The same transfer function without the direction x, one dimension smaller. Valid when Ax = 0 and
// bᵀx = 0 (x never shows in the output), or Aᵀx = 0 and eᵀx = 0 (x is never excited).
Transfer without(const Transfer& g, const Vector& x) {
  const Matrix rest = orthogonal_basis(x).rightCols(x.size() - 1);
  return {rest.transpose() * g.A * rest, rest.transpose() * g.b, rest.transpose() * g.e};
}

// M(μ) with damping, the positions with the weights bv.
Eigen::Matrix2d oscillator_step(const Matrix& Av, const Vector& bv, const Matrix& Af,
                                const Vector& b, double mu, const Matrix& D, double d) {
  const Eigen::Index s = b.size();
  Matrix system = Matrix::Identity(2 * s, 2 * s);
  system.topRightCorner(s, s) = -mu * Av;
  system.bottomLeftCorner(s, s) = mu * Af;
  system.bottomRightCorner(s, s) += D;
  Matrix starts = Matrix::Zero(2 * s, 2);
  starts.col(0).head(s).setOnes();
  starts.col(1).tail(s).setOnes();

  const Matrix stages = solve(system, starts);
  Eigen::Matrix2d M = Eigen::Matrix2d::Identity();
  M.row(0) += mu * bv.transpose() * stages.bottomRows(s);
  M.row(1) -= mu * b.transpose() * stages.topRows(s);
  M.row(1) -= d * b.transpose() * stages.bottomRows(s);
  return M;
}

}  // namespace

Complex stability_function(const Matrix& A, const Vector& b, Complex z) {
  const Eigen::Index s = b.size();
  const Eigen::MatrixXcd system = Eigen::MatrixXcd::Identity(s, s) - z * A;
  const Eigen::VectorXcd stages = solve(system, ComplexMatrix(ComplexVector::Ones(s)));
  return 1.0 + z * (b.transpose() * stages).value();
}

// A zero eigenvalue of A is a pole of g at w = 0, unless it is hidden from b or from e. Hidden ones
// are removed one by one; g is then finite at 0 exactly when what remains of A is regular.
double stability_at_infinity(const Matrix& A, const Vector& b) {
  Transfer g{A, b, Vector::Ones(b.size())};
  while (g.b.size() > 0) {
    const SingularValues svd = singular_value_decomposition(g.A);
    const Eigen::Index rank = (svd.values.array() > 1e-10 * svd.values(0)).count();
    if (rank == g.b.size()) {
      const Vector inner = (svd.left.transpose() * g.e).cwiseQuotient(svd.values);
      return std::abs(1.0 - g.b.dot(svd.right * inner));
    }
    const Eigen::Index defect = g.b.size() - rank;
    std::optional<Vector> hidden = hidden_null_vector(svd.right.rightCols(defect), g.b);
    if (!hidden) hidden = hidden_null_vector(svd.left.rightCols(defect), g.e);
    if (!hidden) return std::numeric_limits<double>::infinity();
    g = without(g, *hidden);
  }
  return 1.0;
}

Eigen::Matrix2d stability_matrix(const Matrix& Av, const Matrix& Af, const Vector& b, double mu) {
  return stability_matrix(Av, b, Af, b, mu);
}

Eigen::Matrix2d stability_matrix(const Matrix& Av, const Vector& bv, const Matrix& Af,
                                 const Vector& b, double mu) {
  return oscillator_step(Av, bv, Af, b, mu, Matrix::Zero(b.size(), b.size()), 0.0);
}

Eigen::Matrix2d stability_matrix(const Matrix& Av, const Matrix& Af, const Vector& b, double mu,
                                 const Matrix& D, double d) {
  return oscillator_step(Av, b, Af, b, mu, D, d);
}

double spectral_radius(const Eigen::Matrix2d& M) {
  const double half_trace = M.trace() / 2;
  const double half_difference = (M(0, 0) - M(1, 1)) / 2;
  const double discriminant = half_difference * half_difference + M(0, 1) * M(1, 0);
  const double root = std::sqrt(std::abs(discriminant));
  return discriminant < 0.0 ? std::hypot(half_trace, root) : std::abs(half_trace) + root;
}

Complex pade_exponential(int numerator_degree, int denominator_degree, Complex z) {
  if (numerator_degree < 0 || denominator_degree < 0) {
    throw std::invalid_argument("the degrees of a Padé approximation must not be negative");
  }
  const int total = numerator_degree + denominator_degree;
  // Σ_i  n!/(n−i)! · (k+j−i)!/(k+j)! · xⁱ/i!, the numerator for n = k, x = z, and the denominator
  // for n = j, x = −z.
  const auto polynomial = [total](int degree, Complex x) {
    Complex term = 1.0;
    Complex sum = 1.0;
    for (int i = 0; i < degree; ++i) {
      term *= x * (static_cast<double>(degree - i) / ((total - i) * (i + 1.0)));
      sum += term;
    }
    return sum;
  };
  return polynomial(numerator_degree, z) / polynomial(denominator_degree, -z);
}

}  // namespace sparkdyn::tableau
