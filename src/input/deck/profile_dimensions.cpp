// SPDX-License-Identifier: BSD-3-Clause
#include "profile_dimensions.hpp"

#include <fmt/format.h>

namespace sparkdyn::input::deck {
namespace {

struct Dimensions {
  std::size_t least, most;
  const char* names;
};

Dimensions dimensions_of(const std::string& section) {
  if (section == "CIRC") return {1, 2, "the radius, or two diameters"};
  if (section == "PIPE") return {2, 2, "outer radius, thickness"};
  if (section == "BOX") return {6, 6, "a, b, t1, t2, t3, t4"};
  return {2, 2, "a, b"};
}

}  // namespace

std::string count_complaint(const std::string& section, std::size_t count) {
  const Dimensions takes = dimensions_of(section);
  if (count >= takes.least && count <= takes.most) return "";
  return fmt::format("the section {} needs {}, not {} numbers", section, takes.names, count);
}

Profile profile_of(const std::string& section, const std::vector<double>& d) {
  if (section == "CIRC" && d.size() == 1) return {structure::Circle{d[0]}, {2 * d[0], 2 * d[0]}};
  if (section == "CIRC") return {structure::Ellipse{d[0] / 2, d[1] / 2}, {d[0], d[1]}};
  if (section == "PIPE") return {structure::Pipe{d[0], d[1]}, {2 * d[0], 2 * d[0]}};
  if (section == "BOX") return {structure::Box{d[0], d[1], d[2], d[3], d[4], d[5]}, {d[0], d[1]}};
  return {structure::Rectangle{d[0], d[1]}, {d[0], d[1]}};
}

}  // namespace sparkdyn::input::deck
