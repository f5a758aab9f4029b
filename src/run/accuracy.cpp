// SPDX-License-Identifier: BSD-3-Clause
#include "run/accuracy.hpp"

#include <algorithm>
#include <cmath>
#include <complex>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/tableau/gauss_lobatto.hpp"
#include "tableau/stability.hpp"

namespace sparkdyn::run {
namespace {

using Complex = std::complex<double>;
using tableau::GaussLobatto;

constexpr int fewest_stages = 2, most_stages = 5;
/// Near a resonance the response is less accurate than a mode left to itself.
constexpr double resonance = 0.7;
/// The share of modes that answer statically in what is looked at.
constexpr double static_share = 0.05;

/// Of a step, and of the factors, in solves with one real factor (docs/performance.md).
double solves(int s) {
  const int reals = s % 2, pairs = s / 2;
  return reals + 2.5 * pairs;
}
double setup(int s) {
  const int reals = s % 2, pairs = s / 2;
  return 26.0 * reals + 59.0 * pairs;
}

/// E(s, z).
double mode_error(const GaussLobatto& gauss, double rho, double z) {
  const Complex R = tableau::stability_function(gauss.A(rho), gauss.b(), Complex(0, z));
  return std::abs(R - std::polar(1.0, z)) / z;
}

/// S(s, y).
double static_error(const GaussLobatto& gauss, double rho, double y) {
  const tableau::Vector w = gauss.end_row(rho);
  Complex sum = 0;
  for (Eigen::Index i = 0; i < w.size(); ++i) sum += w(i) * std::polar(1.0, gauss.c()(i) * y);
  return std::abs(sum / (std::polar(1.0, y) - gauss.limit(rho)) - 1.0);
}

/// The largest x up to which `error` stays within `allowed`.
template <typename Error>
double largest(double allowed, Error error) {
  constexpr double first = 1e-4, finest = 1.02, last = 20;
  double x = first;
  while (x * finest < last && error(x * finest) <= allowed) x *= finest;
  return x;
}

/// The largest step that is accurate enough with s stages.
double largest_step(const AccuracyWish& wish, double omega, int s) {
  const GaussLobatto gauss(s);
  const double rho = wish.rho_infinity;
  const double z = largest(wish.accuracy, [&](double x) { return mode_error(gauss, rho, x); });
  double h = z / omega;
  if (wish.load_omega > 0) {
    const double y = largest(wish.accuracy / static_share,
                             [&](double x) { return static_error(gauss, rho, x); });
    h = std::min({h, resonance * z / wish.load_omega, y / wish.load_omega});
  }
  return h;
}

/// What limits the step: a mode of interest, one near the load's frequency, or those that answer
/// statically.
double expected_error(const AccuracyWish& wish, double omega, const GaussLobatto& gauss, double h) {
  const double rho = wish.rho_infinity;
  double error = mode_error(gauss, rho, h * omega);
  if (wish.load_omega > 0)
    error = std::max({error, mode_error(gauss, rho, h * wish.load_omega / resonance),
                      static_share * static_error(gauss, rho, h * wish.load_omega)});
  return error;
}

AccuracyChoice choice(const AccuracyWish& wish, double omega, int s, double h) {
  const double steps = std::max(1.0, std::ceil(wish.span / h * (1 - 1e-9)));
  const double step = wish.step.value_or(wish.span / steps);
  return {.stages = s, .step = step, .error = expected_error(wish, omega, GaussLobatto(s), step)};
}

}  // namespace

AccuracyChoice choose_accuracy(const AccuracyWish& wish) {
  const double omega = wish.omega > 0 ? wish.omega : wish.load_omega;
  if (!(omega > 0))
    core::input_error(
        "an accuracy needs a frequency: no load of this case changes in time, so give the highest "
        "frequency of interest, e.g. 'frequency: 50', in cycles per unit of time");
  std::optional<AccuracyChoice> best;
  double least = 0;
  for (int s = wish.stages.value_or(fewest_stages); s <= wish.stages.value_or(most_stages); ++s) {
    const double h = largest_step(wish, omega, s);
    if (wish.step && h < *wish.step) continue;
    const double work = wish.span / wish.step.value_or(h) * solves(s) + setup(s);
    if (best && work >= least) continue;
    best = choice(wish, omega, s, h);
    least = work;
  }
  if (!best)
    core::input_error(
        "with the step {} no number of stages from {} to {} is accurate to {}; leave out 'step', "
        "and one is chosen",
        *wish.step, wish.stages.value_or(fewest_stages), wish.stages.value_or(most_stages),
        wish.accuracy);
  return *best;
}

namespace {

/// Errors between these multiples of the accuracy are what was asked for; `aim` is in between.
constexpr double least_share = 0.4, most_share = 1.1, aim = 0.65;
constexpr int most_runs = 8;

/// A step that divides the span.
double dividing(double span, double h) {
  return span / std::max(1.0, std::ceil(span / h * (1 - 1e-9)));
}

}  // namespace

AccuracySearch::AccuracySearch(double accuracy, int stages, int order, double span, double largest)
    : accuracy_(accuracy), stages_(stages), order_(order), span_(span), largest_(largest) {}

std::optional<double> AccuracySearch::after(double step, double error) {
  const Run last = tried_.empty() ? Run{} : tried_.back();
  tried_.push_back({step, error});
  const double share = error / accuracy_;
  const bool enough = share >= least_share && share <= most_share;
  if (enough || runs() >= most_runs || (share < least_share && step >= 0.99 * largest_)) return {};
  constexpr double least_order = 1.5;
  if (last.step > 0 && last.step != step && last.error > 0 && error > 0)
    order_ = std::clamp(std::log(error / last.error) / std::log(step / last.step), least_order,
                        2.0 * stages_);
  const double factor = error > 0 ? std::pow(aim / share, 1 / order_) : 2;
  double next = std::min(step * std::clamp(factor, 0.35, 2.0), largest_);
  // Between a step that is too long and one that is shorter than need be, not beyond them.
  for (const Run& run : tried_) {
    if (run.error > most_share * accuracy_ && next >= run.step) next = std::sqrt(step * run.step);
    if (run.error < least_share * accuracy_ && next <= run.step) next = std::sqrt(step * run.step);
  }
  next = dividing(span_, next);
  for (const Run& run : tried_)
    if (std::abs(next - run.step) <= 1e-9 * next) return {};  // steps divide the span: no other
  return next;
}

/// The longest that is accurate enough, else the most accurate.
const AccuracySearch::Run& AccuracySearch::taken() const {
  const auto better = [&](const Run& a, const Run& b) {
    const bool fits_a = a.error <= most_share * accuracy_,
               fits_b = b.error <= most_share * accuracy_;
    if (fits_a != fits_b) return fits_a;
    return fits_a ? a.step > b.step : a.error < b.error;
  };
  return *std::min_element(tried_.begin(), tried_.end(), better);
}

double AccuracySearch::best() const {
  return taken().step;
}

double AccuracySearch::best_error() const {
  return taken().error;
}

}  // namespace sparkdyn::run
