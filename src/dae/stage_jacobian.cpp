// SPDX-License-Identifier: BSD-3-Clause
#include "small_blocks.hpp"
#include "stage_equations.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

bool StageEquations::factorize(double h, const StageValues& at, Scope scope, bool for_tangents) {
  const Layout rows = layout(scope);
  if (!positions_are_sums()) {
    first_own_.setZero(first_size(), s_ * n_);
    first_Z_.setZero(first_size(), s_ * p_);
  }
  second_first_.setZero(rows.rows, first_size());
  second_own_.setZero(rows.rows, rows.rows);
  position_inverse_.clear();
  for (Index j = 0; j < s_; ++j) add_stage(h, at, j, scope);
  for (Index i = 0; i <= P_; ++i) add_point(h, at, i, scope);
  if (scope == Scope::everything) add_end(h, at);
  if (!eliminate_first(h, scope)) return false;
  factored_ = scope;
  return for_tangents ? factors_.factorize_for_refinement(second_own_)
                      : factors_.factorize(second_own_);
}

void StageEquations::add_stage(double h, const StageValues& at, Index j, Scope scope) {
  const Layout rows = layout(scope);
  const bool with_end = scope == Scope::everything;
  const Point& stage_j = stage(h, at, j);
  // target −= h a_ij df for every stage i.
  const auto subtract = [&](MatrixXd& target, Index column, const Coefficients& a,
                            const MatrixXd& df) {
    if (df.cols() == 0) return;
    for (Index i = 0; i < s_; ++i) {
      if (a.single) {
        add_scaled(-h * a.of_component[0](i, j), df, target, i * df.rows(), column);
        continue;
      }
      auto block = target.block(i * df.rows(), column, df.rows(), df.cols());
      for (Index k = 0; k < df.rows(); ++k) block.row(k) -= h * a.of_component[k](i, j) * df.row(k);
    }
  };
  if (!positions_are_sums()) {
    for (int l = 0; l < static_cast<int>(velocity_.size()); ++l) {
      const Linearization v = system_.linearize(Function::velocity, l, stage_j);
      subtract(first_own_, j * n_, velocity_[l], v.y);
      subtract(first_Z_, j * p_, velocity_[l], v.z);
      for (Index i = 0; i < P_; ++i) {
        const double weight = h * method_.point_rows(i, j);
        const Index row = (s_ + i) * n_;
        if (v.y.cols() > 0) first_own_.block(row, j * n_, n_, n_) -= weight * v.y;
        if (v.z.cols() > 0) first_Z_.block(row, j * p_, n_, p_) -= weight * v.z;
      }
    }
    if (n_ > 0) {
      first_own_.block(j * n_, j * n_, n_, n_) +=
          system_.position_is_identity() ? MatrixXd(MatrixXd::Identity(n_, n_))
                                         : system_.linearize(Function::position, 0, stage_j).y;
    }
  }
  for (int k = 0; k < static_cast<int>(force_.size()); ++k) {
    const TermInfo& term = system_.force_terms()[k];
    if (at_points(term) || left_to_the_end(term, j, scope)) continue;
    const Linearization f = system_.linearize(Function::force, k, stage_j);
    const Index column_U = rows.column_U + j * m_;
    subtract(second_first_, j * n_, force_[k], f.y);
    subtract(second_own_, j * p_, force_[k], f.z);
    subtract(second_own_, column_U, force_[k], f.u);
    if (!with_end) continue;
    const double weight = h * method_.b[j];
    if (f.y.cols() > 0) second_first_.block(rows.z1, j * n_, p_, n_) -= weight * f.y;
    if (f.z.cols() > 0) second_own_.block(rows.z1, j * p_, p_, p_) -= weight * f.z;
    if (f.u.cols() > 0) second_own_.block(rows.z1, column_U, p_, m_) -= weight * f.u;
  }
  const Linearization p = system_.linearize(Function::momentum, 0, stage_j);
  second_first_.block(j * p_, j * n_, p_, n_) += p.y;
  second_own_.block(j * p_, j * p_, p_, p_) += p.z;
  if (system_.sizes().nonholonomic > 0) add_nonholonomic(stage_j, j, rows);
}

void StageEquations::add_nonholonomic(const Point& stage_j, Index j, const Layout& rows) {
  const Index mw = system_.sizes().nonholonomic;
  const Linearization w = system_.linearize(Function::nonholonomic, 0, stage_j);
  for (Index i = 0; i < method_.constrained_points; ++i) {
    const double weight = method_.nonholonomic_rows(i, j);
    second_first_.block(rows.w + i * mw, j * n_, mw, n_) += weight * w.y;
    second_own_.block(rows.w + i * mw, j * p_, mw, p_) += weight * w.z;
  }
}

void StageEquations::add_point(double h, const StageValues& at, Index i, Scope scope) {
  const Index mg = system_.sizes().holonomic;
  const bool has_reaction =
      method_.reaction_points == ReactionPoints::points && !(scope == Scope::stages && i == P_);
  const Point& point_i = point(h, at, i);
  for (int k = 0; has_reaction && k < static_cast<int>(force_.size()); ++k) {
    if (!at_points(system_.force_terms()[k])) continue;
    add_reaction(h, i, system_.linearize(Function::force, k, point_i), scope);
  }
  if (i == 0) return;
  if (!system_.position_is_identity()) {
    const MatrixXd q_y = system_.linearize(Function::position, 0, point_i).y;
    position_inverse_.push_back(q_y.partialPivLu().inverse());
  }
  if (i > method_.constrained_points || mg == 0) return;
  if (system_.soft()) {
    const Layout rows = layout(scope);
    second_own_.block(rows.g + (i - 1) * mg, rows.column_U + stage_of(i) * m_, mg, mg) -=
        system_.compliance();
  }
  second_first_.block(layout(scope).g + (i - 1) * mg, (s_ + i - 1) * n_, mg, n_) +=
      system_.linearize(Function::constraint, 0, point_i).y;
}

void StageEquations::add_reaction(double h, Index i, const Linearization& r, Scope scope) {
  const Layout rows = layout(scope);
  const auto subtract = [&](Index row, double weight) {
    add_scaled(-weight, r.u, second_own_, row, rows.column_U + i * m_);
    if (i > 0) add_scaled(-weight, r.y, second_first_, row, (s_ + i - 1) * n_);
  };
  for (Index stage = 0; stage < s_; ++stage) {
    subtract(stage * p_, h * method_.reaction_rows(stage, i));
  }
  if (scope == Scope::everything) subtract(rows.z1, h * method_.reaction_weights[i]);
}

void StageEquations::add_end(double h, const StageValues& at) {
  const Layout rows = layout(Scope::everything);
  const Point& at_end = end(h, at);
  const Index column_y1 = (s_ + P_ - 1) * n_;
  const auto add = [&](Index row, const Linearization& part) {
    second_first_.block(row, column_y1, part.value.size(), n_) += part.y;
    second_own_.block(row, rows.column_z1, part.value.size(), p_) += part.z;
  };
  add(rows.z1, system_.linearize(Function::momentum, 0, at_end));
  if (method_.closing == Closing::first_multiplier_kept) {
    second_own_.block(rows.closing, rows.column_U, m_, m_).setIdentity();
  }
  if (method_.closing != Closing::velocity_constraint) return;
  if (system_.sizes().holonomic > 0) {
    add(rows.closing, system_.linearize(Function::velocity_constraint, 0, at_end));
  }
  if (system_.sizes().nonholonomic > 0) {
    add(rows.closing + system_.sizes().holonomic,
        system_.linearize(Function::nonholonomic, 0, at_end));
  }
}

}  // namespace sparkdyn::dae
