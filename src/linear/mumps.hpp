// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A factorization by MUMPS of a distributed sparse matrix, real or complex, kept for many solves.
// PETSc's real build has no complex matrices, so the complex-symmetric stage systems
// M + hμC + h²μ²K come here (docs/numerics.md §5).

#include <mpi.h>

#include <complex>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace sparkdyn::linear {

enum class Symmetry { general, symmetric };

/// Entries (0-based) this rank contributes; duplicates add up. For symmetric matrices give one
/// triangle only.
template <typename Scalar>
struct Triplets {
  std::vector<int> rows;
  std::vector<int> columns;
  std::vector<Scalar> values;
};

struct FactorEstimate;

template <typename Scalar>
class MumpsFactor {
 public:
  struct Options {
    Symmetry symmetry = Symmetry::symmetric;
    /// Options `-<prefix>mat_mumps_icntl_<i> value` and `cntl` are read from PETSc's database.
    std::string prefix;
    /// Notes null pivots instead of failing on them; see null_pivots().
    bool detect_null_pivots = false;
    double null_pivot_threshold = 0;  ///< relative to the largest entry, used when above zero
    /// The place of every unknown in the order of elimination (pivot_order.hpp), needed on the
    /// first rank; null, or when an option sets icntl_7: an ordering of MUMPS' own.
    std::shared_ptr<const std::vector<int>> order = nullptr;
    /// negative_pivots() will be asked for.
    bool inertia = false;
  };

  /// Analyses and factors. `local_rows` entries of right-hand side and solution live on this rank,
  /// contiguous in rank order. Throws core::Error (numerics) when singular.
  /// @note Collective.
  MumpsFactor(MPI_Comm comm, int global_size, int local_rows, Triplets<Scalar> entries,
              const Options& options);
  ~MumpsFactor();
  MumpsFactor(MumpsFactor&&) noexcept;
  MumpsFactor& operator=(MumpsFactor&&) noexcept;

  /// x ← A⁻¹x, this rank's part, `count` right-hand sides one after another. @note Collective.
  void solve(std::span<Scalar> x, int count = 1);

  /// 0-based rows where a null pivot was met, the same list on all ranks. @note Collective.
  std::vector<int> null_pivots() const;
  /// A basis of the null space found by null pivots, or its first `most` vectors: whole vectors, on
  /// every rank, so for messages about small deficiencies only. @note Collective.
  std::vector<std::vector<Scalar>> null_space(int most = std::numeric_limits<int>::max());

  double factor_entries() const;  ///< entries of the factors over all ranks
  double memory() const;          ///< bytes that MUMPS took for them, over all ranks
  int negative_pivots() const;    ///< of symmetric factors made with `inertia`

 private:
  template <typename S>
  friend FactorEstimate estimate_factor(MPI_Comm, int, int, Triplets<S>,
                                        const typename MumpsFactor<S>::Options&);
  struct Data;
  std::unique_ptr<Data> data_;
};

/// What a factorization would take, from its analysis alone.
struct FactorEstimate {
  double entries = 0;     ///< of the factors, over all ranks
  double bytes = 0;       ///< all that MUMPS would allocate, over all ranks
  double operations = 0;  ///< of the elimination, in its scalar
};

/// Whether an option chooses the ordering of factors with this prefix.
bool ordering_chosen(const std::string& prefix);
/// Whether any option is meant for factors with this prefix.
bool controls_chosen(const std::string& prefix);

/// Throws core::Error (numerics) when the matrix is structurally singular. @note Collective.
template <typename Scalar>
FactorEstimate estimate_factor(MPI_Comm comm, int global_size, int local_rows,
                               Triplets<Scalar> entries,
                               const typename MumpsFactor<Scalar>::Options& options);

extern template class MumpsFactor<double>;
extern template class MumpsFactor<std::complex<double>>;

}  // namespace sparkdyn::linear
