// SPDX-License-Identifier: BSD-3-Clause
#include "element_types.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input::deck {
namespace {

using structure::Shape;
using enum SectionKeyword;

constexpr std::array types{
    ElementType{"C3D4", "tet4-reduced", Shape::tetrahedron4, solid},
    ElementType{"C3D10", "tet10", Shape::tetrahedron10, solid},
    ElementType{"C3D6", "wedge6", Shape::wedge6, solid},
    ElementType{"C3D15", "wedge15", Shape::wedge15, solid},
    ElementType{"C3D8", "hex8-full", Shape::hexahedron8, solid},
    ElementType{"C3D8I", "hex8", Shape::hexahedron8, solid},
    ElementType{"C3D8R", "hex8-reduced", Shape::hexahedron8, solid},
    ElementType{"C3D20", "hex20", Shape::hexahedron20, solid},
    ElementType{"C3D20R", "hex20-reduced", Shape::hexahedron20, solid},
    ElementType{"T3D2", "truss2", Shape::line2, solid},
    ElementType{"T3D3", "truss3", Shape::line3, solid},
    ElementType{"B31", "beam2", Shape::line2, beam},
    ElementType{"B31R", "beam2", Shape::line2, beam},
    ElementType{"B32", "beam3", Shape::line3, beam},
    ElementType{"B32R", "beam3", Shape::line3, beam},
    ElementType{"S3", "shell3", Shape::triangle3, shell},
    ElementType{"S3R", "shell3", Shape::triangle3, shell},
    ElementType{"S4", "shell4", Shape::quadrilateral4, shell},
    ElementType{"S4R", "shell4", Shape::quadrilateral4, shell},
    ElementType{"SPRING1", "spring-ground", Shape::point, spring},
    ElementType{"SPRING2", "spring", Shape::line2, spring},
    ElementType{"SPRINGA", "spring", Shape::line2, spring},
    ElementType{"DASHPOT1", "spring-ground", Shape::point, dashpot},
    ElementType{"DASHPOT2", "spring", Shape::line2, dashpot},
    ElementType{"DASHPOTA", "spring", Shape::line2, dashpot},
    ElementType{"MASS", "mass", Shape::point, mass},
    ElementType{"ROTARYI", "mass", Shape::point, rotary},
    ElementType{"DCOUP3D", "", Shape::point, none},
};

struct Family {
  std::string_view prefix;
  std::string_view reason;
};

constexpr std::array families{
    Family{"B2", "plane elements are not supported"},
    Family{"S6", "shells with middle nodes are not supported; S3 and S4 have none"},
    Family{"S8", "shells with middle nodes are not supported; S3 and S4 have none"},
    Family{"M3D", "membranes are not supported"},
    Family{"CPS", "plane elements are not supported"},
    Family{"CPE", "plane elements are not supported"},
    Family{"CAX", "axisymmetric elements are not supported"},
    Family{"F3D", "fluids are not supported"},
    Family{"DC3D", "heat conduction is not supported"},
    Family{"GAP", "contact is not supported"},
    Family{"U", "user elements are not supported"},
};

}  // namespace

std::span<const ElementType> element_types() {
  return types;
}

int find_element_type(std::string_view name) {
  const auto found = std::find_if(types.begin(), types.end(),
                                  [&](const ElementType& type) { return type.name == name; });
  return found == types.end() ? -1 : static_cast<int>(found - types.begin());
}

std::string_view keyword_of(SectionKeyword section) {
  switch (section) {
    case solid:
      return "*SOLID SECTION";
    case shell:
      return "*SHELL SECTION";
    case beam:
      return "*BEAM SECTION";
    case mass:
      return "*MASS";
    case rotary:
      return "*ROTARY INERTIA";
    case spring:
      return "*SPRING";
    case dashpot:
      return "*DASHPOT";
    case none:
      break;
  }
  return "";
}

std::string why_no_element_type(std::string_view name) {
  if (name == "D") return "element type 'D': fluids are not supported";
  for (const Family& family : families)
    if (name.starts_with(family.prefix))
      return fmt::format("element type '{}': {}", name, family.reason);
  std::vector<std::string> names;
  for (const ElementType& type : types) names.emplace_back(type.name);
  return fmt::format("unknown element type '{}'; supported: {}", name.substr(0, 20),
                     core::allowed(name.substr(0, 20), names));
}

}  // namespace sparkdyn::input::deck
