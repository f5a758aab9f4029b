// SPDX-License-Identifier: BSD-3-Clause
#include "output/progress_observer.hpp"

#include <algorithm>
#include <iostream>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {

ProgressObserver::ProgressObserver(MPI_Comm comm, long total_steps)
    : stream_(&std::cerr),
      visible_(core::rank(comm) == 0 && core::is_terminal()),
      total_(total_steps) {}

ProgressObserver::ProgressObserver(MPI_Comm comm, long total_steps, std::ostream& stream)
    : stream_(&stream), visible_(core::rank(comm) == 0), total_(total_steps) {}

void ProgressObserver::on_start(const run::Frame& frame) {
  first_ = frame.step();
  const long left = total_ > 0 ? std::max(total_ - first_, 1L) : 0;
  progress_.emplace(*stream_, visible_, left);
}

void ProgressObserver::on_step(const run::Frame& frame) {
  if (visible_ && progress_) progress_->update(frame.step() - first_, frame.time());
}

void ProgressObserver::on_finish(const run::Frame& frame) {
  if (visible_ && progress_) progress_->finish(frame.step() - first_, frame.time());
}

}  // namespace sparkdyn::output
