// SPDX-License-Identifier: BSD-3-Clause
#include "gmsh_sections.hpp"

#include <algorithm>
#include <array>
#include <limits>

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {

using structure::Shape;

namespace {

constexpr std::int64_t most_positions = std::numeric_limits<Index>::max();
/// Room is left above for the numbers of nodes and elements that a model adds.
constexpr std::int64_t largest_number = 1'000'000'000'000'000;
/// A small file could put every cell into any number of groups.
constexpr std::size_t most_groups = 100;
constexpr const char* supported =
    "supported: points, lines with 2 or 3 nodes, triangles with 3 or 6, quadrangles with 4 or 8, "
    "tetrahedra with 4 or 10, prisms with 6 or 15, hexahedra with 8 or 20";

struct Unsupported {
  int type;
  const char* name;
};
constexpr std::array<Unsupported, 7> unsupported{{{7, "5-node pyramid"},
                                                  {10, "9-node quadrangle"},
                                                  {12, "27-node hexahedron"},
                                                  {13, "18-node prism"},
                                                  {14, "14-node pyramid"},
                                                  {19, "13-node pyramid"},
                                                  {21, "10-node triangle"}}};

std::string unsupported_text(std::int64_t type) {
  const auto* found = std::find_if(unsupported.begin(), unsupported.end(),
                                   [&](const Unsupported& other) { return other.type == type; });
  if (found == unsupported.end())
    return fmt::format("Gmsh's element type {} is not supported; {}", type, supported);
  const bool with_face_nodes = type == 10 || type == 12 || type == 13;
  return fmt::format(
      "element type {} ({}) is not supported; {}{}", type, found->name, supported,
      with_face_nodes ? "; Mesh.SecondOrderIncomplete = 1 makes Gmsh write those" : "");
}

}  // namespace

/// One of Gmsh's element types; our node i is Gmsh's order[i].
struct GmshSections::Kind {
  int type;
  Shape shape;
  std::vector<int> order;
};

const GmshSections::Kind& GmshSections::kind(std::int64_t type) const {
  // Gmsh numbers the middle nodes by the edges at each corner, Abaqus around the faces.
  static const std::array<Kind, 13> kinds{{
      {15, Shape::point, {0}},
      {1, Shape::line2, {0, 1}},
      {8, Shape::line3, {0, 1, 2}},
      {2, Shape::triangle3, {0, 1, 2}},
      {9, Shape::triangle6, {0, 1, 2, 3, 4, 5}},
      {3, Shape::quadrilateral4, {0, 1, 2, 3}},
      {16, Shape::quadrilateral8, {0, 1, 2, 3, 4, 5, 6, 7}},
      {4, Shape::tetrahedron4, {0, 1, 2, 3}},
      {11, Shape::tetrahedron10, {0, 1, 2, 3, 4, 5, 6, 7, 9, 8}},
      {6, Shape::wedge6, {0, 1, 2, 3, 4, 5}},
      {18, Shape::wedge15, {0, 1, 2, 3, 4, 5, 6, 9, 7, 12, 14, 13, 8, 10, 11}},
      {5, Shape::hexahedron8, {0, 1, 2, 3, 4, 5, 6, 7}},
      {17, Shape::hexahedron20, {0,  1, 2,  3,  4,  5,  6,  7,  8,  11,
                                 13, 9, 16, 18, 19, 17, 10, 12, 14, 15}},
  }};
  const auto* found = std::find_if(kinds.begin(), kinds.end(),
                                   [&](const Kind& other) { return other.type == type; });
  if (found == kinds.end()) in_.fail(unsupported_text(type));
  return *found;
}

std::int64_t GmshSections::group_number(std::int64_t signed_number) const {
  if (signed_number < -largest_number || signed_number > largest_number)
    in_.fail(fmt::format("physical group {}: numbers run to {}", signed_number, largest_number));
  return std::abs(signed_number);
}

void GmshSections::names() {
  const std::int64_t count = in_.text_integer("the number of physical names");
  for (std::int64_t i = 0; i < count; ++i) {
    const std::int64_t dimension = in_.text_integer("the dimension of a physical name");
    if (dimension < 0 || dimension > 3)
      in_.fail(fmt::format("dimension {} of a physical name: 0, 1, 2 or 3 are allowed", dimension));
    const std::int64_t number = in_.text_integer("the number of a physical group");
    raw_.names[{static_cast<int>(dimension), number}] = in_.quoted();
  }
}

void GmshSections::entities() {
  std::array<std::int64_t, 4> counts{};
  for (auto& count : counts) count = in_.count("the number of entities", 5, 36);
  for (int dimension = 0; dimension < 4; ++dimension)
    for (std::int64_t i = 0; i < counts[static_cast<std::size_t>(dimension)]; ++i)
      entity(dimension);
}

void GmshSections::entity(int dimension) {
  const std::int64_t tag = in_.integer("the number of an entity");
  const int coordinates = dimension == 0 ? 3 : 6;  // a point or a bounding box
  for (int i = 0; i < coordinates; ++i) in_.real("a coordinate of an entity");
  std::vector<std::int64_t> groups;
  const std::int64_t count = in_.count("the number of physical groups of an entity", 1, 4);
  for (std::int64_t i = 0; i < count; ++i)  // negative: the entity seen from the other side
    groups.push_back(group_number(in_.integer("the number of a physical group")));
  std::sort(groups.begin(), groups.end());
  groups.erase(std::unique(groups.begin(), groups.end()), groups.end());
  if (groups.size() > most_groups)
    in_.fail(fmt::format("entity {} is in {} physical groups; at most {} are allowed", tag,
                         groups.size(), most_groups));
  if (dimension > 0) {
    const std::int64_t bounding = in_.count("the number of bounding entities", 1, 4);
    for (std::int64_t i = 0; i < bounding; ++i) in_.integer("the number of a bounding entity");
  }
  groups_of_entity_[{dimension, tag}] = std::move(groups);
}

void GmshSections::start_nodes(std::int64_t count) {
  if (count > most_positions)
    in_.fail(fmt::format("{} nodes: at most {} are supported", count, most_positions));
  nodes_ = NumberIndex(count);
  raw_.mesh.node_ids.reserve(static_cast<std::size_t>(count));
  raw_.mesh.points.reserve(static_cast<std::size_t>(count));
}

void GmshSections::start_elements(std::int64_t count) {
  if (count > most_positions)
    in_.fail(fmt::format("{} elements: at most {} are supported", count, most_positions));
  elements_ = NumberIndex(count);
  raw_.mesh.cells.reserve(static_cast<std::size_t>(count));
}

void GmshSections::add_node(std::int64_t number) {
  if (number <= 0) in_.fail(fmt::format("node number {}: must be positive", number));
  if (number > largest_number)
    in_.fail(fmt::format("node number {}: at most {} is allowed", number, largest_number));
  const auto position = static_cast<Index>(raw_.mesh.node_ids.size());
  if (!nodes_.add(number, position)) in_.fail(fmt::format("node {} is there twice", number));
  raw_.mesh.node_ids.push_back(number);
}

void GmshSections::nodes() {
  version_ == Version::v4 ? nodes_v4() : nodes_v2();
}

void GmshSections::nodes_v4() {
  const auto size = static_cast<std::size_t>(in_.size_bytes());
  const std::int64_t blocks = in_.count("the number of blocks of nodes", 4, 12 + size);
  const std::int64_t total = in_.count("the number of nodes", 4, 24 + size);
  in_.size("the smallest node number");
  in_.size("the largest node number");
  start_nodes(total);
  for (std::int64_t block = 0; block < blocks; ++block) {
    const std::int64_t dimension = in_.integer("the dimension of an entity");
    in_.integer("the number of an entity");
    const bool parametric = in_.integer("0 or 1 for parametric coordinates") != 0;
    if (dimension < 0 || dimension > 3)
      in_.fail(fmt::format("entity of dimension {}: 0, 1, 2 or 3 are allowed", dimension));
    const std::int64_t count = in_.count("the number of nodes in a block", 4, 24 + size);
    if (static_cast<std::int64_t>(raw_.mesh.node_ids.size()) + count > total)
      in_.fail(fmt::format("the blocks hold more than the {} nodes announced", total));
    for (std::int64_t i = 0; i < count; ++i) add_node(in_.size("a node number"));
    for (std::int64_t i = 0; i < count; ++i) {
      const double x = in_.real("a coordinate");
      const double y = in_.real("a coordinate");
      raw_.mesh.points.push_back({x, y, in_.real("a coordinate")});
      for (std::int64_t k = 0; parametric && k < dimension; ++k) in_.real("a parameter");
    }
  }
  if (static_cast<std::int64_t>(raw_.mesh.points.size()) != total)
    in_.fail(
        fmt::format("the blocks hold {} nodes, {} were announced", raw_.mesh.points.size(), total));
}

void GmshSections::nodes_v2() {
  const std::int64_t total =
      in_.checked(in_.text_integer("the number of nodes"), "the number of nodes", 4, 28);
  in_.skip_line_break();
  start_nodes(total);
  for (std::int64_t i = 0; i < total; ++i) {
    add_node(in_.integer("a node number"));
    const double x = in_.real("a coordinate");
    const double y = in_.real("a coordinate");
    raw_.mesh.points.push_back({x, y, in_.real("a coordinate")});
  }
}

void GmshSections::elements() {
  if (version_ == Version::v4) return elements_v4();
  in_.binary() ? elements_v2_binary() : elements_v2_text();
}

void GmshSections::elements_v4() {
  const auto size = static_cast<std::size_t>(in_.size_bytes());
  const std::int64_t blocks = in_.count("the number of blocks of elements", 4, 12 + size);
  const std::int64_t total = in_.count("the number of elements", 2, 2 * size);
  in_.size("the smallest element number");
  in_.size("the largest element number");
  start_elements(total);
  for (std::int64_t block = 0; block < blocks; ++block) {
    const std::int64_t dimension = in_.integer("the dimension of an entity");
    const std::int64_t entity = in_.integer("the number of an entity");
    const Kind& type = kind(in_.integer("an element type"));
    const auto per_cell = 1 + type.order.size();
    const std::int64_t count =
        in_.count("the number of elements in a block", per_cell, per_cell * size);
    const auto first = static_cast<Index>(raw_.mesh.cells.size());
    if (first + count > total)
      in_.fail(fmt::format("the blocks hold more than the {} elements announced", total));
    for (std::int64_t i = 0; i < count; ++i) add_cell(type, in_.size("an element number"));
    const auto groups = groups_of_entity_.find({static_cast<int>(dimension), entity});
    if (groups == groups_of_entity_.end() || count == 0) continue;
    for (const std::int64_t group : groups->second)
      raw_.members.push_back(
          {{static_cast<int>(dimension), group}, first, static_cast<Index>(count)});
  }
  if (static_cast<std::int64_t>(raw_.mesh.cells.size()) != total)
    in_.fail(fmt::format("the blocks hold {} elements, {} were announced", raw_.mesh.cells.size(),
                         total));
}

void GmshSections::elements_v2_text() {
  const std::int64_t total = in_.count("the number of elements", 4, 16);
  start_elements(total);
  for (std::int64_t i = 0; i < total; ++i) {
    const std::int64_t number = in_.integer("an element number");
    const Kind& type = kind(in_.integer("an element type"));
    const std::int64_t tags = in_.count("the number of tags", 1, 4);
    std::int64_t physical = 0;
    for (std::int64_t tag = 0; tag < tags; ++tag) {
      const std::int64_t value = in_.integer("a tag");
      if (tag == 0) physical = value;
    }
    add_cell_v2(type, number, physical);
  }
}

void GmshSections::elements_v2_binary() {
  const std::int64_t total =
      in_.checked(in_.text_integer("the number of elements"), "the number of elements", 2, 8);
  in_.skip_line_break();
  start_elements(total);
  for (std::int64_t done = 0; done < total;) {
    const Kind& type = kind(in_.integer("an element type"));
    const std::int64_t count = in_.integer("the number of elements in a block");
    const std::int64_t tags = in_.integer("the number of tags");
    if (count <= 0 || count > total - done)
      in_.fail(fmt::format("a block of {} elements where {} are left", count, total - done));
    in_.checked(tags, "the number of tags", 1, 4);
    for (std::int64_t i = 0; i < count; ++i) {
      const std::int64_t number = in_.integer("an element number");
      const std::int64_t physical = tags > 0 ? in_.integer("a tag") : 0;
      if (tags > 1) in_.skip_bytes(4 * static_cast<std::size_t>(tags - 1));
      add_cell_v2(type, number, physical);
    }
    done += count;
  }
}

void GmshSections::add_cell(const Kind& type, std::int64_t number) {
  structure::Mesh& mesh = raw_.mesh;
  if (number > largest_number || number < -largest_number)
    in_.fail(fmt::format("element number {}: at most {} is allowed", number, largest_number));
  if (!elements_.add(number, static_cast<Index>(mesh.cells.size())))
    in_.fail(fmt::format("element {} is there twice", number));
  const std::size_t count = type.order.size();
  const std::size_t first = mesh.cell_nodes.size();
  if (first + count > static_cast<std::size_t>(most_positions))
    in_.fail("more nodes of elements than 32-bit numbers can count");
  std::array<Index, structure::most_nodes> nodes{};
  for (std::size_t i = 0; i < count; ++i) {
    const std::int64_t node = version_ == Version::v4 ? in_.size("a node number of an element")
                                                      : in_.integer("a node number of an element");
    nodes[i] = nodes_.find(node);
    if (nodes[i] < 0)
      in_.fail(fmt::format("element {} has node {}, which is not in $Nodes", number, node));
  }
  mesh.cells.push_back({number, type.shape, static_cast<Index>(first)});
  for (const int i : type.order) mesh.cell_nodes.push_back(nodes[static_cast<std::size_t>(i)]);
}

void GmshSections::add_cell_v2(const Kind& type, std::int64_t number, std::int64_t physical) {
  add_cell(type, number);
  if (repeats_previous()) {
    raw_.mesh.cell_nodes.resize(static_cast<std::size_t>(raw_.mesh.cells.back().first));
    raw_.mesh.cells.pop_back();
  }
  if (physical != 0)
    add_member(structure::info(type.shape).dimension, group_number(physical),
               static_cast<Index>(raw_.mesh.cells.size()) - 1);
}

bool GmshSections::repeats_previous() const {
  const auto& cells = raw_.mesh.cells;
  if (cells.size() < 2) return false;
  const structure::Cell& last = cells.back();
  const structure::Cell& previous = cells[cells.size() - 2];
  if (last.shape != previous.shape) return false;
  const Index* nodes = raw_.mesh.nodes_of(last);
  return std::equal(nodes, nodes + structure::info(last.shape).nodes, raw_.mesh.nodes_of(previous));
}

void GmshSections::add_member(int dimension, std::int64_t physical, Index cell) {
  const Tagged group{dimension, physical};
  if (!raw_.members.empty()) {
    Membership& last = raw_.members.back();
    if (last.group == group && last.first + last.count == cell) {
      ++last.count;
      return;
    }
  }
  raw_.members.push_back({group, cell, 1});
}

}  // namespace sparkdyn::input
