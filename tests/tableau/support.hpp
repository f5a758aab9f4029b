// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Shared by the tests of tableau.

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <complex>
#include <stdexcept>
#include <string>

#include "sparkdyn/tableau/lobatto.hpp"
#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::tableau {

inline constexpr double tolerance = 2e-15;
inline constexpr std::array<Family, 4> force_families = {Family::IIIB, Family::IIIC,
                                                         Family::IIICstar, Family::IIID};

// The message of the std::invalid_argument that `action` must throw; empty if it throws nothing.
template <class Action>
std::string rejection(Action action) {
  try {
    action();
  } catch (const std::invalid_argument& error) {
    return error.what();
  }
  return "";
}

inline double distance(const Matrix& left, const Matrix& right) {
  return (left - right).cwiseAbs().maxCoeff();
}

// The ρ∞ that are tried.
inline constexpr std::array<double, 6> radii = {0.0, 0.2, 0.5, 0.8, 0.95, 1.0};

// Where stability functions are compared.
inline constexpr std::array<std::complex<double>, 6> stability_points = {
    std::complex<double>{0.3, 0.0},   std::complex<double>{-1.0, 0.5},
    std::complex<double>{0.0, 2.7},   std::complex<double>{-4.0, -3.0},
    std::complex<double>{1.5, -0.75}, std::complex<double>{-20.0, 11.0}};

// Padé numerator (with x = z, degree k) or denominator (with x = −z, degree j) for total k + j.
inline std::complex<double> pade_part(int degree, int total, std::complex<double> x) {
  std::complex<double> sum = 0.0;
  for (int i = 0; i <= degree; ++i) {
    const double log_coefficient = std::lgamma(degree + 1) - std::lgamma(degree - i + 1) +
                                   std::lgamma(total - i + 1) - std::lgamma(total + 1) -
                                   std::lgamma(i + 1);
    sum += std::exp(log_coefficient) * std::pow(x, i);
  }
  return sum;
}

// A suite whose parameter is the number of stages.
class ForStages : public testing::TestWithParam<int> {};

inline std::string stages_name(const testing::TestParamInfo<int>& info) {
  return std::string("s").append(std::to_string(info.param));
}

}  // namespace sparkdyn::tableau
