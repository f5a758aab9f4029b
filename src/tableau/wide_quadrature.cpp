// SPDX-License-Identifier: BSD-3-Clause
#include "wide_quadrature.hpp"

#include <cmath>
#include <limits>
#include <numbers>
#include <stdexcept>
#include <string>

#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

namespace {

constexpr long double pi = std::numbers::pi_v<long double>;

void check_stages(const std::string& rule, int s, int least) {
  if (s >= least && s <= max_stages) return;
  throw std::invalid_argument(rule + " coefficients need " + std::to_string(least) + " to " +
                              std::to_string(max_stages) + " stages, not " + std::to_string(s));
}

// Newton's method; newton_step(x) = f(x)/f'(x). The guesses below are good enough for it to
// converge quadratically, so the last step is far below the stopping size.
template <class Step>
long double find_zero(Step newton_step, long double x) {
  const long double small = 8 * std::numeric_limits<long double>::epsilon();
  for (int iteration = 0; iteration < 50; ++iteration) {
    const long double step = newton_step(x);
    x -= step;
    if (std::abs(step) <= small) break;
  }
  return x;
}

// Zeros in (−1, 0) reflected to (0, 1), so that the nodes are symmetric to the last bit.
template <class Step>
void fill_symmetric(WideVector& x, Eigen::Index first, Step newton_step, const WideVector& guess) {
  const Eigen::Index last = x.size() - 1;
  for (Eigen::Index i = first; 2 * i < last; ++i) {
    x[i] = find_zero(newton_step, guess[i]);
    x[last - i] = -x[i];
  }
  if (last % 2 == 0) x[last / 2] = 0;
}

WideVector to_unit_interval(const WideVector& x) {
  return (x.array() + 1) / 2;
}

}  // namespace

Legendre legendre(int degree, long double x) {
  Legendre p{1, 0, 0};
  long double previous_derivative = 0;
  for (int k = 1; k <= degree; ++k) {
    const long double next = ((2 * k - 1) * x * p.value - (k - 1) * p.previous) / k;
    const long double next_derivative = previous_derivative + (2 * k - 1) * p.value;
    previous_derivative = p.derivative;
    p = {next, p.value, next_derivative};
  }
  return p;
}

WideQuadrature wide_gauss(int s) {
  check_stages("Gauss", s, 1);
  WideVector guess(s);
  for (int i = 0; i < s; ++i) guess[i] = -std::cos(pi * (i + 0.75L) / (s + 0.5L));
  const auto newton_step = [s](long double x) {
    const Legendre p = legendre(s, x);
    return p.value / p.derivative;
  };

  WideVector x(s);
  fill_symmetric(x, 0, newton_step, guess);
  const auto weight = [s](long double xi) {
    const long double slope = legendre(s, xi).derivative;
    return 1 / ((1 - xi * xi) * slope * slope);
  };
  return {to_unit_interval(x), x.unaryExpr(weight)};
}

WideQuadrature wide_lobatto(int s) {
  check_stages("Lobatto", s, 2);
  const int n = s - 1;
  WideVector guess(s);
  for (int i = 0; i < s; ++i) guess[i] = -std::cos(pi * i / n);
  // P'' comes from Legendre's equation (1 − x²)P'' − 2xP' + n(n+1)P = 0.
  const auto newton_step = [n](long double x) {
    const Legendre p = legendre(n, x);
    const long double second = (2 * x * p.derivative - n * (n + 1) * p.value) / (1 - x * x);
    return p.derivative / second;
  };

  WideVector x(s);
  x[0] = -1;
  x[n] = 1;
  fill_symmetric(x, 1, newton_step, guess);
  const auto weight = [n](long double xi) {
    const long double value = legendre(n, xi).value;
    return 1 / (n * (n + 1) * value * value);
  };
  return {to_unit_interval(x), x.unaryExpr(weight)};
}

WideQuadrature wide_radau_right(int s) {
  check_stages("Radau", s, 1);
  const auto newton_step = [s](long double x) {
    const Legendre upper = legendre(s, x);
    const Legendre lower = legendre(s - 1, x);
    return (upper.value - lower.value) / (upper.derivative - lower.derivative);
  };

  WideVector x(s);
  for (int i = 0; i < s - 1; ++i) {
    x[i] = find_zero(newton_step, std::cos(2 * pi * (s - 1 - i) / (2 * s - 1)));
  }
  x[s - 1] = 1;
  const auto weight = [s](long double xi) {
    const long double value = s * legendre(s - 1, xi).value;
    return (1 + xi) / (2 * value * value);
  };
  return {to_unit_interval(x), x.unaryExpr(weight)};
}

}  // namespace sparkdyn::tableau
