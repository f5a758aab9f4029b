// SPDX-License-Identifier: BSD-3-Clause
#include "job/harmonic_probes.hpp"

#include <algorithm>
#include <numbers>

#include "mechanics/harmonic_amplitude.hpp"

namespace sparkdyn::job {

using Eigen::MatrixXd;
using Eigen::VectorXcd;
using output::Quantity;
using Complex = std::complex<double>;

GivenFrame::GivenFrame(const mechanics::System& system) : zero_(system.make_displacement()) {
  if (system.constrained()) no_multiplier_ = system.make_multiplier();
}

void GivenFrame::show(const Vectors& vectors, long step, double time, bool last) {
  shown_ = vectors;
  step_ = step;
  time_ = time;
  last_ = last;
}

Vec GivenFrame::multiplier() const {
  if (no_multiplier_.empty()) return nullptr;
  return shown_.lambda ? shown_.lambda : Vec(no_multiplier_);
}

namespace {

bool is_force(Quantity quantity) {
  return quantity == Quantity::multiplier || quantity == Quantity::reaction;
}

/// λ of a force that must be balanced is the opposite of its multiplier.
core::Vector opposite(const core::Vector& multiplier) {
  if (multiplier.empty()) return {};
  core::Vector result = core::make_copy(Vec(multiplier));
  core::check(VecScale(result, -1.0));
  return result;
}

}  // namespace

HarmonicProbes::HarmonicProbes(const mechanics::System& system, const modal::ReducedModel& model,
                               std::vector<output::Probe> probes, const Reader& read,
                               std::vector<HeldLoad> held_loads)
    : probes_(std::move(probes)), eta_(model.eta()), held_loads_(std::move(held_loads)) {
  const auto rows = static_cast<Eigen::Index>(probes_.size());
  const auto motions = static_cast<Eigen::Index>(model.motions().size());
  const Eigen::Index columns = motions + model.size();
  moved_ = stiffness_ = damping_ = mass_ = MatrixXd::Zero(rows, columns);
  load_ = MatrixXd::Zero(rows, static_cast<Eigen::Index>(model.load_multipliers().size()));
  if (rows == 0) return;
  const bool forces = std::any_of(probes_.begin(), probes_.end(),
                                  [](const auto& probe) { return is_force(probe.quantity); });
  GivenFrame frame(system);
  const auto reading = [&](const GivenFrame::Vectors& vectors) {
    frame.show(vectors);
    return read(frame);
  };
  const auto read_vector = [&](Eigen::Index j, Vec b, const modal::ForceMultipliers& of) {
    moved_.col(j) = reading({.q = b, .v = b, .a = b});
    if (!forces) return;
    const core::Vector k = opposite(of.stiffness), c = opposite(of.damping), m = opposite(of.mass);
    const auto or_null = [](const core::Vector& x) { return x.empty() ? nullptr : Vec(x); };
    stiffness_.col(j) = reading({.q = b, .lambda = or_null(k)});
    damping_.col(j) = reading({.v = b, .lambda = or_null(c)});
    mass_.col(j) = reading({.a = b, .lambda = or_null(m)});
  };
  for (Eigen::Index j = 0; j < columns; ++j) {
    const auto k = static_cast<std::size_t>(j < motions ? j : j - motions);
    if (j < motions)
      read_vector(j, model.motions()[k], model.motion_multipliers()[k]);
    else
      read_vector(j, model.vectors()[k], model.vector_multipliers()[k]);
  }
  if (!forces) return;
  for (Eigen::Index k = 0; k < load_.cols(); ++k)
    if (const auto& multiplier = model.load_multipliers()[static_cast<std::size_t>(k)];
        !multiplier.empty())
      load_.col(k) = reading({.lambda = multiplier});
}

VectorXcd HarmonicProbes::values(const modal::ReducedState& state, double frequency) const {
  const Complex i(0, 1);
  const double omega = 2 * std::numbers::pi * frequency;
  VectorXcd x(state.motions.size() + state.z.size());
  x << state.motions, state.z;
  VectorXcd result = moved_ * x;
  VectorXcd force = (1.0 + i * eta_) * (stiffness_ * x) + i * omega * (damping_ * x) -
                    omega * omega * (mass_ * x) + load_ * state.loads;
  for (const HeldLoad& load : held_loads_)
    force += mechanics::harmonic_value(*load.amplitude, frequency) * load.reading;
  for (Eigen::Index k = 0; k < result.size(); ++k) {
    const Quantity quantity = probes_[static_cast<std::size_t>(k)].quantity;
    if (is_force(quantity)) result[k] = force[k];
    if (quantity == Quantity::velocity) result[k] *= i * omega;
    if (quantity == Quantity::acceleration) result[k] *= -omega * omega;
  }
  return result;
}

}  // namespace sparkdyn::job
