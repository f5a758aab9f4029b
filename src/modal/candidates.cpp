// SPDX-License-Identifier: BSD-3-Clause
#include "candidates.hpp"

#include <algorithm>
#include <limits>

#include "pencil.hpp"

namespace sparkdyn::modal {

using core::check;

Candidates::Candidates(const mechanics::System& system)
    : system_(system), diagonal_(stiffness_diagonal(system)), work_(system.make_displacement()) {}

void Candidates::restart(double shift) {
  all_.clear();
  shift_ = shift;
}

void Candidates::add(std::span<const core::Vector> vectors, linear::RealSaddle& inverse) {
  const core::Vector force = system_.make_displacement(), zero = system_.make_multiplier();
  for (const auto& x : vectors) {
    Candidate& mine = all_.emplace_back();
    mine.x = system_.make_displacement();
    if (system_.constrained()) mine.y = system_.make_multiplier();
    check(MatMult(*system_.mass(), x, force));
    inverse.solve(force, zero, mine.x, mine.y);
    judge(mine);
  }
  settle();
}

std::vector<Vec> Candidates::shapes() const {
  std::vector<Vec> result;
  for (const auto& candidate : all_) result.push_back(candidate.x);
  return result;
}

/// Scales to unit mass; ω², and how far it can be known.
void Candidates::judge(Candidate& candidate) const {
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

void Candidates::settle() {
  const auto lower = [](const Candidate& a, const Candidate& b) {
    return a.eigenvalue < b.eigenvalue;
  };
  std::sort(all_.begin(), all_.end(), lower);
  std::vector<Vec> x, y;
  for (Candidate& mine : all_) {
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
  std::stable_sort(all_.begin(), all_.end(), lower);
}

std::vector<std::span<Candidate>> Candidates::clusters() {
  constexpr double same = 1e-10;
  std::vector<std::span<Candidate>> result;
  for (Candidate& mine : all_) {
    if (!result.empty()) {
      auto& cluster = result.back();
      const Candidate& first = cluster.front();
      const double difference = mine.eigenvalue - first.eigenvalue;
      if (difference <= same * std::abs(mine.eigenvalue) + mine.resolution + first.resolution) {
        cluster = {cluster.data(), cluster.size() + 1};
        continue;
      }
    }
    result.emplace_back(&mine, 1);
  }
  return result;
}

double Candidates::residual(const Candidate& candidate) const {
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

}  // namespace sparkdyn::modal
