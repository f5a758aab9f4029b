// SPDX-License-Identifier: BSD-3-Clause
// What the machine says about its memory, and that all ranks hear the same.

#include "core/memory.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <string>

#include "core/memory_bandwidth.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::core {
namespace {

TEST(Memory, IsWithinThatOfTheMachine) {
  std::ifstream stream("/proc/meminfo");
  std::string key;
  double total = 0;
  stream >> key >> total;
  EXPECT_GT(available_memory(), 1e6);
  EXPECT_LE(available_memory(), 1024 * total);
}

TEST(Memory, MovesAtSomeSpeedThatAllRanksHear) {
  const double speed = memory_bandwidth(MPI_COMM_WORLD, 3e6, 3);
  EXPECT_GT(speed, 1e7);
  EXPECT_LT(speed, 1e14);
  EXPECT_EQ(speed, maximum(MPI_COMM_WORLD, speed));
  EXPECT_EQ(speed, minimum(MPI_COMM_WORLD, speed));
}

TEST(Memory, RanksOfOneMachineShareIt) {
  const double all = available_memory(MPI_COMM_WORLD);
  EXPECT_EQ(all, maximum(MPI_COMM_WORLD, all));
  EXPECT_EQ(all, minimum(MPI_COMM_WORLD, all));
  EXPECT_LT(all, 1.5 * available_memory() + 1e9);
}

}  // namespace
}  // namespace sparkdyn::core
