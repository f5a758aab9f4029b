// SPDX-License-Identifier: BSD-3-Clause
// *MATERIAL with *ELASTIC, *DENSITY and *DAMPING; *ORIENTATION and *TRANSFORM.

#include <Eigen/Dense>
#include <array>

#include "keyword.hpp"
#include "structure/large_motion.hpp"

namespace sparkdyn::input::deck {
namespace {

using structure::Material;
using structure::Orthotropic;

void read_material(const Block& block, Builder& builder) {
  const std::string& name = block.require("NAME");
  const auto [known, fresh] =
      builder.materials.try_emplace(name, static_cast<int>(builder.materials.size()));
  if (!fresh)
    block.fail("material '{}' is already defined at {}", name,
               builder.material_states[known->second].place.text());
  builder.material = known->second;
  builder.model().materials.emplace_back();
  builder.model().material_names.push_back(name);
  builder.material_states.push_back({block.place});
}

Material& current_material(const Block& block, Builder& builder) {
  if (builder.material < 0) block.fail("it belongs to a *MATERIAL, but none came before");
  return builder.model().materials[builder.material];
}

constexpr std::size_t most_constants = 9;
using Constants = std::array<double, most_constants>;

/// `count` numbers and a temperature, over as many lines as they take; then the same for other
/// temperatures, which must not change anything.
Constants read_constants(const Block& block, std::size_t count) {
  Lines lines(block);
  Constants first{};
  std::optional<Line> line = lines.next();
  if (!line) block.fail("the data line with the constants is missing");
  for (bool again = false; line; again = true, line = lines.next()) {
    Constants values{};
    for (std::size_t i = 0; i < count; ++i) {
      if (line->done() && i == 8) line = lines.require("remaining constants");
      values[i] = line->number("constant", i == 0 ? std::nullopt : std::optional<double>(0));
    }
    line->number("temperature", 0);
    line->finish();
    if (again && values != first)
      line->fail("constants that depend on the temperature are not supported; give one line");
    first = values;
  }
  return first;
}

Material isotropic(const Constants& c) {
  return Material::isotropic(c[0], c[1], 0);
}

Orthotropic from_engineering(const Constants& c) {
  return {.E1 = c[0],
          .E2 = c[1],
          .E3 = c[2],
          .nu12 = c[3],
          .nu13 = c[4],
          .nu23 = c[5],
          .G12 = c[6],
          .G13 = c[7],
          .G23 = c[8]};
}

/// The constants are D1111, D1122, D2222, D1133, D2233, D3333, D1212, D1313, D2323.
Orthotropic from_stiffness(const Block& block, const Constants& c) {
  Eigen::Matrix3d D;
  D << c[0], c[1], c[3], c[1], c[2], c[4], c[3], c[4], c[5];
  const Eigen::LLT<Eigen::Matrix3d> factors(D);
  const double scale = D.diagonal().cwiseAbs().maxCoeff();
  const bool definite = factors.info() == Eigen::Success &&
                        factors.matrixLLT().diagonal().minCoeff() > 1e-7 * std::sqrt(scale) &&
                        c[6] > 0 && c[7] > 0 && c[8] > 0;
  if (!definite)
    block.fail("the stiffness is not positive definite: some deformation would meet no resistance");
  const Eigen::Matrix3d S = D.inverse();
  return {.E1 = 1 / S(0, 0),
          .E2 = 1 / S(1, 1),
          .E3 = 1 / S(2, 2),
          .nu12 = -S(0, 1) / S(0, 0),
          .nu13 = -S(0, 2) / S(0, 0),
          .nu23 = -S(1, 2) / S(1, 1),
          .G12 = c[6],
          .G13 = c[7],
          .G23 = c[8]};
}

void read_elastic(const Block& block, Builder& builder) {
  Material& material = current_material(block, builder);
  if (material.law != 0) block.fail("the material has another law already");
  const std::string type = block.choice(
      "TYPE", "ISO", {"ISO", "ISOTROPIC", "ORTHO", "ORTHOTROPIC", "ENGINEERINGCONSTANTS"});
  const Material before = material;
  if (type.starts_with("ISO")) {
    material = isotropic(read_constants(block, 2));
  } else {
    const Constants constants = read_constants(block, 9);
    material.elastic =
        type.starts_with("ORTHO") ? from_stiffness(block, constants) : from_engineering(constants);
    material.is_isotropic = false;
  }
  material.density = before.density;
  material.alpha = before.alpha;
  material.beta = before.beta;
  const std::string complaint = material.complaint();
  if (!complaint.empty()) block.fail("{}", complaint);
  builder.material_states[builder.material].elastic = true;
}

/// W = C10 (J^(−2/3) tr C − 3) + (J − 1)²/D1.
void read_hyperelastic(const Block& block, Builder& builder) {
  Material& material = current_material(block, builder);
  if (builder.material_states[builder.material].elastic)
    block.fail("the material has another law already");
  if (!block.has("NEOHOOKE")) block.fail("only NEO HOOKE is supported of the hyperelastic laws");
  const Constants constants = read_constants(block, 2);
  const double C10 = constants[0], D1 = constants[1];
  if (!(C10 > 0)) block.fail("C10 must be positive, not {}", C10);
  if (!(D1 > 0))
    block.fail("D1 must be positive, not {}: incompressible materials are not supported", D1);
  const double mu = 2 * C10, kappa = 2 / D1;
  const Material before = material;
  material = Material::isotropic(9 * kappa * mu / (3 * kappa + mu),
                                 (3 * kappa - 2 * mu) / (2 * (3 * kappa + mu)), before.density);
  material.alpha = before.alpha;
  material.beta = before.beta;
  material.law = structure::find_law("neo-hookean-isochoric");
  const std::string complaint = material.complaint();
  if (!complaint.empty()) block.fail("{}", complaint);
  builder.material_states[builder.material].elastic = true;
}

void read_density(const Block& block, Builder& builder) {
  Material& material = current_material(block, builder);
  material.density = read_constants(block, 1)[0];
  if (material.density < 0) block.fail("the density must not be negative: {}", material.density);
}

void read_damping(const Block& block, Builder& builder) {
  Material& material = current_material(block, builder);
  material.alpha = block.number("ALPHA", 0);
  material.beta = block.number("BETA", 0);
  if (material.alpha < 0 || material.beta < 0)
    block.fail("ALPHA and BETA must not be negative: {}, {}", material.alpha, material.beta);
  Lines lines(block);
  lines.finish();
}

/// Properties that only matter with heat, which no deck that is read here has.
void pass_thermal_property(const Block& block, Builder& builder) {
  current_material(block, builder);
  builder.warn(block, "without effect: temperatures stay as they are");
}

void read_orientation(const Block& block, Builder& builder) {
  const std::string& name = block.require("NAME");
  if (builder.orientations.contains(name)) block.fail("orientation '{}' is already defined", name);
  block.choice("DEFINITION", "COORDINATES", {"COORDINATES"});
  const std::string system = block.choice("SYSTEM", "RECTANGULAR", {"RECTANGULAR", "CYLINDRICAL"});
  Lines lines(block);
  LocalSystem result = read_system(lines, system == "CYLINDRICAL");
  if (auto line = lines.next()) {
    const long long axis = line->integer("axis of the rotation", 1);
    if (axis < 1 || axis > 3) line->fail("the axis of the rotation is 1, 2 or 3, not {}", axis);
    result.angle = line->number("angle", 0);
    if (result.angle != 0) result.turned_about = static_cast<int>(axis);
  }
  lines.finish();
  builder.orientations[name] = result;
}

void read_transform(const Block& block, Builder& builder) {
  const std::vector<structure::Index> nodes = builder.node_set(block, "NSET");
  const bool cylindrical = block.choice("TYPE", "R", {"R", "C"}) == "C";
  Lines lines(block);
  const LocalSystem system = read_system(lines, cylindrical);
  lines.finish();
  builder.spend(2 * nodes.size(), block);  // axes take more than the number of a node
  for (const structure::Index node : nodes) {
    const structure::Vector& point = builder.mesh().points[node];
    const std::string complaint = system.complaint(point);
    if (!complaint.empty()) block.fail("node {}: {}", builder.number_of(node), complaint);
    builder.model().node_axes.push_back({node, system.at(point)});
  }
}

}  // namespace

Keywords material_keywords() {
  constexpr Phase materials = Phase::materials;
  constexpr Scope model = Scope::model;
  static const std::vector<Keyword> table{
      {"MATERIAL", materials, model, {"NAME"}, read_material},
      {"ELASTIC", materials, model, {"TYPE"}, read_elastic},
      {"HYPERELASTIC", materials, model, {"NEO HOOKE"}, read_hyperelastic},
      {"DENSITY", materials, model, {}, read_density},
      {"DAMPING", materials, model, {"ALPHA", "BETA"}, read_damping},
      {"EXPANSION", materials, model, {"…"}, pass_thermal_property},
      {"CONDUCTIVITY", materials, model, {"…"}, pass_thermal_property},
      {"SPECIFIC HEAT", materials, model, {"…"}, pass_thermal_property},
      {"ORIENTATION", Phase::axes, model, {"NAME", "SYSTEM", "DEFINITION"}, read_orientation},
      {"TRANSFORM", Phase::axes, model, {"NSET", "TYPE"}, read_transform},
  };
  return table;
}

}  // namespace sparkdyn::input::deck
