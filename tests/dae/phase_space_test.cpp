// SPDX-License-Identifier: BSD-3-Clause
// Simo & Gonzalez (1993), sections 2 and 3: the pendulum on its phase space and reduced to an
// angle. The tables are from independent programs (papers-to-build, 4.2). Of what a step changes in
// the two-form they have the largest entry, which depends on the basis of the tangent space, here
// the one that Householder's reflections give; beside it the largest singular value, which does
// not.
#include <gtest/gtest.h>

#include "dae/phase_space_schemes.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/diagnostics.hpp"
#include "sparkdyn/tableau/decompositions.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

const std::vector<std::pair<std::string, Parameters>> potentials{
    {"linear", {}},
    {"quadratic", {{"quadratic", 1.0}}},
    {"quartic", {{"quartic", 1.0}}},
    {"exp", {{"linear", 0.0}, {"exponential", 1.0}}}};

// "midpoint" is the Runge–Kutta method, the others are schemes.
std::unique_ptr<OneStep> steps_of(const Problem& problem, const std::string& name) {
  if (name == "midpoint")
    return std::make_unique<Stepper>(problem.system, standard(tableau::gauss(1)),
                                     StepperOptions{.tolerance = 1e-16});
  return scheme_steps(problem, name, {.tolerance = 1e-16});
}

MatrixXd form(const Problem& problem, const Point& at, const MatrixXd& tangents) {
  const Eigen::Index count = tangents.cols();
  MatrixXd result(count, count);
  for (Eigen::Index i = 0; i < count; ++i)
    for (Eigen::Index j = 0; j < count; ++j)
      result(i, j) = two_form(problem, at, tangents.col(i), tangents.col(j));
  return result;
}

// What is normal to the rows, as LAPACK's QR of their transpose gives it: no pivoting.
MatrixXd reflected_basis(const MatrixXd& rows) {
  MatrixXd columns = rows.transpose();
  const Eigen::Index n = columns.rows(), m = columns.cols();
  MatrixXd Q = MatrixXd::Identity(n, n);
  for (Eigen::Index k = 0; k < m; ++k) {
    VectorXd mirror = VectorXd::Zero(n);
    mirror.tail(n - k) = columns.col(k).tail(n - k);
    mirror[k] += std::copysign(mirror.norm(), mirror[k]);
    mirror.normalize();
    columns -= 2.0 * mirror * (mirror.transpose() * columns);
    Q -= 2.0 * (Q * mirror) * mirror.transpose();
  }
  return Q.rightCols(n - m);
}

struct FormDefect {
  double singular = 0, entry = 0;  // the largest of each
};

// (31) on the tangent space: what is left.
FormDefect form_defect(const Problem& problem, OneStep& steps, const Point& from, const Point& end,
                       const MatrixXd& rows) {
  const MatrixXd basis = reflected_basis(rows);
  const MatrixXd after = form(problem, end, steps.carry_tangents(basis));
  const MatrixXd left = after - form(problem, from, basis);
  return {tableau::singular_values(left)[0], left.cwiseAbs().maxCoeff()};
}

struct Kept {
  double energy = 0, momentum = 0, manifold = 0, form = 0, form_entry = 0;
};

Kept kept(const Problem& problem, const std::string& scheme) {
  const auto steps = steps_of(problem, scheme);
  Kept worst;
  Point at = problem.start;
  const double energy = problem.system->energy(at), momentum = at.z[2];
  for (int k = 0; k < 200; ++k) {
    const StepResult result = steps->step(at, 0.1);
    if (!result.converged) steps->fail(result, at, 0.1);
    if (k < 50) {
      const FormDefect left =
          form_defect(problem, *steps, at, result.end, problem.phase_space->slopes(at));
      worst.form = std::max(worst.form, left.singular);
      worst.form_entry = std::max(worst.form_entry, left.entry);
    }
    at = result.end;
    worst.energy = std::max(worst.energy, std::abs(problem.system->energy(at) - energy));
    worst.momentum = std::max(worst.momentum, std::abs(at.z[2] - momentum));
    worst.manifold =
        std::max(worst.manifold, problem.phase_space->residuals(at).lpNorm<Eigen::Infinity>());
  }
  return worst;
}

// The largest change of H, and of the form by one step; zero stands for round-off.
struct Row {
  double energy, form, form_entry = 0.0;
};

void check(double found, double wanted, double round_off, const std::string& what) {
  if (wanted == 0.0) {
    EXPECT_LT(found, round_off) << what;
  } else {
    EXPECT_NEAR(found / wanted, 1.0, 6e-3) << what;
  }
}

TEST(PhaseSpace, WhatEachSchemeKeeps) {
  const std::map<std::string, std::vector<Row>> table{
      {"midpoint",
       {{0, 2.007e-4, 1.48e-4},
        {0, 4.487e-4, 3.39e-4},
        {1.12e-4, 4.298e-4, 3.66e-4},
        {7.71e-5, 6.639e-4, 5.21e-4}}},
      {"cayley-midpoint",
       {{0, 2.007e-4, 1.48e-4},
        {0, 4.487e-4, 3.39e-4},
        {1.12e-4, 4.298e-4, 3.66e-4},
        {7.71e-5, 6.639e-4, 5.21e-4}}},
      {"projected-midpoint", {{0, 0}, {5.47e-4, 0}, {5.91e-4, 0}, {1.21e-3, 0}}},
      {"energy-momentum",
       {{0, 2.007e-4, 1.48e-4},
        {0, 4.487e-4, 3.39e-4},
        {0, 3.757e-4, 3.35e-4},
        {0, 6.068e-4, 4.69e-4}}}};
  for (const auto& [scheme, rows] : table)
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const auto& [name, parameters] = potentials[k];
      const Kept found = kept(make_problem("phase-space-pendulum", parameters), scheme);
      const std::string what = scheme + ", " + name;
      testing::print("{}: dH {:.2e}, form {:.3e}, entry {:.3e}, P {:.1e}, J {:.1e}", what,
                     found.energy, found.form, found.form_entry, found.manifold, found.momentum);
      check(found.energy, rows[k].energy, 4e-15, "energy, " + what);
      check(found.form, rows[k].form, 3e-15, "two-form, " + what);
      check(found.form_entry, rows[k].form_entry, 3e-15, "entry of the two-form, " + what);
      EXPECT_LT(found.manifold, 3e-15) << what;  // Lemma 3.1
      EXPECT_LT(found.momentum, 3e-15) << what;  // (36)
    }
}

// The paper's (10) has q·δπ = 0 for tangents: on these even (55) does not keep the form.
TEST(PhaseSpace, TangentsOfThePaperAreNotTangent) {
  const Problem problem = make_problem("phase-space-pendulum", potentials[3].second);
  const auto steps = steps_of(problem, "projected-midpoint");
  const Point end = steps->step(problem.start, 0.1).end;
  MatrixXd rows = problem.phase_space->slopes(problem.start);
  EXPECT_LT(form_defect(problem, *steps, problem.start, end, rows).singular, 1e-15);
  rows.row(1).head(3).setZero();
  const double defect = form_defect(problem, *steps, problem.start, end, rows).singular;
  testing::print("on (10) of the paper: {:.1e}", defect);
  EXPECT_GT(defect, 1e-3);
}

TEST(PhaseSpace, OrderTwo) {
  const Problem problem = make_problem("phase-space-pendulum", potentials[3].second);
  const Point exact = testing::run(problem, standard(tableau::gauss(5)), 2.0, 100);
  for (const char* scheme :
       {"midpoint", "cayley-midpoint", "projected-midpoint", "energy-momentum"}) {
    double errors[2];
    for (const int part : {0, 1}) {
      const auto steps = steps_of(problem, scheme);
      const Point end = integrate(*steps, problem.start, 2.0, 0.05 / (1 + part)).end;
      errors[part] = (end.y - exact.y).norm() + (end.z - exact.z).norm();
    }
    EXPECT_NEAR(std::log2(errors[0] / errors[1]), 2.0, 0.02) << scheme;
  }
}

Vector3d gradient_of_V(const Problem& problem, const Vector3d& q) {
  const VectorXd rate = problem.system->value(Function::force, 0, {0.0, q, q, {}});
  return q.cross(Vector3d(rate));  // −q × (q × ∇V): its part in the tangent plane
}

// (55) as (60): the midpoint rule of (6) with its stage moved onto P, and (32).
TEST(PhaseSpace, FormsOfTheSchemes) {
  const Problem problem = make_problem("phase-space-pendulum", potentials[2].second);
  const double h = 0.1;
  const Point& from = problem.start;
  const Point projected = steps_of(problem, "projected-midpoint")->step(from, h).end;
  const Vector3d q = 0.5 * (from.y + projected.y), pi = 0.5 * (from.z + projected.z);
  const Vector3d foot = q.normalized();
  const Vector3d foot_pi = pi - foot.dot(pi) * foot;
  const Vector3d dq = -h * foot.cross(foot_pi);
  const Vector3d dpi = -h * foot.cross(gradient_of_V(problem, foot));
  EXPECT_LT((projected.y - from.y - dq).norm(), 1e-15);
  EXPECT_LT((projected.z - from.z - dpi).norm(), 1e-15);

  const Point plain = steps_of(problem, "midpoint")->step(from, h).end;
  const VectorXd turned = cayley(VectorXd(0.5 * h * (from.z + plain.z)), from.y);
  EXPECT_LT((plain.y - turned).lpNorm<Eigen::Infinity>(), 2.5e-16);  // one unit in the last place
  testing::print("Cayley's form of a step: off by {:.1e}",
                 (plain.y - turned).lpNorm<Eigen::Infinity>());
  const Point by_cayley = steps_of(problem, "cayley-midpoint")->step(from, h).end;
  EXPECT_LT((plain.y - by_cayley.y).norm() + (plain.z - by_cayley.z).norm(), 1e-15);
}

TEST(Reduced, WhatEachSchemeKeeps) {
  const Problem problem = make_problem("reduced-pendulum", {{"quartic", 1.0}});
  const std::map<std::string, Row> table{{"reduced-midpoint", {2.23e-4, 4.76e-4}},
                                         {"midpoint", {9.61e-4, 0}},
                                         {"projected-midpoint", {6.92e-4, 0}},
                                         {"energy-momentum", {0, 2.30e-4}}};
  const auto measure = [](const Problem& of, const std::string& scheme) {
    const auto steps = steps_of(of, scheme);
    Point at = of.start;
    Row worst{0, 0};
    for (int k = 0; k < 400; ++k) {
      const Point end = steps->step(at, 0.1).end;
      const MatrixXd A = steps->carry_tangents(MatrixXd::Identity(2, 2));
      worst.form = std::max(worst.form, std::abs(A.determinant() - 1.0));
      worst.energy =
          std::max(worst.energy, std::abs(of.system->energy(end) - of.system->energy(of.start)));
      at = end;
    }
    testing::print("reduced, {}: dH {:.2e}, det - 1 {:.2e}", scheme, worst.energy, worst.form);
    return worst;
  };
  for (const auto& [scheme, wanted] : table) {
    const Row found = measure(problem, scheme);
    check(found.energy, wanted.energy, 2e-15, "energy, " + scheme);
    check(found.form, wanted.form, 1e-15, "det, " + scheme);
  }
  const Row both = measure(make_problem("reduced-pendulum"), "projected-midpoint");
  EXPECT_LT(both.energy, 2e-15);
  EXPECT_LT(both.form, 1e-15);
}

// Reduction of (24) is (42) and of (55) is (53), for motions in a plane.
TEST(Reduced, IsTheMotionOnThePhaseSpace) {
  for (const auto& [name, parameters] : potentials) {
    const Problem reduced = make_problem("reduced-pendulum", parameters);
    Problem whole = make_problem("phase-space-pendulum", parameters);
    whole.start.y = Vector3d(std::sin(1.0), 0, std::cos(1.0));
    whole.start.z = Vector3d(0, 0.5, 0);
    for (const auto& [on_plane, on_sphere] : {std::pair{"reduced-midpoint", "cayley-midpoint"},
                                              {"projected-midpoint", "projected-midpoint"}}) {
      const auto angle = steps_of(reduced, on_plane);
      const auto sphere = steps_of(whole, on_sphere);
      const auto on_the_sphere = [](const Point& at) {
        return Point{at.t, Vector3d(std::sin(at.y[0]), 0, std::cos(at.y[0])),
                     Vector3d(0, at.z[0], 0), VectorXd(0)};
      };
      const auto between = [](const Point& one, const Point& other) {
        return (one.y - other.y).norm() + (one.z - other.z).norm();
      };
      // Each of 200 steps from the same point; and side by side, where what rounding does to
      // energies adds up to a difference in time.
      Point a = reduced.start, b = whole.start;
      double one_step = 0.0, side_by_side = 0.0;
      for (int k = 0; k < 200; ++k) {
        const Point from = on_the_sphere(a);
        a = angle->step(a, 0.1).end;
        one_step = std::max(one_step, between(sphere->step(from, 0.1).end, on_the_sphere(a)));
        b = sphere->step(b, 0.1).end;
        side_by_side = std::max(side_by_side, between(b, on_the_sphere(a)));
      }
      testing::print("{}, {}: {:.1e} apart in one step, {:.1e} side by side", name, on_plane,
                     one_step, side_by_side);
      EXPECT_LT(one_step, 4e-15) << name << " " << on_plane;
      EXPECT_LT(side_by_side, 3e-14) << name << " " << on_plane;
    }
  }
}

TEST(PhaseSpace, StartsAreMovedOntoIt) {
  const Problem problem = make_problem("phase-space-pendulum");
  Point at = problem.start;
  at.y *= 1.3;
  at.z[0] += 0.2;
  const Point moved = onto(*problem.phase_space, at);
  EXPECT_LT(problem.phase_space->residuals(moved).norm(), 1e-14);
  EXPECT_LT((moved.y - at.y).norm() + (moved.z - at.z).norm(), 0.6);
  EXPECT_THROW(scheme_steps(make_problem("reduced-pendulum"), "cayley-midpoint", {}), core::Error);
}

}  // namespace
}  // namespace sparkdyn::dae
