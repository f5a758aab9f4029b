// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A problem of a case, with its start on the constraints and its stepper, ready to run.

#include <memory>
#include <string>

#include "input/case.hpp"
#include "sparkdyn/dae/problem.hpp"
#include "sparkdyn/dae/stepper.hpp"

namespace sparkdyn::job {

struct ProblemSetup {
  dae::Problem problem;
  std::string moved;  ///< how far the initial values were projected; empty when they were not
  std::unique_ptr<dae::Stepper> stepper = {};  ///< of a family with coefficients
  std::unique_ptr<dae::OneStep> scheme = {};   ///< of a family without
  std::unique_ptr<dae::OneStep> inner = {};    ///< a composition that is moved to an energy
  std::unique_ptr<dae::OneStep> wrapped =
      {};  ///< either, composed or moved to the energy of the start

  /// What makes the steps of given sizes.
  dae::OneStep& steps() const { return wrapped ? *wrapped : basic(); }
  dae::OneStep& basic() const { return stepper ? *stepper : *scheme; }
};

dae::StepperOptions stepper_options(const input::ProblemSpec& spec);

/// Throws core::Error (input) for initial values off the constraints, saying by how much, and for a
/// start at which the gradients of the constraints are dependent.
ProblemSetup set_up(const input::Case& description);

}  // namespace sparkdyn::job
