// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// How check_system() goes about it: system_check.cpp looks at the system, frequency_check.cpp at
// its modes, step_check.cpp at the step, and trial_steps.cpp takes some.

#include <numbers>

#include "integrate/modal_method.hpp"
#include "modal/spectrum.hpp"
#include "sparkdyn/modal/modes.hpp"
#include "system_check.hpp"

namespace sparkdyn::check {

inline constexpr double two_pi = 2 * std::numbers::pi;

/// The inspection of one system, part after part.
class SystemCheck {
 public:
  SystemCheck(const SystemCase& given, Report& report)
      : given_(given), system_(*given.system), report_(report) {}

  SystemFindings run();

 private:
  /// Numerics that fail in a part of the check become a sentence of the report, not its end.
  void attempt(Level level, const std::function<void()>& body);
  std::string place_of(Vec vector) const;  ///< of its largest entry. @note Collective.
  void size();
  void connections();
  void constraints();
  void lowest();
  void zero_modes();
  void highest();
  void accuracy();
  std::vector<double> shares() const;
  void stability();
  void judge_bands(const std::vector<integrate::UnstableBand>& bands);
  PetscInt modes_between(double from, double to);
  void first_steps();
  struct Trial {
    bool bounded = true;
    double growth = 1;  ///< of the disturbance, at most
    long steps = 0;
    std::string where;
  };
  Trial disturb(run::Simulation& simulation, double step);
  void judge_trial(run::Simulation& simulation);
  double steps() const { return static_cast<double>(given_.span.steps()); }
  double span() const { return given_.span.end - given_.span.start; }
  double h() const { return given_.span.size(1); }

  const SystemCase& given_;
  const mechanics::System& system_;
  Report& report_;
  SystemFindings findings_;
  bool dependent_ = false;
  std::shared_ptr<stage::MassSolver> mass_;
  modal::NaturalModes modes_;
  modal::HighestMode highest_;
  bool trial_decides_ = false;
};

}  // namespace sparkdyn::check
