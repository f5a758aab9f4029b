// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/core/log.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::core {
namespace {

TEST(Log, OnlyRankZeroWrites) {
  std::ostringstream stream;
  Log log(MPI_COMM_WORLD, stream);
  log.note("{} dofs", 12);
  log.warn("no {}", "damping");
  EXPECT_EQ(log.speaks(), rank(MPI_COMM_WORLD) == 0);
  EXPECT_EQ(stream.str(), log.speaks() ? "12 dofs\nwarning: no damping\n" : "");
}

TEST(Log, EveryRankRemembersWarnings) {
  std::ostringstream stream;
  Log log(MPI_COMM_WORLD, stream);
  log.warn("one");
  log.note("not a warning");
  log.warn("two");
  log.warn("one");  // again: said once
  EXPECT_EQ(log.warnings(), (std::vector<std::string>{"one", "two"}));
}

TEST(Log, NotesGoToOutputAndWarningsToError) {
  Log log(MPI_COMM_WORLD);
  ::testing::internal::CaptureStdout();
  ::testing::internal::CaptureStderr();
  log.note("note");
  log.warn("care");
  const std::string output = ::testing::internal::GetCapturedStdout();
  const std::string error = ::testing::internal::GetCapturedStderr();
  EXPECT_EQ(output, log.speaks() ? "note\n" : "");
  EXPECT_EQ(error, log.speaks() ? "warning: care\n" : "");
}

}  // namespace
}  // namespace sparkdyn::core
