// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Integrators of one structure behind one face, so that they can be timed in turn: those of this
// code, and PETSc's TSALPHA2 (generalized-α of Chung & Hulbert) on
//   M A + C V + K U = F(t),
// which knows no constraints. Made as each likes best: everything linear is factored once by MUMPS
// as symmetric matrices and never again.

#include <functional>
#include <memory>
#include <string>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::benchmarks {

class Competitor {
 public:
  virtual ~Competitor() = default;
  virtual void step() = 0;
  virtual double displacement(PetscInt dof) const = 0;
};

struct Entry {
  std::string name;
  int order = 2;
  /// From rest with steps of size h; everything that happens once is done.
  std::function<std::unique_ptr<Competitor>(const mechanics::System& system, double h)> make;
};

Entry spark(int stages, double rho_infinity);
Entry generalized_alpha(double rho_infinity);
/// The first step is part of making it: TSALPHA2 finds its acceleration by two short steps with
/// matrices of their own.
Entry tsalpha2(double rho_infinity);

}  // namespace sparkdyn::benchmarks
