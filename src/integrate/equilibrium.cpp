// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/integrate/equilibrium.hpp"

#include <string>
#include <utility>

#include "integrate/balance.hpp"
#include "integrate/rest_path.hpp"
#include "linear/null_motion.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::integrate {
namespace {

using core::check;

[[noreturn]] void no_equilibrium(const mechanics::System& system, double t, const std::string& why,
                                 bool factored) {
  // Naming the motions takes factors; where there was no place for those it is not tried.
  const std::string motions =
      factored ? linear::describe_null_motions(linear::operators_of(system), stiffness_of(system))
               : "";
  core::numerics_error(
      "no equilibrium at t = {:.9g}: {}; {}{}the structure, or a part of it, can move "
      "without strain: hold it with supports{}",
      t, why, motions, motions.empty() ? "" : "; ",
      factored ? "" : "; if it is held, multigrid does not suit it: try strategy decoupled");
}

/// Of |F| + |Gᵀλ|: what may be left of an equilibrium.
constexpr double balanced_to = 1e-6;

/// Empty, or why there are none.
std::string follow(const mechanics::System& system, std::vector<core::Vector>& motions) {
  Balance matrix(system, {});
  if (!matrix.regular()) return "the stiffness matrix is singular";
  const core::Vector none = system.make_displacement();
  for (const auto& value : system.prescribed()) {
    const core::Vector lambda = core::make_copy(Vec(value.shape));
    motions.push_back(system.make_displacement());
    // Supports that move the structure as a whole meet no force: there is nothing to balance.
    matrix.solve(none, lambda, motions.back());
  }
  return "";
}

}  // namespace

std::vector<core::Vector> static_motions(const mechanics::System& system) {
  std::vector<core::Vector> motions;
  if (!system.constrained() || system.prescribed().empty()) return motions;
  std::string why;
  try {
    why = follow(system, motions);
  } catch (const core::Error& error) {
    if (error.kind() != core::Failure::numerics) throw;
    why = error.what();
  }
  if (!why.empty()) no_equilibrium(system, 0, why, true);
  return motions;
}

/// One matrix for all states.
class Equilibria::Linear {
 public:
  Linear(const mechanics::System& system, const linear::SolverPlan& plan)
      : system_(&system), plan_(&plan) {}

  void find(std::span<mechanics::State> states, std::vector<core::Vector>& multipliers) {
    const bool factored = plan_->method == linear::Method::factors;
    std::string why;
    try {
      why = balance(states, multipliers);
    } catch (const core::Error& error) {
      // Every rank sees the same solve fail, so every rank comes here.
      if (error.kind() != core::Failure::numerics) throw;
      why = error.what();
    }
    if (!why.empty()) no_equilibrium(*system_, states.front().t, why, factored);
  }

 private:
  /// Empty, or why there is none.
  std::string balance(std::span<mechanics::State> states, std::vector<core::Vector>& multipliers) {
    if (!matrix_) {
      matrix_ = std::make_unique<Balance>(*system_, *plan_);
      if (!matrix_->regular()) return "the stiffness matrix is singular";
    }
    const core::Vector force = system_->make_displacement();
    for (std::size_t k = 0; k < states.size(); ++k) {
      mechanics::State& state = states[k];
      const core::Vector& lambda = multipliers[k];
      check(VecSet(force, 0.0));
      system_->add_load(state.t, 1.0, force, state.load_case);
      if (system_->constrained()) system_->prescribed_value(state.t, 0, lambda);
      check(VecSet(state.v, 0.0));
      if (!(matrix_->solve(force, lambda, state.q) <= balanced_to))
        return "the stiffness matrix is nearly singular";
    }
    return "";
  }

  const mechanics::System* system_;
  const linear::SolverPlan* plan_;
  std::unique_ptr<Balance> matrix_;
};

/// A way for each load case.
class Equilibria::Paths {
 public:
  Paths(const mechanics::System& system, const linear::SolverPlan& plan,
        const std::function<void(const std::string&)>& tell,
        std::span<const mechanics::State> states, std::optional<double> loaded_since) {
    for (const mechanics::State& state : states) {
      paths_.push_back(std::make_unique<RestPath>(
          system, state.load_case, plan, tell ? tell : [](const std::string&) {}));
      paths_.back()->start(loaded_since ? RestPoint{.t = *loaded_since, .factor = 1}
                                        : RestPoint{.t = state.t, .factor = 0});
    }
  }

  void find(std::span<mechanics::State> states, const std::vector<core::Vector>& multipliers) {
    for (std::size_t k = 0; k < states.size(); ++k) {
      check(VecSet(states[k].v, 0.0));
      paths_[k]->follow({.t = states[k].t, .factor = 1}, states[k].q, multipliers[k]);
    }
  }

  RestEffort effort() const {
    RestEffort sum;
    for (const auto& path : paths_) {
      sum.iterations += path->effort().iterations;
      sum.cut_back += path->effort().cut_back;
    }
    return sum;
  }

 private:
  std::vector<std::unique_ptr<RestPath>> paths_;
};

Equilibria::Equilibria(const mechanics::System& system, const linear::SolverPlan& plan,
                       std::function<void(const std::string&)> tell)
    : system_(&system), plan_(plan), tell_(std::move(tell)) {
  if (system.linear()) linear_ = std::make_unique<Linear>(system, plan_);
}

Equilibria::~Equilibria() = default;

void Equilibria::find(std::span<mechanics::State> states) {
  while (multipliers_.size() < states.size()) multipliers_.push_back(system_->make_multiplier());
  if (states.empty()) return;
  if (linear_) return linear_->find(states, multipliers_);
  if (!paths_) paths_ = std::make_unique<Paths>(*system_, plan_, tell_, states, loaded_since_);
  paths_->find(states, multipliers_);
}

long Equilibria::iterations() const {
  return paths_ ? paths_->effort().iterations : 0;
}

long Equilibria::cut_back() const {
  return paths_ ? paths_->effort().cut_back : 0;
}

std::vector<core::Vector> find_equilibria(const mechanics::System& system,
                                          std::span<mechanics::State> states,
                                          const linear::SolverPlan& plan) {
  Equilibria equilibria(system, plan);
  equilibria.find(states);
  std::vector<core::Vector> multipliers;
  for (std::size_t k = 0; k < states.size(); ++k)
    multipliers.push_back(core::make_copy(Vec(equilibria.multipliers()[k])));
  return multipliers;
}

}  // namespace sparkdyn::integrate
