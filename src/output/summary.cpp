// SPDX-License-Identifier: BSD-3-Clause
#include "output/summary.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/progress.hpp"
#include "output/output_folder.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

std::string_view name(Status status) {
  constexpr std::array<std::string_view, 3> names{"done", "failed", "stopped"};
  return names[static_cast<std::size_t>(status)];
}

JsonObject seconds_object(const Summary& summary) {
  const PhaseSeconds& seconds = summary.seconds;
  JsonObject object;
  object.add("setup", seconds.setup);
  if (!summary.problem) object.add("factor", seconds.factor);
  object.add("solve", seconds.solve).add("output", seconds.output);
  if (!summary.problem) object.add("checkpoints", seconds.checkpoints);
  return object.add("total", seconds.total);
}

JsonObject energies_object(const Summary& summary) {
  const run::Energies& energies = summary.energies;
  JsonObject object;
  object.add("kinetic", energies.kinetic).add("strain", energies.strain);
  if (summary.energy_account)
    object.add("external_work", energies.external_work)
        .add("dissipated", energies.dissipated)
        .add("balance", energies.balance);
  return object;
}

JsonObject parameters_object(const std::map<std::string, double>& parameters) {
  JsonObject object;
  for (const auto& [name, value] : parameters) object.add(name, value);
  return object;
}

JsonObject quantities_object(const std::vector<run::QuantityReport>& quantities) {
  JsonObject object;
  for (const run::QuantityReport& quantity : quantities)
    object.add(quantity.name, JsonObject()
                                  .add("start", quantity.start)
                                  .add("end", quantity.end)
                                  .add("largest_deviation", quantity.deviation));
  return object;
}

std::vector<JsonObject> answers_list(const std::vector<run::AnswerReport>& answers) {
  std::vector<JsonObject> list;
  for (const run::AnswerReport& answer : answers) {
    JsonObject object;
    object.add("time", answer.time);
    if (answer.q) object.add("q_relative_error", *answer.q);
    if (answer.v) object.add("v_relative_error", *answer.v);
    if (answer.lambda) object.add("lambda_relative_error", *answer.lambda);
    list.push_back(object);
  }
  return list;
}

JsonObject errors_object(const std::vector<ProbeError>& errors) {
  JsonObject object;
  for (const ProbeError& error : errors)
    object.add(error.name, JsonObject()
                               .add("relative", error.relative)
                               .add("error", error.error)
                               .add("largest", error.largest));
  return object;
}

std::vector<JsonObject> peaks_list(const std::vector<FieldPeak>& peaks) {
  std::vector<JsonObject> list;
  for (const FieldPeak& peak : peaks)
    list.push_back(JsonObject()
                       .add("field", peak.field)
                       .add("value", peak.value)
                       .add("time", peak.time)
                       .add(peak.of_element ? "element" : "node", peak.place));
  return list;
}

std::vector<double> as_list(const std::array<double, 3>& vector) {
  return {vector.begin(), vector.end()};
}

std::string vector_text(const std::array<double, 3>& v) {
  return fmt::format("({:.6g}, {:.6g}, {:.6g})", v[0], v[1], v[2]);
}

void add_findings(const ProblemSummary& problem, Report& report) {
  const run::MechanismFindings& found = problem.findings;
  report.fact("quantities", quantities_object(found.quantities))
      .fact("known_answers", answers_list(found.answers));
  if (found.independence.constraint > 0)
    report.fact("constraint_independence", JsonObject()
                                               .add("smallest_pivot", found.independence.pivot)
                                               .add("time", found.independence.time)
                                               .add("constraint", found.independence.constraint));
  if (found.wedge_drift) report.fact("wedge_drift", *found.wedge_drift);
  if (problem.way_back) report.fact("reversibility_defect", *problem.way_back);
}

void add_facts(const Summary& summary, Report& report) {
  report.fact("status", name(summary.status))
      .fact("cause", summary.cause)
      .fact("program", summary.program)
      .fact("version", summary.version)
      .fact("title", summary.title);
  if (summary.problem)
    report.fact("problem", summary.problem->name)
        .fact("source", summary.problem->source)
        .fact("parameters", parameters_object(summary.problem->parameters));
  report.fact("method", summary.method).fact("order", summary.order);
  if (!summary.problem)
    report.fact("strategy", summary.strategy)
        .fact("strategy_reason", summary.strategy_reason)
        .fact("blas", summary.blas);
  report.fact("ranks", summary.ranks)
      .fact("dofs", summary.dofs)
      .fact("constraints", summary.constraints)
      .fact("start_time", summary.start_time)
      .fact("end_time", summary.end_time)
      .fact("steps", summary.steps);
  if (!summary.problem) report.fact("steps_before_restart", summary.steps_before);
  report.fact("rejected", summary.rejected).fact("iterations", summary.iterations);
  if (summary.newton_iterations > 0) report.fact("newton_iterations", summary.newton_iterations);
  if (summary.problem) report.fact("factorizations", summary.problem->factorizations);
  report.fact("steps_per_second", steps_per_second(summary))
      .fact("seconds", seconds_object(summary))
      .fact("peak_memory_bytes", summary.peak_memory_bytes)
      .fact("largest_position_violation", summary.largest_position_violation)
      .fact("largest_velocity_violation", summary.largest_velocity_violation);
  if (summary.problem)
    add_findings(*summary.problem, report);
  else
    report.fact("energies", energies_object(summary));
  if (!summary.errors.empty()) report.fact("error_estimate", errors_object(summary.errors));
  if (!summary.peaks.empty()) report.fact("peaks", peaks_list(summary.peaks));
  if (summary.mass)
    report.fact("mass", *summary.mass)
        .fact("centre_of_gravity", std::vector(summary.centre.begin(), summary.centre.end()));
  if (summary.sums)
    report.fact("force_sums", JsonObject()
                                  .add("loads", as_list(summary.sums->loads))
                                  .add("reactions", as_list(summary.sums->reactions))
                                  .add("inertia", as_list(summary.sums->inertia)));
  report.fact("warnings", summary.warnings);
}

std::string memory_text(double bytes, int ranks) {
  const double mebibyte = 1024.0 * 1024.0;
  const bool large = bytes >= 1024 * mebibyte;
  const double value = bytes / (large ? 1024 * mebibyte : mebibyte);
  const std::string text = fmt::format("{:.1f} {}", value, large ? "GiB" : "MiB");
  return ranks > 1 ? fmt::format("{} on {} ranks", text, ranks) : text;
}

std::string steps_text(const Summary& summary, std::string_view not_used) {
  std::string text = fmt::format("{}", summary.steps);
  if (summary.rejected > 0) text += fmt::format(" and {} {}", summary.rejected, not_used);
  if (summary.problem || steps_per_second(summary) > 0)
    text += fmt::format(", {:.4g} per s", steps_per_second(summary));
  return text;
}

std::string time_text(const Summary& summary) {
  return fmt::format("{:.6g} to {:.6g}", summary.start_time, summary.end_time);
}

/// What the method itself did to the energy.
const char* balance_meaning(double balance) {
  if (balance == 0) return "";
  return balance > 0 ? " (added by the method)" : " (taken out by the method)";
}

void add_violation(const Summary& summary, const char* meaning, Report& report) {
  if (summary.constraints > 0)
    report.row("violation", fmt::format("position {:.2g}, velocity {:.2g} ({})",
                                        summary.largest_position_violation,
                                        summary.largest_velocity_violation, meaning));
}

void add_energies(const Summary& summary, Report& report) {
  const run::Energies& e = summary.energies;
  const std::string stored = fmt::format("kinetic {:.6g}, strain {:.6g}", e.kinetic, e.strain);
  if (!summary.energy_account) return report.row("energy", stored);
  report.row("energy", fmt::format("{}, work {:.6g}, dissipated {:.6g}", stored, e.external_work,
                                   e.dissipated));
  report.row("", fmt::format("balance {:.3g}{}", e.balance, balance_meaning(e.balance)));
}

/// The largest first; those that all have are in summary.json.
void add_errors(const Summary& summary, Report& report) {
  constexpr std::size_t shown = 6;
  std::vector<ProbeError> errors = summary.errors;
  std::stable_sort(errors.begin(), errors.end(), [](const ProbeError& a, const ProbeError& b) {
    return a.relative > b.relative;
  });
  for (std::size_t i = 0; i < std::min(errors.size(), shown); ++i)
    report.row(i == 0 ? "error" : "", fmt::format("{} {:.1e} of its largest value (estimated)",
                                                  errors[i].name, errors[i].relative));
  if (errors.size() > shown)
    report.row("", fmt::format("and {} smaller ones", errors.size() - shown));
}

/// Those of motion and reactions, then what engineers dimension by; all are in summary.json.
void add_peaks(const Summary& summary, Report& report) {
  bool first = true;
  for (const FieldPeak& peak : summary.peaks) {
    if (peak.field == "velocity" || peak.field == "acceleration" || peak.value == 0) continue;
    std::string field = peak.field;
    std::replace(field.begin(), field.end(), '_', ' ');
    report.row(first ? "peaks" : "",
               fmt::format("{} {:.6g}, {} {}, t = {:.6g}", field, peak.value,
                           peak.of_element ? "element" : "node", peak.place, peak.time));
    first = false;
  }
}

void add_costs(const Summary& summary, Report& report) {
  const PhaseSeconds& seconds = summary.seconds;
  const double known =
      seconds.setup + seconds.factor + seconds.solve + seconds.output + seconds.checkpoints;
  const auto phase = [&](std::string_view label, double spent) {
    const double percent = seconds.total > 0 ? 100 * spent / seconds.total : 0;
    report.row(label, fmt::format("{:>12.3f} s {:>6.1f} %", spent, percent));
  };
  report.row("memory", memory_text(summary.peak_memory_bytes, summary.ranks));
  phase("setup", seconds.setup);
  phase("factor", seconds.factor);
  phase("solve", seconds.solve);
  phase("output", seconds.output);
  if (seconds.checkpoints > 0) phase("checkpoints", seconds.checkpoints);
  if (seconds.total > known) phase("other", seconds.total - known);
  phase("total", seconds.total);
}

/// Title, size, method and solver stand at the start of the run.
void add_system_rows(const Summary& summary, Report& report) {
  report.optional_row("BLAS", summary.blas);
  report.row("time", time_text(summary));
  report.row("steps", steps_text(summary, "rejected"));
  const auto a_step = [&](long long count) {
    return fmt::format(
        "{}, {:.2f} a step", count,
        static_cast<double>(count) / static_cast<double>(std::max(summary.steps, 1LL)));
  };
  if (summary.iterations > 0) report.row("iterations", a_step(summary.iterations));
  if (summary.newton_iterations > 0)
    report.row("of Newton's method", a_step(summary.newton_iterations));
  add_energies(summary, report);
  add_violation(summary, "largest, relative", report);
  add_errors(summary, report);
  add_peaks(summary, report);
  if (summary.mass)
    report.row("mass", fmt::format("{:.6g}, centre of gravity {}", *summary.mass,
                                   vector_text(summary.centre)));
  if (summary.sums)
    report.row(
        "at the end",
        fmt::format("loads {}, reactions {}, inertia {}", vector_text(summary.sums->loads),
                    vector_text(summary.sums->reactions), vector_text(summary.sums->inertia)));
  add_costs(summary, report);
  if (const auto count = summary.warnings.size(); count > 0)
    report.row("warnings", fmt::format("{}, said above and in summary.json", count));
}

std::string answer_text(const run::AnswerReport& answer) {
  std::string text = fmt::format("at t = {:.6g}, relative:", answer.time);
  if (answer.q) text += fmt::format(" q {:.2e}", *answer.q);
  if (answer.v) text += fmt::format(" v {:.2e}", *answer.v);
  if (answer.lambda) text += fmt::format(" lambda {:.2e}", *answer.lambda);
  return text + " (known answer)";
}

void add_problem_rows(const Summary& summary, Report& report) {
  const ProblemSummary& problem = *summary.problem;
  report.row("problem", fmt::format("{} ({})", problem.name, problem.source));
  report.row("method", fmt::format("{}, order {}", summary.method, summary.order));
  report.row("size",
             fmt::format("{} coordinates, {} constraints", summary.dofs, summary.constraints));
  report.row("time", time_text(summary));
  report.row("steps", steps_text(summary, "trials"));
  if (summary.iterations > 0)
    report.row("Newton", fmt::format("{} iterations, {} factorizations", summary.iterations,
                                     problem.factorizations));
  for (const run::QuantityReport& quantity : problem.findings.quantities) {
    std::string text = fmt::format("{:.9g} to {:.9g}", quantity.start, quantity.end);
    if (quantity.invariant) text += fmt::format(", largest deviation {:.2e}", quantity.deviation);
    report.row(quantity.name, text);
  }
  add_violation(summary, "largest", report);
  if (const auto& drift = problem.findings.wedge_drift)
    report.row("wedge product", fmt::format("largest relative change {:.2e}", *drift));
  if (problem.way_back)
    report.row("reversibility", fmt::format("all steps back end {:.2e} (relative) from the start",
                                            *problem.way_back));
  for (const run::AnswerReport& answer : problem.findings.answers)
    report.row("error", answer_text(answer));
  for (const std::string& warning : summary.warnings) report.row("warning", warning);
}

std::string headline(const Summary& summary) {
  const std::string duration = core::duration_text(summary.seconds.total);
  if (summary.status == Status::done) return "done in " + duration;
  if (summary.status == Status::stopped) return "stopped after " + duration;
  if (summary.problem) return fmt::format("failed at t = {:.9g}", summary.end_time);
  return fmt::format("failed at t = {:.6g}: {}", summary.end_time, summary.cause);
}

}  // namespace

void Summary::add(const run::RunReport& report) {
  status = !report.done ? Status::failed : report.stopped ? Status::stopped : Status::done;
  cause = report.cause;
  steps = report.steps;
  rejected = report.rejected;
  iterations = report.iterations;
  newton_iterations = report.corrections;
  seconds.solve = report.step_seconds;
  seconds.output = report.observer_seconds;
  largest_position_violation = report.largest.position;
  largest_velocity_violation = report.largest.velocity;
  energies = report.energies;
}

void Summary::set_solver(const std::string& description) {
  const auto colon = description.find(": ");
  strategy = description.substr(0, colon);
  strategy_reason = colon == std::string::npos ? "" : description.substr(colon + 2);
}

double steps_per_second(const Summary& summary) {
  const double running = summary.problem ? summary.seconds.solve + summary.seconds.output
                                         : summary.seconds.total - summary.seconds.setup;
  const auto steps = static_cast<double>(summary.steps - summary.steps_before);
  return running > 0 ? steps / running : 0;
}

Report report_of(const Summary& summary) {
  Report report(summary.problem ? 20 : 16);
  add_facts(summary, report);
  report.line(headline(summary));
  if (summary.problem)
    add_problem_rows(summary, report);
  else
    add_system_rows(summary, report);
  return report;
}

void write_summary(MPI_Comm comm, const std::filesystem::path& file, const Report& report) {
  core::on_rank_zero(comm, [&] { write_text_atomically(file, report.json()); });
}

}  // namespace sparkdyn::output
