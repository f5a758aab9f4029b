#pragma once
// SIGTERM, SIGINT and SIGUSR1 as a wish to stop at the next good moment.

#include <string_view>

namespace sparkdyn::core {

/// While it lives, the first of these signals is remembered instead of ending the program; the
/// second one of a kind ends it as usual, for users who do not want to wait.
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
