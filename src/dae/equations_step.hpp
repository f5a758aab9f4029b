// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A step whose equations 0 = F(w0, w1, h) between both ends, w = (y, z), are a template on the
// scalar: solved from w1 = w0, differentiated by w1 for Newton's method and by w0 for the tangents,
//
//   F_w1 δw1 = −F_w0 δw0.
//
//   template <typename S>
//   Vector<S> operator()(const Vector<S>& w0, const Vector<S>& w1, double h) const;
//   std::string objection(const Eigen::VectorXd& w0, const Eigen::VectorXd& w1) const;
//
// The latter says why a solution is not the step that is wanted, or "".

#include <utility>

#include "newton_step.hpp"
#include "sparkdyn/dae/derivative.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

template <typename F>
class EquationsStep final : public NewtonStep {
 public:
  /// Of order 2 and symmetric, as all schemes here are.
  EquationsStep(std::string name, F equations, const StepperOptions& options)
      : NewtonStep(std::move(name), 2, true, options), F_(std::move(equations)) {}

  Eigen::MatrixXd carry_tangents(const Eigen::MatrixXd& tangents) override {
    const Eigen::VectorXd w0 = both(last().from);
    const Eigen::MatrixXd by_start = jacobian(
        [&](const auto& w) {
          using D = typename std::decay_t<decltype(w)>::Scalar;
          return F_(w, Vector<D>(last().x.template cast<D>()), last().h);
        },
        w0);
    return tableau::solve(by_end(w0, last().h, last().x), Eigen::MatrixXd(-by_start * tangents));
  }

 protected:
  Eigen::VectorXd begin(const Point& from, double) const override { return both(from); }
  Equations equations(const Point& from, double h, const Eigen::VectorXd& x) const override {
    const Eigen::VectorXd w0 = both(from);
    return {F_(w0, x, h), by_end(w0, h, x)};
  }
  double size(const Point&, const Eigen::VectorXd& x) const override { return x.norm(); }
  Point end(const Point& from, double h, const Eigen::VectorXd& x) const override {
    return {from.t + h, x.head(from.y.size()), x.tail(from.z.size()), Eigen::VectorXd(0)};
  }

  std::string objection(const Point& from, double, const Eigen::VectorXd& x) const override {
    return F_.objection(both(from), x);
  }

 private:
  static Eigen::VectorXd both(const Point& at) {
    Eigen::VectorXd w(at.y.size() + at.z.size());
    w << at.y, at.z;
    return w;
  }
  Eigen::MatrixXd by_end(const Eigen::VectorXd& w0, double h, const Eigen::VectorXd& x) const {
    return jacobian(
        [&](const auto& w) {
          using D = typename std::decay_t<decltype(w)>::Scalar;
          return F_(Vector<D>(w0.template cast<D>()), w, h);
        },
        x);
  }

  F F_;
};

/// Under a name of its own.
template <typename F>
std::unique_ptr<OneStep> equations_step(std::string name, F equations,
                                        const StepperOptions& options) {
  return std::make_unique<EquationsStep<F>>(std::move(name), std::move(equations), options);
}

}  // namespace sparkdyn::dae
