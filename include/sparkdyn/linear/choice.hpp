// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Factors or multigrid, for `solver: auto`. What a run of N steps would cost either way:
//   direct:    set-up ~ operations of the elimination, a step ~ bytes of the factors read twice;
//   multigrid: set-up ~ entries of the matrices,       a step ~ entries × iterations.
// Entries and operations of the factors are counted in the elimination tree of the nested
// dissection that the factors would use, so slender and thin structures show as what they are.
// Rates were measured (benchmarks/auto_choice) but for one that differs much between machines: how
// fast memory is, measured where it may decide. Whatever does not fit into the memory at hand is
// left out.

#include <string>

#include "sparkdyn/linear/operators.hpp"

namespace sparkdyn::linear {

/// What the method asks of one step.
struct StepDemand {
  int real_systems = 1, complex_systems = 1;
  long steps = 1;      ///< of the run, over which the set-up is divided
  int load_cases = 1;  ///< solved as one block by factors, one after another by multigrid
};

inline constexpr double usual_bandwidth = 20e9;

/// Both prices of one run, in seconds of one processor of some kind: only ratios mean anything.
struct Prices {
  double entries = 0;  ///< of one real factor
  double direct_step = 0, direct_setup = 0, direct_bytes = 0;
  double multigrid_step = 0, multigrid_setup = 0, multigrid_bytes = 0;
};

/// `bandwidth`: bytes per second that a rank moves while all do. @note Collective.
Prices prices(const Operators& system, const StepDemand& demand,
              double bandwidth = usual_bandwidth);

/// Whether the factors of a step fit into `available` bytes.
bool factors_fit(const Prices& prices, double available);
/// Looks at the memory of the machines. @note Collective.
bool factors_fit(const Operators& system, const StepDemand& demand);

struct LinearSolverChoice {
  bool multigrid = false;
  std::string why;  ///< with the numbers that decided
  Prices prices;    ///< which decided; none where there was no question
};

/// `available` bytes, the same on all ranks.
LinearSolverChoice choose_linear_solver(const Prices& prices, const StepDemand& demand,
                                        double available);

/// Looks at the memory of the machines: how much there is and, where prices are close, how fast it
/// is. @note Collective.
LinearSolverChoice choose_linear_solver(const Operators& system, const StepDemand& demand);

}  // namespace sparkdyn::linear
