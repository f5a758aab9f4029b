// SPDX-License-Identifier: BSD-3-Clause
#include "output/output_folder.hpp"

#include <gtest/gtest.h>

#include "output/support.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::output::test {
namespace {

std::size_t count_entries(const std::filesystem::path& folder) {
  const std::filesystem::directory_iterator begin(folder);
  return static_cast<std::size_t>(std::distance(begin, std::filesystem::directory_iterator()));
}

TEST(OutputFolder, IsMadeWithItsParentsAndStaysEmpty) {
  const SharedFolder temporary;
  const OutputFolder folder(PETSC_COMM_WORLD, temporary / "a/b/c");
  EXPECT_TRUE(std::filesystem::is_directory(folder.path()));
  EXPECT_EQ(count_entries(folder.path()), 0U);
  EXPECT_EQ(folder.file("results.h5"), temporary / "a/b/c/results.h5");
}

TEST(OutputFolder, LeavesWhatIsThere) {
  const SharedFolder temporary;
  if (on_root()) write_text(temporary / "results.h5", "earlier");
  wait_for_all();
  const OutputFolder folder(PETSC_COMM_WORLD, temporary.path());
  EXPECT_EQ(read_text(temporary / "results.h5"), "earlier");
  EXPECT_EQ(count_entries(temporary.path()), 1U);
}

TEST(OutputFolder, BelowAFileIsAnErrorThatSaysWhy) {
  const SharedFolder temporary;
  if (on_root()) write_text(temporary / "file", "");
  wait_for_all();
  for (const std::string name : {"file/out", "file"}) {
    const auto path = temporary / name;
    try {
      const OutputFolder folder(PETSC_COMM_WORLD, path);
      FAIL() << path;
    } catch (const core::Error& error) {
      EXPECT_EQ(error.kind(), core::Failure::input);
      EXPECT_NE(std::string(error.what()).find(path.string()), std::string::npos) << error.what();
      EXPECT_NE(std::string(error.what()).find(": "), std::string::npos) << error.what();
    }
  }
}

TEST(WriteTextAtomically, ReplacesAndLeavesNoPart) {
  const SharedFolder temporary;
  const auto file = temporary / "case.yaml";
  if (on_root()) {
    write_text_atomically(file, "one");
    write_text_atomically(file, "two");
    EXPECT_EQ(read_text(file), "two");
    EXPECT_EQ(count_entries(temporary.path()), 1U);
  }
}

TEST(WriteTextAtomically, SaysWhichFileAndWhy) {
  const SharedFolder temporary;
  const auto file = temporary / "absent/case.yaml";
  EXPECT_EQ(error_of([&] { write_text_atomically(file, "text"); }),
            "cannot write '" + file.string() + "': No such file or directory");
}

TEST(WriteTextAtomically, NoticesAFullDisk) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const SharedFolder temporary;
  const auto file = temporary / "summary.json";
  if (!on_root()) return;
  write_text(file, "earlier");
  std::filesystem::create_symlink("/dev/full", part_of(file));
  EXPECT_NE(error_of([&] { write_text_atomically(file, "text"); }).find("No space left"),
            std::string::npos);
  EXPECT_EQ(read_text(file), "earlier");
}

}  // namespace
}  // namespace sparkdyn::output::test
