// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/spark_method.hpp"

#include <stdexcept>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::integrate {

namespace {

/// "rho_infinity 0.8" when every term has the same mixture of C and C*, else the terms.
std::string splitting_text(const tableau::Splitting& splitting) {
  using tableau::Family;
  const auto& first = splitting.entries().begin()->second;
  for (const auto& [name, mixture] : splitting.entries())
    if (!(mixture == first)) return splitting.text();
  if (first.contains(Family::IIIA) || first.contains(Family::IIIB)) return splitting.text();
  const double gamma = first.weight(Family::IIIC) - first.weight(Family::IIICstar);
  return fmt::format("rho_infinity {:.4g} on every term", (1 - gamma) / (1 + gamma) + 0.0);
}

std::string rho_text(const tableau::GaussSplitting& splitting) {
  const auto all = splitting.common();
  return all ? fmt::format("{:.4g} on every term", *all) : splitting.text();
}

}  // namespace

SparkMethod lobatto_method(const mechanics::System& system, int stages,
                           const tableau::Splitting& splitting) {
  return {.coefficients = stage::make_coefficients(system, tableau::Lobatto(stages), splitting),
          .order = 2 * stages - 2,
          .description =
              fmt::format("Lobatto SPARK, {} stages, {}", stages, splitting_text(splitting))};
}

SparkMethod gauss_method(const mechanics::System& system, int stages,
                         const tableau::GaussSplitting& splitting) {
  const tableau::GaussLobatto gauss(stages);
  return {.coefficients = stage::make_coefficients(system, gauss, splitting),
          .order = gauss.order(splitting.damped()),
          .description = fmt::format("Gauss-Lobatto SPARK, {} stage{}, rho_infinity {}", stages,
                                     stages == 1 ? "" : "s", rho_text(splitting))};
}

SparkMethod one_factor_method(const mechanics::System& system, int stages, double rho_infinity) {
  try {
    const tableau::OneFactor method(stages, rho_infinity);
    return {.coefficients = stage::make_coefficients(system, method),
            .order = stages,
            .description =
                fmt::format("ESDIRK on Gauss nodes, {} stages with one factor, rho_infinity {:.4g}",
                            stages, rho_infinity)};
  } catch (const std::invalid_argument& error) {
    core::input_error("{}", error.what());
  }
}

}  // namespace sparkdyn::integrate
