// SPDX-License-Identifier: BSD-3-Clause
// A report's exit status, its last line and its JSON follow from what was judged.

#include "check/report.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn {
namespace {

using check::Level;

struct Finished {
  int status;
  std::string text, json;
};

template <typename Body>
Finished finish(Body body) {
  std::ostringstream text;
  core::Log log(PETSC_COMM_SELF, text);
  check::Report report(log);
  report.section("Part");
  body(report);
  const int status = report.finish();
  return {status, text.str(), report.json("program", "case.yaml")};
}

TEST(Report, WarningsDoNotKeepARunFromStarting) {
  const auto found = finish([](check::Report& report) {
    report.value("length", "2 m", "length", 2.0);
    report.judge(Level::warning, "it is long");
  });
  EXPECT_EQ(found.status, 0);
  EXPECT_NE(found.text.find("this run can start: 0 errors, 1 warning\n"), std::string::npos);
  EXPECT_NE(found.json.find("\"length\": 2"), std::string::npos) << found.json;
}

TEST(Report, ErrorsAreNumericsOrInput) {
  EXPECT_EQ(finish([](auto& report) { report.judge(Level::error, "it breaks"); }).status, 1);
  EXPECT_EQ(finish([](auto& report) { report.refuse("it is wrong"); }).status, 2);
  // Wrong input stays wrong, whatever else fails.
  const auto both = finish([](auto& report) {
    report.refuse("it is wrong");
    report.judge(Level::error, "it breaks");
  });
  EXPECT_EQ(both.status, 2);
  EXPECT_NE(both.text.find("this run would fail: 2 errors, 0 warnings\n"), std::string::npos);
}

TEST(BytesText, HasThreeDigitsAndAUnit) {
  EXPECT_EQ(check::bytes_text(12), "12 B");
  EXPECT_EQ(check::bytes_text(999.4), "999 B");
  EXPECT_EQ(check::bytes_text(999.5), "1 kB");
  EXPECT_EQ(check::bytes_text(1.234e9), "1.23 GB");
}

}  // namespace
}  // namespace sparkdyn
