// SPDX-License-Identifier: BSD-3-Clause
#include "system_frame.hpp"

#include <array>

namespace sparkdyn::run {

std::vector<NamedNumber> Frame::account() const {
  const Energies& e = energies();
  const Violations& violation = violations();
  return {{"kinetic", e.kinetic},
          {"strain", e.strain},
          {"external_work", e.external_work},
          {"dissipated", e.dissipated},
          {"balance", e.balance},
          {"position_violation", violation.position},
          {"velocity_violation", violation.velocity}};
}

Vec vector_of(const Frame& frame, mechanics::Quantity quantity) {
  using mechanics::Quantity;
  switch (quantity) {
    case Quantity::displacement:
      return frame.q();
    case Quantity::velocity:
      return frame.v();
    case Quantity::acceleration:
      return frame.acceleration();
    case Quantity::multiplier:
      return frame.multiplier();
    case Quantity::reaction:
      return frame.reaction();
    case Quantity::directors:
      return frame.directors();
    case Quantity::field:
      break;
  }
  return nullptr;
}

void SystemFrame::renew(long step, bool first, bool last, const Violations& violations) {
  step_ = step;
  first_ = first;
  last_ = last;
  violations_ = violations;
  solved_ = false;
  energies_.reset();
}

bool SystemFrame::solve_acceleration() const {
  if (!acceleration_->available()) return false;
  if (!solved_) acceleration_->compute(*state_);
  solved_ = true;
  return true;
}

Vec SystemFrame::acceleration() const {
  return solve_acceleration() ? acceleration_->a() : nullptr;
}

Vec SystemFrame::multiplier() const {
  return system_->constrained() && solve_acceleration() ? acceleration_->lambda() : nullptr;
}

std::vector<NamedNumber> SystemFrame::account() const {
  std::vector<NamedNumber> numbers = Frame::account();
  if (!system_->linear()) numbers.push_back({"iterations", static_cast<double>(iterations_)});
  return numbers;
}

const Energies& SystemFrame::energies() const {
  if (!energies_) {
    Energies e;
    e.kinetic = system_->kinetic_energy(state_->v);
    e.strain = system_->strain_energy(state_->q, state_->t);
    if (first_) account_->initial = e.kinetic + e.strain;
    e.external_work = account_->external;
    e.dissipated = account_->dissipated;
    e.balance = e.kinetic + e.strain - account_->initial - e.external_work + e.dissipated;
    energies_ = e;
  }
  return *energies_;
}

}  // namespace sparkdyn::run
