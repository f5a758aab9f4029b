// SPDX-License-Identifier: BSD-3-Clause
#include "projected_stages.hpp"

#include <algorithm>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/decompositions.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

ProjectedStages::ProjectedStages(const System& system, const Formulations& of, const Method& method)
    : system_(system),
      of_(of),
      A_(method.matrix(system.force_terms().front(), "")),
      b_(method.b),
      c_(method.c),
      n_(system.sizes().y + system.sizes().z),
      m_(2 * of.constraints()) {
  const bool one = A_.isApprox(method.matrix(system.velocity_terms().front(), ""), 1e-14);
  if (!one || method.half_explicit || A_.rows() != b_.size() || A_.cols() != b_.size()) {
    core::input_error(
        "'stages' can be projected of methods with one matrix for all terms, gauss, midpoint, "
        "radau-iia, lobatto-iiia or lobatto-iiic, not of {}",
        method.name);
  }
}

ProjectedStages::Flow ProjectedStages::flow(double t, const VectorXd& w) const {
  const Index half = system_.sizes().y;
  const Point at{t, w.head(half), w.tail(n_ - half), VectorXd(0)};
  const Linearization v = system_.linearize(Function::velocity, 0, at);
  const Linearization f = system_.linearize(Function::force, 0, at);
  Flow result{VectorXd(n_), MatrixXd(n_, n_)};
  result.value << v.value, f.value;
  result.slope << v.y, v.z, f.y, f.z;
  return result;
}

void ProjectedStages::evaluate(const Point& from, const VectorXd& w0, double h, const VectorXd& x) {
  const Index s = b_.size();
  const Index half = system_.sizes().y;
  residual_ = VectorXd::Zero(x.size());
  jacobian_ = MatrixXd::Zero(x.size(), x.size());
  flows_.clear();
  for (Index i = 0; i < s; ++i) flows_.push_back(flow(from.t + c_[i] * h, x.segment(i * n_, n_)));
  for (Index i = 0; i < s; ++i) {
    const VectorXd W = x.segment(i * n_, n_);
    const VectorXd lambda = x.segment(s * n_ + i * m_, m_);
    const VectorXd q = W.head(half);
    const VectorXd p = W.tail(n_ - half);
    const MatrixXd rows = of_.slopes(q, p);
    auto R = residual_.segment(i * n_, n_);
    R = W - w0 + rows.transpose() * lambda;
    jacobian_.block(i * n_, i * n_, n_, n_) =
        MatrixXd::Identity(n_, n_) + of_.curvature(q, p, lambda);
    for (Index j = 0; j < s; ++j) {
      R -= h * A_(i, j) * flows_[static_cast<std::size_t>(j)].value;
      jacobian_.block(i * n_, j * n_, n_, n_) -=
          h * A_(i, j) * flows_[static_cast<std::size_t>(j)].slope;
    }
    residual_.segment(s * n_ + i * m_, m_) = of_.residuals(q, p);
    jacobian_.block(i * n_, s * n_ + i * m_, n_, m_) = rows.transpose();
    jacobian_.block(s * n_ + i * m_, i * n_, m_, n_) = rows;
  }
}

Point ProjectedStages::step(const Point& from, double h) {
  const Index s = b_.size();
  VectorXd w0(n_);
  w0 << from.y, from.z;
  const VectorXd rate = flow(from.t, w0).value;
  VectorXd x = VectorXd::Zero(s * (n_ + m_));
  for (Index i = 0; i < s; ++i) x.segment(i * n_, n_) = w0 + c_[i] * h * rate;
  h_ = h;
  double before = 1e300;
  for (iterations_ = 1; iterations_ <= 30; ++iterations_) {
    evaluate(from, w0, h, x);
    const VectorXd change = tableau::solve(jacobian_, residual_);
    x -= change;
    const double relative = change.norm() / std::max(x.norm(), 1e-300);
    if (relative <= 1e-15 || (relative <= 1e-11 && relative > 0.5 * before)) {
      evaluate(from, w0, h, x);
      VectorXd w1 = w0;
      for (Index j = 0; j < s; ++j) w1 += h * b_[j] * flows_[static_cast<std::size_t>(j)].value;
      return {from.t + h, w1.head(from.y.size()), w1.tail(from.z.size()), VectorXd(0)};
    }
    before = relative;
  }
  core::numerics_error(
      "the step from t = {:.9g} with h = {:.3g} and stages on the manifold failed: after 30 Newton "
      "iterations the relative change is {:.2e}; try a smaller step or project ends of steps",
      from.t, h, before);
}

MatrixXd ProjectedStages::carry_tangents(const MatrixXd& tangents) const {
  const Index s = b_.size();
  MatrixXd right = MatrixXd::Zero(s * (n_ + m_), tangents.cols());
  for (Index i = 0; i < s; ++i) right.middleRows(i * n_, n_) = tangents;
  const MatrixXd inner = tableau::solve(jacobian_, right);
  MatrixXd result = tangents;
  for (Index j = 0; j < s; ++j)
    result += h_ * b_[j] * flows_[static_cast<std::size_t>(j)].slope * inner.middleRows(j * n_, n_);
  return result;
}

}  // namespace sparkdyn::dae
