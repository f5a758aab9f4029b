// SPDX-License-Identifier: BSD-3-Clause
#include "stage_equations.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::VectorXd;

const StageResidual& StageEquations::residual(double h, const StageValues& at, Scope scope) {
  const Layout rows = layout(scope);
  residual_.rows1.setZero(first_size());
  residual_.rows2.setZero(rows.rows);
  rates_.velocity.setZero(n_, s_);
  rates_.force.setZero(p_, s_);
  rates_.reaction.setZero(p_, P_ + 1);
  rates_.last.setZero(p_);
  for (Index j = 0; j < s_; ++j) evaluate_stage(h, at, j, scope);
  for (Index i = 0; i <= P_; ++i) evaluate_point(h, at, i, scope);
  residual_.rows2.head(s_ * p_).reshaped(p_, s_).colwise() -= p0_;
  if (scope == Scope::everything) {
    // p(y1,z1) − p0 − h Σ b f − h Σ b̄ r
    const Point& at_end = end(h, at);
    residual_.rows2.segment(rows.z1, p_) =
        system_.value(Function::momentum, 0, at_end) - p0_ - h * rates_.force * method_.b;
    if (method_.reaction_points == ReactionPoints::points) {
      residual_.rows2.segment(rows.z1, p_) -= h * rates_.reaction * method_.reaction_weights;
    }
    residual_.rows2.tail(rows.rows - rows.closing) = closing_value(at_end, at);
  }
  return residual_;
}

void StageEquations::update_rates(double h, const StageValues& at) {
  const auto& terms = system_.force_terms();
  rates_.force.setZero(p_, s_);
  rates_.reaction.setZero(p_, P_ + 1);
  rates_.last.setZero(p_);
  for (Index j = 0; j < s_; ++j) {
    const Point& stage_j = stage(h, at, j);
    rates_.velocity.col(j) = positions_are_sums() ? stage_j.z : system_.total_velocity(stage_j);
    for (int k = 0; k < count(terms); ++k) {
      if (at_points(terms[k]) || left_to_the_end(terms[k], j, Scope::stages)) continue;
      rates_.force.col(j) += system_.value(Function::force, k, stage_j);
    }
  }
  for (Index i = 0; i < P_ && method_.reaction_points == ReactionPoints::points; ++i) {
    const Point& point_i = point(h, at, i);
    for (int k = 0; k < count(terms); ++k) {
      if (!at_points(terms[k])) continue;
      rates_.reaction.col(i) += system_.value(Function::force, k, point_i);
    }
  }
}

void StageEquations::evaluate_stage(double h, const StageValues& at, Index j, Scope scope) {
  auto Y = residual_.rows1.head(s_ * n_).reshaped(n_, s_);
  auto Z = residual_.rows2.head(s_ * p_).reshaped(p_, s_);
  const auto subtract = [&](auto& sum, const Coefficients& a, const VectorXd& f) {
    if (a.single) {
      for (Index i = 0; i < s_; ++i) sum.col(i) -= (h * a.of_component[0](i, j)) * f;
      return;
    }
    for (Index k = 0; k < f.size(); ++k) {
      for (Index i = 0; i < s_; ++i) sum(k, i) -= (h * f[k]) * a.of_component[k](i, j);
    }
  };
  const Point& stage_j = stage(h, at, j);
  if (positions_are_sums()) {
    rates_.velocity.col(j) = stage_j.z;
  } else {
    for (int l = 0; l < count(system_.velocity_terms()); ++l) {
      const VectorXd v = system_.value(Function::velocity, l, stage_j);
      rates_.velocity.col(j) += v;
      subtract(Y, velocity_[l], v);
    }
    Y.col(j) += system_.value(Function::position, 0, stage_j) - q0_;
  }
  for (int k = 0; k < count(system_.force_terms()); ++k) {
    const TermInfo& term = system_.force_terms()[k];
    if (at_points(term) || left_to_the_end(term, j, scope)) continue;
    const VectorXd f = system_.value(Function::force, k, stage_j);
    rates_.force.col(j) += f;
    subtract(Z, force_[k], f);
  }
  Z.col(j) += system_.value(Function::momentum, 0, stage_j);
  const Index mw = system_.sizes().nonholonomic;
  if (mw == 0) return;
  const Index constrained = method_.constrained_points;
  auto w = residual_.rows2.segment(layout(scope).w, constrained * mw).reshaped(mw, constrained);
  w += system_.value(Function::nonholonomic, 0, stage_j) *
       method_.nonholonomic_rows.col(j).transpose();
}

// i = 0 is the start: it has a reaction in the methods of Jay (2007), and no rows of its own.
void StageEquations::evaluate_point(double h, const StageValues& at, Index i, Scope scope) {
  const Index mg = system_.sizes().holonomic;
  const bool has_reaction =
      method_.reaction_points == ReactionPoints::points && !(scope == Scope::stages && i == P_);
  const Point& point_i = point(h, at, i);
  if (has_reaction) {
    for (int k = 0; k < count(system_.force_terms()); ++k) {
      if (!at_points(system_.force_terms()[k])) continue;
      rates_.reaction.col(i) += system_.value(Function::force, k, point_i);
    }
    auto Z = residual_.rows2.head(s_ * p_).reshaped(p_, s_);
    for (Index j = 0; j < s_; ++j) {
      Z.col(j) -= (h * method_.reaction_rows(j, i)) * rates_.reaction.col(i);
    }
  }
  if (i == 0) return;
  if (!positions_are_sums()) {
    residual_.rows1.segment((s_ + i - 1) * n_, n_) =
        system_.value(Function::position, 0, point_i) - q0_ -
        h * rates_.velocity * method_.point_rows.row(i - 1).transpose();
  }
  if (i > method_.constrained_points || mg == 0) return;
  auto g = residual_.rows2.segment(layout(scope).g + (i - 1) * mg, mg);
  g = system_.value(Function::constraint, 0, point_i);
  if (system_.soft()) g -= system_.compliance() * at.U.col(stage_of(i));
}

}  // namespace sparkdyn::dae
