// SPDX-License-Identifier: BSD-3-Clause
// A point mass on a rod, in Cartesian coordinates (x, y), y upwards:
//
//   T = m/2 |v|²,   U = m g y,   0 = (x² + y² − L²) / (2L),   λ = tension of the rod
//
// Leimkuhler & Reich (1992), section 3.2; reference reference values from quadruple-precision runs.
#include "dae/formulated.hpp"
#include "list.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct Pendulum {
  static constexpr bool constant_mass = true;
  double mass, length, gravity;

  int coordinates() const { return 2; }
  int constraints() const { return 1; }

  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * mass * (v[0] * v[0] + v[1] * v[1]);
  }

  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    return mass * gravity * q[1];
  }

  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    Vector<S> g(1);
    g << (q[0] * q[0] + q[1] * q[1] - length * length) / (2.0 * length);
    return g;
  }
};

std::vector<KnownAnswer> published_states() {
  const auto at = [](double t, double x, double y) {
    return KnownAnswer{.t = t, .y = Eigen::Vector2d(x, y)};
  };
  std::vector<KnownAnswer> answers = {at(1.0, -0.9862917511318753, -0.1650108531255412),
                                      at(5.0, 0.9423054350437573, -0.3347543384140006),
                                      at(10.0, 0.2750874625761169, -0.9614192050991251)};
  answers[0].u = Eigen::VectorXd::Constant(1, 4.8562694074847);
  answers[2].u = Eigen::VectorXd::Constant(1, 28.294567206067);
  return answers;
}

}  // namespace

Problem pendulum(ParameterReader& parameter) {
  const Pendulum body{
      .mass = parameter("mass", 1.0),
      .length = parameter("length", 1.0),
      .gravity = parameter("gravity", 9.81),
  };
  const double speed = parameter("speed", 0.0);  // upwards, from the horizontal position
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Leimkuhler & Reich 1992, section 3.2";
  problem.components = {"x", "y"};
  problem.system = make_mechanism(body);
  problem.formulations = formulations_of_mechanism(body);
  problem.start = {0.0, Eigen::Vector2d(body.length, 0.0), Eigen::Vector2d(0.0, speed), {}};
  problem.end_time = 10.0;
  problem.step = 0.02;
  const bool standard =
      body.mass == 1.0 && body.length == 1.0 && body.gravity == 9.81 && speed == 0.0;
  if (standard) problem.answers = published_states();
  return problem;
}

}  // namespace sparkdyn::dae::problems
