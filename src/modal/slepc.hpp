// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// SLEPc, which PETSc does not start by itself.

#include <slepceps.h>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::modal {

/// SLEPc while it is needed; PETSc is up before and after.
class Slepc {
 public:
  Slepc() { core::check(SlepcInitializeNoArguments()); }
  ~Slepc() { SlepcFinalize(); }
  Slepc(const Slepc&) = delete;
  Slepc& operator=(const Slepc&) = delete;
};

}  // namespace sparkdyn::modal
