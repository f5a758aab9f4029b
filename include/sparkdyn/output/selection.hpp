#pragma once
// Which frames are stored: the first, the last and every n-th step, none of them twice.

#include "sparkdyn/run/frame.hpp"

namespace sparkdyn::output {

class Selection {
 public:
  /// every = 0: only the first and the last. Throws core::Error (input) when negative.
  explicit Selection(long every);

  /// Whether to store this frame, given what was taken before.
  bool take(const run::Frame& frame);
  /// As take(), for a run that ends with this frame whatever its number.
  bool take_last(const run::Frame& frame);

  /// Number of the step that was taken last.
  long latest() const { return latest_; }
  /// As if step `latest` had been taken.
  void resume(long latest) {
    any_ = true;
    latest_ = latest;
  }

 private:
  long every_;
  bool any_ = false;
  long latest_ = 0;
};

}  // namespace sparkdyn::output
