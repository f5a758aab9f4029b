// SPDX-License-Identifier: BSD-3-Clause
// Springs with laws and loads that turn along: tangents by differences, power and resultants by
// closed forms. Ties and couplings: rigid motions of any size meet no resistance.

#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "constraint_support.hpp"
#include "kernel_checks.hpp"
#include "nonlinear/follower_loads.hpp"
#include "nonlinear/motion_laws.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

MotionLaw every_part() {
  MotionLaw law;
  law.stiffness = 3;
  law.rest = 0.1;
  law.damping = 0.7;
  law.friction = 0.4;
  law.speed = 0.2;
  law.lowest = -0.5;
  law.highest = 0.4;
  law.stop_stiffness = 50;
  law.stop_width = 0.2;
  law.law = 0;
  law.rate_law = 1;
  return law;
}

MotionPulls every_pull() {
  const std::vector<mechanics::AmplitudePtr> amplitudes{
      mechanics::expression_amplitude("2*t^3+sin(t)"), mechanics::expression_amplitude("t*t*t")};
  return pulls_of(every_part(), amplitudes);
}

TEST(MotionLaws, HaveTheSlopesAndTheEnergyOfTheirForces) {
  const MotionPulls pulls = every_pull();
  constexpr double h = 1e-4;
  for (double x = -1; x <= 1; x += 0.07) {
    const auto at = [&](double y) { return pulls.elastic->at(y, 0).force; };
    const auto U = [&](double y) { return pulls.elastic->energy(y); };
    EXPECT_NEAR((at(x + h) - at(x - h)) / (2 * h), pulls.elastic->at(x, 0).by_elongation, 1e-4);
    EXPECT_NEAR((U(x + h) - U(x - h)) / (2 * h), at(x), 2e-6);
    const auto rate = [&](double y) { return pulls.damping->at(0, y).force; };
    EXPECT_NEAR((rate(x + h) - rate(x - h)) / (2 * h), pulls.damping->at(0, x).by_rate, 1e-4);
    EXPECT_GE(x * rate(x), 0);
  }
  // Halfway through a stop, and far in it.
  MotionLaw stop;
  stop.highest = 1;
  stop.stop_stiffness = 10;
  stop.stop_width = 0.5;
  const auto push = [&](double x) { return pulls_of(stop, {}).elastic->at(x, 0).force; };
  EXPECT_EQ(push(1), 0);
  EXPECT_DOUBLE_EQ(push(1.5), 5);
  EXPECT_DOUBLE_EQ(push(3), 20);
  EXPECT_DOUBLE_EQ(push(1.25), 10 * 0.5 * (6. / 8 - 8. / 16 + 3. / 32));
}

/// The symmetric part of ∂f/∂q.
void expect_symmetric_part(const ElementTerm& term, const DenseVector& q) {
  const DenseMatrix K = by_q(term, q, DenseVector::Zero(q.size()));
  const DenseMatrix D = derivative([&](const DenseVector& x) { return force(term, x); }, q, 1e-3);
  EXPECT_GT(D.norm(), 0.1);
  EXPECT_LT((0.5 * (D + D.transpose()) - K).norm(), 1e-10 * D.norm());
}

TEST(FollowerLoads, HaveTheSymmetricPartOfTheirTangents) {
  std::mt19937 generator(5);
  const auto a = mechanics::constant_amplitude(1.7);
  const Eigen::Vector3d p(0.3, -1.2, 0.8);
  expect_symmetric_part(*follower_force(p, a), random_vector(12, 1, generator));
  expect_symmetric_part(*follower_moment(p, a), random_vector(9, 1, generator));
  const std::vector<Vector> points{{0, 0, 0}, {1, 0, 0.1}, {1.2, 1, 0}, {0, 0.9, 0.2}};
  expect_symmetric_part(*follower_pressure(Shape::quadrilateral4, points, 2.5, a),
                        random_vector(12, 0.3, generator));
  expect_symmetric_part(*follower_pressure(Shape::triangle3, std::span(points).first(3), 2.5, a),
                        random_vector(9, 0.3, generator));
}

TEST(FollowerLoads, HaveThePowerOfTheirMoment) {
  std::mt19937 generator(6);
  const Eigen::Matrix3d R = random_rotation(generator);
  const Eigen::Vector3d p(0.3, -1.2, 0.8), spin(0.4, 2, -1);
  DenseVector q(9), v(9);
  for (int k = 0; k < 3; ++k) {
    q.segment<3>(3 * k) = R.col(k);
    v.segment<3>(3 * k) = spin.cross(R.col(k));
  }
  const auto term = follower_moment(p, mechanics::constant_amplitude(2));
  EXPECT_NEAR(-force(*term, q).dot(v), 2 * (R * p).dot(spin), 1e-13);
}

/// A tetrahedron of four facets, corners numbered so that normals point outwards.
struct Balloon {
  std::vector<Vector> points{{0, 0, 0}, {1, 0, 0.1}, {0.2, 1, 0}, {0.1, 0.2, 1}};
  std::vector<std::array<int, 3>> facets{{0, 2, 1}, {0, 1, 3}, {1, 2, 3}, {2, 0, 3}};
  DenseVector force_of(const DenseVector& u, double pressure) const {
    DenseVector f = DenseVector::Zero(12);
    for (const auto& facet : facets) {
      std::vector<Vector> x;
      DenseVector q(9);
      for (int i = 0; i < 3; ++i) {
        x.push_back(points[facet[i]]);
        q.segment<3>(3 * i) = u.segment<3>(3 * facet[i]);
      }
      const auto term =
          follower_pressure(Shape::triangle3, x, pressure, mechanics::constant_amplitude(1));
      const DenseVector mine = force(*term, q);
      for (int i = 0; i < 3; ++i) f.segment<3>(3 * facet[i]) += mine.segment<3>(3 * i);
    }
    return f;
  }
  Eigen::Vector3d corner(const DenseVector& u, int i) const {
    return Eigen::Vector3d(points[i].data()) + u.segment<3>(3 * i);
  }
  double volume(const DenseVector& u) const {
    const Eigen::Vector3d o = corner(u, 0);
    return (corner(u, 1) - o).cross(corner(u, 2) - o).dot(corner(u, 3) - o) / 6;
  }
};

TEST(FollowerLoads, PressureOnAClosedSurfaceIsThatOfItsVolume) {
  std::mt19937 generator(7);
  const Balloon balloon;
  const DenseVector u = random_vector(12, 0.3, generator);
  const DenseVector f = balloon.force_of(u, 3);
  // Pressure acts against the normals: −f = −p ∂V/∂u.
  const DenseMatrix slope = derivative(
      [&](const DenseVector& x) { return DenseVector::Constant(1, balloon.volume(x)); }, u, 1e-2);
  EXPECT_LT((f - 3 * slope.transpose()).norm(), 1e-12);
  Eigen::Vector3d sum = Eigen::Vector3d::Zero(), moment = sum;
  for (int i = 0; i < 4; ++i) {
    const Eigen::Vector3d mine = f.segment<3>(3 * i);
    sum += mine;
    moment += balloon.corner(u, i).cross(mine);
  }
  EXPECT_LT(sum.norm() + moment.norm(), 1e-14);
}

/// g of the rows where everything has moved as a rigid body by x → R x + c.
double largest_residual(const Scene& scene, const std::vector<ExactRow>& rows,
                        const Eigen::Matrix3d& R, const Eigen::Vector3d& c) {
  const auto value = [&](const Unknown& x) {
    if (x.node < 0) return 1.0;
    if (x.component >= 3) return R(x.component % 3, x.component / 3 - 1);
    const Eigen::Vector3d X = scene.point(x.node);
    return (R * X + c - X)[x.component];
  };
  double largest = 0;
  for (const ExactRow& row : rows) {
    double sum = 0;
    for (const ExactTerm& term : row.terms) sum += term.coefficient * value(term.a) * value(term.b);
    largest = std::max(largest, std::abs(sum));
  }
  return largest;
}

std::vector<ExactRow> exact_rows(Scene& scene, const ConstraintPtr& constraint) {
  constraint->add_components({.mesh = scene.mesh, .components = scene.of_elements},
                             scene.components);
  std::vector<ExactRow> rows;
  constraint->append_exact({.mesh = scene.mesh,
                            .components = scene.components,
                            .anchored = scene.of_elements,
                            .warnings = &scene.warnings},
                           rows);
  return rows;
}

void expect_free_of_rigid_motions(const Scene& scene, const std::vector<ExactRow>& rows) {
  std::mt19937 generator(8);
  EXPECT_LT(largest_residual(scene, rows, Eigen::Matrix3d::Identity(), {0, 0, 0}), 1e-15);
  for (int trial = 0; trial < 5; ++trial)
    EXPECT_LT(
        largest_residual(scene, rows, random_rotation(generator), random_vector(3, 10, generator)),
        1e-14);
}

Facet facet_of(Shape shape, std::initializer_list<Index> nodes) {
  Facet facet;
  facet.shape = shape;
  std::copy(nodes.begin(), nodes.end(), facet.nodes.begin());
  return facet;
}

TEST(ExactTie, FollowsItsFacetThroughMotionOfAnySize) {
  Scene scene;
  for (const auto& [x, y, z] :
       {std::array{0., 0., 0.}, {2., 0., 0.1}, {2.2, 1., 0.}, {0., 1., 0.2}})
    scene.add(x, y, z);
  const Index slave = scene.add(0.7, 0.4, 0.35);  // a gap away
  const auto rows = exact_rows(scene, tie({"seam", "case:1"}, {facet_of(Shape::point, {slave})},
                                          {facet_of(Shape::quadrilateral4, {0, 1, 2, 3})}, 1));
  ASSERT_EQ(rows.size(), 3U);
  expect_free_of_rigid_motions(scene, rows);
  // The gap is held: a slave that stays while the facet moves is not where it should be.
  EXPECT_GT(rows[0].terms.size(), 20U);
}

TEST(ExactCoupling, IsTheMeanPlaceAndTheMeanRotation) {
  Scene scene;
  for (const auto& [x, y, z] :
       {std::array{0., 0., 0.}, {2., 0., 0.1}, {2.2, 1., 0.}, {0., 1., 0.2}, {1., 0.5, 1.}})
    scene.add(x, y, z);
  const Index reference = scene.add(3, 1, 2, 0);
  const auto rows = exact_rows(
      scene,
      distributing_coupling({"head", "case:1"}, reference, {0, 1, 2, 3, 4}, {1, 2, 1, 3, 1}, true));
  ASSERT_EQ(rows.size(), 6U);
  expect_free_of_rigid_motions(scene, rows);
  const auto without = [&](Index at) {
    return error_of([&] {
      exact_rows(scene, distributing_coupling({"head", "case:1"}, at, {0, 1, 2, 3}, {}, false));
    });
  };
  EXPECT_NE(without(reference).find("case:1"), std::string::npos);
  EXPECT_NE(without(reference).find("put the node at (1.05, 0.5, 0.075)"), std::string::npos)
      << without(reference);
}

}  // namespace
}  // namespace sparkdyn::structure::nonlinear
