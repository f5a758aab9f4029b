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

std::vector<double> each(const ModesReport& report, const std::function<double(const Mode&)>& get) {
  std::vector<double> values;
  for (const Mode& mode : report.found.modes) values.push_back(get(mode));
  return values;
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

void write_tables(const Hdf5Calls& calls, hid_t file, DiskSpace* disk, const ModesReport& report) {
  const auto& modes = report.found.modes;
  write_attribute(calls, file, "format", "sparkdyn modes");
  write_attribute(calls, file, "format_version", 1);
  write_attribute(calls, file, "program", report.program);
  write_attribute(calls, file, "layout", "one row per mode, columns in the numbering of the input");
  std::vector<Hdf5Rows> tables;
  tables.push_back(mode_numbers(calls, file, "frequency", "natural frequency",
                                "cycles per unit of time of the input",
                                each(report, [](const Mode& mode) { return mode.frequency; })));
  tables.push_back(mode_numbers(calls, file, "omega", "natural angular frequency",
                                "radians per unit of time of the input",
                                each(report, [](const Mode& mode) { return mode.omega; })));
  if (!modes.empty()) {
    Hdf5Rows shapes(calls, file,
                    {"shape", "mode shape x with x^T M x = 1",
                     "unit of displacement of the input over the root of its unit of modal mass",
                     core::row_range(modes.front().shape.get())});
    for (const Mode& mode : modes) shapes.add(core::ReadArray(mode.shape).data());
    tables.push_back(std::move(shapes));
  }
  hsize_t growth = 0;
  for (const Hdf5Rows& table : tables) growth += table.bytes_to_add();
  core::on_rank_zero(calls.comm(), [&] { disk->reserve(growth); });
  for (Hdf5Rows& table : tables) table.write(calls);
  for (Hdf5Rows& table : tables) table.close();
  calls("flushing", [&] { return H5Fflush(file, H5F_SCOPE_GLOBAL); });
}

void write_shapes(MPI_Comm comm, const std::filesystem::path& path, const ModesReport& report) {
  const Hdf5Calls calls(comm, path.string());
  std::unique_ptr<DiskSpace> disk;  // on rank 0 only
  core::on_rank_zero(comm, [&] { disk = std::make_unique<DiskSpace>(part_of(path), path); });
  try {
    {
      const core::Hdf5File file = create_file(calls, part_of(path));
      write_tables(calls, file, disk.get(), report);
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
std::string wide_table(const ModesReport& report) {
  std::string text =
      fmt::format("{:>5} {:>16} {:>16} {:>14}", "mode", "frequency", "omega", "period");
  for (const auto& part : report.participation)
    text += fmt::format("  {:>14} {:>8} {:>8}", "part. " + part.direction, "mass %", "sum %");
  for (std::size_t j = 0; j < report.found.modes.size(); ++j) {
    const Mode& mode = report.found.modes[j];
    text += fmt::format("\n{:>5} {:>16.9g} {:>16.9g} {:>14.6g}", j + 1, mode.frequency, mode.omega,
                        period(mode));
    for (const auto& part : report.participation)
      text += fmt::format("  {:>14} {:>8} {:>8}", factor_text(part, j), percent(fraction(part, j)),
                          percent(part.cumulative_fraction[j]));
  }
  return text;
}

/// Effective masses of up to six directions, and their sums below.
std::string mass_table(const ModesReport& report, std::size_t first, std::size_t last) {
  std::string text = fmt::format("{:>5} {:>16} {:>14}", "mode", "frequency", "period");
  const auto each_direction = [&](const auto& column) {
    for (std::size_t k = first; k < last; ++k)
      text += fmt::format(" {:>9}", column(report.participation[k]));
  };
  each_direction([](const Participation& part) {
    const std::string& name = part.direction;
    return name.size() <= 2 ? "mass % " + name : "% " + name.substr(0, 7);
  });
  const std::size_t count = report.found.modes.size();
  for (std::size_t j = 0; j < count; ++j) {
    const Mode& mode = report.found.modes[j];
    text += fmt::format("\n{:>5} {:>16.9g} {:>14.6g}", j + 1, mode.frequency, period(mode));
    each_direction([&](const Participation& part) { return percent(fraction(part, j)); });
  }
  if (count == 0) return text;
  text += fmt::format("\n{:>37}", "sum");
  each_direction(
      [&](const Participation& part) { return percent(part.cumulative_fraction[count - 1]); });
  return text;
}

}  // namespace

std::string modes_text(const ModesReport& report) {
  const std::size_t directions = report.participation.size();
  if (directions <= 1) return wide_table(report);
  constexpr std::size_t in_a_line = 6;
  std::string text;
  for (std::size_t first = 0; first < directions; first += in_a_line)
    text += (first > 0 ? "\n\n" : "") +
            mass_table(report, first, std::min(first + in_a_line, directions));
  return text;
}

std::string modes_csv(const ModesReport& report) {
  std::string text = "mode,frequency,omega,period,residual";
  for (const auto& part : report.participation)
    for (const char* column :
         {"participation", "effective_mass", "effective_mass_fraction", "cumulative_fraction"})
      text += fmt::format(",{}", csv_field(fmt::format("{} {}", column, part.direction)));
  text += "\n";
  for (std::size_t j = 0; j < report.found.modes.size(); ++j) {
    const Mode& mode = report.found.modes[j];
    text += fmt::format("{},{},{},{},{}", j + 1, mode.frequency, mode.omega, period(mode),
                        mode.residual);
    for (const auto& part : report.participation)
      text += fmt::format(",{},{},{},{}", part.factor[j], part.effective_mass[j], fraction(part, j),
                          part.cumulative_fraction[j]);
    text += "\n";
  }
  return text;
}

std::string modes_json(const ModesReport& report) {
  JsonObject directions;
  for (const auto& part : report.participation)
    directions.add(part.direction, participation_object(part));
  JsonObject object;
  object.add("program", report.program)
      .add("title", report.title)
      .add("count", report.found.modes.size())
      .add("none_missing", std::string_view(report.found.verified ? "verified" : "not verified"))
      .add("frequency", each(report, [](const Mode& mode) { return mode.frequency; }))
      .add("omega", each(report, [](const Mode& mode) { return mode.omega; }))
      .add("period", each(report, period))
      .add("residual", each(report, [](const Mode& mode) { return mode.residual; }))
      .add("directions", directions);
  return object.text() + "\n";
}

void write_modes(MPI_Comm comm, const OutputFolder& folder, const ModesReport& report) {
  write_shapes(comm, folder.file("modes.h5"), report);
  core::on_rank_zero(comm, [&] {
    write_text_atomically(folder.file("modes.csv"), modes_csv(report));
    write_text_atomically(folder.file("modes.json"), modes_json(report));
  });
}

}  // namespace sparkdyn::output
