// SPDX-License-Identifier: BSD-3-Clause
// Newmark (1959), Hilber, Hughes & Taylor (1977), Chung & Hulbert (1993) as one method.

#include "integrate/generalized_alpha.hpp"

namespace sparkdyn::integrate {

AlphaParameters AlphaParameters::newmark(double beta, double gamma) {
  return {.name = fmt::format("Newmark, beta {}, gamma {}", beta, gamma),
          .alpha_m = 0,
          .alpha_f = 0,
          .beta = beta,
          .gamma = gamma};
}

AlphaParameters AlphaParameters::hht(double alpha) {
  return {.name = fmt::format("HHT-alpha, alpha {}", alpha),
          .alpha_m = 0,
          .alpha_f = -alpha,
          .beta = (1 - alpha) * (1 - alpha) / 4,
          .gamma = 0.5 - alpha};
}

AlphaParameters AlphaParameters::generalized_alpha(double rho_infinity) {
  const double alpha_m = (2 * rho_infinity - 1) / (rho_infinity + 1);
  const double alpha_f = rho_infinity / (rho_infinity + 1);
  const double gamma = 0.5 + alpha_f - alpha_m;
  return {.name = fmt::format("generalized-alpha, rho_infinity {}", rho_infinity),
          .alpha_m = alpha_m,
          .alpha_f = alpha_f,
          .beta = (gamma + 0.5) * (gamma + 0.5) / 4,
          .gamma = gamma};
}

}  // namespace sparkdyn::integrate
