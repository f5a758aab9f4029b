// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The stage equations of one step as one block system (docs/numerics.md §3),
//   [ Σ_k X_k⊗B_k   L⊗Gᵀ ] [ V  ]   [ r   ]
//   [ E⊗G           0    ] [ hΛ ] = [ r_c ],
// with small dense X_k (p×p), L (p×r), E (r×p) and sparse distributed B_k (n×n), G (m×n). It is
// never dense in space. p counts blocks of n unknowns, r blocks of m multipliers.

#include <memory>
#include <vector>

#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/linear/operators.hpp"
#include "sparkdyn/tableau/types.hpp"

namespace sparkdyn::linear {

using tableau::Matrix;

/// p vectors of n and r vectors of m entries, seen together as one PETSc (nest) vector.
class BlockVector {
 public:
  /// @note Collective.
  BlockVector(const Operators& system, int velocity_blocks, int multiplier_blocks);
  /// Sees the blocks of an existing nest vector, as PETSc hands them to a shell.
  BlockVector(Vec nest, int velocity_blocks);

  /// V_i, owned here.
  Vec velocity(int i) const { return blocks_[i]; }
  Vec multiplier(int i) const { return blocks_[velocity_blocks_ + i]; }  ///< hΛ_i, owned here
  int velocity_blocks() const { return velocity_blocks_; }               ///< p
  /// The r of the system.
  int multiplier_blocks() const { return static_cast<int>(blocks_.size()) - velocity_blocks_; }
  Vec whole() const { return whole_; }  ///< all blocks as one, owned here
  /// The velocity blocks as PETSc's multi-vector routines take them.
  Vec* velocities() { return blocks_.data(); }
  /// The multiplier blocks in the same way.
  Vec* multipliers() { return blocks_.data() + velocity_blocks_; }

 private:
  int velocity_blocks_ = 0;
  std::vector<core::Vector> owned_;
  std::vector<Vec> blocks_;
  core::Vector nest_;
  Vec whole_ = nullptr;
};

/// X⊗B.
struct KroneckerTerm {
  Matrix X;     ///< p×p
  MatrixPtr B;  ///< shared
};

/// The operator of the block system, applied and never assembled.
class BlockOperator {
 public:
  /// X of terms with the same B are added up. `L` and `E` are empty without constraints.
  BlockOperator(Operators system, std::vector<KroneckerTerm> terms, Matrix L, Matrix E);

  const Operators& system() const { return system_; }                 ///< whose matrices these are
  const std::vector<KroneckerTerm>& terms() const { return terms_; }  ///< one for each distinct B
  const Matrix& L() const { return L_; }                              ///< p×r
  const Matrix& E() const { return E_; }                              ///< r×p
  int velocity_blocks() const { return static_cast<int>(terms_.front().X.rows()); }  ///< p
  int multiplier_blocks() const { return static_cast<int>(L_.cols()); }              ///< r

  /// Zero. @note Collective.
  BlockVector make_vector() const { return {system_, velocity_blocks(), multiplier_blocks()}; }

  /// y ← operator·x. @note Collective.
  void apply(const BlockVector& x, BlockVector& y) const;

 private:
  Operators system_;
  std::vector<KroneckerTerm> terms_;
  Matrix L_, E_;
  core::Vector work_n_, work_m_;
};

}  // namespace sparkdyn::linear
