// Multigrid for models too large to factor: iterations for every eigenvalue of the method over
// three decades of the step, and what a step costs beside a generalized-α step with the same
// multigrid, both from their own guesses at the same tolerance, in turn, medians compared.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <chrono>
#include <ctime>

#include "cube_model.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "sparkdyn/integrate/generalized_alpha.hpp"
#include "sparkdyn/integrate/initial.hpp"
#include "sparkdyn/integrate/spark_stepper.hpp"

namespace {

using namespace sparkdyn;
using Clock = std::chrono::steady_clock;
using Complex = std::complex<double>;

double median(std::vector<double> values) {
  std::nth_element(values.begin(), values.begin() + static_cast<long>(values.size()) / 2,
                   values.end());
  return values[values.size() / 2];
}

template <typename Body>
double seconds(Body body) {
  const auto start = Clock::now();
  body();
  return std::chrono::duration<double>(Clock::now() - start).count();
}

struct Arguments {
  benchmarks::CubeModel model;
  std::vector<double> steps{1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3};
  double tolerance = 1e-8, h = 2e-5;
  int repeats = 5, stages = 3;
  bool iterations = false, direct = false, tied = false;
};

template <typename Scalar>
int iterations_of(const std::shared_ptr<stage::MultigridSpaces>& spaces, Complex mu, double h,
                  double tolerance) {
  const auto& system = spaces->system();
  const auto scalar = [](Complex z) {
    if constexpr (std::is_same_v<Scalar, double>)
      return z.real();
    else
      return z;
  };
  stage::IterativeSaddle<Scalar> saddle(
      spaces,
      {{scalar(1.0), system.mass()->get()},
       {scalar(h * h * mu * mu), system.terms()[0].parts[0].matrix->get()}},
      {.tolerance = tolerance});
  const core::ReadArray load(system.loads()[0].shape);
  std::vector<Scalar> f(load.data(), load.data() + load.size()), x(f.size());
  const auto rows = core::row_range(Vec(system.make_multiplier())).size();
  std::vector<Scalar> g(rows, Scalar(0)), y(rows);
  const auto result = saddle.solve(f, g, x, y, false);
  return result.converged ? result.iterations : -result.iterations;
}

/// One row for every eigenvalue, one column for every step.
int print_iterations(const Arguments& given, const std::shared_ptr<mechanics::System>& system,
                     bool speaks) {
  auto spaces = std::make_shared<stage::MultigridSpaces>(*system);
  if (speaks)
    fmt::print("iterations to {:.0e}; steps {}\n", given.tolerance, fmt::join(given.steps, " "));
  int most = 0;
  for (const int s : {3, 4}) {
    const auto A = tableau::Mixture::rho_infinity(0.8).evaluate(tableau::Lobatto(s));
    const Eigen::VectorXcd eigenvalues = Eigen::EigenSolver<Eigen::MatrixXd>(A).eigenvalues();
    for (const Complex& mu : eigenvalues) {
      if (mu.imag() < 0) continue;
      std::string line;
      int largest = 0;
      for (const double h : given.steps) {
        const int count = mu.imag() == 0 ? iterations_of<double>(spaces, mu, h, given.tolerance)
                                         : iterations_of<Complex>(spaces, mu, h, given.tolerance);
        line += fmt::format(" {:>4}", count);
        largest = std::max(largest, count < 0 ? 10000 : count);
      }
      most = std::max(most, largest);
      if (speaks)
        fmt::print("s = {}, arg mu {:>3.0f} deg:{}\n", s, std::arg(mu) * 180 / M_PI, line);
    }
  }
  if (speaks) fmt::print("most {} (at most 70)\n", most);
  return most <= 70 ? 0 : 1;
}

struct Contender {
  std::string name;
  std::unique_ptr<integrate::Stepper> stepper;
  mechanics::State state;
  std::vector<double> times, iterations, processor;

  void step(double h, bool counted) {
    integrate::StepResult result;
    const auto before = std::clock();
    const double time = seconds([&] { result = stepper->step(state, h); });
    if (!result.done) throw std::runtime_error(result.cause);
    if (!counted) return;
    times.push_back(time);
    processor.push_back(static_cast<double>(std::clock() - before) / CLOCKS_PER_SEC);
    iterations.push_back(result.iterations);
  }
};

int print_cost(const Arguments& given, const std::shared_ptr<mechanics::System>& system,
               bool speaks) {
  const auto comm = system->comm();
  const double assembled = core::sum(comm, core::peak_memory());
  const auto at_rest = [&] {
    return mechanics::State{0.0, system->make_displacement(), system->make_displacement()};
  };
  auto spaces = std::make_shared<stage::MultigridSpaces>(*system);
  auto mass = std::make_shared<stage::MassSolver>(*system, given.direct ? nullptr : spaces);
  const std::optional<double> tolerance =
      given.tied ? std::nullopt : std::optional(given.tolerance);
  Contender spark{"SPARK",
                  std::make_unique<integrate::SparkStepper>(
                      *system,
                      integrate::SparkOptions{.stages = given.stages,
                                              .strategy = given.direct ? stage::Strategy::decoupled
                                                                       : stage::Strategy::multigrid,
                                              .krylov = {.tolerance = tolerance}},
                      mass),
                  at_rest(),
                  {},
                  {}};
  Contender alpha{"generalized-alpha",
                  std::make_unique<integrate::AlphaStepper>(
                      *system, integrate::AlphaParameters::generalized_alpha(0.8), mass,
                      stage::IterativeOptions{.tolerance = tolerance}),
                  at_rest(),
                  {},
                  {}};
  const double setup = seconds([&] {
    spark.stepper->prepare(spark.state, given.h);
    alpha.stepper->prepare(alpha.state, given.h);
  });
  for (int warm = 0; warm < 2; ++warm)
    for (Contender* each : {&spark, &alpha}) each->step(given.h, false);
  for (int k = 0; k < given.repeats; ++k)
    for (Contender* each : {&spark, &alpha}) each->step(given.h, true);
  const auto off = integrate::inconsistency(*system, spark.state);
  const double memory = core::sum(comm, core::peak_memory());
  const double ratio = median(spark.times) / median(alpha.times);
  if (!speaks) return ratio <= 12 ? 0 : 1;
  fmt::print("{} stages, step {:.0e}, tolerance {}, {} ranks: set-up {:.1f} s\n", given.stages,
             given.h, given.tied ? "tied to the error" : fmt::format("{:.0e}", given.tolerance),
             core::size(comm), setup);
  for (const Contender* each : {&spark, &alpha})
    fmt::print("{:>18}: {:.3f} s per step ({:.3f} s of rank 0's processor), {} iterations\n",
               each->name, median(each->times), median(each->processor), median(each->iterations));
  fmt::print("a step costs {:.2f} steps of generalized-alpha (at most 12), {:.2f} by processor\n",
             ratio, median(spark.processor) / median(alpha.processor));
  fmt::print("largest violation: position {:.1e}, velocity {:.1e}\n", off.relative_position,
             off.relative_velocity);
  fmt::print(
      "peak memory of all ranks {:.2f} GiB, {:.0f} bytes per degree of freedom; assembled "
      "{:.2f} GiB\n",
      memory / (1 << 30), memory / static_cast<double>(system->dofs()), assembled / (1 << 30));
  return ratio <= 12 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments given;
  CLI::App app{"multigrid: iterations and cost of a step"};
  app.add_option("--cells", given.model.cells, "cells along each edge of the cube");
  app.add_flag("--tet", given.model.tetrahedra);
  app.add_option("--constraints", given.model.constraints);
  app.add_option("--tolerance", given.tolerance);
  app.add_flag("--tied", given.tied, "tolerance tied to the method's error");
  app.add_option("--step", given.h);
  app.add_option("--stages", given.stages);
  app.add_option("--repeats", given.repeats);
  app.add_option("--steps", given.steps);
  app.add_flag("--iterations", given.iterations, "count iterations instead of timing steps");
  app.add_flag("--direct", given.direct, "factor instead");
  CLI11_PARSE(app, argc, argv);
  const core::Runtime runtime;
  const bool speaks = core::rank(runtime.comm()) == 0;
  const auto system = given.model.make(runtime.comm());
  if (speaks)
    fmt::print("{} of {}: {} degrees of freedom, {} constraints\n", given.model.cells,
               given.model.tetrahedra ? "tet4" : "hex8", system->dofs(), system->constraints());
  return given.iterations ? print_iterations(given, system, speaks)
                          : print_cost(given, system, speaks);
}
