// SPDX-License-Identifier: BSD-3-Clause
// *NODE, *ELEMENT, *NSET, *ELSET, *SURFACE, *HEADING: what the structure consists of.

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <numbers>

#include "keyword.hpp"
#include "set_cards.hpp"
#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

using structure::Index;
using structure::Shape;

constexpr std::size_t most_nodes_of_cell = 20;

void read_heading(const Block& block, Builder& builder) {
  Lines lines(block);
  if (auto line = lines.next()) builder.deck.title = std::string(line->rest());
}

structure::Vector from_cylindrical(const structure::Vector& x) {
  const double angle = x[1] * std::numbers::pi / 180;
  return {x[0] * std::cos(angle), x[0] * std::sin(angle), x[2]};
}

void read_nodes(const Block& block, Builder& builder) {
  const bool cylindrical = block.choice("SYSTEM", "R", {"R", "C"}) == "C";
  std::vector<Index> read;
  Lines lines(block);
  while (auto line = lines.next()) {
    const long long number = line->integer("node number");
    structure::Vector point{};
    for (double& x : point) x = line->number("coordinate", 0);
    if (cylindrical) point = from_cylindrical(point);
    read.push_back(builder.place_node(*line, number, point));
  }
  if (block.has("NSET"))
    add_to_group(builder.mesh().node_groups[block.require("NSET")], std::move(read));
}

/// The nodes of one element, on as many lines as they take.
void read_element(Line line, Lines& lines, int type, Builder& builder) {
  const Line first = line;
  const long long number = line.integer("element number");
  const ElementType& kind = element_types()[type];
  const int count = structure::info(kind.shape).nodes;
  std::array<Index, most_nodes_of_cell> nodes{};
  for (int i = 0; i < count; ++i) {
    while (line.done()) {
      const auto more = lines.next();
      if (!more)
        first.fail("element {} has {} nodes, but a {} needs {}", number, i, kind.name, count);
      line = *more;
    }
    const long long node = line.integer("node");
    nodes[i] = builder.node_numbers.find(node);
    if (nodes[i] < 0) line.fail("element {} uses node {}, which is not defined", number, node);
  }
  if (!line.done())
    line.fail(
        "element {} begins at line {}; a {} has {} nodes and the line ends with others: are "
        "nodes missing or too many?",
        number, first.place().line, kind.name, count);
  // Lines of decks have their middle node in the middle, ours at the end.
  if (kind.shape == Shape::line3) std::swap(nodes[1], nodes[2]);
  builder.add_cell(first, number, type, std::span(nodes.data(), count));
}

void read_elements(const Block& block, Builder& builder) {
  const int type = find_element_type(block.require("TYPE"));
  if (type < 0) block.fail("{}", why_no_element_type(block.require("TYPE")));
  const Index first = static_cast<Index>(builder.mesh().cells.size());
  builder.element_cards.emplace_back(first, block.place);
  Lines lines(block);
  while (auto line = lines.next()) read_element(*line, lines, type, builder);
  if (!block.has("ELSET")) return;
  std::vector<Index> read;
  for (Index c = first; c < static_cast<Index>(builder.mesh().cells.size()); ++c) read.push_back(c);
  add_to_group(builder.mesh().cell_groups[block.require("ELSET")], std::move(read));
}

/// S1..S6, SPOS, SNEG as decks call the sides of a cell, of plane elements their edges; −1 when it
/// has none of that name.
int side_of(const std::string& label, const ElementType& type) {
  const structure::ShapeInfo& shape = structure::info(type.shape);
  if (shape.dimension == 2 && !plane_state(type)) {
    // CalculiX expands shells into solids whose first face is the bottom.
    static const std::map<std::string, int> faces{{"SPOS", positive_face},
                                                  {"S2", positive_face},
                                                  {"SNEG", negative_face},
                                                  {"S1", negative_face}};
    const auto found = faces.find(label);
    return found == faces.end() ? -1 : found->second;
  }
  if (shape.dimension < 2 || label.size() != 2 || label[0] != 'S') return -1;
  const int side = label[1] - '1';
  return side >= 0 && side < static_cast<int>(shape.sides.size()) ? side : -1;
}

/// The sides of solids and plane elements that no other cell of the set shares, and the positive
/// faces of shells.
std::vector<SideRef> free_sides(const Builder& builder, const std::vector<Index>& cells) {
  std::map<std::array<Index, 4>, std::pair<int, SideRef>> seen;
  std::vector<SideRef> result;
  for (const Index c : cells) {
    const structure::ShapeInfo& shape = structure::info(builder.mesh().cells[c].shape);
    const bool plane = plane_state(builder.type_of(c)).has_value();
    if (shape.dimension == 2 && !plane) result.push_back({c, positive_face});
    if (shape.dimension != 3 && !plane) continue;
    for (int s = 0; s < static_cast<int>(shape.sides.size()); ++s) {
      const structure::Facet piece = facet(builder.mesh(), {c, s});
      std::array<Index, 4> corners{-1, -1, -1, -1};
      std::copy_n(piece.nodes.begin(), structure::info(piece.shape).corners, corners.begin());
      std::sort(corners.begin(), corners.end());
      auto& entry = seen[corners];
      ++entry.first;
      entry.second = {c, s};
    }
  }
  for (const auto& [corners, entry] : seen)
    if (entry.first == 1) result.push_back(entry.second);
  return result;
}

void read_element_surface(const Block& block, Builder& builder, std::vector<SideRef>& sides) {
  Lines lines(block);
  while (auto line = lines.next()) {
    const std::vector<Index> cells = builder.cells(*line);
    const std::string label = normal_name(line->next());
    line->finish();
    if (label.empty()) {
      const auto free = free_sides(builder, cells);
      if (free.empty()) line->fail("these elements have no free faces");
      sides.insert(sides.end(), free.begin(), free.end());
      continue;
    }
    for (const Index c : cells) {
      const ElementType& type = builder.type_of(c);
      const int side = side_of(label, type);
      if (side < 0)
        line->fail("element {}, a {}, has no face '{}'", builder.mesh().cells[c].id,
                   structure::info(type.shape).name, label.substr(0, 20));
      sides.push_back({c, side});
    }
  }
}

void read_surface(const Block& block, Builder& builder) {
  const std::string& name = block.require("NAME");
  if (builder.surfaces.contains(name) || builder.node_surfaces.contains(name))
    block.fail("surface '{}' is already defined", name);
  if (block.choice("TYPE", "ELEMENT", {"ELEMENT", "NODE"}) == "NODE") {
    std::vector<Index> nodes;
    Lines lines(block);
    while (auto line = lines.next()) {
      const std::vector<Index> more = builder.nodes(*line);
      nodes.insert(nodes.end(), more.begin(), more.end());
    }
    add_to_group(builder.node_surfaces[name], std::move(nodes));
    return;
  }
  std::vector<SideRef>& sides = builder.surfaces[name];
  read_element_surface(block, builder, sides);
  std::vector<structure::Facet>& facets = builder.mesh().surfaces[name];
  for (const SideRef side : sides) facets.push_back(facet(builder.mesh(), side));
}

}  // namespace

Keywords mesh_keywords() {
  static const std::vector<Keyword> table{
      {"HEADING", Phase::heading, Scope::anywhere, {}, read_heading},
      {"NODE", Phase::nodes, Scope::model, {"NSET", "SYSTEM"}, read_nodes},
      {"ELEMENT", Phase::elements, Scope::model, {"TYPE", "ELSET"}, read_elements},
      {"NSET",
       Phase::sets,
       Scope::anywhere,
       {"NSET", "GENERATE", "ELSET", "INTERNAL", "UNSORTED"},
       read_node_set},
      {"ELSET",
       Phase::sets,
       Scope::anywhere,
       {"ELSET", "GENERATE", "INTERNAL", "UNSORTED"},
       read_cell_set},
      {"SURFACE", Phase::surfaces, Scope::anywhere, {"NAME", "TYPE", "INTERNAL"}, read_surface},
  };
  return table;
}

}  // namespace sparkdyn::input::deck
