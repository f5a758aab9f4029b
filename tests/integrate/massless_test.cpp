// SPDX-License-Identifier: BSD-3-Clause
// Degrees of freedom without mass start where the forces on them balance, and then follow the
// closed form with every ρ∞, 1 included.

#include "integrate/massless.hpp"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <algorithm>
#include <numeric>
#include <random>

#include "support/dense.hpp"
#include "support/simulation.hpp"

namespace sparkdyn {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using mechanics::Kind;

MatrixXd random_matrix(std::mt19937& random, int rows, int columns) {
  std::normal_distribution<double> normal;
  return MatrixXd::NullaryExpr(rows, columns, [&] { return normal(random); });
}

/// M q'' + K q = f + g t (and Gq = const); the rows in `light` have no mass.
struct Problem {
  MatrixXd M, K, G;
  VectorXd f, g;
  std::vector<int> light;
  int size() const { return static_cast<int>(M.rows()); }

  Problem(std::mt19937& random, int n, int without, int constraints) {
    const MatrixXd a = random_matrix(random, n, n), b = random_matrix(random, n, n);
    K = 30 * (a * a.transpose() / n + MatrixXd::Identity(n, n));
    M = b * b.transpose() / n + MatrixXd::Identity(n, n);
    std::vector<int> all(static_cast<std::size_t>(n));
    std::iota(all.begin(), all.end(), 0);
    std::shuffle(all.begin(), all.end(), random);
    light.assign(all.begin(), all.begin() + without);
    for (const int i : light) {
      M.row(i).setZero();
      M.col(i).setZero();
    }
    G = random_matrix(random, constraints, n);
    f = random_matrix(random, n, 1);
    g = random_matrix(random, n, 1);
  }

  std::unique_ptr<mechanics::System> system(double rayleigh = 0) const {
    const auto stiffness = support::distribute_shared(K);
    std::vector<mechanics::MatrixTerm> terms;
    terms.push_back({Kind::elastic, "", {{1.0, stiffness}}});
    if (rayleigh > 0) terms.push_back({Kind::damping, "", {{rayleigh, stiffness}}});
    std::vector<mechanics::TimedVector> loads;
    loads.push_back(support::shaped(f, mechanics::constant_amplitude(1)));
    loads.push_back(support::shaped(g, mechanics::table_amplitude({{-100, -100}, {100, 100}})));
    std::optional<mechanics::Constraint> constraint;
    if (G.rows() > 0) constraint = mechanics::Constraint{support::distribute(G), {}};
    return std::make_unique<mechanics::System>(support::distribute_shared(M), std::move(terms),
                                               std::move(loads), std::move(constraint));
  }

  /// Columns that span {x: Ax = 0}.
  static MatrixXd null_space(const MatrixXd& A) {
    if (A.rows() == 0) return MatrixXd::Identity(A.cols(), A.cols());
    const Eigen::JacobiSVD<MatrixXd> svd(A, Eigen::ComputeFullV);
    const auto rank = (svd.singularValues().array() > 1e-10 * svd.singularValues()(0)).count();
    return svd.matrixV().rightCols(A.cols() - rank);
  }

  /// What may move without mass and without the constraints minding.
  MatrixXd loose() const {
    MatrixXd rows(size() + G.rows(), size());
    rows << M, G;
    return null_space(rows);
  }

  /// q and v at t from a start that balances: y = [heavy; loose] coordinates of the null space of
  /// G, the loose ones eliminated, the rest by modes.
  std::pair<VectorXd, VectorXd> exact(const VectorXd& q0, const VectorXd& v0, double t) const {
    const MatrixXd Z = null_space(G);
    const MatrixXd N = loose();
    // An M-orthogonal complement of N in the span of Z.
    const Eigen::SelfAdjointEigenSolver<MatrixXd> of_mass(Z.transpose() * M * Z);
    const auto heavy = (of_mass.eigenvalues().array() > 1e-10).count();
    const MatrixXd R = Z * of_mass.eigenvectors().rightCols(heavy);
    const MatrixXd back = N * (N.transpose() * K * N).ldlt().solve(N.transpose());
    const MatrixXd P = MatrixXd::Identity(size(), size()) - back * K;  // loose parts follow
    const VectorXd base = q0 - Z * (Z.transpose() * q0);               // what G holds
    const MatrixXd basis = P * R;
    const MatrixXd k = basis.transpose() * K * basis, m = R.transpose() * M * R;
    const auto right = [&](const VectorXd& force) -> VectorXd {
      return basis.transpose() * (force - K * base);
    };
    const Eigen::GeneralizedSelfAdjointEigenSolver<MatrixXd> modes(k, m);
    const MatrixXd& V = modes.eigenvectors();
    // Steady y = s + r t with k s = right(f), k r = right of g alone.
    const VectorXd s = k.ldlt().solve(right(f));
    const VectorXd r = k.ldlt().solve(basis.transpose() * g);
    const auto heavy_part = [&](const VectorXd& x) -> VectorXd {
      return m.ldlt().solve(R.transpose() * M * x);
    };
    const VectorXd omega = modes.eigenvalues().cwiseSqrt();
    const VectorXd a = V.transpose() * m * (heavy_part(q0 - base) - s);
    const VectorXd b = V.transpose() * m * (heavy_part(v0) - r);
    const Eigen::ArrayXd c = (omega * t).array().cos(), d = (omega * t).array().sin();
    const VectorXd y = s + r * t + V * (a.array() * c + b.array() / omega.array() * d).matrix();
    const VectorXd y1 = r + V * (b.array() * c - a.array() * omega.array() * d).matrix();
    return {base + basis * y + back * (f + g * t - K * base), basis * y1 + back * g};
  }
};

TEST(Massless, StartInBalanceAndFollowTheClosedForm) {
  std::mt19937 random(42);
  for (int trial = 0; trial < 12; ++trial) {
    const int n = 6 + trial % 3, constraints = trial % 3;
    const Problem problem(random, n, 1 + trial % 3, constraints);
    const auto system = problem.system();
    const MatrixXd Z = Problem::null_space(problem.G);
    const VectorXd q0 = Z * (Z.transpose() * random_matrix(random, n, 1));
    const VectorXd v0 = Z * (Z.transpose() * random_matrix(random, n, 1));
    auto start = support::make_state(0, q0, v0);
    const auto settled =
        integrate::settle_massless(*system, start, 0.01, stage::MassSolver(*system));
    EXPECT_EQ(settled.complaint, "");
    EXPECT_EQ(settled.dofs, static_cast<PetscInt>(problem.light.size()));
    const VectorXd q = support::gather(start.q), v = support::gather(start.v);
    // All others stay, and the constraints see no change.
    for (int i = 0; i < n; ++i)
      if (std::find(problem.light.begin(), problem.light.end(), i) == problem.light.end()) {
        EXPECT_EQ(q(i), q0(i));
        EXPECT_EQ(v(i), v0(i));
      }
    EXPECT_LT((problem.G * (q - q0)).norm() + (problem.G * (v - v0)).norm(), 1e-12);
    const MatrixXd N = problem.loose();
    EXPECT_LT((N.transpose() * (problem.f - problem.K * q)).norm(), 1e-10) << trial;
    EXPECT_LT((N.transpose() * (problem.g - problem.K * v)).norm(), 1e-10) << trial;
    const double end = 2;
    const auto [q_end, v_end] = problem.exact(q, v, end);
    for (const double rho : {0.0, 0.5, 1.0}) {
      auto state = support::make_state(0, q, v);
      support::Simulation simulation(*system,
                                     {.stages = 4, .splitting = tableau::Splitting::uniform(rho)});
      ASSERT_TRUE(simulation.run(state, end, 300).done);
      EXPECT_LT((support::gather(state.q) - q_end).norm(), 1e-6 * q_end.norm()) << trial << rho;
      EXPECT_LT((support::gather(state.v) - v_end).norm(), 1e-5 * v_end.norm()) << trial << rho;
    }
  }
}

/// Rayleigh damping of a millionth of a step is over before the step is.
TEST(Massless, DashpotsThatAStepCannotSeeCountAsNone) {
  std::mt19937 random(3);
  const Problem problem(random, 5, 2, 0);
  const auto fast = problem.system(1e-8), slow = problem.system(1.0);
  auto start = support::make_state(0, VectorXd::Zero(5), VectorXd::Zero(5));
  EXPECT_EQ(integrate::settle_massless(*fast, start, 0.01, stage::MassSolver(*fast)).dofs, 2);
  EXPECT_LT(
      (problem.loose().transpose() * (problem.f - problem.K * support::gather(start.q))).norm(),
      1e-6);
  auto other = support::make_state(0, VectorXd::Zero(5), VectorXd::Zero(5));
  EXPECT_EQ(integrate::settle_massless(*slow, other, 0.01, stage::MassSolver(*slow)).dofs, 0);
  EXPECT_EQ(core::norm(other.q), 0);
}

}  // namespace
}  // namespace sparkdyn
