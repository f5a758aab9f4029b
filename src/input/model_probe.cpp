// SPDX-License-Identifier: BSD-3-Clause
#include "input/model_probe.hpp"

#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <limits>

#include "input/case_text.hpp"
#include "input/field_quantity.hpp"
#include "model/items.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {
namespace {

using structure::Index;

constexpr std::array motion_quantities{Quantity::displacement, Quantity::velocity,
                                       Quantity::acceleration, Quantity::reaction};

const FieldQuantity* field_of(const ProbeSpec& probe) {
  return probe.field < 0 ? nullptr : &field_quantities()[static_cast<std::size_t>(probe.field)];
}

std::string_view quantity_name(const ProbeSpec& probe) {
  const FieldQuantity* field = field_of(probe);
  return field ? field->name : name(probe.quantity);
}

/// What the quantity has, and what stands for the probe's own.
std::vector<std::string> components_of(const ProbeSpec& probe) {
  const FieldQuantity* field = field_of(probe);
  return field ? field->components : component_keys();
}

void read_place(const Section& section, ProbeSpec& probe) {
  const FieldQuantity* field = field_of(probe);
  const bool of_element = field && field->of_element;
  if (const Tree* element = section.find("element")) {
    if (!of_element)
      fail(*element, "the {} is one of nodes: give one of node, group and point, not an element",
           quantity_name(probe));
    probe.element = section.integer("element", std::nullopt, 1, std::numeric_limits<long>::max());
    probe.where = element->where();
    return;
  }
  if (of_element && !section.find("group"))
    fail(section.tree(), "the {} is one of elements: give 'element' or a 'group' of them",
         quantity_name(probe));
  probe.nodes = read_selection(section);
  probe.where = probe.nodes->where;
}

void read_component_of(const Section& section, ProbeSpec& probe) {
  const std::vector<std::string> known = components_of(probe);
  const Tree* tree = section.find("component");
  if (known.empty()) {
    if (tree) fail(*tree, "the {} is one number and has no component", quantity_name(probe));
    return;
  }
  if (!tree)
    fail(section.tree(), "which component of the {}? give one of {}", quantity_name(probe),
         fmt::join(known, ", "));
  probe.component = static_cast<int>(as_choice(*tree, section.what("component"), known));
}

/// `end` of beams, `side` of shells.
void read_part(const Section& section, ProbeSpec& probe) {
  const FieldQuantity* field = field_of(probe);
  const Tree* end = section.find("end");
  const Tree* side = section.find("side");
  if (end && !(field && field->two_ends))
    fail(*end, "'end' belongs to section_force and fibre_stress, not to {}", quantity_name(probe));
  if (side && !(field && field->two_sides))
    fail(*side, "'side' belongs to stresses of shells, not to {}", quantity_name(probe));
  if (field && field->two_ends && !end)
    fail(section.tree(), "at which end of the element? give end: start or end: end");
  if (end) probe.second = as_choice(*end, section.what("end"), {"start", "end"}) == 1;
  if (side) probe.second = as_choice(*side, section.what("side"), {"top", "bottom"}) == 1;
}

/// Without a name: "section_force[12].M2 end".
std::string usual_name(const ProbeSpec& probe) {
  const std::string of = probe.element         ? fmt::format("{}", *probe.element)
                         : probe.nodes->number ? fmt::format("{}", *probe.nodes->number)
                         : probe.nodes->point
                             ? fmt::format("{}", fmt::join(*probe.nodes->point, " "))
                             : probe.nodes->group;
  const auto components = components_of(probe);
  std::string text = fmt::format("{}[{}]", quantity_name(probe), of);
  if (!components.empty()) text += "." + components[static_cast<std::size_t>(probe.component)];
  if (const FieldQuantity* field = field_of(probe)) {
    if (field->two_ends) text += probe.second ? " end" : " start";
    if (field->two_sides && probe.second) text += " bottom";
  }
  return text + (probe.sum ? " sum" : "");
}

std::string place_text(const NodeSelection& nodes) {
  if (nodes.number) return fmt::format("{}", *nodes.number);
  if (nodes.point) return fmt::format("[{}]", fmt::join(*nodes.point, ", "));
  return quoted(nodes.group);
}

}  // namespace

ProbeSpec read_model_probe(const Tree& tree) {
  const Section section(tree, "probes", keys::model_probe_table());
  ProbeSpec probe;
  const std::size_t quantity = section.choice("quantity", 0, model_quantities());
  if (quantity < motion_quantities.size()) {
    probe.quantity = motion_quantities[quantity];
  } else {
    probe.quantity = Quantity::field;
    probe.field = static_cast<int>(quantity - motion_quantities.size());
  }
  read_place(section, probe);
  read_component_of(section, probe);
  read_part(section, probe);
  probe.sum = section.boolean("sum", false);
  probe.scale = section.number("scale", 1);
  if (const Tree* minus = section.find("minus")) {
    if (const FieldQuantity* field = field_of(probe); field && field->of_element)
      fail(*minus, "'minus' names a node, but the {} is one of elements", quantity_name(probe));
    probe.minus = read_selection(*minus, section.what("minus"));
  }
  probe.name = section.text("name", usual_name(probe));
  return probe;
}

std::string model_probe_text(const ProbeSpec& probe) {
  std::string text = fmt::format("name: {}, ", quoted(probe.name));
  if (probe.element)
    text += fmt::format("element: {}", *probe.element);
  else
    text += fmt::format("{}: {}",
                        probe.nodes->number  ? "node"
                        : probe.nodes->point ? "point"
                                             : "group",
                        place_text(*probe.nodes));
  const auto components = components_of(probe);
  if (!components.empty())
    text += ", component: " + components[static_cast<std::size_t>(probe.component)];
  text += fmt::format(", quantity: {}", quantity_name(probe));
  if (const FieldQuantity* field = field_of(probe)) {
    if (field->two_ends) text += probe.second ? ", end: end" : ", end: start";
    if (field->two_sides && probe.second) text += ", side: bottom";
  }
  if (probe.sum) text += ", sum: true";
  if (probe.minus) text += ", minus: " + place_text(*probe.minus);
  if (probe.scale != 1) text += fmt::format(", scale: {}", probe.scale);
  return "{" + text + "}";
}

void ProbePlaces::watch(std::string name, Quantity quantity, int component,
                        std::span<const std::pair<Index, double>> shares) {
  ColumnProbe probe{std::move(name), quantity, {}};
  for (const auto& [node, weight] : shares) {
    probe.terms.emplace_back(static_cast<PetscInt>(watched.size()), weight);
    watched.push_back({node, component});
  }
  probes.push_back(std::move(probe));
}

std::vector<ProbePlaces::Place> ProbePlaces::motion_places(const ModelBuilder& names,
                                                           const ProbeSpec& probe,
                                                           const NodeSelection& nodes) {
  std::vector<Place> found;
  const auto entry = [&](Index node, double weight) {
    watched.push_back({node, probe.component});
    return std::pair{static_cast<PetscInt>(watched.size()) - 1, weight};
  };
  if (nodes.point && probe.quantity != Quantity::reaction) {
    Place place{0, {}};
    for (const auto& [node, weight] : names.shares(nodes, probe.component))
      place.terms.push_back(entry(node, weight));
    return {place};
  }
  for (const Index node : names.nodes(nodes))
    found.push_back({names.mesh().node_ids[node], {entry(node, 1.0)}});
  return found;
}

/// Rows of the field: nodes as the mesh has them, and those cells that are elements.
std::vector<ProbePlaces::Place> ProbePlaces::field_places(const ModelBuilder& names,
                                                          const ProbeSpec& probe,
                                                          const NodeSelection* nodes) const {
  const FieldQuantity& field = *field_of(probe);
  const int ends = static_cast<int>(field.components.size());
  const int at = probe.component + (field.two_ends && probe.second ? ends : 0);
  std::vector<Place> found;
  const auto add = [&](std::int64_t number, Index row) {
    found.push_back({number, {{static_cast<PetscInt>(row) * field.width() + at, 1.0}}});
  };
  const auto& mesh = names.mesh();
  if (!field.of_element) {
    for (const Index node : names.nodes(*nodes)) add(mesh.node_ids[node], node);
    return found;
  }
  std::vector<Index> wanted;
  if (!probe.element) wanted = names.cells(nodes->group, nodes->where);
  std::sort(wanted.begin(), wanted.end());
  const auto& roles = names.model.roles;
  Index row = 0;
  for (std::size_t cell = 0; cell < mesh.cells.size(); ++cell) {
    if (cell >= roles.size() || roles[cell].element < 0) continue;
    const auto index = static_cast<Index>(cell);
    if (probe.element ? mesh.cells[cell].id == *probe.element
                      : std::binary_search(wanted.begin(), wanted.end(), index))
      add(mesh.cells[cell].id, row);
    ++row;
  }
  if (found.empty())
    core::input_error("{}: there is no element {} in {}", probe.where,
                      probe.element ? fmt::format("{}", *probe.element)
                                    : fmt::format("in the group '{}'", nodes->group),
                      mesh.file);
  return found;
}

std::vector<ProbePlaces::Place> ProbePlaces::places(const ModelBuilder& names,
                                                    const ProbeSpec& probe,
                                                    const NodeSelection* nodes) {
  return probe.field < 0 ? motion_places(names, probe, *nodes) : field_places(names, probe, nodes);
}

void ProbePlaces::add(const ModelBuilder& names, const ProbeSpec& probe) {
  std::vector<Place> found = places(names, probe, probe.nodes ? &*probe.nodes : nullptr);
  constexpr std::size_t most = 1000;
  const bool of_element = probe.field >= 0 && field_of(probe)->of_element;
  const char* kind = of_element ? "element" : "node";
  if (probe.sum) {
    Place whole{0, {}};
    for (const Place& place : found)
      whole.terms.insert(whole.terms.end(), place.terms.begin(), place.terms.end());
    found = {whole};
  }
  if (found.size() > most)
    core::input_error("{}: the probe '{}' has {} {}s; at most {} are allowed, or their sum",
                      probe.where, probe.name, found.size(), kind, most);
  Place taken{0, {}};
  if (probe.minus) {
    const auto others = places(names, probe, &*probe.minus);
    if (others.size() != 1)
      core::input_error("{}: 'minus' of the probe '{}' must name one node, not {}",
                        probe.minus->where, probe.name, others.size());
    taken = others.front();
  }
  std::string field;
  if (const FieldQuantity* of = field_of(probe))
    field = std::string(of->field) + (of->two_sides && probe.second ? "_bottom" : "");
  for (const Place& place : found) {
    ColumnProbe column{
        found.size() == 1 ? probe.name : fmt::format("{} {} {}", probe.name, kind, place.number),
        probe.quantity, place.terms, false, field};
    for (const auto& [entry, weight] : taken.terms) column.terms.emplace_back(entry, -weight);
    for (auto& term : column.terms) term.second *= probe.scale;
    probes.push_back(std::move(column));
  }
}

}  // namespace sparkdyn::input
