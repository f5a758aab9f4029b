// SPDX-License-Identifier: BSD-3-Clause
#include "items.hpp"
#include "structure/large_motion.hpp"

namespace sparkdyn::input {
namespace {

using structure::Material;

const std::vector<std::string> orthotropic_keys{"E1",   "E2",  "E3",  "nu12", "nu13",
                                                "nu23", "G12", "G13", "G23"};

bool is_orthotropic(const Section& section) {
  for (const auto& key : orthotropic_keys)
    if (section.find(key)) return true;
  return false;
}

Material read_orthotropic(const Section& section) {
  Material material;
  material.is_isotropic = false;
  structure::Orthotropic& c = material.elastic;
  double* const values[] = {&c.E1, &c.E2, &c.E3, &c.nu12, &c.nu13, &c.nu23, &c.G12, &c.G13, &c.G23};
  for (std::size_t i = 0; i < orthotropic_keys.size(); ++i)
    *values[i] = section.number(orthotropic_keys[i], std::nullopt);
  for (const char* key : {"E", "nu"})
    if (const Tree* tree = section.find(key))
      fail(*tree, "a material has either E and nu or the nine orthotropic constants");
  return material;
}

/// Which law of finite strains, by name.
int read_law(const Tree& tree) {
  const std::string name = as_text(tree, "'hyperelastic'");
  const int law = structure::find_law(name);
  if (law < 0)
    fail(tree, "there is no hyperelastic law '{}'; there are {}", name, structure::law_names());
  return law;
}

struct ReadMaterial {
  Material material;
  bool hyperelastic = false;  ///< it says so
};

ReadMaterial read_material(const Tree& tree, const std::string& name) {
  const Section section(tree, name, keys::material_table());
  Material material = is_orthotropic(section)
                          ? read_orthotropic(section)
                          : Material::isotropic(section.number("E", std::nullopt),
                                                section.number("nu", std::nullopt), 0);
  material.density = section.number("density", std::nullopt, 0);
  if (const Tree* rayleigh = section.find("rayleigh")) {
    const Section damping(*rayleigh, "rayleigh", keys::rayleigh_table());
    material.alpha = damping.number("alpha", 0);
    material.beta = damping.number("beta", 0);
  }
  if (const Tree* law = section.find("hyperelastic")) {
    material.law = read_law(*law);
    if (const std::string complaint = structure::law_complaint(material); !complaint.empty())
      fail(*law, "material '{}': {}", name, complaint);
  }
  const std::string complaint = material.complaint();
  if (!complaint.empty()) fail(tree, "material '{}': {}", name, complaint);
  return {material, section.find("hyperelastic") != nullptr};
}

}  // namespace

void read_materials(ModelReader& reader, const Tree& tree) {
  if (tree.kind != Tree::Kind::mapping)
    fail(tree,
         "'materials' in 'model' must be a mapping of names, e.g. "
         "{{steel: {{E: 210e9, nu: 0.3, density: 7850}}}}");
  for (const auto& [name, value] : tree.members) {
    const auto [material, hyperelastic] = read_material(value, name);
    reader.then([material = material, name = name, hyperelastic = hyperelastic,
                 where = value.where()](ModelBuilder& builder) {
      if (hyperelastic && !builder.model.nonlinear)
        core::input_error("{}: 'hyperelastic' of material '{}' needs 'nonlinear: true' in 'model'",
                          where, name);
      builder.model.materials.push_back(material);
      builder.model.material_names.push_back(name);
    });
  }
}

}  // namespace sparkdyn::input
