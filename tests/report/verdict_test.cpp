// SPDX-License-Identifier: BSD-3-Clause
#include "report/verdict.hpp"

#include <fstream>

#include <gtest/gtest.h>
#include "core/temporary_folder.hpp"
#include "report/page.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::report {
namespace {

Light light_about(const std::string& about, const Evidence& evidence) {
  for (const Judgement& each : judge(evidence))
    if (each.about == about) {
      // What is not green says what to do, what is green does not.
      const bool wrong = each.light == Light::amber || each.light == Light::red;
      EXPECT_TRUE(each.light == Light::unknown || each.advice.empty() != wrong) << each.sentence;
      return each.light;
    }
  ADD_FAILURE() << "nothing about " << about;
  return Light::unknown;
}

SummaryFacts good_run() {
  SummaryFacts run;
  run.status = "done";
  run.constraints = 3;
  run.position_violation = 1e-14;
  run.velocity_violation = 1e-13;
  run.kinetic = 1;
  run.strain = 2;
  run.balance = -1e-9;
  run.errors = {{"tip", 1e-5}};
  run.order = 6;
  return run;
}

TEST(Verdict, AGoodRunIsGreen) {
  const SummaryFacts run = good_run();
  for (const char* about : {"Finished", "Constraints", "Energy", "Time error"})
    EXPECT_EQ(light_about(about, {.summary = &run}), Light::green) << about;
}

TEST(Verdict, WhatIsWrongIsNotGreen) {
  SummaryFacts run = good_run();
  run.position_violation = 1e-6;
  EXPECT_EQ(light_about("Constraints", {.summary = &run}), Light::amber);
  run.velocity_violation = 0.1;
  EXPECT_EQ(light_about("Constraints", {.summary = &run}), Light::red);
  run.velocity_violation = std::nan("");
  EXPECT_EQ(light_about("Constraints", {.summary = &run}), Light::red);
  run.balance = 0.1;  // added: 5 %
  EXPECT_EQ(light_about("Energy", {.summary = &run}), Light::red);
  run.balance = -0.1;  // taken out
  EXPECT_EQ(light_about("Energy", {.summary = &run}), Light::amber);
  run.balance = -1;
  EXPECT_EQ(light_about("Energy", {.summary = &run}), Light::red);
  run.errors = {{"tip", 1e-5}, {"mid", 0.05}};
  EXPECT_EQ(light_about("Time error", {.summary = &run}), Light::amber);
  run.errors.clear();
  EXPECT_EQ(light_about("Time error", {.summary = &run}), Light::unknown);
  run.status = "failed";
  EXPECT_EQ(light_about("Finished", {.summary = &run}), Light::red);
}

TEST(Verdict, MotionAndResolution) {
  const SummaryFacts run = good_run();
  Motion motion;
  motion.peaks.push_back({.field = "displacement", .value = 1});
  const auto large = [&] {
    return light_about("Large motion", {.summary = &run, .motion = &motion});
  };
  EXPECT_EQ(large(), Light::green);
  motion.distortion = 0.05;
  EXPECT_EQ(large(), Light::amber);
  motion.distortion = 0.2;
  EXPECT_EQ(large(), Light::red);
  motion.distortion = 0;
  motion.rotation = 1;
  EXPECT_EQ(large(), Light::red);
  EXPECT_EQ(light_about("Large motion", {.summary = &run, .motion = &motion, .turns = true}),
            Light::green);

  Table history;
  history.rows = 1001;
  history.times = {0, 1};
  history.columns.push_back({.name = "tip", .values = {}, .smallest = {}, .largest = {}});
  const auto resolved = [&](double steps_per_period) {
    history.columns.front().frequency = 2 * M_PI * 1000 / steps_per_period;
    return light_about("Resolution", {.summary = &run, .history = &history});
  };
  EXPECT_EQ(resolved(100), Light::green);
  EXPECT_EQ(resolved(4), Light::amber);
  EXPECT_EQ(resolved(2.1), Light::red);
}

/// The page stands for itself: nothing in it is fetched, and its data cannot end its script.
TEST(Page, IsSelfContained) {
  const core::TemporaryFolder folder;
  std::ofstream(folder.path() / "history.csv") << "time,</script><b>\n0,1\n1,2\n";
  std::ofstream(folder.path() / "summary.json")
      << R"({"status": "done", "title": "a </script> & b"})";
  const auto file = folder.path() / "report.html";
  write_report({folder.path()}, file);
  std::ifstream stream(file);
  const std::string text((std::istreambuf_iterator<char>(stream)), {});
  EXPECT_EQ(text.find("</script><b>"), std::string::npos);
  EXPECT_EQ(text.find("src="), std::string::npos);
  EXPECT_EQ(text.find("href=\"http"), std::string::npos);
  EXPECT_NE(text.find("<title>a &lt;/script> &amp; b · sparkdyn</title>"), std::string::npos);
  EXPECT_LT(text.size(), 1'000'000U);
}

TEST(Page, AFolderWithoutResultsIsRefused) {
  const core::TemporaryFolder folder;
  EXPECT_THROW(write_report({folder.path()}, folder.path() / "report.html"), core::Error);
  EXPECT_THROW(write_report({folder.path() / "none"}, folder.path() / "report.html"), core::Error);
}

/// What cannot be read is said in the page, which is written all the same.
TEST(Page, ADamagedFileIsANote) {
  const core::TemporaryFolder folder;
  std::ofstream(folder.path() / "results.h5") << "no HDF5";
  std::ofstream(folder.path() / "history.csv") << "time,x\n0\n";
  const Folder read = read_folder(folder.path(), {});
  EXPECT_EQ(read.notes.size(), 2U);
  EXPECT_FALSE(read.history);
  write_report({folder.path()}, folder.path() / "report.html");
}

}  // namespace
}  // namespace sparkdyn::report
