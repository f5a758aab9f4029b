// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A time history in a file, such as the record of an earthquake: lines "time, value", or values in
// blocks with their number and distance in a header line (PEER's .AT2).

#include <filesystem>
#include <utility>
#include <vector>

namespace sparkdyn::input {

/// (time, value), times increasing. Throws core::Error (input) with file and line.
std::vector<std::pair<double, double>> read_record(const std::filesystem::path& file);

}  // namespace sparkdyn::input
