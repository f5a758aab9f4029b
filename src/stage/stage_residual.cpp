// SPDX-License-Identifier: BSD-3-Clause
// The equations of a step as they are, without a linearisation: what Newton's method brings to
// zero.
#include "stage/stage_system.hpp"

namespace sparkdyn::stage {

using core::check;

void StageSystem::position_at(const mechanics::State& state, const BlockVector& x,
                              const Eigen::RowVectorXd& row, Vec q) const {
  core::copy(state.q, q);
  for (int j = 0; j < coefficients_.stages; ++j)
    if (row(j) != 0) check(VecAXPY(q, h_ * row(j), x.velocity(j)));
}

void StageSystem::residual(const mechanics::State& state, const BlockVector& x, BlockVector& r) {
  if (position_.empty()) {
    position_ = core::make_like(state.q);
    force_ = core::make_like(state.q);
  }
  check(MatMult(*system_->mass(), state.v, momentum_));
  for (int i = 0; i < r.velocity_blocks(); ++i) {
    check(MatMult(*system_->mass(), x.velocity(i), r.velocity(i)));
    check(VecAYPX(r.velocity(i), -1.0, momentum_));
  }
  add_loads(state, r);
  if (closing_ == Closing::uniform && loads_differ_) load_correction(state);
  subtract_forces(state, x, r);
  if (!system_->constrained()) return;
  subtract_reactions(state, x, r);
  constraint_residuals(state, x, r);
}

void StageSystem::residual(const mechanics::State& state, const BlockVector& x,
                           const StageStrains& strains, BlockVector& r) {
  strains_ = &strains;
  residual(state, x, r);
  strains_ = nullptr;
}

void StageSystem::strain_residual(const mechanics::State& state, const BlockVector& x,
                                  const StageStrains& strains, StageStrains& r) {
  for (int j = 0; j < coefficients_.stages; ++j) {
    position_at(state, x, coefficients_.velocity.row(j), position_);
    for (std::size_t k = 0; k < strains.size(); ++k) {
      if (strains[k].empty()) continue;
      const auto stage = static_cast<std::size_t>(j);
      system_->forces()[k]->with_strains()->strains(position_, r[k][stage]);
      check(VecAXPY(r[k][stage], -1.0, strains[k][stage]));
    }
  }
}

/// −h Σ_k Σ_j a^k_ij f_k(Q_j, V_j), and −h Σ b_j f_k for v₁.
void StageSystem::subtract_forces(const mechanics::State& state, const BlockVector& x,
                                  BlockVector& r) {
  const int s = coefficients_.stages;
  for (int j = 0; j < s; ++j) {
    position_at(state, x, coefficients_.velocity.row(j), position_);
    const mechanics::Configuration at{
        .t = state.t + coefficients_.c(j) * h_, .q = position_, .v = x.velocity(j)};
    for (std::size_t k = 0; k < system_->forces().size(); ++k) {
      check(VecSet(force_, 0.0));
      if (strains_ && !(*strains_)[k].empty())
        system_->forces()[k]->with_strains()->add_with(
            position_, (*strains_)[k][static_cast<std::size_t>(j)], 1.0, force_);
      else
        system_->forces()[k]->add(at, 1.0, force_);
      for (int i = 0; i < r.velocity_blocks(); ++i) {
        const double a = i < s ? coefficients_.terms[k](i, j) : coefficients_.b(j);
        if (a != 0) check(VecAXPY(r.velocity(i), -h_ * a, force_));
      }
    }
  }
}

/// −Σ_l ã_il G(Y_l)ᵀ hΛ_l, and −Σ b̃_l G(Y_l)ᵀ hΛ_l for v₁.
void StageSystem::subtract_reactions(const mechanics::State& state, const BlockVector& x,
                                     BlockVector& r) {
  const Matrix& rows = multiplier_rows();
  const bool constant = system_->prescribes();
  for (int l = 0; l < x.multiplier_blocks(); ++l) {
    if (constant) {
      check(MatMultTranspose(system_->G(), x.multiplier(l), force_));
    } else {
      position_at(state, x, coefficients_.action.row(l), position_);
      check(VecSet(force_, 0.0));
      system_->holonomic()->add_reaction(state.t + coefficients_.action_nodes(l) * h_, position_,
                                         x.multiplier(l), 1.0, force_);
    }
    for (int i = 0; i < r.velocity_blocks(); ++i) {
      const double a = i < coefficients_.stages ? rows(i, l) : coefficients_.weights(l);
      if (a != 0) check(VecAXPY(r.velocity(i), -a, force_));
    }
  }
}

void StageSystem::constraint_residuals(const mechanics::State& state, const BlockVector& x,
                                       BlockVector& r) {
  if (stagewise()) {
    stagewise_rows(state, r);
    for (int i = 0; i < coefficients_.stages; ++i) {
      check(MatMult(system_->G(), x.velocity(i), work_m_));
      check(VecAXPY(r.multiplier(i), -1.0, work_m_));
    }
    return;
  }
  const int positions = coefficients_.multipliers() - 1;
  for (int k = 0; k < positions; ++k) {
    position_at(state, x, coefficients_.position.row(k), position_);
    system_->position_residual(state.t + coefficients_.position_nodes(k) * h_, position_,
                               r.multiplier(k));
    check(VecScale(r.multiplier(k), -1 / h_));
  }
  if (closing_ == Closing::projected) return;
  position_at(state, x, coefficients_.b.transpose(), position_);
  const bool apart = closing_ == Closing::uniform;
  if (apart) uniform_velocity(state, x, work_n_);
  Vec v = apart ? work_n_.get() : x.velocity(coefficients_.stages);
  system_->velocity_residual({.t = state.t + h_, .q = position_, .v = v}, r.multiplier(positions));
  check(VecScale(r.multiplier(positions), -1.0));
}

void StageSystem::middle(const mechanics::State& state, const BlockVector& x, mechanics::State& at,
                         Vec lambda) const {
  at.t = state.t + 0.5 * h_;
  core::copy(state.q, at.q);
  check(VecSet(at.v, 0.0));
  for (int j = 0; j < coefficients_.stages; ++j) {
    check(VecAXPY(at.q, h_ * coefficients_.middle(j), x.velocity(j)));
    check(VecAXPY(at.v, coefficients_.b(j), x.velocity(j)));
  }
  check(VecSet(lambda, 0.0));
  for (int l = 0; l < x.multiplier_blocks(); ++l)
    check(VecAXPY(lambda, multiplier_weight(l) / h_, x.multiplier(l)));
}

mechanics::Linearization StageSystem::linearize(const mechanics::State& state,
                                                const BlockVector& x) const {
  mechanics::State at{0, core::make_like(state.q), core::make_like(state.v)};
  const core::Vector lambda = system_->make_multiplier();
  middle(state, x, at, lambda);
  return system_->linearize(at.at(), lambda);
}

}  // namespace sparkdyn::stage
