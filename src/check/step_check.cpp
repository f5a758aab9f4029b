// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>

#include "amplitude_survey.hpp"
#include "system_inspection.hpp"

namespace sparkdyn::check {

namespace {

/// What lies below is rounding.
std::string small_text(double value) {
  return std::abs(value) < 1e-12 ? "<1e-12" : fmt::format("{:.1e}", value);
}

}  // namespace

/// How much of the response each mode may carry, the largest 1: what loads at their peak, and the
/// initial values, put into it. Empty when prescribed motion drives the structure.
std::vector<double> SystemCheck::shares() const {
  if (system_.constrained() && (!system_.prescribes() || !system_.prescribed().empty())) return {};
  std::vector<double> result;
  const core::Vector inertia = system_.make_displacement();
  std::vector<double> peaks;
  for (const auto& load : system_.loads())
    peaks.push_back(survey(*load.amplitude, given_.span).peak);
  for (const auto& mode : modes_.modes) {
    double share = 0;
    if (mode.omega > 0) {
      core::check(MatMult(*system_.mass(), mode.shape, inertia));
      for (std::size_t k = 0; k < peaks.size(); ++k)
        share +=
            std::abs(peaks[k] * core::dot(mode.shape, system_.loads()[k].shape)) / mode.eigenvalue;
      for (const auto& state : given_.initial)
        share += std::abs(core::dot(inertia, state.v)) / mode.omega +
                 std::abs(core::dot(inertia, state.q));
    }
    result.push_back(share);
  }
  const double largest = result.empty() ? 0 : *std::max_element(result.begin(), result.end());
  if (!(largest > 0)) return {};
  for (double& share : result) share /= largest;
  return result;
}

/// The error of a mode weighs as much as the part of the response it carries. A phase that is off
/// by a radian, or a mode with less than π steps in a period, is an error of all of that.
void SystemCheck::accuracy() {
  constexpr int shown = 6;
  constexpr double noticeable = 0.01, large = 0.1;
  const auto method = given_.options.method.of().modal(given_.options.method, system_);
  const auto share = shares();
  report_.line(fmt::format("  {:>12} {:>14} {:>14} {:>16} {:>10}", "frequency", "steps/period",
                           "period error", "damping/period", "response"));
  std::vector<double> frequencies, errors;
  double worst = 0, worst_frequency = 0;
  for (std::size_t k = 0; k < modes_.modes.size() && frequencies.size() < shown; ++k) {
    const auto& mode = modes_.modes[k];
    if (!(mode.omega > 0)) continue;
    const auto error = modal_error(method, h(), mode.omega);
    const bool resolved = h() * mode.omega < 2;
    report_.line(fmt::format(
        "  {:>12.5g} {:>14.4g} {:>14} {:>16} {:>10}", mode.frequency, 1 / (mode.frequency * h()),
        resolved ? small_text(error.period) : "not resolved", small_text(error.amplitude),
        share.empty() ? "?" : small_text(share[k])));
    frequencies.push_back(mode.frequency);
    errors.push_back(error.period);
    const double phase = std::abs(error.period) * span() * mode.omega;
    const double mine = (share.empty() ? 1.0 : share[k]) * (resolved ? std::min(phase, 1.0) : 1.0);
    if (mine < worst) continue;
    worst = mine;
    worst_frequency = mode.frequency;
  }
  if (frequencies.empty()) return;
  report_.value("largest error", fmt::format("{:.1e} of the response", worst), "largest_error",
                worst);
  if (share.empty() && worst > noticeable) {
    report_.judge(Level::note,
                  fmt::format("if the mode of {:.5g} takes part, its phase is off by {:.2g} radian "
                              "or more by the end of the run",
                              worst_frequency, worst));
    return;
  }
  const auto sentence = fmt::format(
      "the mode of {:.5g} makes an error of about {:.1e} of the response by the end of the run",
      worst_frequency, worst);
  if (worst > large)
    report_.judge(Level::warning, sentence + "; take a smaller step or more stages");
  else
    report_.judge(worst > noticeable ? Level::note : Level::ok, sentence);
}

PetscInt SystemCheck::modes_between(double from, double to) {
  const PetscInt all = system_.dofs() - system_.constraints();
  const bool to_the_end = to >= highest_.omega;
  const auto below = modal::modes_below(system_, from);
  const auto above = to_the_end ? std::optional<PetscInt>(all) : modal::modes_below(system_, to);
  return below && above ? *above - *below : -1;
}

void SystemCheck::judge_bands(const std::vector<integrate::UnstableBand>& bands) {
  constexpr double ruins = 10;
  PetscInt hit = 0;
  bool known = true;
  const integrate::UnstableBand* worst = nullptr;
  for (const auto& band : bands) {
    const PetscInt inside = modes_between(band.from, band.to);
    known = known && inside >= 0;
    if (inside != 0 && (!worst || band.radius > worst->radius)) worst = &band;
    hit += std::max<PetscInt>(inside, 0);
    report_.line(
        fmt::format("  frequencies from {:.5g} to {:.5g} grow, by up to {:.4g} per step; "
                    "{} modes lie there",
                    band.from / two_pi, band.to / two_pi, band.radius,
                    inside < 0 ? std::string("how many") : std::to_string(inside)));
  }
  const double limit =
      std::isinf(highest_.omega) ? highest_.omega : std::max(highest_.bound, highest_.omega);
  const double stable = integrate::largest_stable_step(
      given_.options.method.of().modal(given_.options.method, system_), h(), limit, span());
  report_.value("largest stable step", fmt::format("{:.6g}", stable), "stable_step", stable);
  if (hit == 0 && known) {
    report_.judge(Level::note, "no mode lies where the splitting is unstable at this step");
    return;
  }
  const double growth = steps() * std::log(worst->radius);
  report_.judge(growth > std::log(ruins) ? Level::error : Level::warning,
                fmt::format("the splitting is unstable at this step: modes near {:.5g} grow by "
                            "{:.4g} per step; the step may be {:.6g} at most, or use a "
                            "rho_infinity for all terms",
                            worst->worst / two_pi, worst->radius, stable));
}

void SystemCheck::stability() {
  const auto method = given_.options.method.of().modal(given_.options.method, system_);
  if (highest_.omega > 0 && std::isfinite(highest_.omega)) {
    report_.value("steps per shortest period",
                  fmt::format("{:.4g}", two_pi / (h() * highest_.omega)),
                  "steps_per_shortest_period", two_pi / (h() * highest_.omega));
    report_.value("h·ω at the highest", fmt::format("{:.4g}", h() * highest_.omega), "h_omega",
                  h() * highest_.omega);
  }
  if (method.unconditional) {
    report_.judge(Level::ok, "the method is stable at every step, whatever the frequencies are");
    return;
  }
  const bool spark = given_.options.method.of().splits != run::SplitBy::nothing;
  trial_decides_ = !method.exact && spark;
  if (!spark && system_.constrained() && method.radius(h(), 1e6 / h()) > 1 - 1e-6)
    report_.judge(Level::warning,
                  "without numerical damping this method is weakly unstable with constraints; give "
                  "it some, or use the family gauss-lobatto");
  const double limit = std::max(highest_.bound, highest_.omega);
  const auto bands = unstable_bands(method, h(), limit, span());
  if (bands.empty()) {
    report_.judge(trial_decides_ ? Level::note : Level::ok,
                  "no mode grows at this step, at the highest frequency and at all below");
  } else if (!trial_decides_) {
    judge_bands(bands);
  } else {
    report_.judge(Level::note,
                  fmt::format("taken mode by mode the splitting would let frequencies from {:.5g} "
                              "on grow",
                              bands.front().from / two_pi));
  }
  if (trial_decides_)
    report_.judge(Level::note,
                  "modes do not tell all here (" + method.why_not_exact + "): trial steps decide");
}

}  // namespace sparkdyn::check
