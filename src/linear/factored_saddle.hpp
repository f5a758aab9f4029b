// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A shifted system by factors that a group of ranks holds, one or all; see
// sparkdyn/linear/group_factor.hpp.

#include "linear/group_factor.hpp"
#include "linear/shifted.hpp"

namespace sparkdyn::linear {

template <typename Scalar>
class FactoredSaddle final : public Shifted<Scalar> {
 public:
  FactoredSaddle(const Operators& system, const std::vector<WeightedMatrix<Scalar>>& sum,
                 const ShiftedOptions& options);

  void set_up() override;
  void agree() override;
  void send(std::span<const Scalar> right, int count,
            typename Shifted<Scalar>::Guess guess) override;
  void solve() override;
  SolveResult receive(std::span<Scalar> left) override;
  SolverCost cost() const override { return {factor_.factor_entries(), factor_.memory(), times_}; }
  std::optional<PetscInt> negative_pivots() const override;

 private:
  void scale_rows(std::span<Scalar> values) const;

  PetscInt local_dofs_ = 0, local_rows_ = 0;
  bool inertia_;
  double scale_ = 1;  // of G against P
  GroupFactor<Scalar> factor_;
  int count_ = 1;
  std::vector<Scalar> scaled_;
  SolverTimes times_;
};

extern template class FactoredSaddle<double>;
extern template class FactoredSaddle<std::complex<double>>;

}  // namespace sparkdyn::linear
