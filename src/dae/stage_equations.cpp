// SPDX-License-Identifier: BSD-3-Clause
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

const StageValues& StageEquations::correction(double h, const StageResidual& residual) {
  const Layout rows = layout(factored_);
  // The defects of rows 1 are then zero, but for tangents, whose start moves.
  const bool sums_only = positions_are_sums() && factored_ == Scope::stages;
  second_ = -residual.rows2;
  if (!sums_only) {
    first_.resize(first_size());
    if (first_is_identity_ || n_ == 0) {
      first_ = -residual.rows1;
    } else {
      first_.head(s_ * n_) = first_factors_.solve(-residual.rows1.head(s_ * n_));
      VectorXd right = -residual.rows1.tail(P_ * n_);
      right -= first_own_.bottomRows(P_ * n_) * first_.head(s_ * n_);
      for (Index i = 0; i < static_cast<Index>(position_inverse_.size()); ++i) {
        right.segment(i * n_, n_) = position_inverse_[i] * VectorXd(right.segment(i * n_, n_));
      }
      first_.tail(P_ * n_) = right;
    }
    second_.noalias() -= second_first_ * first_;
  }
  factors_.solve(second_);
  const Index multipliers = factored_ == Scope::everything ? r_ : r_ - 1;
  correction_.Z = second_.head(s_ * p_).reshaped(p_, s_);
  correction_.U.setZero(m_, r_);
  correction_.U.leftCols(multipliers) =
      second_.segment(rows.column_U, multipliers * m_).reshaped(m_, multipliers);
  if (factored_ == Scope::everything) {
    correction_.z1 = second_.tail(p_);
  } else {
    correction_.z1.setZero(p_);
  }
  if (sums_only) {
    sums(h, correction_.Z, correction_.Y, correction_.points);
    return correction_;
  }
  if (positions_are_sums()) {
    sums(h, correction_.Z, correction_.Y, correction_.points);
    first_.head(s_ * n_) += correction_.Y.reshaped();
    first_.tail(P_ * n_) += correction_.points.reshaped();
  } else {
    first_.noalias() += first_map_ * second_.head(s_ * p_);
  }
  correction_.Y = first_.head(s_ * n_).reshaped(n_, s_);
  correction_.points = first_.tail(P_ * n_).reshaped(n_, P_);
  return correction_;
}

double StageEquations::close(double h, StageValues& at, bool new_factors) {
  const bool points = method_.reaction_points == ReactionPoints::points;
  const double weight = h * (points ? method_.reaction_weights[r_ - 1] : method_.b[s_ - 1]);
  const auto& terms = system_.force_terms();
  rates_.last.setZero(p_);
  MatrixXd reaction_u = MatrixXd::Zero(p_, m_);
  const Point& last = points ? point(h, at, P_) : stage(h, at, s_ - 1);
  for (int k = 0; k < count(terms); ++k) {
    if (!terms[k].depends_on_u) continue;
    if (new_factors) {
      const Linearization f = system_.linearize(Function::force, k, last);
      rates_.last += f.value;
      reaction_u += f.u;
    } else {
      rates_.last += system_.value(Function::force, k, last);
    }
  }
  second_.resize(p_ + m_);
  second_.head(p_) = p0_ + h * rates_.force * method_.b + weight * rates_.last;
  if (points) second_.head(p_) += h * rates_.reaction * method_.reaction_weights;
  const Point& at_end = end(h, at);
  if (new_factors) {
    end_matrix_.setZero(p_ + m_, p_ + m_);
    const Linearization momentum = system_.linearize(Function::momentum, 0, at_end);
    end_matrix_.topLeftCorner(p_, p_) = momentum.z;
    end_matrix_.topRightCorner(p_, m_) = -weight * reaction_u;
    second_.head(p_) -= momentum.value;
    second_.tail(m_) = -closing_value(at_end, at);
    const Index mg = system_.sizes().holonomic;
    if (mg > 0) {  // d/dz (g_t + g_y z) = g_y spares a derivative of a derivative
      end_matrix_.block(p_, 0, mg, p_) =
          positions_are_sums() ? system_.linearize(Function::constraint, 0, at_end).y
                               : system_.linearize(Function::velocity_constraint, 0, at_end).z;
    }
    if (m_ > mg) {
      end_matrix_.block(p_ + mg, 0, m_ - mg, p_) =
          system_.linearize(Function::nonholonomic, 0, at_end).z;
    }
    if (!end_factors_.factorize(end_matrix_)) return -1.0;
  } else {
    second_.head(p_) -= system_.value(Function::momentum, 0, at_end);
    second_.tail(m_) = -closing_value(at_end, at);
  }
  end_factors_.solve(second_);
  at.z1 += second_.head(p_);
  at.U.col(r_ - 1) += second_.tail(m_);
  const double size = at.z1.lpNorm<Eigen::Infinity>();
  const double change = second_.head(p_).lpNorm<Eigen::Infinity>();
  return change == 0.0 ? 0.0 : change / size;
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
