// SPDX-License-Identifier: BSD-3-Clause
#include "structure/large_motion.hpp"

#include <fmt/format.h>

#include <Eigen/Eigenvalues>

#include "element_forces.hpp"

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

std::string inertia_complaint(const MassSection& section) {
  const Eigen::Vector3d principal =
      Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d>(director_mass(section), Eigen::EigenvaluesOnly)
          .eigenvalues();
  if (principal[0] >= -1e-12 * principal.cwiseAbs().maxCoeff()) return "";
  return "its rotary inertia is not that of a body: one principal moment is larger than the sum of "
         "the other two";
}

}  // namespace sparkdyn::structure
