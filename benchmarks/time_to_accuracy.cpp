// SPDX-License-Identifier: BSD-3-Clause
// Seconds until the deflection of the tip is right to 1e-4 and to 1e-6: SPARK on Gauss' nodes with
// 3 to 7 stages, generalized-α of this code and PETSc's TSALPHA2 on one beam, all with factors by
// MUMPS that are made once. A short smooth blow rings the first modes. Two numbers of stages are
// compared with the others: the fastest in its steps, and the fastest with its factors.
//
// The error is the largest difference from a reference (5 stages, small steps, checked against
// steps twice as long) over the whole history, relative to the largest deflection. Steps are halved
// until the error is reached; the steps that an error takes are interpolated between two runs, both
// logarithms. Beyond `--limit` steps a method is not run but carried on with its order, and the
// table says so. Seconds are the processor's, which a busy machine lengthens little; those of a
// step are medians of steps taken in turn, and stepping time is steps times that.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <fstream>

#include "beam_options.hpp"
#include "competitor.hpp"
#include "measure.hpp"
#include "output/json.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"

namespace {

using namespace sparkdyn;
using output::JsonObject;

struct Arguments {
  benchmarks::HexBeam beam;
  double end = 0.1, width = 0.004, rho_infinity = 0.8;
  int first = 5, limit = 1280, reference = 320, repeats = 15;
  std::vector<double> targets{1e-4, 1e-6};
  std::string json;
};

/// Deflection of the tip after 0, 1, … N steps.
using History = std::vector<double>;

struct Run {
  int steps = 0;
  double setup = 0, stepping = 0, error = 0;
};

struct Measured {
  benchmarks::Entry entry;
  std::vector<Run> runs;
  double step_seconds = 0;

  double setup() const {
    std::vector<double> all;
    for (const Run& run : runs) all.push_back(run.setup);
    return benchmarks::median(all);
  }
};

struct Needed {
  double steps = 0;
  bool extrapolated = false;
};

History integrate(const benchmarks::Entry& entry, const mechanics::System& system,
                  const Arguments& given, Run& run) {
  std::unique_ptr<benchmarks::Competitor> competitor;
  run.setup = benchmarks::processor_seconds(
      [&] { competitor = entry.make(system, given.end / run.steps); });
  // TSALPHA2 comes with its first step taken.
  const int taken = entry.name == "TSALPHA2" ? 1 : 0;
  History tip{0.0};
  if (taken == 1) tip.push_back(competitor->displacement(given.beam.tip()));
  std::vector<double> times;
  for (int k = taken; k < run.steps; ++k) {
    times.push_back(benchmarks::processor_seconds([&] { competitor->step(); }));
    tip.push_back(competitor->displacement(given.beam.tip()));
  }
  run.stepping = benchmarks::median(times) * run.steps;
  return tip;
}

/// Over the times that both have, relative to the largest of the reference.
double difference(const History& history, const History& reference) {
  const std::size_t steps = history.size() - 1, fine = reference.size() - 1;
  const std::size_t common = std::min(steps, fine);
  double most = 0, scale = 0;
  for (std::size_t k = 0; k <= common; ++k)
    most = std::max(most, std::abs(history[k * (steps / common)] - reference[k * (fine / common)]));
  for (const double value : reference) scale = std::max(scale, std::abs(value));
  return most / scale;
}

/// Halves the step until the smallest error wanted is reached or the limit is.
Measured converge(const benchmarks::Entry& entry, const mechanics::System& system,
                  const Arguments& given, const History& reference) {
  Measured measured{entry, {}};
  const double wanted = *std::min_element(given.targets.begin(), given.targets.end());
  for (int steps = given.first; steps <= given.limit; steps *= 2) {
    Run run{.steps = steps};
    const History tip = integrate(entry, system, given, run);
    run.error = difference(tip, reference);
    const double rate =
        measured.runs.empty() ? 0 : std::log2(measured.runs.back().error / run.error);
    fmt::print(
        "  {:<18} {:>6} steps  error {:.2e}  order {:>5.2f}  set-up {:>6.2f} s  stepping "
        "{:>7.2f} s\n",
        entry.name, steps, run.error, rate, run.setup, run.stepping);
    std::fflush(stdout);
    measured.runs.push_back(run);
    if (run.error < wanted) break;
  }
  return measured;
}

Needed steps_for(double target, const Measured& measured) {
  const auto& runs = measured.runs;
  for (std::size_t i = 0; i < runs.size(); ++i) {
    if (runs[i].error > target) continue;
    if (i == 0) return {static_cast<double>(runs[0].steps)};
    const double rate = std::log(runs[i - 1].error / runs[i].error) / std::log(2.0);
    return {runs[i - 1].steps * std::pow(runs[i - 1].error / target, 1 / rate)};
  }
  return {runs.back().steps * std::pow(runs.back().error / target, 1.0 / measured.entry.order),
          true};
}

/// Every competitor takes a step, again and again.
void time_in_turn(std::vector<Measured>& all, const mechanics::System& system,
                  const Arguments& given) {
  std::vector<std::unique_ptr<benchmarks::Competitor>> competitors;
  for (const auto& each : all)
    competitors.push_back(each.entry.make(system, given.end / given.reference));
  std::vector<std::vector<double>> times(all.size());
  for (int k = 0; k <= given.repeats; ++k)
    for (std::size_t i = 0; i < all.size(); ++i) {
      const double time = benchmarks::processor_seconds([&] { competitors[i]->step(); });
      if (k > 0) times[i].push_back(time);
    }
  for (std::size_t i = 0; i < all.size(); ++i) all[i].step_seconds = benchmarks::median(times[i]);
}

struct Bars {
  double stepping, with_setup, three_stages;
};

Bars bars(double target) {
  return target < 1e-5 ? Bars{160, 75, 60} : Bars{28, 10, 15};
}

struct Comparison {
  double target = 0;
  std::string rival, best, best_total;
  double ratio = 0, ratio_total = 0, three_stages = 0;
  bool extrapolated = false;

  bool met() const {
    const Bars bar = bars(target);
    return ratio >= bar.stepping && ratio_total >= bar.with_setup &&
           three_stages >= bar.three_stages;
  }
};

/// Prints the row of every method and returns how far the best SPARK method is ahead of each other.
std::vector<Comparison> compare(double target, const std::vector<Measured>& all,
                                const std::string& where) {
  const auto stepping = [&](const Measured& each) {
    return steps_for(target, each).steps * each.step_seconds;
  };
  const auto ours = [](const Measured& each) { return each.entry.name.starts_with("SPARK"); };
  const auto total = [&](const Measured& each) { return stepping(each) + each.setup(); };
  const Measured *best = nullptr, *best_total = nullptr, *three = nullptr;
  for (const auto& each : all) {
    const Needed needed = steps_for(target, each);
    fmt::print(
        "  {:.0e}  {:<18} {:>9.1f} steps  {:>8.2f} ms/step  stepping {:>8.2f} s  total "
        "{:>8.2f} s  {}\n",
        target, each.entry.name, needed.steps, 1e3 * each.step_seconds, stepping(each), total(each),
        needed.extrapolated ? fmt::format("extrapolated from order {}", each.entry.order) : "");
    if (each.entry.name == "SPARK, s = 3") three = &each;
    if (!ours(each)) continue;
    if (best == nullptr || stepping(each) < stepping(*best)) best = &each;
    if (best_total == nullptr || total(each) < total(*best_total)) best_total = &each;
  }
  std::vector<Comparison> result;
  for (const auto& each : all) {
    if (ours(each)) continue;
    result.push_back({target, each.entry.name, best->entry.name, best_total->entry.name,
                      stepping(each) / stepping(*best), total(each) / total(*best_total),
                      stepping(each) / stepping(*three), steps_for(target, each).extrapolated});
    const auto& last = result.back();
    fmt::print(
        "{}error {:.0e}: {} takes {:.1f} times as long (at least {}) as {}, with set-up {:.1f} "
        "times (at least {}) as {}, than three stages {:.1f} times (at least {}){}\n",
        where, target, last.rival, last.ratio, bars(target).stepping, last.best, last.ratio_total,
        bars(target).with_setup, last.best_total, last.three_stages, bars(target).three_stages,
        last.extrapolated ? ", its steps extrapolated from order 2" : "");
  }
  return result;
}

JsonObject to_json(const Measured& each, const std::vector<double>& targets) {
  std::vector<JsonObject> runs, needs;
  for (const Run& run : each.runs)
    runs.push_back(JsonObject()
                       .add("steps", run.steps)
                       .add("error", run.error)
                       .add("setup_seconds", run.setup)
                       .add("stepping_seconds", run.stepping));
  for (const double target : targets) {
    const Needed needed = steps_for(target, each);
    needs.push_back(JsonObject()
                        .add("error", target)
                        .add("steps", needed.steps)
                        .add("seconds", needed.steps * each.step_seconds)
                        .add("extrapolated", needed.extrapolated ? 1 : 0));
  }
  return JsonObject()
      .add("name", each.entry.name)
      .add("order", each.entry.order)
      .add("step_seconds", each.step_seconds)
      .add("setup_seconds", each.setup())
      .add("runs", runs)
      .add("needed", needs);
}

JsonObject measure(const Arguments& given, int constraints, bool& met) {
  auto beam = given.beam;
  beam.constraints = constraints;
  beam.amplitude = mechanics::expression_amplitude(
      fmt::format("exp(-((t-{0})/{1})^2)", 5 * given.width, given.width));
  const auto system = make_hex_beam(beam);
  fmt::print("\n{} degrees of freedom, {} constraints, {} s, blow of width {} s\n", system->dofs(),
             system->constraints(), given.end, given.width);
  const auto fine = benchmarks::spark(5, given.rho_infinity);
  Run at{.steps = given.reference}, coarse{.steps = given.reference / 2};
  const History reference = integrate(fine, *system, given, at);
  const double doubt = difference(integrate(fine, *system, given, coarse), reference);
  fmt::print("  reference: 5 stages, {} steps; half as many differ by {:.1e}\n", given.reference,
             doubt);
  if (doubt > 1e-2 * *std::min_element(given.targets.begin(), given.targets.end()))
    core::numerics_error("the reference is not good enough; give --reference more steps");

  std::vector<benchmarks::Entry> entries;
  for (const int stages : {3, 4, 5, 6, 7})
    entries.push_back(benchmarks::spark(stages, given.rho_infinity));
  entries.push_back(benchmarks::generalized_alpha(given.rho_infinity));
  if (constraints == 0) entries.push_back(benchmarks::tsalpha2(given.rho_infinity));
  std::vector<Measured> all;
  for (const auto& entry : entries) all.push_back(converge(entry, *system, given, reference));
  time_in_turn(all, *system, given);
  const auto where = fmt::format("{} dofs, {} constraints, ", system->dofs(), constraints);
  std::vector<JsonObject> comparisons, methods;
  for (const double target : given.targets)
    for (const auto& each : compare(target, all, where)) {
      met = met && each.met();
      comparisons.push_back(JsonObject()
                                .add("error", each.target)
                                .add("rival", each.rival)
                                .add("best", each.best)
                                .add("ratio", each.ratio)
                                .add("ratio_with_setup", each.ratio_total)
                                .add("extrapolated", each.extrapolated ? 1 : 0));
    }
  for (const auto& each : all) methods.push_back(to_json(each, given.targets));
  return JsonObject()
      .add("dofs", static_cast<long>(system->dofs()))
      .add("constraints", constraints)
      .add("end", given.end)
      .add("reference_doubt", doubt)
      .add("methods", methods)
      .add("comparisons", comparisons);
}

}  // namespace

int main(int argc, char** argv) {
  Arguments given;
  CLI::App app{"time to accuracy: SPARK, generalized-alpha, TSALPHA2"};
  benchmarks::add_beam_options(app, given.beam);
  app.add_option("--end", given.end, "seconds to integrate");
  app.add_option("--width", given.width, "of the blow, s");
  app.add_option("--rho-infinity", given.rho_infinity);
  app.add_option("--first", given.first, "fewest steps");
  app.add_option("--limit", given.limit, "most steps that are run");
  app.add_option("--reference", given.reference, "steps of the reference");
  app.add_option("--repeats", given.repeats, "steps timed in turn");
  app.add_option("--json", given.json, "also write the figures to this file");
  CLI11_PARSE(app, argc, argv);
  const core::Runtime runtime;
  if (core::size(runtime.comm()) > 1) {
    fmt::print(stderr, "time_to_accuracy runs on one rank\n");
    return 2;
  }
  fmt::print("BLAS: {}\n", core::Runtime::blas());
  std::vector<JsonObject> structures;
  bool met = true;
  for (const int constraints : {0, given.beam.constraints})
    structures.push_back(measure(given, constraints, met));
  if (!given.json.empty())
    std::ofstream(given.json) << JsonObject().add("structures", structures).text() << '\n';
  return met ? 0 : 1;
}
