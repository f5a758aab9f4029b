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
    int near_rest = 0;  // corrections that were no smaller than those before them
    for (int i = 0; i < most_newton; ++i) {
      result.solved = solve(x, step);
      result.passes += result.solved.iterations;
      ++result.corrections;
      if (!result.solved.converged) return result;
      const auto change = largest_velocity(step.x);
      // A guess that carried too much on leads far away: from there other solutions are nearer.
      const bool shortened = floor > 0 && change.value > floor;
      add(shortened ? floor / change.value : 1.0, step, x);
      const double size = std::max(largest_velocity(x.x).value, floor);
      const bool worse = i > 2 && before > 0 && !shortened && change.value > 5 * before;
      if (!std::isfinite(change.value) || worse) return failed(std::move(result), change, size);
      // What the correction itself leaves is smaller by the tolerance that it was found to.
      const double left = change.value * (i > 0 ? tolerance_ : 1.0);
      const bool still = i > 0 && change.value > 0.5 * before;
      const bool round_off = still && change.value <= convergence_.good_enough * size;
      // Near rest velocities are small beside what round-off of positions makes of them.
      near_rest = still && change.value <= almost_good_enough * size ? near_rest + 1 : 0;
      if (left <= convergence_.tolerance * size || round_off || near_rest == most_still) {
        check(VecCopy(x.x.whole(), start.whole()));
        std::swap(x.z, strains);
        return result;
      }
      before = change.value;
    }
    return failed(std::move(result), largest_velocity(step.x), largest_velocity(x.x).value);
  }

 private:
  static constexpr int most_newton = 25, most_still = 3;
  static constexpr double almost_good_enough = 1e-6;
  static constexpr std::size_t most_krylov = 60;

  /// Of solve(), for a correction of that size relative to x: what it leaves need not be smaller
  /// than what Newton's method leaves, nor than what is asked for in the end.
  double tolerance_of(double correction) const {
    const double newton = 0.3 * correction, end = 0.1 * convergence_.tolerance / correction;
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

  /// A direction d with its image P⁻¹J d; images are of length one and normal to each other.
  struct Pair {
    MixedVector direction, image;
  };

  /// GCR on P⁻¹J d = P⁻¹r; `iterations` counts P⁻¹. J hardly changes from one correction of a step
  /// to the next: what was learned of it before serves as a preconditioner.
  SolveResult solve(const MixedVector& x, MixedVector& d) {
    find_residual(x, residual_);
    MixedVector left = make();
    SolveResult result = precondition(residual_, left);
    result.iterations = 1;
    if (!result.converged) return result;
    if (known_.empty()) weigh_multipliers(left);
    scale(0.0, d);
    const double start = std::sqrt(dot(left, left));
    if (!(start > 0) || !std::isfinite(start)) return result;  // seen in the change
    const double large = velocity_norm(x.x);
    tolerance_ = large > 0 ? tolerance_of(velocity_norm(left.x) / large) : 1e-2;
    std::vector<Pair> pairs;
    while (pairs.size() < most_krylov) {
      Pair next{make(), make()};
      correct_by_known(left, next.direction);
      multiply(x, next.direction, residual_);
      result.converged = precondition(residual_, next.image).converged;
      ++result.iterations;
      if (!result.converged) return result;
      if (!take_off(pairs, next)) break;
      const double part = dot(next.image, left);
      add(part, next.direction, d);
      add(-part, next.image, left);
      pairs.push_back(std::move(next));
      const double size = std::sqrt(dot(left, left));
      if (!std::isfinite(size) || size <= tolerance_ * start) break;
    }
    remember(std::move(pairs));
    return result;
  }

  /// d ← B r with B = (P⁻¹J)⁻¹ on the images that are known, and B = 1 normal to them.
  void correct_by_known(const MixedVector& r, MixedVector& d) {
    copy(r, d);
    for (const Pair& pair : known_) {
      const double part = dot(pair.image, r);
      add(-part, pair.image, d);
      add(part, pair.direction, d);
    }
  }

  /// Makes the image of `next` normal to the others, twice, which is enough, and of length one;
  /// false where nothing is left of it.
  bool take_off(const std::vector<Pair>& pairs, Pair& next) {
    const double before = std::sqrt(dot(next.image, next.image));
    for (int round = 0; round < 2; ++round)
      for (const Pair& pair : pairs) {
        const double part = dot(pair.image, next.image);
        add(-part, pair.image, next.image);
        add(-part, pair.direction, next.direction);
      }
    const double size = std::sqrt(dot(next.image, next.image));
    constexpr double independent = 1e-8;
    if (!(size > independent * before) || !std::isfinite(size)) return false;
    scale(1 / size, next.image);
    scale(1 / size, next.direction);
    return true;
  }

  /// The newest first: of older ones what is new in them.
  void remember(std::vector<Pair> pairs) {
    for (Pair& old : known_)
      if (pairs.size() < most_krylov && take_off(pairs, old)) pairs.push_back(std::move(old));
    known_ = std::move(pairs);
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
  std::vector<Pair> known_;  ///< of this step
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
