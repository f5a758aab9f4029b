// SPDX-License-Identifier: BSD-3-Clause
#include "local_axes.hpp"

#include <cmath>
#include <numbers>

namespace sparkdyn::input::deck {
namespace {

using structure::Axes;
using structure::Vector;

constexpr double smallest_sine = 1e-10;

Vector unit(const Vector& a) {
  return scaled(a, 1 / length(a));
}

/// The vector from the axis of a cylinder to the point.
Vector radius(const LocalSystem& system, const Vector& point) {
  const Vector axis = unit(minus(system.b, system.a));
  const Vector from = minus(point, system.a);
  return minus(from, scaled(axis, dot(from, axis)));
}

Axes turned(const Axes& axes, int about, double degrees) {
  if (about == 0) return axes;
  const double angle = degrees * std::numbers::pi / 180;
  const int i = about % 3;
  const int j = (about + 1) % 3;
  Axes result = axes;
  for (int k = 0; k < 3; ++k) {
    result[i][k] = std::cos(angle) * axes[i][k] + std::sin(angle) * axes[j][k];
    result[j][k] = std::cos(angle) * axes[j][k] - std::sin(angle) * axes[i][k];
  }
  return result;
}

}  // namespace

Vector cross(const Vector& a, const Vector& b) {
  return {a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]};
}
double dot(const Vector& a, const Vector& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}
double length(const Vector& a) {
  return std::hypot(a[0], a[1], a[2]);
}
Vector minus(const Vector& a, const Vector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Vector scaled(const Vector& a, double factor) {
  return {a[0] * factor, a[1] * factor, a[2] * factor};
}

std::string LocalSystem::complaint(const Vector& point) const {
  if (!cylindrical) {
    const bool flat = length(cross(a, b)) <= smallest_sine * length(a) * length(b);
    return flat ? "the two vectors lie on one line" : "";
  }
  if (length(minus(b, a)) <= 0) return "the two points of the axis are the same";
  const double scale = length(minus(b, a)) + length(minus(point, a));
  return length(radius(*this, point)) <= smallest_sine * scale
             ? "a point on the axis of a cylindrical system has no radial direction"
             : "";
}

Axes LocalSystem::at(const Vector& point) const {
  Axes axes;
  if (cylindrical) {
    axes[2] = unit(minus(b, a));
    axes[0] = unit(radius(*this, point));
  } else {
    axes[0] = unit(a);
    axes[2] = unit(cross(a, b));
  }
  axes[1] = cross(axes[2], axes[0]);
  return turned(axes, turned_about, angle);
}

LocalSystem read_system(Lines& lines, bool cylindrical) {
  Line line = lines.require("points a and b");
  LocalSystem system;
  system.cylindrical = cylindrical;
  for (double& x : system.a) x = line.number("coordinate of point a", 0);
  for (double& x : system.b) x = line.number("coordinate of point b", 0);
  if (cylindrical ? length(minus(system.b, system.a)) <= 0 : !system.complaint({}).empty())
    line.fail("points a and b give no axes: {}",
              cylindrical ? "they are the same" : "they lie on one line with the origin");
  return system;
}

}  // namespace sparkdyn::input::deck
