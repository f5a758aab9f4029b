// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A picture of results without a browser: the deformed structure, seen along a parallel projection,
// and a chart for each probe.

#include <filesystem>
#include <optional>
#include <vector>

namespace sparkdyn::report {

struct PlotOptions {
  std::optional<double> time;   ///< of the state shown; that of the largest displacement
  std::optional<double> scale;  ///< of the deformation; small motion is enlarged
};

/// SVG or PNG, by the file's name; several folders lie over each other in the charts, and the first
/// one's structure is shown. Throws core::Error: input for another kind of file, for what is not
/// there. For one rank.
void write_plot(const std::vector<std::filesystem::path>& folders,
                const std::filesystem::path& file, const PlotOptions& options);

}  // namespace sparkdyn::report
