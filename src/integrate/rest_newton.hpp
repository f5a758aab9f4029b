// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Newton's method for a state of rest of any system under a share ℓ of its loads,
//   ℓ F(t) − Σ_k f_k(q) − G(q)ᵀλ = c M (q − q₀),    g(t, q) = 0,
// with c = 0; c > 0 is a step of length 1/c of a flow that creeps down to one. Strains z are
// unknowns beside q and λ (docs/numerics.md, section 7.2). Without inertia they are eliminated
// element by element: with d = z(q) − z, B = ∂z/∂q and D, K of the stresses s(z),
//   [K + cM + Σ λ g_qq  Gᵀ; G 0] [δq; δλ] = [r − Bᵀ D d; −g],    δz = B δq + d.

#include <optional>
#include <string>
#include <vector>

#include "linear/saddle.hpp"
#include "sparkdyn/linear/plan.hpp"
#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::integrate {

/// Where on a path: loads are factor·F(t), supports are where they are at t.
struct RestPoint {
  double t = 0, factor = 1;
};

struct RestResult {
  bool converged = false;
  int iterations = 0;
  std::string cause = {};
  double imbalance = 1;  ///< of forces without viscosity, beside those that balance
};

/// How many ways a state of rest may be left without work, and with a gain of it.
struct RestStability {
  bool regular = true;       ///< no motion that meets no resistance
  bool judged = true;        ///< false where loads follow the motion, or by iterations
  std::string motions = {};  ///< those that do, named
  PetscInt unstable = 0;     ///< negative eigenvalues of the stiffness under the constraints
};

/// For one load case; borrows the system.
class RestNewton {
 public:
  RestNewton(const mechanics::System& system, int load_case, linear::SolverPlan plan);

  struct Options {
    double viscosity = 0;  ///< c
    bool guarded = false;  ///< steps are shortened until corrections become smaller
    int most_iterations = 20;
    Vec reference = nullptr;  ///< displacements are large or small beside q − reference
  };
  /// From q and λ to those of rest. What is in them after a failure is of no use. Wrong input
  /// throws, failed numerics is a value. @note Collective.
  RestResult solve(const RestPoint& at, Vec q, Vec lambda, const Options& options);

  /// Of a state of rest. Throws core::Error (numerics) where the solver breaks down.
  /// @note Collective.
  RestStability stability(const RestPoint& at, Vec q, Vec lambda);

 private:
  /// A force whose strains are unknowns.
  struct Strained {
    const mechanics::StrainForce* force = nullptr;
    core::Vector z, gap, change;
  };
  /// |r| and |g| beside what cancels in them.
  struct Imbalance {
    double force = 0, constraint = 0;
    bool finite = true;
  };

  RestResult iterate(const RestPoint& at, Vec q, Vec lambda, const Options& options);
  void reset_strains(Vec q);
  /// Leaves r and −g.
  Imbalance residual(const RestPoint& at, Vec q, Vec lambda, double viscosity);
  mechanics::Linearization linearize(const RestPoint& at, Vec q, Vec lambda);
  std::vector<linear::WeightedMatrix<double>> stiffness(const mechanics::Linearization& around,
                                                        double viscosity) const;
  linear::Operators operators(const mechanics::Linearization& around) const;
  /// Corrections from r and −g with the matrix at q.
  void correct(linear::RealSaddle& matrix, const RestPoint& at, Vec q, Vec dq, Vec dlambda);
  void turn_along(linear::RealSaddle& matrix, const RestPoint& at, Vec q, Vec dq, Vec dlambda);
  void advance(double length, Vec q, Vec lambda);
  /// The share of the correction that makes the next one smaller; it is then taken.
  double shorten(linear::RealSaddle& matrix, const RestPoint& at, Vec q, Vec lambda,
                 const Options& options, double change);

  const mechanics::System* system_;
  int load_case_;
  linear::SolverPlan plan_;
  bool follows_ = false;            ///< some force depends on where the structure is
  std::vector<Strained> strained_;  ///< one for each force; null where it has none
  std::vector<mechanics::ScaledMatrix> following_;  ///< of external forces, in the last matrix
  std::shared_ptr<linear::SharedOrder> order_ = std::make_shared<linear::SharedOrder>();
  core::Vector zero_, start_, r_, g_, right_, dq_, dlambda_, trial_dq_, trial_dlambda_, work_;
};

}  // namespace sparkdyn::integrate
