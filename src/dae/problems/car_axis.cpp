// SPDX-License-Identifier: BSD-3-Clause
// The car axis, q = (xl, yl, xr, yr), over a road yb = r sin ωt, xb = √(L² − yb²):
//
//   T = k/2 |v|²,   k = M ε²/2
//   U = (Ll − L0)²/2 + (Lr − L0)²/2 + k g (yl + yr),   Ll = |(xl, yl)|, Lr = |(xr − xb, yr − yb)|
//   0 = xb xl + yb yl,   0 = (xl − xr)² + (yl − yr)² − L²
//
// Test Set for IVP Solvers; reference values from quadruple-precision runs. The constraints are
// written with the opposite sign, so that the multipliers are the published ones.
#include <cmath>

#include "list.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct CarAxis {
  static constexpr bool constant_mass = true;
  double mass, length, rest_length, amplitude, frequency, gravity;

  int coordinates() const { return 4; }
  int constraints() const { return 2; }

  template <typename S>
  S road(const S& t) const {
    using std::sin;
    return amplitude * sin(frequency * t);
  }

  template <typename S>
  S road_end(const S& t) const {
    using std::sqrt;
    const S yb = road(t);
    return sqrt(length * length - yb * yb);
  }

  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2] + v[3] * v[3]);
  }

  template <typename S>
  S potential_energy(const S& t, const Vector<S>& q) const {
    using std::sqrt;
    const S x = q[2] - road_end(t);
    const S y = q[3] - road(t);
    const S left = sqrt(q[0] * q[0] + q[1] * q[1]) - rest_length;
    const S right = sqrt(x * x + y * y) - rest_length;
    return 0.5 * (left * left + right * right) + mass * gravity * (q[1] + q[3]);
  }

  template <typename S>
  Vector<S> constraint(const S& t, const Vector<S>& q) const {
    const S dx = q[0] - q[2];
    const S dy = q[1] - q[3];
    Vector<S> g(2);
    g << -(road_end(t) * q[0] + road(t) * q[1]), -(dx * dx + dy * dy - length * length);
    return g;
  }
};

KnownAnswer published() {
  return {.t = 3.0,
          .y = Eigen::Vector4d(4.9345578427524092e-2, 4.9698946023000811e-1, 1.0417425248854261,
                               3.7391102726536582e-1),
          .z = Eigen::Vector4d(-7.7058368403592e-2, 7.4468665920684e-3, 1.7556815753541737e-2,
                               7.7034104377960106e-1),
          .u = Eigen::Vector2d(-4.7368865908533e-3, -1.1046803312596e-3)};
}

}  // namespace

Problem car_axis(ParameterReader& parameter) {
  const double epsilon = parameter("epsilon", 1e-2);
  const double mass = parameter("mass", 10.0);
  const CarAxis body{
      .mass = mass * epsilon * epsilon / 2.0,
      .length = 1.0,
      .rest_length = 0.5,
      .amplitude = 0.1,
      .frequency = 10.0,
      .gravity = parameter("gravity", 1.0),
  };
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Test Set for IVP Solvers, car axis";
  problem.components = {"xl", "yl", "xr", "yr"};
  problem.system = make_mechanism(body);
  problem.start = {
      0.0, Eigen::Vector4d(0.0, 0.5, 1.0, 0.5), Eigen::Vector4d(-0.5, 0.0, -0.5, 0.0), {}};
  problem.end_time = 3.0;
  problem.step = 0.01;
  if (epsilon == 1e-2 && mass == 10.0 && body.gravity == 1.0) problem.answers = {published()};
  return problem;
}

}  // namespace sparkdyn::dae::problems
