#include "problem_report.hpp"

#include <fmt/format.h>

#include <iterator>

#include "sparkdyn/app/command_line.hpp"
#include "sparkdyn/core/progress.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/output/json.hpp"

namespace sparkdyn::app {
namespace {

using output::JsonObject;

JsonObject seconds_object(const ProblemReport& report) {
  JsonObject object;
  object.add("setup", report.setup_seconds)
      .add("solve", report.solve_seconds)
      .add("output", report.output_seconds)
      .add("total", report.total_seconds);
  return object;
}

JsonObject parameters_object(const dae::Parameters& parameters) {
  JsonObject object;
  for (const auto& [name, value] : parameters) object.add(name, value);
  return object;
}

JsonObject quantities_object(const std::vector<QuantityReport>& quantities) {
  JsonObject object;
  for (const QuantityReport& quantity : quantities)
    object.add(quantity.name, JsonObject()
                                  .add("start", quantity.start)
                                  .add("end", quantity.end)
                                  .add("largest_deviation", quantity.deviation));
  return object;
}

std::vector<JsonObject> answers_list(const std::vector<AnswerReport>& answers) {
  std::vector<JsonObject> list;
  for (const AnswerReport& answer : answers) {
    JsonObject object;
    object.add("time", answer.time);
    if (answer.q) object.add("q_relative_error", *answer.q);
    if (answer.v) object.add("v_relative_error", *answer.v);
    if (answer.lambda) object.add("lambda_relative_error", *answer.lambda);
    list.push_back(object);
  }
  return list;
}

double steps_per_second(const ProblemReport& report) {
  const double running = report.solve_seconds + report.output_seconds;
  return running > 0 ? static_cast<double>(report.steps) / running : 0;
}

/// Lines of a name and a value, the values below each other.
class Rows {
 public:
  void row(std::string_view label, const std::string& value) {
    fmt::format_to(std::back_inserter(text_), "\n  {:<20}{}", label, value);
  }
  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

std::string answer_text(const AnswerReport& answer) {
  std::string text = fmt::format("at t = {:.6g}, relative:", answer.time);
  if (answer.q) text += fmt::format(" q {:.2e}", *answer.q);
  if (answer.v) text += fmt::format(" v {:.2e}", *answer.v);
  if (answer.lambda) text += fmt::format(" lambda {:.2e}", *answer.lambda);
  return text;
}

void add_accuracy(const ProblemReport& report, Rows& rows) {
  for (const QuantityReport& quantity : report.quantities) {
    std::string text = fmt::format("{:.9g} to {:.9g}", quantity.start, quantity.end);
    if (quantity.invariant) text += fmt::format(", largest deviation {:.2e}", quantity.deviation);
    rows.row(quantity.name, text);
  }
  if (report.constraints > 0)
    rows.row("violation", fmt::format("position {:.2g}, velocity {:.2g} (largest)",
                                      report.position_violation, report.velocity_violation));
  if (report.wedge_drift)
    rows.row("wedge product", fmt::format("largest relative change {:.2e}", *report.wedge_drift));
  if (report.way_back)
    rows.row("reversibility",
             fmt::format("all steps back end {:.2e} (relative) from the start", *report.way_back));
  for (const AnswerReport& answer : report.answers)
    rows.row("error", answer_text(answer) + " (known answer)");
}

}  // namespace

std::string report_json(const ProblemReport& report) {
  JsonObject object;
  object.add("status", !report.cause.empty() ? "failed"
                       : report.stopped      ? "stopped"
                                             : "done")
      .add("cause", report.cause)
      .add("program", "sparkdyn")
      .add("version", version())
      .add("title", report.title)
      .add("problem", report.problem)
      .add("source", report.source)
      .add("parameters", parameters_object(report.parameters))
      .add("method", report.method)
      .add("order", report.order)
      .add("ranks", report.ranks)
      .add("dofs", report.coordinates)
      .add("constraints", report.constraints)
      .add("start_time", report.start_time)
      .add("end_time", report.end_time)
      .add("steps", report.steps)
      .add("rejected", report.rejected)
      .add("iterations", report.iterations)
      .add("factorizations", report.factorizations)
      .add("steps_per_second", steps_per_second(report))
      .add("seconds", seconds_object(report))
      .add("peak_memory_bytes", core::peak_memory())
      .add("largest_position_violation", report.position_violation)
      .add("largest_velocity_violation", report.velocity_violation)
      .add("quantities", quantities_object(report.quantities))
      .add("known_answers", answers_list(report.answers));
  if (report.independence.constraint > 0)
    object.add("constraint_independence", JsonObject()
                                              .add("smallest_pivot", report.independence.pivot)
                                              .add("time", report.independence.time)
                                              .add("constraint", report.independence.constraint));
  if (report.wedge_drift) object.add("wedge_drift", *report.wedge_drift);
  if (report.way_back) object.add("reversibility_defect", *report.way_back);
  object.add("warnings", report.warnings);
  return object.text() + "\n";
}

std::string report_text(const ProblemReport& report) {
  Rows rows;
  rows.row("problem", fmt::format("{} ({})", report.problem, report.source));
  rows.row("method", fmt::format("{}, order {}", report.method, report.order));
  rows.row("size",
           fmt::format("{} coordinates, {} constraints", report.coordinates, report.constraints));
  rows.row("time", fmt::format("{:.6g} to {:.6g}", report.start_time, report.end_time));
  std::string steps = fmt::format("{}", report.steps);
  if (report.rejected > 0) steps += fmt::format(" and {} trials", report.rejected);
  rows.row("steps", fmt::format("{}, {:.4g} per s", steps, steps_per_second(report)));
  if (report.iterations > 0)
    rows.row("Newton", fmt::format("{} iterations, {} factorizations", report.iterations,
                                   report.factorizations));
  add_accuracy(report, rows);
  for (const std::string& warning : report.warnings) rows.row("warning", warning);
  const std::string first = report.cause.empty()
                                ? fmt::format("{} {}", report.stopped ? "stopped after" : "done in",
                                              core::duration_text(report.total_seconds))
                                : fmt::format("failed at t = {:.9g}", report.end_time);
  return first + rows.text();
}

}  // namespace sparkdyn::app
