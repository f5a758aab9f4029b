// SPDX-License-Identifier: BSD-3-Clause
#include "motion_laws.hpp"

#include <cmath>
#include <utility>

#include "line_kernel.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

/// With y = e/w: s w (6 y³ − 8 y⁴ + 3 y⁵) up to y = 1 and s e beyond, so that the force has two
/// continuous derivatives.
Pull stop(double stiffness, double width, double e) {
  if (e <= 0) return {};
  if (e >= width) return {stiffness / 2 * (e * e - 0.2 * width * width), stiffness * e, stiffness};
  const double y = e / width, k = stiffness * y * y;
  return {k * e * e * (1.5 + y * (-1.6 + 0.5 * y)), k * e * (6 + y * (-8 + 3 * y)),
          k * (18 + y * (-32 + 15 * y))};
}

class ElasticMotion final : public PullLaw {
 public:
  ElasticMotion(const MotionLaw& law, mechanics::AmplitudePtr force)
      : law_(law), force_(std::move(force)) {}

  Value at(double x, double) const override {
    Value value{law_.stiffness * (x - law_.rest), law_.stiffness, 0};
    if (force_) {
      value.force += force_->value(x);
      value.by_elongation += force_->rate(x);
    }
    const Pull above = stop(law_.stop_stiffness, law_.stop_width, x - law_.highest);
    const Pull below = stop(law_.stop_stiffness, law_.stop_width, law_.lowest - x);
    value.force += above.force - below.force;
    value.by_elongation += above.slope + below.slope;
    return value;
  }
  double energy(double x) const override {
    const double e = x - law_.rest;
    return law_.stiffness * e * e / 2 + (force_ ? work_of(*force_, x) : 0) +
           stop(law_.stop_stiffness, law_.stop_width, x - law_.highest).energy +
           stop(law_.stop_stiffness, law_.stop_width, law_.lowest - x).energy;
  }

 private:
  MotionLaw law_;
  mechanics::AmplitudePtr force_;
};

class DampedMotion final : public PullLaw {
 public:
  DampedMotion(const MotionLaw& law, mechanics::AmplitudePtr force)
      : law_(law), force_(std::move(force)) {}

  Value at(double, double rate) const override {
    Value value{law_.damping * rate, 0, law_.damping};
    if (force_) {
      value.force += force_->value(rate);
      value.by_rate += force_->rate(rate);
    }
    if (law_.friction == 0) return value;
    const double share = std::tanh(rate / law_.speed);
    value.force += law_.friction * share;
    value.by_rate += law_.friction / law_.speed * (1 - share * share);
    return value;
  }

 private:
  MotionLaw law_;
  mechanics::AmplitudePtr force_;
};

}  // namespace

MotionPulls pulls_of(const MotionLaw& law, std::span<const mechanics::AmplitudePtr> amplitudes) {
  const auto amplitude = [&](int index) {
    return index < 0 ? nullptr : amplitudes[static_cast<std::size_t>(index)];
  };
  MotionPulls pulls;
  if (law.stiffness != 0 || law.law >= 0 || law.stop_stiffness != 0)
    pulls.elastic = std::make_shared<ElasticMotion>(law, amplitude(law.law));
  if (law.damping != 0 || law.rate_law >= 0 || law.friction != 0)
    pulls.damping = std::make_shared<DampedMotion>(law, amplitude(law.rate_law));
  return pulls;
}

}  // namespace sparkdyn::structure::nonlinear
