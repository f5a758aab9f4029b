// SPDX-License-Identifier: BSD-3-Clause
#include "sound_model.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "plane_model.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::structure {
namespace {

/// In the order of SectionData.
constexpr std::string_view section_kinds[] = {"solid",  "shell", "truss", "beam",
                                              "spring", "mass",  "plane", "bushing"};

class ModelCheck {
 public:
  explicit ModelCheck(const Model& model) : model_(model), mesh_(model.mesh) {}

  void mesh() const {
    require_equal(mesh_.node_ids.size(), mesh_.points.size(), "numbers of nodes", "points");
    require_equal(model_.roles.size(), mesh_.cells.size(), "roles", "cells");
    for (const Cell& cell : mesh_.cells) {
      const auto count = static_cast<std::size_t>(info(cell.shape).nodes);
      if (cell.first < 0 || static_cast<std::size_t>(cell.first) + count > mesh_.cell_nodes.size())
        fail("cell {} begins at {}, of {} entries of the cells' nodes", cell.id, cell.first,
             mesh_.cell_nodes.size());
      for (std::size_t i = 0; i < count; ++i)
        node(mesh_.nodes_of(cell)[i], [&] { return fmt::format("cell {}", cell.id); });
    }
    for (const auto& [name, cells] : mesh_.cell_groups)
      for (const Index c : cells) cell(c, [&] { return fmt::format("group '{}'", name); });
  }

  void elements_of_cells() const {
    std::vector<char> used(model_.sections.size(), 0);
    for (std::size_t c = 0; c < model_.roles.size(); ++c) {
      const CellRole& role = model_.roles[c];
      if (role.element < 0) continue;
      const auto what = [&] { return fmt::format("element {}", mesh_.cells[c].id); };
      below(role.element, elements().size(), "element", what);
      below(role.section, model_.sections.size(), "section", what);
      const Element& element = *elements()[role.element];
      if (element.shape() != mesh_.cells[c].shape)
        fail("element {} is a {}, but {} needs a {}", mesh_.cells[c].id,
             info(mesh_.cells[c].shape).name, element.name(), info(element.shape()).name);
      const Section& section = model_.sections[role.section];
      if (section_kinds[section.data.index()] != element.section_kind())
        fail("{} is a {}, which needs a {} section, not a {} section", what(), element.name(),
             element.section_kind(), section_kinds[section.data.index()]);
      used[role.section] = 1;
    }
    for (std::size_t i = 0; i < used.size(); ++i)
      if (used[i]) material(model_.sections[i]);
  }

  void conditions(const Conditions& step) const {
    for (const Support& item : step.supports) component(item, "a support");
    for (const NodalLoad& item : step.nodal) component(item, "a force");
    for (const SurfaceLoad& item : step.surface) {
      amplitude(item.amplitude, "a surface load");
      for (const Facet& facet : item.facets)
        for (int i = 0; i < info(facet.shape).nodes; ++i)
          node(facet.nodes[i], [] { return "a facet"; });
    }
    for (const LineLoad& item : step.line) {
      amplitude(item.amplitude, "a line load");
      for (const Index c : item.cells) cell(c, [] { return "a line load"; });
    }
    for (const ExactForce& item : step.forces) {
      for (const int index : {item.amplitude, item.law.law, item.law.rate_law})
        amplitude(index, "a force");
      for (const ExactUnit& unit : item.units) node(unit.node, [] { return "a force"; });
    }
    for (const BodyLoad& item : step.body) {
      amplitude(item.amplitude, "a body load");
      for (const Index c : item.cells) cell(c, [] { return "a body load"; });
    }
  }

  void rest(std::span<const Watched> watched) const {
    for (const InitialValue& item : model_.initial) place(item, "an initial value");
    for (const Watched& item : watched) place(item, "what is watched");
    for (const NodeAxes& item : model_.node_axes) node(item.node, [] { return "axes"; });
  }

 private:
  template <typename... Args>
  [[noreturn]] void fail(fmt::format_string<Args...> format, Args&&... args) const {
    core::input_error("{}: {}", mesh_.file.empty() ? "the model" : mesh_.file,
                      fmt::format(format, std::forward<Args>(args)...));
  }
  void require_equal(std::size_t a, std::size_t b, const char* of_a, const char* of_b) const {
    if (a != b) fail("there are {} {} for {} {}", a, of_a, b, of_b);
  }
  /// `what()` is called only when it is needed.
  template <typename What>
  void below(std::int64_t index, std::size_t count, const char* kind, What what) const {
    if (index < 0 || index >= static_cast<std::int64_t>(count))
      fail("{} refers to {} {}, of {}", what(), kind, index, count);
  }
  template <typename What>
  void node(Index index, What what) const {
    below(index, mesh_.points.size(), "node", what);
  }
  template <typename What>
  void cell(Index index, What what) const {
    below(index, mesh_.cells.size(), "cell", what);
  }
  void amplitude(int index, const char* what) const {
    if (index != -1) below(index, model_.amplitudes.size(), "amplitude", [&] { return what; });
  }
  template <typename Item>
  void place(const Item& item, const char* what) const {
    node(item.node, [&] { return what; });
    below(item.component, components_of_node, "component", [&] { return what; });
  }
  template <typename Item>
  void component(const Item& item, const char* what) const {
    place(item, what);
    amplitude(item.amplitude, what);
  }
  void material(const Section& section) const {
    const std::string_view kind = section_kinds[section.data.index()];
    if (kind == "spring" || kind == "mass" || kind == "bushing") return;
    below(section.material, model_.materials.size(), "material",
          [&] { return fmt::format("a {} section", kind); });
    const std::string complaint = model_.materials[section.material].complaint();
    if (!complaint.empty()) fail("material {}: {}", section.material, complaint);
  }

  const Model& model_;
  const Mesh& mesh_;
};

}  // namespace

void require_sound(const Model& model, std::span<const Conditions> steps,
                   std::span<const Watched> watched) {
  const ModelCheck check(model);
  check.mesh();
  check.elements_of_cells();
  require_plane_model(model);
  for (const Conditions& step : steps) check.conditions(step);
  check.rest(watched);
}

}  // namespace sparkdyn::structure
