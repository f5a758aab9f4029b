#include "system_check.hpp"

#include <algorithm>
#include <cmath>

#include "amplitude_survey.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/memory.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/integrate/initial.hpp"
#include "sparkdyn/job/run_notes.hpp"
#include "sparkdyn/mechanics/parts.hpp"
#include "sparkdyn/mechanics/validate.hpp"
#include "sparkdyn/tableau/decompositions.hpp"
#include "system_inspection.hpp"

namespace sparkdyn::app {

using core::check;

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
      report_.refuse(error.what());
    else
      report_.judge(level, error.what());
  }
}

std::string SystemCheck::place_of(Vec vector) const {
  core::Located mine{0, -1};
  {
    const core::ReadArray values(vector);
    const PetscInt begin = core::row_range(vector).begin;
    for (PetscInt i = 0; i < values.size(); ++i)
      if (mine.index < 0 || std::abs(values[i]) > mine.value)
        mine = {std::abs(values[i]), begin + i};
  }
  const auto found = core::maximum_location(system_.comm(), mine);
  return system_.dof_name(static_cast<PetscInt>(found.index));
}

void SystemCheck::size() {
  report_.section("Size and memory");
  report_.value("degrees of freedom", fmt::format("{}", system_.dofs()), "dofs",
                static_cast<double>(system_.dofs()));
  report_.value("constraints", fmt::format("{}", system_.constraints()), "constraints",
                static_cast<double>(system_.constraints()));
  report_.value("steps", fmt::format("{} of {:.6g}", given_.span.steps(), h()), "steps", steps());
  const auto estimate = stage::estimate_complex_factor(system_);
  // Pairs of complex stages have complex factors, a single real stage has real ones.
  const stage::StepDemand demand = given_.options.method.of().demand(given_.options.method);
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
  report_.value("parts", fmt::format("{}", parts.count), "parts", static_cast<double>(parts.count));
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
  report_.value("without mass", fmt::format("{}", massless.count), "massless",
                static_cast<double>(massless.count));
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
  const auto sets = system_.constraints() <= system_.dofs()
                        ? mechanics::dependent_rows(system_.G())
                        : std::vector<mechanics::DependentRows>{};
  const auto rank = system_.constraints() - static_cast<PetscInt>(sets.size());
  report_.value("rows of G", fmt::format("{}", system_.constraints()), "rows",
                static_cast<double>(system_.constraints()));
  report_.value("rank of G", fmt::format("{}", rank), "rank", static_cast<double>(rank));
  if (system_.constraints() > system_.dofs()) {
    dependent_ = true;
    report_.refuse("there are more constraints than degrees of freedom");
  }
  for (std::size_t k = 0; k < std::min<std::size_t>(sets.size(), 5); ++k) {
    std::vector<std::string> names;
    for (std::size_t i = 0; i < std::min<std::size_t>(sets[k].size(), 6); ++i)
      names.push_back(system_.constraint_name(sets[k][i] - 1));
    report_.refuse(fmt::format("{}{} depend on one another; remove one", fmt::join(names, "; "),
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
      report_.refuse(sentence);
  }
}

void SystemCheck::lowest() {
  constexpr int shown = 6;
  int count = shown + 6;
  do {
    modes_ = integrate::natural_modes(system_, {.count = count});
    const auto zeros = std::count_if(modes_.modes.begin(), modes_.modes.end(),
                                     [](const auto& mode) { return mode.omega == 0; });
    const auto found = static_cast<std::ptrdiff_t>(modes_.modes.size());
    if (found < count || zeros + shown <= found || count > 100) break;
    count *= 3;
  } while (true);
  zero_modes();
  std::vector<double> frequencies;
  for (const auto& mode : modes_.modes)
    if (mode.omega > 0 && frequencies.size() < shown) frequencies.push_back(mode.frequency);
  std::vector<std::string> list;
  for (const double f : frequencies) list.push_back(fmt::format("{:.5g}", f));
  if (!frequencies.empty())
    report_.value("lowest frequencies",
                  fmt::format("{}  (cycles per unit of time)", fmt::join(list, ", ")), "lowest",
                  frequencies);
}

void SystemCheck::zero_modes() {
  int zeros = 0, negative = 0;
  std::vector<std::string> places;
  for (const auto& mode : modes_.modes) {
    negative += mode.omega < 0;
    if (mode.omega != 0) continue;
    ++zeros;
    if (places.size() < 6) places.push_back(place_of(mode.shape));
  }
  const int rigid = job::free_rigid_motions(system_, given_.rigid);
  report_.value("motions without strain", fmt::format("{}", zeros), "zero_modes",
                static_cast<double>(zeros));
  if (!given_.rigid.empty())
    report_.value("  of the whole, rigid", fmt::format("{}", rigid), "rigid_motions",
                  static_cast<double>(rigid));
  if (negative > 0)
    report_.judge(
        Level::warning,
        fmt::format("{} modes have a negative ω²: the structure itself is unstable", negative));
  const std::string where = fmt::format("largest at {}", fmt::join(places, "; "));
  if (zeros == 0)
    report_.judge(Level::ok, "nothing can move without strain");
  else if (zeros > rigid && !given_.rigid.empty())
    report_.judge(Level::warning,
                  fmt::format("{} motions without strain are not rigid motions of the whole: a "
                              "mechanism, or a part that nothing holds; {}",
                              zeros - rigid, where));
  else
    report_.judge(Level::note, fmt::format("{} motions without strain, {}", zeros, where));
}

void SystemCheck::highest() {
  highest_ = integrate::highest_mode(system_, *mass_);
  if (std::isinf(highest_.omega)) {
    report_.text("highest frequency", "infinite: something has no mass", "highest_text");
    return;
  }
  if (highest_.omega == 0) return;
  report_.value(
      "highest frequency",
      fmt::format("{:.5g}, most at {}", highest_.omega / two_pi, place_of(highest_.shape)),
      "highest", highest_.omega / two_pi);
  if (highest_.bound > 0)
    report_.judge(Level::ok, fmt::format("no frequency lies above {:.5g}: the signs of the pivots "
                                         "of K − ω²M say so",
                                         highest_.bound / two_pi));
  else
    report_.judge(Level::note, "whether a higher frequency exists was not verified");
}

std::vector<double> check_loads(const SystemCase& given, CheckReport& report,
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
        fmt::format("{}{}", load.name.empty() ? fmt::format("load {}", k + 1) : load.name,
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

void check_disk(MPI_Comm comm, const std::filesystem::path& folder, double bytes,
                CheckReport& report) {
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

SystemFindings check_system(const SystemCase& given, CheckReport& report) {
  return SystemCheck(given, report).run();
}

}  // namespace sparkdyn::app
