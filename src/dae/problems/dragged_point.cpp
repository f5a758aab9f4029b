// SPDX-License-Identifier: BSD-3-Clause
// A pendulum (x, y) that drags a point a without mass along, a = x + y: the mass matrix diag(1, 1,
// 0) is singular, and Jay (1998), section 3.2, takes the augmented system (13) in (q, r), r = 0:
//
//   T = (v_x² + v_y²)/2,   U = γ y,   0 = ((x² + y² − 1)/2, a − x − y)
#include "list.hpp"
#include "plane_point.hpp"
#include "sparkdyn/dae/augmented.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct Dragged : HeavyPlanePoint {
  int coordinates() const { return 3; }
  int constraints() const { return 2; }

  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& q) const {
    Vector<S> g(2);
    g << 0.5 * (q[0] * q[0] + q[1] * q[1] - 1.0), q[2] - q[0] - q[1];
    return g;
  }
};

}  // namespace

Problem dragged_point(ParameterReader& parameter) {
  const double gravity = parameter("gravity", 9.81);
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Jay 1998, section 3.2, (13)";
  problem.components = {"x", "y", "a", "r1", "r2"};
  problem.system = make_mechanism(Augmented<Dragged>(Dragged{{{}, gravity}}));
  problem.start.y.resize(5);
  problem.start.y << 1.0, 0.0, 1.0, 0.0, 0.0;
  problem.start.z = Eigen::VectorXd::Zero(5);
  problem.end_time = 10.0;
  problem.step = 0.02;
  if (gravity == 9.81) {  // the answers of the pendulum
    Eigen::VectorXd q(5);
    const double x[3] = {-0.9862917511318753, 0.9423054350437573, 0.2750874625761169};
    const double y[3] = {-0.1650108531255412, -0.3347543384140006, -0.9614192050991251};
    const double t[3] = {1.0, 5.0, 10.0};
    for (int k = 0; k < 3; ++k) {
      q << x[k], y[k], x[k] + y[k], 0.0, 0.0;
      problem.answers.push_back({.t = t[k], .y = q});
    }
  }
  return problem;
}

}  // namespace sparkdyn::dae::problems
