// SPDX-License-Identifier: BSD-3-Clause
#include <gtest/gtest.h>

#include "input/matrix_file.hpp"
#include "support.hpp"

namespace sparkdyn::input {
namespace {

const std::string banner = "%%MatrixMarket matrix coordinate real general\n";
const std::string symmetric = "%%MatrixMarket matrix coordinate real symmetric\n";

class MatrixMarketErrors : public testing::Test {
 protected:
  std::string of(const std::string& text, const MatrixLayout& layout = {}) const {
    const auto file = folder.write("K.mtx", text);
    return error_of([&] { read_matrix(PETSC_COMM_WORLD, file, layout); });
  }
  std::string of_vector(const std::string& text, const MatrixLayout& layout = {}) const {
    const auto file = folder.write("f.mtx", text);
    return error_of([&] { read_vector(PETSC_COMM_WORLD, file, layout); });
  }

  SharedFolder folder;
};

TEST_F(MatrixMarketErrors, MissingFileNamesASimilarOne) {
  folder.write("stiffness.mtx", "x");
  const std::string message =
      error_of([&] { read_matrix(PETSC_COMM_WORLD, folder / "stifness.mtx"); });
  expect_words(message, {"stifness.mtx: no such file", "did you mean 'stiffness.mtx'?"});
}

TEST_F(MatrixMarketErrors, FolderInsteadOfFile) {
  expect_words(error_of([&] { read_matrix(PETSC_COMM_WORLD, folder / "."); }), {"is a directory"});
}

TEST_F(MatrixMarketErrors, DeviceInsteadOfFile) {
  expect_words(error_of([&] { read_matrix(PETSC_COMM_WORLD, "/dev/zero"); }),
               {"/dev/zero", "not a regular file"});
}

TEST_F(MatrixMarketErrors, Banner) {
  expect_words(of(""), {"K.mtx:1: ", "empty"});
  expect_words(of("1 2 3\n"), {"K.mtx:1: ", "%%MatrixMarket matrix coordinate|array"});
  expect_words(of("%%MatrixMarket vector coordinate real general\n"), {"'vector'", "matrix"});
  expect_words(of("%%MatrixMarket matrix coord real general\n"), {"'coord'", "coordinate, array"});
  expect_words(of("%%MatrixMarket matrix coordinate complex general\n"), {"complex", "cannot"});
  expect_words(of("%%MatrixMarket matrix coordinate real hermitian\n"), {"hermitian", "cannot"});
  expect_words(of("%%MatrixMarket matrix coordinate rational general\n"), {"'rational'", "real"});
  expect_words(of("%%MatrixMarket matrix coordinate real diagonal\n"), {"'diagonal'", "general"});
  expect_words(of("%%MatrixMarket matrix array pattern general\n"), {"pattern", "coordinate"});
  expect_words(of("%%MatrixMarket matrix coordinate real general x\n"), {"'x' is too much"});
  expect_words(of("\x1f\x8b rest"), {"compressed", "gunzip"});
  expect_words(of(std::string(100000, 'a')), {"K.mtx:1: ", "longer than"});
}

TEST_F(MatrixMarketErrors, Sizes) {
  expect_words(of(banner + "% only comments\n"), {"K.mtx:3: ", "before the line with the sizes"});
  expect_words(of(banner + "3 3\n"), {"K.mtx:2: ", "number of entries is missing"});
  expect_words(of(banner + "3 x 1\n"), {"K.mtx:2: ", "number of columns", "'x'"});
  expect_words(of(banner + "0 3 1\n"), {"K.mtx:2: ", "at least 1"});
  expect_words(of(banner + "3 3 -1\n"), {"K.mtx:2: ", "at least 0"});
  expect_words(of(banner + "3 3 1 1\n"), {"K.mtx:2: ", "too much"});
  expect_words(of(symmetric + "3 4 1\n1 1 1\n"), {"K.mtx:2: ", "3x4", "symmetric"});
  expect_words(of(banner + "99999999999 99999999999 1\n1 1 1\n"),
               {"99999999999", "must be from 1"});
  expect_words(of(banner + "99999999999999999999 3 1\n"), {"K.mtx:2: ", "whole number"});
}

TEST_F(MatrixMarketErrors, AHugeSizeNeedsEntries) {
  expect_words(of(banner + "2000000000 2000000000 1\n1 1 1\n"),
               {"2000000000x2000000000", "only 1"});
}

TEST_F(MatrixMarketErrors, NumberOfEntries) {
  expect_words(of(banner + "3 3 4\n1 1 1\n2 2 1\n"),
               {"K.mtx:2: ", "declares 4 entries", "only 2 follow"});
  expect_words(of(banner + "3 3 2\n1 1 1\n\n2 2 1\n% c\n3 3 1\n", {.block = 9}),
               {"K.mtx:7: ", "more entries follow than the 2", "line 2"});
  const std::string array = "%%MatrixMarket matrix array real symmetric\n2 2\n";
  expect_words(of(array + "1\n2\n"), {"K.mtx:2: ", "declares 3 entries", "only 2"});
  expect_words(of(array + "1\n2\n3\n4\n5\n6\n7\n", {.block = 2}), {"K.mtx:6: ", "more entries"});
}

TEST_F(MatrixMarketErrors, Indices) {
  expect_words(of(banner + "3 3 2\n1 1 1\n4 1 1\n"), {"K.mtx:4: ", "row index 4", "1..3"});
  expect_words(of(banner + "3 3 1\n1 0 1\n"), {"K.mtx:3: ", "column index 0", "1..3"});
  expect_words(of(banner + "3 3 1\n1.5 1 1\n"), {"K.mtx:3: ", "row index", "'1.5'"});
  expect_words(of(banner + "3 3 1\n1\n"), {"K.mtx:3: ", "column index is missing"});
}

TEST_F(MatrixMarketErrors, Values) {
  expect_words(of(banner + "3 3 1\n1 1\n"), {"K.mtx:3: ", "value is missing"});
  expect_words(of(banner + "3 3 1\n1 1 abc\n"), {"K.mtx:3: ", "'abc' is not a number"});
  expect_words(of(banner + "3 3 1\n1 1 0x10\n"), {"K.mtx:3: ", "'0x10' is not a number"});
  expect_words(of(banner + "3 3 1\n1 1 +-1\n"), {"K.mtx:3: ", "'+-1' is not a number"});
  expect_words(of(banner + "3 3 1\n1 1 1 2\n"), {"K.mtx:3: ", "'2' is too much"});
  expect_words(of(banner + "3 3 1\n1 1 1e400\n"), {"K.mtx:3: ", "1e400", "too large"});
  expect_words(of(banner + "3 3 1\n2 3 nan\n"), {"K.mtx:3: ", "row 2, column 3", "nan"});
  expect_words(of(banner + "3 3 1\n2 3 -inf\n"), {"K.mtx:3: ", "row 2, column 3", "-inf"});
  expect_words(of("%%MatrixMarket matrix array real general\n2 2\n1\n2\n3\nnan\n"),
               {"K.mtx:6: ", "row 2, column 2", "nan"});
  expect_words(of("%%MatrixMarket matrix array real general\n1 2\n1 2\n"),
               {"K.mtx:3: ", "'2' is too much"});
}

TEST_F(MatrixMarketErrors, WrongHalf) {
  expect_words(of(symmetric + "3 3 2\n1 1 1\n1 3 1\n"),
               {"K.mtx:4: ", "row 1, column 3", "above the diagonal", "lower triangle"});
  expect_words(of("%%MatrixMarket matrix coordinate real skew-symmetric\n3 3 1\n2 2 1\n"),
               {"K.mtx:3: ", "row 2", "diagonal"});
}

TEST_F(MatrixMarketErrors, SizeThatDoesNotFit) {
  const std::string text = banner + "3 4 1\n1 1 1\n";
  expect_words(of(text, {.square = true}), {"K.mtx", "3x4", "square"});
  expect_words(of(text, {.rows = 5}), {"K.mtx", "3x4", "5xany"});
  expect_words(of(text, {.rows = 5,
                         .columns = 5,
                         .subject = "case.yaml:9: stiffness K.mtx",
                         .reason = "mass M.mtx is 5x5"}),
               {"case.yaml:9: stiffness K.mtx is 3x4 but mass M.mtx is 5x5"});
}

TEST_F(MatrixMarketErrors, RowInsteadOfColumn) {
  expect_words(of_vector(banner + "1 5 1\n1 1 1\n", {.rows = 5}),
               {"f.mtx:2: ", "one column", "1x5", "write it as 5x1"});
  expect_words(of_vector(banner + "4 1 1\n1 1 1\n", {.rows = 5}), {"4x1", "5x"});
}

TEST_F(MatrixMarketErrors, TheFirstMistakeIsNamedOnAnyNumberOfRanks) {
  std::string text = banner + "50 50 50\n";
  for (int i = 1; i <= 50; ++i) text += i % 10 == 7 ? "7 7 seven\n" : "1 1 1\n";
  expect_words(of(text, {.block = 13}), {"K.mtx:9: ", "'seven'"});
}

}  // namespace
}  // namespace sparkdyn::input
