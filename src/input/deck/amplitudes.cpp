// SPDX-License-Identifier: BSD-3-Clause
#include "amplitudes.hpp"

#include <algorithm>
#include <cmath>

namespace sparkdyn::input::deck {
namespace {

/// Times may be equal, where the amplitude jumps: the later value then holds from there on, and the
/// rise takes a billionth of the time the table spans.
void spread_jumps(DeckAmplitude& amplitude) {
  Table& points = amplitude.points;
  const double span = std::max(points.back().first - points.front().first, 0.0);
  const double size = std::max(std::abs(points.front().first), std::abs(points.back().first));
  const double rise = std::max(1e-9 * span, 1e-12 * size);
  Table spread;
  for (const auto& point : points) {
    if (spread.empty() || point.first > spread.back().first) {
      spread.push_back(point);
    } else {
      amplitude.jumps = amplitude.jumps || point.second != spread.back().second;
      if (point.second != spread.back().second)
        spread.emplace_back(spread.back().first + std::max(rise, 1e-300), point.second);
    }
  }
  points = std::move(spread);
}

}  // namespace

void Amplitudes::add(const Block& block) {
  DeckAmplitude added;
  added.name = block.require("NAME");
  added.where = block.where();
  block.choice("DEFINITION", "TABULAR", {"TABULAR"});
  if (block.has("USER")) block.fail("amplitudes by a user subroutine are not supported");
  added.total_time = block.choice("TIME", "STEPTIME", {"STEPTIME", "TOTALTIME"}) == "TOTALTIME";
  added.absolute = block.choice("VALUE", "RELATIVE", {"RELATIVE", "ABSOLUTE"}) == "ABSOLUTE";
  const double shift_x = block.number("SHIFTX", 0);
  const double shift_y = block.number("SHIFTY", 0);
  Lines lines(block);
  while (auto line = lines.next())
    while (!line->done()) {
      const double time = line->number("time") + shift_x;
      const double value = line->number("value of the amplitude") + shift_y;
      if (!added.points.empty() && time < added.points.back().first)
        line->fail("the times must not decrease: {} follows {}", time, added.points.back().first);
      added.points.emplace_back(time, value);
    }
  if (added.points.empty()) block.fail("amplitude '{}' has no points", added.name);
  spread_jumps(added);
  try {
    added.function = mechanics::table_amplitude(added.points);
  } catch (const core::Error& error) {
    block.fail("{}", error.what());
  }
  const auto [known, fresh] = by_name_.try_emplace(added.name, static_cast<int>(list_.size()));
  if (!fresh)
    block.fail("amplitude '{}' is already defined at {}", added.name, list_[known->second].where);
  list_.push_back(std::move(added));
}

int Amplitudes::named(const Block& block) const {
  if (!block.has("AMPLITUDE")) return -1;
  const std::string& name = block.require("AMPLITUDE");
  if (const auto found = by_name_.find(name); found != by_name_.end()) return found->second;
  std::vector<std::string> names;
  for (const auto& [other, index] : by_name_) names.push_back(other);
  const std::string close = core::nearest(name.substr(0, 80), names);
  block.fail("amplitude '{}' is not defined{}", name.substr(0, 80),
             close.empty() ? "" : fmt::format("; did you mean '{}'?", close));
}

int Amplitudes::in_model(int index, double shift) {
  const auto [found, fresh] = made_.try_emplace({index, shift}, static_cast<int>(tables_.size()));
  if (!fresh) return found->second;
  Table table;
  for (const auto& [time, value] : list_[index].points) {
    const double moved = time + shift;
    // Points that a large shift rounds together.
    if (table.empty() || moved > table.back().first)
      table.emplace_back(moved, value);
    else
      table.back().second = value;
  }
  tables_.push_back(std::move(table));
  return found->second;
}

int Amplitudes::ramp(double start, double from, double end, double to) {
  tables_.push_back({{start, from}, {end, to}});
  return static_cast<int>(tables_.size()) - 1;
}

}  // namespace sparkdyn::input::deck
