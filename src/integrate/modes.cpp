#include "sparkdyn/integrate/modes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <numbers>

#include <Eigen/Core>

#include "inverse_lanczos.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/linear/dependent_rows.hpp"
#include "sparkdyn/linear/saddle.hpp"
#include "sparkdyn/mechanics/parts.hpp"
#include "sparkdyn/mechanics/validate.hpp"

namespace sparkdyn::integrate {
namespace {

using core::check;
using mechanics::Kind;
using mechanics::System;

/// A mode not yet in its final form.
struct Candidate {
  core::Vector x, y;      // y empty without constraints
  double eigenvalue = 0;  // ω²
  double resolution = 0;  // change of ω² by the rounding of the entries of K − σM
};

/// Candidates [begin, end) have one ω².
struct Cluster {
  std::size_t begin = 0, end = 0;
};

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

core::Vector stiffness_diagonal(const System& system) {
  core::Vector sum = system.make_displacement();
  const core::Vector part = system.make_displacement();
  for (const auto& term : system.terms()) {
    if (term.kind != Kind::elastic) continue;
    for (const auto& [factor, matrix] : term.parts) {
      check(MatGetDiagonal(*matrix, part));
      check(VecAXPY(sum, factor, part));
    }
  }
  return sum;
}

/// K_ii / M_ii does not depend on the unit of degree of freedom i.
struct DiagonalRatios {
  double typical = 1;  // geometric mean where both are positive
  double largest = 1;
};

DiagonalRatios diagonal_ratios(const System& system, Vec stiffness) {
  const core::Vector mass = system.make_displacement();
  check(MatGetDiagonal(*system.mass(), mass));
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

/// First index whose size comes within 1e-6 of the largest: structures have symmetries, and which
/// of two equal components rounding makes larger must not matter. @note Collective.
PetscInt leading_index(MPI_Comm comm, const Eigen::VectorXd& sizes, PetscInt begin) {
  const double largest = core::maximum(comm, sizes.size() > 0 ? sizes.maxCoeff() : 0.0);
  PetscInt mine = std::numeric_limits<PetscInt>::max();
  for (Eigen::Index i = sizes.size(); i-- > 0;)
    if (sizes(i) >= (1 - 1e-6) * largest) mine = begin + static_cast<PetscInt>(i);
  PetscInt first = 0;
  MPI_Allreduce(&mine, &first, 1, MPIU_INT, MPI_MIN, comm);
  return first;
}

Eigen::MatrixXd columns_of(std::span<Candidate> group, core::Vector Candidate::*part) {
  if ((group.front().*part).empty()) return Eigen::MatrixXd(0, group.size());
  Eigen::MatrixXd result(core::row_range((group.front().*part).get()).size(), group.size());
  for (std::size_t j = 0; j < group.size(); ++j) {
    const core::ReadArray values(group[j].*part);
    result.col(j) = Eigen::Map<const Eigen::VectorXd>(values.data(), values.size());
  }
  return result;
}

void put_columns(const Eigen::MatrixXd& columns, std::span<Candidate> group,
                 core::Vector Candidate::*part) {
  if ((group.front().*part).empty()) return;
  for (std::size_t j = 0; j < group.size(); ++j) {
    const core::WriteArray values(group[j].*part);
    Eigen::Map<Eigen::VectorXd>(values.data(), values.size()) = columns.col(j);
  }
}

/// Turns an M-orthonormal basis to the one where vector j is the only one from j on that moves the
/// degree of freedom which those from j on can move most. For a single vector: fixes its sign.
/// @note Collective.
void make_canonical(MPI_Comm comm, std::span<Candidate> group) {
  Eigen::MatrixXd X = columns_of(group, &Candidate::x), Y = columns_of(group, &Candidate::y);
  const PetscInt begin = core::row_range(group.front().x.get()).begin;
  const auto size = static_cast<Eigen::Index>(group.size());
  for (Eigen::Index j = 0; j < size; ++j) {
    const Eigen::Index rest = size - j;
    const PetscInt leader = leading_index(comm, X.rightCols(rest).rowwise().norm(), begin);
    Eigen::VectorXd row = Eigen::VectorXd::Zero(rest), all(rest);
    if (leader >= begin && leader < begin + X.rows())
      row = X.row(leader - begin).tail(rest).transpose();
    MPI_Allreduce(row.data(), all.data(), static_cast<int>(rest), MPI_DOUBLE, MPI_SUM, comm);
    // The reflection I − 2ww/w² that takes `all` to a positive multiple of the first unit vector.
    Eigen::VectorXd w = all / all.norm();
    if (rest == 1) {
      X.col(j) *= w(0);
      Y.col(j) *= w(0);
      continue;
    }
    w(0) -= 1;
    if (w.squaredNorm() == 0) continue;
    for (auto* columns : {&X, &Y}) {
      const Eigen::VectorXd along = columns->rightCols(rest) * w * (2 / w.squaredNorm());
      columns->rightCols(rest) -= along * w.transpose();
    }
  }
  put_columns(X, group, &Candidate::x);
  put_columns(Y, group, &Candidate::y);
}

class Search {
 public:
  Search(const System& system, const ModesOptions& options)
      : system_(system),
        operators_(linear::operators_of(system)),
        options_(options),
        diagonal_(stiffness_diagonal(system)),
        ratios_(diagonal_ratios(system, diagonal_)),
        work_(system.make_displacement()) {
    if (system.constrained()) zero_ = system.make_multiplier();
  }

  NaturalModes run();

 private:
  using Factor = std::unique_ptr<linear::RealSaddle>;

  Factor factor(double mu) const;
  std::optional<PetscInt> eigenvalues_below(const linear::RealSaddle& shifted) const;
  void choose_shift();
  bool improve_shift();
  void count_existing();
  void count_exactly();
  bool look_for(PetscInt wanted);
  void polish(Vec x);
  void settle();
  void judge(Candidate& candidate);
  std::vector<Cluster> groups() const;
  PetscInt missing(PetscInt wanted);
  PetscInt found() const { return static_cast<PetscInt>(candidates_.size()); }
  NaturalModes finish(PetscInt wanted);
  double residual(const Candidate& candidate);

  const System& system_;
  linear::Operators operators_;
  const ModesOptions& options_;
  core::Vector diagonal_;  // of K
  DiagonalRatios ratios_;
  core::Vector work_, zero_;
  double shift_ = 0;
  Factor inverse_;
  PetscInt existing_ = 0;  // finite modes, or more than that unless exact_
  bool exact_ = false;
  std::vector<Candidate> candidates_;
  bool verified_ = false;
};

Search::Factor Search::factor(double mu) const {
  std::vector<linear::WeightedMatrix<double>> sum;
  for (const auto& term : system_.terms())
    if (term.kind == Kind::elastic)
      for (const auto& [weight, matrix] : term.parts) sum.push_back({weight, matrix});
  sum.push_back({-mu, system_.mass()});
  return std::make_unique<linear::RealSaddle>(operators_, sum, "modes_",
                                              linear::SaddleOptions{.inertia = true});
}

/// Each constraint brings one negative eigenvalue of its own.
std::optional<PetscInt> Search::eigenvalues_below(const linear::RealSaddle& shifted) const {
  const auto negative = shifted.negative_eigenvalues();
  if (!negative) return {};
  return *negative - system_.constraints();
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
      inverse_ = factor(-size);
    } catch (const core::Error& error) {
      if (error.kind() != core::Failure::numerics) throw;
      if (attempt < 2) continue;
      core::numerics_error(
          "K − σM with the constraints cannot be factored: {}; some motion has neither mass nor "
          "stiffness",
          error.what());
    }
    shift_ = -size;
    below = eigenvalues_below(*inverse_).value_or(0);
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
  const auto is_zero = [](const Candidate& c) { return std::abs(c.eigenvalue) <= c.resolution; };
  const auto first = std::find_if_not(candidates_.begin(), candidates_.end(), is_zero);
  if (first == candidates_.end() || first->eigenvalue < 0) return false;
  const double ratio = first->eigenvalue / -shift_;
  const bool floats = first != candidates_.begin();
  if (ratio > too_far && !(floats && ratio > too_close)) return false;
  shift_ = -first->eigenvalue;
  inverse_ = factor(shift_);
  candidates_.clear();
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
  const auto below = eigenvalues_below(*factor(beyond_all * ratios_.largest));
  if (!below) return;
  exact_ = true;
  existing_ = std::min(existing_, *below);
}

/// x ← S M x: takes G x to round-off, and what Lanczos left of other modes down, and gives y.
void Search::polish(Vec x) {
  Candidate candidate{.x = system_.make_displacement(),
                      .y = system_.constrained() ? system_.make_multiplier() : core::Vector()};
  check(MatMult(*system_.mass(), x, work_));
  const core::Vector force = core::make_copy(work_.get());
  inverse_->solve(force, zero_, candidate.x, candidate.y);
  candidates_.push_back(std::move(candidate));
  judge(candidates_.back());
}

/// Unit mass, ω² and what is known of it.
void Search::judge(Candidate& candidate) {
  constexpr double rounding = 64 * std::numeric_limits<double>::epsilon();
  const double mass = 2 * system_.kinetic_energy(candidate.x);
  check(VecScale(candidate.x, 1 / std::sqrt(mass)));
  if (!candidate.y.empty()) check(VecScale(candidate.y, 1 / std::sqrt(mass)));
  candidate.eigenvalue = 2 * system_.strain_energy(candidate.x);
  check(VecPointwiseMult(work_, diagonal_, candidate.x));
  check(VecAbs(work_));
  const core::Vector size = core::make_copy(candidate.x.get());
  check(VecAbs(size));
  candidate.resolution = rounding * (core::dot(size, work_) - shift_);
}

/// Whether anything new came. @note Collective.
bool Search::look_for(PetscInt wanted) {
  std::vector<Vec> known;
  for (const auto& candidate : candidates_) known.push_back(candidate.x);
  wanted = std::min(wanted, existing_ - found());
  if (wanted <= 0) return false;
  const auto vectors = dominant_vectors(system_, *inverse_, known,
                                        {.wanted = wanted,
                                         .most = existing_ - found(),
                                         .tolerance = options_.tolerance,
                                         .max_restarts = options_.max_restarts,
                                         .shift = shift_});
  for (const auto& vector : vectors) polish(vector);
  settle();
  return !vectors.empty();
}

/// Sorted and M-orthonormal.
void Search::settle() {
  const auto lower = [](const Candidate& a, const Candidate& b) {
    return a.eigenvalue < b.eigenvalue;
  };
  std::sort(candidates_.begin(), candidates_.end(), lower);
  std::vector<Vec> x, y;
  for (Candidate& mine : candidates_) {
    std::vector<double> along(x.size());
    const auto count = static_cast<PetscInt>(x.size());
    for (int twice = 0; twice < 2 && count > 0; ++twice) {
      check(MatMult(*system_.mass(), mine.x, work_));
      check(VecMDot(work_, count, x.data(), along.data()));
      for (double& value : along) value = -value;
      check(VecMAXPY(mine.x, count, along.data(), x.data()));
      if (!mine.y.empty()) check(VecMAXPY(mine.y, count, along.data(), y.data()));
    }
    judge(mine);
    x.push_back(mine.x);
    y.push_back(mine.y);
  }
  std::stable_sort(candidates_.begin(), candidates_.end(), lower);
}

std::vector<Cluster> Search::groups() const {
  constexpr double same = 1e-10;
  std::vector<Cluster> result;
  for (std::size_t j = 0; j < candidates_.size(); ++j) {
    const Candidate& mine = candidates_[j];
    if (!result.empty()) {
      const Candidate& first = candidates_[result.back().begin];
      const double difference = mine.eigenvalue - first.eigenvalue;
      if (difference <= same * std::abs(mine.eigenvalue) + mine.resolution + first.resolution) {
        result.back().end = j + 1;
        continue;
      }
    }
    result.push_back({j, j + 1});
  }
  return result;
}

/// How many modes to look for still: so that `wanted` are there, that the group of the last one is
/// whole, and that none below is missing. Sets verified_ when it is zero.
PetscInt Search::missing(PetscInt wanted) {
  if (found() < wanted) return wanted - found();
  PetscInt end = 0;
  for (const Cluster& group : groups())
    if (end < wanted) end = static_cast<PetscInt>(group.end);
  if (end == found()) {
    verified_ = exact_ && found() == existing_;
    return found() < existing_ ? 2 : 0;
  }
  const double mu = 0.5 * (candidates_[end - 1].eigenvalue + candidates_[end].eigenvalue);
  const auto below = eigenvalues_below(*factor(mu));
  verified_ = below && *below == end;
  if (below && *below < end)
    core::numerics_error(
        "{} modes were found below ω² = {:.9g} where the signs of the pivots allow {}: the "
        "matrices "
        "are too badly conditioned",
        end, mu, *below);
  return below ? *below - end : 0;
}

double Search::residual(const Candidate& candidate) {
  const core::Vector force = system_.make_displacement();
  check(MatMult(*system_.mass(), candidate.x, work_));
  const double inertia = (std::abs(candidate.eigenvalue) - shift_) * core::norm(work_);
  check(VecAXPY(force, -candidate.eigenvalue, work_));
  system_.add_internal(1.0, candidate.x, nullptr, force);
  if (!candidate.y.empty()) check(MatMultTransposeAdd(system_.G(), candidate.y, force, force));
  check(VecPointwiseMult(work_, diagonal_, candidate.x));
  const double scale = core::norm(work_) + inertia;
  return scale > 0 ? core::norm(force) / scale : 0.0;
}

NaturalModes Search::finish(PetscInt wanted) {
  constexpr double acceptable = 1e-8;
  NaturalModes result{.modes = {}, .verified = verified_};
  for (const Cluster& group : groups()) {
    const std::span members(candidates_.data() + group.begin, group.end - group.begin);
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
      mode.residual = residual(member);
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
      if (!exact_) existing_ = found();
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
  require_sensible(options);
  mechanics::require_inertia_or_stiffness(system);
  if (system.constrained()) linear::require_independent_rows(system.G());
  const auto undamped = without_damping(system);
  return Search(undamped ? *undamped : system, options).run();
}

std::vector<Participation> participation(const System& system, std::span<const Mode> modes,
                                         std::span<const Direction> directions) {
  std::vector<Participation> result;
  const core::Vector inertia = system.make_displacement();
  for (const Direction& direction : directions) {
    check(MatMult(*system.mass(), direction.vector, inertia));
    Participation mine{.direction = direction.name,
                       .mass = core::dot(direction.vector, inertia),
                       .factor = {},
                       .effective_mass = {},
                       .cumulative_fraction = {}};
    double sum = 0;
    for (const Mode& mode : modes) {
      const double factor = core::dot(mode.shape, inertia);
      sum += factor * factor;
      mine.factor.push_back(factor);
      mine.effective_mass.push_back(factor * factor);
      mine.cumulative_fraction.push_back(mine.mass > 0 ? sum / mine.mass : 0);
    }
    result.push_back(std::move(mine));
  }
  return result;
}

}  // namespace sparkdyn::integrate
