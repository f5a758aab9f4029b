// SPDX-License-Identifier: BSD-3-Clause
#include "check/deep.hpp"

namespace sparkdyn::check {

int conclude(Report& report) {
  const auto counted = [](int count, const char* what) {
    return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
  };
  report.line(fmt::format(
      "\n{}: {}, {}", report.errors() > 0 ? "this run would fail" : "this run can start",
      counted(report.errors(), "error"), counted(report.judged(Level::warning), "warning")));
  if (report.judged(Level::wrong_input) > 0) return 2;
  return report.errors() > 0 ? 1 : 0;
}

}  // namespace sparkdyn::check
