// SPDX-License-Identifier: BSD-3-Clause
#include "stage/mixed_newton.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::stage {
namespace {

using core::check;

/// V, Λ and the strains of all stages.
struct MixedVector {
  BlockVector x;
  StageStrains z;
};

class MixedIteration {
 public:
  MixedIteration(const mechanics::System& system, StageSystem& stages, Solver& solver,
                 const mechanics::State& state, Vec frozen, Vec stressed,
                 const Convergence& convergence)
      : system_(system),
        stages_(stages),
        solver_(solver),
        state_(state),
        frozen_(frozen),
        stressed_(stressed),
        convergence_(convergence),
        work_(make()),
        other_(make()),
        residual_(make()),
        force_(system.make_displacement()) {
    weigh_strains();
  }

  NewtonResult run(BlockVector& start, StageStrains& strains) {
    MixedVector x = make();
    check(VecCopy(start.whole(), x.x.whole()));
    std::swap(x.z, strains);
    NewtonResult result;
    MixedVector step = make();
    const double floor = core::norm_infinity(state_.v);
    double before = 0;
    for (int i = 0; i < most_newton; ++i) {
      result.solved = solve(x, step);
      result.passes += result.solved.iterations;
      if (!result.solved.converged) return result;
      add(1.0, step, x);
      const auto change = largest_velocity(step.x);
      const double size = std::max(largest_velocity(x.x).value, floor);
      if (!std::isfinite(change.value) || (i > 2 && before > 0 && change.value > 5 * before))
        return failed(std::move(result), change, size);
      // What the correction itself leaves is smaller by the tolerance that it was found to.
      const double left = change.value * (i > 0 ? tolerance_ : 1.0);
      const bool round_off =
          i > 0 && change.value > 0.5 * before && change.value <= convergence_.good_enough * size;
      if (left <= convergence_.tolerance * size || round_off) {
        check(VecCopy(x.x.whole(), start.whole()));
        std::swap(x.z, strains);
        return result;
      }
      before = change.value;
    }
    return failed(std::move(result), largest_velocity(step.x), largest_velocity(x.x).value);
  }

 private:
  static constexpr int most_newton = 25, most_krylov = 60;

  /// Of GMRES, for a correction of that size relative to x: what it leaves need not be smaller than
  /// what Newton's method leaves, nor than what is asked for in the end.
  double tolerance_of(double correction) const {
    const double newton = 0.1 * correction, end = 0.3 * convergence_.tolerance / correction;
    return std::clamp(std::max(newton, end), 1e-6, 1e-2);
  }

  MixedVector make() const {
    MixedVector vector{stages_.op().make_vector(),
                       make_strains(system_, stages_.coefficients().stages)};
    return vector;
  }

  /// y ← y + a x.
  static void add(double a, const MixedVector& x, MixedVector& y) {
    check(VecAXPY(y.x.whole(), a, x.x.whole()));
    for (std::size_t k = 0; k < x.z.size(); ++k)
      for (std::size_t j = 0; j < x.z[k].size(); ++j) check(VecAXPY(y.z[k][j], a, x.z[k][j]));
  }
  static void copy(const MixedVector& x, MixedVector& y) {
    check(VecCopy(x.x.whole(), y.x.whole()));
    for (std::size_t k = 0; k < x.z.size(); ++k)
      for (std::size_t j = 0; j < x.z[k].size(); ++j) core::copy(x.z[k][j], y.z[k][j]);
  }
  static void scale(double a, MixedVector& x) {
    check(VecScale(x.x.whole(), a));
    for (auto& strains : x.z)
      for (auto& z : strains) check(VecScale(z, a));
  }
  double dot(const MixedVector& a, const MixedVector& b) const {
    double sum = 0;
    for (int i = 0; i < a.x.velocity_blocks(); ++i)
      sum += core::dot(a.x.velocity(i), b.x.velocity(i));
    for (int i = 0; i < a.x.multiplier_blocks(); ++i)
      sum += multiplier_weight_ * core::dot(a.x.multiplier(i), b.x.multiplier(i));
    for (std::size_t k = 0; k < a.z.size(); ++k)
      for (std::size_t j = 0; j < a.z[k].size(); ++j)
        sum += strain_weight_ * core::dot(a.z[k][j], b.z[k][j]);
    return sum;
  }

  /// A wrong strain δz asks for velocities of about δz/(h|B|): that is what it weighs. |B| is that
  /// of a motion without any order.
  void weigh_strains() {
    const core::Vector motion = system_.make_displacement();
    {
      const core::RowRange rows = core::row_range(Vec(motion));
      const core::WriteArray entries(motion);
      for (PetscInt i = 0; i < entries.size(); ++i)
        entries[i] = std::sin(12.9898 * static_cast<double>(rows.begin + i + 1));
    }
    double size = 0;
    for (std::size_t k = 0; k < work_.z.size(); ++k) {
      if (work_.z[k].empty()) continue;
      system_.forces()[k]->with_strains()->strain_change(frozen_, motion, work_.z[k][0]);
      size += std::pow(core::norm(work_.z[k][0]), 2);
    }
    const double h = stages_.h(), all = std::pow(core::norm(motion), 2);
    strain_weight_ = size > 0 ? all / (h * h * size) : 0.0;
  }

  /// r ← what is missing at x.
  void find_residual(const MixedVector& x, MixedVector& r) {
    stages_.residual(state_, x.x, x.z, r.x);
    stages_.strain_residual(state_, x.x, x.z, r.z);
  }

  /// y ← −N'(x) d by a central difference, which is exact where N is quadratic.
  void multiply(const MixedVector& x, const MixedVector& d, MixedVector& y) {
    const double large = std::max(largest_velocity(x.x).value, core::norm_infinity(state_.v));
    double small = largest_velocity(d.x).value;
    for (const auto& strains : d.z)
      for (const auto& z : strains)
        small = std::max(small, std::sqrt(strain_weight_) * core::norm_infinity(z));
    const double tau = small > 0 && large > 0 ? 1e-3 * large / small : 1.0;
    copy(x, work_);
    add(tau, d, work_);
    find_residual(work_, y);
    add(-2 * tau, d, work_);
    find_residual(work_, other_);
    add(-1.0, other_, y);
    scale(-1 / (2 * tau), y);
  }

  /// z ← P⁻¹r: the stress that the missing strains would have made acts on the stages; the strains
  /// follow from their answer.
  SolveResult precondition(MixedVector& r, MixedVector& z) {
    const Coefficients& c = stages_.coefficients();
    const double h = stages_.h();
    const int s = c.stages;
    for (std::size_t k = 0; k < r.z.size(); ++k)
      for (int j = 0; j < static_cast<int>(r.z[k].size()); ++j) {
        check(VecSet(force_, 0.0));
        system_.forces()[k]->with_strains()->add_change(
            frozen_, stressed_, r.z[k][static_cast<std::size_t>(j)], 1.0, force_);
        for (int i = 0; i < r.x.velocity_blocks(); ++i) {
          const double a = i < s ? c.terms[k](i, j) : c.b(j);
          if (a != 0) check(VecAXPY(r.x.velocity(i), -h * a, force_));
        }
      }
    SolveResult solved = solver_.solve(r.x, z.x);
    if (!solved.converged) return solved;
    for (int j = 0; j < s; ++j) {
      check(VecSet(force_, 0.0));
      for (int l = 0; l < s; ++l) check(VecAXPY(force_, h * c.velocity(j, l), z.x.velocity(l)));
      for (std::size_t k = 0; k < r.z.size(); ++k) {
        if (r.z[k].empty()) continue;
        const auto at = static_cast<std::size_t>(j);
        system_.forces()[k]->with_strains()->strain_change(frozen_, force_, z.z[k][at]);
        check(VecAXPY(z.z[k][at], 1.0, r.z[k][at]));
      }
    }
    return solved;
  }

  /// GMRES on P⁻¹J d = P⁻¹r; `iterations` counts P⁻¹.
  SolveResult solve(const MixedVector& x, MixedVector& d) {
    find_residual(x, residual_);
    std::vector<MixedVector> basis;
    basis.push_back(make());
    SolveResult result = precondition(residual_, basis[0]);
    result.iterations = 1;
    if (!result.converged) return result;
    weigh_multipliers(basis[0]);
    const double start = std::sqrt(dot(basis[0], basis[0]));
    scale(0.0, d);
    if (start == 0) return result;
    if (!std::isfinite(start)) return result;  // seen in the change
    scale(1 / start, basis[0]);
    const double large = velocity_norm(x.x);
    tolerance_ = large > 0 ? tolerance_of(velocity_norm(basis[0].x) * start / large) : 1e-2;
    Eigen::MatrixXd H = Eigen::MatrixXd::Zero(most_krylov + 1, most_krylov);
    Eigen::VectorXd y;
    int size = 0;
    while (size < most_krylov) {
      multiply(x, basis[static_cast<std::size_t>(size)], residual_);
      basis.push_back(make());
      MixedVector& next = basis.back();
      result.converged = precondition(residual_, next).converged;
      ++result.iterations;
      if (!result.converged) return result;
      // Twice is enough.
      for (int round = 0; round < 2; ++round)
        for (int i = 0; i <= size; ++i) {
          const double part = dot(basis[static_cast<std::size_t>(i)], next);
          H(i, size) += part;
          add(-part, basis[static_cast<std::size_t>(i)], next);
        }
      H(size + 1, size) = std::sqrt(dot(next, next));
      ++size;
      const double left = least_squares(H, size, start, y);
      if (!std::isfinite(left) || left <= tolerance_ * start || H(size, size - 1) == 0) break;
      scale(1 / H(size, size - 1), next);
    }
    for (int i = 0; i < size; ++i) add(y(i), basis[static_cast<std::size_t>(i)], d);
    return result;
  }

  /// y minimises |start e₁ − H y|; returns what is left. By normal rotations.
  static double least_squares(const Eigen::MatrixXd& H, int size, double start,
                              Eigen::VectorXd& y) {
    Eigen::MatrixXd R = H.topLeftCorner(size + 1, size);
    Eigen::VectorXd g = Eigen::VectorXd::Zero(size + 1);
    g(0) = start;
    for (int j = 0; j < size; ++j) {
      const double length = std::hypot(R(j, j), R(j + 1, j));
      if (!(length > 0)) continue;
      const double c = R(j, j) / length, s = R(j + 1, j) / length;
      for (int k = j; k < size; ++k) {
        const double above = R(j, k), below = R(j + 1, k);
        R(j, k) = c * above + s * below;
        R(j + 1, k) = c * below - s * above;
      }
      const double above = g(j), below = g(j + 1);
      g(j) = c * above + s * below;
      g(j + 1) = c * below - s * above;
    }
    y = Eigen::VectorXd::Zero(size);
    for (int i = size - 1; i >= 0; --i) {
      double sum = g(i);
      for (int k = i + 1; k < size; ++k) sum -= R(i, k) * y(k);
      y(i) = R(i, i) != 0 ? sum / R(i, i) : 0.0;
    }
    return std::abs(g(size));
  }

  static double velocity_norm(const BlockVector& x) {
    double sum = 0;
    for (int i = 0; i < x.velocity_blocks(); ++i) sum += std::pow(core::norm(x.velocity(i)), 2);
    return std::sqrt(sum);
  }

  /// Multipliers weigh as much as velocities.
  void weigh_multipliers(const MixedVector& first) {
    double velocities = 0, multipliers = 0;
    for (int i = 0; i < first.x.velocity_blocks(); ++i)
      velocities += std::pow(core::norm(first.x.velocity(i)), 2);
    for (int i = 0; i < first.x.multiplier_blocks(); ++i)
      multipliers += std::pow(core::norm(first.x.multiplier(i)), 2);
    multiplier_weight_ = multipliers > 0 ? velocities / multipliers : 0.0;
  }

  static NewtonResult failed(NewtonResult result, const core::Located& change, double size) {
    result.solved.converged = false;
    result.solved.dof = static_cast<PetscInt>(change.index);
    result.solved.cause = fmt::format(
        "Newton's method does not converge, nor with strains as unknowns: after {} solutions it "
        "still changes velocities by {:.1e} where they are {:.1e}",
        result.passes, change.value, size);
    return result;
  }

  const mechanics::System& system_;
  StageSystem& stages_;
  Solver& solver_;
  const mechanics::State& state_;
  Vec frozen_, stressed_;
  const Convergence& convergence_;
  MixedVector work_, other_, residual_;
  core::Vector force_;
  double strain_weight_ = 0, multiplier_weight_ = 0;
  double tolerance_ = 1;  ///< of the last correction
};

}  // namespace

bool offers_strains(const mechanics::System& system) {
  return std::any_of(system.forces().begin(), system.forces().end(),
                     [](const auto& force) { return force->with_strains() != nullptr; });
}

StageStrains make_strains(const mechanics::System& system, int stages) {
  StageStrains all;
  for (const auto& force : system.forces()) {
    auto& strains = all.emplace_back();
    if (const auto* offered = force->with_strains())
      for (int j = 0; j < stages; ++j) strains.push_back(offered->make_strains());
  }
  return all;
}

NewtonResult mixed_newton(const mechanics::System& system, StageSystem& stages, Solver& solver,
                          const mechanics::State& state, Vec frozen, Vec stressed, bool guessed,
                          BlockVector& x, StageStrains& strains, const Convergence& convergence) {
  if (!guessed) {
    check(VecSet(x.whole(), 0.0));
    for (int i = 0; i < x.velocity_blocks(); ++i) core::copy(state.v, x.velocity(i));
  }
  return MixedIteration(system, stages, solver, state, frozen, stressed, convergence)
      .run(x, strains);
}

}  // namespace sparkdyn::stage
