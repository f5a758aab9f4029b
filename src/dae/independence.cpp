// SPDX-License-Identifier: BSD-3-Clause
#include "dae/independence.hpp"

#include <algorithm>
#include <cmath>
#include <functional>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/dae/consistency.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {
namespace {

/// Where f is least in [0, 1]: the best of a grid, then golden section around it.
double least(const std::function<double(double)>& f) {
  constexpr int pieces = 32;
  constexpr double golden = 0.6180339887498949;
  int best = 0;
  double lowest = f(0.0);
  for (int i = 1; i <= pieces; ++i) {
    const double value = f(static_cast<double>(i) / pieces);
    if (value < lowest) {
      best = i;
      lowest = value;
    }
  }
  double low = std::max(best - 1, 0) / static_cast<double>(pieces);
  double high = std::min(best + 1, pieces) / static_cast<double>(pieces);
  for (int k = 0; k < 60; ++k) {
    const double left = high - golden * (high - low);
    const double right = low + golden * (high - low);
    (f(left) < f(right) ? high : low) = f(left) < f(right) ? right : left;
  }
  return 0.5 * (low + high);
}

}  // namespace

Independence independence(const System& system, const Point& at) {
  const int m = system.sizes().u();
  if (m == 0) return {};
  Eigen::MatrixXd rows(m, system.sizes().z);
  Eigen::Index next = 0;
  for (const auto function : {Function::velocity_constraint, Function::nonholonomic}) {
    const Linearization part = system.linearize(function, 0, at);
    if (part.value.size() == 0) continue;
    rows.middleRows(next, part.value.size()) = part.z;
    next += part.value.size();
  }
  rows.rowwise().normalize();
  const auto [size, constraint] = tableau::least_independent_column(rows.transpose());
  return {size, at.t, static_cast<int>(constraint) + 1};
}

Independence least_ahead(const System& system, const Point& from, double h) {
  const Eigen::VectorXd velocity = system.total_velocity(from);
  Eigen::VectorXd rate;
  try {
    rate = acceleration(system, from).z_rate;
  } catch (const core::Error&) {
    return independence(system, from);
  }
  const auto ahead = [&](double part) {
    const double dt = part * h;
    Point at = from;
    at.t += dt;
    at.z += dt * rate;
    // v is not z in every system; its change along z' is to the order that matters here.
    at.y += 0.5 * dt * (velocity + system.total_velocity({from.t, from.y, at.z, from.u}));
    return at;
  };
  const double part = least([&](double p) { return independence(system, ahead(p)).pivot; });
  return independence(system, ahead(part));
}

}  // namespace sparkdyn::dae
