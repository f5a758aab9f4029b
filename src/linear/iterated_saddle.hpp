// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A shifted system without factors, iterated on a group of ranks, which has multigrid spaces of its
// own (group_spaces.hpp), or on all of them.

#include <optional>

#include "linear/shifted.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::linear {

template <typename Scalar>
class IteratedSaddle final : public Shifted<Scalar> {
 public:
  IteratedSaddle(const Operators& system, const std::vector<WeightedMatrix<Scalar>>& sum,
                 const ShiftedOptions& options);

  void set_up() override;
  void agree() override;
  void send(std::span<const Scalar> right, int count,
            typename Shifted<Scalar>::Guess guess) override;
  void solve() override;
  SolveResult receive(std::span<Scalar> left) override;
  SolverCost cost() const override { return {entries_, 0, times_}; }
  bool iterates() const override { return true; }

 private:
  void to_group(std::span<const Scalar> mine, const std::vector<int>& sizes,
                std::vector<Scalar>& parts);
  void to_all(const std::vector<Scalar>& parts, const std::vector<int>& sizes,
              std::span<Scalar> mine);
  /// Keeps an error of `body` for agree() or receive().
  template <typename Body>
  void on_group(Body body);
  void tell_failure();

  GroupExchange exchange_;
  std::shared_ptr<MultigridSpaces> spaces_;
  std::vector<Scalar> sigma_;  // of each of the system's matrices
  IterativeOptions options_;
  std::size_t dofs_, rows_;  // of this rank
  // On members:
  std::vector<int> client_dofs_, client_rows_;
  std::vector<Scalar> f_, g_, x_, y_;
  bool guess_ = false;
  std::optional<IterativeSaddle<Scalar>> system_;
  SolveResult result_;
  std::optional<core::Error> failure_;

  double entries_ = 0;
  SolverTimes times_;
};

extern template class IteratedSaddle<double>;
extern template class IteratedSaddle<std::complex<double>>;

}  // namespace sparkdyn::linear
