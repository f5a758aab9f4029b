// SPDX-License-Identifier: BSD-3-Clause
// The two-stage step printed in the introduction of Jay 1998, written out by hand with dense
// matrices: velocity C, load C*, damping and stiffness C, constraint B.

#include <gtest/gtest.h>

#include "support/manufactured.hpp"
#include "support/simulation.hpp"
#include "support/splittings.hpp"

namespace sparkdyn {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

struct HandStep {
  VectorXd q, v;
};

/// Unknowns Q1, Q2, V1, V2, v1 (n each), Λ1, Λ2 (m each), one dense system.
HandStep step_by_hand(const support::Manufactured& p, double t, const VectorXd& q0,
                      const VectorXd& v0, double h) {
  const auto n = q0.size();
  const auto m = p.G.rows();
  const MatrixXd C = p.C + p.C_joint, K = p.K + p.K_joint, one = MatrixXd::Identity(n, n);
  const auto load = [&](double at) {
    const core::Vector force = p.system().make_displacement();
    p.system().add_load(at, 1.0, force);
    return support::gather(force);
  };
  const auto prescribed = [&](double at, int derivative) {
    const core::Vector c = p.system().make_multiplier();
    p.system().prescribed_value(at, derivative, c);
    return support::gather(c);
  };
  const VectorXd F0 = load(t), F1 = load(t + h);

  MatrixXd A = MatrixXd::Zero(5 * n + 2 * m, 5 * n + 2 * m);
  VectorXd r = VectorXd::Zero(5 * n + 2 * m);
  const auto Q1 = 0 * n, Q2 = n, V1 = 2 * n, V2 = 3 * n, w = 4 * n, L1 = 5 * n, L2 = 5 * n + m;
  const auto put = [&](Eigen::Index row, Eigen::Index column, const MatrixXd& block) {
    A.block(row, column, block.rows(), block.cols()) += block;
  };
  // Q1 = q0 + h(½V1 − ½V2),  Q2 = q0 + h(½V1 + ½V2)
  put(0, Q1, one);
  put(0, V1, -0.5 * h * one);
  put(0, V2, 0.5 * h * one);
  r.segment(0, n) = q0;
  put(n, Q2, one);
  put(n, V1, -0.5 * h * one);
  put(n, V2, -0.5 * h * one);
  r.segment(n, n) = q0;
  // M V1 = M v0 − h(½CV1 − ½CV2) − h(½KQ1 − ½KQ2) − (h/2)GᵀΛ1
  put(2 * n, V1, p.M + 0.5 * h * C);
  put(2 * n, V2, -0.5 * h * C);
  put(2 * n, Q1, 0.5 * h * K);
  put(2 * n, Q2, -0.5 * h * K);
  put(2 * n, L1, 0.5 * h * p.G.transpose());
  r.segment(2 * n, n) = p.M * v0;
  // M V2 = M v0 + hF(t0) − h(½CV1 + ½CV2) − h(½KQ1 + ½KQ2) − (h/2)GᵀΛ1
  put(3 * n, V2, p.M + 0.5 * h * C);
  put(3 * n, V1, 0.5 * h * C);
  put(3 * n, Q1, 0.5 * h * K);
  put(3 * n, Q2, 0.5 * h * K);
  put(3 * n, L1, 0.5 * h * p.G.transpose());
  r.segment(3 * n, n) = p.M * v0 + h * F0;
  // M v1 = M v0 + h/2 (F(t0) − CV1 − KQ1 − GᵀΛ1) + h/2 (F(t1) − CV2 − KQ2 − GᵀΛ2)
  put(4 * n, w, p.M);
  for (auto [V, Q, L] : {std::tuple(V1, Q1, L1), std::tuple(V2, Q2, L2)}) {
    put(4 * n, V, 0.5 * h * C);
    put(4 * n, Q, 0.5 * h * K);
    put(4 * n, L, 0.5 * h * p.G.transpose());
  }
  r.segment(4 * n, n) = p.M * v0 + 0.5 * h * (F0 + F1);
  // 0 = G q1 − c,  q1 = q0 + h(½V1 + ½V2);  0 = G v1 − c'
  put(5 * n, V1, 0.5 * h * p.G);
  put(5 * n, V2, 0.5 * h * p.G);
  r.segment(5 * n, m) = prescribed(t + h, 0) - p.G * q0;
  put(5 * n + m, w, p.G);
  r.segment(5 * n + m, m) = prescribed(t + h, 1);

  const VectorXd x = A.fullPivLu().solve(r);
  return {q0 + 0.5 * h * (x.segment(V1, n) + x.segment(V2, n)), x.segment(w, n)};
}

TEST(IntroductionStep, EqualsTheSolver) {
  const support::Manufactured problem;
  for (const auto strategy :
       {linear::Strategy::automatic, linear::Strategy::monolithic, linear::Strategy::krylov}) {
    support::Simulation simulation(problem.system(),
                                   {.stages = 2, .splitting = support::by_letters("CCCSB")},
                                   {.strategy = strategy, .tolerance = 1e-15});
    auto state = problem.initial(0.3);
    for (const double h : {0.01, 0.2, 1.5}) {
      const HandStep expected =
          step_by_hand(problem, state.t, support::gather(state.q), support::gather(state.v), h);
      simulation.stepper.step(state, h);
      EXPECT_LT((support::gather(state.q) - expected.q).norm(), 1e-13 * expected.q.norm()) << h;
      EXPECT_LT((support::gather(state.v) - expected.v).norm(), 1e-13 * expected.v.norm()) << h;
    }
  }
}

}  // namespace
}  // namespace sparkdyn
