// SPDX-License-Identifier: BSD-3-Clause
#include "builder.hpp"

#include <algorithm>

#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

using structure::Index;

constexpr long long largest_number = 1'000'000'000'000'000;
constexpr std::size_t most_entities = 2'000'000'000;  // what Index can count

void sort_unique(std::vector<Index>& items) {
  std::sort(items.begin(), items.end());
  items.erase(std::unique(items.begin(), items.end()), items.end());
}

template <typename Groups>
std::vector<Index> by_number_or_name(Line& line, const Numbering& numbers, const Groups& groups,
                                     std::string_view what) {
  const std::string_view field = line.next();
  if (field.empty()) line.fail("the {} or the name of a set is missing", what);
  if (const auto number = to_integer(field)) {
    const Index found = numbers.find(*number);
    if (found < 0) line.fail("{} {} is not defined", what, *number);
    return {found};
  }
  const std::string name = normal_name(field);
  const auto found = groups.find(name);
  if (found == groups.end())
    line.fail("the {} set '{}' is not defined{}", what, name.substr(0, 80),
              close_name(name, groups));
  return found->second;
}

template <typename Groups>
const std::vector<Index>& by_parameter(const Block& block, std::string_view parameter,
                                       const Groups& groups, std::string_view what) {
  const std::string& name = block.require(parameter);
  const auto found = groups.find(name);
  if (found == groups.end())
    block.fail("the {} set '{}' is not defined{}", what, name.substr(0, 80),
               close_name(name, groups));
  return found->second;
}

}  // namespace

Builder::Builder(const std::string& file) {
  mesh().file = file;
}

Place Builder::card_of(Index cell) const {
  const auto after =
      std::upper_bound(element_cards.begin(), element_cards.end(), cell,
                       [](Index value, const auto& card) { return value < card.first; });
  return std::prev(after)->second;
}

Index Builder::place_node(const Line& line, long long number, const structure::Vector& point) {
  if (number < 1 || number > largest_number)
    line.fail("node numbers run from 1 to {}, not {}", largest_number, number);
  const Index known = node_numbers.find(number);
  if (known >= 0) {
    if (mesh().points[known] != point)
      line.fail("node {} is already defined, at another place", number);
    return known;
  }
  if (mesh().points.size() >= most_entities) line.fail("too many nodes");
  return add_node(number, point);
}

Index Builder::add_node(long long number, const structure::Vector& point) {
  const Index index = mesh().nodes();
  node_numbers.set(number, index);
  mesh().node_ids.push_back(number);
  mesh().points.push_back(point);
  return index;
}

Index Builder::add_cell(const Line& line, long long number, int type,
                        std::span<const Index> nodes) {
  if (number < 1 || number > largest_number)
    line.fail("element numbers run from 1 to {}, not {}", largest_number, number);
  if (const Index known = cell_numbers.find(number); known >= 0)
    line.fail("element {} is already defined, by the card at {}", number, card_of(known).text());
  if (mesh().cell_nodes.size() >= most_entities) line.fail("too many elements");
  const ElementType& kind = element_types()[type];
  const Index cell = static_cast<Index>(mesh().cells.size());
  mesh().cells.push_back({number, kind.shape, static_cast<Index>(mesh().cell_nodes.size())});
  mesh().cell_nodes.insert(mesh().cell_nodes.end(), nodes.begin(), nodes.end());
  cell_numbers.set(number, cell);
  cell_types.push_back(static_cast<std::uint8_t>(type));
  const bool used = !kind.element.empty();
  model().roles.push_back(
      {static_cast<std::int16_t>(used ? structure::find_element(kind.element) : -1), -1});
  return cell;
}

std::vector<Index> Builder::nodes(Line& line) const {
  auto found = by_number_or_name(line, node_numbers, mesh().node_groups, "node");
  spend(found.size(), line);
  return found;
}

std::vector<Index> Builder::cells(Line& line) const {
  auto found = by_number_or_name(line, cell_numbers, mesh().cell_groups, "element");
  spend(found.size(), line);
  return found;
}

Index Builder::node(Line& line, std::string_view what) const {
  const long long number = line.integer(what);
  const Index found = node_numbers.find(number);
  if (found < 0) line.fail("node {} is not defined", number);
  return found;
}

const std::vector<Index>& Builder::node_set(const Block& block, std::string_view name) const {
  const auto& found = by_parameter(block, name, mesh().node_groups, "node");
  spend(found.size(), block);
  return found;
}

const std::vector<Index>& Builder::cell_set(const Block& block, std::string_view name) const {
  const auto& found = by_parameter(block, name, mesh().cell_groups, "element");
  spend(found.size(), block);
  return found;
}

Index Builder::node_parameter(const Block& block, std::string_view name) const {
  const std::string& value = block.require(name);
  if (const auto number = to_integer(value)) {
    const Index found = node_numbers.find(*number);
    if (found < 0) block.fail("{}: node {} is not defined", name, *number);
    return found;
  }
  const std::vector<Index>& set = node_set(block, name);
  if (set.size() != 1)
    block.fail("{} must be one node, but the set '{}' has {}", name, value, set.size());
  return set.front();
}

int Builder::component(Line& line, std::optional<long long> usual) const {
  const long long number = line.integer("degree of freedom", usual);
  if (number == 11) line.fail("degree of freedom 11 is the temperature; heat is not supported");
  if (number < 1 || number > 6)
    line.fail(
        "degree of freedom {} is not one of 1 to 6 (displacements x, y, z, rotations about "
        "x, y, z)",
        number);
  return static_cast<int>(number) - 1;
}

std::vector<Index> Builder::nodes_of(const std::vector<Index>& cells) const {
  std::vector<Index> nodes;
  for (const Index c : cells) {
    const structure::Cell& cell = mesh().cells[c];
    const Index* first = mesh().nodes_of(cell);
    nodes.insert(nodes.end(), first, first + structure::info(cell.shape).nodes);
  }
  sort_unique(nodes);
  return nodes;
}

std::vector<Index> Builder::surface_nodes(const Block& block, const std::string& name) const {
  if (const auto found = node_surfaces.find(name); found != node_surfaces.end()) {
    spend(found->second.size(), block);
    return found->second;
  }
  std::vector<Index> nodes;
  for (const SideRef side : surface_sides(block, nullptr, name)) {
    const structure::Facet piece = facet(mesh(), side);
    nodes.insert(nodes.end(), piece.nodes.begin(),
                 piece.nodes.begin() + structure::info(piece.shape).nodes);
  }
  sort_unique(nodes);
  return nodes;
}

const std::vector<SideRef>& Builder::surface_sides(const Block& block, const Line* line,
                                                   const std::string& name) const {
  const auto found = surfaces.find(name);
  if (found != surfaces.end()) {
    spend(found->second.size(), block);
    return found->second;
  }
  const Place place = line != nullptr ? line->place() : block.place;
  if (node_surfaces.contains(name))
    block.fail_at(place, fmt::format("surface '{}' is made of nodes; faces of elements are needed "
                                     "here",
                                     name));
  block.fail_at(place, fmt::format("surface '{}' is not defined{}", name.substr(0, 80),
                                   close_name(name, surfaces)));
}

const std::vector<structure::ComponentMask>& Builder::components() {
  if (!components_.empty()) {
    components_.resize(mesh().points.size(), 0);
    return components_;
  }
  components_.assign(mesh().points.size(), 0);
  for (std::size_t c = 0; c < mesh().cells.size(); ++c) {
    const structure::CellRole role = model().roles[c];
    if (role.element < 0) continue;
    const structure::Element& element = *structure::elements()[role.element];
    const Index* nodes = mesh().nodes_of(mesh().cells[c]);
    for (int i = 0; i < structure::info(mesh().cells[c].shape).nodes; ++i)
      components_[nodes[i]] |= element.components(i, model().sections[role.section].data);
  }
  return components_;
}

void Builder::warn(const Block& block, const std::string& text) {
  deck.warnings.push_back(fmt::format("{}: {}: {}", block.where(), block.title, text));
}

}  // namespace sparkdyn::input::deck
