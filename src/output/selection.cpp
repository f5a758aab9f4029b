// SPDX-License-Identifier: BSD-3-Clause
#include "output/selection.hpp"

#include "core/package.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {

Selection::Selection(long every, run::OutputTimes times) : every_(every), times_(std::move(times)) {
  if (every < 0) core::input_error("output every {} steps: must not be negative", every);
}

bool Selection::take(const run::Frame& frame) {
  const bool regular =
      times_.any() ? times_.at(frame.time()) : every_ > 0 && frame.step() % every_ == 0;
  return (frame.first() || frame.last() || regular) && take_last(frame);
}

bool Selection::take_last(const run::Frame& frame) {
  if (any_ && latest_ == frame.step()) return false;
  any_ = true;
  latest_ = frame.step();
  return true;
}

std::string Selection::keep(std::string_view kept_by_file) const {
  return core::Packer().add(latest_).add(kept_by_file).take();
}

std::string Selection::kept_by_file(const std::string& kept) {
  long latest = 0;
  std::string file;
  core::Unpacker(kept, core::Failure::input).get(latest).get(file);
  return file;
}

std::string Selection::resume(MPI_Comm comm, const std::string& kept) {
  any_ = true;
  if (core::rank(comm) == 0) core::Unpacker(kept, core::Failure::input).get(latest_);
  MPI_Bcast(&latest_, 1, MPI_LONG, 0, comm);
  return core::rank(comm) == 0 ? kept_by_file(kept) : "";
}

}  // namespace sparkdyn::output
