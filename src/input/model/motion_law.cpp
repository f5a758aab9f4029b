// SPDX-License-Identifier: BSD-3-Clause
// What a spring of a nonlinear model may be besides a stiffness and a damping: laws of its
// elongation and of its rate, smooth friction, stops.

#include "motion_law.hpp"

namespace sparkdyn::input {
namespace {

constexpr std::array<const char*, 5> own_keys{"law", "rate_law", "rest", "friction", "stops"};

int read_law(ModelReader& reader, const Section& section, const char* key) {
  const Tree* tree = section.find(key);
  if (!tree) return -1;
  reader.spec.amplitudes.push_back(read_amplitude(tree, key, reader.folder));
  return static_cast<int>(reader.spec.amplitudes.size()) - 1;
}

double positive(const Section& section, const char* key) {
  const double value = section.number(key, std::nullopt);
  if (!(value > 0)) fail(section.require(key), "{} must be positive", section.what(key));
  return value;
}

void read_friction(const Tree& tree, structure::MotionLaw& law) {
  const Section section(tree, "friction", keys::friction_table());
  law.friction = positive(section, "force");
  law.speed = positive(section, "speed");
}

void read_stops(const Tree& tree, structure::MotionLaw& law) {
  const Section section(tree, "stops", keys::stops_table());
  if (!section.find("lowest") && !section.find("highest"))
    fail(tree, "'stops' needs 'lowest', 'highest' or both");
  law.lowest = section.number("lowest", law.lowest);
  law.highest = section.number("highest", law.highest);
  if (!(law.lowest < law.highest)) fail(tree, "'lowest' in 'stops' must be below 'highest'");
  law.stop_stiffness = positive(section, "stiffness");
  law.stop_width = positive(section, "width");
}

}  // namespace

std::optional<structure::MotionLaw> read_motion_law(ModelReader& reader, const Section& section) {
  const Tree* first = nullptr;
  for (const char* key : own_keys)
    if (const Tree* found = section.find(key); found && !first) {
      first = found;
      if (!reader.spec.nonlinear) fail(*found, "'{}' needs 'nonlinear: true' in 'model'", key);
    }
  if (!first) return std::nullopt;
  structure::MotionLaw law;
  law.stiffness = section.number("stiffness", 0);
  law.damping = section.number("damping", 0);
  law.rest = section.number("rest", 0);
  if (law.rest != 0 && law.stiffness == 0)
    fail(section.require("rest"),
         "'rest' is the motion at which 'stiffness' pulls nothing: give it");
  law.law = read_law(reader, section, "law");
  law.rate_law = read_law(reader, section, "rate_law");
  if (const Tree* friction = section.find("friction")) read_friction(*friction, law);
  if (const Tree* stops = section.find("stops")) read_stops(*stops, law);
  return law;
}

}  // namespace sparkdyn::input
