// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The factors of a small matrix as a dense one, S A S = P⁻¹ L U with powers of two in S that bring
// all rows to one size: where matrices change from step to step, MUMPS takes most of its time to
// begin.

#include <memory>
#include <span>

#include "linear/mumps.hpp"

namespace sparkdyn::linear {

template <typename Scalar>
class DenseFactor {
 public:
  /// Up to this size dense factors take less time than MUMPS, whatever the pattern
  /// (benchmarks/small_factors).
  static constexpr int largest = 120;

  /// Null when the matrix is so nearly singular that another solver should judge it. Entries as for
  /// MumpsFactor on one rank.
  static std::unique_ptr<DenseFactor> make(int size, const Triplets<Scalar>& entries,
                                           Symmetry symmetry);
  ~DenseFactor();

  /// x ← A⁻¹x, `count` right-hand sides one after another.
  void solve(std::span<Scalar> x, int count = 1) const;
  double factor_entries() const;

 private:
  struct Data;
  explicit DenseFactor(std::unique_ptr<Data> data);
  std::unique_ptr<Data> data_;
};

extern template class DenseFactor<double>;
extern template class DenseFactor<std::complex<double>>;

}  // namespace sparkdyn::linear
