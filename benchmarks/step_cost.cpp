// SPDX-License-Identifier: BSD-3-Clause
// What a decoupled SPARK step costs in triangular solves with the Newmark matrix M + h²βK of the
// same structure, how much of it is not linear solves, and how large its factors are, on beams of
// 25,740 and 101,088 degrees of freedom. Machines are noisy: solve and step are timed in turn,
// several times over, and the medians are compared.

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "beam_options.hpp"
#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/run/run.hpp"
#include "timing.hpp"

namespace {

using namespace sparkdyn;
using benchmarks::median;
using benchmarks::seconds;

mechanics::State at_rest(const mechanics::System& system) {
  return {0.0, system.make_displacement(), system.make_displacement()};
}

/// One SPARK method on the structure, with its own state and the times of its steps.
struct Contender {
  Contender(const mechanics::System& system, int stages, std::shared_ptr<stage::MassSolver> mass)
      : s(stages),
        stepper(system, integrate::gauss_method(system, stages), std::move(mass)),
        state(at_rest(system)) {}

  void step(double h, bool with_energy) {
    const double solving = stepper.times().solve;
    step_seconds.push_back(seconds([&] {
      stepper.step(state, h);
      if (with_energy) stepper.work(integrate::Account::loads_and_damping);
    }));
    solve_seconds.push_back(stepper.times().solve - solving);
  }

  int s;
  integrate::SparkStepper stepper;
  mechanics::State state;
  std::vector<double> step_seconds, solve_seconds;
};

struct Bars {
  double solves;
  double memory;          ///< of the factors, in Newmark's
  double outside = 0.06;  ///< share of a step that is not solves
};

Bars bars(int stages) {
  constexpr double solves[] = {2.4, 3.5, 5.3};
  return {solves[stages - 2], 1.2 * stages};
}

struct Arguments {
  int repeats = 15;
  double h = 1e-4;
};

/// Prints one line for each number of stages; whether all bars are met. @note Collective.
bool measure(const benchmarks::HexBeam& beam, const Arguments& given, bool speaks) {
  const auto system = make_hex_beam(beam);
  auto mass = std::make_shared<stage::MassSolver>(*system);
  const double h = given.h;
  std::unique_ptr<linear::RealSaddle> newmark;
  const auto factor_newmark = [&] {
    newmark = std::make_unique<linear::RealSaddle>(
        linear::operators_of(*system),
        std::vector<linear::WeightedMatrix<double>>{
            {1.0, system->mass()}, {0.25 * h * h, system->terms()[0].parts[0].matrix}},
        "baseline_");
  };
  const double first = seconds(factor_newmark), again = seconds(factor_newmark);
  const core::Vector force = core::make_copy(system->loads()[0].shape), x = core::make_like(force);
  const core::Vector value = system->make_multiplier(), y = system->make_multiplier();
  const auto solve_newmark = [&] { newmark->solve(force, value, x, y); };
  const double newmark_bytes = sizeof(double) * newmark->factor_entries();
  if (speaks)
    fmt::print(
        "\n{} degrees of freedom, {} constraints: Newmark's factors have {:.1f} M entries, made in "
        "{:.2f} s; {:.2f} s with the order of elimination known\n"
        "{:>7} {:>11} {:>11} {:>17} {:>8} {:>19} {:>7} {:>16} {:>7}\n",
        system->dofs(), system->constraints(), 1e-6 * newmark->factor_entries(), first, again,
        "stages", "solve [ms]", "step [ms]", "solves per step", "bar", "outside solves [%]", "bar",
        "factors/Newmark", "bar");
  bool met = true;
  for (const int stages : {2, 3, 4}) {
    Contender spark(*system, stages, mass);
    std::vector<double> unit;
    solve_newmark();
    spark.stepper.step(spark.state, h);
    for (int n = 0; n < given.repeats; ++n) {
      unit.push_back(seconds(solve_newmark));
      spark.step(h, true);
    }
    const double solve = median(unit), step = median(spark.step_seconds);
    const double ratio = step / solve, outside = 1 - median(spark.solve_seconds) / step;
    const double memory = spark.stepper.prepared()->solver->factor_bytes() / newmark_bytes;
    const Bars bar = bars(stages);
    met = met && ratio <= bar.solves && outside < bar.outside && memory <= bar.memory;
    if (speaks)
      fmt::print("{:>7} {:>11.2f} {:>11.2f} {:>17.2f} {:>8} {:>19.1f} {:>7} {:>16.2f} {:>7}\n",
                 stages, 1e3 * solve, 1e3 * step, ratio, fmt::format("<= {}", bar.solves),
                 100 * outside, fmt::format("< {:.0f}", 100 * bar.outside), memory,
                 fmt::format("<= {:.1f}", bar.memory));
  }
  return met;
}

}  // namespace

int main(int argc, char** argv) {
  benchmarks::HexBeam beam;
  Arguments given;
  bool small = false;
  CLI::App app{"cost of a decoupled SPARK step in Newmark solves"};
  benchmarks::add_beam_options(app, beam);
  app.add_option("--repeats", given.repeats);
  app.add_option("--step", given.h);
  app.add_flag("--small", small, "the smaller beam only");
  CLI11_PARSE(app, argc, argv);

  const core::Runtime runtime;
  const bool speaks = core::rank(runtime.comm()) == 0;
  if (speaks)
    fmt::print("{} rank(s), BLAS: {}\n", core::size(runtime.comm()), core::Runtime::blas());
  bool met = measure(beam, given, speaks);
  if (!small && app.count("--nx") + app.count("--ny") + app.count("--nz") == 0) {
    beam.nx = 104;
    beam.ny = beam.nz = 17;
    met = measure(beam, given, speaks) && met;
  }
  if (speaks) fmt::print("\n{}\n", met ? "bars met" : "BARS NOT MET");
  return met ? 0 : 1;
}
