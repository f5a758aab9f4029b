// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// `sparkdyn check` begins as a run does and ends before the first step: what a run would refuse it
// refuses, with the same words. What is said on the way becomes comments of the case it prints.

#include <mpi.h>

#include <sstream>

#include "sparkdyn/core/log.hpp"
#include "sparkdyn/run/simulation.hpp"

namespace sparkdyn::job {

class QuietLog {
 public:
  QuietLog(MPI_Comm comm, core::Log& loud) : loud_(&loud), log_(comm, text_) {}
  core::Log& log() { return log_; }
  /// Warnings as such, all else as lines that begin with '#'.
  void tell();

 private:
  core::Log* loud_;
  std::ostringstream text_;
  core::Log log_;
};

/// Whether making factors is quick enough for a check; `--deep` always makes them.
bool is_quick_to_factor(const mechanics::System& system);

/// Makes the factors of the first step where that is quick, or where a solver was asked for that
/// may not fit the splitting. @note Collective.
void prepare_for_check(run::Simulation& simulation, const run::TimeSpan& span,
                       const linear::SolverWish& solver, core::Log& log);

}  // namespace sparkdyn::job
