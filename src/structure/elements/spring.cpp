// SPDX-License-Identifier: BSD-3-Clause
// Spring and dashpot between two nodes: e = u_b(component_b) − u_a(component_a), or
// e = d·(u_b − u_a) along a direction d, by default the line between the nodes.

#include "all.hpp"
#include "discrete.hpp"

namespace sparkdyn::structure {

namespace {

class Spring final : public SpringElement {
 public:
  std::string_view name() const override { return "spring"; }
  Shape shape() const override { return Shape::line2; }
  ComponentMask components(int node, const SectionData& section) const override {
    const auto& data = std::get<SpringSection>(section);
    return spring_components(node == 0 ? data.component_a : data.component_b, data);
  }

  std::string complaint(const ElementInput& input) const override {
    std::string text = spring_complaint(input);
    if (!text.empty()) return text;
    const SpringSection& section = spring_section(input);
    if ((section.component_a >= 0) != (section.component_b >= 0))
      return "it names a component for one of its nodes only: give both, or a direction";
    if (section.component_a >= 0 || spring_direction(section).norm() > 0) return {};
    if (input.x[0] == input.x[1])
      return "its nodes are at the same place, so the line between them has no direction: give a "
             "direction or components";
    return {};
  }

 protected:
  Elongation elongation(const ElementInput& input) const override {
    const SpringSection& section = spring_section(input);
    if (section.component_a >= 0) return Eigen::Vector2d(-1, 1);
    Eigen::Vector3d d = spring_direction(section);
    if (d.isZero(0)) d = (input.x[1] - input.x[0]).stableNormalized();
    Elongation a(6);
    a << -d, d;
    return a;
  }
};

}  // namespace

const Element& spring() {
  static const Spring element;
  return element;
}

}  // namespace sparkdyn::structure
