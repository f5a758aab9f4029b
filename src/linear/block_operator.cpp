// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/linear/block_operator.hpp"

namespace sparkdyn::linear {

using core::check;

BlockVector::BlockVector(const Operators& system, int velocity_blocks, int multiplier_blocks)
    : velocity_blocks_(velocity_blocks) {
  for (int i = 0; i < velocity_blocks; ++i) owned_.push_back(system.make_displacement());
  for (int i = 0; i < multiplier_blocks; ++i) owned_.push_back(system.make_multiplier());
  for (const auto& vector : owned_) blocks_.push_back(vector);
  check(VecCreateNest(system.comm(), static_cast<PetscInt>(blocks_.size()), nullptr, blocks_.data(),
                      nest_.out()));
  whole_ = nest_;
}

BlockVector::BlockVector(Vec nest, int velocity_blocks)
    : velocity_blocks_(velocity_blocks), whole_(nest) {
  PetscInt count = 0;
  Vec* blocks = nullptr;
  check(VecNestGetSubVecs(nest, &count, &blocks));
  blocks_.assign(blocks, blocks + count);
}

BlockOperator::BlockOperator(Operators system, std::vector<KroneckerTerm> terms, Matrix L, Matrix E)
    : system_(std::move(system)), L_(std::move(L)), E_(std::move(E)) {
  for (auto& term : terms) {
    bool merged = false;
    for (auto& kept : terms_) {
      if (kept.B->get() != term.B->get()) continue;
      kept.X += term.X;
      merged = true;
    }
    if (!merged) terms_.push_back(std::move(term));
  }
  work_n_ = system_.make_displacement();
  work_m_ = system_.make_multiplier();
}

void BlockOperator::apply(const BlockVector& x, BlockVector& y) const {
  const int p = velocity_blocks(), r = multiplier_blocks();
  check(VecSet(y.whole(), 0.0));
  // One product per block column and matrix, then spread over the rows with small coefficients.
  for (const auto& [X, B] : terms_)
    for (int j = 0; j < p; ++j) {
      if (X.col(j).isZero(0)) continue;
      check(MatMult(*B, x.velocity(j), work_n_));
      for (int i = 0; i < p; ++i)
        if (X(i, j) != 0) check(VecAXPY(y.velocity(i), X(i, j), work_n_));
    }
  for (int j = 0; j < r; ++j) {
    check(MatMultTranspose(system_.G(), x.multiplier(j), work_n_));
    for (int i = 0; i < p; ++i)
      if (L_(i, j) != 0) check(VecAXPY(y.velocity(i), L_(i, j), work_n_));
  }
  for (int j = 0; r > 0 && j < p; ++j) {
    if (E_.col(j).isZero(0)) continue;
    check(MatMult(system_.G(), x.velocity(j), work_m_));
    for (int i = 0; i < r; ++i)
      if (E_(i, j) != 0) check(VecAXPY(y.multiplier(i), E_(i, j), work_m_));
  }
}

}  // namespace sparkdyn::linear
