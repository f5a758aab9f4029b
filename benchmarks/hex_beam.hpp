// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A steel cantilever of 8-node bricks, clamped by leaving out the root's nodes, its end face kept
// plane across by a few constraints: the structure that the benchmarks share. Assembled in
// parallel.

#include <memory>

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::benchmarks {

struct HexBeam {
  int nx = 65, ny = 11, nz = 10;  ///< elements along, across, up: 25,740 degrees of freedom
  double length = 6.5, width = 1.1, height = 1.0;
  double young = 210e9, poisson = 0.3, density = 7800;
  double rayleigh_alpha = 0, rayleigh_beta = 0;
  /// The part of the length at the end that is the region "joint", and how much stiffer it is.
  double joint = 0, joint_stiffness = 1;
  int constraints = 10;  ///< rows that tie the deflections of neighbours on the end face

  mechanics::AmplitudePtr amplitude = nullptr;  ///< of the load; null: a step

  long dofs() const { return 3L * nx * (ny + 1) * (nz + 1); }
  /// The deflection in the middle of the end face.
  PetscInt tip() const {
    return static_cast<PetscInt>(3 * (((nx - 1L) * (ny + 1) + ny / 2) * (nz + 1) + nz / 2) + 2);
  }
};

/// A load on the end face, at rest. @note Collective.
std::unique_ptr<mechanics::System> make_hex_beam(const HexBeam& beam);

}  // namespace sparkdyn::benchmarks
