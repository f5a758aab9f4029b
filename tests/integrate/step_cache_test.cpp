// SPDX-License-Identifier: BSD-3-Clause
// What is kept for the last step sizes: the least recently used goes first.

#include "integrate/step_cache.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace sparkdyn::integrate {
namespace {

std::vector<int> add(StepCache<int>& cache, int h, double bytes) {
  std::vector<int> gone;
  cache.make_room([&](int each) { gone.push_back(each); });
  cache.add({static_cast<double>(h)}, h, bytes);
  return gone;
}

TEST(StepCache, LetsTheLeastRecentlyUsedGo) {
  StepCache<int> cache({.count = 3});
  for (const int h : {1, 2, 3}) EXPECT_TRUE(add(cache, h, 1).empty());
  EXPECT_EQ(*cache.find({1}), 1);
  EXPECT_EQ(add(cache, 4, 1), std::vector<int>{2});
  EXPECT_EQ(cache.find({2}), nullptr);
  EXPECT_NE(cache.find({1}), nullptr);
  EXPECT_NE(cache.find({3}), nullptr);
}

TEST(StepCache, IsBoundedByMemory) {
  StepCache<int> cache({.count = 10, .bytes = 100});
  EXPECT_TRUE(add(cache, 1, 40).empty());
  EXPECT_TRUE(add(cache, 2, 40).empty());
  EXPECT_EQ(add(cache, 3, 40), std::vector<int>{1});
  EXPECT_LE(cache.bytes(), 100);
  // One that is too large alone is kept alone.
  EXPECT_EQ(add(cache, 4, 500), std::vector<int>{2});
  EXPECT_EQ(add(cache, 5, 500), (std::vector<int>{3, 4}));
  EXPECT_EQ(cache.size(), 1U);
}

}  // namespace
}  // namespace sparkdyn::integrate
