#include "sparkdyn/output/selection.hpp"

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::output {

Selection::Selection(long every) : every_(every) {
  if (every < 0) core::input_error("output every {} steps: must not be negative", every);
}

bool Selection::take(const run::Frame& frame) {
  const bool regular = every_ > 0 && frame.step() % every_ == 0;
  return (frame.first() || frame.last() || regular) && take_last(frame);
}

bool Selection::take_last(const run::Frame& frame) {
  if (any_ && latest_ == frame.step()) return false;
  any_ = true;
  latest_ = frame.step();
  return true;
}

}  // namespace sparkdyn::output
