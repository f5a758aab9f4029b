// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The checks of `sparkdyn check --deep` that need no more than M, C, K, G and the method: what is
// connected, which frequencies there are, whether the step is stable and accurate, what a run
// costs.

#include <filesystem>
#include <functional>
#include <optional>
#include <vector>

#include "check/deep.hpp"
#include "sparkdyn/run/simulation.hpp"

namespace sparkdyn::check {

/// One dynamic step of a case, as it would run.
struct SystemCase {
  std::shared_ptr<const mechanics::System> system;
  std::vector<mechanics::State> initial;  ///< one per load case
  run::SimulationOptions options;
  run::TimeSpan span;
  std::vector<char> joined = {};         ///< see mechanics::connected_parts
  std::vector<core::Vector> rigid = {};  ///< motions of the whole without strain, if known
};

struct SystemFindings {
  bool fits = true;          ///< into the memory
  double state_vectors = 3;  ///< how many of q, v, a are stored
};

/// Sizes, connections, constraints, frequencies, step, cost. Numerics that fail become errors of
/// the report. @note Collective.
SystemFindings check_system(const SystemCase& given, Report& report);

/// Peak, time and fastest content of every load; not finite is an error. Returns the peak of each.
/// `more` adds what else is known of the load. @note Collective.
std::vector<double> check_loads(const SystemCase& given, Report& report,
                                const std::function<void(std::size_t load, double peak)>& more);

/// "1.23 MB".
std::string bytes_text(double bytes);

/// How many states are stored of so many steps: every so many, the first and the last.
double stored_states(long steps, long every);

/// Whether so many numbers fit where `folder` is or would be made. @note Collective.
void check_disk(MPI_Comm comm, const std::filesystem::path& folder, double values, Report& report);

}  // namespace sparkdyn::check
