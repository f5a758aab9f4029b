// SPDX-License-Identifier: BSD-3-Clause
#include "output/energy_writer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "output/support.hpp"

namespace sparkdyn::output::test {
namespace {

std::string row(const FakeFrame& frame) {
  const auto& e = frame.energies();
  const auto& violation = frame.violations();
  return fmt::format("{},{},{},{},{},{},{},{}", frame.time(), e.kinetic, e.strain, e.external_work,
                     e.dissipated, e.balance, violation.position, violation.velocity);
}

TEST(EnergyWriter, HasTheHeaderOfTheContractAndTheStoredSteps) {
  const SharedFolder temporary;
  EnergyWriter writer(PETSC_COMM_WORLD, temporary / "energy.csv", 4);
  FakeFrame frame({}, 10);
  run(writer, frame, 10);
  const auto lines = lines_of(read_text(temporary / "energy.csv"));
  const auto steps = stored_steps(4, 10);
  ASSERT_EQ(lines.size(), 1 + steps.size());
  EXPECT_EQ(lines[0],
            "time,kinetic,strain,external_work,dissipated,balance,position_violation,"
            "velocity_violation");
  for (std::size_t k = 0; k < steps.size(); ++k) {
    frame.set_step(steps[k]);
    EXPECT_EQ(lines[1 + k], row(frame));
  }
}

TEST(EnergyWriter, TouchesNothingBeforeTheRunStarts) {
  const SharedFolder temporary;
  if (on_root()) write_text(temporary / "energy.csv", "earlier");
  wait_for_all();
  { EnergyWriter writer(PETSC_COMM_WORLD, temporary / "energy.csv", 1); }
  EXPECT_EQ(read_text(temporary / "energy.csv"), "earlier");
}

TEST(EnergyWriter, ARunThatEndsEarlyKeepsItsLastGoodFrame) {
  const SharedFolder temporary;
  EnergyWriter writer(PETSC_COMM_WORLD, temporary / "energy.csv", 4);
  FakeFrame frame({}, 10);
  run(writer, frame, 6);
  const auto lines = lines_of(read_text(temporary / "energy.csv"));
  ASSERT_EQ(lines.size(), 4U);
  EXPECT_EQ(lines[3], row(frame));
}

}  // namespace
}  // namespace sparkdyn::output::test
