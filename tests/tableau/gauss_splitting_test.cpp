// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/gauss_splitting.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "sparkdyn/tableau/decompositions.hpp"
#include "sparkdyn/tableau/splitting.hpp"
#include "support.hpp"
#include "tableau/stability.hpp"

namespace sparkdyn::tableau {
namespace {

TEST(GaussSplitting, EveryTermButTheConstraintHasARadius) {
  const GaussSplitting splitting = GaussSplitting::uniform(0.8);
  for (const Term term : gauss_terms) EXPECT_EQ(splitting(term), 0.8);
  EXPECT_EQ(splitting.entries().size(), gauss_terms.size());
  EXPECT_EQ(splitting.common(), 0.8);
  EXPECT_EQ(splitting.text(), "every term: 0.8");
  EXPECT_TRUE(splitting.damped());
  EXPECT_FALSE(GaussSplitting::uniform(1).damped());
}

TEST(GaussSplitting, ARegionOverridesItsKindOnly) {
  GaussSplitting splitting = GaussSplitting::uniform(1);
  splitting.set("elastic", 0.8);
  splitting.set("elastic@joint", 0);
  EXPECT_EQ(splitting(Term::elastic, "joint"), 0);
  EXPECT_EQ(splitting(Term::elastic, "beam"), 0.8);
  EXPECT_EQ(splitting(Term::damping, "joint"), 1);
  EXPECT_EQ(splitting.regions(Term::elastic), (std::vector<std::string>{"joint"}));
  EXPECT_EQ(splitting.common(), std::nullopt);
  EXPECT_TRUE(splitting.damped());
  EXPECT_EQ(splitting.text(),
            "velocity: 1, elastic: 0.8, elastic@joint: 0, damping: 1, inertia: 1, load: 1");
}

TEST(GaussSplitting, RejectsWhatItCannotMean) {
  GaussSplitting splitting = GaussSplitting::uniform(1);
  EXPECT_EQ(rejection([&] { splitting.set("constraint", 1); }).substr(0, 55),
            "the term \"constraint\" has no rho_infinity on Gauss node");
  EXPECT_NE(rejection([&] { splitting.set("constraint@hinge", 1); }).find("Jay 2007"),
            std::string::npos);
  EXPECT_EQ(rejection([&] { splitting.set("elastik", 1); }),
            "unknown term \"elastik\" in the splitting: allowed are velocity, elastic, damping, "
            "inertia, load, each optionally @region; nearest is \"elastic\"");
  EXPECT_EQ(rejection([&] { splitting.set("load@", 1); }),
            "the term \"load@\" in the splitting names no region after the @");
  EXPECT_EQ(rejection([&] { splitting.set("load", 1.5); }),
            "rho_infinity must lie between 0 (strongest damping) and 1 (none), not 1.5");
  EXPECT_EQ(splitting, GaussSplitting::uniform(1));
  EXPECT_NE(rejection([] { GaussSplitting::uniform(-1); }), "");
}

TEST(GaussSplitting, ReadsNumbersAndSaysWhyNotLetters) {
  EXPECT_EQ(parse_rho_infinity("elastic", "0.8"), 0.8);
  EXPECT_EQ(parse_rho_infinity("elastic", "1"), 1);
  EXPECT_NE(rejection([] { parse_rho_infinity("elastic", "2"); }).find("not 2"), std::string::npos);
  for (const char* letters : {"C", "C*", "C:0.75+C*:0.25", "A+B"}) {
    const std::string why = rejection([&] { parse_rho_infinity("elastic", letters); });
    EXPECT_NE(why.find("belongs to the family lobatto"), std::string::npos) << letters;
    EXPECT_NE(why.find("share its nodes"), std::string::npos) << letters;
  }
  for (const char* wrong : {"", "soft", "0.8x", "0,8"}) {
    EXPECT_EQ(rejection([&] { parse_rho_infinity("load", wrong); }),
              "the term \"load\" has \"" + std::string(wrong) +
                  "\"; on Gauss nodes it is a rho_infinity, a number from 0 (strongest damping) to "
                  "1 (none)");
  }
}

TEST(LobattoSplitting, ReadsLettersAndSaysWhyNotNumbers) {
  EXPECT_EQ(parse_mixture("elastic", "C"), Mixture::pure(Family::IIIC));
  EXPECT_EQ(parse_mixture("elastic", "C:0.75+C*:0.25"),
            Mixture::weights({{Family::IIIC, 0.75}, {Family::IIICstar, 0.25}}));
  const std::string why = rejection([] { parse_mixture("elastic", "0.8"); });
  EXPECT_NE(why.find("belongs to the family gauss-lobatto"), std::string::npos) << why;
  EXPECT_EQ(rejection([] { parse_mixture("elastic", "E"); }),
            "the term \"elastic\" cannot use \"E\"; allowed: A, B, C, C*, D");
  EXPECT_EQ(rejection([] { parse_mixture("elastic", "C:much"); }),
            "the term \"elastic\": \"much\" is not a weight of C");
  EXPECT_NE(rejection([] { parse_mixture("elastic", "C:0.5"); }), "");
  EXPECT_NE(rejection([] { parse_mixture("elastic", ""); }), "");
}

class GaussMixture : public ForStages {};
class FewStages : public ForStages {};

TEST_P(GaussMixture, IsStableForEveryPairAndStep) {
  const GaussLobatto all(GetParam());
  GaussSplitting splitting = GaussSplitting::uniform(1);
  for (const double velocity : radii) {
    for (const double elastic : radii) {
      splitting.set("velocity", velocity);
      splitting.set("elastic", elastic);
      for (double mu = 1e-3; mu < 1.1e4; mu *= 1.15) {
        EXPECT_LE(spectral_radius(stability_matrix(all, splitting, mu)), 1 + 1e-12)
            << velocity << " " << elastic << " " << mu;
      }
      // The larger of the two counts at infinity.
      EXPECT_NEAR(spectral_radius(stability_matrix(all, splitting, 1e9)),
                  std::max(velocity, elastic), 1e-6);
    }
  }
}

TEST_P(GaussMixture, IsStableWithDampingOfItsOwn) {
  const GaussLobatto all(GetParam());
  GaussSplitting splitting = GaussSplitting::uniform(1);
  for (const double velocity : {0.0, 0.8, 1.0}) {
    for (const double elastic : {0.0, 0.5, 1.0}) {
      for (const double damping : {0.0, 0.5, 1.0}) {
        splitting.set("velocity", velocity);
        splitting.set("elastic", elastic);
        splitting.set("damping", damping);
        for (double mu = 1e-3; mu < 1.1e4; mu *= 1.7) {
          for (const double ratio : {1e-3, 0.1, 2.0, 30.0}) {
            EXPECT_LE(spectral_radius(stability_matrix(all, splitting, mu, ratio * mu)), 1 + 1e-12)
                << velocity << " " << elastic << " " << damping << " " << mu << " " << ratio;
          }
        }
      }
    }
  }
}

TEST_P(GaussMixture, WithOneRadiusIsTheStabilityFunction) {
  const GaussLobatto all(GetParam());
  const std::complex<double> R = stability_function(all.A(0.3), all.b(), {0.0, 1.9});
  const Eigen::Matrix2d expected{{R.real(), R.imag()}, {-R.imag(), R.real()}};
  const Eigen::Matrix2d M = stability_matrix(all, GaussSplitting::uniform(0.3), 1.9);
  EXPECT_LT(distance(M, expected), 1e-13);
}

// Order 2s − 1 of every pair: the defect of one step is O(μ^{2s}).
TEST_P(FewStages, OfAMixtureHaveItsOrder) {
  const int s = GetParam();
  const GaussLobatto all(s);
  for (const double velocity : {0.0, 0.5, 0.8, 1.0}) {
    for (const double elastic : {0.0, 0.5, 0.8, 1.0}) {
      GaussSplitting splitting = GaussSplitting::uniform(1);
      splitting.set("velocity", velocity);
      splitting.set("elastic", elastic);
      const auto error = [&](double mu) {
        const Eigen::Matrix2d exact{{std::cos(mu), std::sin(mu)}, {-std::sin(mu), std::cos(mu)}};
        return distance(stability_matrix(all, splitting, mu), exact);
      };
      const double step = s == 1 ? 1e-3 : 0.1 * s;
      const double rate = std::log2(error(step) / error(step / 2));
      EXPECT_NEAR(rate, all.order(splitting.damped()) + 1, 0.3) << velocity << " " << elastic;
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Stages, GaussMixture, testing::Range(1, 9), stages_name);
INSTANTIATE_TEST_SUITE_P(Stages, FewStages, testing::Range(1, 5), stages_name);

// M = I, two regions; one step of the unconstrained method solved as it is written.
struct TwoRegions {
  Matrix M, K1, K2;
  Vector q0, v0;
};

Matrix random_matrix(int n, std::mt19937& generator) {
  std::normal_distribution<double> normal;
  return Matrix::NullaryExpr(n, n, [&] { return normal(generator); });
}

TwoRegions random_regions(int n, std::mt19937& generator) {
  const Matrix X = random_matrix(n, generator);
  const Matrix Y = random_matrix(n, generator);
  const Matrix Z = random_matrix(n, generator);
  return {X * X.transpose() + Matrix::Identity(n, n), Y * Y.transpose(), 30 * Z * Z.transpose(),
          random_matrix(n, generator).col(0), random_matrix(n, generator).col(0)};
}

Matrix kronecker(const Matrix& A, const Matrix& B) {
  Matrix product(A.rows() * B.rows(), A.cols() * B.cols());
  for (int i = 0; i < A.rows(); ++i)
    for (int j = 0; j < A.cols(); ++j)
      product.block(i * B.rows(), j * B.cols(), B.rows(), B.cols()) = A(i, j) * B;
  return product;
}

double energy(const TwoRegions& system, const Vector& q, const Vector& v) {
  return 0.5 * v.dot(system.M * v) + 0.5 * q.dot((system.K1 + system.K2) * q);
}

// T + U changes by −h² [ β_v νᵀKν + Σ_k β_k φᵀM⁻¹φ_k ], which is negative when both regions have
// the same ρ∞.
TEST_P(GaussMixture, LosesTheEnergyThatTheIdentitySays) {
  const int s = GetParam(), n = 4;
  const GaussLobatto all(s);
  std::mt19937 generator(7);
  const Vector ones = Vector::Ones(s);
  const Matrix identity = Matrix::Identity(n, n);
  for (const auto& [rho_v, rho_1, rho_2] :
       {std::tuple{0.5, 0.8, 0.0}, {1.0, 0.3, 0.3}, {0.0, 1.0, 0.2}, {1.0, 1.0, 1.0}}) {
    const TwoRegions system = random_regions(n, generator);
    const double h = 0.4;
    const Matrix Av = all.A(rho_v);
    const Matrix coupling = kronecker(all.A(rho_1), system.K1) + kronecker(all.A(rho_2), system.K2);
    const Matrix operator_ =
        kronecker(Matrix::Identity(s, s), system.M) + h * h * coupling * kronecker(Av, identity);
    const Vector start = kronecker(ones, identity) * system.q0;
    const Vector right = kronecker(ones, identity) * (system.M * system.v0) - h * coupling * start;
    const Vector V = solve(operator_, right);
    const Vector Q = start + h * kronecker(Av, identity) * V;

    const Matrix rows = kronecker(all.b().transpose(), identity);
    const Matrix K = system.K1 + system.K2;
    const Vector q1 = system.q0 + h * rows * V;
    const Vector v1 = system.v0 - h * solve(system.M, Vector(K * (rows * Q)));
    const Matrix moment = kronecker(all.b().cwiseProduct(all.p()).transpose(), identity);
    const Vector nu = moment * V;
    const Vector phi_1 = -system.K1 * (moment * Q);
    const Vector phi_2 = -system.K2 * (moment * Q);
    const Vector accelerated = solve(system.M, Vector(phi_1 + phi_2));
    const auto beta = [&](double rho) { return all.beta(damping_gamma(rho)); };
    const double expected = -h * h *
                            (beta(rho_v) * nu.dot(K * nu) + beta(rho_1) * accelerated.dot(phi_1) +
                             beta(rho_2) * accelerated.dot(phi_2));
    const double before = energy(system, system.q0, system.v0);
    EXPECT_NEAR(energy(system, q1, v1) - before, expected, 1e-12 * before);
    if (rho_1 == rho_2) {
      EXPECT_LE(expected, 0);
    }
  }
}

// Regions and dampers with ρ∞ of their own in coupled systems, where the identity has no sign.
TEST_P(FewStages, AreStableOnRandomCoupledSystems) {
  const int s = GetParam(), n = 2;
  const GaussLobatto all(s);
  std::mt19937 generator(11);
  std::uniform_real_distribution<double> uniform(0, 1);
  std::uniform_real_distribution<double> decades(-3, 5);
  for (int trial = 0; trial < 200; ++trial) {
    Matrix system = Matrix::Zero(2 * s * n, 2 * s * n);
    Matrix end = Matrix::Zero(2 * n, 2 * s * n);  // h·bᵀ of the right-hand side
    const Matrix identity = Matrix::Identity(n, n);
    const Matrix row = all.b().transpose();
    system.topRightCorner(s * n, s * n) = kronecker(all.A(uniform(generator)), identity);
    end.topRightCorner(n, s * n) = kronecker(row, identity);
    for (int part = 0; part < 4; ++part) {
      const bool elastic = part < 3;
      const Vector x = random_matrix(n, generator).col(0);
      const Matrix K = std::pow(10.0, decades(generator)) * x * x.transpose();
      const Matrix A = kronecker(all.A(uniform(generator)), K);
      const int column = elastic ? 0 : s * n;
      system.block(s * n, column, s * n, s * n) -= A;
      end.block(n, column, n, s * n) -= kronecker(row, K);
    }
    const Matrix starts = kronecker(Matrix::Identity(2, 2), kronecker(Vector::Ones(s), identity));
    const Matrix stages = solve(Matrix::Identity(2 * s * n, 2 * s * n) - system, starts);
    const Matrix step = Matrix::Identity(2 * n, 2 * n) + end * stages;
    EXPECT_LE(eigenvalues(step).cwiseAbs().maxCoeff(), 1 + 1e-7) << "trial " << trial;
  }
}

}  // namespace
}  // namespace sparkdyn::tableau
