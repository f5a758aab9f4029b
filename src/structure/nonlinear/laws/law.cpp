// SPDX-License-Identifier: BSD-3-Clause
#include "law.hpp"

#include <Eigen/LU>
#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "structure/large_motion.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

/// Tensor indices of the six components.
constexpr std::array<std::array<int, 2>, 6> tensor_index{
    {{0, 0}, {1, 1}, {2, 2}, {0, 1}, {1, 2}, {2, 0}}};

}  // namespace

Eigen::Matrix3d strain_tensor(const GreenStrain& E) {
  Eigen::Matrix3d T;
  T << E(0), E(3) / 2, E(5) / 2, E(3) / 2, E(1), E(4) / 2, E(5) / 2, E(4) / 2, E(2);
  return T;
}

CauchyGreen cauchy_green(const Eigen::Matrix3d& E) {
  CauchyGreen result;
  const double trace = E.trace();
  const double second = 0.5 * (trace * trace - (E * E).trace());
  const double growth = 2 * trace + 4 * second + 8 * E.determinant();  // det C − 1
  result.inverse = (2 * E + Eigen::Matrix3d::Identity()).inverse();
  // det C > 0 alone does not make C positive definite, which its trace and second invariant decide.
  const bool positive = growth > -1 && 3 + 2 * trace > 0 && 3 + 4 * trace + 4 * second > 0;
  result.log_volume =
      positive ? 0.5 * std::log1p(growth) : std::numeric_limits<double>::quiet_NaN();
  return result;
}

void set_moduli(const Eigen::Matrix3d& A, double a, double b, Matrix6& D) {
  for (int row = 0; row < 6; ++row)
    for (int column = 0; column < 6; ++column) {
      const auto [i, j] = tensor_index[static_cast<std::size_t>(row)];
      const auto [k, l] = tensor_index[static_cast<std::size_t>(column)];
      D(row, column) = a * A(i, j) * A(k, l) + b / 2 * (A(i, k) * A(j, l) + A(i, l) * A(j, k));
    }
}

std::span<const HyperelasticLaw* const> laws() {
  static const std::array<const HyperelasticLaw*, 3> list{&st_venant_kirchhoff(), &neo_hookean(),
                                                          &isochoric_neo_hookean()};
  return list;
}

}  // namespace sparkdyn::structure::nonlinear

namespace sparkdyn::structure {

int find_law(std::string_view name) {
  const auto all = nonlinear::laws();
  const auto found =
      std::find_if(all.begin(), all.end(), [&](const auto* law) { return law->name() == name; });
  return found == all.end() ? -1 : static_cast<int>(found - all.begin());
}

std::string law_names() {
  std::string all;
  for (const auto* law : nonlinear::laws()) {
    if (!all.empty()) all += ", ";
    all += law->name();
  }
  return all;
}

std::string law_complaint(const Material& material) {
  return nonlinear::laws()[static_cast<std::size_t>(material.law)]->complaint(material);
}

}  // namespace sparkdyn::structure
