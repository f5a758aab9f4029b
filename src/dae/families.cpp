// SPDX-License-Identifier: BSD-3-Clause
#include "dae/family.hpp"

namespace sparkdyn::dae {
namespace {

// A standard Runge–Kutta method, for comparison.
Family standard_family(std::string name, int least_stages, tableau::RungeKutta (*method)(int)) {
  return {.name = std::move(name), .least_stages = least_stages, .make = [=](int s, const Terms&) {
            return standard(method(s));
          }};
}

// Written for the equations of single problems.
Family scheme_family(std::string name) {
  return {.name = std::move(name), .size = Family::Size::fixed};
}

}  // namespace

const std::vector<Family>& families() {
  using tableau::lobatto;
  static const std::vector<Family> all{
      {.name = "lobatto",
       .least_stages = 2,
       .splits = Family::Splits::mixtures,
       .make = [](int s, const Terms& terms) { return lobatto_spark(s, terms.mixtures); }},
      {.name = "gauss-lobatto",
       .splits = Family::Splits::radii,
       .make = [](int s, const Terms& terms) { return gauss_lobatto_spark(s, terms.radii); }},
      {.name = "half-explicit",
       .size = Family::Size::order,
       .make = [](int order, const Terms&) { return half_explicit_spark(order); }},
      standard_family("gauss", 1, tableau::gauss),
      standard_family("lobatto-iiia", 2, [](int s) { return lobatto(tableau::Family::IIIA, s); }),
      standard_family("lobatto-iiic", 2, [](int s) { return lobatto(tableau::Family::IIIC, s); }),
      standard_family("radau-iia", 1, tableau::radau_iia),
      {.name = "midpoint",
       .size = Family::Size::fixed,
       .make = [](int, const Terms&) { return standard(tableau::gauss(1)); }},
      {.name = "alpha",
       .size = Family::Size::fixed,
       .has_alpha = true,
       .make = [](int, const Terms& terms) { return alpha_method(terms.alpha); }},
      scheme_family("energy-momentum"),
      scheme_family("projected-midpoint"),
      scheme_family("cayley-midpoint"),
      scheme_family("reduced-midpoint")};
  return all;
}

}  // namespace sparkdyn::dae
