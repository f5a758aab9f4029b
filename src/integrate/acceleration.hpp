// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// a and λ of a state from [M Gᵀ; G 0][a; λ] = [F − Cv − Kq; c''(t)], (17h) of Jay 1998.

#include <memory>

#include "sparkdyn/mechanics/system.hpp"
#include "stage/stage_system.hpp"

namespace sparkdyn::integrate {

class Acceleration {
 public:
  Acceleration(const mechanics::System& system, std::shared_ptr<stage::MassSolver> mass);
  virtual ~Acceleration() = default;

  /// False when [M Gᵀ; G 0] is singular: degrees of freedom without mass or constraint have no
  /// acceleration of their own. Factors on first call. @note Collective.
  virtual bool available();
  /// @note Collective.
  virtual void compute(const mechanics::State& state);
  Vec a() const { return a_; }
  Vec lambda() const { return lambda_; }

 private:
  const mechanics::System* system_;
  std::shared_ptr<stage::MassSolver> mass_;
  core::Vector a_, lambda_, force_, value_;
  bool tried_ = false, available_ = false;
};

}  // namespace sparkdyn::integrate
