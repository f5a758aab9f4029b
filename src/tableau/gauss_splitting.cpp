// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/gauss_splitting.hpp"

#include <algorithm>
#include <stdexcept>

#include "tableau/stability.hpp"
#include "term_text.hpp"

namespace sparkdyn::tableau {

namespace {

void check_gauss_term(std::string_view term_name) {
  if (term_name.substr(0, term_name.find('@')) == name(Term::constraint)) {
    throw std::invalid_argument(
        "the term " + quoted(term_name) +
        " has no rho_infinity on Gauss nodes: the multipliers act at the Lobatto points of the "
        "step, and how is fixed by the nodes and weights (Jay 2007); velocity, elastic, damping, "
        "inertia and load have one. The family lobatto has a matrix for the constraint");
  }
  parse_term(term_name, gauss_terms);
}

}  // namespace

GaussSplitting GaussSplitting::uniform(double rho_infinity) {
  check_rho_infinity(rho_infinity);
  return GaussSplitting(gauss_terms, rho_infinity);
}

void GaussSplitting::set(std::string_view term_name, double rho_infinity) {
  check_gauss_term(term_name);
  check_rho_infinity(rho_infinity);
  assign(term_name, rho_infinity);
}

bool GaussSplitting::damped() const {
  return std::ranges::any_of(entries(), [](const auto& entry) { return entry.second < 1; });
}

std::string GaussSplitting::text() const {
  return described(shortest);
}

double parse_rho_infinity(std::string_view term_name, std::string_view text) {
  if (const std::optional<double> rho = whole_number(text)) {
    check_rho_infinity(*rho);
    return *rho;
  }
  const std::string found = "the term " + quoted(term_name) + " has " + quoted(text);
  if (find_family(text.substr(0, text.find_first_of(":+")))) {
    throw std::invalid_argument(
        found +
        ", a matrix on Lobatto nodes: it belongs to the family lobatto. The family gauss-lobatto "
        "has Gauss nodes and a rho_infinity for each term, a number from 0 (strongest damping) to "
        "1 "
        "(none); both cannot be mixed, because all terms of a step share its nodes");
  }
  throw std::invalid_argument(found +
                              "; on Gauss nodes it is a rho_infinity, a number from 0 (strongest "
                              "damping) to 1 (none)");
}

Eigen::Matrix2d stability_matrix(const GaussLobatto& coefficients, const GaussSplitting& splitting,
                                 double mu, double d) {
  return stability_matrix(coefficients.A(splitting(Term::velocity)),
                          coefficients.A(splitting(Term::elastic)), coefficients.b(), mu,
                          d * coefficients.A(splitting(Term::damping)), d);
}

}  // namespace sparkdyn::tableau
