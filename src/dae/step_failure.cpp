// SPDX-License-Identifier: BSD-3-Clause
// What is said of a step that failed, and what would help: tried, not supposed.

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sparkdyn/core/error.hpp"
#include "stepper_implementation.hpp"

namespace sparkdyn::dae {

// "", or which coordinate the last correction moved most, or made infinite.
std::string Stepper::Implementation::where() const {
  if (!correction_ || correction_->Z.size() == 0) return "";
  Eigen::Index worst = 0;
  double most = -1.0;
  for (Eigen::Index i = 0; i < correction_->Z.rows(); ++i) {
    const double size = correction_->Z.row(i).lpNorm<Eigen::Infinity>();
    if (!std::isfinite(size))
      return fmt::format(", and the velocity of coordinate {} is not finite", i + 1);
    if (size > most) {
      most = size;
      worst = i;
    }
  }
  return fmt::format(", most in the velocity of coordinate {}", worst + 1);
}

// "", or that the step is longer than the period of an oscillation that is under way.
std::string Stepper::Implementation::oscillation(const Point& from, double h) {
  const SlowMotion* motion = slow(from, h);
  if (!motion || motion->resolved()) return "";
  const double turns = std::abs(h) * std::sqrt(motion->squares.maxCoeff());
  return fmt::format(
      "; the step does not resolve the fastest oscillation (h omega = {:.3g}), and only while its "
      "amplitude is small need the equations of the step have a solution near the motion",
      turns);
}

std::string Stepper::Implementation::explain(const Point& from, double h,
                                             const StepResult& result) {
  const std::size_t shown = std::min<std::size_t>(result.history.size(), 6);
  const std::vector<double> tail(result.history.end() - static_cast<std::ptrdiff_t>(shown),
                                 result.history.end());
  const std::string text = fmt::format(
      "the step from t = {:.9g} with h = {:.3g} failed: after {} Newton iterations and {} "
      "Jacobians the relative changes end with {:.2e}{}",
      from.t, h, result.history.size(), result.factorizations, fmt::join(tail, ", "), where());
  const std::string dependent = dependent_constraint(*system_, from);
  return text + (dependent.empty() ? oscillation(from, h) : "; " + dependent);
}

std::string Stepper::Implementation::explain_spurious(const Point& from, double h,
                                                      const EnergyJump& jump) {
  return fmt::format(
             "the step from t = {:.9g} with h = {:.3g} failed: the only solution of its equations "
             "that was found is not the motion, it goes more than ten times as far as velocities "
             "and accelerations reach, and the energy rises from {:.4g} to {:.4g}",
             from.t, h, jump.before, jump.after) +
         oscillation(from, h);
}

std::string Stepper::Implementation::remedy(const Point& from, double h) const {
  if (!dependent_constraint(*system_, from).empty()) return "";
  const auto works = [&](const Method& method, double size) {
    try {
      const StepResult result =
          Implementation(system_, method, options_).step(from, size, std::nullopt);
      return result.converged && !result.energy_jump;
    } catch (const core::Error&) {
      return false;  // not a method for this system
    }
  };
  std::string text;
  double size = h;
  for (int halving = 0; halving < 14 && text.empty(); ++halving) {
    size *= 0.5;
    if (works(method_, size)) {
      text = fmt::format("a smaller step from there, {:.3g}, does not fail", size);
    }
  }
  if (text.empty()) text = fmt::format("smaller steps from there, down to {:.1e}, fail too", size);
  using tableau::Family, tableau::Mixture;
  const Method dissipative = lobatto_spark(
      std::clamp(method_.stages(), 2, 6), tableau::Splitting::uniform(Mixture::pure(Family::IIIC)));
  if (works(dissipative, h)) {
    text += fmt::format("; nor does this step with a dissipative method ({}-stage Lobatto IIIC)",
                        dissipative.stages());
  }
  return text;
}

}  // namespace sparkdyn::dae
