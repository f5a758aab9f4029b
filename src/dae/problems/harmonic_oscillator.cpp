// SPDX-License-Identifier: BSD-3-Clause
// y1' = y2, y2' = −ω² y1 with ω² = ρ² + δ²: Jay (2007), section 7, ρ = 200, δ = 1.
#include <cmath>

#include "list.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct Oscillator {
  static constexpr bool constant_mass = true;
  double omega;

  int coordinates() const { return 1; }

  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * v[0] * v[0];
  }

  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    return 0.5 * omega * omega * q[0] * q[0];
  }
};

}  // namespace

Problem harmonic_oscillator(ParameterReader& parameter) {
  const Oscillator body{std::hypot(parameter("rho", 200.0), parameter("delta", 1.0))};
  const double y0 = parameter("displacement", 0.2);
  const double v0 = parameter("velocity", 0.5);
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Jay 2007, section 7";
  problem.components = {"y"};
  problem.system = make_mechanism(body);
  DistancePotential spring_to_zero{.dimension = 1, .masses = Eigen::VectorXd::Ones(1)};
  spring_to_zero.pairs = {{0, DistancePotential::fixed_end, spring(body.omega * body.omega, 0.0),
                           Eigen::VectorXd::Zero(1)}};
  problem.distances = std::make_shared<const DistancePotential>(std::move(spring_to_zero));
  const auto exact = [omega = body.omega, y0, v0](double t) {
    const double c = std::cos(omega * t);
    const double s = std::sin(omega * t);
    return Point{t, Eigen::Matrix<double, 1, 1>(y0 * c + v0 / omega * s),
                 Eigen::Matrix<double, 1, 1>(v0 * c - y0 * omega * s), Eigen::VectorXd(0)};
  };
  problem.start = exact(0.0);
  problem.end_time = 1.0;
  problem.step = 0.1 / body.omega;
  problem.exact = exact;
  return problem;
}

}  // namespace sparkdyn::dae::problems
