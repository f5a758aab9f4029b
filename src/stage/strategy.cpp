// SPDX-License-Identifier: BSD-3-Clause
#include "stage/strategy.hpp"

#include <cmath>

#include "linear/null_motion.hpp"
#include "linear/placement.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "stage/judged_solver.hpp"
#include "stage/monolithic.hpp"
#include "stage/surrogate.hpp"

namespace sparkdyn::stage {
namespace {

using core::check;

/// Below this many block unknowns one factorization is cheaper than iterating.
constexpr PetscInt small_block_system = 3000;
/// Above this the surrogate needs too many iterations: measured 4 to 25 below it, hundreds above.
constexpr double largest_surrogate_condition = 1e3;

/// On which ranks the systems are solved, if that is a question.
std::string placement_text(const DecoupledSolver& solver, int ranks) {
  using linear::Placement;
  const Placement where = solver.placement();
  if (solver.takes_guess())
    return where == Placement::groups ? "; each iterated on a group of ranks, at the same time"
                                      : "";
  if (ranks == 1) return "";
  if (where == Placement::spread) return "; factors spread over all ranks";
  const auto& form = solver.form();
  const auto at_once = std::min<std::size_t>(form.blocks.size(), static_cast<std::size_t>(ranks));
  return fmt::format(
      "; each factored on {}{}", where == Placement::groups ? "a group of ranks" : "one rank",
      form.diagonal && at_once > 1 ? fmt::format(", {} at the same time", at_once) : std::string());
}

/// Of a surrogate solved by multigrid: flexible GMRES needs no more of a preconditioner.
constexpr double surrogate_tolerance = 1e-3;

struct Preparation {
  const mechanics::System& system;
  const Coefficients& coefficients;
  double h;
  std::shared_ptr<MassSolver> mass;
  std::shared_ptr<const mechanics::Linearization> around;

  const linear::SolverPlan& plan() const { return mass->plan(); }

  BlockSolvers block_solvers(std::optional<double> tolerance, bool judged) const {
    return {.placement = plan().placement,
            .spaces = mass->spaces(),
            .iterative = {.tolerance = tolerance, .max_iterations = plan().max_iterations},
            .judged = judged};
  }

  std::unique_ptr<StageSystem> stages(Closing closing) const {
    return std::make_unique<StageSystem>(system, coefficients, h, closing, mass, around);
  }

  PreparedStep decoupled(std::unique_ptr<StageSystem> system_of_stages, Decoupling form) const {
    const auto pairs = std::count_if(form.blocks.begin(), form.blocks.end(),
                                     [](const auto& block) { return block.complex_pair; });
    const auto real = static_cast<std::ptrdiff_t>(form.blocks.size()) - pairs;
    std::string why = fmt::format(
        "the stages decouple into {} real and {} complex systems of the size of the structure, {}",
        real, pairs, form.diagonal ? "independent of each other" : "solved one after another");
    auto solver = std::make_unique<DecoupledSolver>(system_of_stages->op(), std::move(form),
                                                    block_solvers(plan().tolerance, true));
    why += placement_text(*solver, core::size(system.comm()));
    return {std::move(system_of_stages), std::move(solver), std::move(why)};
  }

  /// Empty (no solver) when the splitting does not decouple.
  PreparedStep try_decoupled() const {
    for (Closing closing : possible_closings(system, coefficients)) {
      if (closing == Closing::coupled) continue;
      auto candidate = stages(closing);
      if (auto form = DecoupledSolver::analyse(candidate->op()))
        return decoupled(std::move(candidate), std::move(*form));
    }
    return {};
  }

  PreparedStep monolithic(std::string why) const {
    auto candidate = stages(possible_closings(system, coefficients).front());
    auto solver = std::make_unique<MonolithicSolver>(candidate->op(), plan().placement);
    return {std::move(candidate), std::move(solver), std::move(why)};
  }

  PreparedStep own() const {
    auto candidate = stages(possible_closings(system, coefficients).front());
    auto solver =
        std::make_unique<JudgedSolver>(candidate->op(), mass->own_stage_solver()(candidate->op()));
    return {std::move(candidate), std::move(solver), "the program's own"};
  }

  Surrogate surrogate() const {
    return choose_surrogate(system, coefficients, h, h * estimate_largest_omega(system));
  }

  /// On Gauss' nodes closings are methods of their own: no solver may choose another one.
  Closing closing_of_iteration() const {
    if (coefficients.interior) return possible_closings(system, coefficients).front();
    return system.constrained() ? Closing::coupled : Closing::projected;
  }

  PreparedStep iterative(const Surrogate& uniform, std::string why) const {
    auto candidate = stages(closing_of_iteration());
    if (!mass->spaces()) {
      auto exact = RankOneSolver::make(system, *candidate, uniform.coefficients, mass,
                                       block_solvers(std::nullopt, false));
      if (exact) return with_surrogate(std::move(candidate), std::move(exact), std::move(why));
    }
    auto solver = std::make_unique<KrylovSolver>(system, *candidate, uniform.coefficients, mass,
                                                 block_solvers(surrogate_tolerance, false));
    return with_surrogate(std::move(candidate), std::move(solver), std::move(why));
  }

  template <typename Iterated>
  static PreparedStep with_surrogate(std::unique_ptr<StageSystem> stages,
                                     std::unique_ptr<Iterated> solver, std::string why) {
    const ErrorCarrier surrogate{&solver->surrogate(), &solver->surrogate_solver()};
    return {std::move(stages), std::move(solver), std::move(why), surrogate};
  }

  PreparedStep without_factors() const {
    if (auto step = try_decoupled(); step.solver) return step;
    return iterative(surrogate(),
                     "the splitting does not decouple; a uniform surrogate solved by multigrid "
                     "preconditions it");
  }

  PreparedStep automatic() const {
    if (auto step = try_decoupled(); step.solver) return step;
    const PetscInt unknowns =
        coefficients.stages * (system.dofs() + system.constraints()) + system.dofs();
    if (unknowns <= small_block_system)
      return monolithic(fmt::format(
          "the splitting does not decouple and one factorization of {} unknowns is cheap",
          unknowns));
    const Surrogate uniform = surrogate();
    if (uniform.condition > largest_surrogate_condition)
      return monolithic(fmt::format(
          "the splitting does not decouple and a uniform surrogate preconditions it badly at this "
          "step (condition {:.0e}); expect {} times the memory of one structure",
          uniform.condition, coefficients.stages * coefficients.stages));
    return iterative(
        uniform,
        fmt::format("the splitting does not decouple; a uniform surrogate preconditions it "
                    "(condition {:.0f})",
                    uniform.condition));
  }
};

/// What no part of it resists makes the matrices of every step singular.
std::vector<linear::WeightedMatrix<double>> all_that_resists(const mechanics::System& system,
                                                             double h) {
  std::vector<linear::WeightedMatrix<double>> sum{{1.0, system.mass()}};
  for (const auto& term : system.terms()) {
    const double factor = term.kind == mechanics::Kind::elastic ? h * h : h;
    for (const auto& part : term.parts) sum.push_back({factor * part.factor, part.matrix});
  }
  return sum;
}

PreparedStep chosen(const Preparation& choice) {
  using linear::Strategy;
  if (choice.mass->own_stage_solver()) return choice.own();
  switch (choice.plan().stages) {
    case Strategy::decoupled: {
      auto step = choice.try_decoupled();
      if (!step.solver)
        core::input_error(
            "solver strategy 'decoupled' does not fit this splitting: with constraints all force "
            "terms must share one invertible matrix (a rho_infinity, C or D), and discrete damping "
            "must share the stiffness' matrix; use strategy auto, krylov or monolithic");
      step.why = "asked for; " + step.why;
      return step;
    }
    case Strategy::monolithic:
      return choice.monolithic("asked for");
    case Strategy::krylov:
      return choice.iterative(choice.surrogate(), "asked for");
    default:
      return choice.plan().method == linear::Method::multigrid ? choice.without_factors()
                                                               : choice.automatic();
  }
}

}  // namespace

PreparedStep prepare_step(const mechanics::System& system, const Coefficients& coefficients,
                          double h, const std::shared_ptr<MassSolver>& mass,
                          std::shared_ptr<const mechanics::Linearization> around) {
  try {
    return chosen({system, coefficients, h, mass, std::move(around)});
  } catch (const core::Error& error) {
    // All ranks see the same factorization fail, so all look for the reason.
    if (error.kind() != core::Failure::numerics) throw;
    std::string why = linear::describe_null_motions(mass->operators(), all_that_resists(system, h));
    if (why.empty())
      why = linear::describe_null_motions(mass->operators(), {{1.0, system.mass()}});
    else
      core::numerics_error("{}; {}", error.what(), why);
    if (why.empty()) throw;
    core::numerics_error("{}; without stiffness {}", error.what(), why);
  }
}

double estimate_largest_omega(const mechanics::System& system) {
  const core::Vector mass = system.make_displacement(), stiffness = system.make_displacement();
  check(MatGetDiagonal(*system.mass(), mass));
  const core::ReadArray m(mass);
  const core::WriteArray k(stiffness);
  const PetscInt begin = core::row_range(Vec(mass)).begin;
  for (const auto& term : system.terms()) {
    if (term.kind != mechanics::Kind::elastic) continue;
    for (const auto& part : term.parts)
      core::for_each_row(*part.matrix, [&](PetscInt row, auto, auto values) {
        for (double value : values) k[row - begin] += std::abs(part.factor * value);
      });
  }
  double largest = 0;
  for (PetscInt i = 0; i < m.size(); ++i)
    if (m[i] > 0) largest = std::max(largest, k[i] / m[i]);
  return std::sqrt(core::maximum(system.comm(), largest));
}

}  // namespace sparkdyn::stage
