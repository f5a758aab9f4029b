// SPDX-License-Identifier: BSD-3-Clause
#include "stage_equations.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

const std::string no_region;

}  // namespace

StageEquations::StageEquations(const System& system, const Method& method)
    : system_(system),
      method_(method),
      s_(method.stages()),
      P_(method.points()),
      r_(method.multipliers()),
      n_(system.sizes().y),
      p_(system.sizes().z),
      m_(system.sizes().u()),
      velocity_(coefficients(system.velocity_terms(), system.sizes().y)),
      force_(coefficients(system.force_terms(), system.sizes().z)),
      split_(last_multiplier_is_apart()) {}

std::vector<StageEquations::Coefficients> StageEquations::coefficients(
    const std::vector<TermInfo>& terms, int size) const {
  std::vector<Coefficients> result;
  for (const TermInfo& term : terms) {
    Coefficients of_term;
    if (at_points(term)) {
      result.push_back(of_term);
      continue;
    }
    for (int component = 0; component < size; ++component) {
      const auto& regions = system_.regions();
      const std::string& region = regions.empty() ? no_region : regions[component];
      of_term.of_component.push_back(method_.matrix(term, region));
      if (of_term.of_component.back() != of_term.of_component.front()) of_term.single = false;
    }
    result.push_back(of_term);
  }
  return result;
}

bool StageEquations::last_multiplier_is_apart() const {
  if (method_.closing != Closing::velocity_constraint) return false;
  if (m_ == 0) return method_.half_explicit;
  if (method_.constrained_points != r_ - 1) return false;
  if (method_.reaction_points == ReactionPoints::points) {
    return method_.reaction_rows.col(r_ - 1).isZero(1e-13);
  }
  for (int k = 0; k < count(system_.force_terms()); ++k) {
    if (!system_.force_terms()[k].depends_on_u) continue;
    // A term that depends on more than u is needed at the last stage for its own sake.
    for (const tableau::Matrix& a : force_[k].of_component) {
      if (!a.col(s_ - 1).isZero(0.0)) return false;
    }
  }
  return true;
}

void StageEquations::begin(const Point& from) {
  from_ = from;
  q0_ = system_.value(Function::position, 0, from);
  p0_ = system_.value(Function::momentum, 0, from);
}

void StageEquations::sums(double h, const MatrixXd& Z, MatrixXd& Y, MatrixXd& points) const {
  const Coefficients& a = velocity_[0];
  if (a.single) {
    Y.noalias() = (h * Z).lazyProduct(a.of_component[0].transpose());
  } else {
    Y.resize(n_, s_);
    for (Index k = 0; k < n_; ++k) {
      Y.row(k).noalias() = (h * Z.row(k)).lazyProduct(a.of_component[k].transpose());
    }
  }
  points.noalias() = (h * Z).lazyProduct(method_.point_rows.transpose());
}

void StageEquations::sum_positions(double h, StageValues& at) const {
  sums(h, at.Z, at.Y, at.points);
  at.Y.colwise() += from_.y;
  at.points.colwise() += from_.y;
}

const Point& StageEquations::stage(double h, const StageValues& at, Index j) {
  at_.t = from_.t + method_.c[j] * h;
  at_.y = at.Y.col(j);
  at_.z = at.Z.col(j);
  if (method_.reaction_points == ReactionPoints::stages) {
    at_.u = at.U.col(j);
  } else {
    at_.u.setZero(m_);
  }
  return at_;
}

const Point& StageEquations::point(double h, const StageValues& at, Index i) {
  at_.t = from_.t + (i > 0 ? method_.point_nodes[i - 1] * h : 0.0);
  if (i > 0) {
    at_.y = at.points.col(i - 1);
  } else {
    at_.y = from_.y;
  }
  at_.z = from_.z;
  if (method_.reaction_points == ReactionPoints::points) {
    at_.u = at.U.col(i);
  } else {
    at_.u = from_.u;
  }
  return at_;
}

const Point& StageEquations::end(double h, const StageValues& at) {
  at_.t = from_.t + h;
  at_.y = at.points.col(P_ - 1);
  at_.z = at.z1;
  at_.u = from_.u;
  return at_;
}

StageEquations::Layout StageEquations::layout(Scope scope) const {
  const Index constrained = method_.constrained_points;
  const bool with_end = scope == Scope::everything;
  Layout rows{};
  rows.g = s_ * p_;
  rows.w = rows.g + constrained * system_.sizes().holonomic;
  rows.z1 = rows.w + constrained * system_.sizes().nonholonomic;
  rows.closing = rows.z1 + p_;
  rows.column_U = s_ * p_;
  rows.column_z1 = rows.column_U + (with_end ? r_ : r_ - 1) * m_;
  rows.rows = rows.column_z1 + (with_end ? p_ : 0);
  return rows;
}

VectorXd StageEquations::closing_value(const Point& at_end, const StageValues& at) const {
  if (method_.closing == Closing::nothing) return VectorXd(0);
  if (method_.closing == Closing::first_multiplier_kept) return at.U.col(0) - from_.u;
  VectorXd result(m_);
  result << system_.value(Function::velocity_constraint, 0, at_end),
      system_.value(Function::nonholonomic, 0, at_end);
  return result;
}

StageResidual StageEquations::start_derivative(double h, const StageValues& at, const VectorXd& dy,
                                               const VectorXd& dz) const {
  const Layout rows = layout(Scope::everything);
  const VectorXd dq = system_.linearize(Function::position, 0, from_).y * dy;
  const Linearization p = system_.linearize(Function::momentum, 0, from_);
  const VectorXd dp = p.y * dy + p.z * dz;
  StageResidual result{-dq.replicate(s_ + P_, 1), VectorXd::Zero(rows.rows)};
  auto Z = result.rows2.head(s_ * p_).reshaped(p_, s_);
  Z.colwise() = -dp;
  result.rows2.segment(rows.z1, p_) = -dp;
  Point start = from_;
  for (int k = 0; k < count(system_.force_terms()); ++k) {
    if (!at_points(system_.force_terms()[k])) continue;
    start.u = at.U.col(0);
    const VectorXd dr = system_.linearize(Function::force, k, start).y * dy;
    Z -= h * dr * method_.reaction_rows.col(0).transpose();
    result.rows2.segment(rows.z1, p_) -= h * method_.reaction_weights[0] * dr;
  }
  return result;
}

}  // namespace sparkdyn::dae
