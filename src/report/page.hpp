// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One self-contained HTML page about one or more folders of results: numbers and viewer stand in it
// deflated, and nothing is fetched when it is opened.

#include <filesystem>
#include <string>
#include <vector>

#include "report/folder.hpp"

namespace sparkdyn::report {

/// A text that was compiled into the program: a file of src/report/page or of its libraries.
std::string_view resource(std::string_view name);

/// The page of some data: `kind` tells the viewer what to show, "runs" or "method".
std::string page(std::string_view title, std::string_view kind, const output::JsonObject& data,
                 const std::string& packed_arrays);

/// Reads the folders and writes the page aside and renames it. Throws core::Error. For one rank:
/// what it holds is bounded by `limits` and by the open front of the mesh, whatever the model.
void write_report(const std::vector<std::filesystem::path>& folders,
                  const std::filesystem::path& file, const Limits& limits = {});

}  // namespace sparkdyn::report
