// SPDX-License-Identifier: BSD-3-Clause
// Spring and dashpot between a node and the ground: e = u(component_a), or e = d·u.

#include "all.hpp"
#include "discrete.hpp"

namespace sparkdyn::structure {

namespace {

class SpringGround final : public SpringElement {
 public:
  std::string_view name() const override { return "spring-ground"; }
  Shape shape() const override { return Shape::point; }
  ComponentMask components(int, const SectionData& section) const override {
    const auto& data = std::get<SpringSection>(section);
    return spring_components(data.component_a, data);
  }

  std::string complaint(const ElementInput& input) const override {
    std::string text = spring_complaint(input);
    if (!text.empty()) return text;
    const SpringSection& section = spring_section(input);
    if (section.component_a < 0 && spring_direction(section).isZero(0))
      return "a spring to ground needs a component or a direction";
    return {};
  }

 protected:
  Elongation elongation(const ElementInput& input) const override {
    const SpringSection& section = spring_section(input);
    if (section.component_a >= 0) return Eigen::Matrix<double, 1, 1>(1.0);
    return spring_direction(section);
  }
};

}  // namespace

const Element& spring_ground() {
  static const SpringGround element;
  return element;
}

}  // namespace sparkdyn::structure
