// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// One step as the solution x of equations 0 = R(x; from, h), by Newton's method with the derivative
// at every iterate. The equations of a step with hω ≫ 1 have several solutions; an iteration from
// q1 = q0 finds the one near the motion, which extrapolation loses (Simo & Gonzalez 1993, section
// 4.4, at the step 0.02: at t = 96).

#include <string>

#include "sparkdyn/dae/stepper.hpp"

namespace sparkdyn::dae {

class NewtonStep : public OneStep {
 public:
  /// For a derived class: the name and order of the method, which is symmetric or not.
  NewtonStep(std::string name, int order, bool symmetric, const StepperOptions& options);

  StepResult step(const Point& from, double h) final;
  void restart() final {}
  void carry(Carried&) final {}  ///< the point a step starts from is all it needs
  std::string name() const final { return name_; }
  int order() const final { return order_; }
  bool symmetric() const final { return symmetric_; }

 protected:
  /// R and its derivative by x.
  struct Equations {
    Eigen::VectorXd residual;
    Eigen::MatrixXd slope;
  };
  /// Where the iteration begins.
  virtual Eigen::VectorXd begin(const Point& from, double h) const = 0;
  virtual Equations equations(const Point& from, double h, const Eigen::VectorXd& x) const = 0;
  /// What a change of x is small or large against.
  virtual double size(const Point& from, const Eigen::VectorXd& x) const = 0;
  virtual Point end(const Point& from, double h, const Eigen::VectorXd& x) const = 0;

  /// Why a solution is not the step that is wanted, or "".
  virtual std::string objection(const Point& from, double h, const Eigen::VectorXd& x) const;

  /// The last step that converged. Throws core::Error (internal) when there is none.
  struct Solved {
    Point from;
    double h;
    Eigen::VectorXd x;
  };
  const Solved& last() const;

 private:
  std::string name_;
  int order_;
  bool symmetric_;
  StepperOptions options_;
  std::optional<Solved> last_;
};

}  // namespace sparkdyn::dae
