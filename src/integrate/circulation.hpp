// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// ½(vᵀKq − qᵀKv): the power of the part of K that is not symmetric. It is no rate of an energy, and
// can put energy in for ever (flutter).

#include "sparkdyn/mechanics/system.hpp"

namespace sparkdyn::integrate {

class Circulation {
 public:
  explicit Circulation(const mechanics::System& system) : system_(&system) {
    if (there()) force_ = system.make_displacement();
  }
  /// Without it every matrix is symmetric, and the power is zero.
  bool there() const { return !system_->symmetric(); }
  /// @note Collective.
  double power(Vec q, Vec v) const { return 0.5 * (product(q, v) - product(v, q)); }

 private:
  double product(Vec q, Vec v) const {
    core::check(VecSet(force_, 0.0));
    system_->add_internal(1.0, q, nullptr, force_);
    return core::dot(v, force_);
  }

  const mechanics::System* system_;
  core::Vector force_;
};

}  // namespace sparkdyn::integrate
