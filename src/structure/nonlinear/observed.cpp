// SPDX-License-Identifier: BSD-3-Clause
#include "observed.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "components.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

using Eigen::Map;
using Eigen::Vector3d;

Eigen::Matrix3d axes_at(const double* unknowns) {
  return Map<const Eigen::Matrix3d>(unknowns + 3);  // columns d1, d2, d3
}

/// Σ factor · d_i × x_i.
Vector3d turned(const double* q, const double* x, double factor) {
  const Eigen::Matrix3d d = axes_at(q), y = axes_at(x);
  Vector3d sum = Vector3d::Zero();
  for (int i = 0; i < 3; ++i) sum += Vector3d(d.col(i)).cross(Vector3d(y.col(i)));
  return factor * sum;
}

}  // namespace

Vector3d rotation_vector(const Eigen::Matrix3d& R, const Vector3d& before) {
  const Eigen::Quaterniond q(R);
  const double half_sine = q.vec().norm();
  const double angle = 2 * std::atan2(half_sine, q.w());
  const double last = before.norm();
  Vector3d axis;
  if (half_sine > 1e-12)
    axis = q.vec() / half_sine;
  else if (last > 0)
    axis = before / last;
  else
    return 2 * q.vec() * (q.w() < 0 ? -1.0 : 1.0);
  constexpr double turn = 2 * std::numbers::pi;
  // Of all axis·(angle + 2πk) the nearest one.
  const double k = std::round((axis.dot(before) - angle) / turn);
  return axis * (angle + k * turn);
}

Observed::Observed(const InputSlab& slab) {
  PetscInt unknowns = 0, columns = 0;
  for (const ComponentMask mask : slab.components) {
    Node node;
    node.unknowns = unknowns;
    node.columns = columns;
    node.turns = (mask & ~translations) != 0;
    if (mask != 0) nodes_.push_back(node);
    unknowns += unknowns_of(mask);
    columns += count_of(mask);
  }
}

void Observed::displacement(Vec q, Vec columns) {
  const core::ReadArray from(q);
  const core::WriteArray to(columns);
  for (Node& node : nodes_) {
    const double* x = from.data() + node.unknowns;
    Map<Vector3d>(to.data() + node.columns) = Map<const Vector3d>(x);
    if (!node.turns) continue;
    node.rotation = rotation_vector(axes_at(x), node.rotation);
    Map<Vector3d>(to.data() + node.columns + 3) = node.rotation;
  }
}

void Observed::rate(Vec q, Vec v, Vec columns) const {
  const core::ReadArray at(q), from(v);
  const core::WriteArray to(columns);
  for (const Node& node : nodes_) {
    const double* x = from.data() + node.unknowns;
    Map<Vector3d>(to.data() + node.columns) = Map<const Vector3d>(x);
    if (node.turns)
      Map<Vector3d>(to.data() + node.columns + 3) = turned(at.data() + node.unknowns, x, 0.5);
  }
}

void Observed::force(Vec q, Vec f, Vec columns) const {
  const core::ReadArray at(q), from(f);
  const core::WriteArray to(columns);
  for (const Node& node : nodes_) {
    const double* x = from.data() + node.unknowns;
    Map<Vector3d>(to.data() + node.columns) = Map<const Vector3d>(x);
    if (node.turns)
      Map<Vector3d>(to.data() + node.columns + 3) = turned(at.data() + node.unknowns, x, 1.0);
  }
}

core::Vector Observed::directors(Vec q) const {
  constexpr PetscInt each = 9;
  const auto count =
      std::count_if(nodes_.begin(), nodes_.end(), [](const Node& node) { return node.turns; });
  core::Vector all = core::make_vector(core::comm_of(q), each * static_cast<PetscInt>(count));
  const core::ReadArray from(q);
  const core::WriteArray to(all);
  PetscInt at = 0;
  for (const Node& node : nodes_) {
    if (!node.turns) continue;
    std::copy_n(from.data() + node.unknowns + 3, each, to.data() + at);
    at += each;
  }
  return all;
}

void Observed::keep(Vec unknowns) const {
  core::check(VecSet(unknowns, 0.0));
  const core::WriteArray to(unknowns);
  for (const Node& node : nodes_)
    if (node.turns) Map<Vector3d>(to.data() + node.unknowns + 3) = node.rotation;
}

void Observed::give_back(Vec unknowns) {
  const core::ReadArray from(unknowns);
  for (Node& node : nodes_)
    if (node.turns) node.rotation = Map<const Vector3d>(from.data() + node.unknowns + 3);
}

}  // namespace sparkdyn::structure::nonlinear
