// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/core/log.hpp"

#include <algorithm>
#include <iostream>

#include "core/progress.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::core {
namespace {

/// A progress line may stand on the terminal; the text takes its place.
void clear_progress_line(const std::ostream& alerts) {
  if (&alerts == &std::cerr && is_terminal()) std::cerr << "\r\x1b[K" << std::flush;
}

}  // namespace

Log::Log(MPI_Comm comm, Voice voice)
    : speaks_(rank(comm) == 0),
      notes_(voice == Voice::all ? &std::cout : nullptr),
      alerts_(&std::cerr) {}

Log::Log(MPI_Comm comm, std::ostream& stream)
    : speaks_(rank(comm) == 0), notes_(&stream), alerts_(&stream) {}

void Log::write_note(const std::string& text) {
  if (!notes_) return;
  clear_progress_line(*alerts_);
  *notes_ << text << '\n' << std::flush;
}

void Log::write_warning(const std::string& text) {
  if (std::find(warnings_.begin(), warnings_.end(), text) != warnings_.end()) return;  // once
  warnings_.push_back(text);
  if (!speaks_) return;
  if (notes_) notes_->flush();  // so that both streams come in the order of the calls
  clear_progress_line(*alerts_);
  *alerts_ << (alerts_ == &std::cerr ? painted("warning:", Paint::yellow) : "warning:") << ' '
           << text << '\n'
           << std::flush;
}

}  // namespace sparkdyn::core
