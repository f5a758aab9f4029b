// SPDX-License-Identifier: BSD-3-Clause
#include "input/case_reader.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <numbers>

#include "case_sections.hpp"
#include "file_access.hpp"
#include "input/model_probe.hpp"
#include "mechanics/content.hpp"
#include "model/items.hpp"
#include "motions.hpp"
#include "run/accuracy.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::input {
namespace {

namespace fs = std::filesystem;

constexpr long any_count = std::numeric_limits<long>::max();

/// Seconds, or "hours:minutes:seconds" as schedulers write it.
double read_duration(const Section& section, const std::string& key) {
  const std::string text = section.text(key, "0");
  std::vector<double> parts;
  std::string_view rest = text;
  while (parts.size() < 3) {
    double value = 0;
    const auto [end, error] = std::from_chars(rest.data(), rest.data() + rest.size(), value);
    if (error != std::errc() || !(value >= 0) || !std::isfinite(value)) break;
    parts.push_back(value);
    rest.remove_prefix(static_cast<std::size_t>(end - rest.data()));
    if (rest.empty()) break;
    if (rest.front() != ':') break;
    rest.remove_prefix(1);
  }
  if (!rest.empty() || (parts.size() != 1 && parts.size() != 3))
    fail(section.require(key),
         "{} must be seconds, 3600, or hours:minutes:seconds, 23:50:00, not '{}'",
         section.what(key), text);
  return parts.size() == 1 ? parts[0] : 3600 * parts[0] + 60 * parts[1] + parts[2];
}

run::CheckpointOptions read_checkpoint(const Tree* tree) {
  run::CheckpointOptions checkpoint;
  if (tree == nullptr) return checkpoint;
  const Section section(*tree, "checkpoint", keys::checkpoint_table());
  checkpoint.given = true;
  checkpoint.every = section.integer("every", 0, 0, any_count);
  checkpoint.seconds = read_duration(section, "seconds");
  checkpoint.keep = static_cast<int>(section.integer("keep", 2, 1, 1000000));
  checkpoint.wall_clock_limit = read_duration(section, "wall_clock_limit");
  return checkpoint;
}

/// With a tolerance the step is only the first that is tried, and need not be given.
void read_tolerance(const Section& section, const Case& given, run::TimeSpan& time) {
  constexpr double largest = 0.1, usual_steps = 100;
  const Tree* tree = section.find("tolerance");
  if (!tree) return;
  if (given.accuracy)
    fail(*tree,
         "'tolerance' in 'time' chooses each step, 'accuracy' in 'method' one for the whole run: "
         "give one of them");
  if (given.method.of().name != "gauss-lobatto")
    fail(*tree, "'tolerance' in 'time' needs the family gauss-lobatto, whose errors are estimated");
  time.tolerance = section.number("tolerance", std::nullopt);
  if (!(time.tolerance > 0 && time.tolerance <= largest))
    fail(*tree, "'tolerance' in 'time' must be above zero and at most {}, not {}", largest,
         time.tolerance);
  if (!section.find("step")) time.step = (time.end - time.start) / usual_steps;
}

/// Without a step where that may be chosen: it is then zero.
run::TimeSpan read_time(const Tree& tree, const Case& given) {
  const bool chooses_step = given.accuracy.has_value();
  const Section section(tree, "time", keys::time_table());
  run::TimeSpan time{0, 0, 0};
  time.start = section.number("start", 0);
  time.end = section.number("end", std::nullopt);
  read_tolerance(section, given, time);
  if (chooses_step && !section.find("step") && time.end > time.start) return time;
  if (section.find("step") || time.tolerance == 0) time.step = section.number("step", std::nullopt);
  if (section.find("step") && time.step <= 0)
    fail(section.require("step"), "'step' in 'time' must be positive, not {}", time.step);
  if (time.end <= time.start)
    fail(section.require("end"), "'end' in 'time' must be after 'start', {}, but is {}", time.start,
         time.end);
  if (time.end - time.step == time.end || time.start + time.step == time.start)
    fail(section.require("step"), "'step' in 'time' is too small to move from {} to {}", time.start,
         time.end);
  return time;
}

/// States of rest are those of steps: there is nothing between them, and no error of a motion.
void read_for_rest(const Section& root, Case& result) {
  result.rest = true;
  OutputSpec& output = result.output;
  if (!output.times.empty())
    fail(root.require("output"),
         "'times' in 'output' lie between the steps of a motion; 'sparkdyn static' has a state at "
         "every 'step' of 'time'");
  if (output.interval > 0) result.time.step = output.interval;
  output.interval = 0;
  output.error_estimate = false;
  result.step_chosen = false;
  result.time.tolerance = 0;
  result.checkpoint = {};
}

/// A deck has its own times; only the step can be changed.
run::TimeSpan read_deck_time(const Tree* tree) {
  if (tree == nullptr) return {0, 0, 0};
  const Section section(*tree, "time", keys::deck_time_table());
  run::TimeSpan time{0, 0, 0};
  time.step = section.number("step", std::nullopt);
  if (time.step <= 0)
    fail(section.require("step"), "'step' in 'time' must be positive, not {}", time.step);
  return time;
}

linear::SolverWish read_solver(const Tree* tree) {
  using linear::Placement, linear::Strategy;
  linear::SolverWish solver;
  if (tree == nullptr) return solver;
  const Section section(*tree, "solver", keys::solver_table());
  solver.strategy =
      static_cast<Strategy>(section.choice("strategy", 0, names_up_to(Strategy::multigrid)));
  solver.factors =
      static_cast<Placement>(section.choice("factors", 0, names_up_to(Placement::spread)));
  if (section.find("tolerance") != nullptr)
    solver.tolerance = section.number("tolerance", std::nullopt, 1e-16, 1e-2);
  solver.max_iterations =
      static_cast<int>(section.integer("max_iterations", solver.max_iterations, 1, 1000000));
  return solver;
}

std::optional<SpinSpec> read_spin(const Tree* tree, const Case& given, Purpose purpose) {
  if (!tree) return std::nullopt;
  if (!given.model || !given.model->nonlinear)
    fail(*tree, "'spin' needs a 'model' with 'nonlinear: true'");
  if (purpose != Purpose::modes)
    fail(*tree,
         "'spin' is for 'sparkdyn modes'; a run turns by its initial velocities and drives, and "
         "'sparkdyn static' is about structures that stand still");
  const Section section(*tree, "spin", keys::spin_table());
  SpinSpec spin;
  const Tree& axis = section.require("axis");
  spin.axis = read_vector3(axis, section.what("axis"));
  const double length = std::hypot(spin.axis[0], spin.axis[1], spin.axis[2]);
  if (!(length > 0)) fail(axis, "'axis' in 'spin' has no direction");
  for (double& part : spin.axis) part /= length;
  if (const Tree* through = section.find("through"))
    spin.through = read_vector3(*through, section.what("through"));
  const Tree& speeds = section.require("speeds");
  for (const auto& [index, value] : as_list(speeds, section.what("speeds")))
    spin.speeds.push_back(as_number(value, section.what("speeds")));
  if (spin.speeds.empty() || spin.speeds.front() < 0 ||
      std::ranges::adjacent_find(spin.speeds, std::greater_equal<>()) != spin.speeds.end())
    fail(speeds,
         "'speeds' in 'spin' must increase, from 0 or above; for a spin the other way turn "
         "the axis around");
  return spin;
}

std::vector<std::string> quantities(std::initializer_list<Quantity> which) {
  std::vector<std::string> names;
  for (const Quantity quantity : which) names.emplace_back(name(quantity));
  return names;
}

ProbeSpec read_probe(const Tree& tree) {
  const Section section(tree, "probes", keys::probe_table());
  const Tree* dof = section.find("dof");
  const Tree* constraint = section.find("constraint");
  if ((dof == nullptr) == (constraint == nullptr))
    fail(tree, "a probe needs either 'dof' or 'constraint'");
  const std::size_t usual =
      static_cast<std::size_t>(dof ? Quantity::displacement : Quantity::multiplier);
  ProbeSpec probe;
  probe.quantity = static_cast<Quantity>(
      section.choice("quantity", usual,
                     quantities({Quantity::displacement, Quantity::velocity, Quantity::acceleration,
                                 Quantity::multiplier})));
  if ((probe.quantity == Quantity::multiplier) != (constraint != nullptr))
    fail(tree, "a probe of the {} needs '{}'", name(probe.quantity),
         probe.quantity == Quantity::multiplier ? "constraint" : "dof");
  probe.index = section.integer(dof ? "dof" : "constraint", std::nullopt, 1, any_count);
  probe.name = section.text("name", fmt::format("{}[{}]", name(probe.quantity), probe.index));
  return probe;
}

std::vector<ProbeSpec> read_probes(const Tree* tree, bool model) {
  std::vector<ProbeSpec> probes;
  if (tree == nullptr) return probes;
  std::map<std::string, std::string> places;
  for (const auto& [key, item] : as_list(*tree, "'probes' in 'output'")) {
    probes.push_back(model ? read_model_probe(item) : read_probe(item));
    const auto [first, fresh] = places.try_emplace(probes.back().name, item.where());
    if (!fresh)
      fail(item, "two probes are called '{}', the first at {}", probes.back().name, first->second);
  }
  return probes;
}

}  // namespace

void read_directory(const Section& section, const fs::path& folder, OutputSpec& output) {
  const std::string written = section.text("directory", "out");
  if (const Tree* tree = section.find("directory")) {
    output.where = tree->where();
    if (written.find('\0') != std::string::npos)
      fail(*tree, "{} is not a folder", section.what("directory"));
  }
  output.directory = (folder / written).lexically_normal();
}

namespace {

/// Between steps states are interpolated: `every` counts steps, and has no meaning beside times.
void read_output_times(const Section& section, OutputSpec& output) {
  const Tree* times = section.find("times");
  const Tree* interval = section.find("interval");
  if (!times && !interval) return;
  if (const Tree* every = section.find("every"))
    fail(*every,
         "'every' in 'output' counts steps; beside 'times' or 'interval' it has no meaning");
  if (interval) output.interval = section.number("interval", std::nullopt, 0);
  if (interval && !(output.interval > 0))
    fail(*interval, "'interval' in 'output' must be above zero");
  if (!times) return;
  if (times->kind != Tree::Kind::list)
    fail(*times, "'times' in 'output' must be a list of times, e.g. [0.1, 0.2]");
  for (const auto& item : times->members) {
    const double t = as_number(item.value, "a time of 'times' in 'output'");
    if (!output.times.empty() && t <= output.times.back())
      fail(item.value, "'times' in 'output' must increase: {} follows {}", t, output.times.back());
    output.times.push_back(t);
  }
}

OutputSpec read_output(const Tree* tree, const fs::path& folder, bool model, bool estimate) {
  OutputSpec output;
  output.error_estimate = estimate;
  output.directory = folder / output.directory;
  if (tree == nullptr) return output;
  const Section section(*tree, "output", model ? keys::model_output_table() : keys::output_table());
  read_directory(section, folder, output);
  output.every = section.integer("every", 1, 1, any_count);
  read_output_times(section, output);
  output.energy = section.boolean("energy", true);
  output.report = section.boolean("report", true);
  output.error_estimate = section.boolean("error_estimate", output.error_estimate);
  if (model) {
    output.stress = section.boolean("stress", false);
    output.nodal_stress = section.boolean("nodal_stress", false);
    output.section_forces = section.boolean("section_forces", false);
    output.envelope = section.boolean("envelope", false);
  }
  output.probes = read_probes(section.find("probes"), model);
  return output;
}

/// The highest frequency of what drives the case, in radians.
double driving_frequency(const Case& given) {
  double highest = 0;
  const auto look = [&](const mechanics::AmplitudePtr& amplitude) {
    if (amplitude)
      highest = std::max(
          highest, mechanics::highest_frequency(*amplitude, given.time.start, given.time.end));
  };
  if (given.system) {
    for (const auto& load : given.system->loads) look(load.amplitude);
    if (given.system->constraints)
      for (const auto& value : given.system->constraints->values) look(value.amplitude);
  }
  if (given.model)
    for (const auto& amplitude : given.model->amplitudes) look(amplitude);
  return highest;
}

/// Stages or step, or both, from the accuracy that is wanted.
void choose_stages_and_step(Case& result) {
  const double pi = std::numbers::pi;
  run::AccuracyWish wish{.rho_infinity = result.method.value("rho_infinity"),
                         .omega = 2 * pi * result.frequency.value_or(0),
                         .load_omega = driving_frequency(result),
                         .span = result.time.end - result.time.start};
  if (result.method.values.contains("stages")) wish.stages = result.method.stages();
  if (result.time.step > 0) wish.step = result.time.step;
  const double omega = wish.omega > 0 ? wish.omega : wish.load_omega;
  // Errors of a mode add up over the radians of the run.
  wish.accuracy = *result.accuracy / std::max(1.0, omega * wish.span);
  constexpr double most_radians = 3.5, fewest_steps = 4;
  result.step_chosen = !wish.step;
  result.longest_step = std::min(wish.span / fewest_steps, most_radians / omega);
  const run::AccuracyChoice chosen = run::choose_accuracy(wish);
  result.method.values["stages"] = chosen.stages;
  result.time.step = chosen.step;
  result.chosen = fmt::format(
      "accuracy {}: {} stages, step {:.6g}; interest up to {:.5g} cycles per unit of time ({}), "
      "loads "
      "up to {:.5g}; expected error of a mode {:.1e} a radian",
      *result.accuracy, chosen.stages, chosen.step,
      (wish.omega > 0 ? wish.omega : wish.load_omega) / (2 * pi),
      wish.omega > 0 ? "given" : "those of the loads", wish.load_omega / (2 * pi), chosen.error);
}

std::vector<const FileReference*> files_of(const SystemSpec& system) {
  std::vector<const FileReference*> files{&system.mass};
  for (const auto& item : system.stiffness) files.push_back(&item.file);
  for (const auto& item : system.damping.matrices) files.push_back(&item.file);
  if (system.constraints) {
    files.push_back(&system.constraints->matrix);
    for (const auto& item : system.constraints->values) files.push_back(&item.vector);
  }
  for (const auto* file : {&system.initial.displacement, &system.initial.velocity})
    if (*file) files.push_back(&**file);
  for (const auto& item : system.loads) files.push_back(&item.vector);
  return files;
}

void require_files(const SystemSpec& system) {
  for (const FileReference* file : files_of(system)) {
    const std::string complaint = why_unreadable(file->path);
    if (!complaint.empty())
      core::input_error("{}: {}: {}", file->where, file->path.string(), complaint);
  }
}

void require_files(const ModelSpec& model) {
  const fs::path& file = model.deck.empty() ? model.mesh : model.deck;
  if (file.empty()) return;  // all nodes are in the case
  const std::string complaint = why_unreadable(file);
  if (!complaint.empty()) core::input_error("{}: {}: {}", model.where, file.string(), complaint);
}

std::string read_text(const fs::path& file) {
  constexpr std::size_t most = 64 << 20;
  std::ifstream stream = open_file(file);
  std::string text = read_bytes(stream, 0, std::min<std::size_t>(fs::file_size(file), most + 1));
  if (text.size() > most)
    core::input_error("{}: a case file of more than {} MB cannot be right", file.string(),
                      most >> 20);
  return text;
}

/// What a superposition of modes does not have.
void require_for_modes(const Section& root, const Case& given) {
  const Tree& at = root.require("method");
  if (given.model && !given.model->deck.empty())
    fail(at, "a deck superposes modes by *MODAL DYNAMIC, not by 'family: modal'");
  if (given.model && given.model->nonlinear)
    fail(at, "'family: modal' needs a linear model, without 'nonlinear: true'");
  if (given.output.error_estimate || given.time.tolerance > 0)
    fail(at,
         "'family: modal' has no estimate of errors: leave 'error_estimate' and 'tolerance' out");
}

}  // namespace

void located(const Tree& at, const std::function<void()>& body) {
  try {
    body();
  } catch (const core::Error& error) {
    fail(at, "{}", error.what());
  } catch (const std::invalid_argument& error) {
    fail(at, "{}", error.what());
  }
}

Case parse_case(std::string_view text, const fs::path& file, std::span<const std::string> overrides,
                Purpose purpose) {
  Tree tree = parse_yaml(text, file.string());
  if (tree.kind == Tree::Kind::empty) core::input_error("{}: the file is empty", file.string());
  for (const std::string& override_text : overrides) apply_override(tree, override_text);
  const Section root(tree, "the case", keys::case_table());
  const fs::path folder = file.parent_path();
  Case result;
  result.file = file;
  result.title = root.text("title", "");
  if (const Tree* problem = root.find("problem")) {
    if (purpose != Purpose::run && purpose != Purpose::modes)
      fail(*problem, "'sparkdyn {}' is for a 'model' or a 'system', not for a 'problem'",
           purpose == Purpose::rest       ? "static"
           : purpose == Purpose::response ? "response"
                                          : "spectrum");
    for (const char* other : {"system", "model"})
      if (root.find(other) != nullptr)
        fail(*problem, "a case has a '{}' or a 'problem', not both", other);
    for (const char* other : {"spin", "response", "spectrum"})
      if (const Tree* section = root.find(other))
        fail(*section, "'{}' is for a 'model' or a 'system', not for a 'problem'", other);
    read_problem(root, folder, result);
    result.checkpoint = read_checkpoint(root.find("checkpoint"));
    return result;
  }
  if (const Tree* model = root.find("model")) {
    if (const Tree* system = root.find("system"))
      fail(*system, "a case has either a 'model' or a 'system'");
    result.model = read_model(*model, folder);
  } else {
    result.system = read_system(root.require("system"), folder);
  }
  if (purpose != Purpose::modes && purpose != Purpose::spectrum)
    require_amplitudes_for(tree, purpose == Purpose::response);
  const bool by_deck = result.model && !result.model->deck.empty();
  read_method(root.find("method"), result);
  if (by_deck && result.accuracy)
    fail(root.require("method"),
         "a deck gives its own steps and times: 'accuracy' cannot choose them");
  if (by_deck)
    result.time = read_deck_time(root.find("time"));
  else if (purpose == Purpose::run || root.find("time"))
    result.time = read_time(root.require("time"), result);
  if (result.accuracy && result.time.end > result.time.start)
    located(root.require("method"), [&] { choose_stages_and_step(result); });
  result.solver = read_solver(root.find("solver"));
  result.spin = read_spin(root.find("spin"), result, purpose);
  result.output = read_output(root.find("output"), folder, result.model.has_value(),
                              result.accuracy.has_value() || result.time.tolerance > 0);
  if (result.superposition) require_for_modes(root, result);
  result.checkpoint = read_checkpoint(root.find("checkpoint"));
  // What is there is read, and its mistakes are told, whatever the case is used for.
  if (purpose == Purpose::response || root.find("response"))
    result.response = read_response(root.require("response"));
  if (purpose == Purpose::spectrum || root.find("spectrum"))
    result.spectrum = read_spectrum(root.require("spectrum"), folder, result.model.has_value());
  if (purpose == Purpose::rest)
    read_for_rest(root, result);
  else if (purpose == Purpose::run || purpose == Purpose::modes)
    require_followable_motions(result);
  return result;
}

namespace {

/// A deck runs without a case file: this is the case it stands for.
std::string case_of_deck(const fs::path& deck) {
  return fmt::format("model: {{deck: {}}}\n", quoted(deck.filename().string()));
}

}  // namespace

Case read_case(MPI_Comm comm, const fs::path& file, std::span<const std::string> overrides,
               Purpose purpose) {
  std::string text;
  const bool is_deck = file.extension() == ".inp" || file.extension() == ".INP";
  core::on_rank_zero(comm, [&] { text = is_deck ? case_of_deck(file) : read_text(file); });
  text = core::broadcast(comm, std::move(text));
  Case result = parse_case(text, file, overrides, purpose);
  core::on_rank_zero(comm, [&] {
    if (result.system) require_files(*result.system);
    if (result.model) require_files(*result.model);
  });
  return result;
}

}  // namespace sparkdyn::input
