// SPDX-License-Identifier: BSD-3-Clause
#include "joint_rows.hpp"

#include <Eigen/Geometry>
#include <array>

namespace sparkdyn::structure::nonlinear {
namespace {

using Eigen::Vector3d;

constexpr std::array<const char*, 3> axis_names{"x", "y", "z"};

}  // namespace

Normals::Normals(const Vector3d& axis) {
  const Vector3d e = axis.normalized();
  Eigen::Index along = 0, least = 0;
  if (e.cwiseAbs().maxCoeff(&along) == 1.0) {  // those of coordinates, so that rows stay short
    first = Vector3d::Unit((along + 1) % 3);
  } else {
    e.cwiseAbs().minCoeff(&least);
    first = e.cross(Vector3d::Unit(least)).normalized();
  }
  second = e.cross(first);
}

std::string JointRows::named(Index b, std::string_view what) const {
  return fmt::format("{}, node {}, {}", name_, mesh_.node_ids[static_cast<std::size_t>(b)], what);
}

Vector3d JointRows::arm(Index b) const {
  const auto& from = mesh_.points[static_cast<std::size_t>(a_)];
  const auto& to = mesh_.points[static_cast<std::size_t>(b)];
  return {to[0] - from[0], to[1] - from[1], to[2] - from[2]};
}

void JointRows::same_place(Index b, std::vector<ExactRow>& rows) const {
  const Vector3d p = arm(b);
  for (int i = 0; i < 3; ++i) {
    const Vector3d n = Vector3d::Unit(i);
    RowBuilder row(mesh_);
    row.add_displacement(b, n).add_displacement(a_, -n).add_fixed(a_, p, -n).add(p[i]);
    rows.push_back(row.row(named(b, axis_names[static_cast<std::size_t>(i)])));
  }
}

void JointRows::same_orientation(Index b, std::vector<ExactRow>& rows) const {
  constexpr std::array<std::array<int, 2>, 3> pairs{{{0, 1}, {0, 2}, {1, 2}}};
  for (const auto& [i, j] : pairs) {
    RowBuilder row(mesh_);
    row.add_product(1, a_, Vector3d::Unit(i), b, Vector3d::Unit(j));
    rows.push_back(row.row(named(b, fmt::format("d{} and d{}", i + 1, j + 1))));
  }
}

void JointRows::in_plane(Index b, const Vector3d& n, const char* what,
                         std::vector<ExactRow>& rows) const {
  RowBuilder row(mesh_);
  row.add_product(1, a_, n, b).add_product(-1, a_, n, a_).add(-n.dot(arm(b)));
  rows.push_back(row.row(named(b, what)));
}

void JointRows::same_axis(Index b, const Vector3d& axis, std::vector<ExactRow>& rows) const {
  const Normals n(axis);
  normal(b, axis.normalized(), n.first, "axis, first normal", rows);
  normal(b, axis.normalized(), n.second, "axis, second normal", rows);
}

void JointRows::normal(Index b, const Vector3d& p, const Vector3d& w, const char* what,
                       std::vector<ExactRow>& rows) const {
  RowBuilder row(mesh_);
  row.add_product(1, a_, p, b, w);
  rows.push_back(row.row(named(b, what)));
}

void JointRows::angle(Index b, const Vector3d& axis, double value, int amplitude,
                      std::vector<ExactRow>& rows) const {
  const Normals n(axis);
  const auto timed = [&](Timing::Kind kind) { return Timing{kind, amplitude, value}; };
  RowBuilder row(mesh_);
  row.add_product(1, a_, n.second, b, n.first, timed(Timing::Kind::cosine));
  row.add_product(-1, a_, n.first, b, n.first, timed(Timing::Kind::sine));
  rows.push_back(row.row(named(b, "angle")));
}

void JointRows::distance(Index b, const Vector3d& n, double value, int amplitude,
                         std::vector<ExactRow>& rows) const {
  RowBuilder row(mesh_);
  row.add_product(1, a_, n, b).add_product(-1, a_, n, a_).add(-n.dot(arm(b)));
  row.add(-value, {.kind = Timing::Kind::value, .amplitude = amplitude});
  rows.push_back(row.row(named(b, "distance")));
}

void JointRows::measured_angle(Index b, const Vector3d& axis, Index z, int component,
                               std::vector<ExactRow>& rows) const {
  const Normals n(axis);
  RowBuilder row(mesh_);
  row.add_turned(1, a_, n.first, b, n.first, Turn::sine, {z, component});
  row.add_turned(-1, a_, n.second, b, n.first, Turn::cosine, {z, component});
  rows.push_back(row.row(named(b, "measured angle")));
}

void JointRows::measured_distance(Index b, const Vector3d& n, double sign, Index z, int component,
                                  std::vector<ExactRow>& rows) const {
  RowBuilder row(mesh_);
  row.add_product(-sign, a_, n, b).add_product(sign, a_, n, a_).add(sign * n.dot(arm(b)));
  row.add_displacement(z, Vector3d::Unit(component));
  rows.push_back(row.row(named(b, "measured distance")));
}

}  // namespace sparkdyn::structure::nonlinear
