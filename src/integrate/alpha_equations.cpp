// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/alpha_equations.hpp"

#include <utility>

namespace sparkdyn::integrate {

using core::check;
using linear::Matrix;
using stage::BlockVector;

namespace {

/// M + hγ' C + h²β' K, and of the constraints γ' Gᵀ and β/γ G.
stage::BlockOperator make_operator(const mechanics::System& system, const AlphaParameters& p,
                                   double h, const stage::MassSolver& mass,
                                   const mechanics::Linearization& around) {
  const auto one = [](double value) { return Matrix::Constant(1, 1, value); };
  const double ratio = p.ratio();
  std::vector<linear::KroneckerTerm> terms{{one(1), system.mass()}};
  for (const auto& term : around.terms) {
    const bool elastic = term.kind == mechanics::Kind::elastic;
    const double factor = elastic ? h * h * p.beta * ratio : h * p.gamma * ratio;
    for (const auto& part : term.parts) terms.push_back({one(factor * part.factor), part.matrix});
  }
  const bool constrained = system.constrained();
  return {mass.operators(around), std::move(terms), constrained ? one(p.gamma * ratio) : Matrix(),
          constrained ? one(p.beta / p.gamma) : Matrix()};
}

}  // namespace

AlphaEquations::AlphaEquations(const mechanics::System& system, const AlphaParameters& parameters,
                               double h, const stage::MassSolver& mass,
                               const mechanics::Linearization& around)
    : system_(&system),
      h_(h),
      momentum_(parameters.gamma * parameters.ratio()),
      position_(parameters.beta / parameters.gamma),
      operator_(make_operator(system, parameters, h, mass, around)),
      end_{0, system.make_displacement(), system.make_displacement()} {}

void AlphaEquations::place(const BlockVector& x, mechanics::State& at) const {
  at.t = without_->t;
  core::copy(x.velocity(0), at.v);
  core::copy(without_->q, at.q);
  check(VecAXPY(at.q, h_ * position_, x.velocity(0)));
  check(VecAXPY(at.q, -h_ * position_, without_->v));
}

void AlphaEquations::residual(const mechanics::State& state, const BlockVector& x, BlockVector& r) {
  place(x, end_);
  Vec momentum = r.velocity(0);
  const core::Vector change = core::make_copy(Vec(without_->v));
  check(VecAXPY(change, -1.0, x.velocity(0)));
  check(MatMult(*system_->mass(), change, momentum));
  system_->add_load(end_.t, h_ * momentum_, momentum, state.load_case);
  system_->add_forces(end_.at(), -h_ * momentum_, momentum);
  if (!system_->constrained()) return;
  system_->holonomic()->add_reaction(end_.t, end_.q, x.multiplier(0), -momentum_, momentum);
  system_->position_residual(end_.t, end_.q, r.multiplier(0));
  check(VecScale(r.multiplier(0), -1 / h_));
}

void AlphaEquations::right_hand_side(const mechanics::State& state, BlockVector& rhs) {
  residual(state, operator_.make_vector(), rhs);
}

mechanics::Linearization AlphaEquations::linearize(const mechanics::State&,
                                                   const BlockVector& x) const {
  mechanics::State at{0, core::make_like(x.velocity(0)), core::make_like(x.velocity(0))};
  place(x, at);
  if (!system_->constrained()) return system_->linearize(at.at(), nullptr);
  const core::Vector lambda = core::make_copy(x.multiplier(0));
  check(VecScale(lambda, 1 / h_));
  return system_->linearize(at.at(), lambda);
}

void AlphaEquations::finish(const mechanics::State&, const BlockVector& x, mechanics::State& next) {
  place(x, next);
}

}  // namespace sparkdyn::integrate
