// SPDX-License-Identifier: BSD-3-Clause
// The pendulum of Leimkuhler & Reich (1992), section 3.2, mass, length and gravity one:
//
//   H = (p₁² + p₂²)/2 + γ q₂,   0 = q₁² + q₂² − 1,   from (1, 0, 0, −2)
//
// Its constraint has no factor ½, on which all formulations off the circle depend. Gravity γ may be
// zero, for the free particle of their section 3.6.
#include "dae/formulated.hpp"
#include "list.hpp"
#include "plane_point.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct UnitPendulum : HeavyPlanePoint {
  static constexpr bool constant_mass = true;

  int coordinates() const { return 2; }
  int constraints() const { return 1; }

  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    Vector<S> g(1);
    g << q[0] * q[0] + q[1] * q[1] - 1.0;
    return g;
  }
};

}  // namespace

Problem unit_pendulum(ParameterReader& parameter) {
  const UnitPendulum body{{{}, parameter("gravity", 1.0)}};
  const double speed = parameter("speed", -2.0);  // upwards, from the horizontal position
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Leimkuhler & Reich 1992, sections 3 and 4";
  problem.components = {"q1", "q2"};
  problem.system = make_mechanism(body);
  problem.formulations = formulations_of_mechanism(body);
  problem.start = {0.0, Eigen::Vector2d(1.0, 0.0), Eigen::Vector2d(0.0, speed), {}};
  // G dq = 0 and G_q(p, dq) + G dp = 0, the first along the circle; their wedge product is 1.
  problem.tangents.resize(4, 2);
  problem.tangents << 0, 0, 1, 0, -speed, 0, 0, 1;
  problem.end_time = 10.0;
  problem.step = 0.01;
  return problem;
}

}  // namespace sparkdyn::dae::problems
