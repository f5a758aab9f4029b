// SPDX-License-Identifier: BSD-3-Clause
// A double pendulum in Cartesian coordinates (x1, y1, x2, y2): energies and constraints written
// once, templated on the scalar; derivatives, multipliers and the symplectic step come from
// sparkdyn.
#include <cmath>
#include <cstdio>
#include <functional>

#include "sparkdyn/dae/diagnostics.hpp"
#include "sparkdyn/dae/integrate.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace dae = sparkdyn::dae;
using dae::Vector;

struct DoublePendulum {
  static constexpr bool constant_mass = true;
  double m1 = 1.0, m2 = 0.5, l1 = 1.0, l2 = 0.7, gravity = 9.81;

  int coordinates() const { return 4; }
  int constraints() const { return 2; }

  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    return 0.5 * m1 * (v[0] * v[0] + v[1] * v[1]) + 0.5 * m2 * (v[2] * v[2] + v[3] * v[3]);
  }

  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    return gravity * (m1 * q[1] + m2 * q[3]);
  }

  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    const S x = q[2] - q[0], y = q[3] - q[1];
    Vector<S> g(2);
    g << q[0] * q[0] + q[1] * q[1] - l1 * l1, x * x + y * y - l2 * l2;
    return g;
  }
};

int main() {
  const auto system = dae::make_mechanism(DoublePendulum{});
  const dae::Point start{0.0, Eigen::Vector4d(0.6, -0.8, 1.3, -0.8), Eigen::Vector4d::Zero(),
                         Eigen::Vector2d::Zero()};
  dae::Stepper stepper(system, dae::lobatto_a_b(4));  // order 6; dae::gauss_lobatto_spark(3) too
  dae::Monitor monitor(*system,
                       {{"energy", [&](const dae::Point& at) { return system->energy(at); }}});
  const auto run =
      dae::integrate(stepper, dae::projected(*system, start), 2.0, 0.005, std::ref(monitor));
  std::printf("steps %d\n", run.steps);
  std::printf("lower mass %.9f %.9f\n", run.end.y[2], run.end.y[3]);
  std::printf("rod forces %.6f %.6f\n", 2.0 * run.end.u[0] * 1.0, 2.0 * run.end.u[1] * 0.7);
  std::printf("energy deviation %.1e\n", monitor.deviation("energy"));
  std::printf("violation %.1e %.1e\n", monitor.constraints().position,
              monitor.constraints().velocity);
}
