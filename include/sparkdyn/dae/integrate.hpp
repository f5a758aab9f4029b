#pragma once
// Many steps: t_k = t_0 + k h with constant h, and the variable steps of Jay (1998), section 9,
//
//   reversible:  err(h) = TOL^{(p̃+1)/(p+1)} = TOL', err the symmetric estimator (38), solved for h
//                together with the stages: the step is the same function of both of its ends
//   standard:    h ← 0.8 h (TOL'/err)^{1/(p̃+1)}, repeated when err > TOL'

#include <functional>

#include "sparkdyn/dae/stepper.hpp"

namespace sparkdyn::dae {

// Called with the start and with every accepted point.
using Observer = std::function<void(const Point&)>;

struct RunSummary {
  Point end;
  int steps = 0;
  int rejected = 0;    // trial step sizes that were not used
  int iterations = 0;  // Newton, rejected trials included
  int factorizations = 0;
};

// round((end_time − t)/h) steps of the size that hits end_time. Throws core::Error (numerics) with
// the failing step's message.
RunSummary integrate(Stepper& stepper, const Point& start, double end_time, double h,
                     const Observer& observer = {});

enum class StepControl { reversible, standard };

struct ControlOptions {
  StepControl control = StepControl::reversible;
  double tolerance = 1e-8;  // TOL, the wanted local error
  double first_step = 1e-3;
  double largest_step = 1e300;
  int max_trials = 40;  // step sizes tried per step
};

// The last step is shortened to hit end_time. Throws core::Error (numerics) when no step size is
// found or a step fails, (input) for a reversible control of a method that is not symmetric.
RunSummary integrate_variable(Stepper& stepper, const Point& start, double end_time,
                              const ControlOptions& options, const Observer& observer = {});

}  // namespace sparkdyn::dae
