// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The files of a case become M v' = F(t) − C v − K q − Gᵀλ, 0 = Gq − c(t), and its initial state.

#include <memory>

#include "input/case.hpp"
#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::input {

struct LoadedSystem {
  std::shared_ptr<mechanics::System> system;
  mechanics::State initial;  ///< as the files say; not moved onto the constraints
};

/// A file named twice is read once, so that terms which share a matrix share the pointer. Throws
/// core::Error (input) when a file is wrong or its size does not fit. @note Collective.
LoadedSystem load_system(MPI_Comm comm, const SystemSpec& spec, double start = 0);

}  // namespace sparkdyn::input
