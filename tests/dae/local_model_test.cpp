// SPDX-License-Identifier: BSD-3-Clause
// Methods with a local model, Jay (2007), sections 5 to 7: the closed forms (17), (19), (20), (21)
// and that before Theorem 6, orders, Theorem 6, and the harmonic oscillator of Figs. 4 and 5.
#include "sparkdyn/dae/local_model.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>

#include "support.hpp"

namespace sparkdyn::dae {
namespace {

using M = Eigen::MatrixXd;
using V = Eigen::VectorXd;

M square(double a, double b, double c, double d) {
  Eigen::Matrix2d result;
  result << a, b, c, d;
  return result;
}

M turn(double frequency, double t) {
  const double c = std::cos(frequency * t), s = std::sin(frequency * t);
  return square(c, s / frequency, -frequency * s, c);
}

M spring(double frequency) {
  return square(0, 1, -frequency * frequency, 0);
}

// y' = A y + d(t, y) with z' = A z.
LocalModel with_linear_model(double frequency, const LocalModel::Right& d,
                             const LocalModel::Slope& d_y) {
  const M A = spring(frequency);
  return {.f = [=](double t, const V& y) -> V { return A * y + d(t, y); },
          .g = [=](double, const V& y) -> V { return A * y; },
          .f_y = [=](double t, const V& y) -> M { return A + d_y(t, y); },
          .g_y = [=](double, const V&) -> M { return A; },
          .flow = [=](double t, double r, const V& z) -> V { return turn(frequency, t - r) * z; },
          .flow_z = [=](double t, double r, const V&) -> M { return turn(frequency, t - r); }};
}

V forcing(double t) {
  return Eigen::Vector2d(0.3 * std::cos(t), 0.7 + std::sin(2 * t));
}

LocalModel forced(double frequency) {
  return with_linear_model(
      frequency, [](double t, const V&) { return forcing(t); },
      [](double, const V&) -> M { return M::Zero(2, 2); });
}

// y'' = −4 y − y³/2 + sin t.
LocalModel bent() {
  return with_linear_model(
      2.0,
      [](double t, const V& y) -> V {
        return Eigen::Vector2d(0.0, -0.5 * y[0] * y[0] * y[0] + std::sin(t));
      },
      [](double, const V& y) -> M { return square(0, 0, -1.5 * y[0] * y[0], 0); });
}

TEST(LocalModel, HasTheClosedFormsOfThePaper) {
  const double h = 0.3, t = 0.4, w = 1.7;
  const LocalModel model = forced(w);
  const V y = Eigen::Vector2d(0.6, -0.2);
  const M A = spring(w), E = turn(w, h), I = M::Identity(2, 2);
  const M minus = (I - h / 2 * A).inverse(), plus = (I + h / 2 * A).inverse();
  const V b = forcing(t + h / 2);
  const auto step = [&](LocalScheme scheme) {
    return local_model_step(model, scheme, tableau::gauss(1), t, y, h);
  };
  EXPECT_LT((step(LocalScheme::lawson_euler) - E * (y + h * forcing(t))).norm(), 1e-14);    // (17)
  EXPECT_LT((step(LocalScheme::euler_correction) - E * y - h * forcing(t)).norm(), 1e-14);  // (19)
  EXPECT_LT((step(LocalScheme::rklm) - E * y - h * minus * b).norm(), 1e-14);               // (20)
  EXPECT_LT((step(LocalScheme::rklm_adjoint) - E * y - h * E * plus * b).norm(), 1e-14);    // (21)
  const V symmetrized = E * y + h * E * (I + E).inverse() * (plus + minus) * b;
  EXPECT_LT((step(LocalScheme::srklm) - symmetrized).norm(), 1e-14);
}

TEST(LocalModel, HasTheOrders) {
  const auto end = [](LocalScheme scheme, int stages, int steps) {
    V y = Eigen::Vector2d(1.0, 0.5);
    for (int k = 0; k < steps; ++k)
      y = local_model_step(bent(), scheme, tableau::gauss(stages), 2.0 * k / steps, y, 2.0 / steps);
    return y;
  };
  const V exact = end(LocalScheme::srklm, 4, 400);
  for (const auto& [scheme, stages, order] : {std::tuple{LocalScheme::rklm, 1, 2.0},
                                              {LocalScheme::rklm, 2, 4.0},
                                              {LocalScheme::rklm_adjoint, 1, 2.0},
                                              {LocalScheme::rklm_adjoint, 2, 4.0},
                                              {LocalScheme::srklm, 1, 2.0},
                                              {LocalScheme::srklm, 2, 4.0},
                                              {LocalScheme::lie, 1, 1.0},
                                              {LocalScheme::strang, 1, 2.0},
                                              {LocalScheme::lawson_euler, 1, 1.0},
                                              {LocalScheme::euler_correction, 1, 1.0}}) {
    const double found = std::log2((end(scheme, stages, 80) - exact).norm() /
                                   (end(scheme, stages, 160) - exact).norm());
    EXPECT_NEAR(found, order, 0.2) << local_scheme_names()[static_cast<std::size_t>(scheme)];
  }
}

TEST(LocalModel, IsTheMethodWithoutAModelAndExactWithTheRightOne) {
  const LocalModel model = bent();
  LocalModel none = model;
  none.g = [](double, const V&) -> V { return V::Zero(2); };
  none.g_y = [](double, const V&) -> M { return M::Zero(2, 2); };
  none.flow = [](double, double, const V& z) -> V { return z; };
  none.flow_z = [](double, double, const V&) -> M { return M::Identity(2, 2); };
  const V y = Eigen::Vector2d(1.0, 0.5);
  const V y1 = local_model_step(none, LocalScheme::srklm, tableau::gauss(1), 0.2, y, 0.1);
  EXPECT_LT((y1 - y - 0.1 * model.f(0.25, 0.5 * (y + y1))).norm(), 1e-14) << "the midpoint rule";
  const LocalModel exact = with_linear_model(
      3.0, [](double, const V&) -> V { return V::Zero(2); },
      [](double, const V&) -> M { return M::Zero(2, 2); });
  for (const LocalScheme scheme :
       {LocalScheme::rklm, LocalScheme::rklm_adjoint, LocalScheme::srklm, LocalScheme::lie,
        LocalScheme::strang, LocalScheme::lawson_euler, LocalScheme::euler_correction}) {
    const V found = local_model_step(exact, scheme, tableau::gauss(2), 0.0, y, 0.7);
    EXPECT_LT((found - turn(3.0, 0.7) * y).norm(), 1e-13)
        << local_scheme_names()[static_cast<std::size_t>(scheme)];
  }
}

// SRKLM and Strang's splitting are symmetric, RKLM is the adjoint of its adjoint and not symmetric.
TEST(LocalModel, Symmetry) {
  const V y = Eigen::Vector2d(1.0, 0.5);
  const auto there_and_back = [&](LocalScheme there, LocalScheme back) {
    const V end = local_model_step(bent(), there, tableau::gauss(2), 0.1, y, 0.4);
    return (local_model_step(bent(), back, tableau::gauss(2), 0.5, end, -0.4) - y).norm();
  };
  EXPECT_LT(there_and_back(LocalScheme::srklm, LocalScheme::srklm), 1e-14);
  EXPECT_LT(there_and_back(LocalScheme::strang, LocalScheme::strang), 1e-14);
  EXPECT_LT(there_and_back(LocalScheme::rklm, LocalScheme::rklm_adjoint), 1e-14);
  EXPECT_GT(there_and_back(LocalScheme::rklm, LocalScheme::rklm), 1e-8);
}

// The linear part is solved by an exponential: of a linear system exactly.
TEST(LocalModel, LinearPart) {
  const V c = Eigen::Vector2d(0.4, -1.0);
  const M A = spring(30.0) + 0.1 * M::Identity(2, 2);
  const LocalModel model = linear_part([=](double, const V& y) -> V { return A * y + c; },
                                       [=](double, const V&) -> M { return A; }, 0.0, c);
  const V y = Eigen::Vector2d(0.2, 0.5);
  const V rest = -A.inverse() * c;
  const V exact = rest + std::exp(0.1 * 2.0) * turn(30.0, 2.0) * (y - rest);
  EXPECT_LT((model.flow(2.0, 0.0, y) - exact).norm(), 1e-11);
  EXPECT_LT((model.flow_z(2.0, 0.0, y) - std::exp(0.2) * turn(30.0, 2.0)).norm(), 1e-10);
}

// Figs. 4 and 5: steps of six periods.
TEST(LocalModel, HarmonicOscillatorOfThePaper) {
  const double rho = 200.0, omega = std::hypot(rho, 1.0), h = 0.2;
  const LocalModel model = with_linear_model(
      rho, [](double, const V& y) -> V { return Eigen::Vector2d(0.0, -y[0]); },
      [](double, const V&) -> M { return square(0, 0, -1, 0); });
  const auto matrix = [&](LocalScheme scheme) {
    M step(2, 2);
    for (int k = 0; k < 2; ++k)
      step.col(k) = local_model_step(model, scheme, tableau::gauss(1), 0.0, V::Unit(2, k), h);
    return step;
  };
  EXPECT_NEAR(matrix(LocalScheme::srklm).determinant(), 1.0, 1e-12);
  EXPECT_LT(matrix(LocalScheme::rklm).determinant(), 1.0 - 1e-6);
  const auto energy = [&](const V& y) { return 0.5 * (omega * omega * y[0] * y[0] + y[1] * y[1]); };
  const V start = Eigen::Vector2d(0.2, 0.5);
  EXPECT_NEAR(energy(start), 800.145, 1e-9);
  V y = start, lossy = start, alone = start;
  double error = 0, low = 0, high = 0, early_low = 0, alone_error = 0, lossy_half_way = 0;
  M step = M::Identity(2, 2) - h / 2 * spring(omega);  // of the midpoint rule without a model
  step = (step.inverse() * (M::Identity(2, 2) + h / 2 * spring(omega))).eval();
  for (int k = 1; k <= 1000; ++k) {
    y = local_model_step(model, LocalScheme::srklm, tableau::gauss(1), (k - 1) * h, y, h);
    lossy = local_model_step(model, LocalScheme::rklm, tableau::gauss(1), (k - 1) * h, lossy, h);
    if (k <= 5) {
      alone = step * alone;
      error = std::max(error, std::abs(y[0] - (turn(omega, k * h) * start)[0]));
      alone_error = std::max(alone_error, std::abs(alone[0] - (turn(omega, k * h) * start)[0]));
    }
    low = std::min(low, energy(y) - energy(start));
    high = std::max(high, energy(y) - energy(start));
    if (k == 500) {
      early_low = low;
      lossy_half_way = energy(lossy) - energy(start);
    }
  }
  testing::print("midpoint RKLM after 1000 steps: energy error {:.4g}, det - 1 {:.4g}",
                 energy(lossy) - energy(start), matrix(LocalScheme::rklm).determinant() - 1);
  EXPECT_NEAR(error, 4.367e-4, 1e-7);
  EXPECT_NEAR(alone_error, 0.378, 5e-4);
  EXPECT_NEAR(low, -1.3438e-2, 1e-6);
  EXPECT_NEAR(high, 1.6e-6, 1e-7);
  EXPECT_NEAR(early_low, low, 1e-3 * std::abs(low));  // halves equal
  EXPECT_NEAR(matrix(LocalScheme::rklm).determinant() - 1, -1.8e-5, 0.05e-5);
  EXPECT_NEAR(energy(lossy) - energy(start), -14.3, 0.05);
  EXPECT_NEAR((energy(lossy) - energy(start)) / lossy_half_way, 2.0, 0.05);  // linearly
}

}  // namespace
}  // namespace sparkdyn::dae
