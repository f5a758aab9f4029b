// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// How the systems of a run are solved, decided here from what is wished, what the system is and
// what the steps demand, and passed down as data. Factors or multigrid, for `solver: auto`, go by
// what a run of N steps would cost either way:
//   direct:    set-up ~ operations of the elimination, a step ~ bytes of the factors read twice;
//   multigrid: set-up ~ entries of the matrices,       a step ~ entries × iterations.
// Entries and operations of the factors are counted in the elimination tree of the nested
// dissection that the factors would use, so slender and thin structures show as what they are.
// Rates were measured (benchmarks/auto_choice) but for one that differs much between machines: how
// fast memory is, measured where it may decide. Whatever does not fit into the memory at hand is
// left out. On which ranks factors live follows from their number and size (placement.hpp).

#include <optional>
#include <string>

#include "sparkdyn/linear/operators.hpp"
#include "sparkdyn/linear/wish.hpp"

namespace sparkdyn::linear {

/// Whether systems are eliminated or iterated on.
enum class Method { factors, multigrid };

/// What was decided for the solvers of a run.
struct SolverPlan {
  Method method = Method::factors;  ///< factors or multigrid
  /// Of the stages of a step, as wished: `automatic` takes what fits the splitting and the step.
  Strategy stages = Strategy::automatic;
  /// Of factors and iterations, as wished: `automatic` goes by their number and size.
  Placement placement = Placement::automatic;
  /// Empty: that of each solver.
  std::optional<double> tolerance = std::nullopt;
  int max_iterations = 200;  ///< of any iterative solve
  std::string why = {};      ///< this method; empty where there was no question

  /// That of the wish where none was given.
  double tolerance_or_default() const { return tolerance.value_or(SolverWish::default_tolerance); }
};

/// What the method asks of one step.
struct StepDemand {
  int real_systems = 1, complex_systems = 1;  ///< solved in one step
  int solves = 1;                             ///< with each of them
  long steps = 1;                             ///< of the run, over which the set-up is divided
  int load_cases = 1;  ///< solved as one block by factors, one after another by multigrid
  Placement placement = Placement::automatic;  ///< of the factors
  /// Whether all forces have one matrix; how well surrogates of others do only a step shows.
  bool decouples = true;
  /// Whether the run that this one goes on with used multigrid: `auto` stays with it.
  std::optional<bool> multigrid_before = std::nullopt;
};

/// Bytes per second that a rank moves, where nothing was measured.
inline constexpr double usual_bandwidth = 20e9;

/// Both prices of one run, in seconds of one processor of some kind: only ratios mean anything.
struct Prices {
  double entries = 0;                                                   ///< of one real factor
  double direct_step = 0, direct_setup = 0, direct_bytes = 0;           ///< of factors
  double multigrid_step = 0, multigrid_setup = 0, multigrid_bytes = 0;  ///< of multigrid
};

/// `bandwidth`: bytes per second that a rank moves while all do. @note Collective.
Prices prices(const Operators& system, const StepDemand& demand,
              double bandwidth = usual_bandwidth);

/// What was chosen, and from which numbers.
struct LinearSolverChoice {
  Method method = Method::factors;  ///< factors or multigrid
  std::string why;                  ///< with the numbers that decided
  Prices prices;                    ///< which decided; none where there was no question
};

/// `available` bytes, the same on all ranks.
LinearSolverChoice choose_linear_solver(const Prices& prices, const StepDemand& demand,
                                        double available);

/// Looks at the memory of the machines: how much there is and, where prices are close, how fast it
/// is. @note Collective.
LinearSolverChoice choose_linear_solver(const Operators& system, const StepDemand& demand);

/// Without a look at the system: `auto` means factors.
SolverPlan plan_as_wished(const SolverWish& wish);

/// Of a run of steps. Looks at the memory as choose_linear_solver() does where that is a question.
/// @note Collective.
SolverPlan plan_run(const Operators& system, const SolverWish& wish, StepDemand demand);

/// Of one real system solved once: factors unless they do not fit. @note Collective.
SolverPlan plan_equilibrium(const Operators& system, const SolverWish& wish);

}  // namespace sparkdyn::linear
