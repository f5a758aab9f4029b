// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What the user wishes of the solvers of a run. What is done about it is a plan (docs/solvers.md).

#include <optional>
#include <string_view>

namespace sparkdyn::linear {

/// How the equations of a step are solved.
enum class Strategy { automatic, decoupled, monolithic, krylov, multigrid };
std::string_view name(Strategy strategy);  ///< "auto" for automatic

/// On which ranks factors live, or iterations run, for the independent systems of a step:
///   single   each on one rank, several systems side by side on several; the same run gives the
///            same bits every time
///   groups   each on a group of ranks of its own, side by side
///   spread   each on all ranks, one after the other
/// MUMPS on several ranks needs less memory on each; the last bits differ from run to run.
enum class Placement { automatic, single, groups, spread };
std::string_view name(Placement placement);  ///< "auto" for automatic

/// What `solver:` says in a case file.
struct SolverWish {
  static constexpr double default_tolerance = 1e-10;  ///< where none is given

  Strategy strategy = Strategy::automatic;   ///< of the stages of a step
  Placement factors = Placement::automatic;  ///< where factors live
  /// Of iterations, for |δV|/|V|. Empty: the default for flexible GMRES, tied to the method's error
  /// for multigrid.
  std::optional<double> tolerance = std::nullopt;
  int max_iterations = 200;  ///< of any iterative solve
};

}  // namespace sparkdyn::linear
