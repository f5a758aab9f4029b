// SPDX-License-Identifier: BSD-3-Clause
#include "input/petsc_binary.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <fstream>

#include "support.hpp"
#include "support/dense.hpp"

namespace sparkdyn::input {
namespace {

core::Viewer open_viewer(const std::filesystem::path& file) {
  core::Viewer viewer;
  core::check(PetscViewerBinaryOpen(PETSC_COMM_WORLD, file.c_str(), FILE_MODE_WRITE, viewer.out()));
  return viewer;
}

Eigen::MatrixXd example() {
  Eigen::MatrixXd A = Eigen::MatrixXd::Zero(7, 5);
  for (int i = 0; i < 7; ++i)
    for (int j = 0; j < 5; ++j)
      if (i != 3 && (i + 2 * j) % 3 == 0) A(i, j) = std::cos(i + 10 * j);
  return A;
}

template <typename Number>
std::string big_endian(Number number) {
  auto bytes = std::bit_cast<std::array<char, sizeof(Number)>>(number);
  return {bytes.rbegin(), bytes.rend()};
}

/// A 2×3 matrix [0 0 8; 5 6 0] with columns out of order, by hand.
template <typename Integer>
std::string by_hand(Integer column = 2) {
  std::string text;
  for (Integer number : {1211216, 2, 3, 3, 1, 2}) text += big_endian(number);
  for (Integer number : {column, Integer{1}, Integer{0}}) text += big_endian(number);
  for (double value : {8.0, 6.0, 5.0}) text += big_endian(value);
  return text;
}

bool equal(Mat a, Mat b) {
  PetscBool same = PETSC_FALSE;
  core::check(MatEqual(a, b, &same));
  return same == PETSC_TRUE;
}

class PetscBinary : public testing::Test {
 protected:
  std::string of(const std::string& bytes) const {
    const auto file = folder.write("K.bin", bytes);
    return error_of([&] { read_petsc_matrix(PETSC_COMM_WORLD, file); });
  }
  SharedFolder folder;
};

TEST_F(PetscBinary, ReadsWhatPetscWrites) {
  const core::Matrix A = support::distribute(example());
  core::check(MatView(A, open_viewer(folder / "A.bin")));
  MPI_Barrier(PETSC_COMM_WORLD);
  EXPECT_TRUE(equal(read_matrix(PETSC_COMM_WORLD, folder / "A.bin"), A));
  const core::Vector x = support::distribute(Eigen::VectorXd(example().col(1)));
  core::check(VecView(x, open_viewer(folder / "x.bin")));
  MPI_Barrier(PETSC_COMM_WORLD);
  EXPECT_EQ(support::gather(read_vector(PETSC_COMM_WORLD, folder / "x.bin")), example().col(1));
}

TEST_F(PetscBinary, IntegersOfEitherWidthAndUnsortedColumns) {
  Eigen::MatrixXd expected(2, 3);
  expected << 0, 0, 8, 5, 6, 0;
  const core::Matrix B = support::distribute(expected);
  const auto narrow = folder.write("narrow", by_hand<std::int32_t>());
  const auto wide = folder.write("wide", by_hand<std::int64_t>());
  EXPECT_TRUE(equal(read_matrix(PETSC_COMM_WORLD, narrow), B));
  EXPECT_TRUE(equal(read_matrix(PETSC_COMM_WORLD, wide), B));
}

TEST_F(PetscBinary, DamagedFiles) {
  const std::string good = by_hand<std::int32_t>();
  expect_words(of("not binary at all"), {"not a PETSc binary file"});
  expect_words(of(good.substr(0, 10)), {"not a PETSc binary file"});
  expect_words(of(good.substr(0, good.size() - 1)), {"K.bin", "damaged or cut off"});
  expect_words(of(by_hand<std::int32_t>(3)), {"entry 1", "column 4", "3 columns"});
  expect_words(of(by_hand<std::int32_t>(-1)), {"entry 1", "column 0"});
  std::string lengths = good;
  lengths[19] = 2;
  expect_words(of(lengths), {"K.bin"});
  lengths[19] = 0;
  expect_words(of(lengths), {"2 entries in all", "header says 3"});
  std::string huge = good;
  huge[4] = 0x7f;
  expect_words(of(huge), {"damaged or cut off"});
  std::string negative = good;
  negative[4] = '\xff';
  expect_words(of(negative), {"damaged or cut off"});
  std::string infinite = good;
  infinite.replace(infinite.size() - 8, 8, big_endian(std::numeric_limits<double>::infinity()));
  expect_words(of(infinite), {"row 2, column 1", "inf"});
  expect_words(of(good + std::string(24, '\0')), {"complex"});
  std::string dense = good;
  dense.replace(12, 4, "\xff\xff\xff\xff");
  expect_words(of(dense), {"dense"});
}

TEST_F(PetscBinary, MatrixAndVectorAreNotTheSame) {
  const auto file = folder.write("K.bin", by_hand<std::int32_t>());
  expect_words(error_of([&] { read_vector(PETSC_COMM_WORLD, file); }),
               {"holds a matrix but a vector is needed"});
  expect_words(error_of([&] { read_matrix(PETSC_COMM_WORLD, file, {.square = true}); }),
               {"2x3", "square"});
}

}  // namespace
}  // namespace sparkdyn::input
