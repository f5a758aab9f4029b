// SPDX-License-Identifier: BSD-3-Clause
#include <Eigen/Geometry>
#include <algorithm>
#include <array>
#include <map>

#include "items.hpp"
#include "motion_law.hpp"
#include "sparkdyn/structure/beam_profile.hpp"
#include "sparkdyn/structure/element.hpp"
#include "sparkdyn/structure/groups.hpp"
#include "structure/large_motion.hpp"

namespace sparkdyn::input {
namespace {

using structure::Axes;
using structure::Element;
using structure::Index;
using structure::SectionData;
using structure::Shape;

/// The usual formulation of a shape in a plane.
const std::map<Shape, std::string> usual_plane_element{
    {Shape::triangle3, "plane3"},
    {Shape::triangle6, "plane6"},
    {Shape::quadrilateral4, "plane4"},
    {Shape::quadrilateral8, "plane8"},
};

/// The usual formulation of a shape.
const std::map<Shape, std::string> usual_element{
    {Shape::tetrahedron4, "tet4"},     {Shape::tetrahedron10, "tet10"},
    {Shape::hexahedron8, "hex8"},      {Shape::hexahedron20, "hex20"},
    {Shape::wedge6, "wedge6"},         {Shape::wedge15, "wedge15"},
    {Shape::quadrilateral4, "shell4"}, {Shape::triangle3, "shell3"},
    {Shape::quadrilateral8, "shell8"}, {Shape::triangle6, "shell6"},
    {Shape::line2, "beam2"},           {Shape::line3, "beam3"},
};

std::vector<double> read_numbers(const Tree& tree, const std::string& what, std::size_t count) {
  const auto numbers =
      tree.kind == Tree::Kind::scalar ? std::vector<double>{as_number(tree, what)} : [&] {
        std::vector<double> values;
        for (const auto& [key, item] : as_list(tree, what)) values.push_back(as_number(item, what));
        return values;
      }();
  if (numbers.size() != count)
    fail(tree, "{} needs {} number{}", what, count, count == 1 ? "" : "s");
  for (const double value : numbers)
    if (value <= 0) fail(tree, "{} must be positive", what);
  return numbers;
}

std::optional<structure::BeamProfile> read_profile(const Section& section) {
  const auto numbers = [&](const char* key, std::size_t count) {
    return read_numbers(section.require(key), section.what(key), count);
  };
  if (section.find("rectangle")) {
    const auto d = numbers("rectangle", 2);
    return structure::Rectangle{d[0], d[1]};
  }
  if (section.find("circle")) return structure::Circle{numbers("circle", 1)[0]};
  if (section.find("pipe")) {
    const auto d = numbers("pipe", 2);
    return structure::Pipe{d[0], d[1]};
  }
  if (section.find("box")) {
    const auto d = numbers("box", 3);
    return structure::Box{d[0], d[1], d[2], d[2], d[2], d[2]};
  }
  if (section.find("i")) {
    const auto d = numbers("i", 4);
    return structure::IProfile{d[0] / 2, d[0], d[1], d[1], d[2], d[2], d[3]};
  }
  if (section.find("t")) {
    const auto d = numbers("t", 4);
    return structure::TProfile{d[0], d[1], d[2], d[3]};
  }
  if (section.find("l")) {
    const auto d = numbers("l", 4);
    return structure::LProfile{d[0], d[1], d[2], d[3]};
  }
  if (section.find("u")) {
    const auto d = numbers("u", 4);
    return structure::UProfile{d[0], d[1], d[2], d[3]};
  }
  return std::nullopt;
}

/// A profile by its dimensions, or the numbers themselves.
structure::BeamSection read_beam_section(const Tree& tree, double nu) {
  const Section section(tree, "section", keys::beam_section_table());
  structure::BeamSection beam;
  if (const auto profile = read_profile(section)) {
    const std::string complaint = structure::complaint(*profile);
    if (!complaint.empty()) fail(tree, "{}", complaint);
    beam = structure::beam_section(*profile, nu);
  } else {
    beam.area = section.number("area", std::nullopt, 0);
    beam.I11 = section.number("I11", std::nullopt, 0);
    beam.I22 = section.number("I22", std::nullopt, 0);
    beam.J = section.number("J", std::nullopt, 0);
  }
  beam.I12 = section.number("I12", beam.I12);
  beam.shear1 = section.number("shear1", beam.shear1, 0);
  beam.shear2 = section.number("shear2", beam.shear2, 0);
  beam.shear_centre1 = section.number("shear_centre1", beam.shear_centre1);
  beam.shear_centre2 = section.number("shear_centre2", beam.shear_centre2);
  beam.offset1 = section.number("offset1", beam.offset1);
  beam.offset2 = section.number("offset2", beam.offset2);
  section.require_rules();  // I11 beside a rectangle would do nothing
  if (const Tree* n1 = section.find("n1")) beam.n1 = read_vector3(*n1, "'n1' in 'section'");
  return beam;
}

/// What an end of a beam lets go, as BeamSection has it.
std::uint8_t read_release(const Section& section, const char* key) {
  std::uint8_t mask = 0;
  const Tree* list = section.find(key);
  if (!list) return mask;
  for (const auto& [name, item] : as_list(*list, section.what(key)))
    mask = static_cast<std::uint8_t>(
        mask | 1U << as_choice(item, section.what(key), keys::released_components()));
  return mask;
}

/// One entry of `elements`.
struct ElementItem {
  std::string where, group, type, material;
  std::optional<Tree> section;
  std::optional<double> thickness, area;
  double offset = 0;
  Axes axes = structure::global_axes;
  std::optional<structure::PlaneSection> plane;
  std::uint8_t release_start = 0, release_end = 0;
};

/// What cells in a plane are in the third direction; none where nothing is said.
std::optional<structure::PlaneSection> read_plane(const Section& section) {
  structure::PlaneSection plane;
  using enum structure::PlaneSection::State;
  if (section.find("plane_stress")) {
    plane.state = stress;
    plane.thickness = section.number("plane_stress", std::nullopt, 0);
    return plane;
  }
  if (const Tree* strain_key = section.find("plane_strain")) {
    plane.state = strain;
    if (strain_key->scalar != "true" && strain_key->scalar != "false")
      plane.thickness = section.number("plane_strain", std::nullopt, 0);
    else if (!section.boolean("plane_strain", false))
      return std::nullopt;
    return plane;
  }
  plane.state = axisymmetric;
  if (section.boolean("axisymmetric", false)) return plane;
  return std::nullopt;
}

ElementItem read_item(const Tree& tree) {
  const Section section(tree, "elements", keys::element_table());
  ElementItem item;
  item.where = tree.where();
  item.group = as_text(section.require("group"), section.what("group"));
  item.type = section.text("type", "");
  item.material = as_text(section.require("material"), section.what("material"));
  if (!item.type.empty() && structure::find_element(item.type) < 0) {
    std::vector<std::string> names;
    for (const Element* element : structure::elements())
      if (element->section_kind() != "spring" && element->section_kind() != "mass" &&
          element->section_kind() != "bushing")
        names.emplace_back(element->name());
    fail(section.require("type"), "unknown element type '{}'; allowed: {}", item.type,
         core::allowed(item.type, names));
  }
  if (section.find("thickness")) item.thickness = section.number("thickness", std::nullopt, 0);
  if (section.find("area")) item.area = section.number("area", std::nullopt, 0);
  if (const Tree* profile = section.find("section")) {
    item.section = *profile;
    read_beam_section(*profile, 0);  // mistakes are told before the mesh is read
  }
  item.offset = section.number("offset", 0);
  if (const Tree* axes = section.find("axes")) item.axes = read_axes(*axes);
  item.plane = read_plane(section);
  item.release_start = read_release(section, "release_start");
  item.release_end = read_release(section, "release_end");
  section.require_rules();
  if (item.plane)
    for (const char* key : {"thickness", "offset", "area", "section"})
      if (const Tree* other = section.find(key))
        fail(*other,
             "'{}' has no meaning for plane elements; the thickness is that of 'plane_stress' or "
             "'plane_strain'",
             key);
  return item;
}

SectionData section_data(const ElementItem& item, const Element& element, double nu) {
  const auto kind = element.section_kind();
  if (kind != "beam" && (item.release_start != 0 || item.release_end != 0))
    core::input_error("{}: ends of beams can be released, not of {} elements", item.where,
                      element.name());
  const auto needs = [&](bool given, const char* what) {
    if (!given) core::input_error("{}: {} elements need '{}'", item.where, element.name(), what);
  };
  if (kind == "plane") {
    needs(item.plane.has_value(), "plane_stress', 'plane_strain' or 'axisymmetric");
    structure::PlaneSection plane = *item.plane;
    plane.axes = item.axes;
    return plane;
  }
  if (item.plane)
    core::input_error(
        "{}: {} elements are not plane; plane3, plane4, plane6, plane8 and theirs are", item.where,
        element.name());
  if (kind == "solid") return structure::SolidSection{item.axes};
  if (kind == "shell") {
    needs(item.thickness.has_value(), "thickness");
    return structure::ShellSection{*item.thickness, item.offset, item.axes};
  }
  if (kind == "truss") {
    needs(item.area.has_value(), "area");
    return structure::TrussSection{*item.area};
  }
  if (kind != "beam")
    core::input_error(
        "{}: '{}' is not made from cells of the mesh; use 'springs', 'bushings' or 'masses' "
        "in 'model'",
        item.where, element.name());
  needs(item.section.has_value(), "section");
  structure::BeamSection beam = read_beam_section(*item.section, nu);
  beam.release_start = item.release_start;
  beam.release_end = item.release_end;
  return beam;
}

int element_of(const ElementItem& item, Shape shape) {
  const auto& usual_ones = item.plane ? usual_plane_element : usual_element;
  const auto usual = usual_ones.find(shape);
  const std::string name = !item.type.empty()          ? item.type
                           : usual == usual_ones.end() ? ""
                                                       : usual->second;
  const int element = name.empty() ? -1 : structure::find_element(name);
  if (element < 0)
    core::input_error("{}: group '{}' has a cell that is a {}, for which there is no element",
                      item.where, item.group, info(shape).name);
  return element;
}

/// A beam along its n1 has no orientation; here the place that gives n1 is still known.
void require_sound_beam(const ElementItem& item, const ModelBuilder& builder, Index c,
                        const Element& formulation, const SectionData& section) {
  const auto& mesh = builder.mesh();
  std::vector<structure::Point> x;
  for (int i = 0; i < structure::info(formulation.shape()).nodes; ++i) {
    const auto& point = mesh.points[mesh.nodes_of(mesh.cells[c])[i]];
    x.emplace_back(point[0], point[1], point[2]);
  }
  const std::string complaint = formulation.complaint({x, nullptr, &section});
  if (!complaint.empty())
    core::input_error(
        "{}: element {} of group '{}', from ({:.6g}, {:.6g}, {:.6g}) to ({:.6g}, "
        "{:.6g}, {:.6g}): {}",
        item.where, mesh.cells[c].id, item.group, x[0][0], x[0][1], x[0][2], x[1][0], x[1][1],
        x[1][2], complaint);
}

void apply(const ElementItem& item, ModelBuilder& builder) {
  const int material = builder.material(item.material, item.where);
  const double nu = builder.model.materials[material].nu();
  std::map<int, int> section_of;  // by element
  for (const Index c : builder.cells(item.group, item.where)) {
    const int element = element_of(item, builder.mesh().cells[c].shape);
    const Element& formulation = *structure::elements()[element];
    if (builder.model.nonlinear && !structure::follows_large_motion(formulation))
      core::input_error(
          "{}: {} elements do not follow large motion yet; with 'nonlinear: true' "
          "there are {}",
          item.where, formulation.name(), structure::parts_for_large_motion());
    structure::require_fit(builder.model, c, element, item.group, item.where);
    auto found = section_of.find(element);
    if (found == section_of.end())
      found = section_of
                  .emplace(element,
                           builder.add_section({material, section_data(item, formulation, nu)}))
                  .first;
    structure::give_role(builder.model, c, {static_cast<std::int16_t>(element), found->second},
                         item.group, item.where);
    if (formulation.section_kind() == "beam")
      require_sound_beam(item, builder, c, formulation, builder.model.sections[found->second].data);
  }
}

}  // namespace

Axes read_axes(const Tree& tree) {
  const auto& members = as_list(tree, "'axes'");
  if (members.size() != 2) fail(tree, "'axes' must have two vectors, the material's first axes");
  const auto a = read_vector3(members[0].value, "'axes'"),
             b = read_vector3(members[1].value, "'axes'");
  const Eigen::Vector3d x(a[0], a[1], a[2]), y(b[0], b[1], b[2]);
  const Eigen::Vector3d normal = x.cross(y);
  if (normal.norm() < 1e-12 * x.norm() * y.norm() || normal.norm() == 0)
    fail(tree, "the two vectors of 'axes' must not be parallel");
  const Eigen::Vector3d e1 = x.normalized(), e3 = normal.normalized(), e2 = e3.cross(e1);
  Axes axes{};
  for (int i = 0; i < 3; ++i) {
    axes[0][i] = e1[i];
    axes[1][i] = e2[i];
    axes[2][i] = e3[i];
  }
  return axes;
}

void read_elements(ModelReader& reader, const Tree& tree) {
  for (const auto& [key, value] : as_list(tree, "'elements' in 'model'"))
    reader.then([item = read_item(value)](ModelBuilder& builder) { apply(item, builder); });
}

void read_nodes(ModelReader& reader, const Tree& tree) {
  if (tree.kind != Tree::Kind::mapping)
    fail(tree, "'nodes' in 'model' must be a mapping of names, e.g. {{hub: [0, 0, 1]}}");
  for (const auto& [name, value] : tree.members) {
    const auto point = read_vector3(value, "'" + name + "' in 'nodes'");
    reader.then([name = name, point, where = value.where()](ModelBuilder& builder) {
      builder.add_node(name, point, where);
    });
  }
}

/// Springs of small motion are refused where it is large.
void require_spring_that_turns(const ModelBuilder& builder, const std::string& where) {
  const auto& spring = *structure::elements()[structure::find_element("spring")];
  if (builder.model.nonlinear && !structure::follows_large_motion(spring))
    core::input_error(
        "{}: springs do not follow large motion yet; with 'nonlinear: true' there "
        "are {}",
        where, structure::parts_for_large_motion());
}

/// Along the line between two nodes, or on one component of a node.
void read_spring_of_law(ModelReader& reader, const Section& section,
                        const structure::MotionLaw& law, const structure::SpringSection& spring) {
  structure::ExactForce force;
  force.law = law;
  force.where = section.tree().where();
  for (const char* key : {"direction", "rotational"})
    if (const Tree* extra = section.find(key))
      fail(*extra,
           "a spring with a law, friction or stops acts along the line between two nodes, or from "
           "a node to ground on a component");
  const Tree* ground = section.find("ground");
  if (ground) {
    force.component = read_component(section.require("component"), section.what("component"));
    if (force.component >= 3)
      fail(section.require("component"),
           "a spring between rotations is not built where these may be large: give the joint a "
           "'coordinate' and put the spring on that");
    reader.then(
        [force, nodes = read_selection(*ground, section.what("ground"))](ModelBuilder& builder) {
          for (const Index node : builder.nodes(nodes)) {
            structure::ExactForce each = force;
            each.units = {{node, 0}};
            for (auto& conditions : builder.conditions) conditions.forces.push_back(each);
          }
        });
    return;
  }
  if (spring.component_a >= 0)
    fail(section.require("component"),
         "a spring with a law between two nodes acts along the line between them");
  force.kind = structure::ExactForce::Kind::line;
  const auto& ends = as_list(section.require("between"), section.what("between"));
  if (ends.size() != 2) fail(section.require("between"), "'between' needs two nodes");
  reader.then([force, a = read_selection(ends[0].value, "'between'"),
               b = read_selection(ends[1].value, "'between'")](ModelBuilder& builder) {
    structure::ExactForce each = force;
    each.units = {{builder.node(a), 0}, {builder.node(b), 0}};
    const auto& points = builder.mesh().points;
    if (points[each.units[0].node] == points[each.units[1].node])
      core::input_error("{}: its two nodes are at the same place, which gives it no line",
                        force.where);
    for (auto& conditions : builder.conditions) conditions.forces.push_back(each);
  });
}

void read_springs(ModelReader& reader, const Tree& tree) {
  for (const auto& [key, value] : as_list(tree, "'springs' in 'model'")) {
    const Section section(value, "springs", keys::spring_table());
    const auto law = read_motion_law(reader, section);
    structure::SpringSection spring;
    spring.stiffness = section.number("stiffness", 0);
    spring.damping = section.number("damping", 0);
    if (spring.stiffness == 0 && spring.damping == 0 && !law)
      fail(value, "a spring needs a stiffness, a damping or both{}",
           reader.spec.nonlinear ? ", or a law, a rate_law, friction or stops" : "");
    if (const Tree* component = section.find("component"))
      spring.component_a = spring.component_b =
          read_component(*component, section.what("component"));
    if (const Tree* direction = section.find("direction"))
      spring.direction = read_vector3(*direction, section.what("direction"));
    spring.rotational = section.boolean("rotational", false);
    const Tree* between = section.find("between");
    const Tree* ground = section.find("ground");
    if ((between == nullptr) == (ground == nullptr))
      fail(value, "a spring is 'between' two nodes, or from a node to 'ground'");
    if (law) {
      read_spring_of_law(reader, section, *law, spring);
      continue;
    }
    if (ground) {
      if (spring.component_a < 0 && spring.direction == structure::Vector{0, 0, 0})
        fail(value, "a spring to ground needs a 'component' or a 'direction'");
      reader.then([spring, where = value.where(),
                   nodes = read_selection(*ground, section.what("ground"))](ModelBuilder& builder) {
        require_spring_that_turns(builder, where);
        const int id = builder.add_section({-1, spring});
        for (const Index node : builder.nodes(nodes))
          builder.add_cell(Shape::point, {node}, structure::find_element("spring-ground"), id);
      });
      continue;
    }
    const auto& ends = as_list(*between, section.what("between"));
    if (ends.size() != 2) fail(*between, "'between' needs two nodes");
    reader.then([spring, where = value.where(), a = read_selection(ends[0].value, "'between'"),
                 b = read_selection(ends[1].value, "'between'")](ModelBuilder& builder) {
      require_spring_that_turns(builder, where);
      const int id = builder.add_section({-1, spring});
      builder.add_cell(Shape::line2, {builder.node(a), builder.node(b)},
                       structure::find_element("spring"), id);
    });
  }
}

void read_masses(ModelReader& reader, const Tree& tree) {
  for (const auto& [key, value] : as_list(tree, "'masses' in 'model'")) {
    const Section section(value, "masses", keys::mass_table());
    structure::MassSection mass;
    mass.mass = section.number("mass", 0, 0);
    if (const Tree* inertia = section.find("inertia")) {
      const auto& members = as_list(*inertia, section.what("inertia"));
      if (members.size() != 3 && members.size() != 6)
        fail(*inertia, "'inertia' has three numbers Ixx, Iyy, Izz, or six with Ixy, Iyz, Izx");
      for (std::size_t i = 0; i < members.size(); ++i)
        mass.inertia[i] = as_number(members[i].value, section.what("inertia"));
    }
    if (const Tree* offset = section.find("offset")) {
      mass.offset = read_vector3(*offset, section.what("offset"));
      if (reader.spec.nonlinear)
        fail(*offset,
             "a mass with an offset is not built where it may turn: give it a node of its "
             "own and a rigid body");
    }
    reader.then(
        [mass, where = value.where(), selection = read_selection(section)](ModelBuilder& builder) {
          if (const auto complaint = structure::inertia_complaint(mass);
              builder.model.nonlinear && !complaint.empty())
            core::input_error("{}: {}", where, complaint);
          const int id = builder.add_section({-1, mass});
          for (const Index node : builder.nodes(selection))
            builder.add_cell(Shape::point, {node}, structure::find_element("mass"), id);
        });
  }
}

}  // namespace sparkdyn::input
