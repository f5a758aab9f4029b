// SPDX-License-Identifier: BSD-3-Clause
// Constraints at both levels, symplecticness, reversibility, energy and momentum: section 6 of
// Jay (1998), section 4 and Fig. 3 of Jay (2007).
#include <gtest/gtest.h>

#include "sparkdyn/dae/diagnostics.hpp"
#include "sparkdyn/dae/mechanism.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

using tableau::Family;

// A nonlinear spring in space, held in a plane: x + y + z = 0.
struct Guided {
  static constexpr bool constant_mass = true;
  int coordinates() const { return 3; }
  int constraints() const { return 1; }
  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * (v[0] * v[0] + 2.0 * v[1] * v[1] + 3.0 * v[2] * v[2]);
  }
  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    const S square = q[0] * q[0] + q[1] * q[1] + q[2] * q[2];
    return square * square + q[0] * q[1];
  }
  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    Vector<S> g(1);
    g << q[0] + q[1] + q[2];
    return g;
  }
};

std::vector<Method> symplectic() {
  return {lobatto_a_b(2), lobatto_a_b(3), gauss_lobatto_spark(1), gauss_lobatto_spark(2)};
}

TEST(Structure, WedgeProductIsConstantForSymplecticMembers) {
  for (const auto& [name, h] :
       {std::pair{"pendulum", 0.02}, {"charged-particle-on-sphere", 0.12}}) {
    const Problem problem = make_problem(name);
    for (const Method& method : symplectic()) {
      Stepper stepper(problem.system, method);
      EXPECT_LT(wedge_drift(stepper, problem.start, h, 2000), 1e-11) << name << " " << method.name;
    }
    Stepper dissipative(problem.system, lobatto_spark(3, testing::uniform(Family::IIIC)));
    EXPECT_GT(wedge_drift(dissipative, problem.start, h, 2000), 1e-6) << name;
  }
}

// IIID is symplectic for every term but a nonlinear constraint; with a linear one it is, too.
TEST(Structure, OnlyPairsOfTheseMethodsAreSymplecticWithNonlinearConstraints) {
  const Problem rod = make_problem("pendulum", {{"gravity", 1.0}, {"speed", -2.0}});
  const auto drift = [](const std::shared_ptr<const System>& system, const Point& start,
                        const Method& method) {
    Stepper stepper(system, method);
    return wedge_drift(stepper, start, 0.05, 200);
  };
  const Method iiid = lobatto_spark(3, testing::uniform(Family::IIID));
  const double of_iiid = drift(rod.system, rod.start, iiid);
  const double of_pair = drift(rod.system, rod.start, lobatto_a_b(3));
  const double of_gauss_lobatto = drift(rod.system, rod.start, gauss_lobatto_spark(3));
  testing::print("wedge drift with a rod: IIID {:.2g}, IIIA-IIIB {:.2g}, Gauss-Lobatto {:.2g}",
                 of_iiid, of_pair, of_gauss_lobatto);
  EXPECT_NEAR(of_iiid, 2.4e-7, 0.5e-7);
  EXPECT_LT(of_pair, 1e-13);
  EXPECT_LT(of_gauss_lobatto, 1e-13);
  const auto guided = make_mechanism(Guided{});
  const Point start =
      projected(*guided, {0.0, Eigen::Vector3d(0.8, 0.1, -0.9), Eigen::Vector3d(0.5, -1.5, 1.0),
                          Eigen::VectorXd::Zero(1)});
  EXPECT_LT(drift(guided, start, iiid), 1e-13);
  EXPECT_GT(drift(guided, start, lobatto_spark(3, testing::uniform(Family::IIIC))), 1e-9);
}

// What symplectic() says of a method is what its tangents do: without constraints, with a linear
// and with a nonlinear one.
TEST(Structure, SymplecticIsSaidOfThoseThatAre) {
  const Problem spring = make_problem("stiff-spring-pendulum", {{"epsilon", 0.5}});
  const Problem rod = make_problem("pendulum", {{"gravity", 1.0}, {"speed", -2.0}});
  Problem guided{.splitting = splitting_a_b()};
  guided.system = make_mechanism(Guided{});
  guided.start =
      projected(*guided.system, {0.0, Eigen::Vector3d(0.8, 0.1, -0.9),
                                 Eigen::Vector3d(0.5, -1.5, 1.0), Eigen::VectorXd::Zero(1)});
  const auto keeps = [](const Problem& problem, const Method& method) {
    Stepper stepper(problem.system, method);
    return wedge_drift(stepper, problem.start, 0.1, 100) < 1e-12;
  };
  auto adjoint_pair = tableau::Splitting::uniform(tableau::Mixture::pure(Family::IIIC));
  adjoint_pair.set("velocity", tableau::Mixture::pure(Family::IIICstar));
  using tableau::GaussSplitting;
  for (const auto& [method, expected] :
       {std::pair{lobatto_spark(3, testing::uniform(Family::IIIC)), Symplectic::never},
        {gauss_lobatto_spark(2, GaussSplitting::uniform(0.9)), Symplectic::never},
        {lobatto_spark(3, adjoint_pair), Symplectic::unconstrained},
        {standard(tableau::gauss(2)), Symplectic::unconstrained},
        {lobatto_spark(3, testing::uniform(Family::IIID)), Symplectic::linear_constraints},
        {lobatto_a_b(3), Symplectic::all_constraints},
        {half_explicit_spark(4), Symplectic::all_constraints},
        {gauss_lobatto_spark(2), Symplectic::all_constraints}}) {
    EXPECT_EQ(symplectic(method), expected) << method.name;
    EXPECT_EQ(keeps(spring, method), expected >= Symplectic::unconstrained) << method.name;
    // Under a constant force no damping shows: all inertia of a rod is in its constraint.
    if (expected == Symplectic::never) continue;
    EXPECT_EQ(keeps(rod, method), expected == Symplectic::all_constraints) << method.name;
    if (expected >= Symplectic::linear_constraints) {
      EXPECT_TRUE(keeps(guided, method)) << method.name;
    }
  }
}

TEST(Structure, TangentsAreTheDerivativeOfTheStep) {
  const Problem problem = make_problem("andrews-squeezer");
  Stepper stepper(problem.system, lobatto_a_b(3));
  const double h = 1e-4;
  const Point from = integrate(stepper, problem.start, 1e-3, h).end;
  const Eigen::MatrixXd tangents = tangent_vectors(*problem.system, from, 2);
  stepper.step(from, h);
  const Eigen::MatrixXd carried = stepper.carry_tangents(tangents);
  const double step = 1e-6;
  for (int k = 0; k < 2; ++k) {
    const auto moved = [&](double distance) {
      Point start = from;
      start.y += distance * tangents.col(k).head(7);
      start.z += distance * tangents.col(k).tail(7);
      Stepper fresh(problem.system, lobatto_a_b(3));
      const Point end = fresh.step(start, h).end;
      Eigen::VectorXd both(14);
      both << end.y, end.z;
      return both;
    };
    const Eigen::VectorXd differences = (moved(step) - moved(-step)) / (2.0 * step);
    EXPECT_LT((differences - carried.col(k)).norm(), 1e-4 * carried.col(k).norm());
  }
}

TEST(Structure, ConstraintsHoldAtRoundOffOnBothLevels) {
  for (const char* name : {"pendulum", "spherical-pendulum", "car-axis", "jay-2007-dae",
                           "four-bar-chain", "charged-particle-on-sphere"}) {
    const Problem problem = make_problem(name);
    for (const Method& method :
         {lobatto_spark(3, problem.splitting), lobatto_spark(2, testing::uniform(Family::IIIC)),
          lobatto_spark(4, testing::uniform(Family::IIID)), gauss_lobatto_spark(2)}) {
      Stepper stepper(problem.system, method);
      Monitor monitor(*problem.system, {});
      integrate(stepper, problem.start, 50 * problem.step, problem.step, std::ref(monitor));
      EXPECT_LT(monitor.constraints().position, 1e-13) << name << " " << method.name;
      EXPECT_LT(monitor.constraints().velocity, 1e-12) << name << " " << method.name;
    }
  }
}

// The magnetic field turns with time: only together with a reflection is the flow reversed.
Point reflected(const Point& at) {
  Point result = at;
  result.y[1] = -at.y[1];
  result.z[0] = -at.z[0];
  result.z[2] = -at.z[2];
  return result;
}

TEST(Structure, SymmetricMembersAreReversible) {
  const Problem pendulum = make_problem("pendulum");
  const Problem particle = make_problem("charged-particle-on-sphere");
  std::vector<Method> methods = symplectic();
  methods.push_back(lobatto_spark(3, testing::uniform(Family::IIID)));
  for (const Method& method : methods) {
    EXPECT_TRUE(method.symmetric) << method.name;
    Stepper stepper(pendulum.system, method);
    EXPECT_LT(reversibility_defect(stepper, pendulum.start, 0.02, 100), 1e-12) << method.name;
    Stepper other(particle.system, method);
    EXPECT_LT(reversibility_defect(other, particle.start, 0.12, 100, reflected), 1e-11)
        << method.name;
  }
  const Method dissipative = lobatto_spark(3, testing::uniform(Family::IIIC));
  EXPECT_FALSE(dissipative.symmetric);
  Stepper stepper(pendulum.system, dissipative);
  EXPECT_GT(reversibility_defect(stepper, pendulum.start, 0.02, 100), 1e-8);
}

// Fig. 3 of Jay (2007), a tenth of the interval of long_test.cpp.
TEST(Structure, HamiltonianErrorOfTheChargedParticleIsBounded) {
  const Problem problem = make_problem("charged-particle-on-sphere");
  for (const auto& [stages, bound] : {std::pair{1, 3e-3}, {2, 1e-5}}) {
    Stepper stepper(problem.system, gauss_lobatto_spark(stages));
    Monitor monitor(*problem.system, problem.quantities);
    integrate(stepper, problem.start, 1000.0, 0.12, std::ref(monitor));
    EXPECT_LT(monitor.deviation("energy"), bound);
    EXPECT_LT(monitor.deviation("angular_momentum"), 1e-12);
    EXPECT_LT(monitor.constraints().velocity, 1e-14);
  }
}

TEST(Structure, MomentaAreInvariant) {
  const Problem spherical = make_problem("spherical-pendulum");
  Stepper stepper(spherical.system, lobatto_a_b(3));
  Monitor monitor(*spherical.system, spherical.quantities);
  integrate(stepper, spherical.start, 10.0, 0.02, std::ref(monitor));
  EXPECT_LT(monitor.deviation("angular_momentum"), 1e-12);
  EXPECT_LT(monitor.deviation("energy"), 1e-5);
  EXPECT_GT(monitor.deviation("energy"), 1e-10);

  const Problem particles = make_problem("n-particles");
  Stepper others(particles.system, lobatto_a_b(3));
  Monitor watched(*particles.system, particles.quantities);
  integrate(others, particles.start, 0.1, 2e-4, std::ref(watched));
  for (const std::string axis : {"x", "y", "z"}) {
    EXPECT_LT(watched.deviation("momentum_" + axis), 1e-12);
    EXPECT_LT(watched.deviation("angular_momentum_" + axis), 1e-12);
  }
}

// Fig. 1 of Jay (1998): no torque after t = 0.02, energy error bounded and oscillating about 0.
TEST(Structure, AndrewsEnergyErrorIsBoundedWithoutTorque) {
  const Problem problem = make_problem("andrews-squeezer", {{"switch_off", 0.02}});
  Stepper stepper(problem.system, lobatto_a_b(3));
  const Point free = integrate(stepper, problem.start, 0.02, 5e-5).end;
  const double energy = problem.system->energy(free);
  double largest[2] = {0.0, 0.0};
  double lowest = 0.0, highest = 0.0;
  integrate(stepper, free, 0.1, 5e-5, [&](const Point& at) {
    const double error = problem.system->energy(at) - energy;
    double& half = largest[at.t > 0.06];
    half = std::max(half, std::abs(error));
    lowest = std::min(lowest, error);
    highest = std::max(highest, error);
  });
  EXPECT_LT(largest[1], 1.1 * largest[0]);
  testing::print(
      "Andrews, no torque after 0.02: energy error {:.2e} … {:.2e}, halves {:.2e}, {:.2e}", lowest,
      highest, largest[0], largest[1]);
  EXPECT_LT(highest, 1e-4 * energy);
  EXPECT_LT(lowest, 0.0);
  EXPECT_GT(highest, 0.0);
}

// Fig. 3: under a constant torque the mechanism turns faster and faster, and the energy error,
// still about 0, grows quadratically.
TEST(Structure, AndrewsEnergyErrorGrowsQuadraticallyUnderConstantTorque) {
  const Problem problem = make_problem("andrews-squeezer");
  Stepper stepper(problem.system, lobatto_a_b(3));
  const double energy = problem.system->energy(problem.start);
  std::vector<double> time, growth;
  double largest = 0.0;
  integrate(stepper, problem.start, 0.1, 5e-5, [&](const Point& at) {
    largest = std::max(largest, std::abs(problem.system->energy(at) - energy));
    if (at.t < 0.01) return;
    time.push_back(std::log(at.t));
    growth.push_back(std::log(largest));
  });
  EXPECT_NEAR(testing::fitted_slope(time, growth), 2.0, 0.3);
  testing::print("Andrews, constant torque: energy error grows like t^{:.2f}",
                 testing::fitted_slope(time, growth));
}

// Theorem 4 of Jay (2007): with the action A_d(q0, q1) = h Σ b_i L(Q_i, V_i) of the step that joins
// two points of the circle, p0 = −∂A_d/∂q0 and p1 = ∂A_d/∂q1, in angles.
TEST(Structure, StepsAreStationaryPointsOfTheDiscreteAction) {
  const Problem problem = make_problem("pendulum", {{"gravity", 1.0}});
  const double h = 0.3;
  for (const auto& [s, expected] : {std::pair{1, -1.293112}, {2, -1.295782}}) {
    const Method method = gauss_lobatto_spark(s);
    StepperOptions options;
    options.tolerance = 1e-16;
    Stepper stepper(problem.system, method, options);
    const auto from = [&](double angle, double speed) {
      const Eigen::Vector2d along(-std::sin(angle), std::cos(angle));
      const Point start{0.0, Eigen::Vector2d(std::cos(angle), std::sin(angle)), speed * along,
                        problem.start.u};
      stepper.restart();
      return stepper.step(start, h).end;
    };
    const auto angle_of = [](const Point& at) { return std::atan2(at.y[1], at.y[0]); };
    const auto action = [&](double first, double second) {
      double speed = (second - first) / h, slope = h;
      for (int k = 0; k < 30; ++k) {  // secants until the step ends at the second angle
        const double off = angle_of(from(first, speed)) - second;
        slope = (angle_of(from(first, speed + 1e-4)) - angle_of(from(first, speed))) / 1e-4;
        speed -= off / slope;
      }
      from(first, speed);
      const StepStages stages = stepper.last_stages();
      double sum = 0.0;
      for (int i = 0; i < s; ++i)
        sum += method.b[i] * (0.5 * stages.Z.col(i).squaredNorm() - stages.Y(1, i));
      return h * sum;
    };
    const Point end = from(0.3, -1.0);
    const double momentum = end.y[0] * end.z[1] - end.y[1] * end.z[0];
    const double to = angle_of(end), by = 1e-2;
    const auto fourth = [by](auto f) {
      return (8 * (f(by) - f(-by)) - (f(2 * by) - f(-2 * by))) / (12 * by);
    };
    const double p0 = -fourth([&](double d) { return action(0.3 + d, to); });
    const double p1 = fourth([&](double d) { return action(0.3, to + d); });
    EXPECT_NEAR(p0, -1.0, 3e-8) << s;
    EXPECT_NEAR(p1, momentum, 3e-8) << s;
    EXPECT_NEAR(momentum, expected, 1e-6) << s;
    testing::print("discrete action, s = {}: p0 + 1 = {:.1e}, p1 {:.6f}, {:.1e} from the step's", s,
                   p0 + 1.0, p1, p1 - momentum);
  }
}

TEST(Monitor, NamesTheQuantitiesItKnows) {
  const Problem problem = make_problem("spherical-pendulum");
  const Monitor monitor(*problem.system, problem.quantities);
  EXPECT_THROW(monitor.deviation("enrgy"), std::runtime_error);
}

}  // namespace
}  // namespace sparkdyn::dae
