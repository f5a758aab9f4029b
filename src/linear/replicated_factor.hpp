// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The factors of a small distributed matrix on every rank: a solve is one exchange of right-hand
// sides and local work, where factors spread over ranks would send many small messages.

#include <mpi.h>

#include <complex>
#include <memory>
#include <span>
#include <vector>

#include "linear/mumps.hpp"

namespace sparkdyn::linear {

template <typename Scalar>
class ReplicatedFactor {
 public:
  /// All entries this rank has, both triangles, global numbers; duplicates add up. `local_rows`
  /// entries of vectors live here. Throws core::Error (numerics) on all ranks when singular.
  /// @note Collective.
  ReplicatedFactor(MPI_Comm comm, int local_rows, const Triplets<Scalar>& entries);
  ~ReplicatedFactor();

  /// x ← A⁻¹x, this rank's part, `count` right-hand sides one after another. @note Collective.
  void solve(std::span<Scalar> x, int count = 1) const;

 private:
  struct Factor;
  MPI_Comm comm_;
  int local_rows_;
  std::vector<int> counts_, starts_;  // of the ranks' rows
  std::unique_ptr<Factor> factor_;
};

extern template class ReplicatedFactor<double>;
extern template class ReplicatedFactor<std::complex<double>>;

}  // namespace sparkdyn::linear
