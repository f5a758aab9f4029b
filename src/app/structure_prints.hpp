#pragma once
// Fingerprints of what a structure is made of: this rank's share, to be summed over ranks.

#include <cstdint>
#include <vector>

#include "sparkdyn/input/load_structure.hpp"

namespace sparkdyn::app {

struct StructurePrint {
  const char* key;
  const char* meaning;
  std::uint64_t print;
};

/// Mesh, materials, sections, damping, initial values, the supports of the `step`-th step of its
/// plan, and all that happens in those before it. Regions are left out: they are the method's.
std::vector<StructurePrint> structure_prints(const input::LoadedStructure& loaded,
                                             std::size_t step);

}  // namespace sparkdyn::app
