// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/splitting.hpp"

#include <stdexcept>

#include "term_text.hpp"

namespace sparkdyn::tableau {

namespace {

void check_constraint(std::string_view term_name, const Mixture& mixture) {
  if (!mixture.contains(Family::IIIA)) return;
  throw std::invalid_argument(
      "the term " + quoted(term_name) + " may not use Lobatto A (got " + mixture.text() +
      "): condition (21) of Jay (1998), A·B = A·C = A·C* of full rank together with b, fails for "
      "A·A, so the multipliers would not be determined; use B, C, C* or D");
}

// The matrix and its weight in "C" or "C:0.75".
std::pair<Family, double> parse_part(std::string_view term_name, std::string_view part) {
  const std::size_t colon = part.find(':');
  const std::optional<Family> family = find_family(part.substr(0, colon));
  if (!family) {
    throw std::invalid_argument("the term " + quoted(term_name) + " cannot use " +
                                quoted(part.substr(0, colon)) + "; allowed: A, B, C, C*, D");
  }
  if (colon == std::string_view::npos) return {*family, 1.0};
  const std::string_view written = part.substr(colon + 1);
  const std::optional<double> weight = whole_number(written);
  if (!weight) {
    throw std::invalid_argument("the term " + quoted(term_name) + ": " + quoted(written) +
                                " is not a weight of " + std::string(name(*family)));
  }
  return {*family, *weight};
}

}  // namespace

Splitting Splitting::uniform(const Mixture& mixture) {
  check_constraint(name(Term::constraint), mixture);
  return Splitting(all_terms, mixture);
}

Splitting Splitting::uniform(double rho_infinity) {
  return uniform(Mixture::rho_infinity(rho_infinity));
}

void Splitting::set(std::string_view term_name, const Mixture& mixture) {
  if (parse_term(term_name, all_terms) == Term::constraint) check_constraint(term_name, mixture);
  assign(term_name, mixture);
}

std::string Splitting::text() const {
  return described([](const Mixture& mixture) { return mixture.text(); });
}

Mixture parse_mixture(std::string_view term_name, std::string_view text) {
  if (whole_number(text)) {
    throw std::invalid_argument(
        "the term " + quoted(term_name) + " has the number " + std::string(text) +
        ", a rho_infinity on Gauss nodes: it belongs to the family gauss-lobatto. The family "
        "lobatto has Lobatto nodes and the matrices A, B, C, C*, D; both cannot be mixed, because "
        "all terms of a step share its nodes");
  }
  std::map<Family, double> weights;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find('+', begin), text.size());
    const auto [family, weight] = parse_part(term_name, text.substr(begin, end - begin));
    weights[family] += weight;
    begin = end + 1;
  }
  return Mixture::weights(weights);
}

}  // namespace sparkdyn::tableau
