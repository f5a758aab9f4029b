// SPDX-License-Identifier: BSD-3-Clause
#include "guide/begun_case.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/temporary_folder.hpp"
#include "input/deck.hpp"
#include "input/yaml_tree.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/input/gmsh.hpp"

namespace sparkdyn::guide {
namespace {

namespace fs = std::filesystem;
using structure::Mesh;

/// A name as YAML takes it.
std::string word(const std::string& name) {
  const bool plain = name.find_first_not_of(
                         "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                         "0123456789_") == std::string::npos;
  const bool digits = name.find_first_not_of("0123456789") == std::string::npos;
  return plain && !digits ? name : input::quoted(name);
}

Mesh read_mesh(const fs::path& file) {
  if (file.extension() != ".geo") return input::read_gmsh(file);
  const core::TemporaryFolder folder;
  input::mesh_geometry(file, {}, folder.path() / "mesh.msh");
  return input::read_gmsh(folder.path() / "mesh.msh");
}

/// What a group of cells is, by its name; the dimension of its cells.
struct Group {
  std::string name;
  int dimension = 0;
  std::size_t cells = 0, nodes = 0;
  std::string shape;
  std::string n1;  ///< of beams along the usual one
};

/// The usual n1 is −z: where a beam lies along it, the first axis that none lies along.
std::string n1_of(const Mesh& mesh, const std::vector<structure::Index>& cells) {
  constexpr double nearly = 0.99;
  for (const std::size_t axis : {2U, 0U, 1U}) {
    const bool free = std::ranges::none_of(cells, [&](structure::Index cell) {
      const structure::Index* nodes = mesh.nodes_of(mesh.cells[static_cast<std::size_t>(cell)]);
      const auto &a = mesh.points[static_cast<std::size_t>(nodes[0])],
                 &b = mesh.points[static_cast<std::size_t>(nodes[1])];
      const double length = std::hypot(b[0] - a[0], b[1] - a[1], b[2] - a[2]);
      return std::abs(b[axis] - a[axis]) > nearly * length;
    });
    if (free) return axis == 2 ? "" : axis == 0 ? ", n1: [1, 0, 0]" : ", n1: [0, 1, 0]";
  }
  return ", n1: [0.6, 0.64, 0.48]";
}

std::vector<Group> groups_of(const Mesh& mesh) {
  std::vector<Group> groups;
  for (const auto& [name, cells] : mesh.cell_groups) {
    if (cells.empty()) continue;
    const auto& shape = info(mesh.cells[static_cast<std::size_t>(cells.front())].shape);
    const auto nodes = mesh.node_groups.find(name);
    groups.push_back({name, shape.dimension, cells.size(),
                      nodes == mesh.node_groups.end() ? 0 : nodes->second.size(),
                      std::string(shape.name), shape.dimension == 1 ? n1_of(mesh, cells) : ""});
  }
  return groups;
}

std::string extent(const Mesh& mesh) {
  structure::Vector low = mesh.points.front(), high = low;
  for (const auto& point : mesh.points)
    for (std::size_t i = 0; i < 3; ++i) {
      low[i] = std::min(low[i], point[i]);
      high[i] = std::max(high[i], point[i]);
    }
  return fmt::format("x {:.4g} to {:.4g}, y {:.4g} to {:.4g}, z {:.4g} to {:.4g}", low[0], high[0],
                     low[1], high[1], low[2], high[2]);
}

/// What becomes elements: the cells of the highest dimension, and no group twice over.
std::string elements_text(const std::vector<Group>& groups) {
  int highest = 0;
  for (const Group& group : groups) highest = std::max(highest, group.dimension);
  if (highest == 0)
    core::input_error(
        "the mesh has no physical group of lines, surfaces or volumes: give names to its parts, in "
        "a .geo e.g. Physical Volume(\"beam\") = {{1}};");
  std::string text;
  for (const Group& group : groups) {
    if (group.dimension == 0) continue;  // points: what is held and loaded
    std::string more;
    if (group.dimension == 1)
      more = fmt::format(", section: {{rectangle: [0.1, 0.1]{}}}", group.n1);
    if (group.dimension == 2) more = ", thickness: 0.01";
    text += fmt::format("    {}- {{group: {}, material: steel{}}}   # {} cells, {}\n",
                        group.dimension == highest ? "" : "# ", word(group.name), more, group.cells,
                        group.shape);
  }
  return text;
}

std::string places_text(const Mesh& mesh, const std::vector<Group>& groups) {
  std::string text;
  for (const auto& [name, nodes] : mesh.node_groups) {
    const auto of = std::ranges::find(groups, name, &Group::name);
    const bool surface = mesh.surfaces.contains(name);
    text += fmt::format("#   {}: {} nodes{}{}\n", word(name), nodes.size(),
                        of == groups.end() ? "" : fmt::format(", {} cells", of->cells),
                        surface ? ", a surface that loads may act on" : "");
  }
  return text;
}

std::string first_of(const Mesh& mesh, bool surface, const std::string& otherwise) {
  if (surface) return mesh.surfaces.empty() ? otherwise : word(mesh.surfaces.begin()->first);
  return mesh.node_groups.empty() ? otherwise : word(mesh.node_groups.begin()->first);
}

/// What may follow the model, the same for meshes and decks.
constexpr const char* method_and_output =
    R"(# method: {stages: 3, rho_infinity: 0.8}      # the default; or {accuracy: 1e-4, frequency: 100}
)";

std::string case_of_mesh(const fs::path& source, const std::string& written) {
  const Mesh mesh = read_mesh(source);
  if (mesh.points.empty()) core::input_error("{}: the mesh has no nodes", source.string());
  const std::vector<Group> groups = groups_of(mesh);
  const auto& x = mesh.points.back();
  return fmt::format(
      R"(# A case for {0}, written by `sparkdyn init`. Every number is a guess: go through it from top to bottom.
# Units: any that fit each other, e.g. m, kg, s, N, Pa. The nodes lie in {1}.
# What every key means: docs/case_keys.md; editors check it by `sparkdyn schema`. Then:
#   sparkdyn check --deep THIS    sparkdyn run THIS
#
# Groups of the mesh:
{2}title: {0}
model:
  mesh: {3}
  materials:
    steel: {{E: 210e9, nu: 0.3, density: 7850}}   # Young's modulus, Poisson's ratio, mass per volume
  elements:                                    # which groups are made of what
{4}  # damping: {{ratios: [0.02, 0.02], frequencies: [10, 100]}}
  # supports:                                  # what holds it
  #   - {{group: {5}, fix: all}}                 # or translations, x, [x, y]
  # loads:                                     # what acts on it
  #   - {{gravity: [0, 0, -9.81]}}
  #   - {{surface: {6}, traction: [0, 0, -1e5]}} # force per area; pressure: 1e5 acts inwards
  #   - {{group: {5}, force: [0, 0, -1e3], total: true, amplitude: {{sine: {{frequency: 5}}}}}}
{7}time: {{end: 1, step: 0.01}}
output:
  directory: out
  probes:                                      # a value at every step, in history.csv
    - {{name: here, point: [{8:.6g}, {9:.6g}, {10:.6g}], component: z}}
)",
      source.filename().string(), extent(mesh), places_text(mesh, groups), written,
      elements_text(groups), first_of(mesh, false, "root"), first_of(mesh, true, "tip"),
      method_and_output, x[0], x[1], x[2]);
}

std::string case_of_deck(MPI_Comm comm, const fs::path& source, const std::string& written) {
  const input::Deck deck = input::read_deck(comm, source);
  std::string steps;
  for (const auto& step : deck.steps) {
    using Kind = input::DeckStep::Kind;
    const char* kind = step.kind == Kind::equilibrium ? "equilibrium"
                       : step.kind == Kind::frequency ? "frequencies"
                       : step.modal                   ? "motion by modes"
                                                      : "motion";
    steps += fmt::format("#   {}: {}, from {:.6g} to {:.6g}\n", step.where, kind, step.start,
                         step.start + (step.kind == Kind::frequency ? 0 : step.duration));
  }
  std::string groups;
  for (const auto& [name, nodes] : deck.model.mesh.node_groups)
    groups += fmt::format("#   {}: {} nodes\n", word(name), nodes.size());
  return fmt::format(
      R"(# A case for the deck {0}, written by `sparkdyn init`. The deck says all; here its method, its step and what is
# watched may be chosen. What every key means: docs/case_keys.md.
#
# Steps of the deck:
{1}# Sets of nodes:
{2}title: {0}
model:
  deck: {3}
{4}# time: {{step: 0.001}}                        # instead of the deck's
output:
  directory: out
  # stress: true
  # probes: [{{name: here, node: {5}, component: z}}]
)",
      source.filename().string(), steps, groups, written, method_and_output,
      deck.model.mesh.node_ids.empty() ? 1 : deck.model.mesh.node_ids.back());
}

}  // namespace

std::string begun_case(MPI_Comm comm, const fs::path& source, const fs::path& folder) {
  const bool deck = source.extension() == ".inp" || source.extension() == ".INP";
  const fs::path base = folder.empty() ? fs::current_path() : fs::absolute(folder);
  const std::string written = input::quoted(fs::proximate(fs::absolute(source), base).string());
  if (deck) return case_of_deck(comm, source, written);
  std::string text;
  core::on_rank_zero(comm, [&] { text = case_of_mesh(source, written); });
  return text;
}

}  // namespace sparkdyn::guide
