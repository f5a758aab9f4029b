// SPDX-License-Identifier: BSD-3-Clause
#include "output/pace.hpp"

#include <algorithm>

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

constexpr double largest_share = 0.02;

double seconds_between(std::chrono::steady_clock::time_point from,
                       std::chrono::steady_clock::time_point to) {
  return std::chrono::duration<double>(to - from).count();
}

}  // namespace

Pace::Pace(MPI_Comm comm, double seconds)
    : comm_(comm),
      decides_(core::rank(comm) == 0),
      shortest_(seconds),
      interval_(seconds),
      last_due_(Clock::now()),
      last_asked_(last_due_) {}

bool Pace::due() {
  if (++calls_ < ask_at_) return false;
  Answer answer;
  if (decides_) answer = decide();
  MPI_Bcast(&answer, 2, MPI_LONG, 0, comm_);
  calls_ = 0;
  ask_at_ = answer.calls_until_next;
  return answer.due != 0;
}

Pace::Answer Pace::decide() {
  const auto now = Clock::now();
  Answer answer;
  answer.due = seconds_between(last_due_, now) >= interval_ ? 1 : 0;
  if (answer.due != 0) last_due_ = now;
  const double left = interval_ - seconds_between(last_due_, now);
  const double per_call =
      std::max(seconds_between(last_asked_, now), 1e-9) / static_cast<double>(calls_);
  // At most doubled: a run may become slower, and then the next question must not be far.
  const double calls = std::clamp(left / per_call, 1.0, 2.0 * static_cast<double>(calls_));
  answer.calls_until_next = static_cast<long>(calls);
  last_asked_ = now;
  return answer;
}

void Pace::spent(double seconds) {
  interval_ = std::max(shortest_, seconds / largest_share);
}

}  // namespace sparkdyn::output
