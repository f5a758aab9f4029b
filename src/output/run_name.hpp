// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The name of a run, which all its files carry: make_run_name() in output/recorder.hpp.

#include <filesystem>
#include <string>

namespace sparkdyn::output {

/// The run that a results file belongs to; empty when it does not say. Reads bytes, since the file
/// may be damaged. For one rank.
std::string run_name_of(const std::filesystem::path& file);

}  // namespace sparkdyn::output
