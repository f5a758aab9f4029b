// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What several tests of the dae module need.

#include <fmt/format.h>

#include <cmath>
#include <string>
#include <vector>

#include "sparkdyn/dae/integrate.hpp"
#include "sparkdyn/dae/problem.hpp"

namespace sparkdyn::dae::testing {

// A figure for whoever reads the log.
template <typename... Values>
void print(fmt::format_string<Values...> text, Values&&... values) {
  fmt::print("[ measured ] {}\n", fmt::format(text, std::forward<Values>(values)...));
}

inline Point run(const Problem& problem, const Method& method, double end_time, int steps) {
  Stepper stepper(problem.system, method);
  return integrate(stepper, problem.start, end_time, (end_time - problem.start.t) / steps).end;
}

inline double distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return a.size() == 0 ? 0.0 : (a - b).norm();
}

inline double relative(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  return distance(a, b) / b.norm();
}

// The slope of the least-squares line through (x, y).
inline double fitted_slope(const std::vector<double>& x, const std::vector<double>& y) {
  const double n = static_cast<double>(x.size());
  double sx = 0, sy = 0, sxx = 0, sxy = 0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    sx += x[k];
    sy += y[k];
    sxx += x[k] * x[k];
    sxy += x[k] * y[k];
  }
  return (n * sxy - sx * sy) / (n * sxx - sx * sx);
}

inline tableau::Splitting uniform(tableau::Family family) {
  return tableau::Splitting::uniform(tableau::Mixture::pure(family));
}

}  // namespace sparkdyn::dae::testing
