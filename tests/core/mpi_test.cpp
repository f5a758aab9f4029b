// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/core/mpi.hpp"

#include <gtest/gtest.h>
#include <petscsys.h>

#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::core {
namespace {

TEST(Collectively, EveryRankThrowsTheErrorOfTheLowest) {
  const int ranks = size(PETSC_COMM_WORLD);
  for (int failing = 0; failing < ranks; ++failing) {
    std::string text;
    try {
      collectively(PETSC_COMM_WORLD, [&] {
        if (rank(PETSC_COMM_WORLD) >= failing)
          input_error("rank {} does not like it", rank(PETSC_COMM_WORLD));
      });
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), Failure::input);
      text = error.what();
    }
    EXPECT_EQ(text, "rank " + std::to_string(failing) + " does not like it");
  }
  EXPECT_NO_THROW(collectively(PETSC_COMM_WORLD, [] {}));
}

TEST(Broadcast, LongAndEmptyText) {
  for (const std::size_t length : {0, 1, 100000}) {
    const std::string text = broadcast(
        PETSC_COMM_WORLD, rank(PETSC_COMM_WORLD) == 0 ? std::string(length, 'x') : "other");
    EXPECT_EQ(text, std::string(length, 'x'));
  }
}

TEST(Reductions, AgreeOnAllRanks) {
  const int ranks = size(PETSC_COMM_WORLD), me = rank(PETSC_COMM_WORLD);
  EXPECT_EQ(sum(PETSC_COMM_WORLD, me), ranks * (ranks - 1) / 2);
  EXPECT_EQ(maximum(PETSC_COMM_WORLD, me), ranks - 1);
  EXPECT_TRUE(any(PETSC_COMM_WORLD, me == ranks - 1));
  EXPECT_FALSE(any(PETSC_COMM_WORLD, false));
  const Located found = maximum_location(PETSC_COMM_WORLD, {5.0, 10 + me});
  EXPECT_EQ(found.index, 10);
}

/// Whichever rank has it: MPI_MAX alone keeps or drops it by chance.
TEST(Reductions, KeepWhatIsNoNumber) {
  const int ranks = size(PETSC_COMM_WORLD), me = rank(PETSC_COMM_WORLD);
  for (int bad = 0; bad < ranks; ++bad) {
    const double mine = me == bad ? std::nan("") : 7.0;
    EXPECT_TRUE(std::isnan(maximum(PETSC_COMM_WORLD, mine)));
    EXPECT_TRUE(std::isnan(minimum(PETSC_COMM_WORLD, mine)));
    const Located found = maximum_location(PETSC_COMM_WORLD, {mine, 10 + me});
    EXPECT_TRUE(std::isnan(found.value));
    EXPECT_EQ(found.index, 10 + bad);
    const Vector vector = make_vector(PETSC_COMM_WORLD, 3);
    {
      const WriteArray values(vector);
      values[1] = mine;
    }
    EXPECT_TRUE(std::isnan(norm_infinity(vector)));
  }
}

}  // namespace
}  // namespace sparkdyn::core
