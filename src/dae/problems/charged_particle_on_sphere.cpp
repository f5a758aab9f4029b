// SPDX-License-Identifier: BSD-3-Clause
// A charged particle on a sphere in an electric and a magnetic field, (24) of Jay (2007):
//
//   H = ((p1 + mω q2)² + (p2 − mω q1)² + p3²) / (2m) − eE q3,   0 = |q| − R
//
// H is not separable. The canonical angular momentum q1 p2 − q2 p1 is a second invariant.
#include <cmath>

#include "dae/formulated.hpp"
#include "list.hpp"
#include "sparkdyn/dae/hamiltonian.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct ChargedParticle {
  double mass, omega, radius, electric_force;

  int coordinates() const { return 3; }
  int constraints() const { return 1; }

  template <typename S>
  S hamiltonian(const Vector<S>& q, const Vector<S>& p) const {
    const S first = p[0] + mass * omega * q[1];
    const S second = p[1] - mass * omega * q[0];
    return (first * first + second * second + p[2] * p[2]) / (2.0 * mass) - electric_force * q[2];
  }

  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    using std::sqrt;
    Vector<S> g(1);
    g << sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2]) - radius;
    return g;
  }
};

}  // namespace

Problem charged_particle_on_sphere(ParameterReader& parameter) {
  const ChargedParticle body{
      .mass = parameter("mass", 1.0),
      .omega = parameter("omega", 1.0),
      .radius = parameter("radius", 1.0),
      .electric_force = parameter("electric_force", 1.0),
  };
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Jay 2007, section 7, (24) and Fig. 3";
  problem.components = {"q1", "q2", "q3"};
  problem.system = make_hamiltonian(body);
  problem.formulations = formulations_of_hamiltonian(body);
  problem.start = {0.0,
                   body.radius * Eigen::Vector3d(0.2, 0.2, std::sqrt(0.92)),
                   Eigen::Vector3d(1.0, -1.0, 0.0),
                   {}};
  problem.end_time = 1e4;
  problem.step = 0.12;
  problem.quantities.push_back(
      {"angular_momentum", [](const Point& at) { return at.y[0] * at.z[1] - at.y[1] * at.z[0]; }});
  return problem;
}

}  // namespace sparkdyn::dae::problems
