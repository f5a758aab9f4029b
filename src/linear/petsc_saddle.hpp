// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A real shifted system by whatever solver of PETSc's options choose, on all ranks.

#include "linear/shifted.hpp"

namespace sparkdyn::linear {

class PetscSaddle final : public Shifted<double> {
 public:
  PetscSaddle(const Operators& system, const std::vector<WeightedMatrix<double>>& sum,
              const ShiftedOptions& options);

  void set_up() override;
  void agree() override {}
  void send(std::span<const double> right, int count, Guess guess) override;
  void solve() override;
  SolveResult receive(std::span<double> left) override;
  SolverCost cost() const override;
  std::optional<PetscInt> negative_pivots() const override;

 private:
  void solve_block();
  void scale_rows(std::span<double> values) const;

  std::string prefix_;
  bool symmetric_, inertia_;
  double scale_ = 1;  // of G against P
  PetscInt local_dofs_ = 0, local_ = 0;
  core::Matrix matrix_;
  core::LinearSolver solver_;
  core::Vector right_, left_;
  std::vector<double> values_;
  int count_ = 1;
  SolverTimes times_;
};

}  // namespace sparkdyn::linear
