// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a step's conditions mean for the components of the nodes: which are held (and eliminated),
// which equations remain as rows of G, which nodal forces act. On rank 0, before distribution.

#include <span>
#include <string>
#include <vector>

#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::structure {

/// Which components each node has, from elements and from the constraints of all steps. Throws
/// core::Error (input) naming a node that nothing uses, unless these are to be ignored.
std::vector<ComponentMask> node_components(const Model& model, std::span<const Conditions> steps,
                                           Orphans orphans);

struct ResolvedConditions {
  std::vector<ComponentMask> fixed;  ///< per node: components held at zero, eliminated
  std::vector<Equation> rows;        ///< independent rows of G, without eliminated components
  std::vector<ExactRow> exact;       ///< what the rows are in a nonlinear model
  std::vector<ExactRow> implied;     ///< that follow from the others at the start
  std::vector<NodalLoad> loads;      ///< in global axes, surface and line loads included
  std::vector<LineLoad> line;        ///< which `loads` have too: for section forces
  std::vector<BodyLoad> body;
  std::vector<ExactForce> forces;
  std::vector<std::string> warnings;  ///< redundant rows that were dropped, …
};

/// Supports at zero are eliminated, which is exact; every other support becomes a row of G. With
/// `eliminate` false all become rows. Throws core::Error (input) for contradictions.
ResolvedConditions resolve(const Model& model, const Conditions& conditions,
                           std::span<const ComponentMask> components, bool eliminate = true);

}  // namespace sparkdyn::structure
