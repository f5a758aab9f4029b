// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which frames are stored: the first, the last and every n-th step, or those at given times; none
// of them twice.

#include <mpi.h>

#include <string>
#include <string_view>

#include "sparkdyn/run/frame.hpp"
#include "sparkdyn/run/options.hpp"

namespace sparkdyn::output {

class Selection {
 public:
  /// every = 0: only the first and the last. Throws core::Error (input) when negative. With times
  /// it is they that count, and not `every`.
  explicit Selection(long every, run::OutputTimes times = {});

  /// Whether to store this frame, given what was taken before.
  bool take(const run::Frame& frame);
  /// As take(), for a run that ends with this frame whatever its number.
  bool take_last(const run::Frame& frame);

  /// Which step was taken last, and what a file needs to go on from there, as one text.
  std::string keep(std::string_view kept_by_file) const;
  /// As if that step had been taken; returns the file's part. `kept` is used on rank 0 of `comm`,
  /// where alone the file's part is. Throws core::Error (input) when it is damaged.
  /// @note Collective.
  std::string resume(MPI_Comm comm, const std::string& kept);
  /// The file's part alone. For one rank.
  static std::string kept_by_file(const std::string& kept);

 private:
  long every_;
  run::OutputTimes times_;
  bool any_ = false;
  long latest_ = 0;
};

}  // namespace sparkdyn::output
