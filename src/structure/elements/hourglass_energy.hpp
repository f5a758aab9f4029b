// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the hourglass control of a hex8-reduced element holds back: ½ qᵀ K_h q.

#include "sparkdyn/structure/element.hpp"

namespace sparkdyn::structure {

/// The energy of nodal displacements q, where K_h is the part of the stiffness that the mean strain
/// does not give.
double hourglass_energy(const ElementInput& input, const Eigen::VectorXd& q);

}  // namespace sparkdyn::structure
