#include <bit>

#include "sparkdyn/structure/assemble.hpp"

namespace sparkdyn::structure {

std::vector<core::Vector> rigid_motions(const Distributed& structure, std::size_t step,
                                        const Vector& centre) {
  const LocalConditions& conditions = structure.steps[step];
  std::vector<core::Vector> motions;
  for (int motion = 0; motion < 6; ++motion) {
    core::Vector vector = core::make_vector(structure.comm, conditions.free_local);
    core::WriteArray entries(vector);
    PetscInt at = 0;
    for (Index node = 0; node < structure.nodes.owned; ++node) {
      const Vector& p = structure.nodes.points[node];
      const ComponentMask free = structure.nodes.components[node] & ~conditions.fixed[node];
      for (ComponentMask mask = free; mask; mask &= mask - 1, ++at) {
        const int c = std::countr_zero(mask);
        double value = c == motion ? 1 : 0;
        if (motion >= 3 && c < 3) {
          const int axis = motion - 3;
          if (c == (axis + 1) % 3) value = -(p[(axis + 2) % 3] - centre[(axis + 2) % 3]);
          if (c == (axis + 2) % 3) value = p[(axis + 1) % 3] - centre[(axis + 1) % 3];
        }
        entries[at] = value;
      }
    }
    motions.push_back(std::move(vector));
  }
  return motions;
}

}  // namespace sparkdyn::structure
