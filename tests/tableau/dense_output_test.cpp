// SPDX-License-Identifier: BSD-3-Clause
// The motion within a step: polynomials that the stages hold are reproduced everywhere in it.

#include "tableau/dense_output.hpp"

#include <gtest/gtest.h>

#include <random>

#include "sparkdyn/tableau/gauss_lobatto.hpp"
#include "sparkdyn/tableau/lobatto.hpp"

namespace sparkdyn::tableau {
namespace {

double polynomial(const Vector& a, double x) {
  double value = 0;
  for (Eigen::Index k = a.size(); k-- > 0;) value = value * x + a(k);
  return value;
}

double integral(const Vector& a, double x) {
  double value = 0;
  for (Eigen::Index k = a.size(); k-- > 0;) value = value * x + a(k) / static_cast<double>(k + 1);
  return value * x;
}

double apply(const DenseRow& row, const Vector& a, const Vector& c) {
  double sum = row.start * polynomial(a, 0) + row.end * polynomial(a, 1);
  for (Eigen::Index i = 0; i < c.size(); ++i) sum += row.stages(i) * polynomial(a, c(i));
  return sum;
}

/// `degree`: up to which polynomials the moments are exact.
void expect_exact(const Vector& b, const Vector& c, int degree) {
  std::mt19937 random(7);
  std::normal_distribution<double> normal;
  const DenseOutput dense(b, c);
  for (int trial = 0; trial < 20; ++trial) {
    Vector a(degree + 1);
    for (double& each : a) each = normal(random);
    for (const double theta : {0.0, 0.1, 0.37, 0.5, 0.83, 1.0}) {
      EXPECT_NEAR(apply(dense.velocity(theta), a, c), polynomial(a, theta), 1e-11)
          << c.size() << " stages, theta " << theta;
      EXPECT_NEAR(apply(dense.displacement(theta), a, c), integral(a, theta), 1e-12)
          << c.size() << " stages, theta " << theta;
    }
  }
}

TEST(DenseOutput, HasPolynomialsOfTheStages) {
  for (int s = 2; s <= 10; ++s) {
    const GaussLobatto gauss(s);
    expect_exact(gauss.b(), gauss.c(), s);
  }
  const GaussLobatto one(1);
  expect_exact(one.b(), one.c(), 1);
  for (int s = 3; s <= 8; ++s) {
    const Lobatto lobatto(s);
    expect_exact(lobatto.b(), lobatto.c(), s - 1);
  }
}

/// Whatever the stages are, the step's ends are met: (q₁ − q₀)/h = Σ b_i V_i.
TEST(DenseOutput, MeetsBothEnds) {
  for (int s = 1; s <= 10; ++s) {
    const GaussLobatto gauss(s);
    const DenseOutput dense(gauss.b(), gauss.c());
    const DenseRow first = dense.velocity(0), last = dense.velocity(1), q = dense.displacement(1);
    EXPECT_NEAR(first.start, 1, 1e-12);
    EXPECT_NEAR(last.end, 1, 1e-12);
    EXPECT_LT(first.stages.norm() + last.stages.norm(), 1e-11);
    EXPECT_LT((q.stages - gauss.b()).norm() + std::abs(q.start) + std::abs(q.end), 1e-12);
    EXPECT_LT(dense.displacement(0).stages.norm(), 1e-13);
  }
}

}  // namespace
}  // namespace sparkdyn::tableau
