// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The beam of a benchmark from its command line.

#include <CLI/CLI.hpp>

#include "hex_beam.hpp"

namespace sparkdyn::benchmarks {

inline void add_beam_options(CLI::App& app, HexBeam& beam) {
  app.add_option("--nx", beam.nx, "elements along the beam");
  app.add_option("--ny", beam.ny, "elements across");
  app.add_option("--nz", beam.nz, "elements up");
  app.add_option("--constraints", beam.constraints, "rows of G");
  app.add_option("--beta", beam.rayleigh_beta, "Rayleigh damping, stiffness part");
}

}  // namespace sparkdyn::benchmarks
