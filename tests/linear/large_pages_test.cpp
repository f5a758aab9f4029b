// SPDX-License-Identifier: BSD-3-Clause
// Memory in large pages: zero, writable, moved and given back.

#include "linear/large_pages.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace sparkdyn::linear {
namespace {

TEST(LargePages, AreZeroAndWritable) {
  const std::size_t bytes = (5u << 20) + 17;
  LargePages pages(bytes);
  ASSERT_FALSE(pages.empty());
  EXPECT_EQ(pages.bytes(), bytes);
  auto* values = static_cast<unsigned char*>(pages.data());
  EXPECT_EQ(values[0], 0);
  EXPECT_EQ(values[bytes - 1], 0);
  values[bytes - 1] = 7;
  const LargePages moved = std::move(pages);
  EXPECT_TRUE(pages.empty());
  EXPECT_EQ(static_cast<unsigned char*>(moved.data())[bytes - 1], 7);
}

TEST(LargePages, AreEmptyWhereThereIsNoRoom) {
  EXPECT_TRUE(LargePages().empty());
  EXPECT_TRUE(LargePages(0).empty());
  EXPECT_TRUE(LargePages(std::numeric_limits<std::size_t>::max() / 2).empty());
}

}  // namespace
}  // namespace sparkdyn::linear
