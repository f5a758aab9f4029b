// SPDX-License-Identifier: BSD-3-Clause
// Every test program with MPI starts here. Rank 0 reports; a failure on any rank fails the run.

#include <gtest/gtest.h>

#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"

int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const sparkdyn::core::Runtime runtime;
  if (sparkdyn::core::rank(runtime.comm()) != 0) {
    auto& listeners = ::testing::UnitTest::GetInstance()->listeners();
    // Failures elsewhere than on rank 0 must still be seen; success there is noise.
    class OnlyFailures : public ::testing::EmptyTestEventListener {
      void OnTestPartResult(const ::testing::TestPartResult& result) override {
        if (result.failed())
          fprintf(stderr, "%s:%d: %s\n", result.file_name(), result.line_number(),
                  result.message());
      }
    };
    delete listeners.Release(listeners.default_result_printer());
    listeners.Append(new OnlyFailures);
  }
  const int result = RUN_ALL_TESTS();
  return sparkdyn::core::any(runtime.comm(), result != 0) ? 1 : 0;
}
