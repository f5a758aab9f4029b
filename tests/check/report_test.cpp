// SPDX-License-Identifier: BSD-3-Clause
// A report's exit status, its last line and its JSON follow from what was judged.

#include "output/report.hpp"

#include <gtest/gtest.h>

#include <sstream>

#include "check/system_check.hpp"

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
  output::Report report(8, &log);
  report.fact("program", std::string("this"));
  report.section("Part");
  body(report);
  const int status = check::conclude(report);
  EXPECT_EQ(text.str(), report.text() + "\n");  // shown as it came
  return {status, text.str(), report.json()};
}

TEST(Report, WarningsDoNotKeepARunFromStarting) {
  const auto found = finish([](output::Report& report) {
    report.value("length", "2 m", "length", 2.0);
    report.judge(Level::warning, "it is long");
  });
  EXPECT_EQ(found.status, 0);
  EXPECT_NE(found.text.find("this run can start: 0 errors, 1 warning\n"), std::string::npos);
  EXPECT_EQ(found.text,
            "\nPart\n  length  2 m\n  warning  it is long\n\n"
            "this run can start: 0 errors, 1 warning\n");
  EXPECT_EQ(found.json, R"({
  "program": "this",
  "errors": 0,
  "warnings": 1,
  "sections": [{
    "title": "Part",
    "values": {
      "length": 2
    },
    "findings": [{
      "level": "warning",
      "text": "it is long"
    }]
  }]
}
)");
}

TEST(Report, ErrorsAreNumericsOrInput) {
  EXPECT_EQ(finish([](auto& report) { report.judge(Level::error, "it breaks"); }).status, 1);
  EXPECT_EQ(finish([](auto& report) { report.judge(Level::wrong_input, "it is wrong"); }).status,
            2);
  // Wrong input stays wrong, whatever else fails.
  const auto both = finish([](auto& report) {
    report.judge(Level::wrong_input, "it is wrong");
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
