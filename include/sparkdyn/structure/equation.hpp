// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One row of 0 = Gq − c(t):  Σ coefficient · u(node, component) = value · a(t).

#include <string>
#include <vector>

#include "sparkdyn/structure/mesh.hpp"

namespace sparkdyn::structure {

struct EquationEntry {
  Index node = 0;
  int component = 0;  ///< 0..5
  double coefficient = 0;
};

struct Equation {
  std::vector<EquationEntry> entries;
  double value = 0;
  int amplitude = -1;    ///< index in Model::amplitudes; −1: constant 1
  std::string name;      ///< for messages and results: "rigid body 'hub', node 17, y"
  bool support = false;  ///< its force is a reaction, not a force between parts
};

}  // namespace sparkdyn::structure
