// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A problem of a case, with its start on the constraints and its stepper, ready to run.

#include <string>

#include "input/case.hpp"
#include "sparkdyn/dae/problem.hpp"
#include "sparkdyn/dae/stepper.hpp"

namespace sparkdyn::job {

struct ProblemSetup {
  dae::Problem problem;
  dae::Stepper stepper;
  std::string moved;  ///< how far the initial values were projected; empty when they were not
};

dae::StepperOptions stepper_options(const input::ProblemSpec& spec);

/// Throws core::Error (input) for initial values off the constraints, saying by how much, and for a
/// start at which the gradients of the constraints are dependent.
ProblemSetup set_up(const input::Case& description);

}  // namespace sparkdyn::job
