// SPDX-License-Identifier: BSD-3-Clause
#include "input/matrix_market.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <random>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "support.hpp"
#include "support/dense.hpp"

namespace sparkdyn::input {
namespace {

using Eigen::MatrixXd;

/// The whole matrix on every rank.
MatrixXd gather(Mat matrix) {
  PetscInt rows = 0, columns = 0;
  core::check(MatGetSize(matrix, &rows, &columns));
  MatrixXd dense = MatrixXd::Zero(rows, columns);
  const core::RowRange range = core::row_range(matrix);
  for (PetscInt i = range.begin; i < range.end; ++i) {
    PetscInt count = 0;
    const PetscInt* column = nullptr;
    const PetscScalar* value = nullptr;
    core::check(MatGetRow(matrix, i, &count, &column, &value));
    for (PetscInt k = 0; k < count; ++k) dense(i, column[k]) = value[k];
    core::check(MatRestoreRow(matrix, i, &count, &column, &value));
  }
  MPI_Allreduce(MPI_IN_PLACE, dense.data(), static_cast<int>(dense.size()), MPI_DOUBLE, MPI_SUM,
                PETSC_COMM_WORLD);
  return dense;
}

/// Some zeros, and values that need all digits.
MatrixXd example(int rows, int columns) {
  MatrixXd result(rows, columns);
  for (int j = 0; j < columns; ++j)
    for (int i = 0; i < rows; ++i)
      result(i, j) = (3 * i + 5 * j) % 4 == 0 ? 0.0 : std::sin(1.0 + i + 10.0 * j) / 3;
  return result;
}

enum class Half { all, lower, below };

int first_row(Half half, int column) {
  return half == Half::all ? 0 : half == Half::lower ? column : column + 1;
}

std::string coordinate_text(const MatrixXd& A, const std::string& symmetry, Half half) {
  std::string body;
  int count = 0;
  for (int j = 0; j < A.cols(); ++j)
    for (int i = first_row(half, j); i < A.rows(); ++i) {
      if (A(i, j) == 0) continue;
      body += fmt::format("{} {} {}\n", i + 1, j + 1, A(i, j));
      ++count;
    }
  return fmt::format("%%MatrixMarket matrix coordinate real {}\n% a comment\n{} {} {}\n{}",
                     symmetry, A.rows(), A.cols(), count, body);
}

std::string array_text(const MatrixXd& A, const std::string& symmetry, Half half) {
  std::string text =
      fmt::format("%%MatrixMarket matrix array real {}\n{} {}\n", symmetry, A.rows(), A.cols());
  for (int j = 0; j < A.cols(); ++j)
    for (int i = first_row(half, j); i < A.rows(); ++i) text += fmt::format("{}\n", A(i, j));
  return text;
}

MatrixXd symmetric_example(int n) {
  const MatrixXd A = example(n, n);
  return A + A.transpose();
}

MatrixXd skew_example(int n) {
  const MatrixXd A = example(n, n);
  return A - A.transpose();
}

MatrixXd read(const std::filesystem::path& file, const MatrixLayout& layout = {}) {
  return gather(read_matrix_market(PETSC_COMM_WORLD, file, layout));
}

/// However the text falls into blocks, with lines far longer and shorter than a block.
class BlockSize : public testing::TestWithParam<std::size_t> {
 protected:
  MatrixLayout layout() const { return {.block = GetParam()}; }
  SharedFolder folder;
};

TEST_P(BlockSize, ReadsEveryForm) {
  const MatrixXd A = example(9, 6);
  const MatrixXd S = symmetric_example(8);
  const MatrixXd W = skew_example(7);
  EXPECT_EQ(read(folder.write("a", coordinate_text(A, "general", Half::all)), layout()), A);
  EXPECT_EQ(read(folder.write("b", array_text(A, "general", Half::all)), layout()), A);
  EXPECT_EQ(read(folder.write("c", coordinate_text(S, "general", Half::all)), layout()), S);
  EXPECT_EQ(read(folder.write("d", coordinate_text(S, "symmetric", Half::lower)), layout()), S);
  EXPECT_EQ(read(folder.write("e", array_text(S, "symmetric", Half::lower)), layout()), S);
  EXPECT_EQ(read(folder.write("f", coordinate_text(W, "skew-symmetric", Half::below)), layout()),
            W);
  EXPECT_EQ(read(folder.write("g", array_text(W, "skew-symmetric", Half::below)), layout()), W);
}

TEST_P(BlockSize, ReadsUntidyText) {
  const auto file = folder.write("untidy",
                                 "%%matrixmarket MATRIX Coordinate Real General\r\n%\r\n\r\n"
                                 "  3\t3 5  \r\n\r\n 1 1 +1.5\r\n% between\n"
                                 "2  2   -2.5D-1\r\n\t3 3 1e-400\n\n3 1 .5e1\n1 3 7");
  MatrixXd expected = MatrixXd::Zero(3, 3);
  expected(0, 0) = 1.5;
  expected(1, 1) = -0.25;
  expected(2, 0) = 5;
  expected(0, 2) = 7;
  EXPECT_EQ(read(file, layout()), expected);
}

TEST_P(BlockSize, NamesTheSameLine) {
  std::string text = coordinate_text(example(9, 6), "general", Half::all);
  text.insert(text.find("\n", text.size() / 2) + 1, "4 oops 1\n");
  const auto before =
      std::count(text.begin(), text.begin() + static_cast<long>(text.find("4 oops")), '\n');
  const auto file = folder.write("oops", text);
  expect_words(error_of([&] { read(file, layout()); }),
               {fmt::format("oops:{}: ", before + 1), "column index", "'oops'"});
}

INSTANTIATE_TEST_SUITE_P(Input, BlockSize,
                         testing::Values(1, 2, 7, 16, 61, 256, std::size_t{1} << 20));

TEST(MatrixMarket, PatternCountsAsOne) {
  const SharedFolder folder;
  const auto file = folder.write("p.mtx",
                                 "%%MatrixMarket matrix coordinate pattern symmetric\n3 3 2\n"
                                 "1 1\n3 2\n");
  MatrixXd expected = MatrixXd::Zero(3, 3);
  expected(0, 0) = expected(2, 1) = expected(1, 2) = 1;
  EXPECT_EQ(read(file), expected);
}

TEST(MatrixMarket, IntegersAndRepeatedEntriesAreSummed) {
  const SharedFolder folder;
  const auto file = folder.write("r.mtx",
                                 "%%MatrixMarket matrix coordinate integer general\n2 2 4\n"
                                 "2 1 3\n1 1 1\n2 1 4\n2 1 -2\n");
  MatrixXd expected = MatrixXd::Zero(2, 2);
  expected << 1, 0, 5, 0;
  EXPECT_EQ(read(file), expected);
}

TEST(MatrixMarket, LayoutIsThatOfPetsc) {
  const SharedFolder folder;
  const auto file = folder.write("g.mtx", coordinate_text(example(5, 11), "general", Half::all));
  const core::Matrix G = read_matrix_market(PETSC_COMM_WORLD, file);
  PetscInt rows = 0, columns = 0;
  core::check(MatGetLocalSize(G, &rows, &columns));
  EXPECT_EQ(rows, core::split_rows(PETSC_COMM_WORLD, 5).size());
  EXPECT_EQ(columns, core::split_rows(PETSC_COMM_WORLD, 11).size());
}

TEST(MatrixMarket, PreallocationIsExactAndEntriesAreShared) {
  constexpr int n = 4000;
  std::string text =
      fmt::format("%%MatrixMarket matrix coordinate real symmetric\n{} {} {}\n", n, n, 2 * n - 1);
  for (int i = 1; i <= n; ++i) text += fmt::format("{} {} 2\n", i, i);
  for (int i = 2; i <= n; ++i) text += fmt::format("{} {} -1\n", i, i - 1);
  const SharedFolder folder;
  const auto file = folder.write("t.mtx", text);
  const core::Matrix K = read_matrix_market(PETSC_COMM_WORLD, file, {.block = 1000});
  MatInfo info{};
  core::check(MatGetInfo(K, MAT_LOCAL, &info));
  const double share = (3.0 * n - 2) / core::size(PETSC_COMM_WORLD);
  EXPECT_NEAR(info.nz_used, share, 4);
  EXPECT_EQ(info.nz_allocated, info.nz_used);
  EXPECT_EQ(info.mallocs, 0);
  PetscInt rows = 0;
  core::check(MatGetSize(K, &rows, nullptr));
  EXPECT_EQ(rows, n);
}

TEST(MatrixMarket, MoreRanksThanRows) {
  const SharedFolder folder;
  const auto file = folder.write("one.mtx",
                                 "%%MatrixMarket matrix coordinate real general\n1 1 1\n"
                                 "1 1 4\n");
  EXPECT_EQ(read(file), MatrixXd::Constant(1, 1, 4.0));
}

TEST(MatrixMarket, NoEntriesIsAZeroMatrix) {
  const SharedFolder folder;
  for (const char* end : {"", "\n", "\n\n"}) {
    const auto file = folder.write(
        "zero.mtx", std::string("%%MatrixMarket matrix coordinate real general\n3 3 0") + end);
    EXPECT_EQ(read(file), MatrixXd::Zero(3, 3));
  }
}

TEST(MatrixMarket, VectorsFromBothForms) {
  const SharedFolder folder;
  const MatrixXd f = example(10, 1);
  for (const auto& text :
       {coordinate_text(f, "general", Half::all), array_text(f, "general", Half::all)}) {
    const auto file = folder.write("f.mtx", text);
    const core::Vector vector =
        read_matrix_market_vector(PETSC_COMM_WORLD, file, {.rows = 10, .block = 20});
    EXPECT_EQ(support::gather(vector), f.col(0));
    EXPECT_EQ(core::row_range(vector).begin, core::split_rows(PETSC_COMM_WORLD, 10).begin);
  }
}

TEST(MatrixMarket, RandomBytesNeverCrash) {
  const SharedFolder folder;
  std::mt19937 random(1);
  const std::string good = coordinate_text(example(6, 6), "general", Half::all);
  const std::string bytes = "0123456789 .eE-+\n\r%xn\t\0\xff";
  for (int trial = 0; trial < 300; ++trial) {
    std::string text = good;
    for (int k = 0; k < 1 + trial % 5; ++k)
      text[random() % text.size()] = bytes[random() % bytes.size()];
    const auto file = folder.write("random.mtx", text);
    try {
      read(file, {.rows = 6, .columns = 6, .block = 32});
    } catch (const core::Error& error) {
      EXPECT_EQ(error.exit_status(), 2) << error.what();
    }
  }
}

}  // namespace
}  // namespace sparkdyn::input
