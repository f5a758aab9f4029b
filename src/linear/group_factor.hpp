// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A factorization held by some of the ranks, for a matrix and right-hand sides that all ranks have
// parts of. Two reasons for it: factors of several systems can be used at the same time, each by
// its own group; and MUMPS on one rank gives the same bits every time, which it does not on several
// (contributions are added in the order in which messages happen to arrive).

#include <array>
#include <optional>

#include "linear/dense_factor.hpp"
#include "linear/mumps.hpp"
#include "linear/rank_group.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::linear {

template <typename Scalar>
class GroupFactor {
 public:
  using Options = typename MumpsFactor<Scalar>::Options;

  /// Sends the entries to the group; `local_rows` and `entries` as for MumpsFactor. Factors nothing
  /// yet. @note Collective.
  GroupFactor(MPI_Comm comm, RankGroup group, int global_size, int local_rows,
              Triplets<Scalar> entries, Options options);

  /// Factors, on the ranks of the group; nothing on others, which need not wait.
  void factor();
  /// Throws core::Error (numerics) on all ranks when factor() failed. @note Collective.
  void agree();

  /// One solve in three parts, so that groups work side by side: all ranks send their parts of
  /// `count` right-hand sides, the group solves, all ranks receive. @note send() and receive() are
  /// collective; solve() of the group.
  void send(std::span<const Scalar> right, int count = 1);
  void solve();
  void receive(std::span<Scalar> left, int count = 1);

  // After agree():
  double factor_entries() const { return about_[0]; }
  double memory() const { return about_[1]; }  ///< bytes, of all ranks
  int negative_pivots() const { return static_cast<int>(about_[2]); }

 private:
  GroupExchange exchange_;
  int local_rows_, global_size_;
  Options options_;
  // On members: what the clients sent.
  std::vector<int> client_rows_;
  int rows_ = 0;
  Triplets<Scalar> entries_;
  std::vector<Scalar> x_;
  int count_ = 1;
  bool dense() const;
  std::optional<MumpsFactor<Scalar>> factor_;
  std::unique_ptr<DenseFactor<Scalar>> dense_;  // in its place
  std::optional<core::Error> failure_;
  std::array<double, 3> about_{};
};

extern template class GroupFactor<double>;
extern template class GroupFactor<std::complex<double>>;

}  // namespace sparkdyn::linear
