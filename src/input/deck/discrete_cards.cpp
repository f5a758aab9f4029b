// SPDX-License-Identifier: BSD-3-Clause
#include "discrete_cards.hpp"

#include <algorithm>

#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

using structure::Index;

/// Springs and dashpots that act along the line between their nodes have no degrees of freedom on
/// their first data line; it may be blank or absent.
bool acts_along_line(const Builder& builder, Index cell) {
  return builder.type_of(cell).name.ends_with('A');
}

bool looks_like_components(std::string_view text) {
  return text.find_first_not_of("0123456789, \t\r") == std::string_view::npos;
}

/// The line with the constant, after that with the degrees of freedom, which is put in `head`.
Line constant_line(Lines& lines, bool along_line, std::optional<Line>& head) {
  Line first = lines.require("constant");
  if (first.is_blank()) {
    while (first.is_blank()) first = lines.require("constant");
    return first;
  }
  if (!along_line) {
    head = first;
    return lines.require("constant");
  }
  // "10" alone is the constant; with another line after it, it is a degree of freedom.
  Lines ahead = lines;
  const auto next = ahead.next();
  if (next && !next->is_blank() && looks_like_components(first.rest()))
    return lines.require("constant");
  return first;
}

void set_direction(const Block& block, const Builder& builder, structure::SpringSection& section) {
  if (!block.has("ORIENTATION") || section.component_a < 0) return;
  const std::string& name = block.require("ORIENTATION");
  const auto found = builder.orientations.find(name);
  if (found == builder.orientations.end())
    block.fail("orientation '{}' is not defined{}", name.substr(0, 80),
               close_name(name, builder.orientations));
  if (found->second.cylindrical) block.fail("a cylindrical orientation is not supported here");
  if (section.component_b >= 0 && section.component_b != section.component_a)
    block.fail("with ORIENTATION both degrees of freedom must be the same");
  section.direction = found->second.at({})[section.component_a % 3];
  section.rotational = section.component_a >= 3;
  section.component_a = section.component_b = -1;
}

/// One constant for springs or dashpots; constants that depend on anything are refused.
void read_discrete(const Block& block, Builder& builder, SectionKeyword kind,
                   double structure::SpringSection::*constant) {
  const std::vector<Index>& cells = builder.cell_set(block, "ELSET");
  require_kind(block, builder, cells, kind);
  if (cells.empty()) block.fail("the set '{}' is empty", block.require("ELSET"));
  const std::string_view type = builder.type_of(cells.front()).name;
  for (const Index c : cells)
    if (builder.type_of(c).name != type)
      block.fail("the set '{}' holds both {} and {}", block.require("ELSET"), type,
                 builder.type_of(c).name);
  structure::SpringSection section;
  Lines lines(block, Lines::Blank::keep);
  std::optional<Line> head;
  Line line = constant_line(lines, acts_along_line(builder, cells.front()), head);
  if (head) {
    section.component_a = builder.component(*head);
    if (type.ends_with('2')) section.component_b = builder.component(*head);
    head->finish();
  } else if (!acts_along_line(builder, cells.front())) {
    block.fail("the data line with the degree of freedom is missing");
  }
  section.*constant = line.number("constant");
  if (section.*constant < 0) line.fail("the constant must not be negative: {}", section.*constant);
  while (auto more = lines.next())
    if (!more->is_blank())
      more->fail(
          "a constant that depends on temperature, displacement or frequency is not "
          "supported; give one line");
  set_direction(block, builder, section);
  assign_section(block, builder, cells, {-1, section});
}

}  // namespace

void require_kind(const Block& block, const Builder& builder, const std::vector<Index>& cells,
                  SectionKeyword kind) {
  for (const Index c : cells) {
    const ElementType& type = builder.type_of(c);
    // Elements such as DCOUP3D have no section and may be in a set with others.
    if (type.section == kind || type.section == SectionKeyword::none) continue;
    block.fail("element {} of the set '{}' is a {}, which needs {}", builder.mesh().cells[c].id,
               block.require("ELSET"), type.name, keyword_of(type.section));
  }
}

void assign_section(const Block& block, Builder& builder, const std::vector<Index>& cells,
                    const structure::Section& section) {
  if (cells.empty()) return;
  const auto index = static_cast<std::int32_t>(builder.model().sections.size());
  builder.model().sections.push_back(section);
  for (const Index c : cells) {
    auto& role = builder.model().roles[c];
    if (role.element < 0) continue;
    if (role.section >= 0)
      block.fail("element {} has a section already, from an earlier card",
                 builder.mesh().cells[c].id);
    role.section = index;
  }
}

void require_sections(const Builder& builder) {
  const auto& roles = builder.deck.model.roles;
  const auto bare = std::find_if(roles.begin(), roles.end(), [](const structure::CellRole& role) {
    return role.element >= 0 && role.section < 0;
  });
  if (bare == roles.end()) return;
  const auto cell = static_cast<Index>(bare - roles.begin());
  core::input_error("{}: *ELEMENT: element {}, a {}, has no section; give its set one with {}",
                    builder.card_of(cell).text(), builder.mesh().cells[cell].id,
                    builder.type_of(cell).name, keyword_of(builder.type_of(cell).section));
}

void read_mass(const Block& block, Builder& builder) {
  const std::vector<Index>& cells = builder.cell_set(block, "ELSET");
  require_kind(block, builder, cells, SectionKeyword::mass);
  Lines lines(block);
  Line line = lines.require("mass");
  structure::MassSection section;
  section.mass = line.number("mass");
  if (section.mass < 0) line.fail("the mass must not be negative: {}", section.mass);
  lines.finish();
  assign_section(block, builder, cells, {-1, section});
}

void read_rotary_inertia(const Block& block, Builder& builder) {
  const std::vector<Index>& cells = builder.cell_set(block, "ELSET");
  require_kind(block, builder, cells, SectionKeyword::rotary);
  Lines lines(block);
  Line line = lines.require("moments of inertia");
  structure::MassSection section;
  // The deck has I11, I22, I33, I12, I13, I23.
  for (const int i : {0, 1, 2, 3, 5, 4}) section.inertia[i] = line.number("moment of inertia", 0);
  line.finish();
  lines.finish();
  assign_section(block, builder, cells, {-1, section});
}

void read_spring(const Block& block, Builder& builder) {
  read_discrete(block, builder, SectionKeyword::spring, &structure::SpringSection::stiffness);
}

void read_dashpot(const Block& block, Builder& builder) {
  read_discrete(block, builder, SectionKeyword::dashpot, &structure::SpringSection::damping);
}

}  // namespace sparkdyn::input::deck
