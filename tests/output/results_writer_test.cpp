// SPDX-License-Identifier: BSD-3-Clause
#include "output/results_writer.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>

#include "output/support.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::output::test {
namespace {

using Sizes = std::vector<unsigned long long>;

void expect_table(const std::filesystem::path& file, char quantity, const std::string& name,
                  const std::vector<long>& steps, PetscInt columns) {
  const Table table = read_dataset(file, name);
  ASSERT_EQ(table.sizes, (Sizes{steps.size(), static_cast<unsigned long long>(columns)})) << name;
  auto value = table.values.begin();
  for (const long step : steps)
    for (PetscInt i = 0; i < columns; ++i)
      ASSERT_EQ(*value++, known_value(quantity, step, i)) << name << " at step " << step;
}

void expect_times(const std::filesystem::path& file, const std::vector<long>& steps) {
  const Table table = read_dataset(file, "time");
  ASSERT_EQ(table.sizes, Sizes{steps.size()});
  for (std::size_t k = 0; k < steps.size(); ++k) EXPECT_EQ(table.values[k], known_time(steps[k]));
}

void expect_results(const std::filesystem::path& file, const FakeShape& shape,
                    const std::vector<long>& steps) {
  expect_times(file, steps);
  expect_table(file, 'q', "q", steps, shape.dofs);
  expect_table(file, 'v', "v", steps, shape.dofs);
  if (shape.accelerations)
    expect_table(file, 'a', "a", steps, shape.dofs);
  else
    EXPECT_TRUE(read_dataset(file, "a").sizes.empty());
  if (shape.constraints > 0)
    expect_table(file, 'l', "lambda", steps, shape.constraints);
  else
    EXPECT_TRUE(read_dataset(file, "lambda").sizes.empty());
}

struct Case {
  const char* name;
  FakeShape shape;
  long every = 1;
  long last = 10;
};

class ResultsWriterCases : public ::testing::TestWithParam<Case> {};

TEST_P(ResultsWriterCases, AreInTheInputsNumberingOnAnyRanks) {
  const Case& one = GetParam();
  const SharedFolder temporary;
  const auto file = temporary / "results.h5";
  ResultsWriter writer(PETSC_COMM_WORLD, file,
                       {.every = one.every, .origin = {.program = "sparkdyn test"}});
  FakeFrame frame(one.shape, one.last);
  run(writer, frame, one.last);
  if (on_root()) expect_results(file, one.shape, stored_steps(one.every, one.last));
  EXPECT_FALSE(std::filesystem::exists(temporary / "results.h5.part"));
}

INSTANTIATE_TEST_SUITE_P(
    , ResultsWriterCases,
    ::testing::Values(Case{"UnevenSplit", {.dofs = 7, .constraints = 5}},
                      Case{"FewerDofsThanRanks", {.dofs = 2, .constraints = 1}},
                      Case{"OneDof", {.dofs = 1, .constraints = 0}, 3},
                      Case{"Unconstrained", {.dofs = 6, .constraints = 0}},
                      Case{"NoAccelerations", {.accelerations = false}},
                      Case{"AllOnTheLastRank", {.dofs = 9, .all_on_last_rank = true}, 2},
                      Case{"EveryThird", {}, 3, 10}, Case{"EveryFifth", {}, 5, 10},
                      Case{"OnlyFirstAndLast", {}, 0, 10}, Case{"NoStepAtAll", {}, 1, 0},
                      Case{"ManyShortRows", {.dofs = 2}, 1, 5000},
                      Case{"RowsOfSeveralChunks", {.dofs = 150001, .constraints = 70000}, 1, 3}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(ResultsWriter, KeepsTheLastGoodFrameOfARunThatEndsEarly) {
  const SharedFolder temporary;
  const auto file = temporary / "results.h5";
  ResultsWriter writer(PETSC_COMM_WORLD, file, {.every = 4});
  FakeFrame frame({}, 100);
  run(writer, frame, 6);
  if (on_root()) expect_results(file, {}, {0, 4, 6});
}

TEST(ResultsWriter, KeepsWhatWasStoredWhenAnotherObserverFails) {
  const SharedFolder temporary;
  const auto file = temporary / "results.h5";
  FakeFrame frame({}, 100);
  {
    ResultsWriter writer(PETSC_COMM_WORLD, file);
    writer.on_start(frame);
    frame.set_step(1);
    writer.on_step(frame);
  }
  if (on_root()) expect_results(file, {}, {0, 1});
}

TEST(ResultsWriter, TouchesNothingBeforeTheRunStarts) {
  const SharedFolder temporary;
  const auto file = temporary / "results.h5";
  if (on_root()) write_text(file, "earlier");
  wait_for_all();
  FakeFrame frame({});
  {
    ResultsWriter writer(PETSC_COMM_WORLD, file);
    EXPECT_EQ(read_text(file), "earlier");
    wait_for_all();
    run(writer, frame, 10);
  }
  if (on_root()) expect_results(file, {}, stored_steps(1, 10));
}

TEST(ResultsWriter, IsReadableAfterEveryFlush) {
  const SharedFolder temporary;
  const auto file = temporary / "results.h5";
  const auto copy = temporary / "copy.h5";
  ResultsWriter writer(PETSC_COMM_WORLD, file, {.flush_seconds = 0});
  FakeFrame frame({}, 100);
  frame.set_step(0);
  writer.on_start(frame);
  // As a killed run leaves it: copied while it is open.
  if (on_root()) std::filesystem::copy_file(file, copy);
  if (on_root()) expect_results(copy, {}, {0});
  frame.set_step(1);
  writer.on_step(frame);
  if (on_root())
    std::filesystem::copy_file(file, copy, std::filesystem::copy_options::overwrite_existing);
  if (on_root()) expect_results(copy, {}, {0, 1});
  writer.on_finish(frame);
}

TEST(ResultsWriter, CannotBeMadeIsAnErrorOnAllRanks) {
  const SharedFolder temporary;
  if (on_root()) write_text(temporary / "file", "");
  wait_for_all();
  const auto file = temporary / "file/results.h5";
  ResultsWriter writer(PETSC_COMM_WORLD, file);
  FakeFrame frame({});
  EXPECT_EQ(error_of([&] { writer.on_start(frame); }),
            "cannot write '" + file.string() + "': Not a directory");
  EXPECT_EQ(error_of([&] { writer.on_finish(frame); }), "");
}

/// No file of this process may grow beyond `bytes`: the nearest to a full disk a test can make.
class FileSizeLimit {
 public:
  explicit FileSizeLimit(rlim_t bytes) {
    handler_ = std::signal(SIGXFSZ, SIG_IGN);
    getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~FileSizeLimit() {
    setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }

 private:
  void (*handler_)(int);
  rlimit before_{};
};

TEST(ResultsWriter, AFullDiskIsAnErrorOnAllRanksAndLeavesWhatFitted) {
  const SharedFolder temporary;
  const auto file = temporary / "results.h5";
  const FakeShape shape{.dofs = 20000, .constraints = 3};
  std::string message;
  {
    ResultsWriter writer(PETSC_COMM_WORLD, file, {.flush_seconds = 3600});
    FakeFrame frame(shape, 1000);
    const FileSizeLimit limit(12 << 20);
    message = error_of([&] { run(writer, frame, 1000); });
    EXPECT_EQ(error_of([&] { writer.on_finish(frame); }), "");
  }
  EXPECT_EQ(message, "cannot write '" + file.string() + "': File too large");
  wait_for_all();
  if (!on_root()) return;
  const Table times = read_dataset(file, "time");
  ASSERT_EQ(times.sizes.size(), 1U);
  EXPECT_GT(times.sizes[0], 3U);
  expect_results(file, shape, stored_steps(1, static_cast<long>(times.sizes[0]) - 1));
}

TEST(ResultsWriter, AFailedStartLeavesEarlierResults) {
  const SharedFolder temporary;
  const auto file = temporary / "results.h5";
  if (on_root()) write_text(file, "earlier");
  wait_for_all();
  {
    ResultsWriter writer(PETSC_COMM_WORLD, file);
    FakeFrame frame({.dofs = 20000});
    const FileSizeLimit limit(100000);
    EXPECT_NE(error_of([&] { writer.on_start(frame); }), "");
  }
  wait_for_all();
  EXPECT_EQ(read_text(file), "earlier");
  EXPECT_FALSE(std::filesystem::exists(temporary / "results.h5.part"));
}

const char* const python_check = R"(
import h5py, sys
with h5py.File(sys.argv[1], "r") as f:
    assert sorted(f) == ["a", "lambda", "q", "time", "v"], list(f)
    assert f["q"].shape == (3, 5) and f["lambda"].shape == (3, 2) and f["time"].shape == (3,)
    assert f["q"][2, 4] == ord("q") + 2000 + 4 / 3
    assert f.attrs["program"] == b"sparkdyn 0.1.0" and f.attrs["format_version"] == 1
    assert f["v"].attrs["description"] and f["v"].attrs["unit"]
)";

TEST(ResultsWriter, OpensInPython) {
  const SharedFolder temporary;
  const auto file = temporary / "results.h5";
  ResultsWriter writer(PETSC_COMM_WORLD, file, {.origin = {.program = "sparkdyn 0.1.0"}});
  FakeFrame frame({}, 2);
  run(writer, frame, 2);
  if (!on_root()) return;
  if (!python_has("h5py")) GTEST_SKIP() << "/usr/bin/python3 has no h5py";
  EXPECT_EQ(run_python(python_check, file), 0);
}

}  // namespace
}  // namespace sparkdyn::output::test
