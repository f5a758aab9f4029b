// What a decoupled SPARK step costs in triangular solves with the Newmark matrix M + h²βK of the
// same structure, and how much of it is not linear solves. Machines are noisy: the three are timed
// in turn, several times over, and the medians are compared.

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "hex_beam.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/integrate/run.hpp"
#include "sparkdyn/integrate/spark_stepper.hpp"
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
      : s(stages), stepper(system, {.stages = stages}, std::move(mass)), state(at_rest(system)) {}

  void step(double h, bool with_energy) {
    const double solving = stepper.times().solve;
    step_seconds.push_back(seconds([&] {
      stepper.step(state, h);
      if (with_energy) stepper.work();
    }));
    solve_seconds.push_back(stepper.times().solve - solving);
  }

  int s;
  integrate::SparkStepper stepper;
  mechanics::State state;
  std::vector<double> step_seconds, solve_seconds;
};

}  // namespace

int main(int argc, char** argv) {
  benchmarks::HexBeam beam;
  int repeats = 15;
  double h = 1e-4;
  double limit3 = 4.5, limit4 = 6.0, outside = 0.15;
  CLI::App app{"cost of a decoupled SPARK step in Newmark solves"};
  app.add_option("--nx", beam.nx, "elements along the beam");
  app.add_option("--constraints", beam.constraints);
  app.add_option("--beta", beam.rayleigh_beta, "Rayleigh damping, stiffness part");
  app.add_option("--repeats", repeats);
  app.add_option("--step", h);
  CLI11_PARSE(app, argc, argv);

  const core::Runtime runtime;
  const bool speaks = core::rank(runtime.comm()) == 0;
  const auto system = make_hex_beam(beam);
  auto mass = std::make_shared<stage::MassSolver>(*system);

  stage::RealSaddle newmark(
      *system, {{1.0, system->mass()}, {0.25 * h * h, system->terms()[0].parts[0].matrix}},
      "baseline_");
  const core::Vector force = core::make_copy(system->loads()[0].shape), x = core::make_like(force);
  const core::Vector value = system->make_multiplier(), y = system->make_multiplier();

  Contender three(*system, 3, mass), four(*system, 4, mass);
  std::vector<double> unit;
  const auto solve_newmark = [&] { newmark.solve(force, value, x, y); };
  solve_newmark();
  for (Contender* each : {&three, &four}) each->stepper.step(each->state, h);
  for (int n = 0; n < repeats; ++n) {
    unit.push_back(seconds(solve_newmark));
    three.step(h, true);
    unit.push_back(seconds(solve_newmark));
    four.step(h, true);
  }
  const double newmark_solve = median(unit);
  if (speaks)
    fmt::print(
        "{} degrees of freedom, {} constraints, {} rank(s), BLAS: {}\n"
        "Newmark matrix: one solve {:.2f} ms, {:.1f} M factor entries\n\n"
        "{:>8} {:>12} {:>22} {:>14} {:>22} {:>10}\n",
        system->dofs(), system->constraints(), core::size(runtime.comm()), core::Runtime::blas(),
        1e3 * newmark_solve, 1e-6 * newmark.factor_entries(), "stages", "step [ms]",
        "Newmark solves/step", "bar", "outside solves [%]", "bar");
  bool met = true;
  for (const Contender* each : {&three, &four}) {
    const double step = median(each->step_seconds), solve = median(each->solve_seconds);
    const double ratio = step / newmark_solve, rest = 1 - solve / step;
    const double limit = each->s == 3 ? limit3 : limit4;
    met = met && ratio <= limit && rest <= outside;
    if (speaks)
      fmt::print("{:>8} {:>12.2f} {:>22.2f} {:>14} {:>22.1f} {:>10}\n", each->s, 1e3 * step, ratio,
                 fmt::format("<= {}", limit), 100 * rest, fmt::format("<= {:.0f}", 100 * outside));
  }
  if (speaks) fmt::print("\n{}\n", met ? "bars met" : "BARS NOT MET");
  return met ? 0 : 1;
}
