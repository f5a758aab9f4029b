// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Watches a run for the largest values of its probes and the largest estimates of their errors.

#include <mpi.h>

#include <string>
#include <vector>

#include "sparkdyn/core/archive.hpp"
#include "sparkdyn/output/tables.hpp"
#include "sparkdyn/run/observer.hpp"

namespace sparkdyn::output {

class ProbeErrors final : public run::Observer {
 public:
  /// Of the probes those of displacement and velocity are watched; without any, all displacements.
  ProbeErrors(MPI_Comm comm, const std::vector<Probe>& probes);

  void on_start(const run::Frame& frame) override { look(frame, values_); }
  void on_resume(const run::Frame& frame) override { look(frame, values_); }
  void on_step(const run::Frame& frame) override { look(frame, values_); }
  void on_error(const run::Frame& frame) override;

  /// None where no error was estimated. @note Collective.
  std::vector<ProbeError> errors();
  /// What was met so far; nothing is given back of a run that did not estimate. @note Collective.
  void carry(core::Archive& archive);

 private:
  /// The largest magnitudes of each probe, and rows of which they are not known yet.
  struct Watched {
    std::vector<double> largest;
    std::vector<double> rows;
  };
  void look(const run::Frame& frame, Watched& watched);
  void gather(Watched& watched);
  double size_of(std::size_t i) const;

  MPI_Comm comm_;
  std::vector<Probe> probes_;
  Watched values_, errors_;
  bool estimated_ = false;
};

}  // namespace sparkdyn::output
