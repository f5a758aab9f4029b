// SPDX-License-Identifier: BSD-3-Clause
#include "structure/large_motion.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "element_forces.hpp"
#include "sparkdyn/structure/load.hpp"

namespace sparkdyn::structure {

bool follows_large_motion(const Element& element) {
  return element.section_kind() == "mass" || nonlinear::has_exact_force(element);
}

std::string parts_for_large_motion() {
  std::string all;
  for (const Element* element : elements())
    if (follows_large_motion(*element))
      all += fmt::format("{}{}", all.empty() ? "" : ", ", element->name());
  return all;
}

Eigen::Matrix3d director_mass(const MassSection& section) {
  const auto& [xx, yy, zz, xy, yz, zx] = section.inertia;
  Eigen::Matrix3d J;
  J << xx, xy, zx, xy, yy, yz, zx, yz, zz;
  return 0.5 * J.trace() * Eigen::Matrix3d::Identity() - J;
}

void let_pressures_follow(const Mesh& mesh, Conditions& conditions) {
  std::vector<SurfaceLoad> dead;
  for (SurfaceLoad& load : conditions.surface) {
    if (load.pressure == 0 || load.traction != Vector{0, 0, 0}) {
      dead.push_back(load);
      dead.back().pressure = 0;
    }
    if (load.pressure == 0) continue;
    // What is wrong with the surface is what is wrong with it in a linear model.
    static_cast<void>(nodal_forces(mesh, load));
    for (const Facet& facet : load.facets) {
      ExactForce& force = conditions.forces.emplace_back();
      force.kind = ExactForce::Kind::pressure;
      force.facet = static_cast<int>(facet.shape);
      force.vector = {load.pressure, 0, 0};
      force.amplitude = load.amplitude;
      force.where = load.where;
      for (int i = 0; i < info(facet.shape).nodes; ++i) force.units.push_back({facet.nodes[i], 0});
    }
  }
  conditions.surface = std::move(dead);
}

std::string inertia_complaint(const MassSection& section) {
  const Eigen::Vector3d principal =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(director_mass(section), Eigen::EigenvaluesOnly)
          .eigenvalues();
  if (principal[0] >= -1e-12 * principal.cwiseAbs().maxCoeff()) return "";
  return "its rotary inertia is not that of a body: one principal moment is larger than the sum of "
         "the other two";
}

}  // namespace sparkdyn::structure
