// SPDX-License-Identifier: BSD-3-Clause
#include "output/summary.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "output/support.hpp"

namespace sparkdyn::output::test {
namespace {

Summary example() {
  Summary summary;
  summary.version = "0.1.0";
  summary.title = "clamped \"beam\"\nρ∞";
  summary.method = "Lobatto SPARK, s = 4";
  summary.order = 6;
  summary.strategy = "decoupled";
  summary.strategy_reason = "constant step";
  summary.ranks = 2;
  summary.dofs = 3000000000;
  summary.constraints = 7;
  summary.end_time = 2;
  summary.steps = 200;
  summary.rejected = 3;
  summary.iterations = 412;
  summary.seconds = {.setup = 1, .factor = 2, .solve = 3, .output = 0.5, .total = 11};
  summary.peak_memory_bytes = 1.5e9;
  summary.largest_position_violation = 1e-15;
  summary.largest_velocity_violation = std::numeric_limits<double>::quiet_NaN();
  summary.energies = {1, 2, 3, 4, 5};
  summary.warnings = {"one", "two \\ three"};
  return summary;
}

const char* const python_reads_it = R"(
import json, sys
s = json.load(open(sys.argv[1], encoding="utf-8"), parse_constant=lambda c: sys.exit(c))
keys = """status cause program version title method order strategy strategy_reason blas ranks dofs
constraints start_time end_time steps steps_before_restart rejected iterations steps_per_second seconds
peak_memory_bytes largest_position_violation largest_velocity_violation energies warnings""".split()
assert list(s) == keys, list(s)
assert list(s["seconds"]) == ["setup", "factor", "solve", "output", "checkpoints", "total"]
assert s["seconds"]["output"] == 0.5 and s["steps_per_second"] == 20
assert s["title"] == 'clamped "beam"\nρ∞' and s["dofs"] == 3000000000 and s["order"] == 6
assert s["largest_velocity_violation"] is None and s["largest_position_violation"] == 1e-15
assert s["warnings"] == ["one", "two \\ three"] and s["status"] == "done"
assert s["energies"]["balance"] == 5
)";

TEST(Summary, IsValidJsonWithTheKeysOfTheContract) {
  const SharedFolder temporary;
  const auto file = temporary / "summary.json";
  write_summary(PETSC_COMM_WORLD, file, report_of(example()));
  if (!on_root()) return;
  EXPECT_FALSE(read_text(file).empty());
  const int status = run_python(python_reads_it, file);
  if (status == -1) GTEST_SKIP() << "no /usr/bin/python3 to check the JSON with";
  EXPECT_EQ(status, 0) << read_text(file);
}

TEST(Summary, CannotBeWrittenIsAnErrorOnAllRanks) {
  const SharedFolder temporary;
  const auto file = temporary / "absent/summary.json";
  EXPECT_EQ(error_of([&] { write_summary(PETSC_COMM_WORLD, file, report_of(example())); }),
            "cannot write '" + file.string() + "': No such file or directory");
}

void expect_holds(const std::string& text, const std::string& part) {
  EXPECT_NE(text.find(part), std::string::npos) << "no '" << part << "' in\n" << text;
}

TEST(SummaryText, SaysWhatARunWasAndCost) {
  const std::string text = report_of(example()).text();
  expect_holds(text, "done in 0:00:11\n");
  expect_holds(text, "  steps           200 and 3 rejected, 20 per s\n");
  expect_holds(text, "  memory          1.4 GiB on 2 ranks\n");
  expect_holds(text, "  solve                  3.000 s   27.3 %\n");
  expect_holds(text, "  other                  4.500 s   40.9 %\n");
  expect_holds(text, "  total                 11.000 s  100.0 %\n");
  expect_holds(text, "  warnings        2, said above and in summary.json");
}

/// What the run has said at its start and when it happened is not said again.
TEST(SummaryText, RepeatsNothing) {
  const std::string text = report_of(example()).text();
  for (const char* said : {"Lobatto SPARK", "decoupled", "clamped", "degrees of freedom", "three"})
    EXPECT_EQ(text.find(said), std::string::npos) << text;
}

TEST(SummaryText, EnergyIsAddedOrTakenOut) {
  Summary summary = example();
  summary.energy_account = true;
  summary.energies.balance = 0.0445;
  expect_holds(report_of(summary).text(), "balance 0.0445 (added by the method)\n");
  summary.energies.balance = -0.0445;
  expect_holds(report_of(summary).text(), "balance -0.0445 (taken out by the method)\n");
  summary.energies.balance = 0;
  expect_holds(report_of(summary).text(), "balance 0\n");
}

TEST(SummaryText, SaysWhyARunFailed) {
  Summary summary = example();
  summary.status = Status::failed;
  summary.cause = "Newton did not converge";
  summary.end_time = 0.25;
  expect_holds(report_of(summary).text(), "failed at t = 0.25: Newton did not converge\n");
  expect_holds(report_of(summary).json(), "\"status\": \"failed\"");
}

TEST(SummaryText, NeedsNoMeasurements) {
  EXPECT_EQ(steps_per_second(Summary{}), 0);
  expect_holds(report_of(Summary{}).text(), "total                  0.000 s");
}

}  // namespace
}  // namespace sparkdyn::output::test
