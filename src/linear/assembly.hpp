// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The entries of Σ X_k⊗B_k with its constraint blocks, row by row, in a numbering where each rank's
// blocks follow one another: rank 0 [V_1 … V_p Λ_1 … Λ_r], rank 1 [V_1 …], … so that every rank's
// rows are contiguous. Scalar is real for the monolithic and real stage systems, complex for pairs.

#include <algorithm>
#include <complex>
#include <span>
#include <vector>

#include "linear/mumps.hpp"
#include "sparkdyn/linear/block_operator.hpp"

namespace sparkdyn::linear {

template <typename Scalar>
using Dense = Eigen::Matrix<Scalar, Eigen::Dynamic, Eigen::Dynamic>;

/// Where (block, index) lies in the interleaved numbering.
class Interleaving {
 public:
  Interleaving(const Operators& system, int velocity_blocks, int multiplier_blocks);

  PetscInt velocity(int block, PetscInt dof) const;
  PetscInt multiplier(int block, PetscInt row) const;
  PetscInt local_size() const;
  PetscInt global_size() const { return offsets_.back(); }
  const core::RowRange& dofs() const { return dofs_; }
  const core::RowRange& rows() const { return rows_; }

 private:
  int p_, r_, rank_;
  core::RowRange dofs_, rows_;
  std::vector<PetscInt> first_dof_, first_row_;  // of every rank, and the total at the end
  std::vector<PetscInt> offsets_;
};

/// Coefficients of one system to assemble; scale balances the size of G against the B_k.
template <typename Scalar>
struct BlockCoefficients {
  std::vector<Dense<Scalar>> X;  ///< one per matrix
  Dense<Scalar> L, E;
};

/// One row of several matrices merged by column: values(k, c) is the entry of matrix k.
class MergedRow {
 public:
  explicit MergedRow(std::span<const Mat> matrices) : matrices_(matrices) {}
  void read(PetscInt row);
  const std::vector<PetscInt>& columns() const { return columns_; }
  double value(std::size_t matrix, std::size_t column) const {
    return values_[column * matrices_.size() + matrix];
  }

 private:
  struct Entry {
    PetscInt column;
    std::size_t matrix;
    double value;
  };
  std::span<const Mat> matrices_;
  std::vector<Entry> entries_;
  std::vector<PetscInt> columns_;
  std::vector<double> values_;
};

/// Calls sink(row, column, value) for every entry of this rank's rows.
template <typename Scalar, typename Sink>
void visit_entries(const Interleaving& at, std::span<const Mat> matrices, Mat G, Mat Gt,
                   const BlockCoefficients<Scalar>& coefficients, Sink sink) {
  const auto p = coefficients.X.front().rows();
  const auto r = coefficients.L.cols();
  MergedRow row(matrices);
  std::vector<Scalar> sum;
  for (PetscInt i = at.dofs().begin; i < at.dofs().end; ++i) {
    row.read(i);
    for (int a = 0; a < p; ++a)
      for (int b = 0; b < p; ++b) {
        bool coupled = a == b;
        for (const auto& X : coefficients.X) coupled |= X(a, b) != Scalar(0);
        if (!coupled) continue;
        for (std::size_t c = 0; c < row.columns().size(); ++c) {
          Scalar value = 0;
          for (std::size_t k = 0; k < matrices.size(); ++k)
            value += coefficients.X[k](a, b) * row.value(k, c);
          sink(at.velocity(a, i), at.velocity(b, row.columns()[c]), value);
        }
      }
  }
  if (r == 0) return;
  const auto couple = [&](Mat matrix, PetscInt i, auto emit) {
    PetscInt count = 0;
    const PetscInt* columns = nullptr;
    const PetscScalar* values = nullptr;
    core::check(MatGetRow(matrix, i, &count, &columns, &values));
    for (PetscInt k = 0; k < count; ++k) emit(columns[k], values[k]);
    core::check(MatRestoreRow(matrix, i, &count, &columns, &values));
  };
  for (PetscInt i = at.dofs().begin; i < at.dofs().end; ++i)
    couple(Gt, i, [&](PetscInt j, double g) {
      for (int a = 0; a < p; ++a)
        for (int b = 0; b < r; ++b)
          if (coefficients.L(a, b) != Scalar(0))
            sink(at.velocity(a, i), at.multiplier(b, j), coefficients.L(a, b) * g);
    });
  for (PetscInt i = at.rows().begin; i < at.rows().end; ++i)
    for (int a = 0; a < r; ++a) {
      couple(G, i, [&](PetscInt j, double g) {
        for (int b = 0; b < p; ++b)
          if (coefficients.E(a, b) != Scalar(0))
            sink(at.multiplier(a, i), at.velocity(b, j), coefficients.E(a, b) * g);
      });
      // An explicit zero: PETSc's factorizations want the diagonal to be there.
      sink(at.multiplier(a, i), at.multiplier(a, i), Scalar(0));
    }
}

/// The distinct matrices of an operator, in the order of its terms.
std::vector<Mat> matrices_of(const std::vector<KroneckerTerm>& terms);

/// Mean size of the diagonal of Σ c_k B_k: what G is scaled by so that one saddle-point matrix does
/// not mix units. @note Collective.
double diagonal_scale(const std::vector<KroneckerTerm>& terms,
                      std::span<const std::complex<double>> coefficients);

/// Gᵀ as a distributed matrix; empty without constraints. @note Collective.
core::Matrix transposed_constraint(const Operators& system);

/// @note Collective.
core::Matrix assemble(const Interleaving& at, std::span<const Mat> matrices, Mat G, Mat Gt,
                      const BlockCoefficients<double>& coefficients);

/// This rank's entries for MUMPS; with Symmetry::symmetric the lower triangle only.
template <typename Scalar>
Triplets<Scalar> triplets(const Interleaving& at, std::span<const Mat> matrices, Mat G, Mat Gt,
                          const BlockCoefficients<Scalar>& coefficients, Symmetry symmetry);

}  // namespace sparkdyn::linear
