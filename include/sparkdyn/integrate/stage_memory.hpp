#pragma once
// What a SPARK stepper carries from one step to the next of a load case: the stage velocities,
// whose polynomial through (c_i, V_i) is carried on to guess the next ones. Iterative solvers start
// from it; nothing else depends on it. A checkpoint that keeps it lets a restarted run iterate as
// the uninterrupted one does.

#include <string>
#include <vector>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::integrate {

struct StageMemory {
  double start = 0;                      ///< of the step the velocities belong to
  double h = 0;                          ///< its size; 0: nothing is remembered
  std::vector<core::Vector> velocities;  ///< V_1 … V_s, laid out as displacements

  struct Named {
    std::string name;
    Vec vector;
  };
  /// All vectors with names that are unique within a load case; there are no multipliers.
  std::vector<Named> named() const {
    std::vector<Named> list;
    for (std::size_t i = 0; i < velocities.size(); ++i)
      list.push_back({"stage_velocity_" + std::to_string(i + 1), velocities[i]});
    return list;
  }
};

}  // namespace sparkdyn::integrate
