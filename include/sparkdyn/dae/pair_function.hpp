// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The potential of a pair from any function V(λ) of the distance, written once as a template on the
// scalar. Its derivatives are found automatically. Where the lengths a and b before and after a
// step differ by less than 1e-4 of their mean m, the quotient (V(b) − V(a))/(b − a) is
//
//   V'(m) + (b − a)² V‴(m)/24,
//
// which there is as accurate as a difference with all its digits.

#include <cmath>
#include <memory>
#include <utility>

#include "sparkdyn/dae/distances.hpp"
#include "sparkdyn/dae/dual.hpp"

namespace sparkdyn::dae {

/// Any V(λ).
template <typename Function>
class PairFunction final : public PairPotential {
 public:
  /// Keeps the function.
  explicit PairFunction(Function V) : V_(std::move(V)) {}

  double value(double length) const override { return V_(length); }

  Coefficient at(double length) const override {
    const Slopes d = slopes(length);
    return {d.first / length, (d.second - d.first / length) / length};
  }

  Coefficient between(double before, double after) const override {
    const double m = 0.5 * (before + after);
    const double step = after - before;
    double quotient, by_before, by_after;
    if (std::abs(step) < 1e-4 * m) {
      const Slopes d = slopes(m);
      const double by_mean = d.second + step * step / 24.0 * d.fourth;
      quotient = d.first + step * step / 24.0 * d.third;
      by_before = 0.5 * by_mean - step / 12.0 * d.third;
      by_after = 0.5 * by_mean + step / 12.0 * d.third;
    } else {
      quotient = (value(after) - value(before)) / step;
      by_before = (quotient - slopes(before).first) / step;
      by_after = (slopes(after).first - quotient) / step;
    }
    const double by_both = -0.5 * quotient / (m * m);
    return {quotient / m, by_before / m + by_both, by_after / m + by_both};
  }

 private:
  struct Slopes {
    double first, second, third, fourth;
  };
  Slopes slopes(double length) const {
    using D1 = Dual<double, 1>;
    using D2 = Dual<D1, 1>;
    using D3 = Dual<D2, 1>;
    using D4 = Dual<D3, 1>;
    D4 x(length);
    x.slope[0] = D3(1.0);
    x.value.slope[0] = D2(1.0);
    x.value.value.slope[0] = D1(1.0);
    x.value.value.value.slope[0] = 1.0;
    const D4 V = V_(x);
    const D3& one = V.slope[0];
    const D2& two = one.slope[0];
    const D1& three = two.slope[0];
    return {one.value.value.value, two.value.value, three.value, three.slope[0]};
  }

  Function V_;
};

/// The potential of a function.
template <typename Function>
std::shared_ptr<const PairPotential> pair_function(Function V) {
  return std::make_shared<PairFunction<Function>>(std::move(V));
}

}  // namespace sparkdyn::dae
