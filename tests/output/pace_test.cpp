// SPDX-License-Identifier: BSD-3-Clause
#include "output/pace.hpp"
#include "core/clock.hpp"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "output/support.hpp"

namespace sparkdyn::output::test {
namespace {

using core::Clock;
using core::seconds_since;

TEST(Pace, IsDueAboutOnceAnInterval) {
  Pace pace(PETSC_COMM_WORLD, 0.05);
  const auto start = Clock::now();
  int due = 0;
  for (int call = 0; call < 200; ++call) {
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
    if (pace.due()) ++due;
  }
  // Never too often; how late it may be depends on how busy the machine is.
  EXPECT_GE(due, 1);
  EXPECT_LE(due, seconds_since(start) / 0.05 + 1);
}

TEST(Pace, AllRanksHearTheSame) {
  Pace pace(PETSC_COMM_WORLD, 1e-4);
  for (int call = 0; call < 2000; ++call) {
    const int mine = pace.due() ? 1 : 0;
    int sum = 0;
    MPI_Allreduce(&mine, &sum, 1, MPI_INT, MPI_SUM, PETSC_COMM_WORLD);
    ASSERT_TRUE(sum == 0 || sum == core::size(PETSC_COMM_WORLD)) << "call " << call;
  }
}

TEST(Pace, HardlyCommunicates) {
  Pace pace(PETSC_COMM_WORLD, 3600);
  const int calls = 1000000;
  const auto start = Clock::now();
  for (int call = 0; call < calls; ++call) pace.due();
  EXPECT_LT(seconds_since(start) / calls, 1e-5);
}

TEST(Pace, ExpensiveWorkIsDoneLessOften) {
  Pace pace(PETSC_COMM_WORLD, 0.0);
  EXPECT_TRUE(pace.due());
  pace.spent(3600);
  for (int call = 0; call < 100; ++call) EXPECT_FALSE(pace.due());
}

}  // namespace
}  // namespace sparkdyn::output::test
