// SPDX-License-Identifier: BSD-3-Clause
// Total-Lagrangian solids, every shape with every material: the linear element at rest, forces from
// energies, tangents from forces, objectivity, patch tests of finite strains, damping.

#include "nonlinear/kernels.hpp"
#include "nonlinear/laws/law.hpp"
#include "structure/kernel_checks.hpp"
#include "structure/solid_bodies.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

class SolidThatTurns : public testing::TestWithParam<std::tuple<const char*, int>> {
 protected:
  std::string name() const { return std::get<0>(GetParam()); }
  int law() const { return std::get<1>(GetParam()); }
  /// One distorted element.
  Body body() const {
    Body result = distorted(name());
    result.material.law = law();
    return result;
  }
  /// Of the linear element, its nodes in its own order.
  static DenseMatrix stiffness(const Body& body) {
    const auto at = body.points(body.cells[0]);
    DenseMatrix K(body.size(), body.size());
    body.kind->stiffness({at, &body.material, &body.section}, K);
    return K;
  }
  static SharedKernel kernel(const Body& body) {
    const auto at = body.points(body.cells[0]);
    return make_kernel(*body.kind, {at, &body.material, &body.section});
  }
};

std::string case_name(const testing::TestParamInfo<std::tuple<const char*, int>>& info) {
  std::string name = std::string(std::get<0>(info.param)) + "_" +
                     std::string(laws()[std::get<1>(info.param)]->name());
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Solids, SolidThatTurns,
                         testing::Combine(testing::Values("tet4", "tet4-reduced", "tet10", "hex8",
                                                          "hex8-bbar", "hex8-full", "hex8-reduced",
                                                          "hex20", "hex20-reduced", "wedge6",
                                                          "wedge15"),
                                          testing::Values(0, 1, 2)),
                         case_name);

TEST_P(SolidThatTurns, IsTheLinearElementAtRest) {
  const Body one = body();
  const auto term = elastic_term(kernel(one));
  const DenseVector q = DenseVector::Zero(one.size());
  const DenseMatrix K = stiffness(one);
  EXPECT_LT((by_q(*term, q, q) - K).norm(), 1e-13 * K.norm());
  EXPECT_EQ(force(*term, q).norm(), 0);
  EXPECT_EQ(term->energy(q), 0);
}

TEST_P(SolidThatTurns, ForceAndTangentBelongToTheEnergy) {
  std::mt19937 generator(11);
  const Body one = body();
  const auto term = elastic_term(kernel(one));
  for (const double amount : {0.01, 0.08})
    expect_consistent(*term, random_vector(one.size(), amount, generator));
}

TEST_P(SolidThatTurns, DoesNotSeeRigidMotions) {
  std::mt19937 generator(12);
  const Body one = body();
  const auto term = elastic_term(kernel(one));
  expect_objective(*term, random_vector(one.size(), 0.08, generator), one.points(one.cells[0]),
                   generator);
}

TEST_P(SolidThatTurns, DampingDoesNotSeeRigidMotions) {
  std::mt19937 generator(13);
  const Body one = body();
  const auto at = one.points(one.cells[0]);
  SharedKernel damped = make_damping_kernel(*one.kind, {at, &one.material, &one.section});
  if (!damped) damped = kernel(one);
  const auto term = stiffness_damping(damped, 0.02);
  expect_damping(*term, random_vector(one.size(), 0.08, generator), one.points(one.cells[0]),
                 generator);
  // Hourglass motions are not damped; linear fields have none of them.
  const DenseVector zero = DenseVector::Zero(one.size());
  const DenseMatrix C = by_v(*term, zero, zero), K = stiffness(one);
  DenseVector linear(one.size());
  for (std::size_t i = 0; i < at.size(); ++i) linear.segment<3>(3 * i) = turn * at[i];
  EXPECT_LT((C * linear - 0.02 * K * linear).norm(), 1e-13 * K.norm());
  if (name() != "hex8-reduced") {
    EXPECT_LT((C - 0.02 * K).norm(), 1e-13 * K.norm());
  }
}

/// x = F X with a finite F: no force on the node inside, whatever the shape of the elements.
TEST_P(SolidThatTurns, PatchOfFiniteStrain) {
  Body patch = block(name(), 2, 2, 2, [](const Point& x) {
    const bool inside = (x.array() > 0.1).all() && (x.array() < 0.9).all();
    return inside ? Point(x + Point(0.06, -0.05, 0.04)) : x;
  });
  patch.material.law = law();
  Eigen::Matrix3d F;
  F << 1.2, 0.1, -0.15, 0.05, 0.85, 0.1, 0.2, -0.1, 1.1;
  F = turn * F;
  const DenseVector q = patch.field([&](const Point& x) { return Point(F * x - x); });
  DenseVector sum = DenseVector::Zero(patch.size());
  double largest = 0;
  for (const auto& cell : patch.cells) {
    const auto at = patch.points(cell);
    const auto term =
        elastic_term(SharedKernel(make_kernel(*patch.kind, {at, &patch.material, &patch.section})));
    DenseVector local(3 * cell.size());
    for (std::size_t i = 0; i < cell.size(); ++i)
      local.segment<3>(3 * i) = q.segment<3>(3 * cell[i]);
    const DenseVector f = force(*term, local);
    largest = std::max(largest, f.norm());
    for (std::size_t i = 0; i < cell.size(); ++i)
      sum.segment<3>(3 * cell[i]) += f.segment<3>(3 * i);
  }
  for (std::size_t i = 0; i < patch.x.size(); ++i)
    if ((patch.x[i].array() > 1e-9).all() && (patch.x[i].array() < 1 - 1e-9).all()) {
      EXPECT_LT(sum.segment<3>(3 * i).norm(), 1e-12 * largest);
    }
}

/// Turned inside out there is no answer rather than a plausible one.
TEST(NeoHookean, HasNoAnswerInsideOut) {
  Body one = distorted("hex8-full");
  for (const int law : {1, 2}) {
    one.material.law = law;
    const auto at = one.points(one.cells[0]);
    const auto term =
        elastic_term(SharedKernel(make_kernel(*one.kind, {at, &one.material, &one.section})));
    const DenseVector flat = one.field([](const Point& x) { return Point(-x.x(), 0, 0); });
    EXPECT_FALSE(std::isfinite(force(*term, flat).norm()));
  }
}

/// Closed forms: uniaxial stretch without contraction, W and P₁₁ of each law.
TEST(Laws, StretchWithoutContraction) {
  const double stretch = 1.4, lambda = 2, mu = 3;
  LawConstants c;
  c.lambda = lambda;
  c.mu = mu;
  GreenStrain strain = GreenStrain::Zero();
  strain(0) = (stretch * stretch - 1) / 2;
  Stress S;
  const double log = std::log(stretch);
  EXPECT_NEAR(neo_hookean().evaluate(c, strain, &S, nullptr),
              mu / 2 * (stretch * stretch - 1 - 2 * log) + lambda / 2 * log * log, 1e-13);
  EXPECT_NEAR(S(0) * stretch, mu * (stretch - 1 / stretch) + lambda * log / stretch, 1e-13);
  const double kappa = lambda + 2 * mu / 3, bar = std::pow(stretch, -2.0 / 3);
  EXPECT_NEAR(
      isochoric_neo_hookean().evaluate(c, strain, &S, nullptr),
      mu / 2 * (bar * (stretch * stretch + 2) - 3) + kappa / 2 * (stretch - 1) * (stretch - 1),
      1e-13);
}

}  // namespace
}  // namespace sparkdyn::structure::nonlinear
