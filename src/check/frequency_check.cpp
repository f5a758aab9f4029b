// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <cmath>
#include <limits>

#include "integrate/acceleration.hpp"
#include "job/run_notes.hpp"
#include "system_inspection.hpp"

namespace sparkdyn::check {

void SystemCheck::lowest() {
  constexpr int shown = 6;
  int count = shown + 6;
  do {
    modes_ = modal::natural_modes(system_, {.count = count});
    const auto zeros = std::count_if(modes_.modes.begin(), modes_.modes.end(),
                                     [](const auto& mode) { return mode.omega == 0; });
    const auto found = static_cast<std::ptrdiff_t>(modes_.modes.size());
    if (found < count || zeros + shown <= found || count > 100) break;
    count *= 3;
  } while (true);
  zero_modes();
  std::vector<double> frequencies;
  for (const auto& mode : modes_.modes)
    if (mode.omega > 0 && frequencies.size() < shown) frequencies.push_back(mode.frequency);
  std::vector<std::string> list;
  for (const double f : frequencies) list.push_back(fmt::format("{:.5g}", f));
  if (!frequencies.empty())
    report_.value("lowest frequencies",
                  fmt::format("{}  (cycles per unit of time)", fmt::join(list, ", ")), "lowest",
                  frequencies);
}

void SystemCheck::zero_modes() {
  int zeros = 0, negative = 0;
  std::vector<std::string> places;
  for (const auto& mode : modes_.modes) {
    negative += mode.omega < 0;
    if (mode.omega != 0) continue;
    ++zeros;
    if (places.size() < 6) places.push_back(place_of(mode.shape));
  }
  const int rigid = job::free_rigid_motions(system_, given_.rigid);
  report_.count("motions without strain", "zero_modes", zeros);
  if (!given_.rigid.empty()) report_.count("  of the whole, rigid", "rigid_motions", rigid);
  if (negative > 0)
    report_.judge(
        Level::warning,
        fmt::format("{} modes have a negative ω²: the structure itself is unstable", negative));
  const std::string where = fmt::format("largest at {}", fmt::join(places, "; "));
  if (zeros == 0)
    report_.judge(Level::ok, "nothing can move without strain");
  else if (zeros > rigid && !given_.rigid.empty())
    report_.judge(Level::warning,
                  fmt::format("{} motions without strain are not rigid motions of the whole: a "
                              "mechanism, or a part that nothing holds; {}",
                              zeros - rigid, where));
  else
    report_.judge(Level::note, fmt::format("{} motions without strain, {}", zeros, where));
}

void SystemCheck::highest() {
  if (!integrate::Acceleration(system_, mass_).available()) {
    highest_.omega = std::numeric_limits<double>::infinity();
    report_.text("highest frequency", "infinite: something has no mass", "highest_text");
    return;
  }
  highest_ = modal::highest_mode(system_, mass_->with_constraint());
  if (highest_.omega == 0) return;
  report_.value(
      "highest frequency",
      fmt::format("{:.5g}, most at {}", highest_.omega / two_pi, place_of(highest_.shape)),
      "highest", highest_.omega / two_pi);
  if (highest_.bound > 0)
    report_.judge(Level::ok, fmt::format("no frequency lies above {:.5g}: the signs of the pivots "
                                         "of K − ω²M say so",
                                         highest_.bound / two_pi));
  else
    report_.judge(Level::note, "whether a higher frequency exists was not verified");
}

}  // namespace sparkdyn::check
