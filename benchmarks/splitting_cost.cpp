// SPDX-License-Identifier: BSD-3-Clause
// What splittings that do not decouple cost: iterations of flexible GMRES with the uniform
// surrogate and seconds per step, in triangular solves with the Newmark matrix of the same
// structure.

#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>

#include "hex_beam.hpp"
#include "integrate/spark_stepper.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"

namespace {

using namespace sparkdyn;
using tableau::Family;
using tableau::Mixture;
using tableau::Splitting;

struct Named {
  std::string name;
  Splitting splitting;
};

std::vector<Named> splittings() {
  auto introduction = Splitting::uniform(0.0);  // Jay 1998, section 1
  introduction.set("load", Mixture::pure(Family::IIICstar));
  introduction.set("constraint", Mixture::pure(Family::IIIB));
  auto held = Splitting::uniform(0.8);
  held.set("constraint", Mixture::pure(Family::IIIB));
  auto damped = Splitting::uniform(1.0);
  damped.set("damping", Mixture::pure(Family::IIIC));
  return {{"introduction of the paper", introduction},
          {"rho 0.8, constraint B", held},
          {"rho 1, damping C", damped}};
}

double now() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}

}  // namespace

int main(int argc, char** argv) {
  const core::Runtime runtime;
  const bool speaks = core::rank(runtime.comm()) == 0;
  benchmarks::HexBeam beam;
  beam.nx = 20;
  beam.rayleigh_beta = 1e-5;
  if (argc > 1) beam.nx = std::atoi(argv[1]);  // elements along the beam
  const auto system = make_hex_beam(beam);
  auto mass = std::make_shared<stage::MassSolver>(*system);
  if (speaks)
    fmt::print("{} degrees of freedom, {} constraints\n{:>28} {:>7} {:>8} {:>11} {:>11} {:>20}\n",
               system->dofs(), system->constraints(), "splitting", "stages", "h [s]", "solver",
               "iterations", "Newmark solves/step");
  int most = 0;
  for (const double h : {1e-5, 1e-4, 1e-3}) {
    linear::RealSaddle newmark(
        linear::operators_of(*system),
        {{1.0, system->mass()}, {0.25 * h * h, system->terms()[0].parts[0].matrix}}, "baseline_");
    const core::Vector x = system->make_displacement();
    const core::Vector y = system->make_multiplier();
    for (const auto& [name, splitting] : splittings())
      for (const int s : {3, 4}) {
        integrate::SparkStepper stepper(*system, {.stages = s, .splitting = splitting}, mass);
        mechanics::State state{0.0, system->make_displacement(), system->make_displacement()};
        int iterations = 0;
        double unit = 0, step = 0;
        stepper.step(state, h);
        for (int n = 0; n < 5; ++n) {
          double start = now();
          newmark.solve(system->loads()[0].shape, y, x, y);
          unit += now() - start;
          start = now();
          iterations = std::max(iterations, stepper.step(state, h).iterations);
          step += now() - start;
        }
        most = std::max(most, iterations);
        if (speaks)
          fmt::print("{:>28} {:>7} {:>8.0e} {:>11} {:>11} {:>20.1f}\n", name, s, h,
                     stepper.prepared()->solver->name(), iterations, step / unit);
        std::fflush(stdout);
      }
  }
  if (speaks) fmt::print("\nmost iterations {} (bar 25)\n", most);
  return most <= 25 ? 0 : 1;
}
