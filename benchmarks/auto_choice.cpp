// SPDX-License-Identifier: BSD-3-Clause
// Whether `solver: auto` is right: runs of the same number of steps by factors and by multigrid on
// beams, cubes and plates, set-up included, and what the choice costs beside the better one (bar
// 1.3). By processor time, so that other programs do not decide; the same steps for both. With
// --rates also what the prices of stage/choice.cpp are made of.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <ctime>
#include <limits>

#include "cube_model.hpp"
#include "hex_beam.hpp"
#include "integrate/spark_stepper.hpp"
#include "measure.hpp"
#include "plate_model.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/linear/plan.hpp"

namespace {

using namespace sparkdyn;

struct Structure {
  std::string name;
  double h;
  std::shared_ptr<mechanics::System> system;
};

Structure make(MPI_Comm comm, const std::string& kind, int size, int constraints) {
  const std::string name = fmt::format("{} {}", kind, size);
  if (kind == "cube")
    return {name, 2e-5,
            benchmarks::CubeModel{.cells = size, .constraints = constraints}.make(comm)};
  if (kind == "plate") return {name, 1e-3, benchmarks::PlateModel{size}.make(comm)};
  benchmarks::HexBeam beam{.nx = 6 * size, .ny = size, .nz = size, .constraints = constraints};
  return {name, 1e-4, std::shared_ptr<mechanics::System>(make_hex_beam(beam))};
}

/// The longest of all ranks.
template <typename Body>
double processor_seconds(MPI_Comm comm, Body body) {
  return core::maximum(comm, benchmarks::processor_seconds(body));
}

struct Measured {
  double setup = 0, step = 0, iterations = 0;
  double of_run(long steps) const { return setup + static_cast<double>(steps) * step; }
};

Measured measure(const Structure& given, int stages, bool multigrid, int repeats) {
  const auto& system = *given.system;
  mechanics::State state{0.0, system.make_displacement(), system.make_displacement()};
  std::unique_ptr<integrate::SparkStepper> stepper;
  Measured result;
  result.setup = processor_seconds(system.comm(), [&] {
    auto mass = std::make_shared<stage::MassSolver>(
        system, linear::SolverPlan{.method = multigrid ? linear::Method::multigrid
                                                       : linear::Method::factors});
    stepper = std::make_unique<integrate::SparkStepper>(
        system, integrate::gauss_method(system, stages), mass);
    stepper->prepare(state, given.h);
  });
  std::vector<double> times, counts;
  for (int k = 0; k < repeats + 2; ++k) {
    integrate::StepResult step;
    const double time =
        processor_seconds(system.comm(), [&] { step = stepper->step(state, given.h); });
    if (!step.done) return {result.setup, std::numeric_limits<double>::infinity(), 0};
    if (k < 2) continue;  // multigrid has no guess yet
    times.push_back(time);
    counts.push_back(step.iterations);
  }
  std::nth_element(times.begin(), times.begin() + repeats / 2, times.end());
  std::nth_element(counts.begin(), counts.begin() + repeats / 2, counts.end());
  result.step = times[static_cast<std::size_t>(repeats / 2)];
  result.iterations = counts[static_cast<std::size_t>(repeats / 2)];
  return result;
}

}  // namespace

int main(int argc, char** argv) {
  int stages = 3, repeats = 5;
  long steps = 200;
  bool rates = false;
  std::vector<std::string> cases{"beam 6",  "beam 10",  "beam 16",  "cube 12",  "cube 20",
                                 "cube 28", "plate 32", "plate 64", "plate 128"};
  CLI::App app{"solver: auto against the better of factors and multigrid"};
  app.add_option("--stages", stages);
  app.add_option("--steps", steps, "of a run");
  app.add_option("--repeats", repeats, "steps that are timed");
  app.add_option("--cases", cases, "beam, cube or plate and elements across");
  app.add_flag("--rates", rates, "print what the prices are made of");
  CLI11_PARSE(app, argc, argv);
  const core::Runtime runtime;
  const MPI_Comm comm = runtime.comm();
  const bool speaks = core::rank(comm) == 0;
  constexpr double bar = 1.3;
  if (speaks)
    fmt::print(
        "{} stages, runs of {} steps, {} rank(s); processor seconds\n{:>10} {:>8} {:>10} | {:>8} "
        "{:>9} | {:>8} {:>9} {:>5} | {:>9} {:>12}\n",
        stages, steps, core::size(comm), "structure", "dofs", "factor [M]", "set-up", "step direct",
        "set-up", "step mg", "its", "choice", "choice/best");
  double worst = 1;
  for (const auto& text : cases) {
    const auto blank = text.find(' ');
    const Structure given = make(comm, text.substr(0, blank), std::stoi(text.substr(blank + 1)), 0);
    const linear::StepDemand demand{
        .real_systems = stages % 2, .complex_systems = stages / 2, .steps = steps};
    const auto choice = linear::choose_linear_solver(linear::operators_of(*given.system), demand);
    const linear::Prices& prices = choice.prices;
    const Measured direct = measure(given, stages, false, repeats);
    const Measured multigrid = measure(given, stages, true, repeats);
    const double chosen =
        (choice.method == linear::Method::multigrid ? multigrid : direct).of_run(steps);
    const double ratio = chosen / std::min(multigrid.of_run(steps), direct.of_run(steps));
    worst = std::max(worst, ratio);
    if (!speaks) continue;
    fmt::print(
        "{:>10} {:>8} {:>10.1f} | {:>8.2f} {:>9.4f} | {:>8.2f} {:>9.4f} {:>5.0f} | {:>9} "
        "{:>12.2f}\n",
        given.name, given.system->dofs(), 1e-6 * prices.entries, direct.setup, direct.step,
        multigrid.setup, multigrid.step, multigrid.iterations,
        choice.method == linear::Method::multigrid ? "multigrid" : "direct", ratio);
    if (rates)
      fmt::print(
          "{:>10} measured/priced: direct step {:.2f}, set-up {:.2f}; multigrid step {:.2f}, "
          "set-up {:.2f}\n",
          "", direct.step / prices.direct_step, direct.setup / prices.direct_setup,
          multigrid.step / prices.multigrid_step, multigrid.setup / prices.multigrid_setup);
  }
  if (speaks)
    fmt::print(
        "runs of {} steps: its choice takes {:.2f} times the better one's time (at most {})\n",
        steps, worst, bar);
  return worst <= bar ? 0 : 1;
}
