// SPDX-License-Identifier: BSD-3-Clause
#include "core/signals.hpp"

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>

namespace sparkdyn::core {
namespace {

/// The signal that ended a child which did this, or 0. Not one of gtest's: those start MPI again.
template <typename Body>
int signal_that_ends(Body body) {
  const pid_t child = ::fork();
  if (child == 0) {
    body();
    ::_exit(0);
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  return WIFSIGNALED(status) ? WTERMSIG(status) : 0;
}

TEST(StopSignals, RemembersTheFirst) {
  for (const int signal : {SIGTERM, SIGINT, SIGUSR1, SIGHUP}) {
    const StopSignals signals;
    EXPECT_EQ(StopSignals::received(), 0);
    std::raise(signal);
    EXPECT_EQ(StopSignals::received(), signal);
  }
  EXPECT_EQ(StopSignals::name(SIGUSR1), "SIGUSR1");
}

TEST(StopSignals, TheSecondOfAKindEndsTheProgram) {
  const int ended_by = signal_that_ends([] {
    const StopSignals signals;
    std::raise(SIGTERM);
    std::raise(SIGTERM);
  });
  EXPECT_EQ(ended_by, SIGTERM);
}

TEST(StopSignals, AfterwardsSignalsDoWhatTheyDid) {
  const int ended_by = signal_that_ends([] {
    { const StopSignals signals; }
    std::raise(SIGUSR1);
  });
  EXPECT_EQ(ended_by, SIGUSR1);
}

}  // namespace
}  // namespace sparkdyn::core
