// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Products with the structure's matrices in as few passes over memory as there can be, which is
// what they cost: M v and K q at once where both have the same columns, and Σ_i b_i V_iᵀKV_i for
// all stages at once. For that it has a copy of what this rank has of them, in the order in which
// it is read: rows with the same columns (of one node) together, half of a symmetric matrix, and
// one number for a block m·I, as those of a mass are.

#include <memory>
#include <span>
#include <vector>

#include "sparkdyn/linear/operators.hpp"

namespace sparkdyn::linear {

class JointProduct {
 public:
  /// `second` may be null. @note Collective.
  JointProduct(MatrixPtr first, MatrixPtr second, bool symmetric);

  /// y ← A x and w ← B z; z and w are null when there is no second matrix. @note Collective.
  void multiply(Vec x, Vec y, Vec z = nullptr, Vec w = nullptr) const;
  /// This rank's share of Σ_i b_i x_iᵀAx_i, without a second matrix. @note Collective.
  double quadratic_form(std::span<const Vec> x, std::span<const double> b) const;

 private:
  /// Compressed rows of one part, own or other ranks' columns.
  struct CompressedRows {
    PetscInt rows = 0;
    const PetscInt *begin = nullptr, *columns = nullptr;
    const double* values = nullptr;
  };
  struct Matrix {
    MatrixPtr kept;
    CompressedRows own, others;
    core::Scatter to_ghost;  // empty on one rank
    core::Vector ghost;
    /// Entries of x that other ranks have and this one's rows need. @note Collective.
    std::vector<double> fetch(Vec x) const;
    /// y ← y + (other ranks' columns) · x. @note Collective.
    void add_others(Vec x, double* y) const;
  };
  /// Adjacent rows with the same columns: `count` of them from `columns` on, and for each the
  /// entries of all rows of the first matrix, then of the second, from `values` on. Those after
  /// `once` columns also stand for their mirror images. In blocks: columns are counted in threes,
  /// of which the first is kept, each with m of the first matrix and all entries of the second.
  struct Bundle {
    PetscInt row = 0, rows = 0, count = 0, once = 0;
    std::size_t columns = 0, values = 0;
    bool blocks = false;
  };

  static CompressedRows rows_of(Mat matrix);
  static Matrix matrix_of(MatrixPtr matrix);
  bool same_columns() const;
  void pack(bool symmetric);
  bool in_blocks(PetscInt row, PetscInt from, PetscInt once, PetscInt end) const;
  void pack_blocks(const Bundle& bundle, PetscInt from);
  template <typename Visit>
  void for_each_bundle(Visit visit) const;
  template <int N>
  void multiply_own(const double* const (&x)[N], double* const (&y)[N]) const;
  template <int S>
  double form(std::span<const Vec> x, std::span<const double> b) const;

  Matrix first_, second_;
  std::unique_ptr<JointProduct> apart_;  // the second, when it has other columns
  std::vector<Bundle> bundles_;
  std::vector<PetscInt> columns_;
  std::vector<double> values_;
};

}  // namespace sparkdyn::linear
