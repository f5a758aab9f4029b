// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Shared by the tests of tableau.

#include <gtest/gtest.h>

#include <array>
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

// A suite whose parameter is the number of stages.
class ForStages : public testing::TestWithParam<int> {};

inline std::string stages_name(const testing::TestParamInfo<int>& info) {
  return std::string("s").append(std::to_string(info.param));
}

}  // namespace sparkdyn::tableau
