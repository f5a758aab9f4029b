// SPDX-License-Identifier: BSD-3-Clause
#include "modal/participation.hpp"

namespace sparkdyn::modal {

std::vector<Participation> participation(const mechanics::System& system,
                                         std::span<const Mode> modes,
                                         std::span<const Direction> directions) {
  std::vector<Participation> result;
  const core::Vector inertia = system.make_displacement();
  for (const Direction& direction : directions) {
    core::check(MatMult(*system.mass(), direction.vector, inertia));
    Participation mine{.direction = direction.name,
                       .mass = core::dot(direction.vector, inertia),
                       .factor = {},
                       .effective_mass = {},
                       .cumulative_fraction = {}};
    double sum = 0;
    for (const Mode& mode : modes) {
      const double factor = core::dot(mode.shape, inertia);
      sum += factor * factor;
      mine.factor.push_back(factor);
      mine.effective_mass.push_back(factor * factor);
      mine.cumulative_fraction.push_back(mine.mass > 0 ? sum / mine.mass : 0);
    }
    result.push_back(std::move(mine));
  }
  return result;
}

}  // namespace sparkdyn::modal
