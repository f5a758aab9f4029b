// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// An option of PETSc's for a while.

#include <string>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::support {

/// Set as long as it lives.
class PetscOption {
 public:
  PetscOption(std::string name, const char* value) : name_(std::move(name)) {
    core::check(PetscOptionsSetValue(nullptr, name_.c_str(), value));
  }
  ~PetscOption() { PetscOptionsClearValue(nullptr, name_.c_str()); }
  PetscOption(const PetscOption&) = delete;
  PetscOption& operator=(const PetscOption&) = delete;

 private:
  std::string name_;
};

}  // namespace sparkdyn::support
