// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/massless.hpp"

#include <algorithm>
#include <cmath>

#include "linear/saddle.hpp"
#include "massless_rows.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::integrate {
namespace {

using core::check;
using mechanics::Kind;

class MasslessBalance {
 public:
  MasslessBalance(const mechanics::System& system, const stage::MassSolver& mass, double h)
      : system_(system),
        mass_(mass),
        stiffness_(row_sizes(system, Kind::elastic)),
        settles_(rows_that_settle(system, stiffness_, h)),
        force_(system.make_displacement()),
        change_(system.make_displacement()),
        residual_(system.make_displacement()),
        part_(system.make_displacement()),
        row_(system.make_multiplier()),
        multiplier_(system.make_multiplier()),
        row_part_(system.make_multiplier()) {}

  PetscInt count() const { return count_of(system_, settles_); }

  /// Moves x by what makes `force` zero on the rows that settle; returns the largest change.
  double move(Vec force, double scale, Vec x) {
    keep_settling(force);
    if (core::norm_infinity(force) <= negligible * scale) return 0;
    if (!matrix_) factor();
    core::copy(force, force_);
    check(VecSet(change_, 0.0));
    check(VecSet(multiplier_, 0.0));
    double left = measure();
    const double begin = left;
    for (int round = 0; round < most_rounds && left > balanced * begin; ++round) {
      matrix_->solve(residual_, row_, part_, row_part_);
      keep_settling(part_);
      check(VecAXPY(change_, 1.0, part_));
      if (system_.constrained()) check(VecAXPY(multiplier_, 1.0, row_part_));
      left = measure();
    }
    if (!(left <= good_enough * begin))
      core::numerics_error("the forces on them leave {:.1e} of what they were", left / begin);
    check(VecAXPY(x, 1.0, change_));
    return core::norm_infinity(change_);
  }

 private:
  static constexpr double negligible = 1e-13, balanced = 1e-14, good_enough = 1e-9;
  static constexpr int most_rounds = 8;
  /// Of a row's stiffness, to hold what does not settle. It need not be large: what it lets move is
  /// put back and solved for again.
  static constexpr double hold = 1e4;

  void keep_settling(Vec vector) const {
    const core::WriteArray values(vector);
    for (PetscInt i = 0; i < values.size(); ++i)
      if (settles_[static_cast<std::size_t>(i)] == 0) values[i] = 0;
  }

  /// K with all that does not settle held by springs.
  void factor() {
    double mine = 0;
    for (const double size : stiffness_) mine = std::max(mine, size);
    stiffest_ = core::maximum(system_.comm(), mine);
    core::Matrix springs;
    const core::RowRange rows = core::row_range(Vec(force_));
    check(MatCreateAIJ(system_.comm(), rows.size(), rows.size(), rows.global, rows.global, 1,
                       nullptr, 0, nullptr, springs.out()));
    for (PetscInt i = rows.begin; i < rows.end; ++i) {
      const auto at = static_cast<std::size_t>(i - rows.begin);
      const double size = stiffness_[at] > 0 ? stiffness_[at] : stiffest_;
      check(MatSetValue(springs, i, i, settles_[at] != 0 ? 0.0 : hold * size, INSERT_VALUES));
    }
    check(MatAssemblyBegin(springs, MAT_FINAL_ASSEMBLY));
    check(MatAssemblyEnd(springs, MAT_FINAL_ASSEMBLY));
    std::vector<linear::WeightedMatrix<double>> sum{
        {1.0, std::make_shared<const core::Matrix>(std::move(springs))}};
    for (const auto& term : system_.terms())
      if (term.kind == Kind::elastic)
        for (const auto& part : term.parts) sum.push_back({part.factor, part.matrix});
    matrix_ = std::make_unique<linear::RealSaddle>(
        mass_.operators(), sum, "massless_",
        linear::SaddleOptions{.placement = mass_.plan().placement,
                              .spaces = mass_.spaces(),
                              .iterative = {.tolerance = 1e-12}});
  }

  /// What is still missing: residual = force − K change − Gᵀ multiplier where it settles, and
  /// row = −G change. Their size, in units of force.
  double measure() {
    core::copy(force_, residual_);
    system_.add_internal(-1.0, change_, nullptr, residual_);
    if (system_.constrained()) {
      check(MatMultTranspose(system_.G(), multiplier_, part_));
      check(VecAXPY(residual_, -1.0, part_));
      check(MatMult(system_.G(), change_, row_));
      check(VecScale(row_, -1.0));
    }
    keep_settling(residual_);
    const double force = core::norm_infinity(residual_);
    if (!system_.constrained()) return force;
    // A violation beside the change that it belongs to, or as the force of the stiffest spring that
    // it would strain: where the constraints take all of the force nothing but round-off changes.
    const double off = core::norm_infinity(row_) / system_.constraint_norm();
    if (off == 0) return force;
    const double beside = off / core::norm_infinity(change_) * core::norm_infinity(force_);
    return std::max(force, std::min(beside, off * stiffest_));
  }

  const mechanics::System& system_;
  const stage::MassSolver& mass_;
  std::vector<double> stiffness_;
  double stiffest_ = 0;  ///< of all rows, known once factored
  std::vector<char> settles_;
  std::unique_ptr<linear::RealSaddle> matrix_;
  core::Vector force_, change_, residual_, part_, row_, multiplier_, row_part_;
};

/// F'(t) of a load case; a load that has no derivative there is taken to stay.
void add_load_rate(const mechanics::System& system, const mechanics::State& state, Vec force) {
  for (const auto& load : system.loads()) {
    if (!load.acts_in(state.load_case)) continue;
    double rate = 0;
    try {
      rate = load.amplitude->rate(state.t);
    } catch (const core::Error&) {
      continue;
    }
    if (std::isfinite(rate) && rate != 0) check(VecAXPY(force, rate, load.shape));
  }
}

}  // namespace

Settled settle_massless(const mechanics::System& system, mechanics::State& state, double h,
                        const stage::MassSolver& mass) {
  MasslessBalance balance(system, mass, h);
  Settled settled;
  settled.dofs = balance.count();
  if (settled.dofs == 0) return settled;
  const core::Vector force = system.make_displacement();
  const auto unbalanced = [&](const auto& add_loads, Vec q, Vec v) {
    check(VecSet(force, 0.0));
    add_loads();
    double scale = core::norm_infinity(force);
    system.add_internal(-1.0, q, v, force);
    scale = std::max(scale, core::norm_infinity(force));
    return scale;
  };
  try {
    const double rates = unbalanced([&] { add_load_rate(system, state, force); }, state.v, nullptr);
    settled.velocity = balance.move(force, rates, state.v);
    const double forces = unbalanced([&] { system.add_load(state.t, 1.0, force, state.load_case); },
                                     state.q, state.v);
    settled.displacement = balance.move(force, forces, state.q);
  } catch (const core::Error& error) {
    // Every rank sees the same solve fail, so every rank comes here.
    if (error.kind() != core::Failure::numerics) throw;
    settled.complaint = error.what();
  }
  return settled;
}

}  // namespace sparkdyn::integrate
