#include "stage_equations.hpp"

#include <algorithm>

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

namespace {

const std::string no_region;

int count(const std::vector<TermInfo>& terms) {
  return static_cast<int>(terms.size());
}

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
      force_(coefficients(system.force_terms(), system.sizes().z)) {}

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

Point StageEquations::stage(const Point& from, double h, const StageValues& at, Index j) const {
  Point result{from.t + method_.c[j] * h, at.Y.col(j), at.Z.col(j), {}};
  result.u = method_.reaction_points == ReactionPoints::stages ? VectorXd(at.U.col(j))
                                                               : VectorXd(VectorXd::Zero(m_));
  return result;
}

Point StageEquations::point(const Point& from, double h, const StageValues& at, Index i) const {
  const bool own_multiplier = method_.reaction_points == ReactionPoints::points;
  Point result{from.t, from.y, from.z, own_multiplier ? VectorXd(at.U.col(i)) : from.u};
  if (i > 0) {
    result.t += method_.point_nodes[i - 1] * h;
    result.y = at.points.col(i - 1);
  }
  return result;
}

Point StageEquations::end(const Point& from, double h, const StageValues& at) const {
  return {from.t + h, at.points.col(P_ - 1), at.z1, from.u};
}

StageEquations::Rows2 StageEquations::rows2() const {
  const Index constrained = method_.constrained_points;
  Rows2 rows{};
  rows.g = s_ * p_;
  rows.w = rows.g + constrained * system_.sizes().holonomic;
  rows.z1 = rows.w + constrained * system_.sizes().nonholonomic;
  rows.closing = rows.z1 + p_;
  rows.column_U = s_ * p_;
  rows.column_z1 = rows.column_U + r_ * m_;
  return rows;
}

VectorXd StageEquations::closing_value(const Point& from, const Point& at_end,
                                       const StageValues& at) const {
  if (method_.closing == Closing::nothing) return VectorXd(0);
  if (method_.closing == Closing::first_multiplier_kept) return at.U.col(0) - from.u;
  VectorXd result(m_);
  result << system_.value(Function::velocity_constraint, 0, at_end),
      system_.value(Function::nonholonomic, 0, at_end);
  return result;
}

StageResidual StageEquations::residual(const Point& from, double h, const StageValues& at) {
  StageResidual result{VectorXd::Zero(first_size()), VectorXd::Zero(second_size())};
  rates_.velocity = MatrixXd::Zero(n_, s_);
  rates_.force = MatrixXd::Zero(p_, s_);
  for (Index j = 0; j < s_; ++j) evaluate_stage(from, h, at, j, result);
  // p(y1,z1) − p0 − h Σ b f; the points add their reactions.
  const Rows2 rows = rows2();
  const Point at_end = end(from, h, at);
  result.rows2.segment(rows.z1, p_) =
      system_.value(Function::momentum, 0, at_end) - h * rates_.force * method_.b;
  for (Index i = 0; i <= P_; ++i) evaluate_point(from, h, at, i, result);
  result.rows2.tail(second_size() - rows.closing) = closing_value(from, at_end, at);

  const VectorXd q0 = system_.value(Function::position, 0, from);
  const VectorXd p0 = system_.value(Function::momentum, 0, from);
  result.rows1.reshaped(n_, s_ + P_).colwise() -= q0;
  result.rows2.head(s_ * p_).reshaped(p_, s_).colwise() -= p0;
  result.rows2.segment(rows.z1, p_) -= p0;
  return result;
}

void StageEquations::evaluate_stage(const Point& from, double h, const StageValues& at, Index j,
                                    StageResidual& result) {
  auto Y = result.rows1.head(s_ * n_).reshaped(n_, s_);
  auto Z = result.rows2.head(s_ * p_).reshaped(p_, s_);
  const auto subtract = [&](auto& sum, const Coefficients& a, const VectorXd& f) {
    if (a.single) {
      sum -= h * f * a.of_component[0].col(j).transpose();
      return;
    }
    for (Index k = 0; k < f.size(); ++k) {
      sum.row(k) -= (h * f[k]) * a.of_component[k].col(j).transpose();
    }
  };
  const Point stage_j = stage(from, h, at, j);
  for (int l = 0; l < count(system_.velocity_terms()); ++l) {
    const VectorXd v = system_.value(Function::velocity, l, stage_j);
    rates_.velocity.col(j) += v;
    subtract(Y, velocity_[l], v);
  }
  for (int k = 0; k < count(system_.force_terms()); ++k) {
    if (at_points(system_.force_terms()[k])) continue;
    const VectorXd f = system_.value(Function::force, k, stage_j);
    rates_.force.col(j) += f;
    subtract(Z, force_[k], f);
  }
  Y.col(j) += system_.value(Function::position, 0, stage_j);
  Z.col(j) += system_.value(Function::momentum, 0, stage_j);
  const Index mw = system_.sizes().nonholonomic;
  if (mw == 0) return;
  const Index constrained = method_.constrained_points;
  auto w = result.rows2.segment(rows2().w, constrained * mw).reshaped(mw, constrained);
  w += system_.value(Function::nonholonomic, 0, stage_j) *
       method_.nonholonomic_rows.col(j).transpose();
}

// i = 0 is the start: it has a reaction in the methods of Jay (2007), and no rows of its own.
void StageEquations::evaluate_point(const Point& from, double h, const StageValues& at, Index i,
                                    StageResidual& result) {
  const Rows2 rows = rows2();
  const Index mg = system_.sizes().holonomic;
  const Point point_i = point(from, h, at, i);
  for (int k = 0; k < count(system_.force_terms()); ++k) {
    if (!at_points(system_.force_terms()[k])) continue;
    const VectorXd reaction = system_.value(Function::force, k, point_i);
    result.rows2.head(s_ * p_).reshaped(p_, s_) -=
        h * reaction * method_.reaction_rows.col(i).transpose();
    result.rows2.segment(rows.z1, p_) -= h * method_.reaction_weights[i] * reaction;
  }
  if (i == 0) return;
  result.rows1.segment((s_ + i - 1) * n_, n_) =
      system_.value(Function::position, 0, point_i) -
      h * rates_.velocity * method_.point_rows.row(i - 1).transpose();
  if (i > method_.constrained_points || mg == 0) return;
  result.rows2.segment(rows.g + (i - 1) * mg, mg) = system_.value(Function::constraint, 0, point_i);
}

StageValues StageEquations::correction(const StageResidual& residual) const {
  VectorXd first(first_size());
  if (n_ > 0) {
    first.head(s_ * n_) = first_is_identity_ ? VectorXd(-residual.rows1.head(s_ * n_))
                                             : first_factors_.solve(-residual.rows1.head(s_ * n_));
    VectorXd right = -residual.rows1.tail(P_ * n_);
    if (!first_is_identity_) {
      right -= first_own_.bottomRows(P_ * n_) * first.head(s_ * n_);
      for (Index i = 0; i < static_cast<Index>(position_inverse_.size()); ++i) {
        right.segment(i * n_, n_) = position_inverse_[i] * VectorXd(right.segment(i * n_, n_));
      }
    }
    first.tail(P_ * n_) = right;
  }
  const VectorXd right = -residual.rows2 - second_first_ * first;
  const VectorXd second = factors_.solve(VectorXd(row_scale_.cwiseProduct(right)));
  first += first_map_ * second.head(s_ * p_);
  StageValues result;
  result.Y = first.head(s_ * n_).reshaped(n_, s_);
  result.points = first.tail(P_ * n_).reshaped(n_, P_);
  result.Z = second.head(s_ * p_).reshaped(p_, s_);
  result.U = second.segment(rows2().column_U, r_ * m_).reshaped(m_, r_);
  result.z1 = second.tail(p_);
  return result;
}

StageResidual StageEquations::start_derivative(const Point& from, double h, const StageValues& at,
                                               const VectorXd& dy, const VectorXd& dz) const {
  const Rows2 rows = rows2();
  const VectorXd dq = system_.linearize(Function::position, 0, from).y * dy;
  const Linearization p = system_.linearize(Function::momentum, 0, from);
  const VectorXd dp = p.y * dy + p.z * dz;
  StageResidual result{-dq.replicate(s_ + P_, 1), VectorXd::Zero(second_size())};
  auto Z = result.rows2.head(s_ * p_).reshaped(p_, s_);
  Z.colwise() = -dp;
  result.rows2.segment(rows.z1, p_) = -dp;
  for (int k = 0; k < count(system_.force_terms()); ++k) {
    if (!at_points(system_.force_terms()[k])) continue;
    const VectorXd dr = system_.linearize(Function::force, k, point(from, h, at, 0)).y * dy;
    Z -= h * dr * method_.reaction_rows.col(0).transpose();
    result.rows2.segment(rows.z1, p_) -= h * method_.reaction_weights[0] * dr;
  }
  return result;
}

}  // namespace sparkdyn::dae
