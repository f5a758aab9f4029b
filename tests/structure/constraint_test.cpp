// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/structure/constraint.hpp"

#include <cmath>
#include <map>
#include <random>

#include "sparkdyn/structure/load.hpp"
#include "structure/constraint_support.hpp"
#include "structure/surface_constraint.hpp"

namespace sparkdyn::structure {
namespace {

using Eigen::Vector3d;

const ConstraintLabel hub{"hub", "deck.inp:42"};

// ---------------------------------------------------------------- equations

TEST(LinearEquation, SumsTermsAndKeepsValueAndAmplitude) {
  Scene scene;
  const Index a = scene.add(0, 0, 0), b = scene.add(1, 0, 0);
  const Equation equation{{{a, 0, 1.0}, {b, 1, -2.0}, {a, 0, 3.0}, {b, 2, 0.0}}, 0.5, 3, ""};
  const auto rows = scene.rows(linear_equation({"", "deck.inp:7"}, equation));
  ASSERT_EQ(rows.size(), 1u);
  ASSERT_EQ(rows[0].entries.size(), 2u);
  EXPECT_EQ(rows[0].entries[0].coefficient, 4.0);
  EXPECT_EQ(rows[0].entries[1].coefficient, -2.0);
  EXPECT_EQ(rows[0].value, 0.5);
  EXPECT_EQ(rows[0].amplitude, 3);
  EXPECT_EQ(rows[0].name, "equation of deck.inp:7, node 10 x, node 20 y");
  EXPECT_TRUE(linear_equation({}, equation)->in_node_axes());
  EXPECT_FALSE(rigid_bar({}, a, b)->in_node_axes());
}

TEST(LinearEquation, Errors) {
  Scene scene;
  const Index a = scene.add(0, 0, 0), lost = scene.add(1, 0, 0, 0);
  const auto message = [&](Equation equation) {
    return error_of([&] { scene.rows(linear_equation(hub, std::move(equation))); });
  };
  EXPECT_EQ(message({{}, 0, -1, ""}), "deck.inp:42: equation 'hub': it has no terms");
  EXPECT_EQ(message({{{a, 4, 1.0}}, 0, -1, ""}),
            "deck.inp:42: equation 'hub': node 10 has no component 'rotation y'; its elements give "
            "it x, y, z");
  EXPECT_TRUE(says(message({{{lost, 0, 1.0}}, 0, -1, ""}), "node 20 belongs to no element"));
  EXPECT_TRUE(says(message({{{a, 6, 1.0}}, 0, -1, ""}), "component 7 is not one of 1 to 6"));
  EXPECT_TRUE(says(message({{{a, 0, 1.0}, {a, 0, -1.0}}, 0, -1, ""}), "all zero"));
  EXPECT_TRUE(says(message({{{a, 0, NAN}}, 0, -1, ""}), "not finite"));
  EXPECT_TRUE(says(message({{{a, 0, 1}}, INFINITY, -1, ""}), "not finite"));
  EXPECT_TRUE(says(message({{{7, 0, 1}}, 0, -1, ""}), "outside the mesh"));
}

// ---------------------------------------------------------------- rigid bodies

struct Body : Scene {
  std::vector<Index> nodes{add(1, 0, 0.5), add(0.3, 2, 0), add(-1, 0.2, 3),
                           add(2, 1, -1, all_components)};
  Index reference = add(0.7, -3, 0.1, 0);
};

TEST(RigidBody, FollowsItsDefinition) {
  Body scene;
  const auto rows = scene.rows(rigid_body(hub, scene.nodes, scene.reference));
  EXPECT_EQ(scene.components[scene.reference], all_components);
  EXPECT_EQ(rows.size(), 3u * 4 + 3);
  EXPECT_EQ(rank(dense(scene, rows)), static_cast<Eigen::Index>(rows.size()));
  EXPECT_LT(rigid_residual(scene, rows), 1e-12);
  EXPECT_EQ(rows[1].name, "rigid body 'hub', node 10, y");
  EXPECT_EQ(rows.back().name, "rigid body 'hub', node 40, rotation z");
  EXPECT_TRUE(scene.warnings.empty());
  // Every other motion breaks it: the rows leave exactly six motions of the body.
  EXPECT_EQ(3 * 3 + 6 + 6 - rank(dense(scene, rows)), 6);
}

TEST(RigidBody, ReferenceAmongItsNodesGetsNoRowOfItsOwn) {
  Body scene;
  scene.nodes.push_back(scene.nodes[0]);  // a node of two elements of the body
  const auto rows = scene.rows(rigid_body(hub, scene.nodes, scene.nodes[1]));
  EXPECT_EQ(rows.size(), 3u * 3 + 3);
  EXPECT_EQ(rank(dense(scene, rows)), static_cast<Eigen::Index>(rows.size()));
  EXPECT_LT(rigid_residual(scene, rows), 1e-12);
}

TEST(RigidBody, RotationNodeCarriesTheRotationAsDisplacement) {
  Body scene;
  const Index rot = scene.add(9, 9, 9, 0);
  const auto rows = scene.rows(rigid_body(hub, scene.nodes, scene.reference, rot));
  EXPECT_EQ(scene.components[scene.reference], translations);
  EXPECT_EQ(scene.components[rot], translations);
  EXPECT_EQ(rank(dense(scene, rows)), static_cast<Eigen::Index>(rows.size()));
  const Vector3d t(0.3, -1, 2), omega(1, 2, -0.5);
  const auto all = scene.rigid(t, omega);
  EXPECT_LT(largest_residual(rows,
                             [&](Index node) {
                               Vector6 motion = all(node);
                               if (node == rot) motion.head<3>() = omega;
                               return motion;
                             }),
            1e-12);
}

TEST(RigidBody, NodesWithoutElementsGetDisplacements) {
  Body scene;
  const Index loaded = scene.add(5, 5, 5, 0);
  scene.nodes.push_back(loaded);
  const auto rows = scene.rows(rigid_body(hub, scene.nodes, scene.reference));
  EXPECT_EQ(scene.components[loaded], translations);
  EXPECT_EQ(rows.size(), 3u * 5 + 3);
  EXPECT_LT(rigid_residual(scene, rows), 1e-12);
}

TEST(RigidBody, SaysWhichMotionsNothingResists) {
  Scene line;
  const std::vector<Index> nodes{line.add(0, 0, 0), line.add(1, 1, 0), line.add(3, 3, 0)};
  const Index off = line.add(0, 0, 2, 0);
  line.rows(rigid_body(hub, nodes, off));
  ASSERT_EQ(line.warnings.size(), 1u);
  EXPECT_TRUE(says(line.warnings[0],
                   "deck.inp:42: rigid body 'hub': its nodes leave it free to "
                   "turn about the axis (0.7071, 0.7071, 0)"))
      << line.warnings[0];
  EXPECT_TRUE(says(line.warnings[0], "reference node 40"));

  Scene one;
  const Index node = one.add(1, 2, 3);
  const Index reference = one.add(0, 0, 0, 0);
  one.rows(rigid_body(hub, {node}, reference));
  ASSERT_EQ(one.warnings.size(), 1u);
  EXPECT_TRUE(says(one.warnings[0], "turn about every axis through (1, 2, 3)")) << one.warnings[0];

  Scene slab;  // springs along z only
  const ComponentMask z = 0b100;
  const std::vector<Index> springs{slab.add(0, 0, 0, z), slab.add(1, 0, 0, z),
                                   slab.add(0, 1, 0, z)};
  slab.rows(rigid_body(hub, springs, slab.add(0.3, 0.3, 0, 0)));
  ASSERT_EQ(slab.warnings.size(), 1u);
  EXPECT_TRUE(says(slab.warnings[0], "turn about the axis (0, 0, 1)")) << slab.warnings[0];
  EXPECT_TRUE(says(slab.warnings[0], "move along")) << slab.warnings[0];

  Scene none;
  const Index bare = none.add(0, 0, 0, 0), bare_reference = none.add(1, 0, 0, 0);
  none.rows(rigid_body(hub, {bare}, bare_reference));
  ASSERT_EQ(none.warnings.size(), 1u);
  EXPECT_TRUE(says(none.warnings[0], "none of its nodes has elements"));
}

TEST(RigidBody, IsQuietWhenTheRotationIsHeld) {
  Scene held;  // the reference node's rotation about x is supported
  const std::vector<Index> nodes{held.add(0, 0, 0), held.add(1, 0, 0)};
  const Index reference = held.add(2, 0, 0, 0b001000);
  held.rows(rigid_body(hub, nodes, reference));
  EXPECT_TRUE(held.warnings.empty()) << held.warnings.front();

  Scene beam;  // one node with rotations is enough
  const Index of_beam = beam.add(1, 0, 0, all_components), bare = beam.add(0, 0, 0, 0);
  beam.rows(rigid_body(hub, {of_beam}, bare));
  EXPECT_TRUE(beam.warnings.empty());

  Scene reference_counts;  // two nodes and the reference, which has elements too, off their line
  const std::vector<Index> two{reference_counts.add(0, 0, 0), reference_counts.add(1, 0, 0)};
  reference_counts.rows(rigid_body(hub, two, reference_counts.add(0, 1, 0)));
  EXPECT_TRUE(reference_counts.warnings.empty());

  Scene rotation_node;  // held through CalculiX's rotation node
  const std::vector<Index> pair{rotation_node.add(0, 0, 0), rotation_node.add(1, 0, 0)};
  const Index ref = rotation_node.add(2, 0, 0, 0), rot = rotation_node.add(3, 0, 0, 0);
  const auto body = rigid_body(hub, pair, ref, rot);
  rotation_node.rows(body);
  EXPECT_EQ(rotation_node.warnings.size(), 1u);
  rotation_node.warnings.clear();
  std::vector<ComponentMask> anchored = rotation_node.of_elements;
  anchored[rot] = 0b001;
  std::vector<Equation> rows;
  body->append({.mesh = rotation_node.mesh,
                .components = rotation_node.components,
                .anchored = anchored,
                .warnings = &rotation_node.warnings},
               rows);
  EXPECT_TRUE(rotation_node.warnings.empty());
}

TEST(RigidBody, Errors) {
  Body scene;
  const auto message = [&](std::vector<Index> nodes, Index reference, Index rot = -1) {
    return error_of([&] { scene.rows(rigid_body(hub, std::move(nodes), reference, rot)); });
  };
  const Index r = scene.reference;
  EXPECT_EQ(message({}, r),
            "deck.inp:42: rigid body 'hub': it has no nodes besides its reference node 50");
  EXPECT_TRUE(says(message({r}, r), "no nodes besides"));
  EXPECT_TRUE(says(message({r, 0, r}, r), "reference node 50 is listed 2 times"));
  EXPECT_TRUE(says(message({0, 1}, r, r), "both its reference node and its rotation node"));
  EXPECT_TRUE(says(message({0, 1}, r, 1), "rotation node 20 is also one of its nodes"));
  EXPECT_TRUE(says(message({0, 1}, r, 2), "rotation node 30 belongs to elements"));
  EXPECT_TRUE(says(message({0, 77}, r), "outside the mesh"));
}

// ---------------------------------------------------------------- bars

TEST(RigidBar, KeepsTheDistance) {
  Scene scene;
  const Index a = scene.add(1, 2, 3), b = scene.add(4, -2, 3);
  const auto rows = scene.rows(rigid_bar(hub, a, b));
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].name, "rigid bar 'hub', nodes 10 and 20");
  EXPECT_LT(rigid_residual(scene, rows), 1e-12);
  // The multiplier is the bar's force: the coefficients at either end are a unit vector.
  EXPECT_NEAR(dense(scene, rows).leftCols(3).norm(), 1, 1e-15);
  EXPECT_EQ(rows[0].entries.size(), 4u);  // nothing along z
  const auto stretch = [&](Index node) {
    return Vector6(node == b ? Vector6::Ones() : Vector6::Zero());
  };
  EXPECT_NEAR(residual(rows[0], stretch), 3.0 / 5 - 4.0 / 5, 1e-15);
}

TEST(RigidBar, NeedsOnlyTheComponentsAlongIt) {
  Scene scene;
  const Index a = scene.add(0, 0, 0, 0b001), b = scene.add(2, 0, 0, 0b001);
  const auto rows = scene.rows(rigid_bar(hub, a, b));
  EXPECT_EQ(rows[0].entries.size(), 2u);
}

TEST(RigidBar, Errors) {
  Scene scene;
  const Index a = scene.add(1, 2, 3), same = scene.add(1, 2, 3), lame = scene.add(0, 2, 3, 0b110);
  EXPECT_TRUE(says(error_of([&] { scene.rows(rigid_bar(hub, a, same)); }),
                   "deck.inp:42: rigid bar 'hub': nodes 10 and 20 lie at the same place"));
  EXPECT_TRUE(says(error_of([&] { scene.rows(rigid_bar(hub, a, a)); }), "with itself"));
  EXPECT_TRUE(says(error_of([&] { scene.rows(rigid_bar(hub, a, lame)); }),
                   "node 30 has no component 'x'; its elements give it y, z"));
}

// ---------------------------------------------------------------- joints

struct JointCase {
  Joint kind;
  std::size_t rows;
  bool slides, turns;
};

class Joints : public testing::TestWithParam<JointCase> {};

TEST_P(Joints, LeaveWhatTheirNameSays) {
  const auto [kind, count, slides, turns] = GetParam();
  for (const Vector3d& axis : {Vector3d(0, 0, 2), Vector3d(1, -2, 0.5)}) {
    for (const double apart : {0.0, 0.7}) {
      Scene scene;
      const Index a = scene.add(1, 2, 3, all_components);
      const Index b = scene.add(1 + apart, 2 - apart, 3 + 2 * apart, all_components);
      const auto rows = scene.rows(joint(hub, kind, a, b, {axis[0], axis[1], axis[2]}));
      EXPECT_EQ(rows.size(), count);
      EXPECT_EQ(rank(dense(scene, rows)), static_cast<Eigen::Index>(count));
      EXPECT_LT(rigid_residual(scene, rows), 1e-12);
      const auto relative = [&](const Vector3d& u, const Vector3d& theta) {
        Vector6 of_b;
        of_b << u, theta;
        return largest_residual(
            rows, [&](Index node) { return node == b ? of_b : Vector6(Vector6::Zero()); });
      };
      const Vector3d zero = Vector3d::Zero(), across = axis.unitOrthogonal();
      EXPECT_EQ(relative(axis, zero) < 1e-12, slides);
      EXPECT_EQ(relative(zero, axis) < 1e-12, turns);
      EXPECT_GT(relative(across, zero), 0.1);
      EXPECT_EQ(relative(zero, across) > 0.1, kind != Joint::pinned);
      EXPECT_TRUE(scene.warnings.empty());
    }
  }
}

INSTANTIATE_TEST_SUITE_P(Kinds, Joints,
                         testing::Values(JointCase{Joint::pinned, 3, false, true},
                                         JointCase{Joint::hinge, 5, false, true},
                                         JointCase{Joint::slider, 5, true, false},
                                         JointCase{Joint::cylindrical, 4, true, true},
                                         JointCase{Joint::fixed, 6, false, false}));

TEST(Joint, BetweenSolidsHoldsDisplacements) {
  Scene scene;
  const Index a = scene.add(1, 1, 1), b = scene.add(1, 1, 1);
  EXPECT_EQ(scene.rows(joint(hub, Joint::pinned, a, b)).size(), 3u);
  EXPECT_EQ(scene.rows(joint(hub, Joint::fixed, a, b)).size(), 3u);
  const auto rows = scene.rows(joint(hub, Joint::slider, a, b, {0, 1, 0}));
  ASSERT_EQ(rows.size(), 2u);
  EXPECT_EQ(rows[0].name, "slider 'hub', nodes 10 and 20, x");
  EXPECT_EQ(rows[1].name, "slider 'hub', nodes 10 and 20, z");
  EXPECT_TRUE(scene.warnings.empty());
}

TEST(Joint, ArmSitsOnTheNodeThatHasRotations) {
  Scene scene;
  const Index solid = scene.add(0, 0, 0), beam = scene.add(0, 0.5, 1, all_components);
  for (const auto& [a, b] : {std::pair(solid, beam), std::pair(beam, solid)}) {
    const auto rows = scene.rows(joint(hub, Joint::pinned, a, b));
    EXPECT_EQ(rows.size(), 3u);
    EXPECT_LT(rigid_residual(scene, rows), 1e-12);
  }
  EXPECT_TRUE(scene.warnings.empty());
  EXPECT_EQ(scene.rows(joint(hub, Joint::fixed, solid, beam)).size(), 3u);
  ASSERT_EQ(scene.warnings.size(), 1u);
  EXPECT_TRUE(says(scene.warnings[0], "node 10 has no rotations, so that those of node 20"));
}

TEST(Joint, WarnsWhenNothingCanBridgeTheGap) {
  Scene scene;
  const Index a = scene.add(0, 0, 0), b = scene.add(0, 3, 4);
  const auto rows = scene.rows(joint(hub, Joint::pinned, a, b));
  EXPECT_EQ(rows.size(), 3u);
  ASSERT_EQ(scene.warnings.size(), 1u);
  EXPECT_TRUE(says(scene.warnings[0], "nodes 10 and 20 lie 5 apart and neither has rotations"));
}

TEST(Joint, Errors) {
  Scene scene;
  const Index a = scene.add(0, 0, 0, all_components), b = scene.add(0, 0, 0, all_components);
  const Index solid = scene.add(0, 0, 0);
  const auto message = [&](Joint kind, Index from, Index to, Vector axis) {
    return error_of([&] { scene.rows(joint(hub, kind, from, to, axis)); });
  };
  EXPECT_EQ(message(Joint::hinge, a, b, {0, 0, 0}),
            "deck.inp:42: hinge 'hub': its axis (0, 0, 0) has no direction");
  EXPECT_TRUE(says(message(Joint::slider, a, b, {NAN, 0, 0}), "no direction"));
  EXPECT_TRUE(says(message(Joint::hinge, a, solid, {0, 0, 1}), "node 30 has no rotations to hold"));
  EXPECT_TRUE(says(message(Joint::cylindrical, solid, a, {0, 0, 1}), "use a slider"));
  EXPECT_TRUE(says(message(Joint::pinned, a, a, {}), "with itself"));
}

// ---------------------------------------------------------------- distributing couplings

struct Cloud : Scene {
  std::vector<Index> nodes;
  std::vector<double> weights;
  Index reference;
  Cloud() {
    std::mt19937 random(3);
    std::uniform_real_distribution<double> coordinate(-2, 5);
    for (int i = 0; i < 9; ++i) {
      nodes.push_back(add(coordinate(random), coordinate(random), coordinate(random)));
      weights.push_back(0.5 + i);
    }
    reference = add(7, -1, 2, 0);
  }
  Vector3d centre() const {
    Vector3d sum = Vector3d::Zero();
    double total = 0;
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      sum += weights[i] * point(nodes[i]);
      total += weights[i];
    }
    return sum / total;
  }
};

TEST(DistributingCoupling, WithoutRotationIsTheWeightedMean) {
  Cloud scene;
  const auto rows =
      scene.rows(distributing_coupling(hub, scene.reference, scene.nodes, scene.weights, false));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(scene.components[scene.reference], translations);
  EXPECT_EQ(rows[2].name, "distributing coupling 'hub', node 100, z");
  const Eigen::MatrixXd G = dense(scene, rows);
  double total = 0;
  for (const double weight : scene.weights) total += weight;
  for (std::size_t k = 0; k < scene.nodes.size(); ++k)
    EXPECT_NEAR(-G(1, 6 * scene.nodes[k] + 1), scene.weights[k] / total, 1e-15);
  // Exact under translations; under rotations too when the reference lies at the centre.
  EXPECT_LT(largest_residual(rows, scene.rigid(Vector3d(1, 2, 3), Vector3d::Zero())), 1e-12);
  const Vector3d c = scene.centre();
  scene.mesh.points[scene.reference] = {c[0], c[1], c[2]};
  EXPECT_LT(rigid_residual(scene, rows), 1e-12);
}

TEST(DistributingCoupling, WithRotationFollowsRigidMotionsAndLeastSquares) {
  Cloud scene;
  const auto rows =
      scene.rows(distributing_coupling(hub, scene.reference, scene.nodes, scene.weights, true));
  ASSERT_EQ(rows.size(), 6u);
  EXPECT_LT(rigid_residual(scene, rows), 1e-12);
  EXPECT_EQ(rank(dense(scene, rows)), 6);

  // Any displacements: the rotation from the rows minimises Σ w |u − ū − ω × r|², checked by a
  // dense least-squares solution in the unknowns (a, ω) of a + ω × r.
  std::mt19937 random(5);
  std::normal_distribution<double> normal;
  const auto n = static_cast<Eigen::Index>(scene.nodes.size());
  Eigen::MatrixXd A(3 * n, 6);
  Eigen::VectorXd b(3 * n);
  std::vector<Vector3d> u;
  const Vector3d origin = scene.point(scene.reference);
  for (Eigen::Index k = 0; k < n; ++k) {
    u.emplace_back(normal(random), normal(random), normal(random));
    const Vector3d r = scene.point(scene.nodes[k]) - origin;
    const double w = std::sqrt(scene.weights[k]);
    for (int i = 0; i < 3; ++i) {
      A.row(3 * k + i).head<3>() = w * Vector3d::Unit(i);
      A.row(3 * k + i).tail<3>() = w * r.cross(Vector3d::Unit(i));
      b[3 * k + i] = w * u[k][i];
    }
  }
  const Eigen::VectorXd fit = A.colPivHouseholderQr().solve(b);
  EXPECT_LT(largest_residual(rows,
                             [&](Index node) {
                               Vector6 motion = Vector6::Zero();
                               if (node == scene.reference)
                                 motion = fit;
                               else
                                 motion.head<3>() = u[node];
                               return motion;
                             }),
            1e-12);
}

TEST(DistributingCoupling, ForcesOnTheReferenceAreEquivalentOnTheNodes) {
  Cloud scene;
  const auto rows =
      scene.rows(distributing_coupling(hub, scene.reference, scene.nodes, scene.weights, true));
  const Eigen::MatrixXd G = dense(scene, rows);
  // Equilibrium of the reference node: Gᵀλ = load there, and what acts on the nodes is −Gᵀλ.
  Vector6 load;
  load << 1, -2, 3, 0.5, 4, -1;
  const Eigen::MatrixXd at_reference = G.middleCols(6 * scene.reference, 6);
  const Eigen::VectorXd lambda = at_reference.transpose().lu().solve(load);
  const Eigen::VectorXd force = -G.transpose() * lambda;
  Vector3d sum = Vector3d::Zero(), moment = Vector3d::Zero();
  for (const Index node : scene.nodes) {
    const Vector3d f = force.segment<3>(6 * node);
    sum += f;
    moment += (scene.point(node) - scene.point(scene.reference)).cross(f);
  }
  EXPECT_LT((sum - load.head<3>()).norm(), 1e-12);
  EXPECT_LT((moment - load.tail<3>()).norm(), 1e-12);

  // A force through the centre of the nodes spreads by the weights alone.
  const Vector3d f(1, -2, 3), arm = scene.centre() - scene.point(scene.reference);
  Vector6 through_centre;
  through_centre << f, arm.cross(f);
  const Eigen::VectorXd spread =
      -G.transpose() * at_reference.transpose().lu().solve(through_centre);
  double total = 0;
  for (const double weight : scene.weights) total += weight;
  for (std::size_t k = 0; k < scene.nodes.size(); ++k)
    EXPECT_LT((spread.segment<3>(6 * scene.nodes[k]) - scene.weights[k] / total * f).norm(), 1e-12);
}

/// A surface of one kind of facet, bent unless `flat`, as a list of facets.
std::vector<Facet> patch(Scene& scene, Shape shape, bool flat) {
  const bool quadratic = shape == Shape::triangle6 || shape == Shape::quadrilateral8;
  const bool triangles = shape == Shape::triangle3 || shape == Shape::triangle6;
  std::map<std::pair<int, int>, Index> known;
  const auto node = [&](int i, int j) {
    const auto [found, is_new] = known.try_emplace({i, j}, 0);
    const double x = i + 0.1 * i * j, y = 1.5 * j + 0.05 * i * i;
    if (is_new) found->second = scene.add(x, y, flat ? 0 : 0.1 * x * x - 0.07 * x * y + 0.2 * y);
    return found->second;
  };
  std::vector<Facet> facets;
  const auto add = [&](std::vector<std::pair<int, int>> corners) {
    Facet facet{.shape = shape};
    const std::size_t n = corners.size();
    for (std::size_t k = 0; k < n; ++k) facet.nodes[k] = node(corners[k].first, corners[k].second);
    for (std::size_t k = 0; quadratic && k < n; ++k) {
      const auto &a = corners[k], &b = corners[(k + 1) % n];
      facet.nodes[n + k] = node((a.first + b.first) / 2, (a.second + b.second) / 2);
    }
    facets.push_back(facet);
  };
  for (int i = 0; i < 6; i += 2)
    for (int j = 0; j < 4; j += 2) {
      if (triangles) {
        add({{i, j}, {i + 2, j}, {i + 2, j + 2}});
        add({{i, j}, {i + 2, j + 2}, {i, j + 2}});
      } else {
        add({{i, j}, {i + 2, j}, {i + 2, j + 2}, {i, j + 2}});
      }
    }
  return facets;
}

class SurfaceCoupling : public testing::TestWithParam<Shape> {};

TEST_P(SurfaceCoupling, SpreadsForcesByAreaAndKeepsTheirMoment) {
  for (const bool flat : {true, false}) {
    Scene scene;
    const auto facets = patch(scene, GetParam(), flat);
    const Index reference = scene.add(7, -1, 2, 0);
    const auto rows = scene.rows(distributing_coupling(hub, reference, facets, all_components));
    ASSERT_EQ(rows.size(), 6u);
    EXPECT_LT(rigid_residual(scene, rows), 1e-11);
    const Eigen::MatrixXd G = dense(scene, rows);
    const Eigen::MatrixXd at_reference = G.middleCols(6 * reference, 6);
    const auto spread = [&](const Vector6& load) -> Eigen::VectorXd {
      return -G.transpose() * at_reference.transpose().lu().solve(load);
    };
    Vector6 load;
    load << 1, -2, 3, 0.5, 4, -1;
    const Eigen::VectorXd force = spread(load);
    Vector3d sum = Vector3d::Zero(), moment = Vector3d::Zero();
    for (Index node = 0; node < reference; ++node) {
      const Vector3d f = force.segment<3>(6 * node);
      sum += f;
      moment += (scene.point(node) - scene.point(reference)).cross(f);
    }
    EXPECT_LT((sum - load.head<3>()).norm(), 1e-11);
    EXPECT_LT((moment - load.tail<3>()).norm(), 1e-10);

    // Through the centre of the area: the nodal forces of a uniform traction with that resultant.
    SurfaceLoad unit{.facets = facets, .traction = {1, 0, 0}, .where = "test"};
    double area = 0;
    Vector3d centre = Vector3d::Zero();
    for (const NodalLoad& share : nodal_forces(scene.mesh, unit)) {
      area += share.value;
      centre += share.value * scene.point(share.node);
    }
    centre /= area;
    Vector6 through_centre;
    through_centre << 1, 0, 0, (centre - scene.point(reference)).cross(Vector3d(1, 0, 0));
    Eigen::VectorXd expected = Eigen::VectorXd::Zero(G.cols());
    for (const NodalLoad& share : nodal_forces(scene.mesh, unit))
      expected[6 * share.node] = share.value / area;
    Eigen::VectorXd actual = spread(through_centre);
    actual.segment<6>(6 * reference).setZero();
    EXPECT_LT((actual - expected).norm(), 1e-11);
  }
}

TEST_P(SurfaceCoupling, ForcesKeepTheirMomentWithoutRotationsToo) {
  Scene scene;
  const auto facets = patch(scene, GetParam(), false);
  const Index reference = scene.add(7, -1, 2, 0);
  const auto rows = scene.rows(distributing_coupling(hub, reference, facets, translations));
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(scene.components[reference], translations);
  EXPECT_LT(rigid_residual(scene, rows), 1e-11);
  const auto one = ComponentMask(translations | 1 << 4);
  EXPECT_EQ(scene.rows(distributing_coupling(hub, reference, facets, one)).size(), 4u);
  EXPECT_EQ(scene.components[reference], one);
}

INSTANTIATE_TEST_SUITE_P(Facets, SurfaceCoupling,
                         testing::Values(Shape::triangle3, Shape::triangle6, Shape::quadrilateral4,
                                         Shape::quadrilateral8));

TEST(DistributingCoupling, Errors) {
  Cloud scene;
  const Index r = scene.reference;
  const auto message = [&](std::vector<Index> nodes, std::vector<double> weights, bool turn) {
    return error_of([&] {
      scene.rows(distributing_coupling(hub, r, std::move(nodes), std::move(weights), turn));
    });
  };
  EXPECT_EQ(message({}, {}, false), "deck.inp:42: distributing coupling 'hub': it has no nodes");
  EXPECT_TRUE(says(message({0, 1}, {1, 0}, false), "the weight 0 of node 20 is not positive"));
  EXPECT_TRUE(says(message({0, 1}, {1, -2}, false), "the weight -2 of node 20"));
  EXPECT_TRUE(says(message({0, 1}, {1}, false), "1 weights for 2 nodes"));
  EXPECT_TRUE(says(message({0, 1, 0}, {}, false), "node 10 is listed twice"));
  EXPECT_TRUE(says(message({0, r}, {}, false), "reference node 100 is also one of its nodes"));
  EXPECT_TRUE(says(message({0, 1}, {}, true), "on one line"));
  EXPECT_TRUE(says(message({0}, {}, true), "at one point"));
  const Index p = scene.add(1000, 1000, 0), q = scene.add(1000, 1001, 0),
              s = scene.add(1000, 1002, 0);
  EXPECT_TRUE(says(message({p, q, s}, {}, true), "on one line"));
  const Index partial = scene.add(0, 0, 0, 0b001);
  EXPECT_TRUE(says(message({0, partial}, {}, false), "has no component 'y'"));
}

}  // namespace
}  // namespace sparkdyn::structure
