// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What summary.json says of a run, as far as a report judges it; of older versions too.

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace sparkdyn::report {

struct SummaryFacts {
  std::string text;  ///< the file
  std::string status = "unknown", cause, title, method, problem;
  double order = 0;
  double start_time = 0, end_time = 0;
  double steps = 0, rejected = 0, iterations = 0;
  double constraints = 0;
  std::optional<double> position_violation, velocity_violation;
  std::optional<double> kinetic, strain, external_work, dissipated, balance;
  std::map<std::string, double> errors;  ///< estimated of probes, relative to the largest value
  std::map<std::string, double> known_answers;  ///< largest relative errors: q, v, lambda
  std::vector<std::string> warnings;
};

/// Nothing where there is no such file. Throws core::Error (input) when it is not JSON.
std::optional<SummaryFacts> read_summary(const std::filesystem::path& file);

}  // namespace sparkdyn::report
