// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/tableau/mixture.hpp"

#include <cmath>
#include <stdexcept>

#include "term_text.hpp"

namespace sparkdyn::tableau {

namespace {

constexpr std::array<Family, 4> stored = {Family::IIIA, Family::IIIB, Family::IIIC,
                                          Family::IIICstar};

}  // namespace

Mixture Mixture::pure(Family family) {
  Mixture mixture;
  mixture.add(family, 1.0);
  return mixture;
}

Mixture Mixture::rho_infinity(double rho) {
  check_rho_infinity(rho);
  // (1 ± γ)/2 with γ = (1 − ρ)/(1 + ρ), simplified.
  Mixture mixture;
  mixture.add(Family::IIIC, 1.0 / (1.0 + rho));
  mixture.add(Family::IIICstar, rho / (1.0 + rho));
  return mixture;
}

Mixture Mixture::weights(const std::map<Family, double>& weight_of) {
  Mixture mixture;
  double sum = 0.0;
  for (const auto& [family, weight] : weight_of) {
    mixture.add(family, weight);
    sum += weight;
  }
  // Written so that a weight that is not a number fails too.
  if (!(std::abs(sum - 1.0) <= 1e-12)) {
    throw std::invalid_argument("the weights of a mixture must be finite and sum to 1, not to " +
                                shortest(sum));
  }
  return mixture;
}

void Mixture::add(Family family, double weight) {
  if (family == Family::IIID) {
    add(Family::IIIC, weight / 2);
    add(Family::IIICstar, weight / 2);
  } else {
    weights_[static_cast<std::size_t>(family)] += weight;
  }
}

double Mixture::weight(Family family) const {
  return family == Family::IIID ? 0.0 : weights_[static_cast<std::size_t>(family)];
}

Matrix Mixture::evaluate(const Lobatto& lobatto) const {
  // The families themselves, untouched by arithmetic: their exact zeros matter to the solvers.
  for (const Family family : all_families) {
    if (*this == pure(family)) return lobatto.matrix(family);
  }
  Matrix sum = Matrix::Zero(lobatto.stages(), lobatto.stages());
  for (const Family family : stored) sum += weight(family) * lobatto.matrix(family);
  return sum;
}

std::string Mixture::text() const {
  for (const Family family : all_families) {
    if (weights_ == pure(family).weights_) return std::string(name(family));
  }
  std::string result;
  for (const Family family : stored) {
    if (!contains(family)) continue;
    const double beta = weight(family);
    if (!result.empty()) result += beta < 0.0 ? " - " : " + ";
    result += shortest(result.empty() ? beta : std::abs(beta)) + " ";
    result += name(family);
  }
  return result;
}

bool operator==(const Mixture& left, const Mixture& right) {
  for (const Family family : stored) {
    if (std::abs(left.weight(family) - right.weight(family)) > 1e-14) return false;
  }
  return true;
}

}  // namespace sparkdyn::tableau
