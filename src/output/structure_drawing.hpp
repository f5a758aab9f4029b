// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What a picture of a structure needs besides its mesh: which components are held, the forces of
// the loads for an amplitude of 1, and the sections of the elements.

#include "sparkdyn/output/mesh_results.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::output {

/// Under these conditions. @note Collective.
Drawing drawing_of(const structure::Distributed& structure,
                   const structure::LocalConditions& conditions);

}  // namespace sparkdyn::output
