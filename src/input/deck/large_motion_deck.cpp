// SPDX-License-Identifier: BSD-3-Clause
#include "large_motion_deck.hpp"

#include "structure/large_motion.hpp"

namespace sparkdyn::input::deck {

void require_large_motion(const Block& block, const Builder& builder) {
  const structure::Model& model = builder.deck.model;
  if (!model.nonlinear) {
    for (std::size_t m = 0; m < model.materials.size(); ++m)
      if (model.materials[m].law != 0)
        block.fail("material '{}' is *HYPERELASTIC, which needs NLGEOM here",
                   model.material_names[m]);
    return;
  }
  for (std::size_t c = 0; c < model.roles.size(); ++c) {
    if (model.roles[c].element < 0) continue;
    const structure::Element& element =
        *structure::elements()[static_cast<std::size_t>(model.roles[c].element)];
    if (!structure::follows_large_motion(element))
      block.fail("NLGEOM: element {} ({}) is not built for large rotations; those that are: {}",
                 model.mesh.cells[c].id, element.name(), structure::parts_for_large_motion());
  }
  if (!model.node_axes.empty())
    block.fail("NLGEOM: *TRANSFORM is for small motion: give supports and loads in global axes");
}

}  // namespace sparkdyn::input::deck
