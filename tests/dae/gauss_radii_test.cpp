// SPDX-License-Identifier: BSD-3-Clause
// Gauss–Lobatto SPARK with a ρ∞ for each term and region: A_γ of tableau/gauss_lobatto.hpp in the
// closing of Jay (2007).
#include <gtest/gtest.h>

#include <Eigen/Geometry>

#include "monotone.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/dae/differentiated.hpp"
#include "sparkdyn/dae/mechanism.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

using tableau::GaussSplitting;

GaussSplitting radii(std::initializer_list<std::pair<const char*, double>> terms) {
  GaussSplitting result = GaussSplitting::uniform(1.0);
  for (const auto& [term, rho] : terms) result.set(term, rho);
  return result;
}

struct RadiiCase {
  std::string problem;
  Parameters parameters;
  double end_time;
  std::vector<int> steps;  // the coarser of two runs for s = 1, 2, …
  std::vector<GaussSplitting> splittings;
};

void PrintTo(const RadiiCase& c, std::ostream* out) {
  *out << c.problem;
}

class OrderOfRadii : public ::testing::TestWithParam<RadiiCase> {};

TEST_P(OrderOfRadii, IsOneLessThanUndamped) {
  const RadiiCase& c = GetParam();
  const Problem problem = make_problem(c.problem, c.parameters);
  const Point exact = testing::run(problem, gauss_lobatto_spark(6), c.end_time, 4 * c.steps.back());
  for (int s = 1; s <= static_cast<int>(c.steps.size()); ++s) {
    for (const GaussSplitting& splitting : c.splittings) {
      const Method method = gauss_lobatto_spark(s, splitting);
      EXPECT_EQ(method.order, splitting.damped() ? 2 * s - 1 : 2 * s);
      const int steps = c.steps[static_cast<std::size_t>(s - 1)];
      const Point coarse = testing::run(problem, method, c.end_time, steps);
      const Point fine = testing::run(problem, method, c.end_time, 2 * steps);
      for (const auto& [name, part] :
           {std::pair{"y", &Point::y}, {"z", &Point::z}, {"u", &Point::u}}) {
        const double coarse_error = testing::distance(coarse.*part, exact.*part);
        const double fine_error = testing::distance(fine.*part, exact.*part);
        EXPECT_NEAR(std::log2(coarse_error / fine_error), method.order, 0.3)
            << method.name << " " << name << ": " << coarse_error << " " << fine_error;
      }
    }
  }
}

std::vector<GaussSplitting> uniform_radii() {
  std::vector<GaussSplitting> result;
  for (const double rho : {0.0, 0.5, 0.8, 1.0}) result.push_back(GaussSplitting::uniform(rho));
  return result;
}

std::vector<GaussSplitting> mixtures_by_component() {
  return {radii({{"velocity", 0.5}, {"elastic", 0.0}}),
          radii({{"elastic", 0.8}, {"elastic@rigid", 0.0}, {"damping", 0.5}}),
          radii({{"velocity@rigid", 0.0}, {"elastic", 0.5}, {"damping", 0.0}}),
          radii({{"velocity", 0.0}, {"velocity@stiff", 0.8}, {"elastic@stiff", 0.2}})};
}

std::vector<RadiiCase> radii_cases() {
  const Parameters soft{{"inverse_epsilon", 3.0}, {"friction", 0.5}};
  const std::vector<int> many{400, 40, 20, 6};
  return {{"rigid-on-stiff-pendulum", soft, 1.0, many, uniform_radii()},
          {"rigid-on-stiff-pendulum", soft, 1.0, many, mixtures_by_component()},
          {"car-axis", {}, 0.5, {2000, 100, 100}, uniform_radii()},
          {"car-axis", {}, 0.5, {2000, 100, 100}, {radii({{"velocity", 0.5}, {"elastic", 0.0}})}},
          {"charged-particle-on-sphere", {}, 1.0, {400, 40, 20}, uniform_radii()}};
}

INSTANTIATE_TEST_SUITE_P(Problems, OrderOfRadii, ::testing::ValuesIn(radii_cases()));

TEST(Radii, OfOneAreTheMethodOf2007ToTheLastBit) {
  const Problem problem = make_problem("car-axis");
  const Point plain = testing::run(problem, gauss_lobatto_spark(3), 0.2, 20);
  const Point given =
      testing::run(problem, gauss_lobatto_spark(3, GaussSplitting::uniform(1.0)), 0.2, 20);
  EXPECT_EQ(plain.y, given.y);
  EXPECT_EQ(plain.z, given.z);
  EXPECT_EQ(plain.u, given.u);
  EXPECT_TRUE(gauss_lobatto_spark(3).symmetric);
  EXPECT_FALSE(gauss_lobatto_spark(3, GaussSplitting::uniform(0.99)).symmetric);
}

TEST(Radii, KeepBothConstraintsOverManySteps) {
  const Problem problem = make_problem(
      "rigid-on-stiff-pendulum", {{"inverse_epsilon", 50.0}, {"friction", 0.0}, {"angle", 1.0}});
  for (const GaussSplitting& splitting :
       {GaussSplitting::uniform(0.0), GaussSplitting::uniform(0.8),
        radii({{"velocity", 0.5}, {"elastic", 0.0}, {"elastic@rigid", 1.0}})}) {
    Stepper stepper(problem.system, gauss_lobatto_spark(2, splitting));
    double position = 0, velocity = 0;
    integrate(stepper, problem.start, 200.0, 0.02, [&](const Point& at) {
      const auto residuals = constraint_residuals(*problem.system, at);
      position = std::max(position, residuals.position);
      velocity = std::max(velocity, residuals.velocity);
    });
    EXPECT_LT(position, 1e-13) << splitting.text();
    EXPECT_LT(velocity, 1e-13) << splitting.text();
    testing::print("10,000 steps, {}: max |g| {:.1e}, max |dg/dt| {:.1e}", splitting.text(),
                   position, velocity);
  }
}

TEST(Radii, OfOneNumberAreBStable) {
  for (int s = 1; s <= 4; ++s) {
    for (const double rho : {0.0, 0.5, 0.8, 1.0}) {
      const Method method = gauss_lobatto_spark(s, GaussSplitting::uniform(rho));
      for (const double h : {0.01, 0.3, 2.0, 20.0}) {
        EXPECT_LE(testing::stretching({.sign = 1.0}, method, h, 10).second, 1.0 + 1e-12)
            << method.name << " h " << h;
      }
    }
  }
}

// The adjoint members, −γ, never bring solutions together where the equations drive them apart;
// the members with γ do, for large steps.
TEST(Radii, AdjointsAreDilatative) {
  for (int s = 1; s <= 3; ++s) {
    for (const double rho : {0.2, 0.8, 1.0}) {
      Method adjoint = gauss_lobatto_spark(s);
      adjoint.matrices[""] = tableau::GaussLobatto(s).member(-tableau::damping_gamma(rho));
      EXPECT_GE(testing::stretching({.sign = -1.0}, adjoint, 0.02, 5).first, 1.0 - 1e-12)
          << s << " " << rho;
      // One step there and back with −h.
      const auto system =
          std::make_shared<Differentiated<testing::Monotone>>(testing::Monotone{-1.0});
      Stepper forward(system, gauss_lobatto_spark(s, GaussSplitting::uniform(rho)));
      Stepper backward(system, adjoint);
      const Point start{0.0, Eigen::VectorXd(0), Eigen::Vector3d(0.3, -0.4, 0.2),
                        Eigen::VectorXd(0)};
      const Point there = integrate(forward, start, 0.1, 0.1).end;
      const Point back = integrate(backward, there, 0.0, -0.1).end;
      EXPECT_LT(testing::distance(back.z, start.z), 1e-14);
    }
  }
}

// A symmetric top about a fixed point in directors: T = Σ E_i |d_i'|²/2, d_i·d_j = δ_ij.
struct Top {
  static constexpr bool constant_mass = true;
  int coordinates() const { return 9; }
  int constraints() const { return 6; }
  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    S sum(0.0);
    for (int k = 0; k < 9; ++k) sum += (k < 6 ? 0.2 : 0.7) * v[k] * v[k];
    return 0.5 * sum;
  }
  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    return 9.81 * q[8];
  }
  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    Vector<S> g(6);
    int row = 0;
    for (int i = 0; i < 3; ++i) {
      for (int j = i; j < 3; ++j) {
        S product(i == j ? -1.0 : 0.0);
        for (int k = 0; k < 3; ++k) product += q[3 * i + k] * q[3 * j + k];
        g[row++] = (i == j ? 0.5 : 1.0) * product;
      }
    }
    return g;
  }
};

// All inertia of a rigid body in directors is in its constraints: numerical damping does not touch
// its rotation.
TEST(Radii, DoNotTouchRigidRotation) {
  Problem problem{.splitting = splitting_a_b()};
  problem.system = make_mechanism(Top{});
  Eigen::Matrix3d R;  // inclined by 1 rad
  R << 1, 0, 0, 0, std::cos(1.0), -std::sin(1.0), 0, std::sin(1.0), std::cos(1.0);
  const Eigen::Vector3d spin = 30.0 * R.col(2);
  problem.start.y = R.reshaped();
  problem.start.z.resize(9);
  for (int i = 0; i < 3; ++i)
    problem.start.z.segment<3>(3 * i) = spin.cross(Eigen::Vector3d(R.col(i)));
  problem.start.u = Eigen::VectorXd::Zero(6);
  problem.start.u = acceleration(*problem.system, problem.start).u;
  for (int s = 2; s <= 3; ++s) {
    const Point undamped = testing::run(problem, gauss_lobatto_spark(s), 0.5, 50);
    const Point damped =
        testing::run(problem, gauss_lobatto_spark(s, GaussSplitting::uniform(0.0)), 0.5, 50);
    EXPECT_LT(testing::distance(damped.y, undamped.y), 1e-10) << s;
    EXPECT_LT(testing::distance(damped.z, undamped.z), 1e-9) << s;
    const Point exact = testing::run(problem, gauss_lobatto_spark(6), 0.5, 100);
    const double error = testing::distance(damped.y, exact.y);
    EXPECT_LT(error, s == 2 ? 5e-4 : 4e-7);
    testing::print("top, 0.3 rad a step, s = {}: error {:.1e} with rho_infinity 0, {:.1e} with 1",
                   s, error, testing::distance(undamped.y, exact.y));
  }
}

}  // namespace
}  // namespace sparkdyn::dae
