// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Another owner of an object that a host program made and goes on using: PETSc counts its owners,
// and the last one to let go destroys it.

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::core {

inline Matrix share(Mat matrix) {
  check(PetscObjectReference(reinterpret_cast<PetscObject>(matrix)));
  return Matrix(matrix);
}

inline Vector share(Vec vector) {
  check(PetscObjectReference(reinterpret_cast<PetscObject>(vector)));
  return Vector(vector);
}

}  // namespace sparkdyn::core
