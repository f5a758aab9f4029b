// SPDX-License-Identifier: BSD-3-Clause
// What a ρ∞ of its own for a region costs: the step of a beam of 101,088 degrees of freedom whose
// end is a joint with ρ∞ = 0 beside 0.8 for the rest, in steps with one ρ∞ for all, and the
// iterations it takes. Both are timed in turn, several times over, and the medians are compared.

#include <fmt/format.h>

#include <CLI/CLI.hpp>

#include "beam_options.hpp"
#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "timing.hpp"

namespace {

using namespace sparkdyn;

constexpr int most_iterations = 15;
constexpr double most_steps = 12;

struct Contender {
  integrate::SparkStepper stepper;
  mechanics::State state;
  std::vector<double> times = {};
  int iterations = 0;

  Contender(const mechanics::System& system, int stages, const tableau::GaussSplitting& splitting,
            const std::shared_ptr<stage::MassSolver>& mass)
      : stepper(system, integrate::gauss_method(system, stages, splitting), mass),
        state{0.0, system.make_displacement(), system.make_displacement()} {}

  void step(double h) {
    times.push_back(benchmarks::seconds(
        [&] { iterations = std::max(iterations, stepper.step(state, h).iterations); }));
  }
};

/// Whether both bars are met. @note Collective.
bool measure(const benchmarks::HexBeam& beam, int stages, double h, int repeats, bool speaks) {
  const auto system = make_hex_beam(beam);
  auto mass = std::make_shared<stage::MassSolver>(
      *system, linear::plan_as_wished({.strategy = linear::Strategy::automatic}));
  auto mixed = tableau::GaussSplitting::uniform(0.8);
  mixed.set("elastic@joint", 0.0);
  Contender one(*system, stages, tableau::GaussSplitting::uniform(0.8), mass);
  Contender two(*system, stages, mixed, mass);
  for (int k = 0; k <= repeats; ++k) {
    one.step(h);
    two.step(h);
  }
  one.times.erase(one.times.begin());
  two.times.erase(two.times.begin());
  const double ratio = benchmarks::median(two.times) / benchmarks::median(one.times);
  if (speaks)
    fmt::print(
        "{} dofs, s = {}, h = {:.0e}, joint {:.0e} times as stiff: iterations {} (at most {}), a "
        "step in uniform steps {:.2f} (at most {})\n",
        system->dofs(), stages, h, beam.joint_stiffness, two.iterations, most_iterations, ratio,
        most_steps);
  std::fflush(stdout);
  return two.iterations <= most_iterations && ratio <= most_steps;
}

}  // namespace

int main(int argc, char** argv) {
  benchmarks::HexBeam beam;
  beam.nx = 104;
  beam.ny = beam.nz = 17;
  beam.joint = 0.1;
  int repeats = 5;
  CLI::App app{"cost of a step with a rho_infinity of its own for a region"};
  benchmarks::add_beam_options(app, beam);
  app.add_option("--repeats", repeats);
  CLI11_PARSE(app, argc, argv);
  const core::Runtime runtime;
  const bool speaks = core::rank(runtime.comm()) == 0;
  bool met = true;
  for (const double contrast : {1.0, 1e3})
    for (const double h : {1e-5, 1e-4, 1e-3}) {
      beam.joint_stiffness = contrast;
      met = measure(beam, 3, h, repeats, speaks) && met;
    }
  return met ? 0 : 1;
}
