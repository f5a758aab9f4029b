// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// How the user calls what the equations only number: "node 17, y" for a degree of freedom, "tie
// 'seam', node 9, x" for a row of G.

#include <petscsys.h>

#include <functional>
#include <string>

namespace sparkdyn::mechanics {

/// Asked on the rank that holds the 0-based row, and only there. Empty: numbers are shown.
struct Names {
  std::function<std::string(PetscInt dof)> dof = {};         ///< "node 17, y"
  std::function<std::string(PetscInt row)> constraint = {};  ///< "tie 'seam', node 9, x"
};

}  // namespace sparkdyn::mechanics
