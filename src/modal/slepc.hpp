// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// SLEPc's eigenvalue solver, owned.

#include <slepceps.h>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::modal {

using EigenSolver = core::Handle<EPS, core::PetscDestroy<EPS, EPSDestroy>>;

/// SLEPc while it is needed; PETSc is up before and after.
class Slepc {
 public:
  Slepc() { core::check(SlepcInitializeNoArguments()); }
  ~Slepc() { SlepcFinalize(); }
  Slepc(const Slepc&) = delete;
  Slepc& operator=(const Slepc&) = delete;
};

}  // namespace sparkdyn::modal
