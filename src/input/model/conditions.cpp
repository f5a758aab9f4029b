// SPDX-License-Identifier: BSD-3-Clause
// Supports, loads, ground motion and initial values of a `model:` section.

#include "items.hpp"
#include "structure/large_motion.hpp"

namespace sparkdyn::input {
namespace {

using structure::Conditions;
using structure::Index;
using structure::Vector;

/// "all", "translations", "rotations", one component, or a list of them.
std::vector<int> read_components(const Tree& tree, const std::string& what) {
  std::vector<int> components;
  if (tree.kind == Tree::Kind::list) {
    for (const auto& [key, item] : tree.members) components.push_back(read_component(item, what));
    return components;
  }
  std::vector<std::string> options = component_keys();
  options.insert(options.end(), {"all", "translations", "rotations"});
  const auto choice = static_cast<int>(as_choice(tree, what, options));
  if (choice < 6) return {choice};
  if (choice != 8) components = {0, 1, 2};
  if (choice != 7) components.insert(components.end(), {3, 4, 5});
  return components;
}

/// Applies to one load case, or to all.
ModelAction in_cases(std::optional<std::size_t> load_case,
                     std::function<void(const ModelBuilder&, Conditions&)> change) {
  return [load_case, change = std::move(change)](ModelBuilder& builder) {
    for (std::size_t i = 0; i < builder.conditions.size(); ++i)
      if (!load_case || *load_case == builder.load_case_of(i))
        change(builder, builder.conditions[i]);
  };
}

ModelAction nodal_load(const Section& section, const char* key, int first, int amplitude,
                       std::optional<std::size_t> load_case) {
  const Vector value = read_vector3(section.require(key), section.what(key));
  const bool total = section.boolean("total", false);
  const auto where = section.tree().where();
  return in_cases(load_case, [value, total, first, amplitude, where,
                              selection = read_selection(section)](const ModelBuilder& builder,
                                                                   Conditions& conditions) {
    const auto nodes = builder.shares(selection, first);
    const bool shared = total && !selection.point;  // a point's shares add up to 1
    const double part = shared ? 1.0 / static_cast<double>(nodes.size()) : 1.0;
    for (const auto& [node, share] : nodes)
      for (int i = 0; i < 3; ++i)
        if (value[i] != 0)
          conditions.nodal.push_back({node, first + i, part * share * value[i], amplitude, where});
  });
}

/// A force or moment that turns with the directors of its nodes.
ModelAction follower_load(const Section& section, const char* key, int amplitude,
                          std::optional<std::size_t> load_case) {
  structure::ExactForce force;
  const bool moment = key == std::string_view("moment");
  force.kind = moment ? structure::ExactForce::Kind::moment : structure::ExactForce::Kind::force;
  force.vector = read_vector3(section.require(key), section.what(key));
  force.amplitude = amplitude;
  force.where = section.tree().where();
  const bool total = section.boolean("total", false);
  return in_cases(load_case, [force, total, moment, selection = read_selection(section)](
                                 const ModelBuilder& builder, Conditions& conditions) {
    const auto nodes = builder.nodes(selection);
    for (const Index node : nodes) {
      structure::ExactForce each = force;
      if (total)
        for (double& x : each.vector) x /= static_cast<double>(nodes.size());
      if (!moment) each.units.push_back({node, 0});
      for (int k = 1; k <= 3; ++k) each.units.push_back({node, k});
      conditions.forces.push_back(std::move(each));
    }
  });
}

ModelAction surface_load(const Section& section, int amplitude,
                         std::optional<std::size_t> load_case) {
  structure::SurfaceLoad load;
  load.amplitude = amplitude;
  load.where = section.tree().where();
  load.pressure = section.number("pressure", 0);
  if (const Tree* traction = section.find("traction"))
    load.traction = read_vector3(*traction, section.what("traction"));
  const std::string surface = as_text(section.require("surface"), section.what("surface"));
  return in_cases(load_case, [load, surface](const ModelBuilder& builder, Conditions& conditions) {
    structure::SurfaceLoad placed = load;
    placed.facets = builder.surface(surface, load.where);
    conditions.surface.push_back(std::move(placed));
    if (builder.model.nonlinear) structure::let_pressures_follow(builder.mesh(), conditions);
  });
}

ModelAction line_load(const Section& section, int amplitude, std::optional<std::size_t> load_case) {
  structure::LineLoad load;
  load.amplitude = amplitude;
  load.where = section.tree().where();
  load.force = read_vector3(section.require("line_force"), section.what("line_force"));
  const std::string group = as_text(section.require("group"), section.what("group"));
  return in_cases(load_case, [load, group](const ModelBuilder& builder, Conditions& conditions) {
    conditions.line.push_back(load);
    conditions.line.back().cells = builder.cells(group, load.where);
  });
}

ModelAction gravity(const Section& section, int amplitude, std::optional<std::size_t> load_case) {
  structure::BodyLoad load;
  load.amplitude = amplitude;
  load.where = section.tree().where();
  load.acceleration = read_vector3(section.require("gravity"), section.what("gravity"));
  const std::string group = section.text("group", "");
  load.everywhere = group.empty();
  return in_cases(load_case, [load, group](const ModelBuilder& builder, Conditions& conditions) {
    conditions.body.push_back(load);
    if (!group.empty()) conditions.body.back().cells = builder.cells(group, load.where);
  });
}

/// The key that says what kind of load it is.
std::string load_kind(const Section& section) {
  std::string kind;
  for (const char* key : {"force", "moment", "pressure", "traction", "line_force", "gravity"}) {
    if (!section.find(key)) continue;
    if (!kind.empty()) fail(section.tree(), "a load has one of {} and {}, not both", kind, key);
    kind = key;
  }
  if (kind.empty())
    fail(section.tree(),
         "a load needs one of force, moment, pressure, traction, line_force, gravity");
  return kind;
}

}  // namespace

void read_supports(ModelReader& reader, const Tree& tree) {
  for (const auto& [key, value] : as_list(tree, "'supports' in 'model'")) {
    const Section section(value, "supports", keys::support_table());
    const double release = reader.release(section);
    const Tree* fix = section.find("fix");
    const Tree* move = section.find("move");
    if ((fix == nullptr) == (move == nullptr))
      fail(value,
           "a support either fixes components ('fix: all') or moves one ('move: x' with "
           "value and amplitude)");
    if (fix)
      for (const char* extra : {"value", "amplitude"})
        if (const Tree* given = section.find(extra)) fail(*given, "'{}' goes with 'move'", extra);
    const auto components = read_components(fix ? *fix : *move, section.what(fix ? "fix" : "move"));
    const double amount = move ? section.number("value", 1) : 0;
    const int amplitude = move ? reader.amplitude(section, reader.spec.motions) : -1;
    reader.then([=, where = value.where(),
                 selection = read_selection(section)](ModelBuilder& builder) {
      for (std::size_t i = 0; i < builder.conditions.size(); ++i)
        for (const Index node : builder.nodes(selection))
          for (const int component : components)
            if (builder.holds(i, release))
              builder.conditions[i].supports.push_back({node, component, amount, amplitude, where});
    });
  }
}

void read_model_loads(ModelReader& reader, const Tree& tree, std::optional<std::size_t> load_case) {
  for (const auto& [key, value] : as_list(tree, "'loads' in 'model'")) {
    const Section section(value, "loads", keys::model_load_table());
    const std::string kind = load_kind(section);
    const int amplitude = reader.amplitude(section);
    if (const Tree* follower = section.find("follower")) {
      if (!reader.spec.nonlinear) fail(*follower, "'follower' needs 'nonlinear: true' in 'model'");
      if (kind != "force" && kind != "moment")
        fail(*follower, "'follower' goes with a force or a moment; a pressure always follows");
      if (section.boolean("follower", false)) {
        reader.then(follower_load(section, kind.c_str(), amplitude, load_case));
        continue;
      }
    }
    if (kind == "force") reader.then(nodal_load(section, "force", 0, amplitude, load_case));
    if (kind == "moment") reader.then(nodal_load(section, "moment", 3, amplitude, load_case));
    if (kind == "pressure" || kind == "traction")
      reader.then(surface_load(section, amplitude, load_case));
    if (kind == "line_force") reader.then(line_load(section, amplitude, load_case));
    if (kind == "gravity") reader.then(gravity(section, amplitude, load_case));
    section.require_rules();
  }
}

void read_ground_motion(ModelReader& reader, const Tree& tree) {
  const Section section(tree, "ground_motion", keys::ground_motion_table());
  const Vector direction = read_vector3(section.require("direction"), section.what("direction"));
  section.require("amplitude");
  const int amplitude = reader.amplitude(section, reader.spec.ground_motions);
  reader.then(in_cases({}, [=, where = tree.where()](const ModelBuilder&, Conditions& conditions) {
    structure::BodyLoad load;
    load.everywhere = true;
    load.amplitude = amplitude;
    load.where = where;
    for (int i = 0; i < 3; ++i) load.acceleration[i] = -direction[i];
    conditions.body.push_back(load);
  }));
}

void read_model_initial(ModelReader& reader, const Tree& tree) {
  if (tree.kind == Tree::Kind::scalar) {
    as_choice(tree, "'initial' in 'model'", {"equilibrium", "static"});
    reader.spec.equilibrium = true;
    return;
  }
  const Section section(tree, "initial", keys::model_initial_table());
  reader.spec.equilibrium = section.boolean("equilibrium", false);
  reader.spec.project = section.boolean("project", false);
  for (const bool velocity : {false, true}) {
    const char* key = velocity ? "velocity" : "displacement";
    const Tree* list = section.find(key);
    if (!list) continue;
    for (const auto& [name, item] : as_list(*list, section.what(key))) {
      const Section entry(item, key, keys::initial_value_table());
      const Tree* rotation = entry.find("rotation");
      if (rotation && !reader.spec.nonlinear)
        fail(*rotation, "'rotation' needs 'nonlinear: true' in 'model'");
      const auto add = [&](const Tree& tree, const char* part, int first) {
        reader.then([=, value = read_vector3(tree, entry.what(part)),
                     selection = read_selection(entry)](ModelBuilder& builder) {
          for (const Index node : builder.nodes(selection))
            for (int i = 0; i < 3; ++i)
              builder.model.initial.push_back(
                  {node, first + i, velocity ? 0 : value[i], velocity ? value[i] : 0});
        });
      };
      if (entry.find("value") || !rotation) add(entry.require("value"), "value", 0);
      if (rotation) add(*rotation, "rotation", 3);
    }
  }
}

}  // namespace sparkdyn::input
