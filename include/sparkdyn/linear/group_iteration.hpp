// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// [ A  Gᵀ ] [ x ]   [ f ]
// [ G  0  ] [ y ] = [ g ]   with A = Σ_k σ_k B_k, iterated on a group of ranks (group_spaces.hpp)
// while other groups iterate on theirs; the counterpart of GroupSaddle without factors.

#include <complex>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/linear/group_spaces.hpp"
#include "sparkdyn/linear/iterative_saddle.hpp"

namespace sparkdyn::linear {

template <typename Scalar>
class GroupIteration {
 public:
  using Complex = std::complex<double>;

  /// σ of each of the structure's distinct matrices, in the order of MultigridSpaces::matrices().
  /// @note Collective.
  GroupIteration(const Operators& whole, std::shared_ptr<const GroupSpaces> spaces, Group group,
                 std::vector<Scalar> sigma, const IterativeOptions& options);

  /// Builds the cycle, on the group alone; others need not wait.
  void prepare();
  /// Throws core::Error on all ranks when that failed. @note Collective.
  void agree();

  /// This rank's [f; g], and a guess of x or null, on all ranks alike: the guess of a rank without
  /// unknowns is empty, not null. @note Collective.
  void send(std::span<const Complex> right, const std::vector<Complex>* guess);
  /// On the group alone.
  void solve();
  /// [x; y] on all ranks. @note Collective.
  SolveResult receive(std::span<Complex> left);

  double factor_entries() const { return entries_; }
  const SolverTimes& times() const { return times_; }

 private:
  void to_group(std::span<const Complex> mine, const std::vector<int>& sizes,
                std::vector<Scalar>& parts);
  void to_all(const std::vector<Scalar>& parts, const std::vector<int>& sizes,
              std::span<Complex> mine);
  /// Keeps an error of `body` for agree() or receive().
  template <typename Body>
  void on_group(Body body);
  void tell_failure();

  GroupExchange exchange_;
  std::shared_ptr<const GroupSpaces> spaces_;
  std::vector<Scalar> sigma_;
  IterativeOptions options_;
  PetscInt dofs_ = 0, rows_ = 0;  // of this rank
  // On members:
  std::vector<int> client_dofs_, client_rows_;
  std::vector<Scalar> f_, g_, x_, y_;
  bool guess_ = false;
  std::optional<IterativeSaddle<Scalar>> system_;
  SolveResult result_;
  std::optional<core::Error> failure_;

  std::vector<Scalar> work_;
  double entries_ = 0;
  SolverTimes times_;
};

extern template class GroupIteration<double>;
extern template class GroupIteration<std::complex<double>>;

}  // namespace sparkdyn::linear
