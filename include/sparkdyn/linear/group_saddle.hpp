// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// [ P  Gᵀ ] [ x ]   [ f ]
// [ G  0  ] [ y ] = [ g ]   with P = Σ_k c_k B_k, factored on a group of ranks, one or all; see
// core/group_factor.hpp. Several of them are factored and solved side by side.

#include <string>
#include <vector>

#include "sparkdyn/linear/group_factor.hpp"
#include "sparkdyn/linear/solve_result.hpp"
#include "sparkdyn/linear/weighted_matrix.hpp"

namespace sparkdyn::linear {

struct FactorNeeds {
  bool with_constraint = true;
  bool inertia = false;  ///< the factors must know how many of their pivots are negative
};

template <typename Scalar>
class GroupSaddle {
 public:
  /// Sends the matrix to the group. MUMPS controls come from options
  /// `-<prefix>mat_mumps_icntl_<i>`. @note Collective.
  GroupSaddle(const Operators& system, const std::vector<WeightedMatrix<Scalar>>& sum,
              const std::string& prefix, Group group, FactorNeeds needs = {});

  /// On the group alone; others need not wait.
  void factor();
  /// Throws core::Error (numerics) on all ranks when it is singular. @note Collective.
  void agree();

  /// This rank's `count` times [f; g], one after another. @note Collective.
  void send(std::vector<Scalar>& right, int count = 1);
  /// On the group alone.
  void solve();
  /// [x; y] in place of [f; g]. @note Collective.
  void receive(std::vector<Scalar>& left, int count = 1);

  double factor_entries() const { return factor_.factor_entries(); }
  double memory() const { return factor_.memory(); }  ///< bytes, of all ranks
  int negative_pivots() const { return factor_.negative_pivots(); }
  const SolverTimes& times() const { return times_; }

 private:
  void scale_rows(std::vector<Scalar>& values, int count) const;

  PetscInt local_dofs_ = 0, local_rows_ = 0;
  double scale_ = 1;
  GroupFactor<Scalar> factor_;
  SolverTimes times_;
};

extern template class GroupSaddle<double>;
extern template class GroupSaddle<std::complex<double>>;

}  // namespace sparkdyn::linear
