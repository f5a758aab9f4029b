// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// "  1234/5000 steps  25 %  t = 0.617  812 steps/s  0:04:38 left", redrawn in place.

#include <chrono>
#include <iosfwd>
#include <string>

namespace sparkdyn::core {

class Progress {
 public:
  using Clock = std::chrono::steady_clock;

  /// Draws on `stream` only if `visible`; see is_terminal().
  Progress(std::ostream& stream, bool visible, long total_steps);

  /// Redraws at most ten times a second.
  void update(long step, double time, Clock::time_point now = Clock::now());
  /// Draws the last state and ends the line.
  void finish(long step, double time, Clock::time_point now = Clock::now());

  /// The line as it would be drawn.
  std::string line(long step, double time, Clock::time_point now) const;

 private:
  std::ostream* stream_;
  bool visible_;
  long total_;
  Clock::time_point start_;
  Clock::time_point drawn_;
};

/// Whether standard error is a terminal: progress is quiet otherwise. The environment variable
/// SPARKDYN_PROGRESS, 1 or 0, overrules it.
bool is_terminal();

enum class Paint { yellow, red };

/// The text in a colour where standard error is a terminal that has colours, unless the environment
/// says NO_COLOR; elsewhere the text.
std::string painted(const std::string& text, Paint paint);

/// "0:04:38", "2 d 03:00:00".
std::string duration_text(double seconds);

}  // namespace sparkdyn::core
