// SPDX-License-Identifier: BSD-3-Clause
// Parts of a structure that nothing connects, and what has no mass, on any number of ranks.

#include "mechanics/parts.hpp"

#include <gtest/gtest.h>

#include "support/dense.hpp"

namespace sparkdyn {
namespace {

/// Springs between the given pairs, masses on the diagonal.
mechanics::System chain(const Eigen::VectorXd& masses, std::vector<std::pair<int, int>> springs,
                        const Eigen::MatrixXd& G = {}) {
  const auto n = masses.size();
  Eigen::MatrixXd K = Eigen::MatrixXd::Zero(n, n);
  for (const auto& [i, j] : springs) {
    K(i, i) += 1;
    K(j, j) += 1;
    K(i, j) -= 1;
    K(j, i) -= 1;
  }
  std::optional<mechanics::Constraint> constraint;
  if (G.size() > 0) constraint = mechanics::Constraint{support::distribute(G), {}};
  return {support::distribute_shared(Eigen::MatrixXd(masses.asDiagonal())),
          {{mechanics::Kind::elastic, "", {{1.0, support::distribute_shared(K)}}}},
          {},
          std::move(constraint)};
}

TEST(ConnectedParts, AreCountedWithTheirSizes) {
  // 0–7, 7–1, 1–6 across ranks; 2–3; 4 alone; 5 alone.
  const auto system = chain(Eigen::VectorXd::Ones(8), {{0, 7}, {7, 1}, {1, 6}, {2, 3}});
  const auto parts = mechanics::connected_parts(system);
  EXPECT_EQ(parts.count, 4);
  ASSERT_EQ(parts.largest.size(), 4u);
  EXPECT_EQ(parts.largest[0].first, 0);
  EXPECT_EQ(parts.largest[0].dofs, 4);
  EXPECT_EQ(parts.largest[1].first, 2);
  EXPECT_EQ(parts.largest[1].dofs, 2);
}

TEST(ConnectedParts, AreJoinedByConstraintsAndNodes) {
  Eigen::MatrixXd G = Eigen::MatrixXd::Zero(2, 8);
  G.row(0) << 0, 0, 0, 1, 0, -1, 0, 0;
  G.row(1) << 1, 0, 0, 0, -1, 0, 0, 0;
  const auto system = chain(Eigen::VectorXd::Ones(8), {{0, 7}, {7, 1}, {1, 6}, {2, 3}}, G);
  EXPECT_EQ(mechanics::connected_parts(system).count, 2);
  const auto rows = core::row_range(system.mass()->get());
  std::vector<char> joined;
  for (PetscInt i = rows.begin; i < rows.end; ++i) joined.push_back(i > rows.begin);
  EXPECT_EQ(mechanics::connected_parts(system, joined).count, 1);
}

TEST(ConnectedParts, ALongChainIsOne) {
  constexpr int n = 60;
  std::vector<std::pair<int, int>> springs;
  for (int i = 0; i + 1 < n; ++i) springs.push_back({(i * 7) % n, ((i + 1) * 7) % n});
  EXPECT_EQ(mechanics::connected_parts(chain(Eigen::VectorXd::Ones(n), springs)).count, 1);
}

TEST(Massless, AreListed) {
  Eigen::VectorXd masses = Eigen::VectorXd::Ones(6);
  masses(1) = masses(4) = masses(5) = 0;
  const auto found = mechanics::massless_dofs(chain(masses, {{0, 1}, {4, 5}}), 2);
  EXPECT_EQ(found.count, 3);
  EXPECT_EQ(found.first, (std::vector<PetscInt>{1, 4}));
}

}  // namespace
}  // namespace sparkdyn
