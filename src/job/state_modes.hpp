// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Modes of a structure that may turn, about the state in which a run of it would begin: as it was
// drawn, at rest under its loads, or spinning steadily (structure/spinning.hpp):
//   (λ² M + 2λΩ M W + K_t + Σ λ_i ∂²g_i/∂q² + Ω² M W²) x + Gᵀy = 0,  G x = 0.

#include "job/structure_modes.hpp"

namespace sparkdyn::job {

/// Writes and prints them, at each speed of the case's `spin` in a folder of its own where there
/// are several, and then the table campbell.csv. @note Collective.
void write_state_modes(MPI_Comm comm, const input::LoadedStructure& loaded,
                       const input::Case& description, const ModesOrder& order, core::Log& log);

}  // namespace sparkdyn::job
