// SPDX-License-Identifier: BSD-3-Clause
#include "output/response_writer.hpp"

#include <fmt/format.h>

#include <cmath>
#include <numbers>

#include "hdf5_rows.hpp"
#include "output/csv_file.hpp"
#include "output/json.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

std::string response_csv(const FoundResponse& found) {
  std::string text = "frequency";
  for (const auto& probe : found.probes)
    text += fmt::format(",{},{}", csv_field(probe + " amplitude"), csv_field(probe + " phase"));
  text += "\n";
  for (std::size_t k = 0; k < found.frequencies.size(); ++k) {
    text += fmt::format("{}", found.frequencies[k]);
    for (const auto& value : found.values.row(static_cast<Eigen::Index>(k)))
      text += fmt::format(",{},{}", std::abs(value), phase_of(value));
    text += "\n";
  }
  return text;
}

/// Rank 0 has all columns.
void write_complex_rows(MPI_Comm comm, const OutputFolder& folder, const FoundResponse& found) {
  const auto path = folder.file("response.h5");
  const Hdf5Calls calls(comm, path.string());
  {
    const core::Hdf5File file = create_file(calls, part_of(path));
    write_attribute(calls, file, "format", "sparkdyn response");
    write_attribute(calls, file, "format_version", 1);
    write_attribute(calls, file, "program", found.program);
    std::string names;
    for (const auto& probe : found.probes) names += (names.empty() ? "" : "\n") + probe;
    write_attribute(calls, file, "probes", names);
    const auto columns = static_cast<PetscInt>(found.probes.size());
    const bool mine = core::rank(comm) == 0;
    const auto table = [&](const std::string& name, const std::string& meaning,
                           const std::string& unit, PetscInt width, bool scalar,
                           const auto& row_of) {
      Hdf5Rows rows(calls, file, {name, meaning, unit, {mine ? 0 : width, width, width}, scalar});
      for (std::size_t k = 0; k < found.frequencies.size(); ++k) {
        const std::vector<double> row = row_of(static_cast<Eigen::Index>(k));
        rows.add(row.data());
      }
      rows.write(calls);
      rows.close();
    };
    table("frequency", "frequency", "cycles per unit of time of the input", 1, true,
          [&](Eigen::Index k) {
            return std::vector<double>{found.frequencies[static_cast<std::size_t>(k)]};
          });
    if (columns > 0) {
      const auto parts = [&](double (*part)(const std::complex<double>&)) {
        return [&found, part](Eigen::Index k) {
          std::vector<double> row;
          for (const auto& value : found.values.row(k)) row.push_back(part(value));
          return row;
        };
      };
      using Complex = std::complex<double>;
      table("real", "of each probe, a column each", "as the input", columns, false,
            parts([](const Complex& z) { return z.real(); }));
      table("imaginary", "of each probe, ahead of the real part", "as the input", columns, false,
            parts([](const Complex& z) { return z.imag(); }));
    }
  }
  core::on_rank_zero(comm, [&] { put_in_place(path); });
}

JsonObject object_of(const FoundResponse& found, const ResponsePeak& peak) {
  JsonObject object;
  object.add("probe", found.probes[peak.probe])
      .add("frequency", peak.frequency)
      .add("amplitude", std::abs(peak.value))
      .add("phase", phase_of(peak.value));
  return object;
}

void add_peaks(const FoundResponse& found, Report& report) {
  constexpr std::size_t most = 12;
  if (found.peaks.empty()) return;
  report.line(
      fmt::format("{:<28} {:>16} {:>14} {:>10}", "peak of", "frequency", "amplitude", "phase"));
  for (std::size_t k = 0; k < std::min(found.peaks.size(), most); ++k) {
    const ResponsePeak& peak = found.peaks[k];
    report.line(fmt::format("{:<28} {:>16.9g} {:>14.6g} {:>10.2f}", found.probes[peak.probe],
                            peak.frequency, std::abs(peak.value), phase_of(peak.value)));
  }
  if (found.peaks.size() > most)
    report.line(fmt::format("… and {} more in summary.json", found.peaks.size() - most));
}

}  // namespace

double phase_of(const std::complex<double>& value) {
  return std::arg(value) * 180 / std::numbers::pi;
}

Report report_of(const FoundResponse& found) {
  Report report(16);
  std::vector<JsonObject> peaks;
  for (const auto& peak : found.peaks) peaks.push_back(object_of(found, peak));
  report.fact("program", found.program)
      .fact("title", found.title)
      .fact("ranks", found.ranks)
      .fact("dofs", found.dofs)
      .fact("constraints", found.constraints)
      .fact("first_frequency", found.frequencies.front())
      .fact("last_frequency", found.frequencies.back())
      .fact("probes", found.probes)
      .fact("accuracy", found.accuracy)
      .fact("vectors", found.vectors)
      .fact("peaks", peaks)
      .fact("warnings", found.warnings)
      .fact("seconds", found.seconds);
  report.line("steady state over frequency");
  report.text("method", found.method, "method");
  report.value("frequencies",
               fmt::format("{} from {:.9g} to {:.9g}", found.frequencies.size(),
                           found.frequencies.front(), found.frequencies.back()),
               "frequencies", static_cast<double>(found.frequencies.size()));
  report.count("factorizations", "factorizations", found.factorizations);
  report.value("error at most", fmt::format("{:.1e} of the response", found.bound), "error_bound",
               found.bound);
  report.fact("checked_error", found.checked);
  add_peaks(found, report);
  return report;
}

void write_response(MPI_Comm comm, const OutputFolder& folder, const FoundResponse& found) {
  write_complex_rows(comm, folder, found);
  core::on_rank_zero(comm, [&] {
    write_text_atomically(folder.file("response.csv"), response_csv(found));
    write_text_atomically(folder.file("summary.json"), report_of(found).json());
  });
}

}  // namespace sparkdyn::output
