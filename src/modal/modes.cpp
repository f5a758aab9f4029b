// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/modal/modes.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

#include "candidates.hpp"
#include "inverse_lanczos.hpp"
#include "linear/dependent_rows.hpp"
#include "mechanics/parts.hpp"
#include "mechanics/validate.hpp"
#include "pencil.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::modal {
namespace {

using mechanics::Kind;
using mechanics::System;

/// The structure without damping, whose symmetry may be another; only where that matters.
std::optional<System> without_damping(const System& system) {
  if (system.symmetric()) return {};
  std::vector<mechanics::MatrixTerm> elastic;
  for (const auto& term : system.terms())
    if (term.kind == Kind::elastic) elastic.push_back(term);
  std::optional<mechanics::Constraint> constraint;
  if (system.constrained()) constraint = mechanics::Constraint{core::make_copy(system.G()), {}};
  std::optional<System> result;
  result.emplace(system.mass(), std::move(elastic), std::vector<mechanics::TimedVector>{},
                 std::move(constraint));
  if (!result->symmetric())
    core::input_error(
        "natural modes need symmetric matrices, but the mass or a stiffness matrix is not "
        "symmetric");
  return result;
}

/// K_ii / M_ii does not depend on the unit of degree of freedom i.
struct DiagonalRatios {
  double typical = 1;  // geometric mean where both are positive
  double largest = 1;
};

DiagonalRatios diagonal_ratios(const System& system, Vec stiffness) {
  const core::Vector mass = system.make_displacement();
  core::check(MatGetDiagonal(*system.mass(), mass));
  const core::ReadArray k(stiffness), m(mass);
  double logarithms = 0, count = 0, largest = 0;
  for (PetscInt i = 0; i < k.size(); ++i) {
    if (k[i] <= 0 || m[i] <= 0) continue;
    logarithms += std::log(k[i] / m[i]);
    largest = std::max(largest, k[i] / m[i]);
    count += 1;
  }
  const MPI_Comm comm = system.comm();
  count = core::sum(comm, count);
  logarithms = core::sum(comm, logarithms);
  largest = core::maximum(comm, largest);
  if (count == 0) return {};
  return {std::exp(logarithms / count), largest};
}

class Search {
 public:
  Search(const System& system, const ModesOptions& options)
      : system_(system),
        operators_(linear::operators_of(system)),
        options_(options),
        candidates_(system),
        ratios_(diagonal_ratios(system, candidates_.diagonal())) {}

  NaturalModes run();

 private:
  void start_at(double shift);
  void choose_shift();
  bool improve_shift();
  void count_existing();
  void count_exactly();
  bool look_for(PetscInt wanted);
  PetscInt missing(PetscInt wanted);
  NaturalModes finish(PetscInt wanted);

  const System& system_;
  const linear::Operators operators_;
  const ModesOptions& options_;
  Candidates candidates_;
  DiagonalRatios ratios_;
  double shift_ = 0;
  std::unique_ptr<linear::RealSaddle> inverse_;
  PetscInt existing_ = 0;  // finite modes, or more than that unless exact_
  bool exact_ = false;
  bool verified_ = false;
};

void Search::start_at(double shift) {
  inverse_ = factor_pencil(system_, operators_, shift);
  shift_ = shift;
  candidates_.restart(shift);
}

/// Below all ω², close enough to zero to tell low modes apart, and far enough for a floating
/// structure to be regular: rounding moves its zeros by 1e-16 of the largest ω².
void Search::choose_shift() {
  constexpr double closeness = 1e-8;
  const double two_pi = 2 * std::numbers::pi;
  const double omega = two_pi * options_.shift_frequency;
  double size = omega > 0 ? omega * omega : closeness * ratios_.typical;
  PetscInt below = 0;
  for (int attempt = 0; attempt < 12; ++attempt, size *= 100) {
    try {
      start_at(-size);
    } catch (const core::Error& error) {
      if (error.kind() != core::Failure::numerics) throw;
      if (attempt < 2) continue;
      core::numerics_error(
          "K − σM with the constraints cannot be factored: {}; some motion has neither mass nor "
          "stiffness",
          error.what());
    }
    below = count_below(system_, *inverse_).value_or(0);
    if (below == 0) return;
  }
  core::numerics_error(
      "K − σM keeps {} negative eigenvalues however low σ is: degrees of freedom without mass have "
      "negative stiffness, or the mass matrix has negative eigenvalues",
      below);
}

/// Rounding in the search is relative to its largest ν = 1/(ω² − σ), so that a σ much closer to the
/// zeros of a floating structure than its first vibration blurs that, and one much farther away
/// blurs all. Whether σ moved; then nothing has been found yet. @note Collective.
bool Search::improve_shift() {
  constexpr double too_close = 100, too_far = 1e-3;
  if (options_.shift_frequency > 0) return false;
  PetscInt zeros = 0;
  while (zeros < candidates_.size() && candidates_[zeros].is_zero()) ++zeros;
  if (zeros == candidates_.size() || candidates_[zeros].eigenvalue < 0) return false;
  const double first = candidates_[zeros].eigenvalue, ratio = first / -shift_;
  if (ratio > too_far && !(zeros > 0 && ratio > too_close)) return false;
  start_at(-first);
  return true;
}

/// Exactly only where the modes asked for may be all there are: it costs a factorization.
void Search::count_existing() {
  existing_ = system_.dofs() - system_.constraints();
  const bool few = existing_ <= 4 * static_cast<PetscInt>(options_.count) + 40;
  if (few || mechanics::massless_dofs(system_).count > 0) count_exactly();
}

/// As many as M has rank on the null space of G: the ω² below a bound that none reaches.
void Search::count_exactly() {
  constexpr double beyond_all = 1e8;
  if (exact_) return;
  const auto below =
      count_below(system_, *factor_pencil(system_, operators_, beyond_all * ratios_.largest));
  if (!below) return;
  exact_ = true;
  existing_ = std::min(existing_, *below);
}

/// Whether anything new came. @note Collective.
bool Search::look_for(PetscInt wanted) {
  const PetscInt left = existing_ - candidates_.size();
  if (std::min(wanted, left) <= 0) return false;
  const auto vectors = dominant_vectors(system_, *inverse_, candidates_.shapes(),
                                        {.wanted = std::min(wanted, left),
                                         .most = left,
                                         .tolerance = options_.tolerance,
                                         .max_restarts = options_.max_restarts,
                                         .shift = shift_});
  candidates_.add(vectors, *inverse_);
  return !vectors.empty();
}

/// How many modes to look for still: so that `wanted` are there, that the group of the last one is
/// whole, and that none below is missing. Sets verified_ when it is zero.
PetscInt Search::missing(PetscInt wanted) {
  const PetscInt found = candidates_.size();
  if (found < wanted) return wanted - found;
  PetscInt end = 0;
  for (const auto& cluster : candidates_.clusters())
    if (end < wanted) end += static_cast<PetscInt>(cluster.size());
  if (end == found) {
    verified_ = exact_ && found == existing_;
    return found < existing_ ? 2 : 0;
  }
  const double mu = 0.5 * (candidates_[end - 1].eigenvalue + candidates_[end].eigenvalue);
  const auto below = count_below(system_, *factor_pencil(system_, operators_, mu));
  verified_ = below && *below == end;
  if (below && *below < end)
    core::numerics_error(
        "{} modes were found below ω² = {:.9g} where the signs of the pivots allow {}: the "
        "matrices are too badly conditioned",
        end, mu, *below);
  return below ? *below - end : 0;
}

NaturalModes Search::finish(PetscInt wanted) {
  constexpr double acceptable = 1e-8;
  NaturalModes result{.modes = {}, .verified = verified_};
  for (const auto& members : candidates_.clusters()) {
    make_canonical(system_.comm(), members);
    double mean = 0, resolution = 0;
    for (const auto& member : members) {
      mean += member.eigenvalue / static_cast<double>(members.size());
      resolution = std::max(resolution, member.resolution);
    }
    if (std::abs(mean) <= resolution) mean = 0;
    for (auto& member : members) {
      if (static_cast<PetscInt>(result.modes.size()) == wanted) return result;
      member.eigenvalue = mean;
      Mode mode;
      mode.eigenvalue = mean;
      mode.omega = std::copysign(std::sqrt(std::abs(mean)), mean);
      mode.frequency = mode.omega / (2 * std::numbers::pi);
      mode.residual = candidates_.residual(member);
      mode.shape = std::move(member.x);
      if (!(mode.residual <= acceptable))
        core::numerics_error(
            "mode {} has a residual of {:.2g}: the matrices are too badly conditioned, or some "
            "motion has next to no mass and stiffness",
            result.modes.size() + 1, mode.residual);
      result.modes.push_back(std::move(mode));
    }
  }
  return result;
}

NaturalModes Search::run() {
  constexpr int most_passes = 20;
  constexpr PetscInt spare = 2;  // so that the next higher mode is known too
  if (system_.dofs() == system_.constraints()) return {.modes = {}, .verified = true};
  choose_shift();
  count_existing();
  if (existing_ == 0) return {.modes = {}, .verified = exact_};
  PetscInt wanted = std::min<PetscInt>(options_.count, existing_);
  PetscInt more = wanted + spare;
  if (look_for(more) && improve_shift()) look_for(more);
  more = missing(wanted);
  for (int pass = 0; pass < most_passes; ++pass) {
    if (more == 0) return finish(wanted);
    const bool exhausted = !look_for(more);
    if (exhausted) {
      count_exactly();
      if (!exact_) existing_ = candidates_.size();
      wanted = std::min(wanted, existing_);
    }
    more = missing(wanted);
    if (exhausted && more > 0) break;
  }
  core::numerics_error("{} modes below the highest one found stay missing", more);
}

void require_sensible(const ModesOptions& options) {
  if (options.count < 1) core::input_error("the number of modes is {}; at least 1", options.count);
  if (!(options.tolerance > 0 && options.tolerance < 1e-2))
    core::input_error("the tolerance of the modes is {}; above 0 and below 0.01",
                      options.tolerance);
  if (!(options.shift_frequency >= 0 && std::isfinite(options.shift_frequency)))
    core::input_error("the frequency of the shift is {}; positive, or 0 to choose it",
                      options.shift_frequency);
}

}  // namespace

NaturalModes natural_modes(const System& system, const ModesOptions& options) {
  system.require_linear("a search for natural modes");
  require_sensible(options);
  mechanics::require_inertia_or_stiffness(system);
  if (system.constrained()) linear::require_independent_rows(system.G());
  const auto undamped = without_damping(system);
  return Search(undamped ? *undamped : system, options).run();
}

}  // namespace sparkdyn::modal
