// SPDX-License-Identifier: BSD-3-Clause
#include <algorithm>
#include <array>
#include <cctype>

#include <fmt/format.h>

#include "../market_tokens.hpp"
#include "items.hpp"
#include "sparkdyn/mechanics/rayleigh.hpp"

namespace sparkdyn::input {

std::string resolved_model(const Tree& tree, const ModelSpec& spec,
                           const std::filesystem::path& folder);

namespace {

namespace fs = std::filesystem;

fs::path read_path(const Tree& tree, const std::string& what, const fs::path& folder) {
  const std::string written = as_text(tree, what);
  if (written.find('\0') != std::string::npos) fail(tree, "{} is not a file name", what);
  return (folder / written).lexically_normal();
}

/// A file name, or {file, size, order} for a .geo.
void read_mesh(ModelReader& reader, const Tree& tree) {
  ModelSpec& spec = reader.spec;
  spec.where = tree.where();
  if (tree.kind == Tree::Kind::scalar) {
    spec.mesh = read_path(tree, "'mesh' in 'model'", reader.folder);
    return;
  }
  const Section section(tree, "mesh", keys::mesh_table());
  spec.mesh = read_path(section.require("file"), section.what("file"), reader.folder);
  spec.mesh_size = section.number("size", 0, 0);
  spec.mesh_order = static_cast<int>(section.integer("order", 1, 1, 2));
  if (spec.mesh.extension() == ".geo") return;
  for (const char* key : {"size", "order"})
    if (const Tree* extra = section.find(key))
      fail(*extra, "'{}' in 'mesh' goes with a .geo file, which is meshed here", key);
}

/// {alpha, beta}, or {ratios: [z1, z2], frequencies: [f1, f2]}.
mechanics::Rayleigh read_rayleigh_damping(const Tree& tree) {
  const Section section(tree, "damping", keys::model_damping_table());
  const Tree* ratios = section.find("ratios");
  if (!ratios) {
    section.require_rules();
    return {section.number("alpha", 0), section.number("beta", 0)};
  }
  for (const char* key : {"alpha", "beta"})
    if (const Tree* extra = section.find(key))
      fail(*extra, "'damping' has either alpha and beta, or ratios and frequencies");
  const auto pair = [&](const char* key) {
    const auto& members = as_list(section.require(key), section.what(key));
    if (members.size() != 2) fail(section.require(key), "{} needs two numbers", section.what(key));
    return std::array{as_number(members[0].value, section.what(key)),
                      as_number(members[1].value, section.what(key))};
  };
  const auto z = pair("ratios"), f = pair("frequencies");
  mechanics::Rayleigh damping;
  located(*ratios, [&] { damping = mechanics::rayleigh_from_ratios({f[0], z[0]}, {f[1], z[1]}); });
  return damping;
}

/// Names of load cases become folders in the output folder.
bool can_be_folder(const std::string& name) {
  constexpr std::size_t longest = 200;
  const auto printable = [](char c) { return static_cast<unsigned char>(c) > ' ' && c != 0x7f; };
  return !name.empty() && name.size() <= longest && name[0] != '.' &&
         name.find_first_of("/\\") == std::string::npos && std::ranges::all_of(name, printable);
}

/// Names that a run gives to its own files, beside the folders of load cases.
bool is_taken(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
  static constexpr std::array taken{".h5", ".xdmf", ".csv", ".json", ".yaml", ".msh", ".part"};
  return name.starts_with("checkpoint-") ||
         std::ranges::any_of(taken, [&](const char* ending) { return name.ends_with(ending); });
}

void read_load_cases(ModelReader& reader, const Tree& tree) {
  if (tree.kind != Tree::Kind::mapping)
    fail(tree, "'load_cases' in 'model' must be a mapping of names to lists of loads");
  for (const auto& [name, loads] : tree.members) {
    if (!can_be_folder(name))
      fail(loads,
           "'{}' cannot name a load case: it becomes a folder; up to 200 characters are allowed, "
           "without blanks and slashes, the first no dot",
           shown(name));
    if (is_taken(name))
      fail(loads,
           "'{}' cannot name a load case: it becomes a folder, and a run gives such names to its "
           "own files (checkpoint-…, and what ends in .h5, .xdmf, .csv, .json, .yaml, .msh or "
           ".part)",
           shown(name));
    reader.spec.load_cases.push_back(name);
    read_model_loads(reader, loads, reader.spec.load_cases.size() - 1);
  }
}

using Part = void (*)(ModelReader&, const Tree&);

/// In the order in which they must be applied: what is named must be there before it is used.
const std::vector<std::pair<std::string, Part>>& parts() {
  static const std::vector<std::pair<std::string, Part>> list{
      {"materials", read_materials},
      {"nodes", read_nodes},
      {"elements", read_elements},
      {"springs", read_springs},
      {"masses", read_masses},
      {"bushings", read_bushings},
      {"supports", read_supports},
      {"constraints", read_model_constraints},
      {"loads", [](ModelReader& reader, const Tree& tree) { read_model_loads(reader, tree, {}); }},
      {"load_cases", read_load_cases},
      {"ground_motion", read_ground_motion},
      {"initial", read_model_initial},
  };
  return list;
}

void read_deck_model(ModelReader& reader, const Tree& tree) {
  const Section section(tree, "model", keys::deck_model_table());
  reader.spec.deck = read_path(section.require("deck"), section.what("deck"), reader.folder);
  reader.spec.where = section.require("deck").where();
}

/// What is made for small motion is refused rather than taken for something else.
void require_parts_that_turn(const Section& section) {
  const auto refuse = [&](const char* key, const char* instead) {
    if (const Tree* found = section.find(key))
      fail(*found, "'{}' is not available with 'nonlinear: true'{}", key, instead);
  };
  refuse("ground_motion", ": move the supports");
  refuse("eliminate_supports", ", where all supports are rows of G");
}

}  // namespace

ModelSpec read_model(const Tree& tree, const fs::path& folder) {
  ModelSpec spec;
  ModelReader reader{spec, folder};
  const Section section(tree, "model", keys::model_table());
  if (const Tree* damping = section.find("damping"))
    spec.rayleigh = read_rayleigh_damping(*damping);
  spec.orphans =
      static_cast<structure::Orphans>(section.choice("orphan_nodes", 1, {"refuse", "ignore"}));
  if (section.find("deck")) {
    read_deck_model(reader, tree);
    if (const Tree* initial = section.find("initial")) read_model_initial(reader, *initial);
  } else {
    spec.nonlinear = section.boolean("nonlinear", false);
    if (spec.nonlinear) require_parts_that_turn(section);
    // Rigid bodies need neither.
    const bool bodies = spec.nonlinear && section.find("nodes") && !section.find("mesh");
    spec.where = tree.where();
    if (!bodies) read_mesh(reader, section.require("mesh"));
    if (!spec.nonlinear) section.require("elements");
    spec.lumped_mass = section.boolean("lumped_mass", false);
    spec.eliminate_supports = section.boolean("eliminate_supports", true);
    for (const auto& [key, part] : parts()) {
      const Tree* constraints = section.find("constraints");
      if (key == "elements" && constraints) read_joint_coordinates(reader, *constraints);
      if (const Tree* found = section.find(key)) part(reader, *found);
    }
  }
  spec.text = resolved_model(tree, spec, folder);
  return spec;
}

namespace {

/// Relative names of files of amplitudes are relative to the case that is being read.
void make_absolute(Tree& tree, const fs::path& folder) {
  for (auto& [key, value] : tree.members) {
    if ((key == "amplitude" || key == "law" || key == "rate_law") &&
        value.kind == Tree::Kind::mapping)
      for (auto& [inner, file] : value.members)
        if (inner == "file")
          file.scalar = fs::absolute(folder / file.scalar).lexically_normal().string();
    make_absolute(value, folder);
  }
}

}  // namespace

std::string resolved_model(const Tree& tree, const ModelSpec& spec, const fs::path& folder) {
  Tree copy = tree;
  make_absolute(copy, folder);
  for (auto& [key, value] : copy.members) {
    if (key != "mesh" && key != "deck") continue;
    const std::string path =
        fs::absolute(key == "mesh" ? spec.mesh : spec.deck).lexically_normal().string();
    if (value.kind == Tree::Kind::scalar) value.scalar = path;
    for (auto& [inner, file] : value.members)
      if (inner == "file") file.scalar = path;
  }
  std::string text = "model:\n";
  for (const auto& [key, value] : copy.members) {
    text += fmt::format("  {}:", key);
    if (value.kind != Tree::Kind::list) {
      text += fmt::format(" {}\n", flow_text(value));
      continue;
    }
    text += "\n";
    for (const auto& [none, item] : value.members) text += "    - " + flow_text(item) + "\n";
  }
  return text;
}

}  // namespace sparkdyn::input
