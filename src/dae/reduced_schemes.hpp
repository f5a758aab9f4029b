// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The schemes of Simo & Gonzalez (1993), section 3, for the pendulum reduced to its angle ϑ and
// momentum π, with ϑ½ and π½ the means of both ends and x = (ϑ1 − ϑ0)/2:
//
//   ϑ1 − ϑ0 = h κ1 π½/I0,   π1 − π0 = −h κ2 g'(κ2 cos ϑ½) sin ϑ½                         (41)
//
//   reduced-midpoint    κ1 = x/tan x, κ2 = cos x: the midpoint rule (24) of the phase space  (42)
//   midpoint            κ1 = κ2 = 1
//   projected-midpoint  κ1 = x/sin x, κ2 = 1: symplectic, the reduction of (55); with linear g
//                       it keeps the energy too                                          (53)
//   energy-momentum     κ1 = x/sin x, and the quotient of g between cos ϑ0 and cos ϑ1 in place
//                       of κ2 g': the pair of equations after (53)

#include <fmt/format.h>

#include <cmath>
#include <numbers>
#include <string>

#include "gravity_law.hpp"
#include "sparkdyn/dae/derivative.hpp"

namespace sparkdyn::dae {

enum class ReducedScheme { of_phase_space, plain, projected, energy_momentum };

struct ReducedEquations {
  ReducedScheme scheme;
  double inertia;  ///< I0
  GravityLaw law;

  template <typename S>
  Vector<S> operator()(const Vector<S>& w0, const Vector<S>& w1, double h) const {
    using std::cos, std::sin;
    const S x = 0.5 * (w1[0] - w0[0]);
    const S middle = 0.5 * (w0[0] + w1[0]);
    const S sine = sine_quotient(x);
    S kappa1(1.0), kappa2(1.0);
    if (scheme == ReducedScheme::of_phase_space) kappa2 = cos(x);
    if (scheme != ReducedScheme::plain) kappa1 = kappa2 / sine;
    const S pull = scheme == ReducedScheme::energy_momentum
                       ? law.quotient(S(cos(w0[0])), S(cos(w1[0])))
                       : S(kappa2 * law.slope(S(kappa2 * cos(middle))));
    Vector<S> rows(2);
    rows << w1[0] - w0[0] - h / inertia * kappa1 * 0.5 * (w0[1] + w1[1]),
        w1[1] - w0[1] + h * pull * sin(middle);
    return rows;
  }

  /// x/tan x and x/sin x belong to less than half a turn, and half of that is not resolved.
  std::string objection(const Eigen::VectorXd& w0, const Eigen::VectorXd& w1) const {
    const double turned = std::abs(w1[0] - w0[0]);
    if (turned <= 0.5 * std::numbers::pi) return "";
    return fmt::format("it turns by {:.3g}, more than a right angle; take a smaller step", turned);
  }
};

}  // namespace sparkdyn::dae
