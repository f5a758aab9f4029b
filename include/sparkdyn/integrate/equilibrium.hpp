// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The state of rest under the loads at one time: [K Gᵀ; G 0][q; λ] = [F(t); c(t)], by factors of K
// or, where these have no place, by conjugate gradients with multigrid. Of a nonlinear system
// f(q) + G(q)ᵀλ = F(t), g(t, q) = 0, by Newton's method along the way that the loads grow.

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sparkdyn/linear/plan.hpp"
#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::integrate {

/// Rest at one time after another, of one or more load cases.
class Equilibria {
 public:
  /// `tell` is given sentences on what a user should know of a way that was not smooth; borrows the
  /// system.
  explicit Equilibria(const mechanics::System& system, const linear::SolverPlan& plan = {},
                      std::function<void(const std::string&)> tell = {});
  ~Equilibria();

  /// Sets each q to the equilibrium at its state's time under the loads of its load case, and v to
  /// zero. A linear system is factored once for all, or iterated as planned. Of a nonlinear one q
  /// is where the way begins: the first time under loads that grow from nothing, then from those of
  /// the time before. No mass is needed. Throws core::Error (numerics) when something can move
  /// without strain or no way leads there. PETSc options: prefix `static_`. @note Collective.
  void find(std::span<mechanics::State> states);
  /// Before the first find(): the structure rests, or nearly so, under the loads of this time, and
  /// the way begins there. Of nonlinear systems.
  void begin(double t) { loaded_since_ = t; }
  /// λ of each state; throws away nothing until the next find().
  const std::vector<core::Vector>& multipliers() const { return multipliers_; }
  long iterations() const;  ///< of Newton's method
  long cut_back() const;    ///< shares of loads that had to be halved

 private:
  class Linear;
  class Paths;
  const mechanics::System* system_;
  linear::SolverPlan plan_;
  std::function<void(const std::string&)> tell_;
  std::unique_ptr<Linear> linear_;
  std::unique_ptr<Paths> paths_;
  std::vector<core::Vector> multipliers_;
  std::optional<double> loaded_since_;
};

/// Those of one time: see Equilibria. Returns λ of each. @note Collective.
std::vector<core::Vector> find_equilibria(const mechanics::System& system,
                                          std::span<mechanics::State> states,
                                          const linear::SolverPlan& plan = {});

/// How the structure follows its supports when they move slowly: of each prescribed shape s,
/// [K Gᵀ; G 0][w; μ] = [0; s], which is none without prescribed motion. Throws as
/// find_equilibria(). @note Collective.
std::vector<core::Vector> static_motions(const mechanics::System& system);

}  // namespace sparkdyn::integrate
