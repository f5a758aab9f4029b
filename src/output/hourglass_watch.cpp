// SPDX-License-Identifier: BSD-3-Clause
#include "output/hourglass_watch.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <string>

namespace sparkdyn::output {
namespace {

constexpr const char* advice =
    "hourglass control of elements with one integration point (hex8-reduced, C3D8R), not of the "
    "material: take hex8 (C3D8I) or hex20 (C3D20) instead, or at least four elements across "
    "whatever bends";

}  // namespace

void HourglassWatch::on_step(const run::Frame& frame) {
  if (frame.last() || std::has_single_bit(static_cast<unsigned long>(frame.step()))) add(frame);
}

void HourglassWatch::add(const run::Frame& frame) {
  if (!hourglass_.present()) return;
  artificial_ += hourglass_.energy(frame.q());
  total_ += frame.energies().strain;
}

void HourglassWatch::report(core::Log& log) const {
  if (!(artificial_ > tolerated_hourglass * total_)) return;
  log.warn("{:.0f} % of the strain energy is that of {}", 100 * artificial_ / total_, advice);
}

void report_hourglass_modes(const structure::Distributed& structure,
                            const std::vector<modal::Mode>& modes, core::Log& log) {
  structure::Hourglass hourglass(structure);
  if (!hourglass.present()) return;
  std::vector<std::string> concerned;
  double largest = 0;
  for (std::size_t k = 0; k < modes.size(); ++k) {
    const double part = 2 * hourglass.energy(modes[k].shape) / modes[k].eigenvalue;
    if (!(modes[k].eigenvalue > 0) || !(part > tolerated_hourglass)) continue;
    concerned.push_back(std::to_string(k + 1));
    largest = std::max(largest, part);
  }
  if (concerned.empty()) return;
  const std::string numbers =
      concerned.size() == modes.size() && modes.size() > 1
          ? "all modes"
          : fmt::format("mode{} {}", concerned.size() > 1 ? "s" : "", fmt::join(concerned, ", "));
  log.warn(
      "{} of the table {} hourglass motion{}: up to {:.0f} % of the strain energy is that of {}",
      numbers, concerned.size() > 1 ? "are" : "is", concerned.size() > 1 ? "s" : "", 100 * largest,
      advice);
}

}  // namespace sparkdyn::output
