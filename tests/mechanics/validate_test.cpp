// SPDX-License-Identifier: BSD-3-Clause
// What is wrong with a system is named, on every number of ranks.

#include "mechanics/validate.hpp"
#include "mechanics/parts.hpp"

#include <gtest/gtest.h>

#include <random>

#include "sparkdyn/core/error.hpp"
#include "support/error_of.hpp"
#include "support/manufactured.hpp"

namespace sparkdyn {
namespace {

using support::error_of;

using Eigen::MatrixXd;

TEST(Validate, FiniteEntries) {
  MatrixXd K = MatrixXd::Identity(5, 5);
  K(3, 1) = std::numeric_limits<double>::quiet_NaN();
  const auto matrix = support::distribute(K);
  const auto text = error_of([&] { mechanics::require_finite(Mat(matrix), "K.mtx"); });
  EXPECT_NE(text.find("K.mtx: entry (4, 2) is nan"), std::string::npos) << text;
  Eigen::VectorXd f = Eigen::VectorXd::Ones(5);
  f(4) = std::numeric_limits<double>::infinity();
  const auto vector = support::distribute(f);
  const auto other = error_of([&] { mechanics::require_finite(Vec(vector), "f.mtx"); });
  EXPECT_NE(other.find("f.mtx: entry 5 is inf"), std::string::npos) << other;
}

TEST(Validate, LooseDegreeOfFreedom) {
  MatrixXd M = MatrixXd::Identity(6, 6), K = M;
  M(4, 4) = 0;
  K(4, 4) = 0;
  const mechanics::System system(
      support::distribute_shared(M),
      {{mechanics::Kind::elastic, "", {{1.0, support::distribute_shared(K)}}}}, {}, {});
  const auto text = error_of([&] { mechanics::require_inertia_or_stiffness(system); });
  EXPECT_NE(text.find("degree of freedom 5"), std::string::npos) << text;
  EXPECT_EQ(mechanics::massless_dofs(system).count, 1);
}

TEST(Validate, HeldByAConstraintAlone) {
  MatrixXd M = MatrixXd::Identity(6, 6), K = M, G = MatrixXd::Zero(1, 6);
  M(4, 4) = K(4, 4) = 0;
  G(0, 1) = 1;
  G(0, 4) = -1;
  const auto look = [&] {
    const mechanics::System system(
        support::distribute_shared(M),
        {{mechanics::Kind::elastic, "", {{1.0, support::distribute_shared(K)}}}}, {},
        mechanics::Constraint{support::distribute(G), {}});
    mechanics::require_inertia_or_stiffness(system);
  };
  EXPECT_NO_THROW(look());
  G(0, 4) = 0;
  const std::string message = error_of(look);
  EXPECT_NE(message.find("degree of freedom 5"), std::string::npos) << message;
}

}  // namespace
}  // namespace sparkdyn
