// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// States of rest at one time after another, shown as the steps of a run: loads and supports move so
// slowly that neither inertia nor damping matters.

#include <functional>
#include <memory>
#include <vector>

#include "run/rest_frame.hpp"
#include "sparkdyn/integrate/equilibrium.hpp"
#include "sparkdyn/run/integration.hpp"
#include "sparkdyn/run/options.hpp"

namespace sparkdyn::run {

class RestIntegration final : public Integration {
 public:
  /// Comes to rest at the start of the span; borrows the system. A span without length is that
  /// state alone. Throws core::Error (numerics) where there is none. @note Collective.
  RestIntegration(const mechanics::System& system, std::vector<mechanics::State> states,
                  const TimeSpan& span, const linear::SolverPlan& plan,
                  std::function<void(const std::string&)> tell);

  int load_cases() const override { return static_cast<int>(states_.size()); }
  long step() const override { return step_; }
  double time() const override { return states_.front().t; }
  bool done() const override { return step_ >= steps_; }
  bool resumed() const override { return false; }
  StepOutcome advance() override;
  const Frame& frame(int load_case) const override {
    return *frames_[static_cast<std::size_t>(load_case)];
  }
  /// Nothing is kept of such a run: it has no checkpoints.
  void carry(int, core::Archive&) override {}
  void resume(long) override {}
  CaseReport report(int load_case) const override;
  /// Shares of loads that had to be halved.
  long cut_back() const { return equilibria_.cut_back(); }

 private:
  void show();

  const mechanics::System* system_;
  std::vector<mechanics::State> states_;
  TimeSpan span_;
  long step_ = 0, steps_ = 0;
  integrate::Equilibria equilibria_;
  std::vector<std::unique_ptr<RestFrame>> frames_;
  std::vector<Violations> largest_;
};

}  // namespace sparkdyn::run
