#pragma once
// PETSc's option `-factors` (stage/placement.hpp) for a while.

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::support {

/// Sets it as long as it lives.
class FactorsOption {
 public:
  explicit FactorsOption(const char* value) {
    core::check(PetscOptionsSetValue(nullptr, "-factors", value));
  }
  ~FactorsOption() { PetscOptionsClearValue(nullptr, "-factors"); }
  FactorsOption(const FactorsOption&) = delete;
  FactorsOption& operator=(const FactorsOption&) = delete;
};

}  // namespace sparkdyn::support
