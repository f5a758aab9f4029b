// SPDX-License-Identifier: BSD-3-Clause
// Beams in directors, bars, cables, springs and dashpots that turn.

#include <cmath>
#include <numbers>

#include "nonlinear/beam_kernel.hpp"
#include "nonlinear/kernels.hpp"
#include "nonlinear/line_kernel.hpp"
#include "nonlinear/spring_kernel.hpp"
#include "structure/kernel_checks.hpp"
#include "structure/named_element.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

const std::vector<Point> ends{{0.2, -0.1, 0.4}, {0.9, 0.5, 0.1}};
const Material material = Material::isotropic(210, 0.3, 7.8);

BeamSection section() {
  BeamSection result;
  result.area = 0.03;
  result.I11 = 4e-3;
  result.I22 = 7e-3;
  result.I12 = 1e-3;
  result.J = 2e-3;
  result.shear1 = 0.02;
  result.shear2 = 0.025;
  result.n1 = {0.2, 0.3, -1};
  result.offset1 = 0.05;
  result.offset2 = -0.08;
  return result;
}

SharedKernel beam(const BeamSection& of = section()) {
  const SectionData data = of;
  return make_kernel(element("beam2"), {ends, &material, &data});
}

/// Some state of the ends with triads of length one.
DenseVector bent(std::mt19937& generator, double amount) {
  DenseVector q = rest(2, true);
  for (int node = 0; node < 2; ++node) {
    q.segment<3>(12 * node) = random_vector(3, amount, generator);
    const Eigen::Vector3d w = random_vector(3, amount, generator);
    Eigen::Map<Eigen::Matrix3d>(q.data() + 12 * node + 3) =
        Eigen::AngleAxisd(w.norm(), w.normalized()).toRotationMatrix();
  }
  return q;
}

/// (u, θ) of the linear beam to (u, d).
DenseMatrix small_rotations() {
  DenseMatrix T = DenseMatrix::Zero(24, 12);
  for (int node = 0; node < 2; ++node) {
    T.block<3, 3>(12 * node, 6 * node).setIdentity();
    for (int d = 0; d < 3; ++d)
      for (int c = 0; c < 3; ++c)
        T.block<3, 1>(12 * node + 3 + 3 * d, 6 * node + 3 + c) =
            Eigen::Vector3d::Unit(c).cross(Eigen::Vector3d::Unit(d));
  }
  return T;
}

TEST(BeamThatTurns, IsTheLinearElementAtRest) {
  for (const double shear : {0.0, 0.02}) {
    BeamSection of = section();
    of.shear1 = of.shear2 = shear;
    const SectionData data = of;
    DenseMatrix K(12, 12);
    element("beam2").stiffness({ends, &material, &data}, K);
    const auto term = elastic_term(beam(of));
    const DenseVector q = rest(2, true);
    const DenseMatrix T = small_rotations();
    const DenseMatrix turned = T.transpose() * by_q(*term, q, DenseVector::Zero(24)) * T;
    EXPECT_LT((turned - K).norm(), 1e-12 * K.norm());
    EXPECT_LT(force(*term, q).norm(), 1e-15 * K.norm());
  }
}

TEST(BeamThatTurns, ForceAndTangentBelongToTheEnergy) {
  std::mt19937 generator(3);
  const auto term = elastic_term(beam());
  for (const double amount : {1e-4, 0.02, 0.2, 0.7})
    for (int trial = 0; trial < 3; ++trial) expect_consistent(*term, bent(generator, amount));
  // Off the constraints too: Newton's iterates are.
  for (int trial = 0; trial < 3; ++trial)
    expect_consistent(*term, bent(generator, 0.3) + random_vector(24, 0.05, generator));
}

TEST(BeamThatTurns, DoesNotSeeRigidMotions) {
  std::mt19937 generator(4);
  const auto term = elastic_term(beam());
  expect_objective(*term, bent(generator, 0.5), ends, generator);
  const auto damping = stiffness_damping(beam(), 0.02);
  expect_damping(*damping, bent(generator, 0.5), ends, generator);
}

/// The ends of an arc under pure bending: the moment that the elastica needs, at any angle.
TEST(BeamThatTurns, ACircleIsExact) {
  BeamSection of;
  of.area = 1;
  of.I11 = of.I22 = of.J = 0.1;
  of.shear1 = of.shear2 = 0.8;
  of.n1 = {0, 0, -1};
  const std::vector<Point> straight{{0, 0, 0}, {1, 0, 0}};
  const SectionData data = of;
  const auto kernel = make_kernel(element("beam2"), {straight, &material, &data});
  for (const double angle : {0.01, 0.6, 2.0, 3.0}) {
    DenseVector q = rest(2, true);
    const double radius = 1 / angle;
    q.segment<3>(12) << radius * std::sin(angle) - 1, radius * (1 - std::cos(angle)), 0;
    Eigen::Map<Eigen::Matrix3d>(q.data() + 15) =
        Eigen::AngleAxisd(angle, Eigen::Vector3d::UnitZ()).toRotationMatrix();
    DenseVector z(kernel->strains()), s(kernel->strains());
    kernel->strain(q, z);
    const double expected = 0.5 * material.E() * 0.1 * angle * angle;
    EXPECT_NEAR(kernel->response(z, s), expected, 1e-12 * expected + 1e-14);
  }
}

TEST(BeamThatTurns, HalfATurnBetweenItsEndsHasNoAnswer) {
  DenseVector q = rest(2, true);
  Eigen::Map<Eigen::Matrix3d>(q.data() + 15) =
      Eigen::AngleAxisd(std::numbers::pi, Eigen::Vector3d::UnitZ()).toRotationMatrix();
  EXPECT_FALSE(std::isfinite(force(*elastic_term(beam()), q).norm()));
}

double length(const DenseVector& q) {
  return (ends[1] + q.tail<3>() - ends[0] - q.head<3>()).norm();
}

TEST(LinesThatTurn, ForceAndTangentBelongToTheEnergy) {
  std::mt19937 generator(5);
  const double L = (ends[1] - ends[0]).norm();
  const auto term = [&](KernelPtr kernel) { return elastic_term(SharedKernel(std::move(kernel))); };
  std::vector<ElementTermPtr> terms;
  terms.push_back(term(green_bar(ends[0], ends[1], 5)));
  terms.push_back(term(length_kernel(ends[0], ends[1], linear_length(5, L))));
  terms.push_back(term(length_kernel(ends[0], ends[1], tension_only(5, L, 0.3))));
  const auto law = mechanics::expression_amplitude("2*t + 30*t^3");
  terms.push_back(term(length_kernel(ends[0], ends[1], force_by_elongation(law, L))));
  for (const auto& each : terms)
    for (int trial = 0; trial < 3; ++trial) {
      const DenseVector q = random_vector(6, 0.2, generator);
      const DenseVector f = force(*each, q);
      const DenseMatrix K = by_q(*each, q, DenseVector::Zero(6));
      const DenseMatrix slope = derivative(
          [&](const DenseVector& x) { return DenseVector::Constant(1, each->energy(x)); }, q, 1e-3);
      EXPECT_LT((slope.transpose() - f).norm(), 1e-6 * K.norm());
      const DenseMatrix in_q =
          derivative([&](const DenseVector& x) { return force(*each, x); }, q, 1e-3);
      EXPECT_LT((in_q - K).norm(), 1e-8 * K.norm());
      expect_objective(*each, q, ends, generator);
    }
}

TEST(LinesThatTurn, PullAlongTheLineAsTheirLawSays) {
  std::mt19937 generator(6);
  const double L = (ends[1] - ends[0]).norm();
  for (int trial = 0; trial < 5; ++trial) {
    const DenseVector q = random_vector(6, 0.3, generator), v = random_vector(6, 1, generator);
    const double e = length(q) - L;
    const auto pull = [&](const ElementTerm& term, const DenseVector& rate) {
      const DenseVector f = force(term, q, rate);
      const Point n = (ends[1] + q.tail<3>() - ends[0] - q.head<3>()).normalized();
      EXPECT_LT((f.head<3>() + f.tail<3>()).norm(), 1e-14);
      EXPECT_LT(n.cross(Point(f.tail<3>())).norm(), 1e-13);
      return n.dot(Point(f.tail<3>()));
    };
    const DenseVector zero = DenseVector::Zero(6);
    const auto bar =
        elastic_term(SharedKernel(length_kernel(ends[0], ends[1], linear_length(5, L))));
    EXPECT_NEAR(pull(*bar, zero), 5 * e, 1e-13);
    const auto cable =
        elastic_term(SharedKernel(length_kernel(ends[0], ends[1], tension_only(5, L, 1e-6))));
    EXPECT_NEAR(pull(*cable, zero), std::max(5 * e, 0.0), 1e-13);
    const Point n = (ends[1] + q.tail<3>() - ends[0] - q.head<3>()).normalized();
    const double rate = n.dot(Point(v.tail<3>() - v.head<3>()));
    EXPECT_NEAR(pull(*dashpot(ends[0], ends[1], 0.7), v), 0.7 * rate, 1e-13);
    const auto smooth = pull_by_rate(mechanics::expression_amplitude("tanh(3*t)"));
    EXPECT_NEAR(pull(*pull_term(ends[0], ends[1], smooth), v), std::tanh(3 * rate), 1e-13);
    expect_damping(*pull_term(ends[0], ends[1], smooth), q, ends, generator);
  }
}

TEST(LinesThatTurn, AreTheLinearElementsAtRest) {
  const DenseVector zero = DenseVector::Zero(6);
  const auto compare = [&](const char* name, const SectionData& data, const Material* of) {
    const Element& linear = element(name);
    const ElementInput input{ends, of, &data};
    DenseMatrix K(6, 6);
    linear.stiffness(input, K);
    EXPECT_EQ(kernel_complaint(linear, input), "");
    const auto term = elastic_term(SharedKernel(make_kernel(linear, input)));
    EXPECT_LT((by_q(*term, zero, zero) - K).norm(), 1e-14 * K.norm()) << name;
    if (!linear.has_damping()) return;
    linear.damping(input, K);
    const auto damping = spring_damping(linear, input);
    EXPECT_LT((by_v(*damping, zero, zero) - K).norm(), 1e-14 * K.norm()) << name;
  };
  compare("truss2", TrussSection{0.3}, &material);
  SpringSection spring;
  spring.stiffness = 4;
  spring.damping = 0.3;
  compare("spring", spring, nullptr);
  spring.direction = {1, 2, -1};
  compare("spring", spring, nullptr);
  SpringSection turns;
  turns.component_a = turns.component_b = 4;
  const SectionData data = turns;
  EXPECT_NE(kernel_complaint(element("spring"), {ends, nullptr, &data}), "");
}

}  // namespace
}  // namespace sparkdyn::structure::nonlinear
