// SPDX-License-Identifier: BSD-3-Clause
// *SOLID SECTION, *SHELL SECTION, *BEAM SECTION, *BEAM GENERAL SECTION: which material and
// cross-section the elements of a set have.

#include <functional>
#include <map>

#include "discrete_cards.hpp"
#include "keyword.hpp"
#include "profile_dimensions.hpp"

namespace sparkdyn::input::deck {
namespace {

using structure::Index;

int named_material(const Block& block, const Builder& builder) {
  const std::string& name = block.require("MATERIAL");
  const auto found = builder.materials.find(name);
  if (found == builder.materials.end())
    block.fail("material '{}' is not defined{}", name.substr(0, 80),
               close_name(name, builder.materials));
  if (!builder.material_states[found->second].elastic)
    block.fail("material '{}', defined at {}, has no *ELASTIC", name,
               builder.material_states[found->second].place.text());
  return found->second;
}

const LocalSystem* named_orientation(const Block& block, const Builder& builder) {
  if (!block.has("ORIENTATION")) return nullptr;
  const std::string& name = block.require("ORIENTATION");
  const auto found = builder.orientations.find(name);
  if (found == builder.orientations.end())
    block.fail("orientation '{}' is not defined{}", name.substr(0, 80),
               close_name(name, builder.orientations));
  return &found->second;
}

structure::Vector centroid(const Builder& builder, Index cell) {
  const auto& item = builder.mesh().cells[cell];
  const int count = structure::info(item.shape).corners;
  structure::Vector sum{};
  for (int i = 0; i < count; ++i) {
    const auto& point = builder.mesh().points[builder.mesh().nodes_of(item)[i]];
    for (int k = 0; k < 3; ++k) sum[k] += point[k] / count;
  }
  return sum;
}

/// Gives each cell the section, with the axes of the orientation where there is one: a rectangular
/// system is the same for all, a cylindrical one differs from cell to cell.
template <typename SectionType>
void assign_with_axes(const Block& block, Builder& builder, const std::vector<Index>& cells,
                      int material, SectionType section, const LocalSystem* system) {
  if (system == nullptr || !system->cylindrical) {
    if (system != nullptr) section.axes = system->at({});
    assign_section(block, builder, cells, {material, section});
    return;
  }
  for (const Index cell : cells) {
    const structure::Vector middle = centroid(builder, cell);
    const std::string complaint = system->complaint(middle);
    if (!complaint.empty()) block.fail("element {}: {}", builder.mesh().cells[cell].id, complaint);
    section.axes = system->at(middle);
    assign_section(block, builder, {cell}, {material, section});
  }
}

/// The thickness of plane stress and plane strain is 1 where nothing is given.
void assign_plane_sections(const Block& block, Builder& builder, Lines& lines,
                           const std::vector<Index>& cells, int material) {
  std::map<structure::PlaneSection::State, std::vector<Index>> of_state;
  for (const Index c : cells) of_state[*plane_state(builder.type_of(c))].push_back(c);
  structure::PlaneSection section;
  if (auto line = lines.next()) {
    section.thickness = line->number("thickness", 1);
    if (section.thickness <= 0)
      line->fail("the thickness must be positive, not {}", section.thickness);
  }
  for (const auto& [state, part] : of_state) {
    section.state = state;
    assign_with_axes(block, builder, part, material, section, named_orientation(block, builder));
  }
}

void read_solid_section(const Block& block, Builder& builder) {
  const std::vector<Index>& cells = builder.cell_set(block, "ELSET");
  require_kind(block, builder, cells, SectionKeyword::solid);
  const int material = named_material(block, builder);
  if (block.has("OFFSET")) builder.warn(block, "OFFSET without effect on solids");
  std::vector<Index> solids, trusses, planes;
  for (const Index c : cells) {
    const int dimension = structure::info(builder.mesh().cells[c].shape).dimension;
    (dimension == 1 ? trusses : dimension == 2 ? planes : solids).push_back(c);
  }
  Lines lines(block);
  if (!trusses.empty()) {
    Line line = lines.require("area of the trusses");
    const double area = line.number("area");
    if (area <= 0) line.fail("the area must be positive, not {}", area);
    assign_section(block, builder, trusses, {material, structure::TrussSection{area}});
  }
  if (!planes.empty()) assign_plane_sections(block, builder, lines, planes, material);
  assign_with_axes(block, builder, solids, material, structure::SolidSection{},
                   named_orientation(block, builder));
}

void read_shell_section(const Block& block, Builder& builder) {
  const std::vector<Index>& cells = builder.cell_set(block, "ELSET");
  require_kind(block, builder, cells, SectionKeyword::shell);
  const int material = named_material(block, builder);
  structure::ShellSection section;
  Lines lines(block);
  Line line = lines.require("thickness");
  section.thickness = line.number("thickness");
  if (section.thickness <= 0)
    line.fail("the thickness must be positive, not {}", section.thickness);
  lines.finish();
  // OFFSET tells where the nodes lie in the shell, the section where the shell lies.
  const std::string offset = block.text("OFFSET", "0");
  section.offset = offset == "SPOS" ? -0.5 : offset == "SNEG" ? 0.5 : -block.number("OFFSET", 0);
  assign_with_axes(block, builder, cells, material, section, named_orientation(block, builder));
}

structure::Vector read_direction(Lines& lines) {
  auto line = lines.next();
  if (!line) return structure::BeamSection{}.n1;
  structure::Vector n1{};
  n1[0] = line->number("direction", 0);
  n1[1] = line->number("direction", 0);
  n1[2] = line->number("direction", line->done() && n1[0] == 0 && n1[1] == 0 ? -1 : 0);
  if (length(n1) <= 0) line->fail("the direction of n1 is zero");
  return n1;
}

/// An n1 along the beam leaves its section without orientation.
void require_direction(const Block& block, const Builder& builder, const std::vector<Index>& cells,
                       const structure::Vector& n1) {
  for (const Index c : cells) {
    const Index* nodes = builder.mesh().nodes_of(builder.mesh().cells[c]);
    const auto along = minus(builder.mesh().points[nodes[1]], builder.mesh().points[nodes[0]]);
    if (length(cross(along, n1)) <= 1e-6 * length(along) * length(n1) && length(along) > 0)
      block.fail(
          "beam {} runs along n1 = ({}, {}, {}); give another direction on the data line "
          "after the dimensions",
          builder.mesh().cells[c].id, n1[0], n1[1], n1[2]);
  }
}

void read_profile(const Block& block, Builder& builder, const std::string& shape) {
  const std::vector<Index>& cells = builder.cell_set(block, "ELSET");
  require_kind(block, builder, cells, SectionKeyword::beam);
  const int material = named_material(block, builder);
  Lines lines(block);
  Line line = lines.require("dimensions of the section");
  std::vector<double> dimensions;
  while (!line.done()) dimensions.push_back(line.number("dimension"));
  if (const auto wrong = count_complaint(shape, dimensions.size()); !wrong.empty())
    line.fail("{}", wrong);
  const Profile profile = profile_of(shape, dimensions);
  if (const auto wrong = structure::complaint(profile.shape); !wrong.empty())
    line.fail("{}", wrong);
  structure::BeamSection section =
      structure::beam_section(profile.shape, builder.model().materials[material].nu());
  section.n1 = read_direction(lines);
  // OFFSET tells where the nodes lie in the beam, the section where the beam lies.
  section.offset1 -= block.number("OFFSET1", 0) * profile.widths[0];
  section.offset2 -= block.number("OFFSET2", 0) * profile.widths[1];
  lines.finish();
  require_direction(block, builder, cells, section.n1);
  assign_section(block, builder, cells, {material, section});
}

const std::vector<std::string> profiles{"RECT", "RECTANGULAR", "CIRC", "PIPE", "BOX"};

void read_beam_section(const Block& block, Builder& builder) {
  block.require("SECTION");
  read_profile(block, builder, block.choice("SECTION", "", profiles));
}

/// E and G on the third data line, as Abaqus has it, make a material of their own.
int material_of_line(const Block& block, Builder& builder, Lines& lines) {
  Line line = lines.require("moduli E and G; or give MATERIAL");
  const double E = line.number("modulus E");
  const double G = line.number("modulus G");
  if (E <= 0 || G <= 0) line.fail("the moduli must be positive: {}, {}", E, G);
  structure::Material material = structure::Material::isotropic(E, 0, block.number("DENSITY", 0));
  // A beam needs E and G only; ν would follow from them but may lie out of bounds.
  material.elastic.G12 = material.elastic.G13 = material.elastic.G23 = G;
  material.is_isotropic = false;
  builder.model().materials.push_back(material);
  builder.model().material_names.push_back(fmt::format("section at {}", block.where()));
  builder.material_states.push_back({block.place, true});
  return static_cast<int>(builder.model().materials.size()) - 1;
}

void read_general_section(const Block& block, Builder& builder) {
  std::vector<std::string> choices = profiles;
  choices.emplace_back("GENERAL");
  const std::string shape = block.choice("SECTION", "GENERAL", choices);
  if (shape != "GENERAL") {
    read_profile(block, builder, shape);
    return;
  }
  const std::vector<Index>& cells = builder.cell_set(block, "ELSET");
  require_kind(block, builder, cells, SectionKeyword::beam);
  structure::BeamSection section;
  Lines lines(block);
  Line line = lines.require("A, I11, I12, I22, J");
  section.area = line.number("area A");
  section.I11 = line.number("second moment I11");
  section.I12 = line.number("product of inertia I12", 0);
  section.I22 = line.number("second moment I22");
  section.J = line.number("torsion constant J");
  line.finish();
  if (section.area <= 0 || section.I11 <= 0 || section.I22 <= 0 || section.J <= 0 ||
      section.I11 * section.I22 <= section.I12 * section.I12)
    line.fail("A, I11, I22, J and I11·I22 − I12² must be positive");
  section.shear1 = section.shear2 = section.area;
  section.n1 = read_direction(lines);
  const int material = block.has("MATERIAL") ? named_material(block, builder)
                                             : material_of_line(block, builder, lines);
  lines.finish();
  require_direction(block, builder, cells, section.n1);
  assign_section(block, builder, cells, {material, section});
}

}  // namespace

Keywords section_keywords() {
  constexpr Phase sections = Phase::sections;
  constexpr Scope model = Scope::model;
  static const std::vector<Keyword> table{
      {"SOLID SECTION",
       sections,
       model,
       {"ELSET", "MATERIAL", "ORIENTATION", "OFFSET"},
       read_solid_section},
      {"SHELL SECTION",
       sections,
       model,
       {"ELSET", "MATERIAL", "OFFSET", "ORIENTATION"},
       read_shell_section},
      {"BEAM SECTION",
       sections,
       model,
       {"ELSET", "MATERIAL", "SECTION", "OFFSET1", "OFFSET2"},
       read_beam_section},
      {"BEAM GENERAL SECTION",
       sections,
       model,
       {"ELSET", "MATERIAL", "SECTION", "DENSITY", "OFFSET1", "OFFSET2"},
       read_general_section},
      {"MASS", sections, model, {"ELSET"}, read_mass},
      {"ROTARY INERTIA", sections, model, {"ELSET"}, read_rotary_inertia},
      {"SPRING", sections, model, {"ELSET", "ORIENTATION"}, read_spring},
      {"DASHPOT", sections, model, {"ELSET", "ORIENTATION"}, read_dashpot},
  };
  return table;
}

}  // namespace sparkdyn::input::deck
