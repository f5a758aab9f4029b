// SPDX-License-Identifier: BSD-3-Clause
// The kinds of systems: mechanical and Hamiltonian forms agree, implicit q(t,y) and p(t,y,z),
// nonholonomic constraints, the augmented system for a singular mass matrix, M(q).
#include <gtest/gtest.h>

#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/dae/hamiltonian.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

// (23) of Jay (2007) in the variables q = (y1², y2 + t), p = (z1 y2², z2 + sin t).
struct Implicit23 {
  Sizes sizes() const { return {.y = 2, .z = 2, .holonomic = 1}; }
  std::vector<TermInfo> velocity_terms() const { return {{.kind = tableau::Term::velocity}}; }
  std::vector<TermInfo> force_terms() const {
    return {{.kind = tableau::Term::load},
            {.kind = tableau::Term::constraint, .depends_on_z = false, .depends_on_u = true}};
  }
  template <typename S>
  Vector<S> position(const S& t, const Vector<S>& y) const {
    Vector<S> q(2);
    q << y[0] * y[0], y[1] + t;
    return q;
  }
  template <typename S>
  Vector<S> velocity(int, const S&, const Vector<S>& y, const Vector<S>& z) const {
    Vector<S> v(2);
    v << 4.0 * y[0] * z[0], 1.0 - z[1];
    return v;
  }
  template <typename S>
  Vector<S> momentum(const S& t, const Vector<S>& y, const Vector<S>& z) const {
    using std::sin;
    Vector<S> p(2);
    p << z[0] * y[1] * y[1], z[1] + sin(t);
    return p;
  }
  template <typename S>
  Vector<S> force(int term, const S& t, const Vector<S>& y, const Vector<S>& z,
                  const Vector<S>& u) const {
    using std::cos, std::sqrt;
    Vector<S> f(2);
    if (term == 0) {
      const S first = 2.0 * y[0] * y[1] * z[0] * z[1] - y[0] * z[0] * z[1];
      f << first * y[1] * y[1] - 2.0 * z[0] * y[1] * z[1],
          z[0] - y[0] * z[1] * z[1] * z[1] + cos(t);
    } else {
      f << y[0] * y[1] * u[0] * u[0] * y[1] * y[1], -sqrt(y[0]) * u[0];
    }
    return f;
  }
  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& y) const {
    Vector<S> g(1);
    g << y[0] * y[1] * y[1] - 1.0;
    return g;
  }
};

TEST(Systems, ImplicitPositionsAndMomentaKeepTheOrder) {
  Problem problem = make_problem("jay-2007-dae");
  problem.system = std::make_shared<Differentiated<Implicit23>>(Implicit23{});
  const Point exact = problem.exact(1.0);
  for (const Method& method : {gauss_lobatto_spark(1), gauss_lobatto_spark(2),
                               gauss_lobatto_spark(3), lobatto_a_b(2), lobatto_a_b(3)}) {
    const int steps = method.order == 2 ? 40 : 20;
    const Point coarse = testing::run(problem, method, 1.0, steps);
    const Point fine = testing::run(problem, method, 1.0, 2 * steps);
    const auto order = [&](Eigen::VectorXd Point::*part) {
      return std::log2(testing::distance(coarse.*part, exact.*part) /
                       testing::distance(fine.*part, exact.*part));
    };
    EXPECT_GT(order(&Point::y), method.order - 0.2) << method.name;
    EXPECT_GT(order(&Point::z), method.order - 0.2) << method.name;
    EXPECT_LT(constraint_residuals(*problem.system, fine).velocity, 1e-13) << method.name;
  }
}

struct PendulumHamiltonian {
  int coordinates() const { return 2; }
  int constraints() const { return 1; }
  template <typename S>
  S hamiltonian(const Vector<S>& q, const Vector<S>& p) const {
    return 0.5 * (p[0] * p[0] + p[1] * p[1]) + 9.81 * q[1];
  }
  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    Vector<S> g(1);
    g << 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0);
    return g;
  }
};

TEST(Systems, HamiltonianAndMechanicalFormsAreTheSameMethod) {
  const Problem mechanical = make_problem("pendulum");
  Problem hamiltonian = mechanical;
  hamiltonian.system = make_hamiltonian(PendulumHamiltonian{});
  for (const Method& method : {lobatto_a_b(3), gauss_lobatto_spark(2)}) {
    const Point a = testing::run(mechanical, method, 2.0, 100);
    const Point b = testing::run(hamiltonian, method, 2.0, 100);
    EXPECT_LT(testing::distance(a.y, b.y), 1e-12) << method.name;
    EXPECT_LT(testing::distance(a.z, b.z), 1e-12) << method.name;
  }
}

TEST(Systems, MassMatrixThatDependsOnTheCoordinates) {
  const Problem problem = make_problem("double-pendulum");
  const Point exact = testing::run(problem, lobatto_a_b(7), 1.0, 80);
  EXPECT_NEAR(problem.system->energy(exact), problem.system->energy(problem.start), 1e-11);
  const Point coarse = testing::run(problem, lobatto_a_b(3), 1.0, 50);
  const Point fine = testing::run(problem, lobatto_a_b(3), 1.0, 100);
  EXPECT_NEAR(std::log2(testing::distance(coarse.y, exact.y) / testing::distance(fine.y, exact.y)),
              4.0, 0.2);
}

// (8b), with the Coriolis forces, is the same motion and not the same steps.
TEST(Systems, AccelerationsInsteadOfMomenta) {
  const Problem momenta = make_problem("double-pendulum");
  const Problem accelerations = make_problem("double-pendulum", {{"accelerations", 1.0}});
  for (const Method& method : {lobatto_a_b(2), lobatto_a_b(3), gauss_lobatto_spark(2)}) {
    const Point exact = testing::run(momenta, lobatto_a_b(7), 1.0, 80);
    const Point same = testing::run(accelerations, lobatto_a_b(7), 1.0, 80);
    EXPECT_LT(testing::distance(exact.y, same.y), 1e-10);
    const Point coarse = testing::run(accelerations, method, 1.0, 50);
    const Point fine = testing::run(accelerations, method, 1.0, 100);
    for (const auto part : {&Point::y, &Point::z})
      EXPECT_NEAR(std::log2(testing::distance(coarse.*part, exact.*part) /
                            testing::distance(fine.*part, exact.*part)),
                  method.order, 0.2)
          << method.name;
    const Point other = testing::run(momenta, method, 1.0, 50);
    const double apart = testing::distance(coarse.y, other.y);
    EXPECT_GT(apart, 0.05 * testing::distance(other.y, exact.y)) << method.name;
    testing::print("double pendulum, {}, h = 0.02: (8b) and (8f) differ by {:.1e}, error {:.1e}",
                   method.name, apart, testing::distance(other.y, exact.y));
  }
}

TEST(Systems, NonholonomicSkateFollowsItsCycloid) {
  for (const Parameters& parameters :
       {Parameters{}, {{"slope", 2.0}, {"rate", 0.7}, {"inertia", 0.3}}}) {
    const Problem problem = make_problem("skate", parameters);
    const double t = 2.0;
    const Point exact = problem.exact(t);
    for (int s = 2; s <= 4; ++s) {
      const int steps = s == 2 ? 40 : 10;
      const Point coarse = testing::run(problem, lobatto_a_b(s), t, steps);
      const Point end = testing::run(problem, lobatto_a_b(s), t, 2 * steps);
      for (const auto part : {&Point::y, &Point::z, &Point::u})
        EXPECT_GT(std::log2(testing::distance(coarse.*part, exact.*part) /
                            testing::distance(end.*part, exact.*part)),
                  2 * s - 2.2)
            << s;
      EXPECT_LT(constraint_residuals(*problem.system, end).velocity, 1e-14) << s;
    }
  }
}

// The mass matrix of q is singular, that of (q, r) is not.
TEST(Systems, AugmentedSystemTakesASingularMassMatrix) {
  const Problem problem = make_problem("dragged-point");
  const Point end = testing::run(problem, lobatto_a_b(4), 1.0, 80);
  EXPECT_LT((end.y - problem.answers[0].y).norm(), 1e-9);
  EXPECT_LT(end.y.tail(2).norm(), 1e-14);
  EXPECT_LT(end.z.tail(2).norm(), 1e-12);
}

// A start that is off the level of velocities by O(h²) has a step, near the exact one's, and the
// step ends on both levels (Theorem 4.3 of Jay 1998).
TEST(Systems, StepsExistFromStartsBesideTheVelocityConstraints) {
  for (const char* name : {"pendulum", "four-bar-chain", "skate"}) {
    const Problem problem = make_problem(name);
    for (const Method& method : {lobatto_a_b(2), lobatto_a_b(3), lobatto_a_b(4)}) {
      double last = 0.0;
      for (const double h : {0.02, 0.01}) {
        Stepper stepper(problem.system, method);
        Point beside = problem.start;
        for (Eigen::Index k = 0; k < beside.z.size(); ++k)
          beside.z[k] += h * h * std::sin(1.0 + 2.0 * static_cast<double>(k));
        EXPECT_GT(constraint_residuals(*problem.system, beside).velocity, 0.1 * h * h);
        const StepResult consistent = stepper.step(problem.start, h);
        stepper.restart();
        const StepResult step = stepper.step(beside, h);
        ASSERT_TRUE(step.converged && consistent.converged) << name << " " << method.name;
        const ConstraintResiduals off = constraint_residuals(*problem.system, step.end);
        EXPECT_LT(off.position, 1e-13);
        EXPECT_LT(off.velocity, 1e-12);
        const double moved = testing::distance(step.end.z, consistent.end.z);
        EXPECT_LT(moved, 4.0 * h * h);
        if (last > 0.0) {
          EXPECT_NEAR(std::log2(last / moved), 2.0, 0.2) << name << " " << method.name;
        }
        last = moved;
      }
    }
  }
}

}  // namespace
}  // namespace sparkdyn::dae
