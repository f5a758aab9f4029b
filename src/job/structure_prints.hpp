// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Fingerprints of what a structure is made of: this rank's share, to be summed over ranks.

#include <vector>

#include "input/load_structure.hpp"
#include "sparkdyn/output/model_identity.hpp"

namespace sparkdyn::job {

/// Mesh, materials, sections, damping, initial values, the supports of the `step`-th step of its
/// plan, and all that happens in those before it. Regions are left out: they are the method's.
std::vector<output::ModelPart> structure_prints(const input::LoadedStructure& loaded,
                                                std::size_t step);

}  // namespace sparkdyn::job
