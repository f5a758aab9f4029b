// SPDX-License-Identifier: BSD-3-Clause
// Which modes a step lets grow, and how far off it takes one.

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "integrate/modal_method.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::integrate {
namespace {

/// Values of hω to look at: every band of instability of a Lobatto pair lies below a few π per
/// stage, and beyond all of them the radius changes slowly.
std::vector<double> samples(double largest) {
  constexpr double fine = 0.01, linear_until = 60, per_decade = 200, infinite = 1e9;
  std::vector<double> mu;
  const double end = std::min(largest, infinite);
  for (double x = fine; x < std::min(end, linear_until); x += fine) mu.push_back(x);
  for (double x = linear_until; x < end; x *= std::pow(10, 1 / per_decade)) mu.push_back(x);
  mu.push_back(end);
  return mu;
}

template <typename Predicate>
double bisect(double outside, double inside, Predicate is_inside) {
  for (int i = 0; i < 60 && std::abs(inside - outside) > 1e-12 * inside; ++i) {
    const double middle = 0.5 * (outside + inside);
    (is_inside(middle) ? inside : outside) = middle;
  }
  return inside;
}

}  // namespace

double tolerated_growth(double h, double span) {
  // Radii near a double eigenvalue are known to the root of the rounding errors only.
  constexpr double visible = 1e-7, over_the_run = 0.01;
  return std::max(visible, over_the_run * h / span);
}

std::vector<UnstableBand> unstable_bands(const ModalMethod& method, double h, double largest,
                                         double span) {
  std::vector<UnstableBand> bands;
  if (method.unconditional || !(largest > 0)) return bands;
  const double limit = 1 + tolerated_growth(h, span);
  const auto grows = [&](double mu) { return !(method.radius(h, mu / h) <= limit); };
  bool inside = false;
  double before = 0;
  for (const double mu : samples(h * largest)) {
    const double radius = method.radius(h, mu / h);
    const bool now = !(radius <= limit);
    if (now && !inside) bands.push_back({bisect(before, mu, grows) / h, 0, mu / h, radius});
    if (!now && inside) bands.back().to = bisect(mu, before, grows) / h;
    if (now && !(radius <= bands.back().radius)) {
      bands.back().radius = radius;
      bands.back().worst = mu / h;
    }
    inside = now;
    before = mu;
  }
  if (inside) bands.back().to = largest;
  return bands;
}

double largest_stable_step(const ModalMethod& method, double h, double largest, double span) {
  const auto stable = [&](double step) {
    return unstable_bands(method, step, largest, span).empty();
  };
  if (stable(h)) return h;
  double low = 0.5 * h, high = h;
  while (!stable(low)) {
    high = low;
    low *= 0.5;
    if (low < 1e-9 * h) return 0;
  }
  while (high - low > 1e-3 * low) {
    const double middle = 0.5 * (low + high);
    (stable(middle) ? low : high) = middle;
  }
  return low;
}

ModalError modal_error(const ModalMethod& method, double h, double omega) {
  const double half = 0.5 * method.damping(omega);
  const double own = std::sqrt(std::max(omega * omega - half * half, 0.0));  // damped frequency
  ModalError worst;
  for (const auto& step : method.variants) {
    const Eigen::VectorXcd values = tableau::eigenvalues(step(h, omega));
    // The oscillation is the pair off the real axis; a third value is the method's memory.
    std::complex<double> oscillation = values(0);
    for (const auto& value : values)
      if (std::abs(value.imag()) > std::abs(oscillation.imag())) oscillation = value;
    const double angle = std::abs(std::arg(oscillation));
    if (angle == 0 || own == 0) return {std::numeric_limits<double>::infinity(), 1};
    const double steps = 2 * std::numbers::pi / (h * own);
    const double kept = std::abs(oscillation) * std::exp(h * half);
    const ModalError mine{h * own / angle - 1, 1 - std::pow(kept, steps)};
    if (std::abs(mine.period) >= std::abs(worst.period)) worst = mine;
  }
  return worst;
}

}  // namespace sparkdyn::integrate
