// SPDX-License-Identifier: BSD-3-Clause
#include "core/progress.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <ostream>
#include <string_view>

namespace sparkdyn::core {
namespace {

constexpr auto redraw_interval = std::chrono::milliseconds(100);

/// 100 % is said only when it is done.
long percent(long step, long total) {
  const long rounded = std::lround(100.0 * static_cast<double>(step) / static_cast<double>(total));
  return step < total ? std::min(rounded, 99L) : 100;
}

std::string rate_text(double rate) {
  return rate >= 100 ? fmt::format("{:.0f}", rate) : fmt::format("{:.3g}", rate);
}

}  // namespace

Progress::Progress(std::ostream& stream, bool visible, long total_steps)
    : stream_(&stream),
      visible_(visible),
      total_(total_steps),
      start_(Clock::now()),
      drawn_(start_) {}

void Progress::update(long step, double time, Clock::time_point now) {
  if (!visible_ || now - drawn_ < redraw_interval) return;
  drawn_ = now;
  *stream_ << '\r' << line(step, time, now) << "\x1b[K" << std::flush;
}

void Progress::finish(long step, double time, Clock::time_point now) {
  if (!visible_) return;
  drawn_ = now;
  *stream_ << '\r' << line(step, time, now) << "\x1b[K\n" << std::flush;
}

std::string Progress::line(long step, double time, Clock::time_point now) const {
  std::string text = "  ";
  if (total_ > 0) {
    const auto width = fmt::formatted_size("{}", total_);
    text += fmt::format("{:>{}}/{} steps  {:2} %", step, width, total_, percent(step, total_));
  } else {
    text += fmt::format("{} steps", step);
  }
  text += fmt::format("  t = {:.6g}", time);
  const double elapsed = std::chrono::duration<double>(now - start_).count();
  if (step <= 0 || elapsed <= 0) return text;
  const double rate = static_cast<double>(step) / elapsed;
  text += fmt::format("  {} steps/s", rate_text(rate));
  if (step < total_)
    text += fmt::format("  {} left", duration_text(static_cast<double>(total_ - step) / rate));
  return text;
}

bool is_terminal() {
  // Under mpirun standard error is a pipe even when the user sits at a terminal, so whoever starts
  // the ranks may say what it is.
  if (const char* said = std::getenv("SPARKDYN_PROGRESS")) return std::string_view(said) == "1";
  return isatty(STDERR_FILENO) == 1;
}

std::string painted(const std::string& text, Paint paint) {
  const char* none = std::getenv("NO_COLOR");
  const char* terminal = std::getenv("TERM");
  const bool plain = (none && *none) || !terminal || std::string_view(terminal) == "dumb";
  if (plain || isatty(STDERR_FILENO) != 1) return text;
  return fmt::format("\x1b[{}m{}\x1b[0m", paint == Paint::red ? "1;31" : "1;33", text);
}

std::string duration_text(double seconds) {
  constexpr double longest = 1e12;  // beyond it, counting seconds means nothing
  if (!(seconds >= 0 && seconds < longest)) return "unknown time";
  const long long all = std::llround(seconds);
  const long long days = all / 86400;
  const long long hours = all / 3600 % 24;
  const long long minutes = all / 60 % 60;
  if (days > 0) return fmt::format("{} d {:02}:{:02}:{:02}", days, hours, minutes, all % 60);
  return fmt::format("{}:{:02}:{:02}", hours, minutes, all % 60);
}

}  // namespace sparkdyn::core
