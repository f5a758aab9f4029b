// SPDX-License-Identifier: BSD-3-Clause
#include "system_check.hpp"

#include <algorithm>
#include <cmath>

#include "core/memory.hpp"
#include "integrate/diagnosis.hpp"
#include "integrate/initial.hpp"
#include "job/run_notes.hpp"
#include "linear/dependent_rows.hpp"
#include "mechanics/parts.hpp"
#include "mechanics/validate.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "system_inspection.hpp"

namespace sparkdyn::check {

SystemFindings SystemCheck::run() {
  size();
  connections();
  constraints();
  if (!findings_.fits || dependent_) return findings_;
  mass_ = std::make_shared<stage::MassSolver>(system_);
  report_.section("Frequencies");
  // Whether a run would fail the first steps tell; without symmetry there are no such modes.
  attempt(Level::warning, [&] { lowest(); });
  if (system_.symmetric() || !modes_.modes.empty()) attempt(Level::warning, [&] { highest(); });
  report_.section("Step");
  attempt(Level::warning, [&] { accuracy(); });
  attempt(Level::warning, [&] { stability(); });
  report_.section("First steps");
  attempt(Level::error, [&] { first_steps(); });
  return findings_;
}

void SystemCheck::attempt(Level level, const std::function<void()>& body) {
  try {
    body();
  } catch (const core::Error& error) {
    if (error.kind() == core::Failure::internal) throw;
    if (level == Level::error && error.kind() == core::Failure::input)
      report_.judge(Level::wrong_input, error.what());
    else
      report_.judge(level, error.what());
  }
}

std::string SystemCheck::place_of(Vec vector) const {
  return system_.dof_name(integrate::largest_entry(vector).index);
}

void SystemCheck::size() {
  report_.section("Size and memory");
  report_.count("degrees of freedom", "dofs", system_.dofs());
  report_.count("constraints", "constraints", system_.constraints());
  report_.value("steps", fmt::format("{} of {:.6g}", given_.span.steps(), h()), "steps", steps());
  const auto estimate = linear::estimate_complex_factor(linear::operators_of(system_));
  // Pairs of complex stages have complex factors, a single real stage has real ones.
  const linear::StepDemand demand = given_.options.method.of().demand(given_.options.method);
  const double factors = 0.5 * demand.real_systems + demand.complex_systems;
  report_.value("entries of one factor", fmt::format("{:.3g}", estimate.entries), "factor_entries",
                estimate.entries);
  const double needed = factors * estimate.bytes;
  const double available = core::available_memory(system_.comm());
  report_.value(
      "memory for factors",
      fmt::format("{}, by the analysis of MUMPS", needed < 1e6 ? "below 1 MB" : bytes_text(needed)),
      "factor_bytes", needed);
  if (!std::isfinite(available)) return;  // nothing says
  report_.value("memory available", bytes_text(available), "available_bytes", available);
  findings_.fits = needed < available;
  if (!findings_.fits)
    report_.judge(Level::error,
                  "the factors do not fit into the memory; use more nodes, or fewer stages. What "
                  "follows would need them and is left out");
  else if (needed > 0.7 * available)
    report_.judge(Level::warning, "the factors need more than 70 % of the memory available");
  else
    report_.judge(Level::ok, "the factors fit into the memory");
}

void SystemCheck::connections() {
  report_.section("Connections");
  const auto parts = mechanics::connected_parts(system_, given_.joined);
  report_.count("parts", "parts", parts.count);
  if (parts.count > 1) {
    std::vector<std::string> list;
    for (const auto& part : parts.largest)
      list.push_back(
          fmt::format("{} degrees of freedom from {} on", part.dofs, system_.dof_name(part.first)));
    report_.judge(
        Level::note,
        fmt::format("{} parts do not act on one another: {}{}", parts.count, fmt::join(list, "; "),
                    parts.count > static_cast<PetscInt>(list.size()) ? "; …" : ""));
  } else {
    report_.judge(Level::ok, "everything is connected");
  }
  const auto massless = mechanics::massless_dofs(system_);
  report_.count("without mass", "massless", massless.count);
  if (massless.count == 0) return;
  std::vector<std::string> list;
  for (const PetscInt dof : massless.first) list.push_back(system_.dof_name(dof));
  const std::string where =
      fmt::format("{} degrees of freedom have no mass: {}{}", massless.count, fmt::join(list, "; "),
                  massless.count > static_cast<PetscInt>(list.size()) ? "; …" : "");
  report_.judge(Level::note, where + "; they follow the others statically");
}

void SystemCheck::constraints() {
  if (!system_.constrained()) return;
  report_.section("Constraints");
  const auto sets = system_.constraints() <= system_.dofs() ? linear::dependent_rows(system_.G())
                                                            : std::vector<linear::DependentRows>{};
  const auto rank = system_.constraints() - static_cast<PetscInt>(sets.size());
  report_.count("rows of G", "rows", system_.constraints());
  report_.count("rank of G", "rank", rank);
  if (system_.constraints() > system_.dofs()) {
    dependent_ = true;
    report_.judge(Level::wrong_input, "there are more constraints than degrees of freedom");
  }
  for (std::size_t k = 0; k < std::min<std::size_t>(sets.size(), 5); ++k) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min<std::size_t>(sets[k].size(), 6); ++i)
      names.push_back(system_.constraint_name(sets[k][i] - 1));
    report_.judge(Level::wrong_input,
                  fmt::format("{}{} depend on one another; remove one", fmt::join(names, "; "),
                              sets[k].size() > names.size() ? "; …" : ""));
  }
  dependent_ = dependent_ || !sets.empty();
  if (!dependent_) report_.judge(Level::ok, "the constraints are independent");
  for (std::size_t k = 0; k < given_.initial.size() && !dependent_; ++k) {
    const auto off = integrate::inconsistency(system_, given_.initial[k], given_.span.end);
    const double worst = std::max(off.relative_position, off.relative_velocity);
    if (worst <= integrate::consistent_to) continue;
    const auto row =
        off.relative_position >= off.relative_velocity ? off.position_row : off.velocity_row;
    const std::string sentence = fmt::format(
        "the initial values violate {} most: displacements by {:.3g}, velocities by {:.3g}",
        system_.constraint_name(static_cast<PetscInt>(row - 1)), off.position, off.velocity);
    if (given_.options.project)
      report_.judge(Level::note, sentence + "; they will be projected");
    else
      report_.judge(Level::wrong_input, sentence);
  }
}

std::string bytes_text(double bytes) {
  constexpr const char* units[] = {"B", "kB", "MB", "GB", "TB", "PB"};
  int unit = 0;
  while (bytes >= 999.5 && unit < 5) {
    bytes /= 1000;
    ++unit;
  }
  return fmt::format("{:.3g} {}", bytes, units[unit]);
}

double stored_states(long steps, long every) {
  const long states = steps / every + 1 + (steps % every != 0);
  return static_cast<double>(states);
}

void check_disk(MPI_Comm comm, const std::filesystem::path& folder, double values, Report& report) {
  const double bytes = 8 * values;
  report.value("results on disk", "about " + bytes_text(bytes), "result_bytes", bytes);
  double room = -1;
  if (core::rank(comm) == 0) {
    std::filesystem::path place = std::filesystem::absolute(folder);
    std::error_code error;
    while (!std::filesystem::exists(place, error) && place.has_relative_path())
      place = place.parent_path();
    const auto space = std::filesystem::space(place, error);
    if (!error) room = static_cast<double>(space.available);
  }
  room = core::maximum(comm, room);
  if (room < 0) return;
  report.value("room on the disk", bytes_text(room), "disk_bytes", room);
  if (bytes > room)
    report.judge(Level::error,
                 "the results do not fit on the disk; store less often with "
                 "'every' in 'output'");
  else if (bytes > 0.8 * room)
    report.judge(Level::warning, "the results would fill more than 80 % of the disk's room");
  else
    report.judge(Level::ok, "the results fit on the disk");
}

SystemFindings check_system(const SystemCase& given, Report& report) {
  return SystemCheck(given, report).run();
}

}  // namespace sparkdyn::check
