// SPDX-License-Identifier: BSD-3-Clause
// Trusses, springs, dashpots and masses against their closed forms.

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>
#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <vector>

#include "sparkdyn/structure/element.hpp"
#include "structure/named_element.hpp"

namespace sparkdyn::structure {
namespace {

using Matrix = Eigen::MatrixXd;
using Vector6 = Eigen::Matrix<double, 6, 1>;

struct Case {
  const Element& kind;
  std::vector<Point> x;
  SectionData section;
  Material material = Material::isotropic(210, 0.3, 7.8);

  ElementInput input() const { return {x, &material, &section}; }
  std::string complaint() const { return kind.complaint(input()); }
  bool complains_of(std::string_view word) const {
    return complaint().find(word) != std::string::npos;
  }
  Matrix get(auto compute) const {
    const int n = matrix_size(kind, section);
    Matrix A = Matrix::Constant(n, n, 1e30);  // every entry must be set
    compute(A);
    return A;
  }
  Matrix stiffness() const {
    return get([&](Matrix& A) { kind.stiffness(input(), A); });
  }
  Matrix mass(bool lumped = false) const {
    return get([&](Matrix& A) { kind.mass(input(), lumped, A); });
  }
  Matrix damping() const {
    return get([&](Matrix& A) { kind.damping(input(), A); });
  }
};

const std::vector<Point> inclined{{1, 2, 3}, {3, 5, 9}};  // length 7
const Point along = Point(2, 3, 6) / 7;

Vector6 pulled(const Point& d) {
  return (Vector6() << -d, d).finished();
}

// --------------------------------------------------------------------------------------- truss

TEST(Truss, IsABarAlongItsAxis) {
  const Case truss{element("truss2"), inclined, TrussSection{0.2}};
  const Matrix K = truss.stiffness();
  const Vector6 a = pulled(along);
  EXPECT_LT((K - 210 * 0.2 / 7 * a * a.transpose()).norm(), 1e-13 * K.norm());
  EXPECT_EQ(truss.complaint(), "");
}

TEST(Truss, HasTheMassOfTheBar) {
  const Case truss{element("truss2"), inclined, TrussSection{0.2}};
  const double total = 7.8 * 0.2 * 7;
  for (const bool lumped : {false, true})
    for (int c = 0; c < 3; ++c) {
      Vector6 one = Vector6::Zero(), x = Vector6::Zero();
      for (int i = 0; i < 2; ++i) {
        one[3 * i + c] = 1;
        x[3 * i + c] = inclined[i][0];
      }
      const Matrix M = truss.mass(lumped);
      EXPECT_NEAR(one.dot(M * one), total, 1e-12);
      EXPECT_NEAR(one.dot(M * x), total * 2, 1e-12);  // the centre is at x = 2
      if (!lumped) {
        EXPECT_NEAR(x.dot(M * x), total * (4 + 4.0 / 12), 1e-11);  // ∫ x² of a bar from 1 to 3
      }
    }
}

TEST(Truss, StressIsAxial) {
  const Case truss{element("truss2"), inclined, TrussSection{0.2}};
  const Eigen::VectorXd q = 0.5e-3 * 7 * pulled(along);  // strain 1e-3
  const Stress s = truss.kind.stress(truss.input(), q, 0);
  const Eigen::Matrix3d expected = 0.21 * along * along.transpose();
  EXPECT_NEAR(s[0], expected(0, 0), 1e-12);
  EXPECT_NEAR(s[2], expected(2, 2), 1e-12);
  EXPECT_NEAR(s[3], expected(0, 1), 1e-12);
  EXPECT_NEAR(s[4], expected(1, 2), 1e-12);
  EXPECT_NEAR(s[5], expected(2, 0), 1e-12);
}

TEST(Truss, ChainHasTheFrequencyOfLinearElements) {
  const int n = 8;
  const double L = 10, h = L / n;
  Matrix K = Matrix::Zero(n + 1, n + 1), M = K;
  for (int e = 0; e < n; ++e) {
    const Case truss{element("truss2"), {{e * h, 0, 0}, {(e + 1) * h, 0, 0}}, TrussSection{0.2}};
    const std::vector<int> x{0, 3};
    K.block(e, e, 2, 2) += truss.stiffness()(x, x);
    M.block(e, e, 2, 2) += truss.mass()(x, x);
  }
  const Matrix k = K.bottomRightCorner(n, n), m = M.bottomRightCorner(n, n);
  const double omega =
      std::sqrt(Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(k, m).eigenvalues()[0]);
  const double phase = std::numbers::pi / 2 / n;
  EXPECT_NEAR(
      omega,
      std::sqrt(210 / 7.8) / h * std::sqrt(6 * (1 - std::cos(phase)) / (2 + std::cos(phase))),
      1e-10);
}

TEST(Truss, SaysWhatIsWrong) {
  const auto& truss = element("truss2");
  EXPECT_TRUE((Case{truss, {{1, 1, 1}, {1, 1, 1}}, TrussSection{1}}).complains_of("length"));
  EXPECT_TRUE((Case{truss, inclined, TrussSection{0}}).complains_of("area"));
  EXPECT_TRUE((Case{truss, inclined, SolidSection{}}).complains_of("section"));
  const Case no_material{truss, inclined, TrussSection{1}};
  EXPECT_NE(truss.complaint({inclined, nullptr, &no_material.section}).find("material"),
            std::string::npos);
}

// ------------------------------------------------------------------------------------- springs

TEST(Spring, PullsAlongTheLineBetweenItsNodes) {
  const Case spring{element("spring"), inclined, SpringSection{.stiffness = 5, .damping = 0.3}};
  const Vector6 a = pulled(along);
  EXPECT_LT((spring.stiffness() - 5 * a * a.transpose()).norm(), 1e-13);
  EXPECT_LT((spring.damping() - 0.3 * a * a.transpose()).norm(), 1e-13);
  EXPECT_TRUE(spring.kind.has_damping());
  EXPECT_EQ(spring.mass().norm(), 0);
  EXPECT_EQ(spring.kind.components(0, spring.section), translations);
  EXPECT_EQ(spring.complaint(), "");
}

TEST(Spring, PullsAlongADirection) {
  const Case spring{element("spring"),
                    {{1, 1, 1}, {1, 1, 1}},
                    SpringSection{.stiffness = 5, .direction = {0, 3, 4}}};
  const Vector6 a = pulled({0, 0.6, 0.8});
  EXPECT_LT((spring.stiffness() - 5 * a * a.transpose()).norm(), 1e-13);
  EXPECT_EQ(spring.complaint(), "");
}

TEST(Spring, ActsOnRotations) {
  const Case spring{element("spring"), inclined,
                    SpringSection{.stiffness = 5, .direction = {0, 0, 2}, .rotational = true}};
  EXPECT_EQ(spring.kind.components(1, spring.section), 0b111000);
  const Vector6 a = pulled({0, 0, 1});
  EXPECT_LT((spring.stiffness() - 5 * a * a.transpose()).norm(), 1e-13);
}

TEST(Spring, ConnectsComponents) {
  const Case spring{element("spring"), inclined,
                    SpringSection{.stiffness = 5, .component_a = 1, .component_b = 4}};
  EXPECT_EQ(spring.kind.components(0, spring.section), 0b000010);
  EXPECT_EQ(spring.kind.components(1, spring.section), 0b010000);
  EXPECT_EQ(spring.stiffness(), 5 * (Matrix(2, 2) << 1, -1, -1, 1).finished());
}

TEST(Spring, SaysWhatIsWrong) {
  const auto& spring = element("spring");
  const std::vector<Point> same{{1, 1, 1}, {1, 1, 1}};
  EXPECT_TRUE((Case{spring, same, SpringSection{.stiffness = 1}}).complains_of("same place"));
  EXPECT_TRUE((Case{spring, same, SpringSection{.stiffness = 1, .component_a = 1}})
                  .complains_of("one of its nodes"));
  EXPECT_TRUE(
      (Case{spring, same, SpringSection{.stiffness = 1, .component_a = 1, .component_b = 6}})
          .complains_of("component 7"));
  EXPECT_TRUE((Case{spring, inclined, SpringSection{.damping = -1}}).complains_of("damping"));
  EXPECT_TRUE(
      (Case{spring, inclined, SpringSection{.stiffness = std::nan("")}}).complains_of("stiffness"));
  EXPECT_TRUE((Case{spring, inclined, MassSection{1}}).complains_of("section"));
}

TEST(SpringToGround, HoldsAComponentOrADirection) {
  const auto& spring = element("spring-ground");
  const Case component{spring, {{1, 2, 3}}, SpringSection{.stiffness = 5, .component_a = 5}};
  EXPECT_EQ(component.kind.components(0, component.section), 0b100000);
  EXPECT_EQ(component.stiffness(), Matrix::Constant(1, 1, 5));
  const Case direction{
      spring, {{1, 2, 3}}, SpringSection{.stiffness = 5, .damping = 2, .direction = {3, 0, -4}}};
  const Point d(0.6, 0, -0.8);
  EXPECT_LT((direction.stiffness() - 5 * d * d.transpose()).norm(), 1e-14);
  EXPECT_LT((direction.damping() - 2 * d * d.transpose()).norm(), 1e-14);
  EXPECT_TRUE((Case{spring, {{1, 2, 3}}, SpringSection{.stiffness = 5}}).complains_of("direction"));
}

// ------------------------------------------------------------------------------------- masses

TEST(PointMass, MovesOnlyDisplacementsWithoutInertia) {
  const Case mass{element("mass"), {{1, 2, 3}}, MassSection{.mass = 4}};
  EXPECT_EQ(mass.kind.components(0, mass.section), translations);
  EXPECT_EQ(mass.mass(), 4 * Matrix::Identity(3, 3));
  EXPECT_EQ(mass.stiffness().norm(), 0);
  EXPECT_EQ(mass.complaint(), "");
}

TEST(PointMass, HasRotaryInertia) {
  const Case mass{
      element("mass"), {{1, 2, 3}}, MassSection{.mass = 4, .inertia = {3, 4, 5, 0.1, 0.2, 0.3}}};
  EXPECT_EQ(mass.kind.components(0, mass.section), all_components);
  const Matrix M = mass.mass();
  EXPECT_EQ(M.topLeftCorner(3, 3), 4 * Matrix::Identity(3, 3));
  EXPECT_EQ(M.topRightCorner(3, 3).norm(), 0);
  EXPECT_EQ(M.bottomRightCorner(3, 3),
            (Matrix(3, 3) << 3, 0.1, 0.3, 0.1, 4, 0.2, 0.3, 0.2, 5).finished());
}

TEST(PointMass, GivesNoComponentsThatItDoesNotMove) {
  const Case rotary{element("mass"), {{1, 2, 3}}, MassSection{.inertia = {0, 2, 0, 0, 0, 0}}};
  EXPECT_EQ(rotary.kind.components(0, rotary.section), 0b010000);
  EXPECT_EQ(rotary.mass(), Matrix::Constant(1, 1, 2));
}

TEST(PointMass, SaysWhatIsWrong) {
  const auto& mass = element("mass");
  EXPECT_TRUE((Case{mass, {{1, 2, 3}}, MassSection{.mass = -1}}).complains_of("mass"));
  EXPECT_TRUE((Case{mass, {{1, 2, 3}}, MassSection{.mass = 1, .inertia = {1, 1, 1, 2, 0, 0}}})
                  .complains_of("inertia"));
  EXPECT_TRUE((Case{mass, {{1, 2, 3}}, TrussSection{1}}).complains_of("section"));
}

// Two masses and a spring: ω² = k (1/m₁ + 1/m₂).
TEST(Oscillator, HasItsFrequency) {
  const Case spring{element("spring"), inclined, SpringSection{.stiffness = 5}};
  const Case heavy{element("mass"), {inclined[0]}, MassSection{.mass = 3}};
  const Case light{element("mass"), {inclined[1]}, MassSection{.mass = 2}};
  Matrix M = Matrix::Zero(6, 6);
  M.topLeftCorner(3, 3) = heavy.mass();
  M.bottomRightCorner(3, 3) = light.mass();
  const auto eigenvalues =
      Eigen::GeneralizedSelfAdjointEigenSolver<Matrix>(spring.stiffness(), M).eigenvalues();
  EXPECT_NEAR(eigenvalues[5], 5 * (1.0 / 3 + 1.0 / 2), 1e-12);
  EXPECT_NEAR(eigenvalues.head(5).norm(), 0, 1e-12);
}

}  // namespace
}  // namespace sparkdyn::structure
