// SPDX-License-Identifier: BSD-3-Clause
// A point mass on a stiff spring, (16) of Jay & Petzold (1995) with the data of its section 5:
//
//   T = m/2 |v|²,   U = m g q2 + (|q| − ℓ)² / (2ε²)
//
// The smooth motion starts at q1(0) = 1 − 3ε⁴ − 54ε⁸ − …; `perturbation` adds fast oscillations.
// With `mixed` the spring's force is an unknown, (19) there:
//
//   m v' = −m g e2 − g_qᵀλ,   0 = |q| − ℓ − ε²λ,
//
// for ε = 0 a pendulum with a rod, (17).
#include <cmath>

#include "list.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct PointMass {
  static constexpr bool constant_mass = true;
  double mass, length, gravity, epsilon;

  int coordinates() const { return 2; }

  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * mass * (v[0] * v[0] + v[1] * v[1]);
  }

  template <typename S>
  S stretch(const Vector<S>& q) const {
    using std::sqrt;
    return sqrt(q[0] * q[0] + q[1] * q[1]) - length;
  }
};

struct StiffSpringPendulum : PointMass {
  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    const S x = stretch(q) / epsilon;
    return mass * gravity * q[1] + 0.5 * x * x;
  }
};

// (19): the same without the spring in U.
struct MixedSpringPendulum : PointMass {
  int constraints() const { return 1; }

  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    return mass * gravity * q[1];
  }

  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    return Vector<S>::Constant(1, stretch(q));
  }

  Eigen::MatrixXd compliance() const {
    if (epsilon == 0) return {};
    return Eigen::MatrixXd::Constant(1, 1, epsilon * epsilon);
  }
};

}  // namespace

Problem stiff_spring_pendulum(ParameterReader& parameter) {
  const PointMass body{
      .mass = parameter("mass", 1.0),
      .length = parameter("length", 1.0),
      .gravity = parameter("gravity", 1.0),
      .epsilon = parameter("epsilon", 1e-5),
  };
  const double perturbation = parameter("perturbation", 0.0);
  const double mixed = parameter("mixed", 0.0);
  if (mixed != 0 && mixed != 1) {
    core::input_error("the problem 'stiff-spring-pendulum' has 'mixed' 0 or 1, not {}", mixed);
  }
  if (mixed == 1) parameter.allow_zero("epsilon");
  Problem problem{.splitting = tableau::Splitting::uniform(1.0)};
  problem.source = "Jay & Petzold 1995, section 5";
  problem.components = {"q1", "q2"};
  if (mixed == 1) {
    problem.system = make_mechanism(MixedSpringPendulum{body});
  } else {
    problem.system = make_mechanism(StiffSpringPendulum{body});
    DistancePotential potential{.dimension = 2, .masses = Eigen::Vector2d::Constant(body.mass)};
    potential.force = Eigen::Vector2d(0.0, -body.mass * body.gravity);
    potential.pairs = {{0, DistancePotential::fixed_end,
                        spring(1.0 / (body.epsilon * body.epsilon), body.length),
                        Eigen::Vector2d::Zero()}};
    problem.distances = std::make_shared<const DistancePotential>(std::move(potential));
  }
  problem.start = {0.0, Eigen::Vector2d(body.length + perturbation, 0.0), Eigen::Vector2d::Zero(),
                   Eigen::VectorXd::Zero(mixed == 1 ? 1 : 0)};
  problem.end_time = 20.0;
  problem.step = 0.01;
  return problem;
}

}  // namespace sparkdyn::dae::problems
