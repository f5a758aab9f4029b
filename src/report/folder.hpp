// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// All that a report takes from one folder of results. What is missing stays empty, and is said.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "report/columns.hpp"
#include "report/motion.hpp"
#include "report/summary_facts.hpp"
#include "report/surface.hpp"
#include "sparkdyn/output/mesh_results.hpp"

namespace sparkdyn::report {

/// What a picture is drawn of besides the mesh.
struct Symbols {
  std::vector<std::uint8_t> held;       ///< of each point of the surface
  std::vector<float> forces;            ///< three of each point
  std::vector<std::uint32_t> sections;  ///< of each cell, from 1; 0: not known
  std::vector<output::SectionRow> section_rows;
  std::vector<std::string> rows;  ///< names of the constraints
  bool guessed = false;           ///< supports are where reactions were met
};

struct Modes {
  std::vector<double> frequencies;
  std::vector<float> shapes;  ///< three for each point and mode
};

struct Folder {
  std::filesystem::path path;
  std::string name;  ///< as it is shown
  std::optional<SummaryFacts> summary;
  std::string case_text;
  std::optional<Table> history, energy;
  std::optional<Surface> surface;
  std::optional<Motion> motion;
  Symbols symbols;
  std::optional<Modes> modes;
  std::vector<std::string> notes;  ///< what is missing or thinned, in plain words
};

/// How much of a folder a page takes.
struct Limits {
  std::size_t triangles = 40'000;
  std::size_t rows = 4'000;  ///< of a chart
  std::size_t chart_values = 600'000;
  std::size_t modes = 40;
  MotionLimits motion = {};
};

/// Those that hold results themselves; of others their subfolders that do: load cases. Throws
/// core::Error (input) when a folder has neither.
std::vector<std::filesystem::path> folders_with_results(
    const std::vector<std::filesystem::path>& folders);

/// Reads what is there. A file that cannot be read is a note, not an error. For one rank.
Folder read_folder(const std::filesystem::path& path, const Limits& limits);

}  // namespace sparkdyn::report
