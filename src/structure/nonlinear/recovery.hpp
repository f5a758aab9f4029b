// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Stresses and section forces of elements that have turned, from the strains z and their partners
// s = ∂W/∂z of their kernels:
//   solids: Cauchy's σ = F S Fᵀ/det F with S = s_p/w_p at the points, averaged over the volume;
//   bars and beams: the forces Bᵀs at the ends, in the axes of the section as it has turned.
// The latter are what the material carries: inertia and loads between the ends are not in them, and
// count half an element's worth.

#include "structure/section_forces.hpp"

namespace sparkdyn::structure::nonlinear {

/// Of a solid with the displacements u of its nodes.
Stress mean_cauchy_stress(const Element& element, const ElementInput& input,
                          const Eigen::VectorXd& u);
/// Of a bar or a beam with its unknowns: displacements, of beams with directors, node by node.
EndForces turned_end_forces(const Element& element, const ElementInput& input,
                            const Eigen::VectorXd& unknowns);

}  // namespace sparkdyn::structure::nonlinear
