// SPDX-License-Identifier: BSD-3-Clause
// *AMPLITUDE, *BOUNDARY, *CLOAD, *DLOAD, *DSLOAD, *INITIAL CONDITIONS: what acts on the structure.

#include <algorithm>
#include <array>
#include <map>

#include "keyword.hpp"
#include "text.hpp"

namespace sparkdyn::input::deck {
namespace {

using structure::Index;
using structure::Vector;

void read_amplitude(const Block& block, Builder& builder) {
  builder.amplitudes.add(block);
}

/// Value still to be filled in.
Given given_by(const Block& block, const Builder& builder) {
  Given given;
  given.amplitude = builder.amplitudes.named(block);
  given.delay = block.number("TIMEDELAY", 0);
  if (block.has("TIMEDELAY") && given.amplitude < 0) block.fail("TIME DELAY needs AMPLITUDE");
  return given;
}

void begin(const Block& block, Builder& builder, InForce::CardKind kind) {
  const bool fresh = block.choice("OP", "MOD", {"MOD", "NEW"}) == "NEW";
  builder.in_force.begin_card(kind, fresh);
}

/// The components that names such as ENCASTRE hold; zero for other text.
structure::ComponentMask named_support(const std::string& name) {
  static const std::map<std::string, structure::ComponentMask> names{
      {"ENCASTRE", 0b111111}, {"PINNED", 0b000111}, {"XSYMM", 0b110001},  {"YSYMM", 0b101010},
      {"ZSYMM", 0b011100},    {"XASYMM", 0b001110}, {"YASYMM", 0b010101}, {"ZASYMM", 0b100011}};
  const auto found = names.find(name);
  return found == names.end() ? 0 : found->second;
}

void read_boundary(const Block& block, Builder& builder) {
  block.choice("TYPE", "DISPLACEMENT", {"DISPLACEMENT"});
  begin(block, builder, InForce::CardKind::boundary);
  Given given = given_by(block, builder);
  if (given.amplitude >= 0 && builder.amplitudes[given.amplitude].jumps)
    block.fail("amplitude '{}' jumps, which a displacement cannot",
               builder.amplitudes[given.amplitude].name);
  if (given.amplitude >= 0 && !block.in_step)
    block.fail("AMPLITUDE needs a step; before the first step supports are fixed");
  Lines lines(block);
  while (auto line = lines.next()) {
    const std::vector<Index> nodes = builder.nodes(*line);
    given.where = line->where();
    Line peek = *line;
    const std::string name = normal_name(peek.next());
    if (const auto mask = named_support(name); mask != 0) {
      peek.finish();
      for (const Index node : nodes)
        for (int c = 0; c < 6; ++c)
          if ((mask >> c & 1) != 0) builder.in_force.hold(node, c, given);
      continue;
    }
    const int first = builder.component(*line);
    const int last = builder.component(*line, first + 1);
    if (last < first) line->fail("the range of degrees of freedom is empty");
    Given valued = given;
    valued.value = line->number("value", 0);
    line->finish();
    if (valued.value != 0 && !block.in_step)
      line->fail("a value other than zero needs a step; before the first step supports are fixed");
    for (const Index node : nodes)
      for (int c = first; c <= last; ++c) builder.in_force.hold(node, c, valued);
  }
}

void read_nodal_loads(const Block& block, Builder& builder) {
  begin(block, builder, InForce::CardKind::nodal);
  Given given = given_by(block, builder);
  Lines lines(block);
  while (auto line = lines.next()) {
    const std::vector<Index> nodes = builder.nodes(*line);
    const int component = builder.component(*line);
    given.value = line->number("size of the load");
    given.where = line->where();
    line->finish();
    for (const Index node : nodes) builder.in_force.push(node, component, given);
  }
}

/// P1..P6 on solids, P1..P4 on edges of plane elements, P on shells.
void read_pressure(Line& line, Builder& builder, const std::string& label,
                   const std::vector<Index>& cells, const Given& given) {
  for (const Index c : cells) {
    const auto& shape = structure::info(builder.mesh().cells[c].shape);
    const auto number = builder.mesh().cells[c].id;
    if (shape.dimension == 3 || plane_state(builder.type_of(c))) {
      const int side = label.size() == 2 ? label[1] - '1' : -1;
      if (side < 0 || side >= static_cast<int>(shape.sides.size()))
        line.fail("element {}, a {}, has no side for the load '{}'; sides are P1 to P{}", number,
                  shape.name, label, shape.sides.size());
      builder.in_force.press({c, side}, given);
    } else if (shape.dimension == 2) {
      if (label != "P" && label != "P1")
        line.fail("the pressure on a shell is called P, not {}", label);
      // It acts along the normal of the shell: against the outside of its bottom.
      builder.in_force.press({c, negative_face}, given);
    } else {
      line.fail(
          "{} on beam or truss {} is a force per length in Abaqus but a pressure in CalculiX; "
          "use PX, PY, PZ (force per length)",
          label, number);
    }
  }
}

void read_line_load(Line& line, Builder& builder, const std::string& label,
                    const std::vector<Index>& cells, const Given& given) {
  for (const Index c : cells) {
    if (structure::info(builder.mesh().cells[c].shape).dimension != 1 ||
        builder.type_of(c).section == SectionKeyword::spring)
      line.fail("{} acts on beams and trusses; element {} is a {}", label,
                builder.mesh().cells[c].id, builder.type_of(c).name);
    builder.in_force.load_line(c, label[1] - 'X', given);
  }
}

void read_gravity(Line& line, Builder& builder, const std::string& set,
                  const std::vector<Index>& cells, const Given& given) {
  Vector direction{};
  for (double& x : direction) x = line.number("direction", 0);
  const double size = length(direction);
  if (size <= 0) line.fail("the direction of gravity is zero");
  const auto heavy = [&](Index c) {
    const int section = builder.model().roles[c].section;
    const int material = section < 0 ? -1 : builder.model().sections[section].material;
    return material < 0 || builder.model().materials[material].density > 0;
  };
  if (!cells.empty() && std::none_of(cells.begin(), cells.end(), heavy))
    line.fail("gravity acts on mass, and the elements of '{}' have no *DENSITY", set);
  builder.in_force.accelerate(set, cells, scaled(direction, 1 / size), given);
}

/// BX, BY, BZ: force per volume, which is the density times an acceleration.
void read_body_force(Line& line, Builder& builder, const std::string& set, const std::string& label,
                     const std::vector<Index>& cells, const Given& given) {
  std::map<int, std::vector<Index>> by_material;
  for (const Index c : cells) {
    const int section = builder.model().roles[c].section;
    const int material = section < 0 ? -1 : builder.model().sections[section].material;
    if (material < 0 || builder.model().materials[material].density <= 0)
      line.fail("{} is a force per volume; element {} has no density", label,
                builder.mesh().cells[c].id);
    by_material[material].push_back(c);
  }
  Vector direction{};
  direction[label[1] - 'X'] = 1;
  for (const auto& [material, part] : by_material) {
    Given scaled_load = given;
    scaled_load.value = given.value / builder.model().materials[material].density;
    builder.in_force.accelerate(fmt::format("{} {} {}", label, set, material), part, direction,
                                scaled_load);
  }
}

[[noreturn]] void refuse_load(const Line& line, const std::string& label) {
  if (label == "CENTRIF" || label == "CENT")
    line.fail(
        "centrifugal loads are not supported: a rotating structure needs its own stiffness "
        "and gyroscopic terms");
  if (label == "NEWTON") line.fail("gravity between bodies is not supported");
  if (label.starts_with("EDNOR") || label.starts_with("ED"))
    line.fail("loads on edges of shells are not supported; use *CLOAD");
  if (label.find("NU") != std::string::npos || label.find("NP") != std::string::npos)
    line.fail("load '{}' comes from a subroutine or a network, which is not supported",
              label.substr(0, 20));
  const std::vector<std::string> labels{"P",  "P1", "P2", "P3", "P4", "P5", "P6",
                                        "PX", "PY", "PZ", "BX", "BY", "BZ", "GRAV"};
  line.fail("load '{}' is not supported; supported: {}", label.substr(0, 20),
            core::allowed(label.substr(0, 20), labels));
}

bool is_axis_label(const std::string& label, char first) {
  return label.size() == 2 && label[0] == first && label[1] >= 'X' && label[1] <= 'Z';
}

bool is_pressure_label(const std::string& label) {
  return label == "P" ||
         (label.size() == 2 && label[0] == 'P' && label[1] >= '1' && label[1] <= '9');
}

void read_element_loads(const Block& block, Builder& builder) {
  begin(block, builder, InForce::CardKind::distributed);
  Given given = given_by(block, builder);
  Lines lines(block);
  while (auto line = lines.next()) {
    Line peek = *line;
    const std::string set = normal_name(peek.next());
    const std::vector<Index> cells = builder.cells(*line);
    const std::string label = line->name("load type");
    given.where = line->where();
    const bool known = is_pressure_label(label) || is_axis_label(label, 'P') ||
                       is_axis_label(label, 'B') || label == "GRAV";
    if (!known) refuse_load(*line, label);
    given.value = line->number("size of the load");
    if (label == "GRAV")
      read_gravity(*line, builder, set, cells, given);
    else if (is_axis_label(label, 'P'))
      read_line_load(*line, builder, label, cells, given);
    else if (is_axis_label(label, 'B'))
      read_body_force(*line, builder, set, label, cells, given);
    else
      read_pressure(*line, builder, label, cells, given);
    line->finish();
  }
}

void read_surface_loads(const Block& block, Builder& builder) {
  begin(block, builder, InForce::CardKind::distributed);
  Given given = given_by(block, builder);
  Lines lines(block);
  while (auto line = lines.next()) {
    const std::string name = line->name("surface");
    const std::vector<SideRef>& sides = builder.surface_sides(block, &*line, name);
    const std::string label = line->name("load type");
    given.where = line->where();
    given.value = line->number("size of the load");
    if (label == "P") {
      for (const SideRef side : sides) builder.in_force.press(side, given);
    } else if (label == "TRVEC") {
      Vector direction{};
      for (double& x : direction) x = line->number("direction", 0);
      const double size = length(direction);
      if (size <= 0) line->fail("the direction of the traction is zero");
      builder.in_force.pull(name, sides, scaled(direction, 1 / size), given);
    } else {
      const std::vector<std::string> labels{"P", "TRVEC"};
      line->fail("load '{}' is not supported; supported: {}", label.substr(0, 20),
                 core::allowed(label.substr(0, 20), labels));
    }
    line->finish();
  }
}

void read_initial(const Block& block, Builder& builder) {
  const std::string& type = block.require("TYPE");
  if (type == "TEMPERATURE") {
    builder.warn(block, "TYPE=TEMPERATURE without effect: temperatures stay as they are");
    return;
  }
  const bool velocity =
      block.choice("TYPE", "", {"DISPLACEMENT", "VELOCITY", "TEMPERATURE"}) == "VELOCITY";
  Lines lines(block);
  while (auto line = lines.next()) {
    const std::vector<Index> nodes = builder.nodes(*line);
    structure::InitialValue value;
    value.component = builder.component(*line);
    (velocity ? value.velocity : value.displacement) = line->number("initial value");
    line->finish();
    for (const Index node : nodes) {
      value.node = node;
      builder.model().initial.push_back(value);
    }
  }
}

}  // namespace

Keywords condition_keywords() {
  static const std::vector<Keyword> table{
      {"AMPLITUDE",
       Phase::amplitudes,
       Scope::anywhere,
       {"NAME", "TIME", "DEFINITION", "VALUE", "SHIFTX", "SHIFTY", "USER"},
       read_amplitude},
      {"BOUNDARY",
       Phase::conditions,
       Scope::both,
       {"OP", "AMPLITUDE", "TIME DELAY", "TYPE"},
       read_boundary},
      {"CLOAD", Phase::steps, Scope::step, {"OP", "AMPLITUDE", "TIME DELAY"}, read_nodal_loads},
      {"DLOAD", Phase::steps, Scope::step, {"OP", "AMPLITUDE", "TIME DELAY"}, read_element_loads},
      {"DSLOAD", Phase::steps, Scope::step, {"OP", "AMPLITUDE", "TIME DELAY"}, read_surface_loads},
      {"INITIAL CONDITIONS", Phase::conditions, Scope::model, {"TYPE"}, read_initial},
  };
  return table;
}

}  // namespace sparkdyn::input::deck
