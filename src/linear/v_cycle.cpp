// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>

#include "multigrid_levels.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::linear {
namespace {

using Complex = std::complex<double>;

/// The Chebyshev steps damp [lowest, 1] of the spectrum, which the bounds scale to [0, 1].
constexpr double lowest = 0.2;
/// A coarsening that stalls leaves a level too large to factor; it is smoothed instead.
constexpr PetscInt largest_coarsest = 5000;

template <typename Scalar>
std::unique_ptr<ReplicatedFactor<Scalar>> factor(std::span<const Mat> matrices,
                                                 std::span<const Scalar> sigma) {
  Triplets<Scalar> entries;
  const core::RowRange rows = core::row_range(matrices.front());
  double size = 0;
  for (std::size_t k = 0; k < matrices.size(); ++k)
    core::for_each_row(matrices[k], [&](PetscInt i, auto columns, auto values) {
      for (std::size_t c = 0; c < columns.size(); ++c) {
        entries.rows.push_back(static_cast<int>(i));
        entries.columns.push_back(static_cast<int>(columns[c]));
        entries.values.push_back(sigma[k] * values[c]);
        size = std::max(size, std::abs(entries.values.back()));
      }
    });
  // Interpolation may leave a coarse unknown without any fine one; it must not be singular.
  const MPI_Comm comm = core::comm_of(matrices.front());
  size = core::maximum(comm, size);
  for (PetscInt i = rows.begin; i < rows.end; ++i) {
    entries.rows.push_back(static_cast<int>(i));
    entries.columns.push_back(static_cast<int>(i));
    entries.values.push_back(Scalar(1e-14 * size));
  }
  return std::make_unique<ReplicatedFactor<Scalar>>(comm, static_cast<int>(rows.size()), entries);
}

}  // namespace

template <typename Scalar>
VCycle<Scalar>::VCycle(const MultigridSpaces::Levels& levels, std::span<const Scalar> sigma) {
  for (const auto& given : levels.all) {
    std::vector<Mat> matrices;
    for (const auto& B : given.B) matrices.push_back(*B);
    const bool last = &given == &levels.all.back();
    Level level;
    const auto n = static_cast<std::size_t>(core::row_range(matrices.front()).size());
    if (last && core::row_range(matrices.front()).global <= largest_coarsest) {
      coarsest_ = factor<Scalar>(matrices, sigma);
    } else {
      level.A = combination<Stored, Scalar>(matrices, sigma, Scalar(1));
      level.inverse_diagonal.assign(n, Scalar(0));
      for (std::size_t k = 0; k < sigma.size(); ++k) {
        const core::ReadArray bound(given.bound[k]);
        for (std::size_t i = 0; i < n; ++i)
          level.inverse_diagonal[i] += sigma[k] * bound[static_cast<PetscInt>(i)];
      }
      for (Scalar& entry : level.inverse_diagonal)
        entry = entry == Scalar(0) ? Scalar(1) : Scalar(1) / entry;
      for (auto* work : {&level.step, &level.image}) work->resize(n);
    }
    for (auto* work : {&level.r, &level.x}) work->resize(n);
    if (!last) level.interpolation = &given.interpolation;
    levels_.push_back(std::move(level));
  }
}

/// x ← x + Chebyshev steps from the residual r, which is kept up to date except, unless asked for,
/// after the last.
template <typename Scalar>
void VCycle<Scalar>::smooth(Level& level, bool residual_after) {
  constexpr double middle = 0.5 * (1 + lowest), half = 0.5 * (1 - lowest);
  constexpr double first = half / middle;             // ρ₀
  constexpr double second = 1 / (2 / first - first);  // ρ₁
  const std::size_t n = level.r.size();
  for (std::size_t i = 0; i < n; ++i) {
    level.step[i] = level.inverse_diagonal[i] * level.r[i] * (1 / middle);
    level.x[i] += level.step[i];
  }
  level.A.multiply(level.step.data(), level.image.data());
  for (std::size_t i = 0; i < n; ++i) {
    level.r[i] -= level.image[i];
    level.step[i] = second * first * level.step[i] +
                    (2 * second / half) * (level.inverse_diagonal[i] * level.r[i]);
    level.x[i] += level.step[i];
  }
  if (!residual_after) return;
  level.A.multiply(level.step.data(), level.image.data());
  for (std::size_t i = 0; i < n; ++i) level.r[i] -= level.image[i];
}

template <typename Scalar>
void VCycle<Scalar>::cycle(std::size_t at) {
  Level& level = levels_[at];
  std::fill(level.x.begin(), level.x.end(), Scalar(0));
  if (at + 1 == levels_.size()) {
    if (coarsest_) {
      level.x = level.r;
      coarsest_->solve(level.x);
    } else {
      smooth(level, true);
      smooth(level, false);
    }
    return;
  }
  smooth(level, true);
  Level& coarse = levels_[at + 1];
  std::fill(coarse.r.begin(), coarse.r.end(), Scalar(0));
  level.interpolation->multiply_transposed_add(level.r.data(), coarse.r.data());
  cycle(at + 1);
  level.interpolation->multiply(coarse.x.data(), level.step.data());
  level.A.multiply(level.step.data(), level.image.data());
  for (std::size_t i = 0; i < level.r.size(); ++i) {
    level.x[i] += level.step[i];
    level.r[i] -= level.image[i];
  }
  smooth(level, false);
}

template <typename Scalar>
void VCycle<Scalar>::apply(const Scalar* r, Scalar* z) {
  Level& finest = levels_.front();
  std::copy_n(r, finest.r.size(), finest.r.begin());
  cycle(0);
  std::copy_n(finest.x.begin(), finest.x.size(), z);
}

template <typename Scalar>
double VCycle<Scalar>::entries() const {
  double sum = 0;
  for (const Level& level : levels_) sum += level.A.entries();
  return sum;
}

template class VCycle<double>;
template class VCycle<Complex>;

}  // namespace sparkdyn::linear
