// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/core/error.hpp"

#include <gtest/gtest.h>

namespace sparkdyn::core {
namespace {

const std::vector<std::string> keys{"start", "end", "step"};

TEST(Error, KindDecidesTheExitStatus) {
  EXPECT_EQ(Error(Failure::input, "").exit_status(), 2);
  EXPECT_EQ(Error(Failure::numerics, "").exit_status(), 1);
}

TEST(Error, NearestNameWithinReach) {
  EXPECT_EQ(nearest("stepp", keys), "step");
  EXPECT_EQ(nearest("strat", keys), "start");
  EXPECT_EQ(nearest("frequency", keys), "");
  EXPECT_EQ(allowed("stepp", keys), "start, end, step; did you mean 'step'?");
  EXPECT_EQ(allowed("frequency", keys), "start, end, step");
}

}  // namespace
}  // namespace sparkdyn::core
