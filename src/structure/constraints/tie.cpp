// u_s = Σ N_i(ξ_s) u_i: a node of the slave surface follows the nearest point of the master
// surface.

#include <algorithm>
#include <cmath>
#include <vector>

#include "common.hpp"
#include "facet_tree.hpp"
#include "shape_functions.hpp"

namespace sparkdyn::structure {
namespace {

std::vector<Index> sorted_nodes(std::span<const Facet> facets) {
  std::vector<Index> nodes;
  for (const Facet& facet : facets)
    nodes.insert(nodes.end(), facet.nodes.begin(), facet.nodes.begin() + info(facet.shape).nodes);
  std::sort(nodes.begin(), nodes.end());
  nodes.erase(std::unique(nodes.begin(), nodes.end()), nodes.end());
  return nodes;
}

class Tie final : public LabelledConstraint {
 public:
  Tie(ConstraintLabel label, std::vector<Facet> slave, std::vector<Facet> master, double tolerance)
      : LabelledConstraint("tie", std::move(label)),
        slave_(std::move(slave)),
        master_(std::move(master)),
        tolerance_(tolerance) {}

  void append(const ConstraintContext& context, std::vector<Equation>& rows) const override {
    check(context.mesh);
    const std::vector<Index> slaves = free_slaves();
    const FacetTree tree(context.mesh, master_);
    const double reach = tolerance_ > 0 ? tolerance_ : 0.01 * tree.mean_edge();
    std::vector<Index> left_out;
    Index with_rotations = -1;
    for (const Index node : slaves) {
      const auto nearest = tree.nearest(point(context.mesh, node), reach);
      if (!nearest) {
        left_out.push_back(node);
        continue;
      }
      append_node(context, node, *nearest, rows);
      if ((context.components[node] & rotations) != 0 && with_rotations < 0) with_rotations = node;
    }
    report(context, tree, slaves, left_out, reach);
    if (with_rotations >= 0)
      warn(context,
           "it ties displacements only; rotations of its slave nodes, such as node {}, "
           "stay free",
           context.mesh.node_ids[with_rotations]);
  }

 private:
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

  /// Nodes that both surfaces have move together anyway.
  std::vector<Index> free_slaves() const {
    const std::vector<Index> slaves = sorted_nodes(slave_);
    const std::vector<Index> masters = sorted_nodes(master_);
    std::vector<Index> free;
    std::set_difference(slaves.begin(), slaves.end(), masters.begin(), masters.end(),
                        std::back_inserter(free));
    if (free.empty()) fail("every node of its slave surface is also one of its master surface");
    return free;
  }

  void append_node(const ConstraintContext& context, Index node, const SurfacePoint& nearest,
                   std::vector<Equation>& rows) const {
    const Facet& facet = master_[nearest.facet];
    const ShapeValues N = shape_values(facet.shape, {nearest.point.xi[0], nearest.point.xi[1], 0});
    for (int i = 0; i < 3; ++i) {
      const Eigen::Vector3d d = Eigen::Vector3d::Unit(i);
      Row row;
      row.append(displacement(node), d);
      for (Eigen::Index k = 0; k < N.size(); ++k)
        if (std::abs(N[k]) > 1e-14) row.append(displacement(facet.nodes[k]), -N[k] * d);
      append_row(context, row,
                 fmt::format("node {}, {}", context.mesh.node_ids[node], component_name(i)), rows);
    }
  }

  void report(const ConstraintContext& context, const FacetTree& tree,
              const std::vector<Index>& slaves, const std::vector<Index>& left_out,
              double reach) const {
    if (left_out.empty()) return;
    double least = INFINITY;
    for (const Index node : left_out) {
      const auto found = tree.nearest(point(context.mesh, node), least);
      if (found) least = found->point.distance;
    }
    const char* const origin =
        tolerance_ > 0 ? "" : " (1 % of the mean edge of the master surface)";
    if (left_out.size() == slaves.size())
      fail(
          "none of its {} slave nodes lies within the tolerance {:.4g}{} of the master surface; "
          "the "
          "nearest is {:.4g} away: give a larger tolerance or check the surfaces",
          slaves.size(), reach, origin, least);
    warn(context,
         "{} of {} slave nodes are left out, the first of them node {}: they lie farther from the "
         "master surface than the tolerance {:.4g}{}; the nearest of them {:.4g}",
         left_out.size(), slaves.size(), context.mesh.node_ids[left_out.front()], reach, origin,
         least);
  }

  std::vector<Facet> slave_, master_;
  double tolerance_;
};

}  // namespace

ConstraintPtr tie(ConstraintLabel label, std::vector<Facet> slave, std::vector<Facet> master,
                  double tolerance) {
  return std::make_shared<Tie>(std::move(label), std::move(slave), std::move(master), tolerance);
}

}  // namespace sparkdyn::structure
