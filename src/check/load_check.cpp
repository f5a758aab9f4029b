// SPDX-License-Identifier: BSD-3-Clause
#include "amplitude_survey.hpp"
#include "job/run_notes.hpp"
#include "system_check.hpp"

namespace sparkdyn::check {

std::vector<double> check_loads(const SystemCase& given, Report& report,
                                const std::function<void(std::size_t, double)>& more) {
  std::vector<double> peaks;
  const auto& loads = given.system->loads();
  if (loads.empty()) return peaks;
  report.section("Loads");
  const double h = given.span.size(1);
  for (std::size_t k = 0; k < loads.size(); ++k) {
    const auto& load = loads[k];
    const auto found = survey(*load.amplitude, given.span);
    peaks.push_back(found.peak);
    report.line(
        fmt::format("  {}{}", load.name.empty() ? fmt::format("load {}", k + 1) : load.name,
                    load.load_case < 0 ? "" : fmt::format(" of case {}", load.load_case + 1)));
    report.text("  amplitude", job::shortened(load.amplitude->text()),
                fmt::format("amplitude_{}", k + 1));
    if (found.not_finite) {
      report.judge(Level::error,
                   fmt::format("the amplitude {} is not finite at t = {:.9g}",
                               job::shortened(load.amplitude->text()), *found.not_finite));
      continue;
    }
    report.value("  peak", fmt::format("{:.6g} at t = {:.6g}", found.peak, found.peak_time),
                 fmt::format("peak_{}", k + 1), found.peak);
    more(k, found.peak);
    if (found.fastest <= 0) continue;
    const double steps = 1 / (found.fastest * h);
    report.value(
        "  fastest content",
        fmt::format("{:.4g} cycles per unit of time, {:.3g} steps each", found.fastest, steps),
        fmt::format("fastest_{}", k + 1), found.fastest);
    if (steps < 4)
      report.judge(Level::warning,
                   fmt::format("the load changes faster than steps of {:.4g} resolve; a period of "
                               "its fastest content has {:.2g} of them",
                               h, steps));
  }
  return peaks;
}

}  // namespace sparkdyn::check
