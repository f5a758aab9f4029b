// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What probes read off a frame: Σ weight · entry of q, v, a, λ, the reactions or a field.

#include <utility>
#include <vector>

#include "sparkdyn/output/mesh_results.hpp"
#include "sparkdyn/output/tables.hpp"
#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::output {

/// The entries that a probe adds up, with their weights.
std::vector<std::pair<PetscInt, double>> terms_of(const Probe& probe);

/// Whether any probe looks at it.
bool asks_for(const std::vector<Probe>& probes, Quantity quantity);

/// Adds this rank's entries to a row with a number for each probe, zero at first; the sum over all
/// ranks is the value. Not a number where the frame has no such vector. Fields are those of `mesh`.
/// @note Collective.
void add_probe_values(const std::vector<Probe>& probes, const run::Frame& frame, double* row,
                      MeshResults* mesh = nullptr);

}  // namespace sparkdyn::output
