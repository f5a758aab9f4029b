// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// SPARK methods for one system: coefficients A_k of each of its terms, order and name.

#include <string>

#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/tableau/gauss_splitting.hpp"
#include "stage/coefficients.hpp"

namespace sparkdyn::integrate {

/// A method for one system, on whichever nodes.
struct SparkMethod {
  stage::Coefficients coefficients;
  int order = 0;
  std::string description;  ///< "Lobatto SPARK, 3 stages, …"
};

/// Both throw core::Error (input) when the splitting names a region the system does not have.
SparkMethod lobatto_method(const mechanics::System& system, int stages,
                           const tableau::Splitting& splitting);
SparkMethod gauss_method(
    const mechanics::System& system, int stages,
    const tableau::GaussSplitting& splitting = tableau::GaussSplitting::uniform(0.8));

/// With one real eigenvalue (tableau/one_factor.hpp); `system` must be linear. Throws core::Error
/// (input) for other numbers of stages than it has.
SparkMethod one_factor_method(const mechanics::System& system, int stages, double rho_infinity);

}  // namespace sparkdyn::integrate
