// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/linear/plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/memory.hpp"
#include "core/memory_bandwidth.hpp"
#include "linear/elimination_order.hpp"
#include "linear/placement.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::linear {
namespace {

// Measured on one core of an Intel Emerald Rapids, whose memory moved 12.5 GB/s, and of an AMD EPYC
// with 28.5 GB/s, with OpenBLAS (benchmarks/auto_choice --rates).
constexpr double factor_bytes_per_second = 9.2e9;  ///< a solve reads its factors twice
constexpr double operations_per_second = 28.5e9;   ///< of the elimination; complex: four for one
constexpr double complex_operations = 4;
constexpr double ordering_per_entry = 4e-7;  ///< seconds, of M, C and K: order, assembly, analysis
constexpr double working_memory = 1.4;       ///< all that MUMPS takes, in factors

/// Per entry of M, C and K together: what is computed, and what is read.
struct Work {
  double seconds, bytes;
  double at(double bandwidth) const { return seconds + bytes / bandwidth; }
};
constexpr Work cycle{2.3e-9, 31};  ///< an iteration; complex: twice
constexpr Work coarsening{1.6e-7, 1600};

constexpr double iterations = 12;            ///< per system and step, from a guess
constexpr double without_rigid_motions = 3;  ///< times as many
constexpr double thin = 12;                  ///< times as many with rotations at the nodes
constexpr double multigrid_bytes_per_entry = 40;
/// Below this nobody wants to wait for a comparison.
constexpr PetscInt always_direct = 3000;
constexpr double usable = 0.8;  ///< of the memory that is free
/// No machine's memory makes prices that differ by more than this change places.
constexpr double clear_by = 2;
/// For a look at the speed of memory.
constexpr double bytes_moved = 96e6;
constexpr int times_moved = 5;

bool always_factored(const Operators& system) {
  return system.unknowns() <= always_direct;
}

double local_entries(const Operators& system) {
  double entries = 0;
  for (std::size_t k = 0; k < system.matrices.size(); ++k) {
    MatInfo info;
    core::check(MatGetInfo(*system.matrices[k], MAT_LOCAL, &info));
    entries += system.uses[k] * info.nz_used;
  }
  return entries;
}

/// How much the ranks gain.
double direct_speedup(const Operators& system, const StepDemand& demand) {
  const auto costs = solve_costs(demand.real_systems, demand.complex_systems);
  const int ranks = core::size(system.comm());
  const auto where = place_factors(demand.placement, ranks, system.unknowns(), costs);
  return solving_time(costs, 1, where) / solving_time(costs, ranks, where);
}

/// Of a run, set-up included.
double multigrid_over_direct(const Prices& prices, const StepDemand& demand) {
  const auto steps = static_cast<double>(std::max(demand.steps, 1L));
  return (prices.multigrid_step + prices.multigrid_setup / steps) /
         (prices.direct_step + prices.direct_setup / steps);
}

bool factors_fit(const Prices& prices, double available) {
  return prices.direct_bytes <= usable * available;
}

std::string gib(double bytes) {
  return fmt::format("{:.2g} GiB", bytes / (1 << 30));
}

}  // namespace

Prices prices(const Operators& system, const StepDemand& demand, double bandwidth) {
  const PivotOrder& order = elimination_order(system);
  const double real = demand.real_systems, pairs = demand.complex_systems;
  const double size = sizeof(double) * (real + 2 * pairs), scale = system.symmetric ? 1 : 2;
  Prices result;
  result.entries = scale * order.entries;
  const double speedup = direct_speedup(system, demand);
  // Right-hand sides of several load cases are one block, which costs little more than one.
  const double block = 1 + 0.15 * (demand.load_cases - 1);
  result.direct_step =
      demand.solves * block * 2 * size * result.entries / factor_bytes_per_second / speedup;
  const int ranks = core::size(system.comm());
  const double entries = core::sum(system.comm(), local_entries(system));
  result.direct_setup = ordering_per_entry * entries + scale * (real + complex_operations * pairs) *
                                                           order.operations /
                                                           operations_per_second / speedup;
  result.direct_bytes = working_memory * size * result.entries;

  double count = iterations * demand.solves * (real + 2 * pairs) * demand.load_cases;
  if (system.near_null_space.empty()) count *= without_rigid_motions;
  if (system.node_size > 3) count *= thin;
  result.multigrid_step = count * cycle.at(bandwidth) * entries / ranks;
  result.multigrid_setup = coarsening.at(bandwidth) * entries / ranks;
  result.multigrid_bytes = multigrid_bytes_per_entry * entries;
  return result;
}

LinearSolverChoice choose_linear_solver(const Prices& prices, const StepDemand& demand,
                                        double available) {
  const double ratio = multigrid_over_direct(prices, demand);
  const bool fits = factors_fit(prices, available);
  LinearSolverChoice choice{.method = !fits || ratio < 1 ? Method::multigrid : Method::factors,
                            .why = "",
                            .prices = prices};
  const bool multigrid = choice.method == Method::multigrid;
  const std::string factors =
      fmt::format("factors of {:.3g} million entries", 1e-6 * prices.entries);
  if (!fits)
    choice.why = fmt::format("{} would take {} of the {} that are free", factors,
                             gib(prices.direct_bytes), gib(available));
  else
    choice.why = fmt::format(
        "{} ({}) make a step, set-up over {} steps included, {:.2g} times {} than multigrid",
        factors, gib(prices.direct_bytes), demand.steps, multigrid ? 1 / ratio : ratio,
        multigrid ? "dearer" : "cheaper");
  return choice;
}

LinearSolverChoice choose_linear_solver(const Operators& system, const StepDemand& demand) {
  if (always_factored(system))
    return {Method::factors, fmt::format("up to {} unknowns are factored", always_direct), {}};
  const double available = core::available_memory(system.comm());
  const Prices usual = prices(system, demand);
  const double ratio = multigrid_over_direct(usual, demand);
  const bool clear = ratio > clear_by || ratio < 1 / clear_by || !factors_fit(usual, available);
  if (clear) return choose_linear_solver(usual, demand, available);
  const int ranks = core::size(system.comm());
  const double bandwidth =
      core::memory_bandwidth(system.comm(), bytes_moved * ranks, times_moved) / ranks;
  auto choice = choose_linear_solver(prices(system, demand, bandwidth), demand, available);
  choice.why += fmt::format(", with memory that moves {:.1f} GB/s a rank", 1e-9 * bandwidth);
  return choice;
}

SolverPlan plan_as_wished(const SolverWish& wish) {
  const bool multigrid = wish.strategy == Strategy::multigrid;
  return {.method = multigrid ? Method::multigrid : Method::factors,
          .stages = wish.strategy,
          .placement = wish.factors,
          .tolerance = wish.tolerance,
          .max_iterations = wish.max_iterations,
          .why = multigrid ? "asked for" : ""};
}

SolverPlan plan_run(const Operators& system, const SolverWish& wish, StepDemand demand) {
  SolverPlan plan = plan_as_wished(wish);
  if (wish.strategy != Strategy::automatic || demand.steps < 1 || !demand.decouples) return plan;
  if (demand.multigrid_before) {
    plan.method = *demand.multigrid_before ? Method::multigrid : Method::factors;
    plan.why = "as in the run before";
    return plan;
  }
  demand.placement = wish.factors;
  auto choice = choose_linear_solver(system, demand);
  plan.method = choice.method;
  plan.why = std::move(choice.why);
  return plan;
}

SolverPlan plan_equilibrium(const Operators& system, const SolverWish& wish) {
  SolverPlan plan = plan_as_wished(wish);
  if (wish.strategy != Strategy::automatic || always_factored(system)) return plan;
  const StepDemand demand{.real_systems = 1, .complex_systems = 0, .placement = wish.factors};
  if (!factors_fit(prices(system, demand), core::available_memory(system.comm())))
    plan.method = Method::multigrid;
  return plan;
}

}  // namespace sparkdyn::linear
