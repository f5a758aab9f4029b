// SPDX-License-Identifier: BSD-3-Clause
// What guesses missed, carried on: exact where it is a cubic from step to step, and left out where
// it is noise.

#include "integrate/missed.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "support/kept_archive.hpp"

namespace sparkdyn::integrate {
namespace {

core::Vector constant(double value) {
  core::Vector x = core::make_vector(PETSC_COMM_WORLD, 3);
  core::check(VecSet(x, value));
  return x;
}

void record(Missed& missed, double first, double second) {
  std::vector<core::Vector> blocks;
  blocks.push_back(constant(first));
  blocks.push_back(constant(second));
  missed.record(std::move(blocks));
}

double carried_on(const Missed& missed, std::size_t block) {
  const core::Vector x = constant(0);
  missed.add_to(block, 1.0, x);
  return core::ReadArray(x)[0];
}

double cubic(int n) {
  return 1 + 0.5 * n - 0.2 * n * n + 0.03 * n * n * n;
}

TEST(Missed, CarriesACubicOnAndComesBackFromAnArchive) {
  Missed missed;
  for (int n = 0; n < 6; ++n) {
    record(missed, cubic(n), -2 * cubic(n));
    if (n == 0) {
      EXPECT_EQ(carried_on(missed, 0), 0);  // one step tells nothing
    }
  }
  EXPECT_NEAR(carried_on(missed, 0), cubic(6), 1e-12);
  EXPECT_NEAR(carried_on(missed, 1), -2 * cubic(6), 1e-12);
  support::KeptArchive archive;
  const core::Vector like = constant(0);
  missed.carry(archive, core::Space::displacement, 2, like);
  archive.turn();
  Missed other;
  other.carry(archive, core::Space::displacement, 2, like);
  EXPECT_EQ(carried_on(other, 1), carried_on(missed, 1));
  record(missed, 0.3, 0.1);
  record(other, 0.3, 0.1);
  EXPECT_EQ(carried_on(other, 0), carried_on(missed, 0));
  missed.forget();
  EXPECT_EQ(carried_on(missed, 0), 0);
}

TEST(Missed, LeavesNoiseAlone) {
  Missed missed;
  for (int n = 0; n < 8; ++n) record(missed, n % 2 == 0 ? 1 : -1, 0);
  EXPECT_EQ(carried_on(missed, 0), 0);
}

}  // namespace
}  // namespace sparkdyn::integrate
