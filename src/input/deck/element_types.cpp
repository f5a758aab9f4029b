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
    ElementType{"CPS3", "plane3", Shape::triangle3, solid},
    ElementType{"CPS4", "plane4-full", Shape::quadrilateral4, solid},
    ElementType{"CPS4I", "plane4", Shape::quadrilateral4, solid},
    ElementType{"CPS4R", "plane4-reduced", Shape::quadrilateral4, solid},
    ElementType{"CPS6", "plane6", Shape::triangle6, solid},
    ElementType{"CPS8", "plane8", Shape::quadrilateral8, solid},
    ElementType{"CPS8R", "plane8-reduced", Shape::quadrilateral8, solid},
    ElementType{"CPE3", "plane3", Shape::triangle3, solid},
    ElementType{"CPE4", "plane4-full", Shape::quadrilateral4, solid},
    ElementType{"CPE4I", "plane4", Shape::quadrilateral4, solid},
    ElementType{"CPE4R", "plane4-reduced", Shape::quadrilateral4, solid},
    ElementType{"CPE6", "plane6", Shape::triangle6, solid},
    ElementType{"CPE8", "plane8", Shape::quadrilateral8, solid},
    ElementType{"CPE8R", "plane8-reduced", Shape::quadrilateral8, solid},
    ElementType{"CAX3", "plane3", Shape::triangle3, solid},
    ElementType{"CAX4", "plane4-full", Shape::quadrilateral4, solid},
    ElementType{"CAX4I", "plane4", Shape::quadrilateral4, solid},
    ElementType{"CAX4R", "plane4-reduced", Shape::quadrilateral4, solid},
    ElementType{"CAX6", "plane6", Shape::triangle6, solid},
    ElementType{"CAX8", "plane8", Shape::quadrilateral8, solid},
    ElementType{"CAX8R", "plane8-reduced", Shape::quadrilateral8, solid},
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
    ElementType{"S6", "shell6", Shape::triangle6, shell},
    ElementType{"S8", "shell8", Shape::quadrilateral8, shell},
    ElementType{"S8R", "shell8", Shape::quadrilateral8, shell},
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
    Family{"B2", "beams of a plane are not supported; B31 and B32 may lie in one"},
    Family{"S9", "of shells there are S3, S3R, S4, S4R, S6, S8 and S8R"},
    Family{"M3D", "membranes are not supported"},
    Family{"CPS", "of plane stress there are CPS3, CPS4, CPS4I, CPS4R, CPS6, CPS8 and CPS8R"},
    Family{"CPE", "of plane strain there are CPE3, CPE4, CPE4I, CPE4R, CPE6, CPE8 and CPE8R"},
    Family{"CAX",
           "of axisymmetric elements there are CAX3, CAX4, CAX4I, CAX4R, CAX6, CAX8 and CAX8R"},
    Family{"F3D", "fluids are not supported"},
    Family{"DC3D", "heat conduction is not supported"},
    Family{"GAP", "contact is not supported"},
    Family{"U", "user elements are not supported"},
};

}  // namespace

std::span<const ElementType> element_types() {
  return types;
}

std::optional<structure::PlaneSection::State> plane_state(const ElementType& type) {
  using enum structure::PlaneSection::State;
  if (type.name.starts_with("CPS")) return stress;
  if (type.name.starts_with("CPE")) return strain;
  if (type.name.starts_with("CAX")) return axisymmetric;
  return std::nullopt;
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
