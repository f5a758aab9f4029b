// SPDX-License-Identifier: BSD-3-Clause
#include "output/selection.hpp"

#include <gtest/gtest.h>

#include "output/support.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::output::test {
namespace {

std::vector<long> taken(long every, long last_step, long stop_at) {
  Selection selection(every);
  FakeFrame frame({}, last_step);
  std::vector<long> steps;
  for (long step = 0; step <= stop_at; ++step) {
    frame.set_step(step);
    if (selection.take(frame)) steps.push_back(step);
  }
  if (selection.take_last(frame)) steps.push_back(frame.step());
  return steps;
}

TEST(Selection, TakesFirstLastAndEveryNth) {
  EXPECT_EQ(taken(3, 10, 10), (std::vector<long>{0, 3, 6, 9, 10}));
  EXPECT_EQ(taken(5, 10, 10), (std::vector<long>{0, 5, 10}));
  EXPECT_EQ(taken(100, 10, 10), (std::vector<long>{0, 10}));
  EXPECT_EQ(taken(0, 10, 10), (std::vector<long>{0, 10}));
  EXPECT_EQ(taken(1, 3, 3), (std::vector<long>{0, 1, 2, 3}));
}

TEST(Selection, TakesTheLastGoodFrameOfARunThatEndsEarly) {
  EXPECT_EQ(taken(3, 10, 7), (std::vector<long>{0, 3, 6, 7}));
  EXPECT_EQ(taken(3, 10, 6), (std::vector<long>{0, 3, 6}));
  EXPECT_EQ(taken(3, 10, 0), (std::vector<long>{0}));
}

TEST(Selection, RefusesNegative) {
  EXPECT_THROW(Selection(-1), core::Error);
}

}  // namespace
}  // namespace sparkdyn::output::test
