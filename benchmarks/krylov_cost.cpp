// SPDX-License-Identifier: BSD-3-Clause
// Multigrid for models too large to factor: iterations for every eigenvalue of the method over
// three decades of the step and over meshes; what a step costs beside a generalized-α step with the
// same multigrid; how it grows with the rows of G. Steps are taken in turn, from their own guesses
// at the same tolerance, and medians are compared.

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <Eigen/Eigenvalues>
#include <algorithm>
#include <array>
#include <map>

#include "cube_model.hpp"
#include "integrate/generalized_alpha.hpp"
#include "integrate/initial.hpp"
#include "integrate/spark_stepper.hpp"
#include "linear/placement.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/core/runtime.hpp"
#include "timing.hpp"

namespace {

using namespace sparkdyn;
using benchmarks::Contender;
using benchmarks::median;
using benchmarks::seconds;
using Complex = std::complex<double>;

struct Arguments {
  benchmarks::CubeModel model;
  std::vector<double> steps{1e-6, 3e-6, 1e-5, 3e-5, 1e-4, 3e-4, 1e-3};
  std::vector<int> meshes{20};  // cells along each edge
  std::vector<int> rows;        // of G, to compare
  double tolerance = 1e-8, h = 2e-5;
  int repeats = 5, stages = 3;
  bool iterations = false, direct = false, spread = false, groups = false, tied = false;
};

std::shared_ptr<mechanics::System> make_system(benchmarks::CubeModel model, MPI_Comm comm) {
  const auto system = model.make(comm);
  if (core::rank(comm) == 0)
    fmt::print("{} of {}: {} degrees of freedom, {} constraints\n", model.cells,
               model.tetrahedra ? "tet4" : "hex8", system->dofs(), system->constraints());
  return system;
}

template <typename Scalar>
int iterations_of(const mechanics::System& system,
                  const std::shared_ptr<linear::MultigridSpaces>& spaces, Complex mu, double h,
                  double tolerance) {
  const auto scalar = [](Complex z) {
    if constexpr (std::is_same_v<Scalar, double>)
      return z.real();
    else
      return z;
  };
  linear::IterativeSaddle<Scalar> saddle(
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

/// The most of each eigenvalue over the steps, by its name.
using Most = std::map<std::string, int>;

/// One row for every eigenvalue, one column for every step.
Most print_iterations(const Arguments& given, const mechanics::System& system, bool speaks) {
  auto spaces = std::make_shared<linear::MultigridSpaces>(linear::operators_of(system));
  Most most;
  for (const int s : {3, 4}) {
    const tableau::Matrix A = tableau::GaussLobatto(s).A(0.8);
    const Eigen::VectorXcd eigenvalues = Eigen::EigenSolver<Eigen::MatrixXd>(A).eigenvalues();
    for (const Complex& mu : eigenvalues) {
      if (mu.imag() < 0) continue;
      const auto name = fmt::format("s = {}, arg mu {:>3.0f} deg", s, std::arg(mu) * 180 / M_PI);
      std::string line;
      for (const double h : given.steps) {
        const int count = mu.imag() == 0
                              ? iterations_of<double>(system, spaces, mu, h, given.tolerance)
                              : iterations_of<Complex>(system, spaces, mu, h, given.tolerance);
        line += fmt::format(" {:>4}", count);
        most[name] = std::max(most[name], count < 0 ? 10000 : count);
      }
      if (speaks) fmt::print("{}:{}\n", name, line);
    }
  }
  return most;
}

/// Bars: 70 iterations, and from the first mesh to the last 1.15 times as many at most.
int count_iterations(const Arguments& given, MPI_Comm comm) {
  const bool speaks = core::rank(comm) == 0;
  if (speaks)
    fmt::print("iterations to {:.0e}; steps {}\n", given.tolerance, fmt::join(given.steps, " "));
  std::vector<int> largest;
  Most first, last;
  for (const int cells : given.meshes) {
    benchmarks::CubeModel model = given.model;
    model.cells = cells;
    const auto system = make_system(model, comm);
    last = print_iterations(given, *system, speaks);
    if (first.empty()) first = last;
    largest.push_back(0);
    for (const auto& [name, count] : last) largest.back() = std::max(largest.back(), count);
  }
  const int most = *std::max_element(largest.begin(), largest.end());
  const double growth = static_cast<double>(largest.back()) / largest.front();
  if (speaks) {
    for (const auto& [name, count] : last)
      fmt::print("{}: most {} on the first mesh, {} on the last, {:.2f} times\n", name, first[name],
                 count, static_cast<double>(count) / first[name]);
    fmt::print("most {} (at most 70); of each mesh {}, growth {:.2f} (below 1.15)\n", most,
               fmt::join(largest, " "), growth);
  }
  return most <= 70 && growth < 1.15 ? 0 : 1;
}

/// The method on a structure at rest, with the multigrid it shares with others.
struct Runner {
  Runner(const mechanics::System& given_system, const Arguments& given)
      : system(&given_system),
        mass(std::make_shared<stage::MassSolver>(*system, linear::plan_as_wished(wish_of(given)))),
        stages(given.stages) {}

  static linear::SolverWish wish_of(const Arguments& given) {
    return {.strategy = given.direct ? linear::Strategy::decoupled : linear::Strategy::multigrid,
            .factors = given.spread   ? linear::Placement::spread
                       : given.groups ? linear::Placement::groups
                                      : linear::Placement::automatic,
            .tolerance = given.tied ? std::nullopt : std::optional(given.tolerance)};
  }

  mechanics::State at_rest() const {
    return {0.0, system->make_displacement(), system->make_displacement()};
  }
  Contender spark(std::string name) const {
    return {std::move(name),
            std::make_unique<integrate::SparkStepper>(
                *system, integrate::gauss_method(*system, stages), mass),
            at_rest()};
  }
  Contender alpha() const {
    return {"generalized-alpha",
            std::make_unique<integrate::AlphaStepper>(
                *system, integrate::AlphaParameters::generalized_alpha(0.8), mass),
            at_rest()};
  }

  const mechanics::System* system;
  std::shared_ptr<stage::MassSolver> mass;
  int stages;
};

/// Set-up and steps in turn; two steps warm up. Returns the seconds of the set-ups.
std::vector<double> race(const Arguments& given, std::span<Contender* const> all) {
  std::vector<double> setup;
  for (Contender* each : all)
    setup.push_back(seconds([&] { each->stepper->prepare(each->state, given.h); }));
  for (int k = -2; k < given.repeats; ++k)
    for (Contender* each : all) each->step(given.h, k >= 0);
  return setup;
}

void print_steps(const Contender& each, double setup) {
  fmt::print(
      "{:>18}: {:.3f} s per step ({:.3f} s of rank 0's processor), {} iterations; set-up {:.1f} "
      "s\n",
      each.name, median(each.times), median(each.processor), median(each.iterations), setup);
}

int print_cost(const Arguments& given, MPI_Comm comm) {
  const auto system = make_system(given.model, comm);
  const double assembled = core::sum(comm, core::peak_memory());
  const Runner runner(*system, given);
  Contender spark = runner.spark("SPARK"), alpha = runner.alpha();
  const auto setup = race(given, std::array{&spark, &alpha});
  const auto off = integrate::inconsistency(*system, spark.state);
  const double memory = core::sum(comm, core::peak_memory());
  const double ratio = median(spark.times) / median(alpha.times);
  constexpr double bar = 4;
  if (core::rank(comm) != 0) return ratio <= bar ? 0 : 1;
  fmt::print("{} stages, step {:.0e}, tolerance {}, {} ranks\n", given.stages, given.h,
             given.tied ? "tied to the error" : fmt::format("{:.0e}", given.tolerance),
             core::size(comm));
  print_steps(spark, setup[0]);
  print_steps(alpha, setup[1]);
  fmt::print("a step costs {:.2f} steps of generalized-alpha (at most {}), {:.2f} by processor\n",
             ratio, bar, median(spark.processor) / median(alpha.processor));
  fmt::print("largest violation: position {:.1e}, velocity {:.1e}\n", off.relative_position,
             off.relative_velocity);
  fmt::print(
      "peak memory of all ranks {:.2f} GiB, {:.0f} bytes per degree of freedom; assembled "
      "{:.2f} GiB\n",
      memory / (1 << 30), memory / static_cast<double>(system->dofs()), assembled / (1 << 30));
  return ratio <= bar ? 0 : 1;
}

/// The same mesh with few and with many rows of G. Bar: 2 times as long at most.
int print_growth(const Arguments& given, MPI_Comm comm) {
  std::vector<std::shared_ptr<mechanics::System>> systems;
  std::vector<Contender> contenders;
  for (const int rows : given.rows) {
    benchmarks::CubeModel model = given.model;
    model.constraints = rows;
    systems.push_back(make_system(model, comm));
    contenders.push_back(Runner(*systems.back(), given).spark(fmt::format("{} rows", rows)));
  }
  std::vector<Contender*> all;
  for (Contender& each : contenders) all.push_back(&each);
  const auto setup = race(given, all);
  const auto ratio = [&](auto part) {
    return median(part(*all.back())) / median(part(*all.front()));
  };
  const double growth = ratio([](const Contender& c) { return c.times; });
  if (core::rank(comm) == 0) {
    for (std::size_t k = 0; k < all.size(); ++k) print_steps(*all[k], setup[k]);
    fmt::print(
        "from {} to {} rows a step takes {:.2f} times as long (below 2), {:.2f} by processor\n",
        given.rows.front(), given.rows.back(), growth,
        ratio([](const Contender& c) { return c.processor; }));
  }
  return growth < 2 ? 0 : 1;
}

}  // namespace

int main(int argc, char** argv) {
  Arguments given;
  CLI::App app{"multigrid: iterations and cost of a step"};
  app.add_option("--cells", given.meshes,
                 "cells along each edge of the cube; several for --iterations");
  app.add_flag("--tet", given.model.tetrahedra);
  app.add_option("--constraints", given.model.constraints);
  app.add_option("--hub", given.model.hub, "all nodes of one face follow a hub, instead of rows")
      ->transform(CLI::CheckedTransformer(std::map<std::string, benchmarks::Hub>{
          {"rigid", benchmarks::Hub::rigid_body}, {"coupling", benchmarks::Hub::coupling}}));
  app.add_option("--tolerance", given.tolerance);
  app.add_flag("--tied", given.tied, "tolerance tied to the method's error");
  app.add_option("--step", given.h);
  app.add_option("--stages", given.stages);
  app.add_option("--repeats", given.repeats);
  app.add_option("--steps", given.steps);
  app.add_flag("--iterations", given.iterations, "count iterations instead of timing steps");
  app.add_option("--rows-growth", given.rows, "two numbers of constraints whose steps to compare")
      ->expected(2);
  app.add_flag("--direct", given.direct, "factor instead");
  app.add_flag("--spread", given.spread, "each factor over all ranks, instead of one on each");
  app.add_flag("--groups", given.groups, "each system of a step on a group of ranks of its own");
  CLI11_PARSE(app, argc, argv);
  given.model.cells = given.meshes.front();
  const core::Runtime runtime;
  try {
    if (given.iterations) return count_iterations(given, runtime.comm());
    if (!given.rows.empty()) return print_growth(given, runtime.comm());
    return print_cost(given, runtime.comm());
  } catch (const core::Error& error) {
    if (core::rank(runtime.comm()) == 0) fmt::print(stderr, "{}\n", error.what());
    return 2;
  }
}
