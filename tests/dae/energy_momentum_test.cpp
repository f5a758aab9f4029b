// SPDX-License-Identifier: BSD-3-Clause
// Simo & Gonzalez (1993), section 4: particles on springs from 1e2 to 1e7. Figures without another
// source are from independent programs (papers-to-build, 4.2).
#include <gtest/gtest.h>

#include <random>

#include "dae/composition.hpp"
#include "dae/distance_step.hpp"
#include "dae/energy_surface.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/dae/diagnostics.hpp"
#include "sparkdyn/dae/pair_function.hpp"
#include "sparkdyn/tableau/decompositions.hpp"
#include "support.hpp"

namespace sparkdyn::dae {
namespace {

using Eigen::MatrixXd;
using Eigen::Vector3d;
using Eigen::VectorXd;

constexpr double E0 = 3.02555277;

Method midpoint() {
  return standard(tableau::gauss(1));
}

Vector3d angular_momentum(const Point& at) {
  Vector3d sum = Vector3d::Zero();
  for (int i = 0; i < 4; ++i) {
    const Vector3d q = at.y.segment(3 * i, 3), v = at.z.segment(3 * i, 3);
    sum += q.cross(v);
  }
  return sum;
}

// What Fig. 3 shows of a run.
struct Shown {
  std::vector<double> energy;
  double momentum_error = 0.0;
  Point end;
};

Shown shown(const Problem& problem, OneStep& steps, double h, int count) {
  Shown found;
  Point at = problem.start;
  const Vector3d first = angular_momentum(at);
  found.energy.push_back(problem.system->energy(at));
  for (int k = 0; k < count; ++k) {
    const StepResult result = steps.step(at, h);
    if (!result.converged) steps.fail(result, at, h);
    at = result.end;
    found.energy.push_back(problem.system->energy(at));
    found.momentum_error = std::max(found.momentum_error, (angular_momentum(at) - first).norm());
  }
  found.end = at;
  return found;
}

std::unique_ptr<OneStep> particle_steps(const Problem& problem, PairCoefficient coefficient,
                                        double alpha) {
  return std::make_unique<DistanceStep>(*problem.system, problem.start, problem.distances,
                                        coefficient, alpha, StepperOptions{});
}

int first_above(const std::vector<double>& energy, double bound) {
  return static_cast<int>(
      std::ranges::find_if(energy, [=](double value) { return value > bound; }) - energy.begin());
}

TEST(Particles, DataOfThePaper) {
  const Problem problem = make_problem("n-particles");
  EXPECT_NEAR(problem.system->energy(problem.start), E0, 1e-8);
  EXPECT_NEAR(
      problem.distances->value(problem.start.y) + problem.system->kinetic_energy(problem.start), E0,
      1e-8);
  const Vector3d J = angular_momentum(problem.start);
  EXPECT_LT((J - Vector3d(-0.0218304, -0.0379000, 0.143264)).norm(), 1e-6);
  EXPECT_NEAR(J.norm(), 0.1497917845, 1e-10);
  std::vector<double> parts;
  for (const auto& pair : problem.distances->pairs)
    parts.push_back(pair.potential->value(
        (problem.start.y.segment(pair.second, 3) - problem.start.y.segment(pair.first, 3)).norm()));
  const std::vector<double> wanted{0.1764, 0.0050, 1.5e-4, 2.9e-4, 0.1460, 2.6860};
  for (std::size_t k = 0; k < parts.size(); ++k) EXPECT_NEAR(parts[k], wanted[k], 1e-4) << k;
}

TEST(Particles, FrequenciesAtTheTetrahedron) {
  const Problem problem = make_problem("n-particles");
  Point at = problem.start;
  at.y << 0, 0, 0, 1, 0, 0, 0.5, std::sqrt(0.75), 0, 0.5, std::sqrt(1.0 / 12.0),
      std::sqrt(2.0 / 3.0);
  const MatrixXd K = -problem.system->linearize(Function::force, 0, at).y;
  const VectorXd squares = tableau::symmetric_eigenpairs(0.5 * (K + K.transpose())).values;
  EXPECT_NEAR(std::sqrt(squares[6]), 12.579, 1e-3);
  EXPECT_NEAR(std::sqrt(squares[11]), 4472.35, 1e-2);
  EXPECT_LT(std::abs(squares[5]), 1e-8 * squares[11]) << "six rigid motions";
}

// Where Newton's method begins: q1 = q0, q0 + h v0, 2 q0 - q(-1).
enum class Guess { rest, straight, extrapolated };

// The energy after so many steps of the midpoint rule, q1 by Newton's method on the equations
// themselves: (q1 - q0)/h = v0 + h/2 f((q0 + q1)/2), unit masses.
double plain_midpoint(const Problem& problem, Guess guess, double h, int count) {
  Point at = problem.start;
  VectorXd before = at.y - h * at.z;
  for (int k = 0; k < count; ++k) {
    VectorXd end = at.y;
    if (guess == Guess::straight) end += h * at.z;
    if (guess == Guess::extrapolated) end += at.y - before;
    Point middle = at;
    for (int pass = 0; pass < 30; ++pass) {
      middle.y = 0.5 * (at.y + end);
      const auto f = problem.system->linearize(Function::force, 0, middle);
      const VectorXd off = end - at.y - h * at.z - 0.5 * h * h * f.value;
      const MatrixXd slope = MatrixXd::Identity(end.size(), end.size()) - 0.25 * h * h * f.y;
      const VectorXd change = tableau::solve(slope, off);
      end -= change;
      if (change.norm() < 1e-15 * end.norm()) break;
    }
    before = at.y;
    at.z = 2.0 / h * (end - at.y) - at.z;
    at.y = end;
  }
  return problem.system->energy(at);
}

TEST(Particles, MidpointRuleGrowsAtLargeSteps) {
  const Problem problem = make_problem("n-particles");
  Stepper steps(problem.system, midpoint());
  const auto energy = shown(problem, steps, 0.04, 125).energy;
  const std::vector<double> wanted{4.5476741, 32.086402, 17.400013, 127.72216, 773.06786};
  for (std::size_t k = 0; k < wanted.size(); ++k) {
    EXPECT_NEAR(energy[25 * (k + 1)] / wanted[k], 1.0, 5e-8) << k;  // their last digit
    for (const Guess guess : {Guess::rest, Guess::straight, Guess::extrapolated})
      EXPECT_NEAR(plain_midpoint(problem, guess, 0.04, 25 * (static_cast<int>(k) + 1)) / wanted[k],
                  1.0, 5e-8)
          << k << " " << static_cast<int>(guess);
  }
  EXPECT_NEAR(0.04 * first_above(energy, 10 * E0), 2.0, 1e-12);
  std::vector<double> t, logarithm;
  for (int k = 0; k <= 125; ++k) {
    t.push_back(0.04 * k);
    logarithm.push_back(std::log(energy[static_cast<std::size_t>(k)]));
  }
  const double rate = testing::fitted_slope(t, logarithm);
  testing::print("midpoint rule, dt = 0.04: energy grows with the rate {:.2f}/s", rate);
  EXPECT_NEAR(rate, 1.0, 0.2);

  Stepper finer(problem.system, midpoint());
  const Shown other = shown(problem, finer, 0.03, 190);
  const double crossed = 0.03 * first_above(other.energy, 10 * E0);
  EXPECT_TRUE(3.0 < crossed && crossed < 4.0) << crossed;
  // From q1 = q0 the same solution is found.
  const auto plain = particle_steps(problem, PairCoefficient::slope, 0.5);
  const auto again = shown(problem, *plain, 0.03, 190).energy;
  EXPECT_NEAR(again[190] / other.energy[190], 1.0, 1e-8);
}

TEST(Particles, MidpointRuleStaysAtSmallSteps) {
  const Problem problem = make_problem("n-particles");
  Stepper steps(problem.system, midpoint());
  const auto energy = shown(problem, steps, 0.02, 2000).energy;
  EXPECT_NEAR(std::ranges::min(energy), 3.0124068, 1e-6);
  EXPECT_NEAR(std::ranges::max(energy), 3.4751848, 1e-6);
}

TEST(Particles, MomentumIsKeptThroughTheBlowUp) {
  const Problem problem = make_problem("n-particles");
  for (const double h : {0.02, 0.03, 0.04}) {
    const auto steps = particle_steps(problem, PairCoefficient::slope, 0.5);
    const Shown found = shown(problem, *steps, h, 2000);
    testing::print("midpoint rule, h = {}: |dJ| {:.1e}, energy to {:.1e}", h, found.momentum_error,
                   std::ranges::max(found.energy));
    EXPECT_LT(found.momentum_error, 1e-10);
  }
}

TEST(Particles, EnergyMomentumKeepsBothAtEveryStep) {
  const Problem problem = make_problem("n-particles");
  for (const double h : {0.02, 0.03, 0.04}) {
    const auto steps = scheme_steps(problem, "energy-momentum", {});
    const Shown found = shown(problem, *steps, h, 2000);
    double off = 0.0;
    for (const double energy : found.energy)
      off = std::max(off, std::abs(energy / found.energy.front() - 1.0));
    testing::print("energy-momentum, h = {}: |E/E0 - 1| {:.1e}, |dJ| {:.1e}", h, off,
                   found.momentum_error);
    EXPECT_LT(off, 1e-11);
    EXPECT_LT(found.momentum_error, 1e-11);
  }
}

// Springs that a step of 0.1 resolves.
Problem soft_particles() {
  return make_problem(
      "n-particles",
      {{"k12", 0.1}, {"k13", 0.5}, {"k14", 1.0}, {"k23", 4.0}, {"k24", 2.0}, {"k34", 0.3}});
}

// |Aᵀ J A − J|: canonical, for the masses are one.
double symplectic_defect(OneStep& steps, const Point& from, double h) {
  steps.step(from, h);
  const Eigen::Index n = from.y.size();
  const MatrixXd A = steps.carry_tangents(MatrixXd::Identity(2 * n, 2 * n));
  MatrixXd J = MatrixXd::Zero(2 * n, 2 * n);
  J.topRightCorner(n, n).setIdentity();
  J.bottomLeftCorner(n, n) = -MatrixXd::Identity(n, n);
  return (A.transpose() * J * A - J).cwiseAbs().maxCoeff();
}

double measured_order(const Problem& problem, const Point& exact,
                      const std::function<std::unique_ptr<OneStep>()>& make) {
  std::vector<double> sizes, errors;
  for (const int count : {40, 80, 160}) {
    const auto steps = make();
    const Point end = integrate(*steps, problem.start, 2.0, 2.0 / count).end;
    sizes.push_back(std::log(2.0 / count));
    errors.push_back(std::log((end.y - exact.y).norm() + (end.z - exact.z).norm()));
  }
  return testing::fitted_slope(sizes, errors);
}

TEST(AlphaFamily, OrderSymplecticityAndMomentum) {
  const Problem problem = soft_particles();
  const Point exact = testing::run(problem, standard(tableau::gauss(5)), 2.0, 100);
  for (const double alpha : {0.0, 0.3, 0.5, 0.8, 1.0}) {
    const auto pair = particle_steps(problem, PairCoefficient::slope, alpha);
    const double order = measured_order(problem, exact, [&]() -> std::unique_ptr<OneStep> {
      return std::make_unique<Stepper>(problem.system, alpha_method(alpha));
    });
    EXPECT_NEAR(order, alpha == 0.5 ? 2.0 : 1.0, alpha == 0.5 ? 0.02 : 0.1) << alpha;
    EXPECT_EQ(pair->order(), alpha == 0.5 ? 2 : 1);
    EXPECT_LT(symplectic_defect(*pair, problem.start, 0.1), 3e-15) << alpha;
    EXPECT_LT(shown(problem, *pair, 0.1, 100).momentum_error, 2e-14) << alpha;
    // The Runge–Kutta pair is the same method, found by other equations.
    Stepper steps(problem.system, alpha_method(alpha), {.tolerance = 1e-16});
    const Point one = shown(problem, steps, 0.1, 100).end;
    const Point other = shown(problem, *pair, 0.1, 100).end;
    EXPECT_LT(testing::relative(one.y, other.y), 2e-13) << alpha;
    EXPECT_LT(testing::relative(one.z, other.z), 2e-13) << alpha;
    EXPECT_LT(symplectic_defect(steps, problem.start, 0.1), 1e-14) << alpha;
    EXPECT_EQ(symplectic(alpha_method(alpha)), Symplectic::unconstrained);
    testing::print("alpha = {}: order {:.2f}", alpha, order);
  }
  EXPECT_THROW(Stepper(make_problem("pendulum").system, alpha_method(0.5)), core::Error);
  EXPECT_THROW(alpha_method(1.1), std::invalid_argument);
}

TEST(EnergyMomentum, OrderTwoNotSymplecticEnergyExact) {
  const Problem problem = soft_particles();
  const Point exact = testing::run(problem, standard(tableau::gauss(5)), 2.0, 100);
  const auto make = [&] { return scheme_steps(problem, "energy-momentum", {}); };
  EXPECT_NEAR(measured_order(problem, exact, make), 2.0, 0.02);
  const auto steps = make();
  const double defect = symplectic_defect(*steps, problem.start, 0.1);
  testing::print("(75): symplectic defect {:.1e}", defect);
  EXPECT_GT(defect, 1e-6);
  const Shown found = shown(problem, *steps, 0.1, 200);
  for (const double energy : found.energy) EXPECT_NEAR(energy, found.energy.front(), 1e-14);
  // Lemma 4.1: the momenta do not ask for (72) or alpha = 1/2.
  const auto other = particle_steps(problem, PairCoefficient::quotient, 0.3);
  EXPECT_LT(shown(problem, *other, 0.1, 200).momentum_error, 2e-14);
}

TEST(EnergyMomentum, ComposedToOrderFourAndSix) {
  const Problem problem = soft_particles();
  const Point exact = testing::run(problem, standard(tableau::gauss(5)), 2.0, 100);
  for (const int order : {4, 6}) {
    std::vector<std::unique_ptr<OneStep>> bases;
    const double found = measured_order(problem, exact, [&] {
      bases.push_back(scheme_steps(problem, "energy-momentum", {}));
      return composed(*bases.back(), order, false);
    });
    testing::print("composed to order {}: {:.2f}", order, found);
    EXPECT_NEAR(found, order, 0.2);
  }
  const auto base = scheme_steps(problem, "energy-momentum", {});
  const auto whole = composed(*base, 4, true);
  const Shown run = shown(problem, *whole, 0.1, 200);
  for (const double energy : run.energy) EXPECT_NEAR(energy, run.energy.front(), 2e-14);
  EXPECT_LT(run.momentum_error, 2e-14);
  EXPECT_NEAR(composition_sizes(2, 4)[0], 1.0 / (2.0 - std::cbrt(2.0)), 1e-15);
  Stepper stepper(problem.system, midpoint(), {.tolerance = 1e-16});
  EXPECT_LT(symplectic_defect(*composed(stepper, 4, true), problem.start, 0.1), 2e-14);
  Stepper damped(problem.system, standard(tableau::radau_iia(2)));
  EXPECT_THROW(composed(damped, 4, false), core::Error);
  EXPECT_THROW(composed(stepper, 3, false), core::Error);
  EXPECT_THROW(composed(stepper, 2, false), core::Error);
}

// Jay (1998), 6.5, says that energy-momentum methods couple what is not coupled: (75) does not, a
// projection onto the energy of the whole does.
TEST(EnergyMomentum, PairsThatHaveNothingToDoWithEachOther) {
  Problem problem = make_problem(
      "n-particles",
      {{"k12", 3.0}, {"k13", 0.0}, {"k14", 0.0}, {"k23", 0.0}, {"k24", 0.0}, {"k34", 50.0}});
  problem.start.y << 0, 0, 0, 1.5, 0, 0, 0, 3, 0, 0, 3, 1.3;
  problem.start.z << 0, 0.3, 0, 0, -0.3, 0.2, 0.4, 0, 0, -0.4, 0.1, 0;
  const auto largest_change = [&](OneStep& steps) {
    Monitor monitor(*problem.system, problem.quantities);
    integrate(steps, problem.start, 40.0, 0.1, std::ref(monitor));
    return std::pair(std::max(monitor.deviation("energy_12"), monitor.deviation("energy_34")),
                     monitor.deviation("energy"));
  };
  const auto steps = scheme_steps(problem, "energy-momentum", {});
  const auto [pair, whole] = largest_change(*steps);
  Stepper stepper(problem.system, midpoint());
  const auto projected = on_energy_surface(stepper, problem.system, problem.start);
  const auto [exchanged, kept] = largest_change(*projected);
  testing::print(
      "each pair to {:.1e} with (75); projected midpoint rule: {:.1e} exchanged, the whole "
      "to {:.1e}",
      pair, exchanged, kept);
  EXPECT_LT(pair, 1.5e-13);
  EXPECT_LT(whole, 1.5e-13);
  EXPECT_GT(exchanged, 1e-3);
  EXPECT_LT(kept, 1e-13);
  EXPECT_THROW(on_energy_surface(stepper, make_problem("pendulum").system, problem.start),
               core::Error);
}

TEST(EnergyMomentum, TangentsAreTheDerivativeOfTheStep) {
  for (const char* name : {"n-particles", "three-bodies", "stiff-spring-pendulum",
                           "phase-space-pendulum", "reduced-pendulum", "harmonic-oscillator"}) {
    Parameters soft;
    if (std::string(name) == "n-particles") soft["stiffness_scale"] = 1e-5;
    if (std::string(name) == "stiff-spring-pendulum") soft["epsilon"] = 0.3;
    const Problem problem = make_problem(name, soft);
    const auto steps = scheme_steps(problem, "energy-momentum", {});
    const double h = std::string(name) == "harmonic-oscillator" ? 0.002 : 0.05;
    const Eigen::Index n = problem.start.y.size(), m = problem.start.z.size();
    steps->step(problem.start, h);
    const MatrixXd A = steps->carry_tangents(MatrixXd::Identity(n + m, n + m));
    for (Eigen::Index k = 0; k < n + m; ++k) {
      const double small = 1e-5;
      const auto beside = [&](double by) {
        Point from = problem.start;
        (k < n ? from.y[k] : from.z[k - n]) += by;
        const Point end = steps->step(from, h).end;
        VectorXd w(n + m);
        w << end.y, end.z;
        return w;
      };
      const VectorXd wanted = (beside(small) - beside(-small)) / (2 * small);
      EXPECT_LT((A.col(k) - wanted).norm(), 1e-8 * A.norm()) << name << " " << k;
    }
  }
}

TEST(Distances, AreThePotentialsOfTheirProblems) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> any(-1.0, 1.0);
  int found = 0;
  for (const std::string& name : problem_names()) {
    const Problem problem = make_problem(name);
    if (!problem.distances) continue;
    ++found;
    const DistancePotential& potential = *problem.distances;
    const double offset = potential.value(problem.start.y) - problem.system->energy(problem.start) +
                          problem.system->kinetic_energy(problem.start);
    for (int k = 0; k < 20; ++k) {
      Point at = problem.start;
      for (double& value : at.y) value += any(random);
      const VectorXd wanted = problem.system->value(Function::force, 0, at);
      EXPECT_LT((potential.forces(at.y) - wanted).norm(), 1e-12 * wanted.norm()) << name;
      const double U = problem.system->energy(at) - problem.system->kinetic_energy(at);
      EXPECT_NEAR(potential.value(at.y), U + offset, 1e-12 * std::abs(U)) << name;
    }
  }
  EXPECT_EQ(found, 4);
  EXPECT_EQ(
      problems_with_scheme("energy-momentum"),
      (std::vector<std::string>{"harmonic-oscillator", "n-particles", "phase-space-pendulum",
                                "reduced-pendulum", "stiff-spring-pendulum", "three-bodies"}));
  Problem wrong = make_problem("n-particles");
  wrong.system = soft_particles().system;
  EXPECT_THROW(particle_steps(wrong, PairCoefficient::quotient, 0.5), core::Error);
  EXPECT_THROW(scheme_steps(make_problem("pendulum"), "energy-momentum", {}), core::Error);
}

// (75) of λ⁻¹ is 1/(ab m) in closed form, of a potential of Lennard-Jones it is had from wide
// digits.
TEST(Distances, QuotientsHaveAllDigitsTheyCanHave) {
  const auto newton = pair_function([](const auto& length) { return -1.0 / length; });
  const auto molecules = pair_function([](const auto& length) {
    const auto cube = length * length * length;
    const auto six = 1.0 / (cube * cube);
    return six * six - 2.0 * six;
  });
  const auto wide = [](long double a, long double b) {
    const auto V = [](long double x) {
      const long double six = 1.0L / (x * x * x * x * x * x);
      return six * six - 2.0L * six;
    };
    return static_cast<double>((V(b) - V(a)) / (b - a) / ((a + b) / 2));
  };
  for (const double a : {0.9, 1.1, 2.3})
    for (const double step : {0.0, 1e-12, -1e-8, 1e-6, 0.9e-4, 1.1e-4, 1e-3, -0.05}) {
      const double b = a * (1 + step), m = (a + b) / 2;
      const auto found = newton->between(a, b);
      EXPECT_NEAR(found.value * a * b * m, 1.0, 1e-11) << a << " " << step;
      EXPECT_NEAR(found.by_second * a * b * b * m / (1 + b / (2 * m)), -1.0, 3e-7)
          << a << " " << step;
      EXPECT_NEAR(found.by_first * a * a * b * m / (1 + a / (2 * m)), -1.0, 3e-7)
          << a << " " << step;
      if (std::abs(step) > 1e-5) {
        EXPECT_NEAR(molecules->between(a, b).value, wide(a, b), 1e-9) << a << " " << step;
      }
    }
}

}  // namespace
}  // namespace sparkdyn::dae
