// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The shell that stands for shell4 in a structure that turns. Its normals are turned by the nodes'
// directors, n_i = R_i V_i, and with x = Σ N_i (x_i + z n_i) its strains are Green's,
//   2e_rr = x_r·x_r − X_r·X_r, …,  2e_rt = x_r·x_t − X_r·X_t at the middles of the edges,
// and at each corner the spin of the surface against that of the node. All are quadratic, and at
// rest their stiffness is that of shell4: enhanced membrane strains condensed, transverse ones
// tied.

#include "kernel.hpp"
#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure::nonlinear {

/// `input` has passed the complaint() of shell4.
KernelPtr shell4_kernel(const ElementInput& input);

/// m of ∫ ρ |x'|² over displacements and directors, node by node. The inertia about normals, which
/// a surface has not, is a tenth of that about the other axes.
Eigen::MatrixXd shell4_mass(const ElementInput& input, bool lumped);

}  // namespace sparkdyn::structure::nonlinear
