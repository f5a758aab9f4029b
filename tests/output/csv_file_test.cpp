// SPDX-License-Identifier: BSD-3-Clause
#include "output/csv_file.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>

#include "output/output_folder.hpp"
#include "output/support.hpp"

namespace sparkdyn::output::test {
namespace {

TEST(CsvField, IsQuotedOnlyWhereNeeded) {
  EXPECT_EQ(csv_field("tip uz"), "tip uz");
  EXPECT_EQ(csv_field("a,b"), "\"a,b\"");
  EXPECT_EQ(csv_field("2\" pipe"), "\"2\"\" pipe\"");
  EXPECT_EQ(csv_field("two\nlines"), "\"two\nlines\"");
}

TEST(CsvFile, KeepsEveryBit) {
  const SharedFolder temporary;
  const std::array values{0.1, 1.0 / 3, 1e-300, -5e-324, 1.7976931348623157e308, 3.0};
  CsvFile file(PETSC_COMM_WORLD, temporary / "x.csv", {"a", "b", "c", "d", "e", "f"});
  file.add_row(values);
  file.write_out();
  const auto lines = lines_of(read_text(temporary / "x.csv"));
  ASSERT_EQ(lines.size(), 2U);
  EXPECT_EQ(lines[0], "a,b,c,d,e,f");
  const char* at = lines[1].c_str();
  for (const double value : values) {
    char* end = nullptr;
    EXPECT_EQ(std::strtod(at, &end), value);
    at = end + 1;
  }
}

TEST(CsvFile, AFullDiskIsAnErrorOnAllRanks) {
  if (!std::filesystem::exists("/dev/full")) GTEST_SKIP() << "no /dev/full";
  const SharedFolder temporary;
  const auto path = temporary / "x.csv";
  if (on_root()) std::filesystem::create_symlink("/dev/full", part_of(path));
  wait_for_all();
  EXPECT_EQ(error_of([&] { CsvFile(PETSC_COMM_WORLD, path, {"a"}); }),
            "cannot write '" + path.string() + "': No space left on device");
}

}  // namespace
}  // namespace sparkdyn::output::test
