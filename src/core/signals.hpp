// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// SIGTERM, SIGINT, SIGUSR1 and SIGHUP as a wish to stop at the next good moment.

#include <string_view>

namespace sparkdyn::core {

/// While it lives, the first of these signals is remembered instead of ending the program; the
/// second one of a kind ends it as usual, for users who do not want to wait; but a terminal that
/// closes may send several SIGHUP, which end nothing, and under nohup none is heard.
class StopSignals {
 public:
  StopSignals();
  ~StopSignals();
  StopSignals(const StopSignals&) = delete;
  StopSignals& operator=(const StopSignals&) = delete;

  /// The signal this process has had, or 0.
  static int received();
  static std::string_view name(int signal);
};

}  // namespace sparkdyn::core
