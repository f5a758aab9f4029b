// SPDX-License-Identifier: BSD-3-Clause
// ∫ N t dA with t = −p n or a given traction; n dA = (∂x/∂ξ × ∂x/∂η) dξ dη. The rules are exact for
// pressure on any facet, curved ones included: there the integrand is a polynomial.

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>

#include "elements/line_shares.hpp"
#include "elements/local_frame.hpp"
#include "elements/plane.hpp"
#include "quadrature.hpp"
#include "shape_functions.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::structure {
namespace {

using Eigen::Vector3d;

struct NodalForce {
  Index node;
  Vector3d force;
  Vector3d moment = Vector3d::Zero();
};

/// One load per node and component, sorted; zeros are left out.
std::vector<NodalLoad> summed(std::vector<NodalForce> forces, int amplitude,
                              const std::string& where) {
  std::stable_sort(forces.begin(), forces.end(),
                   [](const auto& a, const auto& b) { return a.node < b.node; });
  std::vector<NodalLoad> loads;
  for (auto first = forces.begin(); first != forces.end();) {
    Eigen::Matrix<double, components_of_node, 1> sum;
    sum.setZero();
    const Index node = first->node;
    for (; first != forces.end() && first->node == node; ++first) {
      sum.head<3>() += first->force;
      sum.tail<3>() += first->moment;
    }
    for (int i = 0; i < components_of_node; ++i)
      if (sum[i] != 0) loads.push_back({node, i, sum[i], amplitude, where});
  }
  return loads;
}

std::string node_list(const Mesh& mesh, const Facet& facet) {
  std::vector<std::int64_t> ids;
  for (int i = 0; i < info(facet.shape).corners; ++i) ids.push_back(mesh.node_ids[facet.nodes[i]]);
  return fmt::format("{}", fmt::join(ids, ", "));
}

void add_facet(const Mesh& mesh, const SurfaceLoad& load, const Facet& facet,
               std::vector<NodalForce>& forces) {
  const int count = info(facet.shape).nodes;
  const int points = points_for_pressure(facet.shape);
  if (points == 0)
    core::input_error(
        "{}: a surface load cannot act on a {}; triangles and quadrilaterals are "
        "allowed, and edges of plane elements; a line load acts on beams and trusses",
        load.where, info(facet.shape).name);
  Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 8> x(3, count);
  for (int i = 0; i < count; ++i) x.col(i) = as_point(mesh.points[facet.nodes[i]]);
  const std::size_t begin = forces.size();
  for (int i = 0; i < count; ++i) forces.push_back({facet.nodes[i], Vector3d::Zero()});
  double area = 0, longest = 0;
  for (const auto& [xi, weight] : quadrature(facet.shape, points)) {
    const Eigen::Matrix<double, 3, 2> J = x * shape_gradients(facet.shape, xi).leftCols<2>();
    const Vector3d normal = J.col(0).cross(J.col(1));
    const Vector3d force =
        weight * (normal.norm() * as_point(load.traction) - load.pressure * normal);
    area += weight * normal.norm();
    longest = std::max(longest, J.squaredNorm());
    const ShapeValues N = shape_values(facet.shape, xi);
    for (int i = 0; i < count; ++i) forces[begin + i].force += N[i] * force;
  }
  if (!(area > 1e-12 * longest))
    core::input_error("{}: the facet with nodes {} has no area", load.where,
                      node_list(mesh, facet));
}

/// An edge of a plane element: dA is the depth times the length, and the outside lies to the right
/// of an edge that goes round counterclockwise.
void add_edge(const Model& model, const SurfaceLoad& load, const Facet& facet,
              const PlaneSection& section, std::vector<NodalForce>& forces) {
  const int count = info(facet.shape).nodes;
  Eigen::Matrix<double, 3, Eigen::Dynamic, Eigen::ColMajor, 3, 3> x(3, count);
  for (int i = 0; i < count; ++i) x.col(i) = as_point(model.mesh.points[facet.nodes[i]]);
  const std::size_t begin = forces.size();
  for (int i = 0; i < count; ++i) forces.push_back({facet.nodes[i], Vector3d::Zero()});
  for (const auto& [xi, weight] : quadrature(facet.shape, 3)) {
    const Vector3d along = x * shape_gradients(facet.shape, xi).col(0);
    const ShapeValues N = shape_values(facet.shape, xi);
    const double part = weight * depth(section, x.row(0).dot(N));
    const Vector3d force = part * (along.norm() * as_point(load.traction) -
                                   load.pressure * along.cross(Vector3d::UnitZ()));
    for (int i = 0; i < count; ++i) forces[begin + i].force += N[i] * force;
  }
}

/// The section of the plane element whose edge it is; null of other facets.
const PlaneSection* plane_of_edge(const Model& model, const Facet& facet) {
  if (info(facet.shape).dimension != 1 || facet.cell < 0) return nullptr;
  const CellRole& role = model.roles[facet.cell];
  return role.element < 0 ? nullptr : std::get_if<PlaneSection>(&model.sections[role.section].data);
}

/// By the element that the line is; a line that is none shares the force out to its nodes.
void add_line(const Model& model, const LineLoad& load, Index index,
              std::vector<NodalForce>& forces) {
  const Mesh& mesh = model.mesh;
  const Cell& cell = mesh.cells[index];
  const Index* nodes = mesh.nodes_of(cell);
  const int count = info(cell.shape).nodes;
  std::vector<Point> x;
  for (int i = 0; i < count; ++i) x.push_back(as_point(mesh.points[nodes[i]]));
  const ShapeValues shares = line_shares(cell.shape, x);
  if (!(shares.sum() > 0)) core::input_error("{}: element {} has no length", load.where, cell.id);
  const Point force = as_point(load.force);
  const CellRole role = model.roles.empty() ? CellRole{} : model.roles[index];
  if (role.element < 0 || model.nonlinear) {
    for (int i = 0; i < count; ++i) forces.push_back({nodes[i], shares[i] * force});
    return;
  }
  const Element& element = *elements()[role.element];
  const Section& section = model.sections[role.section];
  const ElementInput input{x, section.material < 0 ? nullptr : &model.materials[section.material],
                           &section.data};
  const Eigen::VectorXd all = element.line_load(input, force);
  for (int i = 0, at = 0; i < count; ++i) {
    const ComponentMask mask = element.components(i, section.data);
    forces.push_back({nodes[i], all.segment<3>(at)});
    if (mask == all_components) forces.back().moment = all.segment<3>(at + 3);
    at += std::popcount(mask);
  }
}

}  // namespace

std::vector<NodalLoad> nodal_forces(const Mesh& mesh, const SurfaceLoad& load) {
  if (load.facets.empty()) core::input_error("{}: the loaded surface is empty", load.where);
  std::vector<NodalForce> forces;
  for (const Facet& facet : load.facets) add_facet(mesh, load, facet, forces);
  return summed(std::move(forces), load.amplitude, load.where);
}

std::vector<NodalLoad> nodal_forces(const Model& model, const SurfaceLoad& load) {
  if (load.facets.empty()) core::input_error("{}: the loaded surface is empty", load.where);
  std::vector<NodalForce> forces;
  for (const Facet& facet : load.facets)
    if (const PlaneSection* plane = plane_of_edge(model, facet))
      add_edge(model, load, facet, *plane, forces);
    else
      add_facet(model.mesh, load, facet, forces);
  return summed(std::move(forces), load.amplitude, load.where);
}

std::vector<NodalLoad> nodal_forces(const Model& model, const LineLoad& load) {
  if (load.cells.empty()) core::input_error("{}: the line load has no cells", load.where);
  std::vector<NodalForce> forces;
  for (const Index index : load.cells) {
    const Cell& cell = model.mesh.cells[index];
    if (info(cell.shape).dimension != 1)
      core::input_error("{}: a line load cannot act on element {}, a {}; lines are allowed",
                        load.where, cell.id, info(cell.shape).name);
    add_line(model, load, index, forces);
  }
  return summed(std::move(forces), load.amplitude, load.where);
}

}  // namespace sparkdyn::structure
