// SPDX-License-Identifier: BSD-3-Clause
#include "core/signals.hpp"

#include <array>
#include <csignal>

namespace sparkdyn::core {
namespace {

// A handler can reach nothing but this.
volatile std::sig_atomic_t latest = 0;

constexpr std::array wishes{SIGTERM, SIGINT, SIGUSR1, SIGHUP};

extern "C" void remember(int signal) {
  latest = signal;
}

void set_handler(int signal, void (*handler)(int), int flags) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = flags;
  sigemptyset(&action.sa_mask);
  sigaction(signal, &action, nullptr);
}

/// nohup has it ignored, and means that.
bool is_left_alone(int signal) {
  struct sigaction now {};
  return signal == SIGHUP && sigaction(signal, nullptr, &now) == 0 && now.sa_handler == SIG_IGN;
}

}  // namespace

StopSignals::StopSignals() {
  latest = 0;
  // RESETHAND: the second one does what it always did. RESTART: reads and writes go on. A terminal
  // that closes may hang up twice, and mpirun or a scheduler may pass SIGUSR1 on twice, without
  // anybody who means it.
  for (const int signal : wishes) {
    const bool may_repeat = signal == SIGHUP || signal == SIGUSR1;
    if (!is_left_alone(signal))
      set_handler(signal, remember, SA_RESTART | (may_repeat ? 0 : static_cast<int>(SA_RESETHAND)));
  }
}

StopSignals::~StopSignals() {
  for (const int signal : wishes)
    if (!is_left_alone(signal)) set_handler(signal, SIG_DFL, 0);
}

int StopSignals::received() {
  return latest;
}

std::string_view StopSignals::name(int signal) {
  switch (signal) {
    case SIGTERM:
      return "SIGTERM";
    case SIGINT:
      return "SIGINT";
    case SIGUSR1:
      return "SIGUSR1";
    case SIGHUP:
      return "SIGHUP";
    default:
      return "a signal";
  }
}

}  // namespace sparkdyn::core
