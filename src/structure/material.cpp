// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/structure/material.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>
#include <cmath>
#include <sstream>
#include <string_view>
#include <utility>

namespace sparkdyn::structure {

namespace {

std::string number(double value) {
  std::ostringstream text;
  text << value;
  return text.str();
}

Eigen::Matrix3d compliance(const Orthotropic& e) {
  Eigen::Matrix3d S;
  S << 1 / e.E1, -e.nu12 / e.E1, -e.nu13 / e.E1,  //
      -e.nu12 / e.E1, 1 / e.E2, -e.nu23 / e.E2,   //
      -e.nu13 / e.E1, -e.nu23 / e.E2, 1 / e.E3;
  return S;
}

std::string isotropic_complaint(double E, double nu) {
  if (!(E > 0) || !std::isfinite(E)) return "Young's modulus must be positive, not " + number(E);
  if (!(nu > -1 && nu < 0.5))
    return "Poisson's ratio must lie between -1 and 0.5 (exclusive), not " + number(nu) +
           (nu == 0.5 ? ": an incompressible solid needs another element, 0.499 may do" : "");
  return {};
}

std::string orthotropic_complaint(const Orthotropic& e) {
  const std::pair<std::string_view, double> moduli[] = {
      {"E1", e.E1}, {"E2", e.E2}, {"E3", e.E3}, {"G12", e.G12}, {"G13", e.G13}, {"G23", e.G23}};
  for (const auto& [name, value] : moduli)
    if (!(value > 0) || !std::isfinite(value))
      return std::string(name) + " must be positive, not " + number(value);
  const auto pair_complaint = [](std::string_view name, double nu, double Ea, double Eb) {
    if (std::abs(nu) < std::sqrt(Ea / Eb)) return std::string();
    return std::string(name) + " = " + number(nu) +
           " is too large: its magnitude must stay below " + number(std::sqrt(Ea / Eb)) +
           ", the root of the ratio of the moduli";
  };
  for (const std::string& complaint :
       {pair_complaint("nu12", e.nu12, e.E1, e.E2), pair_complaint("nu13", e.nu13, e.E1, e.E3),
        pair_complaint("nu23", e.nu23, e.E2, e.E3)})
    if (!complaint.empty()) return complaint;
  if (!(compliance(e).determinant() * e.E1 * e.E2 * e.E3 > 0))
    return "nu12, nu13 and nu23 do not fit together: some strain would give back energy";
  return {};
}

}  // namespace

Material Material::isotropic(double E, double nu, double density) {
  Material material;
  const double G = E / (2 * (1 + nu));
  material.elastic = {E, E, E, nu, nu, nu, G, G, G};
  material.density = density;
  return material;
}

std::string Material::complaint() const {
  std::string text = is_isotropic ? isotropic_complaint(E(), nu()) : orthotropic_complaint(elastic);
  if (!text.empty()) return text;
  if (!(density >= 0) || !std::isfinite(density))
    return "the density must not be negative, but is " + number(density);
  if (!std::isfinite(alpha) || !std::isfinite(beta)) return "Rayleigh damping must be finite";
  return {};
}

Matrix6 Material::elasticity() const {
  Matrix6 D = Matrix6::Zero();
  if (is_isotropic) {
    const double lambda = E() * nu() / ((1 + nu()) * (1 - 2 * nu()));
    D.topLeftCorner<3, 3>().setConstant(lambda);
    D.topLeftCorner<3, 3>().diagonal().array() += 2 * G();
  } else {
    const Eigen::Matrix3d block = compliance(elastic).inverse();
    D.topLeftCorner<3, 3>() = 0.5 * (block + block.transpose());
  }
  D.diagonal().tail<3>() << elastic.G12, elastic.G23, elastic.G13;
  return D;
}

Matrix6 Material::elasticity(const Eigen::Matrix3d& axes) const {
  if (is_isotropic) return elasticity();
  // ε' = R ε Rᵀ for strains as vectors with engineering shears: row (i, j), column (k, l).
  static constexpr std::pair<int, int> pairs[6] = {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}};
  Matrix6 T;
  for (int row = 0; row < 6; ++row)
    for (int column = 0; column < 6; ++column) {
      const auto [i, j] = pairs[row];
      const auto [k, l] = pairs[column];
      const double both = axes(i, k) * axes(j, l) + axes(i, l) * axes(j, k);
      T(row, column) = (row < 3 ? 1.0 : 2.0) * 0.5 * both;
    }
  return T.transpose() * elasticity() * T;
}

}  // namespace sparkdyn::structure
