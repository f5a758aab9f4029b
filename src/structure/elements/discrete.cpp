// SPDX-License-Identifier: BSD-3-Clause
#include "discrete.hpp"

#include <cmath>

namespace sparkdyn::structure {

const SpringSection& spring_section(const ElementInput& input) {
  return std::get<SpringSection>(*input.section);
}

std::string spring_complaint(const ElementInput& input) {
  if (!input.section || !std::holds_alternative<SpringSection>(*input.section))
    return "it has no spring section";
  const SpringSection& section = spring_section(input);
  if (!std::isfinite(section.stiffness)) return "its stiffness is not a finite number";
  if (!std::isfinite(section.damping)) return "its damping is not a finite number";
  if (section.damping < 0) return "its damping must not be negative";
  for (const int component : {section.component_a, section.component_b})
    if (component >= components_of_node)
      return "its component " + std::to_string(component + 1) +
             " does not exist: 1 to 3 are displacements, 4 to 6 rotations";
  for (const double d : section.direction)
    if (!std::isfinite(d)) return "its direction is not finite";
  for (const Point& x : input.x)
    if (!x.allFinite()) return "a coordinate of its nodes is not a finite number";
  return {};
}

ComponentMask spring_components(int component, const SpringSection& section) {
  if (component >= 0) return static_cast<ComponentMask>(1U << static_cast<unsigned>(component));
  return section.rotational ? static_cast<ComponentMask>(all_components & ~translations)
                            : translations;
}

Eigen::Vector3d spring_direction(const SpringSection& section) {
  // stableNormalized leaves zero alone and does not lose tiny vectors.
  return Eigen::Map<const Eigen::Vector3d>(section.direction.data()).stableNormalized();
}

void SpringElement::stiffness(const ElementInput& input, Eigen::Ref<ElementMatrix> K) const {
  const Elongation a = elongation(input);
  K.noalias() = spring_section(input).stiffness * a * a.transpose();
}

void SpringElement::mass(const ElementInput&, bool, Eigen::Ref<ElementMatrix> M) const {
  M.setZero();
}

void SpringElement::damping(const ElementInput& input, Eigen::Ref<ElementMatrix> C) const {
  const Elongation a = elongation(input);
  C.noalias() = spring_section(input).damping * a * a.transpose();
}

}  // namespace sparkdyn::structure
