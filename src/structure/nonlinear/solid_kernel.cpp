// SPDX-License-Identifier: BSD-3-Clause
#include "solid_kernel.hpp"

namespace sparkdyn::structure::nonlinear {

SolidLaw::SolidLaw(const ElementInput& input)
    : law(laws()[static_cast<std::size_t>(input.material->law)]) {
  const Material& material = *input.material;
  constants.elasticity = elasticity(input);
  if (!material.is_isotropic) return;
  constants.mu = material.G();
  constants.lambda = material.E() * material.nu() / ((1 + material.nu()) * (1 - 2 * material.nu()));
}

}  // namespace sparkdyn::structure::nonlinear
