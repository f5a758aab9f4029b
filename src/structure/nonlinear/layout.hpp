// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The unknowns of a structure that may turn as far as it likes: every node has its displacement
// u = r − X, and a node with an orientation has the three directors d1, d2, d3 beside it, so that M
// is constant and constraints are linear or quadratic (numerics.md, section 7.1). At the reference
// the directors are the global axes: R = [d1 d2 d3].

#include <mpi.h>
#include <petscsys.h>

#include <vector>

namespace sparkdyn::structure::nonlinear {

/// Numbers of unknowns, rank by rank and node by node, for the nodes in the order of LocalNodes.
struct Layout {
  MPI_Comm comm = MPI_COMM_NULL;
  PetscInt begin = 0, local = 0, global = 0;  ///< first here; how many here; all
  std::vector<PetscInt> position;  ///< of the first of three displacements; ghosts included
  std::vector<PetscInt>
      directors;  ///< of the first of nine, d1 then d2 then d3; −1: there are none
};

}  // namespace sparkdyn::structure::nonlinear
