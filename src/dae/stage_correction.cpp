// SPDX-License-Identifier: BSD-3-Clause
// What Newton's method does with the factors: the correction of all unknowns, and the last
// multiplier with z1 where they come last.

#include "stage_equations.hpp"

namespace sparkdyn::dae {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

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

}  // namespace sparkdyn::dae
