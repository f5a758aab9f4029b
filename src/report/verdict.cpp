// SPDX-License-Identifier: BSD-3-Clause
#include "report/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

namespace sparkdyn::report {
namespace {

constexpr double small_violation = 1e-8, large_violation = 1e-4;
constexpr double small_balance = 0.01, large_balance = 0.1;
constexpr double small_error = 0.01, large_error = 0.1;
constexpr double small_distortion = 0.03, large_distortion = 0.1;

Light light_of(double value, double small, double large) {
  if (!std::isfinite(value)) return Light::red;
  return value <= small ? Light::green : value <= large ? Light::amber : Light::red;
}

Judgement outcome(const SummaryFacts& run) {
  if (run.status == "done")
    return {
        "Finished", Light::green,
        fmt::format("The run went through to t = {:.6g} in {:.0f} steps.", run.end_time, run.steps),
        ""};
  if (run.status == "stopped")
    return {"Finished", Light::amber,
            fmt::format("The run was stopped on request at t = {:.6g}.", run.end_time),
            "Go on with --restart latest."};
  return {"Finished", Light::red,
          fmt::format("The run failed at t = {:.6g}. {}", run.end_time, run.cause),
          "Read the cause; results hold up to this time."};
}

Judgement constraints(const SummaryFacts& run) {
  if (run.constraints == 0)
    return {"Constraints", Light::green, "There are none besides components held exactly.", ""};
  if (!run.position_violation)
    return {"Constraints", Light::unknown, "Their violation is not in summary.json.", ""};
  const double velocity = run.velocity_violation.value_or(0);
  const double worst = *run.position_violation > velocity ? *run.position_violation : velocity;
  const bool numbers = std::isfinite(*run.position_violation + velocity);
  const Light light = numbers ? light_of(worst, small_violation, large_violation) : Light::red;
  return {"Constraints", light,
          fmt::format("Constraints held to {:.1e} in position and {:.1e} in velocity{}.",
                      *run.position_violation, velocity,
                      run.problem.empty() ? ", relative to what they hold" : ""),
          light == Light::green ? ""
                                : "Take a smaller time step, a tighter solver.tolerance, or check "
                                  "constraints that nearly depend on each other."};
}

/// The largest of the energies at any time: what a balance is compared with.
double energy_scale(const Evidence& evidence) {
  double scale = 0;
  if (evidence.energy != nullptr)
    for (const char* name : {"kinetic", "strain", "external_work", "dissipated", "potential"})
      if (const Column* column = evidence.energy->find(name))
        scale =
            std::max({scale, std::abs(column->largest.value), std::abs(column->smallest.value)});
  if (scale > 0 || evidence.summary == nullptr) return scale;
  const SummaryFacts& run = *evidence.summary;
  for (const auto& each : {run.kinetic, run.strain, run.external_work, run.dissipated})
    scale = std::max(scale, std::abs(each.value_or(0)));
  return scale;
}

Judgement balance_of(double worst, double scale) {
  const double share = scale > 0 ? std::abs(worst) / scale : 0;
  Light light = light_of(share, small_balance, large_balance);
  const std::string amount = fmt::format("{:.2g} % of the largest energy", 100 * share);
  if (light == Light::green)
    return {"Energy", light, fmt::format("The balance closes to {}.", amount), ""};
  if (worst > 0)
    return {"Energy", Light::red, fmt::format("The method added energy: {}.", amount),
            "Take a smaller time step; look whether the motion grows where nothing drives it."};
  return {"Energy", light, fmt::format("The method took energy out: {}.", amount),
          "Meant, if fast modes should die out (rho_infinity below 1). Otherwise take a smaller "
          "time step, or rho_infinity nearer to 1."};
}

Judgement energy(const Evidence& evidence) {
  const double scale = energy_scale(evidence);
  const Column* balance = evidence.energy ? evidence.energy->find("balance") : nullptr;
  if (balance != nullptr) {
    if (!std::isfinite(balance->last))
      return {"Energy", Light::red, "The energy is no number at the end: the motion has blown up.",
              "Take a smaller time step; look where the model lets go."};
    const bool up = balance->largest.value > -balance->smallest.value;
    return balance_of(up ? balance->largest.value : balance->smallest.value, scale);
  }
  if (evidence.energy != nullptr)
    if (const Column* total = evidence.energy->find("total")) {
      const double up = total->largest.value - total->first;
      const double down = total->smallest.value - total->first;
      Judgement found = balance_of(std::abs(up) > std::abs(down) ? up : down, scale);
      found.sentence =
          fmt::format("The total energy changed by at most {:.2g} % of the largest part.",
                      scale > 0 ? 100 * std::max(std::abs(up), std::abs(down)) / scale : 0);
      if (found.light != Light::green)
        found.advice =
            "Expected with damping or driving forces; otherwise take a smaller time step.";
      if (found.light == Light::red) found.light = Light::amber;  // forces may do work
      return found;
    }
  if (evidence.summary != nullptr && evidence.summary->balance)
    return balance_of(*evidence.summary->balance, scale);
  return {"Energy", Light::unknown, "No energy account was kept.", "Set output: {energy: true}."};
}

Judgement error(const SummaryFacts& run) {
  const auto of = [](const std::map<std::string, double>& found, const char* what) {
    const auto worst =
        std::max_element(found.begin(), found.end(),
                         [](const auto& a, const auto& b) { return a.second < b.second; });
    const Light light = light_of(worst->second, small_error, large_error);
    return Judgement{
        "Time error", light,
        fmt::format("{} of {}: {:.1e} of its largest value.", what, worst->first, worst->second),
        light == Light::green ? "" : "Take a smaller time step or one more stage."};
  };
  if (!run.errors.empty()) return of(run.errors, "Estimated error");
  if (!run.known_answers.empty()) return of(run.known_answers, "Error against the known answer");
  return {"Time error", Light::unknown, "The error of the time integration was not estimated.",
          "Set output: {error_estimate: true}, or run with half the step and compare: sparkdyn "
          "report A B."};
}

/// Steps in a period of the fastest probe, with which order 2 needs about 20 and higher ones fewer.
Judgement resolution(const Evidence& evidence) {
  if (evidence.history == nullptr || evidence.history->columns.empty())
    return {"Resolution", Light::unknown, "There are no probes to look at.",
            "Name probes in output: {probes: […]}."};
  const Table& history = *evidence.history;
  const Column* fastest = &history.columns.front();
  for (const Column& column : history.columns)
    if (column.frequency > fastest->frequency) fastest = &column;
  const double span = history.times.back() - history.times.front();
  const double step = history.rows > 1 ? span / static_cast<double>(history.rows - 1) : 0;
  if (!(fastest->frequency * step > 0))
    return {"Resolution", Light::unknown, "The probes do not move, or too few rows were written.",
            ""};
  const double steps = 2 * std::numbers::pi / (fastest->frequency * step);
  const double order = evidence.summary ? std::max(2.0, evidence.summary->order) : 2.0;
  const double enough = std::max(3.0, 40.0 / order), few = std::max(2.2, 16.0 / order);
  const Light light = steps >= enough ? Light::green : steps >= few ? Light::amber : Light::red;
  const std::string found =
      fmt::format("The fastest probe, {}, swings about once in {:.3g} rows of history.csv",
                  fastest->name, steps);
  if (light == Light::green)
    return {"Resolution", light,
            fmt::format("{}; a method of order {:.0f} follows that.", found, order), ""};
  return {"Resolution", light,
          fmt::format("{}; a method of order {:.0f} wants {:.0f} or more.", found, order, enough),
          "Take a smaller time step if that motion matters; if it does not, let rho_infinity below "
          "1 damp it."};
}

Judgement large_motion(const Evidence& evidence) {
  if (evidence.motion == nullptr || evidence.motion->peaks.empty())
    return {"Large motion", Light::unknown, "There is no mesh to measure the motion by.", ""};
  const Motion& motion = *evidence.motion;
  const double worst = std::max(motion.distortion, motion.rotation / 3);
  const Light light =
      evidence.turns ? Light::green : light_of(worst, small_distortion, large_distortion);
  std::string sentence =
      fmt::format("Points moved against each other by at most {:.2g} % of the structure's size",
                  100 * motion.distortion);
  if (motion.rotation > 0) sentence += fmt::format(", nodes turned by {:.2g} rad", motion.rotation);
  if (evidence.turns) sentence += ", which the model follows (nonlinear: true)";
  return {
      "Large motion", light, sentence + ".",
      light == Light::green
          ? ""
          : "Linear elements do not see what large motion changes: compare with a smaller load, "
            "or take elements made for large motion."};
}

}  // namespace

std::string_view name(Light light) {
  switch (light) {
    case Light::green:
      return "green";
    case Light::amber:
      return "amber";
    case Light::red:
      return "red";
    case Light::unknown:
      break;
  }
  return "unknown";
}

std::vector<Judgement> judge(const Evidence& evidence) {
  std::vector<Judgement> found;
  if (evidence.summary != nullptr) {
    found.push_back(outcome(*evidence.summary));
    found.push_back(constraints(*evidence.summary));
  }
  found.push_back(energy(evidence));
  if (evidence.summary != nullptr) found.push_back(error(*evidence.summary));
  found.push_back(resolution(evidence));
  if (evidence.summary == nullptr || evidence.summary->problem.empty())
    found.push_back(large_motion(evidence));
  return found;
}

}  // namespace sparkdyn::report
