// SPDX-License-Identifier: BSD-3-Clause
// What a run says of itself before it starts: motions that nothing holds, loads and modes that its
// steps do not resolve.

#include "job/run_notes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "support/bar.hpp"

namespace sparkdyn {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

/// n masses 1 in a row with springs 1 between them; the first one is held by a spring of that size.
std::unique_ptr<mechanics::System> chain(int n, double hold, const MatrixXd& G = {},
                                         double load_frequency = 0) {
  MatrixXd K = MatrixXd::Zero(n, n);
  for (int i = 0; i + 1 < n; ++i) K.block(i, i, 2, 2) += Eigen::Matrix2d({{1, -1}, {-1, 1}});
  K(0, 0) += hold;
  std::vector<mechanics::MatrixTerm> terms;
  terms.push_back({mechanics::Kind::elastic, "", {{1.0, support::distribute_shared(K)}}});
  std::optional<mechanics::Constraint> constraint;
  if (G.size() > 0) constraint = mechanics::Constraint{support::distribute(G), {}};
  std::vector<mechanics::TimedVector> loads;
  if (load_frequency > 0)
    loads.push_back(
        support::shaped(VectorXd::Ones(n), mechanics::sine_amplitude(load_frequency, 0.0)));
  return std::make_unique<mechanics::System>(
      support::distribute_shared(MatrixXd(MatrixXd::Identity(n, n))), std::move(terms),
      std::move(loads), std::move(constraint));
}

std::vector<core::Vector> together(int n) {
  std::vector<core::Vector> rigid;
  rigid.push_back(support::distribute(VectorXd(VectorXd::Ones(n))));
  return rigid;
}

TEST(FreeRigidMotions, AreThoseThatNothingHolds) {
  const int n = 9;
  EXPECT_EQ(job::free_rigid_motions(*chain(n, 0), together(n)), 1);
  EXPECT_EQ(job::free_rigid_motions(*chain(n, 1e-3), together(n)), 0);
  EXPECT_EQ(job::free_rigid_motions(*chain(n, 1e-13), together(n)), 1);
  EXPECT_EQ(job::free_rigid_motions(*chain(n, 0, MatrixXd(VectorXd::Unit(n, 4).transpose())),
                                    together(n)),
            0);
  // A difference is no motion of the whole, but it resists all the same.
  EXPECT_EQ(job::free_rigid_motions(
                *chain(n, 0, MatrixXd(VectorXd::LinSpaced(n, -1, 1).transpose())), together(n)),
            1);
}

TEST(RunNotes, SayWhatTheStepsDoNotResolve) {
  const int n = 4;
  const double first = 2 * std::sin(std::numbers::pi / (4 * n + 2)) / (2 * std::numbers::pi);
  const auto notes = [&](double step, double load_frequency) {
    return job::run_notes(*chain(n, 1, {}, load_frequency), {0, 100 * step, step}, {}).size();
  };
  EXPECT_EQ(notes(0.05 / first, 0), 0u);
  EXPECT_EQ(notes(0.3 / first, 0), 1u);  // fewer than four steps in a period
  EXPECT_EQ(notes(0.05 / first, first), 0u);
  EXPECT_EQ(notes(0.05 / first, 8 * first), 1u);  // of the load
}

}  // namespace
}  // namespace sparkdyn
