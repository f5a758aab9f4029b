// SPDX-License-Identifier: BSD-3-Clause
#include "sampled.hpp"

#include <algorithm>
#include <cmath>

namespace sparkdyn::python {
namespace {

/// The derivative of the polynomial through (x_k, y_k) of the given order at t: differences of
/// Newton's form, each of which is differentiated as it is summed up.
double polynomial(const std::vector<double>& x, std::vector<double> y, double t,
                  std::size_t derivative) {
  const std::size_t count = x.size();
  for (std::size_t order = 1; order < count; ++order)
    for (std::size_t k = count; k-- > order;) y[k] = (y[k] - y[k - 1]) / (x[k] - x[k - order]);
  std::array<double, 3> p{0, 0, 0};  // value, first and second derivative
  for (std::size_t k = count; k-- > 0;) {
    p[2] = p[2] * (t - x[k]) + 2 * p[1];
    p[1] = p[1] * (t - x[k]) + p[0];
    p[0] = p[0] * (t - x[k]) + y[k];
  }
  return p[derivative];
}

}  // namespace

double Sampled::at(double t, std::size_t derivative) const {
  const std::vector<double>& nodes = *nodes_;
  t = std::clamp(t, nodes.front(), nodes.back());  // a polynomial means nothing far away
  std::size_t given = derivative;
  while (given > 0 && values_[given].empty()) --given;
  constexpr double same = 1e-9;  // of the step: the same time but for rounding
  if (given == derivative)
    for (std::size_t k = 0; k < nodes.size(); ++k)
      if (std::abs(t - nodes[k]) <= same * (nodes.back() - nodes.front())) return values_[given][k];
  return polynomial(nodes, values_[given], t, derivative - given);
}

}  // namespace sparkdyn::python
