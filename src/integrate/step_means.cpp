// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/step_means.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "tableau/error_source.hpp"

namespace sparkdyn::integrate {

using core::check;

namespace {

constexpr double most_unequal = 2.5;

/// The corner of A in Legendre coefficients.
double corner(const stage::Coefficients& c, const stage::Matrix& A) {
  return c.highest.dot(c.b.cwiseProduct(A * c.highest));
}

bool uniform(const stage::Coefficients& c) {
  const auto same = [&](const stage::Matrix& A) {
    const stage::Matrix& first = c.terms.empty() ? c.velocity : c.terms.front();
    return (A - first).cwiseAbs().maxCoeff() <= 1e-13;
  };
  return std::all_of(c.terms.begin(), c.terms.end(), same) &&
         std::all_of(c.loads.begin(), c.loads.end(), same);
}

/// ψ by v₀, v₁ and the stages.
stage::Vector beyond_row(const stage::Coefficients& c) {
  const int s = c.stages, size = s + 2;
  const auto xi = [](int j) { return 0.5 / std::sqrt(4.0 * j * j - 1); };
  stage::Matrix nu = stage::Matrix::Zero(s, size);
  for (int i = 0; i < s; ++i) nu.col(2 + i) = c.b(i) * tableau::normalised_legendre(c.c(i), s - 1);
  const stage::Vector start = stage::Vector::Unit(size, 0);
  stage::Vector before = stage::Vector::Unit(size, 1) - start, below = 0.5 * before + start;
  for (int j = 0; j + 1 < s; ++j) {
    const stage::Vector next = (below - nu.row(j).transpose()) / xi(j + 1);
    below = xi(j + 1) * before;
    before = next;
  }
  return nu.row(s - 1).transpose() - below;
}

}  // namespace

bool alike(double a, double b) {
  return std::max(a, b) <= most_unequal * std::min(a, b);
}

void StepMeans::carry(core::Archive& archive) {
  archive.number("t", t);
  archive.number("h", h);
  archive.vector("v", core::Space::displacement, v);
  for (std::size_t j = 0; j < means.size(); ++j)
    archive.vector(fmt::format("mean-{}", j), core::Space::displacement, means[j]);
  if (!beyond.empty()) archive.vector("beyond", core::Space::displacement, beyond);
}

ErrorSources::ErrorSources(const stage::Coefficients& c)
    : stages_(c.stages),
      mixed_(!uniform(c)),
      beta_(mixed_ ? 0 : corner(c, c.terms.empty() ? c.velocity : c.terms.front())),
      beta_velocity_(corner(c, c.velocity)),
      beyond_(beyond_row(c)) {
  const int highest =
      std::max(tableau::highest_mean(c.stages, 1), tableau::highest_mean(c.stages, 2));
  means_.resize(highest + 1, c.stages);
  for (int i = 0; i < c.stages; ++i)
    means_.col(i) = c.b(i) * tableau::normalised_legendre(c.c(i), highest);
}

StepMeans ErrorSources::empty(Vec like) const {
  StepMeans step;
  step.v = core::make_like(like);
  for (Eigen::Index j = 0; j < means_.rows(); ++j) step.means.push_back(core::make_like(like));
  if (mixed_) step.beyond = core::make_like(like);
  return step;
}

void ErrorSources::fill(StepMeans& step, const mechanics::State& before, double h,
                        const stage::BlockVector& x, Vec after) const {
  step.t = before.t;
  step.h = h;
  core::copy(before.v, step.v);
  for (Eigen::Index j = 0; j < means_.rows(); ++j) {
    Vec mean = step.means[static_cast<std::size_t>(j)];
    check(VecSet(mean, 0.0));
    for (int i = 0; i < stages_; ++i) check(VecAXPY(mean, means_(j, i), x.velocity(i)));
  }
  if (!mixed_) return;
  check(VecSet(step.beyond, 0.0));
  check(VecAXPY(step.beyond, beyond_(0), before.v));
  check(VecAXPY(step.beyond, beyond_(1), after));
  for (int i = 0; i < stages_; ++i) check(VecAXPY(step.beyond, beyond_(2 + i), x.velocity(i)));
}

void ErrorSources::make(std::span<const StepMeans* const> window, int current, Vec end, Vec s_q,
                        Vec s_v) const {
  const StepMeans& own = *window[static_cast<std::size_t>(current)];
  const double h = own.h;
  std::vector<double> lengths;
  for (const StepMeans* step : window) lengths.push_back(step->h / h);
  const auto source = tableau::error_source(stages_, beta_, beta_velocity_, lengths, current);
  check(VecSet(s_q, 0.0));
  check(VecSet(s_v, 0.0));
  Eigen::Index at = 0;
  const auto add = [&](Vec x) {
    check(VecAXPY(s_v, source.velocity(at), x));
    check(VecAXPY(s_q, h * source.displacement(at), x));
    ++at;
  };
  for (const StepMeans* step : window) add(step->v);
  add(end);
  const int highest = tableau::highest_mean(stages_, static_cast<int>(window.size()));
  for (const StepMeans* step : window)
    for (int j = 0; j <= highest; ++j) add(step->means[static_cast<std::size_t>(j)]);
  if (mixed_) check(VecAXPY(s_v, -1.0, own.beyond));
}

}  // namespace sparkdyn::integrate
