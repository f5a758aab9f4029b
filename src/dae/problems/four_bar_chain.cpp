// SPDX-License-Identifier: BSD-3-Clause
// N coupled four-bar linkages: 2N + 1 slender rods of mass m and length L, N + 1 upright ones from
// the ground points (iL, 0) to B_i and N couplers B_{i−1}B_i. With q = (B_0, …, B_N) a rod with
// ends a, b has
//
//   T = m/6 (|a'|² + a'·b' + |b'|²),   U = m g (a_y + b_y)/2
//   0 = |B_i − A_i|² − L²,   0 = |B_i − B_{i−1}|² − L²      (each over 2L)
//
// One degree of freedom. When the rods lie flat the constraints are dependent for a moment: a
// standard test for constrained solvers; reference values from quadruple-precision runs.
#include <cmath>

#include "dae/formulated.hpp"
#include "list.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/mechanism.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct FourBarChain {
  static constexpr bool constant_mass = true;
  int loops;
  double mass, length, gravity;

  int coordinates() const { return 2 * (loops + 1); }
  int constraints() const { return 2 * loops + 1; }

  template <typename S>
  S kinetic_energy(const Vector<S>&, const Vector<S>& v) const {
    S sum(0.0);
    for (int i = 0; i <= loops; ++i) {
      const S x = v[2 * i];
      const S y = v[2 * i + 1];
      sum += x * x + y * y;
      if (i == 0) continue;
      const S x0 = v[2 * i - 2];
      const S y0 = v[2 * i - 1];
      sum += x * x + y * y + x * x0 + y * y0 + x0 * x0 + y0 * y0;
    }
    return (mass / 6.0) * sum;
  }

  template <typename S>
  S potential_energy(const S&, const Vector<S>& q) const {
    S height(0.0);
    for (int i = 0; i <= loops; ++i) {
      height += 0.5 * q[2 * i + 1];
      if (i > 0) height += 0.5 * (q[2 * i - 1] + q[2 * i + 1]);
    }
    return mass * gravity * height;
  }

  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    Vector<S> g(constraints());
    const auto rod = [&](const S& x, const S& y) {
      return (x * x + y * y - length * length) / (2.0 * length);
    };
    for (int i = 0; i <= loops; ++i) {
      g[i] = rod(q[2 * i] - length * i, q[2 * i + 1]);
      if (i > 0) g[loops + i] = rod(q[2 * i] - q[2 * i - 2], q[2 * i + 1] - q[2 * i - 1]);
    }
    return g;
  }
};

}  // namespace

Problem four_bar_chain(ParameterReader& parameter) {
  const double loops = parameter("loops", 2.0);
  if (!(loops >= 1.0 && loops <= 200.0) || loops != std::floor(loops)) {
    core::input_error("four-bar-chain: loops must be a whole number from 1 to 200, got {}", loops);
  }
  const FourBarChain body{
      .loops = static_cast<int>(loops),
      .mass = parameter("mass", 1.0),
      .length = parameter("length", 1.0),
      .gravity = parameter("gravity", 9.81),
  };
  const double speed = parameter("speed", 1.0);
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "IFToMM benchmark library, N-four-bar";
  problem.system = make_mechanism(body);
  problem.formulations = formulations_of_mechanism(body);
  Eigen::VectorXd q(body.coordinates()), v(body.coordinates());
  for (int i = 0; i <= body.loops; ++i) {
    q.segment(2 * i, 2) = body.length * Eigen::Vector2d(i, 1.0);
    v.segment<2>(2 * i) = Eigen::Vector2d(speed, 0.0);
    problem.components.push_back("x" + std::to_string(i));
    problem.components.push_back("y" + std::to_string(i));
  }
  problem.start = {0.0, q, v, {}};
  problem.end_time = 10.0;
  problem.step = 0.01;
  if (body.loops == 2 && body.length == 1.0 && body.gravity == 9.81 && speed == 1.0) {
    Eigen::VectorXd answer(6);  // all upright rods are parallel
    answer << 0.3284581115408154, 0.944518538178601, 1.3284581115408154, 0.944518538178601,
        2.3284581115408154, 0.944518538178601;
    problem.answers = {{.t = 10.0, .y = answer}};
  }
  return problem;
}

}  // namespace sparkdyn::dae::problems
