// SPDX-License-Identifier: BSD-3-Clause
// u_s = Σ N_i(ξ_s) u_i + ω × r: a node of the slave surface follows the nearest point of the master
// surface, across a gap r on a rigid arm that turns with the facet there. With its normal n and the
// gradients s_i of the shape functions along it, n turns by δn = −Σ (n·u_i) s_i and the facet in
// its plane by ½ Σ n·(s_i × u_i), so that ω = n × δn + ½ n Σ n·(s_i × u_i): exact for rigid
// motions. Without the arm a gap would resist them, and forces along the surface would lose their
// moment.
//
// In a structure that turns r is fixed to the facet's tangents g_α = Σ (s_i·t_α) r_i and to g₁ ×
// g₂, t_α two unit vectors along the facet: at the reference g₁ × g₂ = n. The row
//   r_s = Σ N_i r_i + (r·t₁) g₁ + (r·t₂) g₂ + (r·n) g₁ × g₂
// is quadratic and exact for motion of any size; a facet that stretches takes the gap along.

#include <algorithm>
#include <cmath>
#include <vector>

#include "common.hpp"
#include "master_surface.hpp"
#include "nonlinear/row_builder.hpp"
#include "shape_functions.hpp"
#include "structure/surface_constraint.hpp"

namespace sparkdyn::structure {
namespace {

class Tie final : public LabelledConstraint {
 public:
  Tie(ConstraintLabel label, std::vector<Facet> slave, std::vector<Facet> master, double tolerance)
      : LabelledConstraint("tie", std::move(label)),
        slave_(std::move(slave)),
        master_(std::move(master)),
        tolerance_(tolerance) {}

  void append(const ConstraintContext& context, std::vector<Equation>& rows) const override {
    for_each_slave(context, [&](Index node, const SurfacePoint& nearest, double mean_edge) {
      append_node(context, node, nearest, mean_edge, rows);
    });
  }

  void append_exact(const ConstraintContext& context, std::vector<ExactRow>& rows) const override {
    for_each_slave(context, [&](Index node, const SurfacePoint& nearest, double mean_edge) {
      append_exact_node(context, node, nearest, mean_edge, rows);
    });
  }

 private:
  /// Calls visit(node, nearest, mean edge) for those that the master surface takes along.
  template <typename Visit>
  void for_each_slave(const ConstraintContext& context, Visit visit) const {
    check(context.mesh);
    const std::vector<Index> slaves = free_slaves(slave_, master_);
    if (slaves.empty()) fail("every node of its slave surface is also one of its master surface");
    const MasterSurface master(context.mesh, master_, tolerance_);
    std::vector<Index> too_far, beside;
    Index with_rotations = -1;
    for (const Index node : slaves) {
      const auto [fate, nearest] = master.find(point(context.mesh, node));
      if (fate != MasterSurface::Fate::followed) {
        (fate == MasterSurface::Fate::beside ? beside : too_far).push_back(node);
        continue;
      }
      visit(node, nearest, master.mean_edge());
      if ((context.components[node] & rotations) != 0 && with_rotations < 0) with_rotations = node;
    }
    report(context, master, slaves, too_far, beside);
    if (with_rotations >= 0)
      warn(context,
           "it ties displacements only; rotations of its slave nodes, such as node {}, "
           "stay free",
           context.mesh.node_ids[with_rotations]);
  }

  void check(const Mesh& mesh) const {
    if (slave_.empty()) fail("its slave surface is empty");
    if (master_.empty()) fail("its master surface is empty");
    if (!std::isfinite(tolerance_)) fail("its tolerance {} is not finite", tolerance_);
    for (const Facet& facet : master_)
      if (!FacetGeometry::supports(facet.shape))
        fail("its master surface has a {}; triangles and quadrilaterals are allowed",
             info(facet.shape).name);
    for (const Index node : sorted_nodes(slave_)) require_node(mesh, node);
    for (const Index node : sorted_nodes(master_)) require_node(mesh, node);
  }

  void append_node(const ConstraintContext& context, Index node, const SurfacePoint& nearest,
                   double mean_edge, std::vector<Equation>& rows) const {
    const Facet& facet = master_[nearest.facet];
    const ShapeValues N = shape_values(facet.shape, {nearest.point.xi[0], nearest.point.xi[1], 0});
    const auto frame = nearest.point.distance > 1e-9 * mean_edge
                           ? facet_frame(context.mesh, facet, nearest.point.xi)
                           : std::nullopt;
    for (int i = 0; i < 3; ++i) {
      const Eigen::Vector3d d = Eigen::Vector3d::Unit(i);
      Row row;
      row.append(displacement(node), d);
      for (Eigen::Index k = 0; k < N.size(); ++k) {
        Eigen::Vector3d c = std::abs(N[k]) > 1e-14 ? -N[k] * d : Eigen::Vector3d(0, 0, 0);
        if (frame) c -= turned(*frame, k, point(context.mesh, node) - frame->x, d);
        row.append(displacement(facet.nodes[k]), c);
      }
      append_row(context, row,
                 fmt::format("node {}, {}", context.mesh.node_ids[node], component_name(i)), rows);
    }
  }

  void append_exact_node(const ConstraintContext& context, Index node, const SurfacePoint& nearest,
                         double mean_edge, std::vector<ExactRow>& rows) const {
    const Facet& facet = master_[nearest.facet];
    const ShapeValues N = shape_values(facet.shape, {nearest.point.xi[0], nearest.point.xi[1], 0});
    const bool gap = nearest.point.distance > 1e-9 * mean_edge;
    const auto frame = facet_frame(context.mesh, facet, nearest.point.xi);
    if (gap && !frame)
      fail("node {} is tied to a facet without area, across a gap", context.mesh.node_ids[node]);
    Eigen::Vector3d arm = Eigen::Vector3d::Zero(), along = arm, across = arm;
    if (gap) {
      arm = point(context.mesh, node) - frame->x;
      along = frame->n.unitOrthogonal();
      across = frame->n.cross(along);
    }
    for (int i = 0; i < 3; ++i) {
      const Eigen::Vector3d d = Eigen::Vector3d::Unit(i);
      nonlinear::RowBuilder row(context.mesh);
      row.add_place(node, d);
      for (Eigen::Index k = 0; k < N.size(); ++k) {
        double share = std::abs(N[k]) > 1e-14 ? N[k] : 0.0;
        if (gap) share += frame->s.col(k).dot(arm);  // the part of the gap along the facet
        row.add_place(facet.nodes[k], -share * d);
      }
      for (Eigen::Index k = 0; gap && k < N.size(); ++k)
        for (Eigen::Index l = k + 1; l < N.size(); ++l)
          row.add_cross(
              -frame->n.dot(arm) * (frame->s.col(k).dot(along) * frame->s.col(l).dot(across) -
                                    frame->s.col(l).dot(along) * frame->s.col(k).dot(across)),
              d, facet.nodes[k], facet.nodes[l]);
      if (!gap) row.add(offset(context.mesh, node, facet, N).dot(d));
      rows.push_back(row.row(
          fmt::format("{}, node {}, {}", name(), context.mesh.node_ids[node], component_name(i))));
    }
  }

  /// What rounding leaves between a node and its place on a facet, to have rows of zero at rest.
  static Eigen::Vector3d offset(const Mesh& mesh, Index node, const Facet& facet,
                                const ShapeValues& N) {
    Eigen::Vector3d rest = -point(mesh, node);
    for (Eigen::Index k = 0; k < N.size(); ++k)
      if (std::abs(N[k]) > 1e-14) rest += N[k] * point(mesh, facet.nodes[k]);
    return rest;
  }

  /// What u_k of the facet adds to d·(ω × r) = (r × d)·ω.
  static Eigen::Vector3d turned(const FacetFrame& frame, Eigen::Index k, const Eigen::Vector3d& r,
                                const Eigen::Vector3d& d) {
    const Eigen::Vector3d t = r.cross(d);
    const Eigen::Vector3d across = frame.n.cross(Eigen::Vector3d(frame.s.col(k)));
    return -across.dot(t) * frame.n + 0.5 * frame.n.dot(t) * across;
  }

  void report(const ConstraintContext& context, const MasterSurface& master,
              const std::vector<Index>& slaves, const std::vector<Index>& too_far,
              const std::vector<Index>& beside) const {
    const auto id = [&](Index node) { return context.mesh.node_ids[node]; };
    if (!beside.empty() && too_far.size() + beside.size() < slaves.size())
      warn(context,
           "{} of {} slave nodes are left out, the first of them node {}: they lie beside the "
           "master surface, more than {:.4g} beyond its border, and not over it; if they should be "
           "tied, make the larger surface the master",
           beside.size(), slaves.size(), id(beside.front()), master.overhang());
    if (too_far.empty() && beside.size() < slaves.size()) return;
    double least = INFINITY;
    for (const Index node : too_far) least = master.distance(point(context.mesh, node), least);
    const char* const origin =
        tolerance_ > 0 ? "" : " (1 % of the mean edge of the master surface)";
    if (beside.size() == slaves.size())
      fail(
          "its {} slave nodes all lie beside the master surface, beyond its border: check the "
          "surfaces",
          slaves.size());
    if (too_far.size() + beside.size() == slaves.size())
      fail(
          "none of its {} slave nodes lies within the tolerance {:.4g}{} of the master surface; "
          "the "
          "nearest is {:.4g} away: give a larger tolerance or check the surfaces",
          slaves.size(), master.reach(), origin, least);
    warn(context,
         "{} of {} slave nodes are left out, the first of them node {}: they lie farther from the "
         "master surface than the tolerance {:.4g}{}; the nearest of them {:.4g}",
         too_far.size(), slaves.size(), id(too_far.front()), master.reach(), origin, least);
  }

  std::vector<Facet> slave_, master_;
  double tolerance_;
};

}  // namespace

ConstraintPtr tie(ConstraintLabel label, std::vector<Facet> slave, std::vector<Facet> master,
                  double tolerance) {
  return std::make_shared<Tie>(std::move(label), std::move(slave), std::move(master), tolerance);
}

Moved move_to_master(Mesh& mesh, std::span<const Facet> slave, std::span<const Facet> master,
                     double tolerance) {
  Moved moved;
  if (master.empty() || std::any_of(master.begin(), master.end(), [](const Facet& facet) {
        return !FacetGeometry::supports(facet.shape);
      }))
    return moved;  // the tie itself says what is wrong
  const MasterSurface surface(mesh, master, tolerance);
  for (const Index node : free_slaves(slave, master)) {
    const auto [fate, nearest] = surface.find(point(mesh, node));
    if (fate != MasterSurface::Fate::followed) continue;
    const Facet& facet = master[static_cast<std::size_t>(nearest.facet)];
    const ShapeValues N = shape_values(facet.shape, {nearest.point.xi[0], nearest.point.xi[1], 0});
    Eigen::Vector3d x = Eigen::Vector3d::Zero();
    for (Eigen::Index k = 0; k < N.size(); ++k) x += N[k] * point(mesh, facet.nodes[k]);
    Eigen::Map<Eigen::Vector3d>(mesh.points[node].data()) = x;
    moved.farthest = std::max(moved.farthest, nearest.point.distance);
  }
  moved.in_edges = moved.farthest / surface.mean_edge();
  return moved;
}

}  // namespace sparkdyn::structure
