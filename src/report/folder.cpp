// SPDX-License-Identifier: BSD-3-Clause
#include "report/folder.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <sstream>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::report {
namespace {

namespace fs = std::filesystem;

bool has_results(const fs::path& folder) {
  const char* files[] = {"results.h5", "summary.json", "history.csv", "modes.csv"};
  return std::any_of(std::begin(files), std::end(files),
                     [&](const char* file) { return fs::is_regular_file(folder / file); });
}

/// What fails is said in the page.
template <typename Body>
void attempt(Folder& folder, const char* what, const Body& body) {
  try {
    body();
  } catch (const std::exception& error) {
    folder.notes.push_back(fmt::format("{} is not shown: {}", what, error.what()));
  }
}

std::string text_of(const fs::path& file) {
  std::ifstream stream(file);
  std::ostringstream content;
  content << stream.rdbuf();
  constexpr std::size_t most = 200'000;
  std::string text = content.str();
  if (text.size() > most) text = text.substr(0, most) + "\n# … cut here by the report";
  return text;
}

std::optional<Table> chart_table(Folder& folder, const char* file, const Limits& limits) {
  auto table = read_table(folder.path / file, limits.rows);
  if (!table || table->columns.empty()) return std::nullopt;
  const std::size_t room = std::max<std::size_t>(limits.chart_values / table->columns.size(), 200);
  if (table->times.size() > room) table = read_table(folder.path / file, room);
  if (table->thinned())
    folder.notes.push_back(fmt::format(
        "{} has {} rows; charts show the smallest and the largest value of each of {} spans of "
        "time, so peaks are exact in value; the table of peaks has their exact times.",
        file, table->rows, table->times.size() / 2));
  return table;
}

/// Rows of a dataset at the points of the surface, read in one piece for each run of blocks.
template <typename Put>
void at_rows(const ResultsReader& file, const std::string& name,
             const std::vector<std::int64_t>& wanted, const Put& put) {
  constexpr hsize_t block = 65536;
  const hsize_t all = file.rows(name), columns = file.columns(name);
  for (std::size_t at = 0; at < wanted.size();) {
    const auto first = static_cast<hsize_t>(wanted[at]);
    const auto values = file.numbers(name, first, std::min(block, all - first));
    const hsize_t count = values.size() / columns;
    for (; at < wanted.size() && wanted[at] < static_cast<std::int64_t>(first + count); ++at)
      put(values.data() + (static_cast<hsize_t>(wanted[at]) - first) * columns);
  }
}

/// A run that stored no drawing: supports are where reactions are met in the last state.
void guess_supports(const ResultsReader& file, const Surface& surface, const Motion* motion,
                    Symbols& symbols) {
  const std::string name = "VTKHDF/PointData/reaction";
  const hsize_t points = file.rows("VTKHDF/Points");
  if (motion == nullptr || motion->stored == 0 || file.rows(name) < points * motion->stored) return;
  std::vector<std::int64_t> wanted = surface.points;
  for (std::int64_t& row : wanted) row += static_cast<std::int64_t>(points * (motion->stored - 1));
  at_rows(file, name, wanted, [&](const double* r) {
    std::uint8_t held = 0;
    for (int c = 0; c < 3; ++c)
      if (r[c] != 0) held = static_cast<std::uint8_t>(held | 1 << c);
    symbols.held.push_back(held);
  });
  symbols.guessed = true;
}

void read_symbols(const ResultsReader& file, Folder& folder) {
  Symbols& symbols = folder.symbols;
  const Surface& surface = *folder.surface;
  if (file.has("rows")) symbols.rows = file.texts("rows");
  if (!file.has("drawing/sections"))
    return guess_supports(file, surface, folder.motion ? &*folder.motion : nullptr, symbols);
  at_rows(file, "drawing/held", surface.points,
          [&](const double* held) { symbols.held.push_back(static_cast<std::uint8_t>(*held)); });
  at_rows(file, "drawing/forces", surface.points, [&](const double* force) {
    for (int c = 0; c < 3; ++c) symbols.forces.push_back(static_cast<float>(force[c]));
  });
  at_rows(file, "drawing/cell_section", surface.cells, [&](const double* section) {
    symbols.sections.push_back(static_cast<std::uint32_t>(*section + 1));
  });
  const hsize_t rows = file.rows("drawing/sections"), columns = file.columns("drawing/sections");
  const auto values = file.numbers("drawing/sections", 0, rows);
  for (hsize_t i = 0; i < rows; ++i) {
    output::SectionRow row{};
    std::copy_n(values.begin() + static_cast<long>(i * columns),
                std::min<hsize_t>(columns, row.size()), row.begin());
    symbols.section_rows.push_back(row);
  }
}

void describe_limits(Folder& folder) {
  const Surface& surface = *folder.surface;
  if (surface.triangle_cells.size() < surface.all_triangles)
    folder.notes.push_back(fmt::format(
        "The surface has {} triangles; the picture shows {}: neighbouring nodes were put together.",
        surface.all_triangles, surface.triangle_cells.size()));
  if (!folder.motion) return;
  const Motion& motion = *folder.motion;
  if (motion.states.size() < motion.stored)
    folder.notes.push_back(fmt::format("The picture moves through {} of {} stored states.",
                                       motion.states.size(), motion.stored));
  if (motion.searched_every > 1)
    folder.notes.push_back(
        fmt::format("Peaks of the fields are those of every {}th stored state: the file is large.",
                    motion.searched_every));
}

void read_mesh(Folder& folder, const Limits& limits) {
  const fs::path results = folder.path / "results.h5", shapes = folder.path / "shapes.h5";
  const fs::path from = fs::is_regular_file(results) ? results : shapes;
  if (!fs::is_regular_file(from)) return;
  const ResultsReader file(from);
  if (!file.has("VTKHDF/Points")) return;
  folder.surface = read_surface(file, limits.triangles);
  if (from == results) folder.motion = read_motion(file, *folder.surface, limits.motion);
  describe_limits(folder);
  attempt(folder, "What holds and loads the structure", [&] { read_symbols(file, folder); });
}

void read_modes(Folder& folder, const Limits& limits) {
  fs::path file = folder.path / "shapes.h5";
  for (int step = 1; step <= 9 && !fs::is_regular_file(file); ++step)
    file = folder.path / fmt::format("step-{}", step) / "shapes.h5";
  if (!fs::is_regular_file(file)) return;
  const ResultsReader reader(file);
  Modes modes;
  const hsize_t count = std::min<hsize_t>(limits.modes, reader.rows("VTKHDF/Steps/Values"));
  modes.frequencies = reader.numbers("VTKHDF/Steps/Values", 0, count);
  if (folder.surface) modes.shapes = read_shapes(reader, *folder.surface, limits.modes);
  folder.modes = std::move(modes);
}

}  // namespace

std::vector<fs::path> folders_with_results(const std::vector<fs::path>& folders) {
  std::vector<fs::path> found;
  for (const fs::path& folder : folders) {
    if (!fs::is_directory(folder)) core::input_error("'{}' is not a folder", folder.string());
    if (has_results(folder)) {
      found.push_back(folder);
      continue;
    }
    std::vector<fs::path> inside;
    for (const auto& entry : fs::directory_iterator(folder))
      if (entry.is_directory() && has_results(entry.path())) inside.push_back(entry.path());
    if (inside.empty())
      core::input_error(
          "'{}' holds no results: neither results.h5, summary.json, history.csv or modes.csv, nor "
          "folders of load cases that hold them",
          folder.string());
    std::sort(inside.begin(), inside.end());
    found.insert(found.end(), inside.begin(), inside.end());
  }
  return found;
}

Folder read_folder(const fs::path& path, const Limits& limits) {
  Folder folder;
  folder.path = path;
  folder.name = fs::absolute(path / "").lexically_normal().parent_path().filename().string();
  attempt(folder, "summary.json", [&] { folder.summary = read_summary(path / "summary.json"); });
  folder.case_text = text_of(path / "case.yaml");
  attempt(folder, "history.csv",
          [&] { folder.history = chart_table(folder, "history.csv", limits); });
  attempt(folder, "energy.csv", [&] { folder.energy = chart_table(folder, "energy.csv", limits); });
  attempt(folder, "The structure", [&] { read_mesh(folder, limits); });
  attempt(folder, "What was found of modes", [&] { read_modes(folder, limits); });
  return folder;
}

}  // namespace sparkdyn::report
