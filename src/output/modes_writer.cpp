// SPDX-License-Identifier: BSD-3-Clause
#include "output/modes_writer.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <memory>
#include <vector>

#include "disk_space.hpp"
#include "hdf5_rows.hpp"
#include "output/csv_file.hpp"
#include "output/json.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

using modal::Mode;
using modal::Participation;

std::vector<double> each(const FoundModes& of, const std::function<double(const Mode&)>& get) {
  std::vector<double> values;
  for (const Mode& mode : of.found.modes) values.push_back(get(mode));
  return values;
}

/// Of spinning structures, whose modes have a growth too.
bool out_of_phase(const FoundModes& of) {
  return !of.found.modes.empty() && !of.found.modes.front().quadrature.empty();
}

double fraction(const Participation& part, std::size_t mode) {
  return part.mass > 0 ? part.effective_mass[mode] / part.mass : 0;
}

JsonObject participation_object(const Participation& part) {
  JsonObject object;
  object.add("mass", part.mass)
      .add("participation", part.factor)
      .add("effective_mass", part.effective_mass)
      .add("cumulative_fraction", part.cumulative_fraction);
  return object;
}

/// The same everywhere; rank 0 writes it.
Hdf5Rows mode_numbers(const Hdf5Calls& calls, hid_t file, const std::string& name,
                      const std::string& meaning, const std::string& unit,
                      const std::vector<double>& values) {
  const PetscInt mine = core::rank(calls.comm()) == 0 ? 1 : 0;
  Hdf5Rows rows(calls, file, {name, meaning, unit, {1 - mine, 1, 1}, true});
  for (const double& value : values) rows.add(&value);
  return rows;
}

void write_tables(const Hdf5Calls& calls, hid_t file, DiskSpace* disk, const FoundModes& of) {
  const auto& modes = of.found.modes;
  write_attribute(calls, file, "format", "sparkdyn modes");
  write_attribute(calls, file, "format_version", 1);
  write_attribute(calls, file, "program", of.program);
  write_attribute(calls, file, "layout", "one row per mode, columns in the numbering of the input");
  std::vector<Hdf5Rows> tables;
  tables.push_back(mode_numbers(calls, file, "frequency", "natural frequency",
                                "cycles per unit of time of the input",
                                each(of, [](const Mode& mode) { return mode.frequency; })));
  tables.push_back(mode_numbers(calls, file, "omega", "natural angular frequency",
                                "radians per unit of time of the input",
                                each(of, [](const Mode& mode) { return mode.omega; })));
  if (!modes.empty()) {
    Hdf5Rows shapes(calls, file,
                    {"shape", "mode shape x with x^T M x = 1",
                     "unit of displacement of the input over the root of its unit of modal mass",
                     core::row_range(modes.front().shape.get())});
    for (const Mode& mode : modes) shapes.add(core::ReadArray(mode.shape).data());
    tables.push_back(std::move(shapes));
  }
  if (out_of_phase(of)) {
    tables.push_back(mode_numbers(calls, file, "growth", "growth of the amplitude",
                                  "1 per unit of time of the input",
                                  each(of, [](const Mode& mode) { return mode.growth; })));
    Hdf5Rows parts(calls, file,
                   {"quadrature", "the part of the mode shape a quarter of a period ahead",
                    "as of shape", core::row_range(modes.front().quadrature.get())});
    for (const Mode& mode : modes) parts.add(core::ReadArray(mode.quadrature).data());
    tables.push_back(std::move(parts));
  }
  hsize_t growth = 0;
  for (const Hdf5Rows& table : tables) growth += table.bytes_to_add();
  core::on_rank_zero(calls.comm(), [&] { disk->reserve(growth); });
  for (Hdf5Rows& table : tables) table.write(calls);
  for (Hdf5Rows& table : tables) table.close();
  calls("flushing", [&] { return H5Fflush(file, H5F_SCOPE_GLOBAL); });
}

void write_shapes(MPI_Comm comm, const std::filesystem::path& path, const FoundModes& of) {
  const Hdf5Calls calls(comm, path.string());
  std::unique_ptr<DiskSpace> disk;  // on rank 0 only
  core::on_rank_zero(comm, [&] { disk = std::make_unique<DiskSpace>(part_of(path), path); });
  try {
    {
      const core::Hdf5File file = create_file(calls, part_of(path));
      write_tables(calls, file, disk.get(), of);
      if (disk) disk->settle();
    }
    core::on_rank_zero(comm, [&] { put_in_place(path); });
  } catch (const core::Error&) {
    if (core::rank(comm) == 0) ::unlink(part_of(path).c_str());
    throw;
  }
}

}  // namespace

double period(const Mode& mode) {
  if (mode.frequency > 0) return 1 / mode.frequency;
  return mode.frequency == 0 ? std::numeric_limits<double>::infinity()
                             : std::numeric_limits<double>::quiet_NaN();
}

namespace {

/// A percentage that would round to 0.000 is shown as 0.
std::string percent(double fraction) {
  return std::abs(100 * fraction) < 5e-4 ? "0" : fmt::format("{:.3f}", 100 * fraction);
}

/// Of a direction that a mode does not move along round-off is left: 1e-14 instead of 0.
std::string factor_text(const Participation& part, std::size_t mode) {
  const bool none = fraction(part, mode) < 1e-20;
  return none ? "0" : fmt::format("{:.6g}", part.factor[mode]);
}

/// With one direction all of it has a place in a line.
void add_wide_table(const FoundModes& of, Report& report) {
  std::string text =
      fmt::format("{:>5} {:>16} {:>16} {:>14}", "mode", "frequency", "omega", "period");
  if (out_of_phase(of)) text += fmt::format("  {:>12}", "growth");
  for (const auto& part : of.participation)
    text += fmt::format("  {:>14} {:>8} {:>8}", "part. " + part.direction, "mass %", "sum %");
  report.line(text);
  for (std::size_t j = 0; j < of.found.modes.size(); ++j) {
    const Mode& mode = of.found.modes[j];
    text = fmt::format("{:>5} {:>16.9g} {:>16.9g} {:>14.6g}", j + 1, mode.frequency, mode.omega,
                       period(mode));
    if (out_of_phase(of)) text += fmt::format("  {:>12.3g}", mode.growth);
    for (const auto& part : of.participation)
      text += fmt::format("  {:>14} {:>8} {:>8}", factor_text(part, j), percent(fraction(part, j)),
                          percent(part.cumulative_fraction[j]));
    report.line(text);
  }
}

/// Effective masses of up to six directions, and their sums below.
void add_mass_table(const FoundModes& of, std::span<const Participation> parts, Report& report) {
  const auto add_line = [&](std::string text, const auto& column) {
    for (const Participation& part : parts) text += fmt::format(" {:>9}", column(part));
    report.line(text);
  };
  add_line(fmt::format("{:>5} {:>16} {:>14}", "mode", "frequency", "period"),
           [](const Participation& part) {
             const std::string& name = part.direction;
             return name.size() <= 2 ? "mass % " + name : "% " + name.substr(0, 7);
           });
  const std::size_t count = of.found.modes.size();
  for (std::size_t j = 0; j < count; ++j) {
    const Mode& mode = of.found.modes[j];
    add_line(fmt::format("{:>5} {:>16.9g} {:>14.6g}", j + 1, mode.frequency, period(mode)),
             [&](const Participation& part) { return percent(fraction(part, j)); });
  }
  if (count == 0) return;
  add_line(fmt::format("{:>37}", "sum"),
           [&](const Participation& part) { return percent(part.cumulative_fraction[count - 1]); });
}

void add_tables(const FoundModes& of, Report& report) {
  const std::span parts = of.participation;
  if (parts.size() <= 1) return add_wide_table(of, report);
  constexpr std::size_t in_a_line = 6;
  for (std::size_t first = 0; first < parts.size(); first += in_a_line) {
    if (first > 0) report.line("");
    add_mass_table(of, parts.subspan(first, std::min(in_a_line, parts.size() - first)), report);
  }
}

}  // namespace

Report report_of(const FoundModes& of) {
  JsonObject directions;
  for (const auto& part : of.participation)
    directions.add(part.direction, participation_object(part));
  Report report(0);
  report.fact("program", of.program)
      .fact("title", of.title)
      .fact("count", of.found.modes.size())
      .fact("none_missing", std::string_view(of.found.verified ? "verified" : "not verified"))
      .fact("frequency", each(of, [](const Mode& mode) { return mode.frequency; }))
      .fact("omega", each(of, [](const Mode& mode) { return mode.omega; }))
      .fact("period", each(of, period))
      .fact("residual", each(of, [](const Mode& mode) { return mode.residual; }))
      .fact("directions", directions);
  if (out_of_phase(of))
    report.fact("growth", each(of, [](const Mode& mode) { return mode.growth; }));
  add_tables(of, report);
  return report;
}

std::string modes_csv(const FoundModes& of) {
  std::string text = "mode,frequency,omega,period,residual";
  if (out_of_phase(of)) text += ",growth";
  for (const auto& part : of.participation)
    for (const char* column :
         {"participation", "effective_mass", "effective_mass_fraction", "cumulative_fraction"})
      text += fmt::format(",{}", csv_field(fmt::format("{} {}", column, part.direction)));
  text += "\n";
  for (std::size_t j = 0; j < of.found.modes.size(); ++j) {
    const Mode& mode = of.found.modes[j];
    text += fmt::format("{},{},{},{},{}", j + 1, mode.frequency, mode.omega, period(mode),
                        mode.residual);
    if (out_of_phase(of)) text += fmt::format(",{}", mode.growth);
    for (const auto& part : of.participation)
      text += fmt::format(",{},{},{},{}", part.factor[j], part.effective_mass[j], fraction(part, j),
                          part.cumulative_fraction[j]);
    text += "\n";
  }
  return text;
}

void write_modes(MPI_Comm comm, const OutputFolder& folder, const FoundModes& of) {
  write_shapes(comm, folder.file("modes.h5"), of);
  core::on_rank_zero(comm, [&] {
    write_text_atomically(folder.file("modes.csv"), modes_csv(of));
    write_text_atomically(folder.file("modes.json"), report_of(of).json());
  });
}

}  // namespace sparkdyn::output
