// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Constraints by elimination: every row of G gives one of its unknowns, the slave, in terms of
// others, x = T y with G T = 0, so that [A Gᵀ; G 0] becomes TᵀA T of the unconstrained size
// whatever the number of rows. What elimination leaves, particular values and multipliers, comes
// from [D Gᵀ; G 0] with a diagonal D on the unknowns that G touches, to round-off.

#include <complex>
#include <memory>
#include <vector>

#include "sparkdyn/linear/operators.hpp"

namespace sparkdyn::linear {

class Elimination {
 public:
  /// `diagonal` is D. Throws core::Error (input) when rows of G are dependent.
  /// @note Collective.
  Elimination(const Operators& system, Vec diagonal);
  ~Elimination();

  /// T for preconditioning, n × n: unit rows for the free unknowns, empty columns for the slaves.
  /// Slaves with more than a hundred masters have empty rows too: TᵀA T would couple all of these
  /// masters with each other, while leaving them out costs an iteration or two each.
  /// @note Collective.
  core::Matrix transformation() const;
  const std::vector<PetscInt>& slaves() const;  ///< this rank's, local numbers

  /// Slave entries of x ← what the others say. @note Collective.
  template <typename Scalar>
  void expand(Scalar* x) const;
  /// r ← Tᵀr. @note Collective.
  template <typename Scalar>
  void restrict(Scalar* r) const;
  /// x ← x + dx, the smallest that gives G x = g. @note Collective.
  template <typename Scalar>
  void correct(Scalar* x, const Scalar* g) const;
  /// λ with Gᵀλ = r, where r is such a force but for errors. @note Collective.
  template <typename Scalar>
  void multipliers(const Scalar* r, Scalar* lambda) const;

 private:
  struct Data;
  std::unique_ptr<Data> data_;
};

}  // namespace sparkdyn::linear
