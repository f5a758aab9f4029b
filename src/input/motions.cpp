// SPDX-License-Identifier: BSD-3-Clause
#include "motions.hpp"

#include <algorithm>
#include <cmath>

#include "mechanics/steepness.hpp"
#include "mechanics/table_amplitude.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {

void require_followable(const mechanics::Amplitude& motion, const run::TimeSpan& time,
                        const std::string& where) {
  std::optional<mechanics::Steep> found;
  try {
    found = mechanics::too_steep(motion, time.start, time.end, time.step);
  } catch (const core::Error& error) {
    core::input_error("{}: {}", where, error.what());
  }
  if (!found) return;
  const std::string change =
      found->within > 0 ? fmt::format("changes by {:.4g} within {:.4g} at t = {:.9g}",
                                      found->change, found->within, found->time)
                        : fmt::format("jumps by {:.4g} at t = {:.9g}", found->change, found->time);
  core::input_error(
      "{}: the prescribed motion {}, which steps of {:.4g} cannot follow: its velocity is needed. "
      "Let "
      "that change take at least {:.4g}, or make the steps shorter",
      where, change, time.step, found->required);
}

void require_followable_motions(const Case& description) {
  if (!(description.time.step > 0)) return;  // modes need no times
  if (description.system && description.system->constraints)
    for (const TimedVectorItem& item : description.system->constraints->values)
      require_followable(*item.amplitude, description.time, item.where);
  if (description.model)
    for (const AmplitudeUse& use : description.model->motions)
      require_followable(*description.model->amplitudes[use.amplitude], description.time,
                         use.where);
}

std::vector<std::string> held_ground_motions(const Case& description) {
  std::vector<std::string> sentences;
  if (!description.model) return sentences;
  for (const AmplitudeUse& use : description.model->ground_motions) {
    const auto* table = dynamic_cast<const mechanics::TableAmplitude*>(
        description.model->amplitudes[use.amplitude].get());
    if (table == nullptr) continue;
    double peak = 0;
    for (const auto& [time, value] : table->points()) peak = std::max(peak, std::abs(value));
    constexpr double rest = 1e-3;  // of the peak: records end with such values
    const auto& [first, before] = table->points().front();
    const auto& [last, after] = table->points().back();
    const auto say = [&](const char* what, double time, double value, const char* until,
                         double end) {
      sentences.push_back(fmt::format(
          "{}: the ground motion {} at t = {:.6g} with {:.4g}, {:.2g} % of its peak, and is held "
          "there {} t = {:.6g}; let the record {} with 0",
          use.where, what, time, value, 100 * std::abs(value) / peak, until, end,
          what == std::string("ends") ? "end" : "begin"));
    };
    if (std::abs(after) > rest * peak && last < description.time.end)
      say("ends", last, after, "until", description.time.end);
    if (std::abs(before) > rest * peak && first > description.time.start)
      say("begins", first, before, "from", description.time.start);
  }
  return sentences;
}

}  // namespace sparkdyn::input
