// SPDX-License-Identifier: BSD-3-Clause
#include "generated_places.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace sparkdyn::input::deck {

Place3 read_place(Line& line, std::string_view what) {
  Place3 place;
  for (double& x : place) x = line.number(what, 0);
  return place;
}

Place3 turned(const Place3& x, const Place3& point, const Place3& direction, double angle) {
  // Rodrigues' formula.
  const Place3 arm = x - point;
  return point + std::cos(angle) * arm + std::sin(angle) * direction.cross(arm) +
         (1 - std::cos(angle)) * direction.dot(arm) * direction;
}

}  // namespace sparkdyn::input::deck
