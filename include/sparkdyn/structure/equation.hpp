// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One row of 0 = Gq − c(t):  Σ coefficient · u(node, component) = value · a(t).

#include <string>
#include <vector>

#include "sparkdyn/structure/mesh.hpp"

namespace sparkdyn::structure {

/// coefficient · u(node, component).
struct EquationEntry {
  Index node = 0;          ///< position in the mesh
  int component = 0;       ///< 0..5
  double coefficient = 0;  ///< not zero
};

/// One row.
struct Equation {
  std::vector<EquationEntry> entries;  ///< of the left-hand side
  double value = 0;                    ///< of the right-hand side, for an amplitude of 1
  int amplitude = -1;                  ///< index in Model::amplitudes; −1: constant 1
  std::string name;                    ///< for messages and results: "rigid body 'hub', node 17, y"
  bool support = false;                ///< its force is a reaction, not a force between parts
};

}  // namespace sparkdyn::structure
