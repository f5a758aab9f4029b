// SPDX-License-Identifier: BSD-3-Clause
// A double pendulum in angles from the downward vertical, unit masses and lengths: a mass matrix
// that depends on q, and no constraint,
//
//   T = v₁² + v₂²/2 + cos(q₁ − q₂) v₁ v₂,   U = −γ (2 cos q₁ + cos q₂)
//
// in the momentum form (8f) of Jay (1998), or with `accelerations: 1` in the form (8b).
#include "dae/acceleration_form.hpp"
#include "list.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct DoublePendulum {
  double gravity;

  int coordinates() const { return 2; }

  template <typename S>
  S kinetic_energy(const Vector<S>& q, const Vector<S>& v) const {
    using std::cos;
    return v[0] * v[0] + 0.5 * v[1] * v[1] + cos(q[0] - q[1]) * v[0] * v[1];
  }
  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    using std::cos;
    return -gravity * (2.0 * cos(q[0]) + cos(q[1]));
  }
};

}  // namespace

Problem double_pendulum(ParameterReader& parameter) {
  const DoublePendulum body{.gravity = parameter("gravity", 9.81)};
  const Eigen::Vector2d angles(parameter("angle1", 1.0), parameter("angle2", 0.5));
  const double form = parameter("accelerations", 0.0);
  if (form != 0.0 && form != 1.0)
    core::input_error(
        "'accelerations' of the problem 'double-pendulum' is 0 (8f) or 1 (8b), not {}", form);
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Jay 1998, section 3.2, (8)";
  problem.components = {"angle1", "angle2"};
  problem.canonical = form == 0.0;
  if (problem.canonical)
    problem.system = make_mechanism(body);
  else
    problem.system = std::make_shared<Differentiated<AccelerationForm<DoublePendulum>>>(
        AccelerationForm<DoublePendulum>(body));
  problem.start = {0.0, angles, Eigen::Vector2d(0.0, 0.2), {}};
  problem.end_time = 5.0;
  problem.step = 0.01;
  return problem;
}

}  // namespace sparkdyn::dae::problems
