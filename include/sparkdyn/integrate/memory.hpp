#pragma once
// What a run knows of its past. With it, the state (t, q, v) and the vectors that a stepper carries
// from step to step, a run goes on as if it had never been interrupted, bit for bit.

#include <algorithm>
#include <string>
#include <vector>

#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/integrate/frame.hpp"

namespace sparkdyn::integrate {

/// How a vector is numbered: as q, or as λ.
enum class Space { displacement, multiplier };

/// A vector inside a stepper: saved by reading it, restored by writing to it.
struct KeptVector {
  std::string name;
  Space space = Space::displacement;
  Vec vector = nullptr;
};

struct KeptNumber {
  std::string name;
  double* value = nullptr;
};

/// What a stepper carries from step to step for one load case.
struct StepperMemory {
  std::vector<KeptVector> vectors;
  std::vector<KeptNumber> numbers;
};

/// Work and dissipation since the start; E₀ fixes the zero of the balance.
struct EnergyAccount {
  double initial = 0;
  double external = 0;
  double dissipated = 0;
  /// All that loads and prescribed motion ever put in, and all that negative damping and the part
  /// of K that is not symmetric did, whatever was taken out again: what growth may come from.
  double received = 0;
  double pumped = 0;

  void add(double work, double lost) {
    external += work;
    dissipated += lost;
    received += std::max(work, 0.0);
    pumped += std::max(-lost, 0.0);
  }
};

/// The largest |G||q|, |c| and |G||v|, |c'| met so far: what violations are relative to.
struct ConstraintScales {
  double position = 0;
  double velocity = 0;
};

/// The numbers of one load case.
struct CaseMemory {
  bool accounted = true;  ///< false: the account so far lacks dissipation
  EnergyAccount account;
  ConstraintScales scales;
  Violations largest;
  long iterations = 0;
  int most_iterations = 0;
};

}  // namespace sparkdyn::integrate
