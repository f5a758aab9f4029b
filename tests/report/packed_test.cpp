// SPDX-License-Identifier: BSD-3-Clause
#include "report/packed.hpp"

#include <zlib.h>

#include <random>

#include <gtest/gtest.h>

namespace sparkdyn::report {
namespace {

/// RFC 4648, section 10.
TEST(Packed, Base64OfTheStandard) {
  EXPECT_EQ(base64(""), "");
  EXPECT_EQ(base64("f"), "Zg==");
  EXPECT_EQ(base64("fo"), "Zm8=");
  EXPECT_EQ(base64("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(std::string("\xff\xfe\x00", 3)), "//4A");
}

TEST(Packed, DeflatedBytesComeBack) {
  std::mt19937 random(3);
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += static_cast<char>(random() % 7);
  const std::string small = deflated(bytes);
  EXPECT_LT(small.size(), bytes.size());
  std::string back(bytes.size(), '\0');
  uLongf size = back.size();
  ASSERT_EQ(uncompress(reinterpret_cast<Bytef*>(back.data()), &size,
                       reinterpret_cast<const Bytef*>(small.data()), small.size()),
            Z_OK);
  EXPECT_EQ(back, bytes);
}

TEST(Packed, ArraysStandOneAfterTheOtherOnEightBytes) {
  Arrays arrays;
  EXPECT_NE(arrays.add(std::vector<std::uint8_t>{1, 2, 3}).text().find("\"at\": 0"),
            std::string::npos);
  const std::string second = arrays.add(std::vector<float>{1, 2}).text();
  EXPECT_NE(second.find("\"at\": 8"), std::string::npos);
  EXPECT_NE(second.find("\"type\": \"f32\""), std::string::npos);
  EXPECT_EQ(arrays.size(), 16U);
}

}  // namespace
}  // namespace sparkdyn::report
