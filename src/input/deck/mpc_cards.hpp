// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// *MPC: Abaqus' BEAM, LINK, PIN and TIE, CalculiX's PLANE, STRAIGHT and BEAM, linearised about the
// undeformed structure.

#include "builder.hpp"

namespace sparkdyn::input::deck {

void read_mpc(const Block& block, Builder& builder);

}  // namespace sparkdyn::input::deck
