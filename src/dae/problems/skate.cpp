// SPDX-License-Identifier: BSD-3-Clause
// A skate on an inclined plane, q = (x, y, φ), which does not slip sideways: a nonholonomic
// constraint w of (8) in Jay (1998), section 3.2,
//
//   T = (v_x² + v_y² + J φ'²)/2,   U = −γ x,   0 = sin φ v_x − cos φ v_y
//
// From rest at φ = 0, turning with the rate ω, it moves on a cycloid and comes back to x = 0:
//
//   x = γ sin²ωt / (2ω²),   y = γ (2ωt − sin 2ωt) / (4ω²),   μ = 2γ sin ωt
//
// Its speed along the blade is γ sin(ωt)/ω, and what holds it across is γ sin φ + ω speed.
#include <cmath>

#include "list.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct Skate {
  static constexpr bool constant_mass = true;
  double slope, inertia;

  int coordinates() const { return 3; }
  int nonholonomic_constraints() const { return 1; }

  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * (v[0] * v[0] + v[1] * v[1] + inertia * v[2] * v[2]);
  }
  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    return -slope * q[0];
  }
  template <typename S>
  Vector<S> nonholonomic(const S&, const Vector<S>& q, const Vector<S>& v) const {
    using std::cos, std::sin;
    Vector<S> w(1);
    w << sin(q[2]) * v[0] - cos(q[2]) * v[1];
    return w;
  }
};

}  // namespace

Problem skate(ParameterReader& parameter) {
  const double slope = parameter("slope", 1.0);
  const double rate = parameter("rate", 1.0);
  const Skate body{.slope = slope, .inertia = parameter("inertia", 1.0)};
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Jay 1998, section 3.2, nonholonomic";
  problem.components = {"x", "y", "angle"};
  problem.system = make_mechanism(body);
  const auto exact = [=](double t) {
    const double s = std::sin(rate * t), c = std::cos(rate * t);
    const double speed = rate == 0.0 ? slope * t : slope * s / rate;
    const double x = rate == 0.0 ? 0.5 * slope * t * t : 0.5 * slope * s * s / (rate * rate);
    const double y =
        rate == 0.0 ? 0.0 : slope * (2 * rate * t - std::sin(2 * rate * t)) / (4 * rate * rate);
    return Point{t, Eigen::Vector3d(x, y, rate * t), Eigen::Vector3d(speed * c, speed * s, rate),
                 Eigen::VectorXd::Constant(1, slope * s + rate * speed)};
  };
  problem.start = exact(0.0);
  problem.exact = exact;
  problem.end_time = 10.0;
  problem.step = 0.05;
  return problem;
}

}  // namespace sparkdyn::dae::problems
