// SPDX-License-Identifier: BSD-3-Clause
// The kinds of systems: mechanical and Hamiltonian forms agree, implicit q(t,y) and p(t,y,z),
// nonholonomic constraints, the augmented system for a singular mass matrix, M(q).
#include <gtest/gtest.h>

#include "sparkdyn/dae/augmented.hpp"
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

// A double pendulum in angles: a mass matrix that depends on q, and no constraint.
struct DoublePendulum {
  int coordinates() const { return 2; }
  template <typename S>
  S kinetic_energy(const Vector<S>& q, const Vector<S>& v) const {
    using std::cos;
    return v[0] * v[0] + 0.5 * v[1] * v[1] + cos(q[0] - q[1]) * v[0] * v[1];
  }
  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    using std::cos;
    return -9.81 * (2.0 * cos(q[0]) + cos(q[1]));
  }
};

TEST(Systems, MassMatrixThatDependsOnTheCoordinates) {
  Problem problem{.splitting = splitting_a_b()};
  problem.system = make_mechanism(DoublePendulum{});
  problem.start = {0.0, Eigen::Vector2d(1.0, 0.5), Eigen::Vector2d(0.0, 0.2), Eigen::VectorXd(0)};
  const Point exact = testing::run(problem, lobatto_a_b(7), 1.0, 80);
  EXPECT_NEAR(problem.system->energy(exact), problem.system->energy(problem.start), 1e-11);
  const Point coarse = testing::run(problem, lobatto_a_b(3), 1.0, 50);
  const Point fine = testing::run(problem, lobatto_a_b(3), 1.0, 100);
  EXPECT_NEAR(std::log2(testing::distance(coarse.y, exact.y) / testing::distance(fine.y, exact.y)),
              4.0, 0.2);
}

// A skate on an inclined plane, q = (x, y, angle): it does not slip sideways.
struct Skate {
  static constexpr bool constant_mass = true;
  int coordinates() const { return 3; }
  int nonholonomic_constraints() const { return 1; }
  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }
  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    return -q[0];
  }
  template <typename S>
  Vector<S> nonholonomic(const S&, const Vector<S>& q, const Vector<S>& v) const {
    using std::cos, std::sin;
    Vector<S> w(1);
    w << sin(q[2]) * v[0] - cos(q[2]) * v[1];
    return w;
  }
};

TEST(Systems, NonholonomicSkateFollowsItsCycloid) {
  Problem problem{.splitting = splitting_a_b()};
  problem.system = make_mechanism(Skate{});
  problem.start = {0.0, Eigen::Vector3d::Zero(), Eigen::Vector3d(0, 0, 1),
                   Eigen::VectorXd::Zero(1)};
  // From rest, turning with unit rate: x = sin²t / 2, y = (t − sin 2t / 2) / 2.
  const double t = 2.0;
  const Eigen::Vector3d exact(0.5 * std::sin(t) * std::sin(t), 0.5 * (t - 0.5 * std::sin(2 * t)),
                              t);
  for (int s = 2; s <= 4; ++s) {
    const int steps = s == 2 ? 40 : 10;
    const double coarse =
        testing::distance(testing::run(problem, lobatto_a_b(s), t, steps).y, exact);
    const Point end = testing::run(problem, lobatto_a_b(s), t, 2 * steps);
    EXPECT_GT(std::log2(coarse / testing::distance(end.y, exact)), 2 * s - 2.2) << s;
    EXPECT_LT(constraint_residuals(*problem.system, end).velocity, 1e-14) << s;
  }
}

// A pendulum (x, y) that drags a point without mass along: q = (x, y, a), a = x + y. M is singular.
struct Dragged {
  int coordinates() const { return 3; }
  int constraints() const { return 2; }
  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1]);
  }
  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    return 9.81 * q[1];
  }
  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    Vector<S> g(2);
    g << 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0), q[2] - q[0] - q[1];
    return g;
  }
};

TEST(Systems, AugmentedSystemTakesASingularMassMatrix) {
  Problem problem{.splitting = splitting_a_b()};
  problem.system = make_mechanism(Augmented<Dragged>(Dragged{}));
  problem.start.y.resize(5);
  problem.start.y << 1.0, 0.0, 1.0, 0.0, 0.0;
  problem.start.z = Eigen::VectorXd::Zero(5);
  problem.start.u = Eigen::VectorXd::Zero(4);
  problem.start.u = acceleration(*problem.system, problem.start).u;
  const Point end = testing::run(problem, lobatto_a_b(4), 1.0, 80);
  const Eigen::Vector2d exact(-0.9862917511318753, -0.1650108531255412);
  EXPECT_LT((end.y.head(2) - exact).norm(), 1e-9);
  EXPECT_NEAR(end.y[2], exact.sum(), 1e-9);
  EXPECT_LT(end.y.tail(2).norm(), 1e-14);
  EXPECT_LT(end.z.tail(2).norm(), 1e-12);
}

}  // namespace
}  // namespace sparkdyn::dae
