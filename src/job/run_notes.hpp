// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What `sparkdyn check --deep` would find and costs next to nothing: said by every run.

#include <string>
#include <vector>

#include "sparkdyn/mechanics/system.hpp"
#include "sparkdyn/run/options.hpp"

namespace sparkdyn::job {

/// How many of these motions, or of their combinations, meet neither strain nor constraint: less
/// than that part of what the diagonal of K alone would resist them with. @note Collective.
int free_rigid_motions(const mechanics::System& system, const std::vector<core::Vector>& rigid,
                       double part_of_diagonal = 1e-9);

/// The first characters of a long text, such as a table's.
std::string shortened(const std::string& text);

/// Sentences: motions of the whole that nothing holds (`rigid`: those there are, if known), loads
/// that the steps do not resolve, a first mode that they do not resolve. @note Collective.
std::vector<std::string> run_notes(const mechanics::System& system, const run::TimeSpan& span,
                                   const std::vector<core::Vector>& rigid);

}  // namespace sparkdyn::job
