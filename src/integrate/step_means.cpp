// SPDX-License-Identifier: BSD-3-Clause
#include "integrate/step_means.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "tableau/error_source.hpp"

namespace sparkdyn::integrate {

using core::check;

namespace {

constexpr double most_unequal = 2.5;

/// The corner of A in Legendre coefficients.
double corner(const stage::Coefficients& c, const stage::Matrix& A) {
  return c.highest.dot(c.b.cwiseProduct(A * c.highest));
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
}

ErrorSources::ErrorSources(const stage::Coefficients& c)
    : stages_(c.stages),
      beta_(corner(c, c.terms.empty() ? c.velocity : c.terms.front())),
      beta_velocity_(corner(c, c.velocity)) {
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
  return step;
}

void ErrorSources::fill(StepMeans& step, const mechanics::State& before, double h,
                        const stage::BlockVector& x) const {
  step.t = before.t;
  step.h = h;
  core::copy(before.v, step.v);
  for (Eigen::Index j = 0; j < means_.rows(); ++j) {
    Vec mean = step.means[static_cast<std::size_t>(j)];
    check(VecSet(mean, 0.0));
    for (int i = 0; i < stages_; ++i) check(VecAXPY(mean, means_(j, i), x.velocity(i)));
  }
}

void ErrorSources::make(std::span<const StepMeans* const> window, int current, Vec end, Vec s_q,
                        Vec s_v) const {
  const double h = window[static_cast<std::size_t>(current)]->h;
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
}

}  // namespace sparkdyn::integrate
