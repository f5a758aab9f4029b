// SPDX-License-Identifier: BSD-3-Clause
// A point mass on a rod in space, z upwards:
//
//   T = m/2 |v|²,   U = m g z,   0 = (|q|² − L²) / (2L)
//
// The angular momentum m (x v_y − y v_x) about the vertical is an invariant: Jay (1998), 6.5.
#include <cmath>

#include "dae/formulated.hpp"
#include "list.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct SphericalPendulum {
  static constexpr bool constant_mass = true;
  double mass, length, gravity;

  int coordinates() const { return 3; }
  int constraints() const { return 1; }

  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * mass * (v[0] * v[0] + v[1] * v[1] + v[2] * v[2]);
  }

  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    return mass * gravity * q[2];
  }

  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    Vector<S> g(1);
    g << (q[0] * q[0] + q[1] * q[1] + q[2] * q[2] - length * length) / (2.0 * length);
    return g;
  }
};

}  // namespace

Problem spherical_pendulum(ParameterReader& parameter) {
  const SphericalPendulum body{
      .mass = parameter("mass", 1.0),
      .length = parameter("length", 1.0),
      .gravity = parameter("gravity", 9.81),
  };
  const double inclination = parameter("inclination", 1.0);  // from the downward vertical
  const double speed = parameter("speed", 1.0);              // horizontal
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Jay 1998, section 6; a standard test of momentum conservation";
  problem.components = {"x", "y", "z"};
  problem.system = make_mechanism(body);
  problem.formulations = formulations_of_mechanism(body);
  problem.start = {0.0,
                   Eigen::Vector3d(body.length * std::sin(inclination), 0.0,
                                   -body.length * std::cos(inclination)),
                   Eigen::Vector3d(0.0, speed, 0.0),
                   {}};
  problem.end_time = 10.0;
  problem.step = 0.02;
  problem.quantities.push_back({"angular_momentum", [mass = body.mass](const Point& at) {
                                  return mass * (at.y[0] * at.z[1] - at.y[1] * at.z[0]);
                                }});
  return problem;
}

}  // namespace sparkdyn::dae::problems
