// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A damped beam of about a thousand unknowns, enough for two levels of a multigrid.

#include "hex_beam.hpp"

namespace sparkdyn {

inline benchmarks::HexBeam small_beam(int constraints) {
  benchmarks::HexBeam beam{.nx = 16, .ny = 4, .nz = 3};
  beam.length = 1.6;
  beam.width = 0.4;
  beam.height = 0.3;
  beam.rayleigh_beta = 1e-5;
  beam.constraints = constraints;
  return beam;
}

}  // namespace sparkdyn
