// SPDX-License-Identifier: BSD-3-Clause
// A constrained structure by SPARK and by SUNDIALS IDA: processor seconds, everything from the
// matrices on, until the deflection of the tip is right to 1e-4 and to 1e-6 over the whole history
// (against 5 stages with small steps, checked with steps twice as long). Both may choose: IDA its
// form, largest order and tolerance, SPARK its stages and step; the fastest setting that reaches
// the error counts.
//
// The structure is damped a little in proportion to K, which helps BDF methods: undamped high
// frequencies fall into the part of the plane where those of order above 2 are unstable.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <cmath>
#include <ctime>
#include <fstream>

#include "beam_options.hpp"
#include "competitor.hpp"
#include "measure.hpp"
#include "output/json.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "structure_ida.hpp"

namespace {

using namespace sparkdyn;
using output::JsonObject;

struct Arguments {
  benchmarks::HexBeam beam{.nx = 16, .ny = 3, .nz = 3, .rayleigh_beta = 2e-5};
  double end = 0.1, width = 0.004;
  int outputs = 20, reference = 320, repeats = 3;
  std::vector<double> targets{1e-4, 1e-6};
  std::string json;
};

using History = std::vector<double>;

/// One setting of one program.
struct Trial {
  std::string name;
  std::function<History()> run;
  double error = 0, seconds = 0;
};

double processor_seconds() {
  return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double largest(const History& history) {
  double most = 0;
  for (const double value : history) most = std::max(most, std::abs(value));
  return most;
}

/// At the times of the output; a run that broke off is infinitely wrong.
double difference(const History& history, const History& reference) {
  if (history.empty()) return INFINITY;
  double most = 0;
  for (std::size_t k = 0; k < history.size(); ++k)
    most = std::max(most, std::abs(history[k] - reference[k]));
  return most / largest(reference);
}

class Comparison {
 public:
  Comparison(const Arguments& given, const mechanics::System& system)
      : given_(given), system_(system) {
    reference_ = spark(5, given.reference);
    doubt_ = difference(spark(5, given.reference / 2), reference_);
    if (doubt_ > 1e-2 * given.targets.back())
      core::numerics_error("the reference is not good enough; give --reference more steps");
  }

  double doubt() const { return doubt_; }

  std::vector<Trial> of_spark() {
    std::vector<Trial> trials;
    for (const int stages : {3, 4, 5})
      for (int steps = given_.outputs; steps <= 2 * given_.reference; steps *= 2)
        trials.push_back(measured({fmt::format("SPARK, s = {}, {} steps", stages, steps),
                                   [this, stages, steps] { return spark(stages, steps); }}));
    return trials;
  }

  std::vector<Trial> of_ida() {
    std::vector<Trial> trials;
    // Order 2 goes on only while it could still be the faster one.
    double slowest = 0;
    for (const int order : {5, 2})
      for (const auto form : {benchmarks::IdaForm::index1, benchmarks::IdaForm::ggl})
        for (double tolerance = 1e-4; tolerance > 1e-10; tolerance /= std::sqrt(10.0)) {
          trials.push_back(measured(
              {fmt::format("IDA, {}, order up to {}, tolerance {:.1e}",
                           form == benchmarks::IdaForm::ggl ? "GGL" : "index 1", order, tolerance),
               [this, form, order, tolerance] { return ida(form, order, tolerance); }}));
          if (order == 5) slowest = std::max(slowest, trials.back().seconds);
          if (trials.back().error < given_.targets.back() || trials.back().seconds > slowest) break;
        }
    return trials;
  }

 private:
  History spark(int stages, int steps) const {
    const auto competitor = benchmarks::spark(stages, 0.8).make(system_, given_.end / steps);
    History tip{0.0};
    for (int k = 1; k <= steps; ++k) {
      competitor->step();
      if (k % (steps / given_.outputs) == 0)
        tip.push_back(competitor->displacement(given_.beam.tip()));
    }
    return tip;
  }

  History ida(benchmarks::IdaForm form, int order, double tolerance) const {
    const double deflection = largest(reference_);
    benchmarks::StructureByIda solver(system_, {.form = form,
                                                .tolerance = tolerance,
                                                .q_scale = deflection,
                                                .v_scale = deflection / given_.width,
                                                .largest_order = order});
    const auto result = solver.run(given_.end, given_.outputs, given_.beam.tip());
    last_ = result;
    return result.history;
  }

  Trial measured(Trial trial) const {
    const double start = processor_seconds();
    const History history = trial.run();
    trial.seconds = processor_seconds() - start;
    trial.error = difference(history, reference_);
    fmt::print("  {:<44} error {:.1e}  {:>7.2f} s", trial.name, trial.error, trial.seconds);
    if (trial.name.starts_with("IDA"))
      fmt::print("  {} steps, {} factorizations", last_.steps, last_.factorizations);
    fmt::print("\n");
    std::fflush(stdout);
    return trial;
  }

  const Arguments& given_;
  const mechanics::System& system_;
  History reference_;
  double doubt_ = 0;
  mutable benchmarks::IdaStructureResult last_;
};

const Trial& fastest(const std::vector<Trial>& trials, double target) {
  const Trial* best = nullptr;
  for (const Trial& trial : trials)
    if (trial.error <= target && (best == nullptr || trial.seconds < best->seconds)) best = &trial;
  if (best == nullptr)
    core::numerics_error("no setting of '{}' reaches {:.0e}", trials[0].name, target);
  return *best;
}

/// The two in turns, medians.
double ratio(const Trial& ours, const Trial& theirs, int repeats) {
  std::vector<double> a, b;
  for (int k = 0; k < repeats; ++k)
    for (auto [trial, times] : {std::pair(&ours, &a), std::pair(&theirs, &b)}) {
      const double start = processor_seconds();
      trial->run();
      times->push_back(processor_seconds() - start);
    }
  return benchmarks::median(b) / benchmarks::median(a);
}

std::vector<JsonObject> to_json(const std::vector<Trial>& trials) {
  std::vector<JsonObject> result;
  for (const Trial& trial : trials)
    result.push_back(JsonObject()
                         .add("name", trial.name)
                         .add("error", trial.error)
                         .add("seconds", trial.seconds));
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments given;
  CLI::App app{"a constrained structure by SPARK and by IDA"};
  benchmarks::add_beam_options(app, given.beam);
  app.add_option("--repeats", given.repeats);
  app.add_option("--reference", given.reference, "steps of the reference");
  app.add_option("--json", given.json, "also write the figures to this file");
  CLI11_PARSE(app, argc, argv);
  const core::Runtime runtime;
  given.beam.amplitude = mechanics::expression_amplitude(
      fmt::format("exp(-((t-{0})/{1})^2)", 5 * given.width, given.width));
  const auto system = make_hex_beam(given.beam);
  Comparison comparison(given, *system);
  fmt::print("{} degrees of freedom, {} constraints; the reference is good to {:.1e}\n",
             system->dofs(), system->constraints(), comparison.doubt());
  const auto ours = comparison.of_spark(), theirs = comparison.of_ida();
  std::vector<JsonObject> results;
  bool met = true;
  for (const double target : given.targets) {
    const Trial &spark = fastest(ours, target), &ida = fastest(theirs, target);
    const double times = ratio(spark, ida, given.repeats);
    fmt::print("error {:.0e}: IDA takes {:.1f} times as long (at least 1); {}; {}\n", target, times,
               ida.name, spark.name);
    met = met && times >= 1;
    results.push_back(JsonObject()
                          .add("error", target)
                          .add("ratio", times)
                          .add("ida", ida.name)
                          .add("spark", spark.name));
  }
  if (!given.json.empty())
    std::ofstream(given.json) << JsonObject()
                                     .add("dofs", static_cast<long>(system->dofs()))
                                     .add("constraints", static_cast<long>(system->constraints()))
                                     .add("reference_doubt", comparison.doubt())
                                     .add("spark", to_json(ours))
                                     .add("ida", to_json(theirs))
                                     .add("comparisons", results)
                                     .text()
                              << '\n';
  return met ? 0 : 1;
}
