// SPDX-License-Identifier: BSD-3-Clause
// Steps of one cube after another, for the cost model (cost_model.py): how seconds per step,
// set-up, iterations and factor entries go with the unknowns n, the stages s (1 stands for
// generalized-α), the rows m of G, the ranks and the solver. Methods on one cube take their steps
// in turn, so that a busy machine disturbs them alike.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <fstream>

#include "cube_model.hpp"
#include "integrate/generalized_alpha.hpp"
#include "integrate/spark_stepper.hpp"
#include "measure.hpp"
#include "output/json.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"

namespace {

using namespace sparkdyn;
using benchmarks::median;
using benchmarks::seconds;
using output::JsonObject;

struct Arguments {
  std::vector<int> cells{8, 12, 16}, stages{1, 3, 4}, constraints{0};
  bool direct = false;
  double h = 2e-5, tolerance = 1e-8;
  int repeats = 5;
  std::string json;
};

class Sample {
 public:
  Sample(const Arguments& given, std::shared_ptr<mechanics::System> system,
         const std::shared_ptr<stage::MassSolver>& mass, int stages)
      : given_(given), system_(std::move(system)), stages_(stages) {
    if (stages == 1)
      stepper_ = std::make_unique<integrate::AlphaStepper>(
          *system_, integrate::AlphaParameters::generalized_alpha(0.8), mass);
    else
      stepper_ = std::make_unique<integrate::SparkStepper>(
          *system_, integrate::gauss_method(*system_, stages), mass);
    state_ = {0.0, system_->make_displacement(), system_->make_displacement()};
    setup_ = seconds([&] { stepper_->prepare(state_, given.h); });
  }

  void step(bool counted) {
    integrate::StepResult result;
    const double time = seconds([&] { result = stepper_->step(state_, given_.h); });
    if (!result.done) throw std::runtime_error(result.cause);
    if (!counted) return;
    times_.push_back(core::maximum(system_->comm(), time));
    iterations_.push_back(result.iterations);
  }

  /// @note Collective.
  JsonObject result() const {
    return JsonObject()
        .add("solver", given_.direct ? "direct" : "multigrid")
        .add("dofs", static_cast<long>(system_->dofs()))
        .add("constraints", static_cast<long>(system_->constraints()))
        .add("stages", stages_)
        .add("ranks", core::size(system_->comm()))
        .add("step_seconds", median(times_))
        .add("setup_seconds", setup_)
        .add("iterations", median(iterations_))
        .add("factor_entries", given_.direct ? stepper_->factor_entries() : 0.0);
  }

 private:
  const Arguments& given_;
  std::shared_ptr<mechanics::System> system_;
  int stages_;
  std::unique_ptr<integrate::Stepper> stepper_;
  mechanics::State state_;
  double setup_ = 0;
  std::vector<double> times_, iterations_;
};

std::vector<JsonObject> measure(const Arguments& given, MPI_Comm comm, int cells, int rows) {
  std::shared_ptr<mechanics::System> system =
      benchmarks::CubeModel{.cells = cells, .constraints = rows}.make(comm);
  const auto mass = std::make_shared<stage::MassSolver>(
      *system, linear::plan_as_wished({.strategy = given.direct ? linear::Strategy::decoupled
                                                                : linear::Strategy::multigrid,
                                       .tolerance = given.tolerance}));
  std::vector<std::unique_ptr<Sample>> samples;
  for (const int stages : given.stages)
    samples.push_back(std::make_unique<Sample>(given, system, mass, stages));
  // Two steps warm up: the guesses of an iteration come from the step before.
  for (int k = -2; k < given.repeats; ++k)
    for (auto& sample : samples) sample->step(k >= 0);
  std::vector<JsonObject> results;
  for (auto& sample : samples) results.push_back(sample->result());
  return results;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments given;
  CLI::App app{"samples for the cost model"};
  app.add_option("--cells", given.cells, "along each edge of the cube");
  app.add_option("--stages", given.stages, "1: generalized-alpha");
  app.add_option("--constraints", given.constraints, "rows of G");
  app.add_flag("--direct", given.direct, "factors instead of multigrid");
  app.add_option("--step", given.h);
  app.add_option("--tolerance", given.tolerance);
  app.add_option("--repeats", given.repeats);
  app.add_option("--json", given.json, "write the samples to this file");
  CLI11_PARSE(app, argc, argv);
  const core::Runtime runtime;
  const MPI_Comm comm = runtime.comm();
  std::vector<JsonObject> all;
  for (const int cells : given.cells)
    for (const int rows : given.constraints)
      for (const auto& sample : measure(given, comm, cells, rows)) all.push_back(sample);
  if (core::rank(comm) != 0) return 0;
  const auto text = JsonObject().add("samples", all).text();
  if (given.json.empty())
    fmt::print("{}\n", text);
  else
    std::ofstream(given.json) << text << '\n';
  return 0;
}
