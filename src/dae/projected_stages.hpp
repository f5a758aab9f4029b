// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One step with stages on the manifold, `stages` of projection.hpp: Newton's method for all W_i and
// Λ_i together, with the derivative at the solution for the tangents.

#include <Eigen/Core>
#include <memory>

#include "sparkdyn/dae/formulation.hpp"
#include "sparkdyn/dae/method.hpp"

namespace sparkdyn::dae {

class ProjectedStages {
 public:
  /// Throws core::Error (input) when the method has not one matrix for all terms.
  ProjectedStages(const System& system, const Formulations& of, const Method& method);

  /// Where a step of size h ends. Throws core::Error (numerics) when the iteration fails.
  Point step(const Point& from, double h);
  /// The derivative of the last step.
  Eigen::MatrixXd carry_tangents(const Eigen::MatrixXd& tangents) const;
  int iterations() const { return iterations_; }  ///< of the last step

 private:
  /// f and f' of w' = f(w) at a stage.
  struct Flow {
    Eigen::VectorXd value;
    Eigen::MatrixXd slope;
  };
  Flow flow(double t, const Eigen::VectorXd& w) const;
  void evaluate(const Point& from, const Eigen::VectorXd& w0, double h, const Eigen::VectorXd& x);

  const System& system_;
  const Formulations& of_;
  Eigen::MatrixXd A_;
  Eigen::VectorXd b_, c_;
  Eigen::Index n_, m_;  // of w and of I
  std::vector<Flow> flows_;
  Eigen::VectorXd residual_;
  Eigen::MatrixXd jacobian_;
  double h_ = 0.0;
  int iterations_ = 0;
};

}  // namespace sparkdyn::dae
