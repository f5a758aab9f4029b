// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Tiny random structures, distributed at random too, and one SPARK step of them by dense
// elimination in long double: written from the equations (17) of Jay 1998 and (7) of Jay 2007 and
// sharing nothing with src/stage.

#include <memory>
#include <random>

#include "sparkdyn/tableau/gauss_splitting.hpp"
#include "sparkdyn/tableau/splitting.hpp"
#include "support/dense.hpp"

namespace sparkdyn::support {

enum class Rows { none, single, general, moving, mixed };
inline constexpr const char* row_names[] = {"none", "single entries", "three and more entries",
                                            "moving", "mixed and moving"};

struct RandomOptions {
  int dofs = 5;
  Rows rows = Rows::none;
  bool symmetric = true;
  bool damped = true;
  bool massless = false;  ///< one degree of freedom has no mass
  bool joint = false;     ///< one more stiffness, on half of the structure, in a region "joint"
};

/// M q'' + C q' + (K + K_joint) q + Gᵀλ = F sin(ωt), G q = c sin(νt).
class RandomModel {
 public:
  /// Every rank draws the same. @note Collective.
  RandomModel(const RandomOptions& options, unsigned seed);

  const mechanics::System& system() const { return *system_; }
  mechanics::State initial() const;
  mechanics::State empty_state() const;
  Eigen::MatrixXd M, C, K, K_joint, G;
  Eigen::VectorXd F, c, q0, v0;
  double load_frequency = 0.6, value_frequency = 0.35;  ///< cycles, as amplitudes take them
  bool massless = false;

  Eigen::VectorXd load(double t) const;
  Eigen::VectorXd value(double t, int derivative) const;

 private:
  core::Matrix distribute(const Eigen::MatrixXd& dense, const std::vector<int>& row_counts) const;
  core::Vector distribute(const Eigen::VectorXd& dense, const std::vector<int>& counts) const;

  std::vector<int> dof_counts_, row_counts_;  // of the ranks, some zero
  std::unique_ptr<mechanics::System> system_;
};

struct DenseStep {
  Eigen::VectorXd q, v;
  Eigen::MatrixXd multipliers;  ///< hΛ_i, one column for each point at which one acts
};

DenseStep dense_step(const RandomModel& model, const tableau::Splitting& splitting, int stages,
                     double h, double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v);

/// Whether the multipliers of a step on Gauss' nodes act at the stages: one matrix integrates all
/// forces, and there are stages enough for both ends.
bool stagewise(const RandomModel& model, const tableau::GaussSplitting& splitting, int stages);
DenseStep dense_step(const RandomModel& model, const tableau::GaussSplitting& splitting, int stages,
                     double h, double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v);

}  // namespace sparkdyn::support
