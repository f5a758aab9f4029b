// SPDX-License-Identifier: BSD-3-Clause
#include "output/history_writer.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "output/support.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::output::test {
namespace {

char letter(Quantity quantity) {
  return quantity == Quantity::multiplier ? 'l' : "qva"[static_cast<int>(quantity)];
}

std::string row(const std::vector<Probe>& probes, long step) {
  std::string text = fmt::format("{}", known_time(step));
  for (const Probe& probe : probes)
    text += fmt::format(",{}", known_value(letter(probe.quantity), step, probe.index));
  return text;
}

const std::vector<Probe> all_kinds{{"tip, z", Quantity::displacement, 4},
                                   {"v1", Quantity::velocity, 0},
                                   {"a3", Quantity::acceleration, 2},
                                   {"hinge", Quantity::multiplier, 1},
                                   {"mid", Quantity::displacement, 2}};

void expect_history(const FakeShape& shape, long steps) {
  const SharedFolder temporary;
  HistoryWriter writer(PETSC_COMM_WORLD, temporary / "history.csv", all_kinds);
  FakeFrame frame(shape, steps);
  run(writer, frame, steps);
  const auto lines = lines_of(read_text(temporary / "history.csv"));
  ASSERT_EQ(lines.size(), static_cast<std::size_t>(steps) + 2);
  EXPECT_EQ(lines[0], "time,\"tip, z\",v1,a3,hinge,mid");
  for (long step = 0; step <= steps; ++step)
    ASSERT_EQ(lines[static_cast<std::size_t>(step) + 1], row(all_kinds, step));
}

TEST(HistoryWriter, HasOneRowPerStepOnAnyRanks) {
  expect_history({}, 10);
}
TEST(HistoryWriter, FillsSeveralBlocks) {
  expect_history({}, 1000);
}
TEST(HistoryWriter, TakesAnyDistribution) {
  expect_history({.all_on_last_rank = true}, 20);
}

TEST(HistoryWriter, WritesTheTimeWithoutProbes) {
  const SharedFolder temporary;
  HistoryWriter writer(PETSC_COMM_WORLD, temporary / "history.csv", {});
  FakeFrame frame({}, 2);
  run(writer, frame, 2);
  EXPECT_EQ(read_text(temporary / "history.csv"), "time\n0\n0.1\n0.2\n");
}

TEST(HistoryWriter, TouchesNothingBeforeTheRunStarts) {
  const SharedFolder temporary;
  if (on_root()) write_text(temporary / "history.csv", "earlier");
  wait_for_all();
  HistoryWriter writer(PETSC_COMM_WORLD, temporary / "history.csv",
                       {{"far", Quantity::displacement, 5}});
  const FakeFrame frame({});
  EXPECT_EQ(error_of([&] { writer.on_start(frame); }),
            "probe 'far' asks for displacement 6, but there are 5 degrees of freedom");
  EXPECT_EQ(read_text(temporary / "history.csv"), "earlier");
}

TEST(HistoryWriter, RefusesWhatTheStructureDoesNotHave) {
  const SharedFolder temporary;
  const auto start = [&](Quantity quantity) {
    HistoryWriter writer(PETSC_COMM_WORLD, temporary / "history.csv", {{"x", quantity, 0}});
    const FakeFrame frame({.constraints = 0, .accelerations = false});
    return error_of([&] { writer.on_start(frame); });
  };
  EXPECT_EQ(start(Quantity::multiplier),
            "probe 'x' asks for multiplier 1, but there are 0 constraints");
  EXPECT_NE(start(Quantity::acceleration).find("singular"), std::string::npos);
  EXPECT_EQ(start(Quantity::velocity), "");
}

TEST(RequireValid, AcceptsWhatIsThere) {
  EXPECT_NO_THROW(require_valid(all_kinds, 5, 2));
  EXPECT_THROW(require_valid(all_kinds, 4, 2), core::Error);
  EXPECT_THROW(require_valid(all_kinds, 5, 1), core::Error);
  EXPECT_THROW(require_valid({{"x", Quantity::velocity, -1}}, 5, 1), core::Error);
}

}  // namespace
}  // namespace sparkdyn::output::test
