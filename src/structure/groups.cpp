// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/structure/groups.hpp"

#include "sparkdyn/core/error.hpp"

namespace sparkdyn::structure {
namespace {

std::string in_front(const std::string& where) {
  return where.empty() ? where : where + ": ";
}

template <typename Map>
const auto& find_named(const Map& map, const std::string& name, const std::string& where,
                       const char* what, const std::string& file) {
  const auto found = map.find(name);
  if (found == map.end()) {
    std::vector<std::string> known;
    for (const auto& [key, value] : map) known.push_back(key);
    core::input_error("{}there is no {} '{}' in {}{}", in_front(where), what, name, file,
                      known.empty() ? std::string("; it has no names")
                                    : "; names: " + core::allowed(name, known));
  }
  return found->second;
}

}  // namespace

const std::vector<Index>& nodes_in(const Mesh& mesh, const std::string& group,
                                   const std::string& where) {
  return find_named(mesh.node_groups, group, where, "group of nodes", mesh.file);
}

const std::vector<Index>& cells_in(const Mesh& mesh, const std::string& group,
                                   const std::string& where) {
  return find_named(mesh.cell_groups, group, where, "group of cells", mesh.file);
}

const std::vector<Facet>& facets_in(const Mesh& mesh, const std::string& surface,
                                    const std::string& where) {
  return find_named(mesh.surfaces, surface, where, "surface", mesh.file);
}

void require_fit(const Model& model, Index cell, int element, const std::string& group,
                 const std::string& where) {
  const Cell& at = model.mesh.cells[cell];
  const Element& wanted = *elements()[element];
  if (wanted.shape() != at.shape)
    core::input_error("{}element {} of group '{}' is a {}, but {} needs a {}", in_front(where),
                      at.id, group, info(at.shape).name, wanted.name(), info(wanted.shape()).name);
  const CellRole& present = model.roles[cell];
  if (present.element >= 0)
    core::input_error("{}element {} of group '{}' is a {} already, by another group",
                      in_front(where), at.id, group, elements()[present.element]->name());
}

void give_role(Model& model, Index cell, CellRole role, const std::string& group,
               const std::string& where) {
  require_fit(model, cell, role.element, group, where);
  model.roles[cell] = role;
}

void add_elements(Model& model, const std::string& group, std::string_view element,
                  const Section& section) {
  const int kind = find_element(element);
  if (kind < 0) {
    std::vector<std::string> names;
    for (const Element* each : elements()) names.emplace_back(each->name());
    core::input_error("unknown element type '{}'; allowed: {}", element,
                      core::allowed(element, names));
  }
  const CellRole role{static_cast<std::int16_t>(kind),
                      static_cast<std::int32_t>(model.sections.size())};
  model.sections.push_back(section);
  model.roles.resize(model.mesh.cells.size());
  for (const Index cell : cells_in(model.mesh, group)) give_role(model, cell, role, group);
}

void hold(const std::vector<Index>& nodes, ComponentMask components, Conditions& conditions) {
  for (const Index node : nodes)
    for (int component = 0; component < components_of_node; ++component)
      if (components & (1 << component))
        conditions.supports.push_back({node, component, 0, -1, "support"});
}

}  // namespace sparkdyn::structure
