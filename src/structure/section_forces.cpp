// SPDX-License-Identifier: BSD-3-Clause
#include "section_forces.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "elements/local_frame.hpp"
#include "shape_functions.hpp"

namespace sparkdyn::structure {
namespace {

/// Rows t, n1, n2 at an end, and the arm from the node to the centroid.
struct End {
  Matrix3 axes;
  Point arm = Point::Zero();
};

End end_of(const Element& element, const ElementInput& input, int node) {
  const Eigen::Vector3d xi = node_coordinates(element.shape()).row(node).transpose();
  const ShapeGradients slopes = shape_gradients(element.shape(), xi);
  Point tangent = Point::Zero();
  for (std::size_t i = 0; i < input.x.size(); ++i)
    tangent += slopes(static_cast<Eigen::Index>(i), 0) * input.x[i];
  const Point t = tangent.normalized();
  const auto* beam = std::get_if<BeamSection>(input.section);
  const Point direction = beam ? as_point(beam->n1) : t.unitOrthogonal();
  const Point n1 = perpendicular(direction, t).normalized();
  End end;
  end.axes << t.transpose(), n1.transpose(), t.cross(n1).transpose();
  if (beam)
    end.arm =
        beam->offset1 * end.axes.row(1).transpose() + beam->offset2 * end.axes.row(2).transpose();
  return end;
}

/// Of what the node exerts, at the centroid in local axes.
SectionForce local_force(const End& end, const Eigen::VectorXd& f, Eigen::Index first, int size) {
  SectionForce result = SectionForce::Zero();
  const Point force = f.segment<3>(first);
  if (size < components_of_node) {  // a truss carries nothing else
    result[0] = end.axes.row(0).dot(force);
    return result;
  }
  const Point moment = f.segment<3>(first + 3) - end.arm.cross(force);
  result << end.axes * force, end.axes * moment;
  return result;
}

}  // namespace

std::array<double, 2> fibre_stress(const BeamSection& section, const SectionForce& force) {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (!section.fibres.known()) return {unknown, unknown};
  const Eigen::Matrix2d inertia{{section.I11, -section.I12}, {-section.I12, section.I22}};
  const Eigen::Vector2d slope = inertia.inverse() * force.tail<2>();
  const double mean = force[0] / section.area;
  const Fibres& fibres = section.fibres;
  if (fibres.semi1 > 0) {
    const double most = std::hypot(slope[0] * fibres.semi2, slope[1] * fibres.semi1);
    return {mean - most, mean + most};
  }
  std::array<double, 2> range{std::numeric_limits<double>::infinity(),
                              -std::numeric_limits<double>::infinity()};
  for (int i = 0; i < fibres.count; ++i) {
    const auto& [x1, x2] = fibres.places[static_cast<std::size_t>(i)];
    const double stress = mean + x2 * slope[0] - x1 * slope[1];
    range = {std::min(range[0], stress), std::max(range[1], stress)};
  }
  return range;
}

bool SectionForces::has(const Element& element) {
  return element.section_kind() == "beam" || element.section_kind() == "truss";
}

SectionForces::SectionForces(const Distributed& structure, const LocalConditions& conditions,
                             const mechanics::Rayleigh& rayleigh)
    : structure_(&structure), rayleigh_(rayleigh) {
  const auto& items = structure.elements.items;
  body_.resize(items.size());
  line_.resize(items.size());
  for (const LocalBodyLoad& load : conditions.body) {
    if (load.everywhere)
      for (auto& acting : body_) acting.push_back({load.acceleration, load.amplitude});
    for (const Index item : load.elements)
      body_[item].push_back({load.acceleration, load.amplitude});
  }
  for (const LocalLineLoad& load : conditions.line)
    for (const Index item : load.elements) line_[item].push_back({load.force, load.amplitude});
}

double SectionForces::scale(int amplitude, double t) const {
  return amplitude < 0 ? 1 : structure_->amplitudes[amplitude]->value(t);
}

EndForces SectionForces::at(Index index, const Motion& motion, double t) const {
  const LocalElement& item = structure_->elements.items[index];
  const Element& element = *elements()[item.element];
  std::vector<Point> x;
  const ElementInput input = element_input(*structure_, item, x);
  const Eigen::Index size = motion.q.size();
  ElementMatrix K(size, size), M(size, size);
  element.stiffness_and_mass(input, structure_->lumped_mass, K, M);
  const int each = std::popcount(element.components(0, *input.section));
  const double alpha = rayleigh_.alpha + input.material->alpha;
  const double beta = rayleigh_.beta + input.material->beta;
  Eigen::VectorXd moved = motion.a + alpha * motion.v;
  for (const Acting& load : body_[index])
    for (Eigen::Index first = 0; first < size; first += each)
      moved.segment<3>(first) -= scale(load.amplitude, t) * as_point(load.vector);
  Eigen::VectorXd f = K * (motion.q + beta * motion.v) + M * moved;
  for (const Acting& load : line_[index])
    f -= scale(load.amplitude, t) * element.line_load(input, as_point(load.vector));
  return {SectionForce(-local_force(end_of(element, input, 0), f, 0, each)),
          local_force(end_of(element, input, 1), f, each, each)};
}

}  // namespace sparkdyn::structure
