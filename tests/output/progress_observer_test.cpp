// SPDX-License-Identifier: BSD-3-Clause
#include "output/progress_observer.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "output/support.hpp"

namespace sparkdyn::output::test {
namespace {

TEST(ProgressObserver, OnlyRankZeroDraws) {
  std::ostringstream stream;
  ProgressObserver observer(PETSC_COMM_WORLD, 10, stream);
  FakeFrame frame({}, 10);
  run(observer, frame, 10);
  if (on_root())
    EXPECT_NE(stream.str().find("10/10 steps  100 %  t = 1"), std::string::npos) << stream.str();
  else
    EXPECT_EQ(stream.str(), "");
}

TEST(ProgressObserver, CountsFromWhereARestartedRunStarts) {
  std::ostringstream stream;
  ProgressObserver observer(PETSC_COMM_WORLD, 10, stream);
  FakeFrame frame({}, 10);
  frame.set_step(6);
  observer.on_start(frame);
  frame.set_step(10);
  observer.on_finish(frame);
  EXPECT_EQ(stream.str().find("4/4 steps") != std::string::npos, on_root()) << stream.str();
}

}  // namespace
}  // namespace sparkdyn::output::test
