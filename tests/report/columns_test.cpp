// SPDX-License-Identifier: BSD-3-Clause
#include "report/columns.hpp"

#include <fstream>
#include <numbers>
#include <random>

#include <gtest/gtest.h>
#include "core/temporary_folder.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::report {
namespace {

class Columns : public testing::Test {
 protected:
  std::filesystem::path file() const { return folder_.path() / "history.csv"; }
  void write(const std::string& text) const { std::ofstream(file()) << text; }

 private:
  core::TemporaryFolder folder_;
};

TEST_F(Columns, ShortTablesAreExact) {
  write("time,\"a, \"\"b\"\"\",c\n0,1,nan\n0.5,-3,2\n1,2,4\n");
  const auto table = read_table(file(), 10);
  ASSERT_TRUE(table);
  EXPECT_FALSE(table->thinned());
  ASSERT_EQ(table->columns.size(), 2U);
  EXPECT_EQ(table->columns[0].name, "a, \"b\"");
  EXPECT_EQ(table->columns[0].values, (std::vector<float>{1, -3, 2}));
  EXPECT_EQ(table->columns[0].smallest.value, -3);
  EXPECT_EQ(table->columns[0].smallest.time, 0.5);
  EXPECT_EQ(table->columns[1].largest.time, 1);
  EXPECT_EQ(table->longest_step, 0.5);
}

/// Whatever the peaks are, thinning keeps their values, and the table tells their times exactly.
TEST_F(Columns, ThinningKeepsEveryPeak) {
  std::mt19937 random(7);
  std::normal_distribution<double> noise;
  for (int trial = 0; trial < 5; ++trial) {
    const int rows = 1000 + 937 * trial;
    std::vector<double> values(rows);
    std::string text = "time,x\n";
    for (int i = 0; i < rows; ++i) {
      values[i] = noise(random);
      text += fmt::format("{},{}\n", 0.1 * i, values[i]);
    }
    write(text);
    const auto table = read_table(file(), 100);
    ASSERT_TRUE(table && table->thinned());
    EXPECT_EQ(table->rows, static_cast<std::size_t>(rows));
    EXPECT_LE(table->times.size(), 100U);
    const auto [least, most] = std::minmax_element(values.begin(), values.end());
    const Column& column = table->columns.front();
    EXPECT_EQ(*std::max_element(column.values.begin(), column.values.end()),
              static_cast<float>(*most));
    EXPECT_EQ(*std::min_element(column.values.begin(), column.values.end()),
              static_cast<float>(*least));
    EXPECT_DOUBLE_EQ(column.largest.time, 0.1 * static_cast<double>(most - values.begin()));
    EXPECT_TRUE(std::is_sorted(table->times.begin(), table->times.end()));
  }
}

TEST_F(Columns, FrequencyOfASine) {
  const double h = 0.01;
  for (const double omega : {1.0, 12.0, 150.0}) {
    std::string text = "time,x\n";
    for (int i = 0; i < 20000; ++i)
      text += fmt::format("{},{}\n", h * i, 5 + std::sin(omega * h * i));
    write(text);
    EXPECT_NEAR(read_table(file(), 100)->columns.front().frequency, omega, 0.01 * omega);
  }
}

TEST_F(Columns, WhatIsNoTableIsRefused) {
  EXPECT_FALSE(read_table(file(), 10));
  write("time,x\n");
  EXPECT_FALSE(read_table(file(), 10));
  write("time,x\n0,1\n1\n");
  EXPECT_THROW(read_table(file(), 10), core::Error);
  write("time,x\n0,1\n1,up\n");
  EXPECT_THROW(read_table(file(), 10), core::Error);
}

}  // namespace
}  // namespace sparkdyn::report
