#pragma once
// Products with the structure's matrices in as few passes over memory as there can be, which is
// what they cost: M v and K q at once where both have the same columns, and Σ_i b_i V_iᵀKV_i for
// all stages at once. Rows with the same columns (of one node) are taken together.

#include <memory>
#include <span>
#include <vector>

#include "sparkdyn/mechanics/term.hpp"

namespace sparkdyn::stage {

class JointProduct {
 public:
  /// `second` may be null. The matrices are PETSc's, not copied, and kept. @note Collective.
  explicit JointProduct(mechanics::MatrixPtr first, mechanics::MatrixPtr second = nullptr);

  /// y ← A x. @note Collective.
  void multiply(Vec x, Vec y) const;
  /// y ← A x and w ← B z. @note Collective.
  void multiply(Vec x, Vec y, Vec z, Vec w) const;
  /// This rank's share of Σ_i b_i x_iᵀAx_i. @note Collective.
  double quadratic_form(std::span<const Vec> x, std::span<const double> b) const;

 private:
  /// Compressed rows of one part, own or other ranks' columns.
  struct Part {
    PetscInt rows = 0;
    const PetscInt *begin = nullptr, *columns = nullptr;
    const double* values = nullptr;
  };
  struct Matrix {
    Part own, others;
    core::Scatter to_ghost;  // empty on one rank
    core::Vector ghost;
    /// Entries of x that other ranks have and this one's rows need. @note Collective.
    std::vector<double> fetch(Vec x) const;
  };
  static Part part_of(Mat matrix);
  static Matrix matrix_of(Mat matrix);
  void group_rows();

  mechanics::MatrixPtr kept_, second_kept_;
  Matrix first_, second_;
  bool same_columns_ = false;     // on all ranks, of both matrices' own parts
  std::vector<PetscInt> groups_;  // first row of each group of up to three with the same columns
};

}  // namespace sparkdyn::stage
