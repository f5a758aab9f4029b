// SPDX-License-Identifier: BSD-3-Clause
// The test problem (23) of Jay (2007), section 7, with a multiplier that enters nonlinearly:
//
//   y' = (2 z1, −z2),   z' = (2 y1 y2 z1 z2 − y1 z1 z2, z1 − y1 z2³) + (y1 y2 ψ², −√y1 ψ)
//   0 = y1 y2² − 1
//
// Exact from y = z = (1, 1): y = z = (e^{2t}, e^{−t}), ψ = e^t.
#include <cmath>

#include "list.hpp"
#include "sparkdyn/dae/differentiated.hpp"

namespace sparkdyn::dae::problems {

namespace {

struct Jay2007 {
  Sizes sizes() const { return {.y = 2, .z = 2, .holonomic = 1}; }
  std::vector<TermInfo> velocity_terms() const {
    return {{.kind = tableau::Term::velocity, .depends_on_y = false}};
  }
  std::vector<TermInfo> force_terms() const {
    return {{.kind = tableau::Term::load},
            {.kind = tableau::Term::constraint, .depends_on_z = false, .depends_on_u = true}};
  }

  template <typename S>
  Vector<S> velocity(int, const S&, const Vector<S>&, const Vector<S>& z) const {
    Vector<S> v(2);
    v << 2.0 * z[0], -z[1];
    return v;
  }

  template <typename S>
  Vector<S> momentum(const S&, const Vector<S>&, const Vector<S>& z) const {
    return z;
  }

  template <typename S>
  Vector<S> force(int term, const S&, const Vector<S>& y, const Vector<S>& z,
                  const Vector<S>& u) const {
    using std::sqrt;
    Vector<S> f(2);
    if (term == 0) {
      f << 2.0 * y[0] * y[1] * z[0] * z[1] - y[0] * z[0] * z[1], z[0] - y[0] * z[1] * z[1] * z[1];
    } else {
      f << y[0] * y[1] * u[0] * u[0], -sqrt(y[0]) * u[0];
    }
    return f;
  }

  template <typename S>
  Vector<S> constraint(const S&, const Vector<S>& y) const {
    Vector<S> g(1);
    g << y[0] * y[1] * y[1] - 1.0;
    return g;
  }
};

}  // namespace

Problem jay_2007_dae(ParameterReader&) {
  Problem problem{.splitting = splitting_a_b()};
  problem.source = "Jay 2007, section 7, (23)";
  problem.components = {"y1", "y2"};
  problem.system = std::make_shared<Differentiated<Jay2007>>(Jay2007{});
  problem.exact = [](double t) {
    const Eigen::Vector2d y(std::exp(2.0 * t), std::exp(-t));
    return Point{t, y, y, Eigen::VectorXd::Constant(1, std::exp(t))};
  };
  problem.start = problem.exact(0.0);
  problem.end_time = 1.0;
  problem.step = 0.05;
  return problem;
}

}  // namespace sparkdyn::dae::problems
