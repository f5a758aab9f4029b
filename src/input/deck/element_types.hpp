// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which formulation each element type of a deck becomes.

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sparkdyn/structure/section.hpp"
#include "sparkdyn/structure/shape.hpp"

namespace sparkdyn::input::deck {

enum class SectionKeyword { solid, shell, beam, mass, rotary, spring, dashpot, none };

struct ElementType {
  std::string_view name;     ///< "C3D8"
  std::string_view element;  ///< as structure::find_element knows it; empty: takes no part
  structure::Shape shape;
  SectionKeyword section;
};

std::span<const ElementType> element_types();

/// CPS: plane stress, CPE: plane strain, CAX: axisymmetric; none of other types.
std::optional<structure::PlaneSection::State> plane_state(const ElementType& type);

/// Position in element_types(), or −1.
int find_element_type(std::string_view name);

/// The keywords that give elements of this kind their section: "*SOLID SECTION".
std::string_view keyword_of(SectionKeyword section);

/// Why there is no such type, with those that are close.
std::string why_no_element_type(std::string_view name);

}  // namespace sparkdyn::input::deck
