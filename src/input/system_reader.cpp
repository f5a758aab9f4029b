// SPDX-License-Identifier: BSD-3-Clause
#include "case_sections.hpp"

namespace sparkdyn::input {
namespace {

namespace fs = std::filesystem;

FileReference read_file(const Tree& tree, const std::string& what, const fs::path& folder) {
  const std::string written = as_text(tree, what);
  if (written.find('\0') != std::string::npos) fail(tree, "{} is not a file name", what);
  return {(folder / written).lexically_normal(), written, tree.where()};
}

FileReference require_file(const Section& section, const char* key, const fs::path& folder) {
  return read_file(section.require(key), section.what(key), folder);
}

std::optional<FileReference> find_file(const Section& section, const char* key,
                                       const fs::path& folder) {
  if (section.find(key) == nullptr) return std::nullopt;
  return require_file(section, key, folder);
}

/// A name, or {matrix, region}.
MatrixItem read_matrix_item(const Tree& tree, const std::string& name, const fs::path& folder) {
  if (tree.kind == Tree::Kind::scalar) return {read_file(tree, "'" + name + "'", folder), ""};
  const Section section(tree, name, keys::matrix_table());
  return {require_file(section, "matrix", folder), section.text("region", "")};
}

std::vector<MatrixItem> read_stiffness(const Tree& tree, const fs::path& folder) {
  if (tree.kind != Tree::Kind::list) return {read_matrix_item(tree, "stiffness", folder)};
  std::vector<MatrixItem> items;
  for (const auto& [key, item] : tree.members)
    items.push_back(read_matrix_item(item, "stiffness", folder));
  if (items.empty()) fail(tree, "'stiffness' in 'system' must name at least one matrix");
  return items;
}

mechanics::Rayleigh read_rayleigh(const Tree& tree) {
  const Section section(tree, "rayleigh", keys::rayleigh_table());
  if (section.find("alpha") == nullptr && section.find("beta") == nullptr)
    fail(tree, "'rayleigh' needs alpha, beta or both");
  return {section.number("alpha", 0), section.number("beta", 0)};
}

/// A name, {matrix, region}, {rayleigh}, or {matrix, rayleigh}.
void read_damping_item(const Tree& tree, const fs::path& folder, DampingSpec& damping) {
  if (tree.kind == Tree::Kind::scalar) {
    damping.matrices.push_back(read_matrix_item(tree, "damping", folder));
    return;
  }
  const Section section(tree, "damping", keys::damping_table());
  const Tree* rayleigh = section.find("rayleigh");
  if (section.find("matrix") != nullptr || rayleigh == nullptr)
    damping.matrices.push_back(
        {require_file(section, "matrix", folder), section.text("region", "")});
  else if (const Tree* region = section.find("region"))
    fail(*region,
         "'region' in 'damping' goes with a matrix; Rayleigh damping takes the regions of "
         "the stiffness");
  if (rayleigh == nullptr) return;
  if (damping.rayleigh) fail(*rayleigh, "'rayleigh' in 'damping' is given twice");
  damping.rayleigh = read_rayleigh(*rayleigh);
}

DampingSpec read_damping(const Tree* tree, const fs::path& folder) {
  DampingSpec damping;
  if (tree == nullptr) return damping;
  if (tree->kind != Tree::Kind::list) read_damping_item(*tree, folder, damping);
  if (tree->kind == Tree::Kind::list)
    for (const auto& [key, item] : tree->members) read_damping_item(item, folder, damping);
  return damping;
}

/// {file: …} as it stands there, with an absolute path: the points may be many. Empty otherwise.
std::string file_text(const Tree* amplitude, const fs::path& folder) {
  if (amplitude == nullptr || amplitude->kind != Tree::Kind::mapping) return "";
  Tree copy = *amplitude;
  bool from_file = false;
  for (auto& [key, value] : copy.members) {
    if (key != "file") continue;
    value.scalar = fs::absolute(folder / value.scalar).lexically_normal().string();
    from_file = true;
  }
  return from_file ? flow_text(copy) : "";
}

TimedVectorItem shaped_item(FileReference vector, const Tree* amplitude, const std::string& name,
                            const fs::path& folder) {
  TimedVectorItem item{std::move(vector), read_amplitude(amplitude, name, folder), ""};
  item.where = amplitude != nullptr ? amplitude->where() : item.vector.where;
  item.amplitude_text = file_text(amplitude, folder);
  return item;
}

/// One file with the amplitude beside it, or a list of {vector, amplitude}.
std::vector<TimedVectorItem> read_values(const Section& constraints, const fs::path& folder) {
  const Tree* values = constraints.find("values");
  const Tree* amplitude = constraints.find("amplitude");
  if (values == nullptr && amplitude != nullptr)
    fail(*amplitude, "'amplitude' in 'constraints' needs 'values'");
  if (values == nullptr) return {};
  if (values->kind != Tree::Kind::list)
    return {shaped_item(require_file(constraints, "values", folder), amplitude,
                        "amplitude of constraints", folder)};
  if (amplitude != nullptr)
    fail(*amplitude, "'amplitude' in 'constraints' must stand in each item of the list 'values'");
  std::vector<TimedVectorItem> items;
  for (const auto& [key, item] : values->members) {
    const Section section(item, "values", keys::value_table());
    items.push_back(shaped_item(require_file(section, "vector", folder), section.find("amplitude"),
                                "amplitude of values", folder));
  }
  return items;
}

std::optional<ConstraintSpec> read_constraints(const Tree* tree, const fs::path& folder) {
  if (tree == nullptr) return std::nullopt;
  const Section section(*tree, "constraints", keys::constraint_matrix_table());
  return ConstraintSpec{require_file(section, "matrix", folder), read_values(section, folder)};
}

InitialSpec read_initial(const Tree* tree, const fs::path& folder) {
  if (tree == nullptr) return {};
  const Section section(*tree, "initial", keys::initial_table());
  return {find_file(section, "displacement", folder), find_file(section, "velocity", folder),
          section.boolean("project", false)};
}

std::vector<TimedVectorItem> read_loads(const Tree* tree, const fs::path& folder) {
  std::vector<TimedVectorItem> loads;
  if (tree == nullptr) return loads;
  for (const auto& [key, item] : as_list(*tree, "'loads' in 'system'")) {
    const Section section(item, "loads", keys::load_table());
    loads.push_back(shaped_item(require_file(section, "vector", folder), section.find("amplitude"),
                                "amplitude of loads", folder));
    loads.back().region = section.text("region", "");
  }
  return loads;
}

}  // namespace

SystemSpec read_system(const Tree& tree, const fs::path& folder) {
  const Section section(tree, "system", keys::system_table());
  SystemSpec spec;
  spec.mass = require_file(section, "mass", folder);
  spec.stiffness = read_stiffness(section.require("stiffness"), folder);
  spec.damping = read_damping(section.find("damping"), folder);
  spec.constraints = read_constraints(section.find("constraints"), folder);
  spec.initial = read_initial(section.find("initial"), folder);
  spec.loads = read_loads(section.find("loads"), folder);
  return spec;
}

}  // namespace sparkdyn::input
