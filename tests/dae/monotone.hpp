// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A nonlinear equation for Definition 6.5 of Jay (1998): contractive, or with the other sign
// dilatative.

#include <algorithm>
#include <utility>

#include "sparkdyn/dae/differentiated.hpp"
#include "support.hpp"

namespace sparkdyn::dae::testing {

// z' = −z³ (by components) − S z + load with a skew S, or the same with the other sign: the
// distance of any two solutions never grows, or never shrinks.
struct Monotone {
  double sign;

  Sizes sizes() const { return {.z = 3}; }
  std::vector<TermInfo> velocity_terms() const { return {}; }
  std::vector<TermInfo> force_terms() const {
    return {{.kind = tableau::Term::damping, .depends_on_y = false}};
  }
  template <typename S>
  Vector<S> velocity(int, const S&, const Vector<S>& y, const Vector<S>&) const {
    return y;
  }
  template <typename S>
  Vector<S> momentum(const S&, const Vector<S>&, const Vector<S>& z) const {
    return z;
  }
  template <typename S>
  Vector<S> force(int, const S&, const Vector<S>&, const Vector<S>& z, const Vector<S>&) const {
    const double turn = 4.0;
    Vector<S> f(3);
    f << -z[0] * z[0] * z[0] + turn * z[1] + 1.0,
        -z[1] * z[1] * z[1] - turn * z[0] + 0.5 * turn * z[2],
        -z[2] * z[2] * z[2] - 0.5 * turn * z[1];
    return sign * f;
  }
};

// |z − z̃| after a step over |z − z̃| before, the smallest and the largest of several steps.
inline std::pair<double, double> stretching(const Monotone& model, const Method& method, double h,
                                            int steps) {
  const auto system = std::make_shared<Differentiated<Monotone>>(model);
  Stepper one(system, method), other(system, method);
  Point a{0.0, Eigen::VectorXd(0), Eigen::Vector3d(1.2, -0.4, 0.7), Eigen::VectorXd(0)};
  Point b{0.0, Eigen::VectorXd(0), Eigen::Vector3d(-0.6, 0.9, 0.2), Eigen::VectorXd(0)};
  std::pair<double, double> range{1e300, 0.0};
  for (int k = 0; k < steps; ++k) {
    if (distance(a.z, b.z) < 1e-6) break;  // what is left of the difference is Newton's
    const Point next_a = integrate(one, a, a.t + h, h).end;
    const Point next_b = integrate(other, b, b.t + h, h).end;
    const double ratio = distance(next_a.z, next_b.z) / distance(a.z, b.z);
    range = {std::min(range.first, ratio), std::max(range.second, ratio)};
    a = next_a;
    b = next_b;
  }
  return range;
}

}  // namespace sparkdyn::dae::testing
