// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Modes not yet in their final form: M-orthonormal, in the order of ω², each with what the digits
// of the matrices can say of its ω².

#include <cmath>
#include <span>
#include <vector>

#include "linear/saddle.hpp"
#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::modal {

struct Candidate {
  core::Vector x, y;      ///< y is empty without constraints
  double eigenvalue = 0;  ///< ω²
  double resolution = 0;  ///< change of ω² by the rounding of the entries of K − σM

  bool is_zero() const { return std::abs(eigenvalue) <= resolution; }
};

class Candidates {
 public:
  explicit Candidates(const mechanics::System& system);

  /// Forgets all of them; `shift` is the σ from which they are sought.
  void restart(double shift);
  /// Adds S M x of each vector: that takes G x to round-off, and what Lanczos left of other modes
  /// down, and gives y. Then sorts and orthonormalises all. @note Collective.
  void add(std::span<const core::Vector> vectors, linear::RealSaddle& inverse);

  PetscInt size() const { return static_cast<PetscInt>(all_.size()); }
  const Candidate& operator[](PetscInt i) const { return all_[i]; }
  std::vector<Vec> shapes() const;
  /// Neighbours whose ω² the digits do not tell apart, each cluster with its members.
  std::vector<std::span<Candidate>> clusters();
  /// |Kx + Gᵀy − ω²Mx| relative to |diag(K) x| + (|ω²| + |σ|)|Mx|. @note Collective.
  double residual(const Candidate& candidate) const;
  const core::Vector& diagonal() const { return diagonal_; }  ///< of K

 private:
  void judge(Candidate& candidate) const;
  void settle();

  const mechanics::System& system_;
  core::Vector diagonal_, work_;
  double shift_ = 0;
  std::vector<Candidate> all_;
};

/// Modes of one ω² are any basis of a space; this one depends on the structure alone. Turns an
/// M-orthonormal basis to the one where vector j is the only one from j on that moves the degree of
/// freedom which those from j on can move most. For a single vector: fixes its sign.
/// @note Collective.
void make_canonical(MPI_Comm comm, std::span<Candidate> cluster);

}  // namespace sparkdyn::modal
