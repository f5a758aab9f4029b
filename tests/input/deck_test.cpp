// SPDX-License-Identifier: BSD-3-Clause
#include <fmt/format.h>
#include <gtest/gtest.h>
#include <petscsys.h>

#include <cmath>
#include <fstream>
#include <numbers>

#include "deck_text.hpp"
#include "input/case_reader.hpp"
#include "input/load_structure.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/structure/beam_profile.hpp"
#include "support.hpp"
#include "support/source_folder.hpp"

namespace sparkdyn::input {
namespace {

using structure::Index;

TEST(Deck, ReadsACube) {
  const Deck deck = read(cube() + dynamic_step());
  EXPECT_EQ(deck.title, "a cube");
  const auto& mesh = deck.model.mesh;
  ASSERT_EQ(mesh.nodes(), 8);
  EXPECT_EQ(mesh.node_ids[6], 7);
  EXPECT_EQ(mesh.points[6], (structure::Vector{1, 1, 1}));
  ASSERT_EQ(mesh.cells.size(), 1u);
  EXPECT_EQ(mesh.cells[0].shape, structure::Shape::hexahedron8);
  EXPECT_EQ(mesh.node_groups.at("TOP"), (std::vector<Index>{4, 5, 6, 7}));
  EXPECT_EQ(structure::elements()[deck.model.roles[0].element]->name(), "hex8-full");
  ASSERT_EQ(deck.model.sections.size(), 1u);
  EXPECT_EQ(deck.model.material_names[deck.model.sections[0].material], "STEEL");
  EXPECT_DOUBLE_EQ(deck.model.materials[0].density, 7.8e-9);
  EXPECT_DOUBLE_EQ(deck.model.materials[0].E(), 210000);
  ASSERT_EQ(deck.steps.size(), 1u);
  EXPECT_EQ(deck.steps[0].kind, DeckStep::Kind::dynamic);
  EXPECT_TRUE(deck.steps[0].fixed_increment);
  EXPECT_DOUBLE_EQ(deck.steps[0].increment, 0.1);
  EXPECT_DOUBLE_EQ(deck.steps[0].duration, 2);
  EXPECT_TRUE(deck.warnings.empty());
}

TEST(Deck, FreeFormat) {
  const std::string text =
      "** a comment\r\n"
      "*Heading\r\n"
      "\r\n"
      "*node , nset = \"My Nodes\"\r\n"
      "1,0.,0.D0,+0.,\r\n"
      "** between\r\n"
      "2,1.d0\r\n"
      "*ELEMENT,\r\n"
      "TYPE=T3D2,\r\n"
      "ELSET=bars\r\n"
      "1,1,\r\n"
      "2\r\n"
      "*material,name=m\r\n*elastic,type=iso\r\n 1.E3 , , 20.\r\n"
      "*solidsection,elset=BARS,material=M\r\n2.\r\n"
      "*step\r\n*static\r\n*nodeprint,nset=\"my nodes\"\r\nU, V\r\n*endstep";
  const Deck deck = read(text);
  EXPECT_EQ(deck.model.mesh.points[1], (structure::Vector{1, 0, 0}));
  EXPECT_TRUE(deck.model.mesh.node_groups.contains("MY NODES"));
  EXPECT_EQ(std::get<structure::TrussSection>(deck.model.sections[0].data).area, 2);
  ASSERT_EQ(deck.steps[0].probes.size(), 1u);
  EXPECT_TRUE(deck.steps[0].probes[0].velocity);
  EXPECT_FALSE(deck.steps[0].probes[0].reaction);
}

TEST(Deck, ThingsMayBeUsedBeforeTheyAreDefined) {
  const Deck deck = read(
      "*SOLID SECTION, ELSET=E, MATERIAL=M\n*MATERIAL, NAME=M\n*ELASTIC\n1,0\n"
      "*ELEMENT, TYPE=C3D4, ELSET=E\n1,1,2,3,4\n*BOUNDARY\nFIX,1,3\n*NSET,NSET=FIX\n1\n"
      "*NODE\n1,0,0,0\n2,1,0,0\n3,0,1,0\n4,0,0,1\n" +
      static_step("*CLOAD, AMPLITUDE=A\n4,3,2\n*AMPLITUDE, NAME=A\n0,0,1,4\n"));
  EXPECT_EQ(deck.steps[0].conditions.supports.size(), 3u);
  EXPECT_DOUBLE_EQ(deck.steps[0].conditions.nodal.at(0).value, 8);
}

TEST(Deck, Sets) {
  const Deck deck = read(cube() +
                         "*NSET, NSET=A\n1, 3\n*NSET, NSET=B\nA, TOP, 3\n*NSET, NSET=A\n2\n"
                         "*NSET, NSET=ODD, GENERATE\n1, 99, 2\n*NSET, NSET=OF, ELSET=EALL\n"
                         "*ELSET, ELSET=E2\nEALL\n" +
                         static_step());
  const auto& groups = deck.model.mesh.node_groups;
  EXPECT_EQ(groups.at("A"), (std::vector<Index>{0, 1, 2}));
  EXPECT_EQ(groups.at("B"), (std::vector<Index>{0, 2, 4, 5, 6, 7}));
  EXPECT_EQ(groups.at("ODD"), (std::vector<Index>{0, 2, 4, 6}));
  EXPECT_EQ(groups.at("OF").size(), 8u);
  EXPECT_EQ(deck.model.mesh.cell_groups.at("E2"), (std::vector<Index>{0}));
}

/// Twice the area vector of a facet, by its corners.
structure::Vector area_vector(const structure::Mesh& mesh, const structure::Facet& facet) {
  structure::Vector sum{};
  const int corners = structure::info(facet.shape).corners;
  for (int i = 0; i < corners; ++i) {
    const auto& a = mesh.points[facet.nodes[i]];
    const auto& b = mesh.points[facet.nodes[(i + 1) % corners]];
    for (int k = 0; k < 3; ++k)
      sum[k] += a[(k + 1) % 3] * b[(k + 2) % 3] - a[(k + 2) % 3] * b[(k + 1) % 3];
  }
  return sum;
}

TEST(Deck, SurfacesPointOutwards) {
  const Deck deck = read(cube() +
                         "*SURFACE, NAME=UP, TYPE=ELEMENT\nEALL, S2\n"
                         "*SURFACE, NAME=SIDE\n1, S4\n*SURFACE, NAME=HULL\nEALL,\n" +
                         static_step());
  const auto& mesh = deck.model.mesh;
  ASSERT_EQ(mesh.surfaces.at("UP").size(), 1u);
  EXPECT_EQ(area_vector(mesh, mesh.surfaces.at("UP")[0]), (structure::Vector{0, 0, 2}));
  EXPECT_EQ(area_vector(mesh, mesh.surfaces.at("SIDE")[0]), (structure::Vector{2, 0, 0}));
  EXPECT_EQ(mesh.surfaces.at("HULL").size(), 6u);
}

TEST(Deck, FacesOfShells) {
  const std::string shell =
      "*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n4,0,1,0\n*ELEMENT,TYPE=S4,ELSET=E\n1,1,2,3,4\n"
      "*MATERIAL,NAME=M\n*ELASTIC\n1,0\n*SHELL SECTION,ELSET=E,MATERIAL=M,OFFSET=0.5\n0.1\n"
      "*SURFACE,NAME=POS\nE,SPOS\n*SURFACE,NAME=NEG\nE,SNEG\n";
  const Deck deck = read(shell + static_step("*DLOAD\nE,P,3.\n"));
  const auto& mesh = deck.model.mesh;
  EXPECT_EQ(area_vector(mesh, mesh.surfaces.at("POS")[0])[2], 2);
  EXPECT_EQ(area_vector(mesh, mesh.surfaces.at("NEG")[0])[2], -2);
  // P pushes along the normal: against a facet that looks the other way.
  const auto& load = deck.steps[0].conditions.surface.at(0);
  EXPECT_EQ(load.pressure, 3);
  EXPECT_EQ(area_vector(mesh, load.facets.at(0))[2], -2);
  // The nodes lie on the top face, so the middle lies half a thickness below.
  EXPECT_EQ(std::get<structure::ShellSection>(deck.model.sections[0].data).offset, -0.5);
}

TEST(Deck, OrthotropicMaterials) {
  const auto material = [](const std::string& lines) {
    return read("*MATERIAL,NAME=X\n" + lines + cube() + static_step()).model.materials[0];
  };
  const auto engineering =
      material("*ELASTIC,TYPE=ENGINEERING CONSTANTS\n100.,50.,20.,.3,.2,.1,10.,11.,\n12.,20.\n");
  EXPECT_FALSE(engineering.is_isotropic);
  EXPECT_EQ(engineering.elastic.G23, 12);
  // Its stiffness, given back as *ELASTIC, TYPE=ORTHO, is the same material.
  const auto D = engineering.elasticity();
  const auto same =
      material(fmt::format("*ELASTIC,TYPE=ORTHO\n{},{},{},{},{},{},10.,11.,\n12.,0.\n", D(0, 0),
                           D(0, 1), D(1, 1), D(0, 2), D(1, 2), D(2, 2)));
  EXPECT_NEAR(same.elastic.E1, 100, 1e-10);
  EXPECT_NEAR(same.elastic.E3, 20, 1e-10);
  EXPECT_NEAR(same.elastic.nu12, .3, 1e-12);
  EXPECT_NEAR(same.elastic.nu23, .1, 1e-12);
  EXPECT_EQ(same.elastic.G13, 11);
}

structure::BeamSection beam(const std::string& card) {
  const Deck deck = read(
      "*NODE\n1,0,0,0\n2,4,0,0\n*ELEMENT,TYPE=B31,ELSET=E\n1,1,2\n*MATERIAL,NAME=M\n*ELASTIC\n"
      "200.,.3\n*DENSITY\n1\n" +
      card + static_step());
  return std::get<structure::BeamSection>(deck.model.sections[0].data);
}

TEST(Deck, BeamSections) {
  const auto rectangle = beam("*BEAM SECTION,ELSET=E,MATERIAL=M,SECTION=RECT,OFFSET1=-.5\n2.,3.\n");
  EXPECT_DOUBLE_EQ(rectangle.area, 6);
  EXPECT_DOUBLE_EQ(rectangle.I11, 2 * 27 / 12.);
  EXPECT_DOUBLE_EQ(rectangle.I22, 3 * 8 / 12.);
  EXPECT_DOUBLE_EQ(rectangle.offset1, 1);
  EXPECT_EQ(rectangle.n1, (structure::Vector{0, 0, -1}));
  EXPECT_NEAR(rectangle.shear1 / rectangle.area, 0.85, 0.001);  // Cowper, ν = 0.3
  // Timoshenko and Goodier: J = 0.1406 a⁴ of a square.
  EXPECT_NEAR(beam("*BEAM SECTION,ELSET=E,MATERIAL=M,SECTION=RECT\n1,1\n0,1,0\n").J, 0.1406, 1e-4);

  constexpr double pi = std::numbers::pi;
  const auto circle = beam("*BEAM SECTION,ELSET=E,MATERIAL=M,SECTION=CIRC\n2.\n0.,1.,0.\n");
  EXPECT_NEAR(circle.I11, pi * 4, 1e-12);
  EXPECT_NEAR(circle.J, pi * 8, 1e-12);
  EXPECT_EQ(circle.n1, (structure::Vector{0, 1, 0}));
  const auto calculix = beam("*BEAM SECTION,ELSET=E,MATERIAL=M,SECTION=CIRC\n4.,4.\n");
  EXPECT_NEAR(calculix.I22, circle.I22, 1e-12);

  const auto pipe = beam("*BEAM GENERAL SECTION,ELSET=E,MATERIAL=M,SECTION=PIPE\n2.,.5\n");
  EXPECT_NEAR(pipe.area, pi * (4 - 2.25), 1e-12);
  EXPECT_NEAR(pipe.I11, pi / 4 * (16 - std::pow(1.5, 4)), 1e-12);

  const auto box = beam("*BEAM SECTION,ELSET=E,MATERIAL=M,SECTION=BOX\n4,3,.5,.5,.5,.5\n");
  EXPECT_NEAR(box.area, 12 - 3 * 2, 1e-12);
  EXPECT_NEAR(box.I11, (4 * 27 - 3 * 8) / 12., 1e-12);
  EXPECT_NEAR(box.offset1, 0, 1e-15);

  const auto general =
      beam("*BEAM GENERAL SECTION,ELSET=E,SECTION=GENERAL,DENSITY=2\n1,2,.1,3,4\n\n0,1,0\n9,4\n");
  EXPECT_EQ(general.I22, 3);
  EXPECT_EQ(general.J, 4);
  EXPECT_EQ(general.n1, (structure::Vector{0, 1, 0}));
}

/// The same profile in a case: one home for what a cross-section is.
structure::BeamSection beam_of_case(const std::string& section) {
  const SharedFolder folder;
  folder.write("line.msh",
               "$MeshFormat\n2.2 0 8\n$EndMeshFormat\n$PhysicalNames\n1\n1 1 \"E\"\n"
               "$EndPhysicalNames\n$Nodes\n2\n1 0 0 0\n2 4 0 0\n$EndNodes\n"
               "$Elements\n1\n1 1 2 1 1 1 2\n$EndElements\n");
  folder.write("case.yaml",
               "model:\n  mesh: line.msh\n  materials: {m: {E: 200, nu: 0.3, density: 1}}\n"
               "  elements: [{group: E, type: beam2, material: m, section: {" +
                   section +
                   "}}]\n"
                   "time: {end: 1, step: 1}\noutput: {directory: out}\n");
  const auto loaded = load_structure(
      PETSC_COMM_WORLD, read_case(PETSC_COMM_WORLD, folder / "case.yaml"), folder / "out");
  return std::get<structure::BeamSection>(loaded.structure.sections.at(0).data);
}

TEST(Deck, BeamSectionsAreThoseOfCases) {
  const std::string card = "*BEAM SECTION,ELSET=E,MATERIAL=M,SECTION=";
  for (const auto& [in_deck, in_case] : {std::pair{"RECT\n2.,3.\n", "rectangle: [2, 3]"},
                                         {"CIRC\n2.\n", "circle: 2"},
                                         {"PIPE\n2.,.5\n", "pipe: [2, 0.5]"},
                                         {"BOX\n4,3,.5,.5,.5,.5\n", "box: [4, 3, 0.5]"}}) {
    const structure::BeamSection a = beam(card + in_deck), b = beam_of_case(in_case);
    for (const auto number :
         {&structure::BeamSection::area, &structure::BeamSection::I11, &structure::BeamSection::I22,
          &structure::BeamSection::I12, &structure::BeamSection::J, &structure::BeamSection::shear1,
          &structure::BeamSection::shear2, &structure::BeamSection::offset1,
          &structure::BeamSection::offset2})
      EXPECT_EQ(a.*number, b.*number) << in_case;
    EXPECT_GT(a.shear1, 0.4 * a.area) << in_case;
    EXPECT_LT(a.shear1, a.area) << in_case;
  }
  const auto ellipse = beam(card + "CIRC\n4.,2.\n");
  EXPECT_DOUBLE_EQ(ellipse.shear1, structure::beam_section(structure::Ellipse{2, 1}, 0.3).shear1);
}

TEST(Deck, UnequalBoxMovesItsCentroid) {
  // Walls 1 and 3 of 2 and 1 along n1, in a box of 6 × 4: two rectangles by hand.
  const auto box = beam("*BEAM SECTION,ELSET=E,MATERIAL=M,SECTION=BOX\n6,4,2,1,1,1\n");
  const double area = 6 * 4 - 3 * 2;
  const double centroid = -(-0.5) * 3 * 2 / area;
  EXPECT_NEAR(box.area, area, 1e-12);
  EXPECT_NEAR(box.offset1, centroid, 1e-12);
  const double outer = 4 * 216 / 12.;
  const double hole = 2 * 27 / 12. + 6 * 0.25;
  EXPECT_NEAR(box.I22, outer - hole - area * centroid * centroid, 1e-12);
}

TEST(Deck, SpringsDashpotsMasses) {
  const Deck deck = read(
      "*NODE\n1,0,0,0\n2,1,0,0\n*ELEMENT,TYPE=SPRINGA,ELSET=A\n1,1,2\n"
      "*ELEMENT,TYPE=SPRING1,ELSET=G\n2,1\n*ELEMENT,TYPE=SPRING2,ELSET=B\n3,1,2\n"
      "*ELEMENT,TYPE=DASHPOTA,ELSET=D\n4,1,2\n*ELEMENT,TYPE=MASS,ELSET=M\n5,2\n"
      "*ELEMENT,TYPE=ROTARYI,ELSET=R\n6,2\n*SPRING,ELSET=A\n\n10.\n*SPRING,ELSET=G\n3\n20.\n"
      "*SPRING,ELSET=B\n1,2\n30.\n*DASHPOT,ELSET=D\n\n.5\n*MASS,ELSET=M\n4.\n"
      "*ROTARY INERTIA,ELSET=R\n1,2,3,.1,.2,.3\n" +
      static_step());
  const auto spring = [&](int i) {
    return std::get<structure::SpringSection>(
        deck.model.sections[deck.model.roles[i].section].data);
  };
  const auto name = [&](int i) {
    return structure::elements()[deck.model.roles[i].element]->name();
  };
  EXPECT_EQ(spring(0).stiffness, 10);
  EXPECT_EQ(spring(0).component_a, -1);
  EXPECT_EQ(name(1), "spring-ground");
  EXPECT_EQ(spring(1).component_a, 2);
  EXPECT_EQ(spring(2).component_b, 1);
  EXPECT_EQ(spring(3).damping, .5);
  EXPECT_EQ(spring(3).stiffness, 0);
  EXPECT_EQ(std::get<structure::MassSection>(deck.model.sections[4].data).mass, 4);
  const auto inertia = std::get<structure::MassSection>(deck.model.sections[5].data).inertia;
  EXPECT_EQ(inertia, (std::array<double, 6>{1, 2, 3, .1, .3, .2}));
}

TEST(Deck, LocalAxes) {
  const Deck deck = read(cube() +
                         "*ORIENTATION,NAME=O\n0,1,0,-1,0,0\n*TRANSFORM,NSET=TOP,TYPE=C\n"
                         "-1,0,0,-1,0,1\n" +
                         static_step());
  ASSERT_EQ(deck.model.node_axes.size(), 4u);
  const auto& axes = deck.model.node_axes[0].axes;  // node 5 at (0, 0, 1)
  EXPECT_NEAR(axes[0][0], 1, 1e-15);
  EXPECT_NEAR(axes[1][1], 1, 1e-15);
  EXPECT_NEAR(axes[2][2], 1, 1e-15);
  const auto& next = deck.model.node_axes[2].axes;  // node 7 at (1, 1, 1): (2, 1)/√5
  EXPECT_NEAR(next[0][0], 2 / std::sqrt(5), 1e-15);
  EXPECT_NEAR(next[1][0], -1 / std::sqrt(5), 1e-15);
}

TEST(Deck, OrientationOfASection) {
  std::string text = cube();
  text.replace(text.find("MATERIAL=STEEL\n"), 14, "MATERIAL=STEEL, ORIENTATION=O");
  const Deck deck = read(text + "*ORIENTATION,NAME=O\n0,1,0,-1,0,0\n3,90.\n" + static_step());
  const auto& axes = std::get<structure::SolidSection>(deck.model.sections[0].data).axes;
  // Turned by 90° about axis 3: the first axis, y, becomes −x.
  EXPECT_NEAR(axes[0][0], -1, 1e-15);
  EXPECT_NEAR(axes[1][1], -1, 1e-15);
  EXPECT_NEAR(axes[2][2], 1, 1e-15);
}

/// Rows of G from the constraints of the first step.
std::vector<structure::Equation> rows_of(const Deck& deck) {
  std::vector<structure::ComponentMask> components(deck.model.mesh.points.size(),
                                                   structure::translations);
  const structure::ConstraintContext context{deck.model.mesh, components};
  for (const auto& constraint : deck.steps[0].conditions.constraints)
    constraint->add_components(context, components);
  std::vector<structure::Equation> rows;
  for (const auto& constraint : deck.steps[0].conditions.constraints)
    constraint->append(context, rows);
  return rows;
}

TEST(Deck, Equations) {
  const auto rows = rows_of(
      read(cube() + "*EQUATION\n3\n1,1,1.,2,1,\n-.5,3,2,-.5\n2\n5,3,1\n6,3,-1\n" + static_step()));
  ASSERT_EQ(rows.size(), 2u);
  ASSERT_EQ(rows[0].entries.size(), 3u);
  EXPECT_EQ(rows[0].entries[2].node, 2);
  EXPECT_EQ(rows[0].entries[2].component, 1);
  EXPECT_EQ(rows[0].entries[2].coefficient, -.5);
}

TEST(Deck, ConstraintsOfEveryKind) {
  const std::string surfaces =
      "*SURFACE,NAME=UP\nEALL,S2\n*SURFACE,NAME=LOW,TYPE=NODE\nBOTTOM\n*NODE\n20,0,0,2\n21,0,0,3\n";
  const auto kinds = [&](const std::string& card) {
    const Deck deck = read(cube() + surfaces + card + static_step());
    std::string names;
    for (const auto& constraint : deck.steps[0].conditions.constraints)
      names += constraint->name() + ";";
    return names;
  };
  EXPECT_EQ(kinds("*RIGID BODY,NSET=TOP,REF NODE=20,ROT NODE=21\n"), "rigid body 'TOP';");
  EXPECT_EQ(kinds("*RIGID BODY,ELSET=EALL\n"), "rigid body 'EALL';");
  EXPECT_EQ(kinds("*TIE,NAME=T,POSITION TOLERANCE=2.\nLOW,UP\n"), "tie 'T';");
  EXPECT_EQ(kinds("*COUPLING,REF NODE=20,SURFACE=UP,CONSTRAINT NAME=C\n*KINEMATIC\n1,3\n"),
            "rigid body 'C';");
  EXPECT_EQ(kinds("*COUPLING,REF NODE=20,SURFACE=UP,CONSTRAINT NAME=C\n*DISTRIBUTING\n1,6\n"),
            "distributing coupling 'C';");
  EXPECT_EQ(kinds("*ELEMENT,TYPE=DCOUP3D,ELSET=D\n9,20\n*DISTRIBUTING COUPLING,ELSET=D\nTOP,1.\n"),
            "distributing coupling 'D';");
  EXPECT_EQ(kinds("*MPC\nLINK,1,7\n"), "rigid bar of deck.inp:32;");
  EXPECT_EQ(kinds("*MPC\nBEAM,1,7\n"), "rigid bar of deck.inp:32;");
  EXPECT_EQ(kinds("*MPC\nPIN,1,7\n"),
            "equation of deck.inp:32;equation of deck.inp:32;equation of deck.inp:32;");
}

TEST(Deck, TiesMoveSlaveNodesUnlessTheySayNot) {
  const auto height = [](const std::string& parameters) {
    const Deck deck = read(cube() +
                           "*NODE\n20,.2,.3,1.05\n*SURFACE,NAME=UP\nEALL,S2\n"
                           "*SURFACE,NAME=P,TYPE=NODE\n20\n*TIE,NAME=T" +
                           parameters + "\nP,UP\n" + static_step());
    return std::pair(deck.model.mesh.points.back()[2], deck.warnings.size());
  };
  EXPECT_EQ(height(",POSITION TOLERANCE=.1"), std::pair(1.0, std::size_t{1}));
  EXPECT_EQ(height(",POSITION TOLERANCE=.1,ADJUST=YES"), std::pair(1.0, std::size_t{1}));
  EXPECT_EQ(height(",POSITION TOLERANCE=.1,ADJUST=NO"), std::pair(1.05, std::size_t{0}));
  EXPECT_EQ(height(""), std::pair(1.05, std::size_t{0}));  // beyond the default tolerance
}

/// Every row must vanish for a rigid motion u = a + w × x.
void expect_rigid_motion(const Deck& deck) {
  const structure::Vector a{.3, -.2, .5}, w{.7, .1, -.4};
  for (const auto& row : rows_of(deck)) {
    double sum = 0;
    for (const auto& entry : row.entries) {
      const auto& x = deck.model.mesh.points[entry.node];
      const int i = (entry.component + 1) % 3, j = (entry.component + 2) % 3;
      sum += entry.coefficient * (a[entry.component] + w[i] * x[j] - w[j] * x[i]);
    }
    EXPECT_NEAR(sum, 0, 1e-14);
  }
}

TEST(Deck, PlaneAndStraight) {
  const Deck plane = read(cube() + "*MPC\nPLANE,5,6,7,8,0\n" + static_step());
  EXPECT_EQ(rows_of(plane).size(), 1u);
  expect_rigid_motion(plane);
  const Deck straight =
      read(cube() + "*NODE\n9,.25,.25,.25\n*MPC\nSTRAIGHT,1,7,9\n" + static_step());
  EXPECT_EQ(rows_of(straight).size(), 2u);
  expect_rigid_motion(straight);
}

TEST(Deck, RigidBodyWithoutReferenceGetsANode) {
  const Deck deck = read(cube() + "*RIGID BODY,NSET=TOP\n" + static_step());
  ASSERT_EQ(deck.model.mesh.nodes(), 9);
  EXPECT_EQ(deck.model.mesh.points[8], (structure::Vector{.5, .5, 1}));
  EXPECT_EQ(deck.model.mesh.node_ids[8], 9);
}

TEST(Deck, IncludesFiles) {
  const SharedFolder folder;
  folder.write("nodes.txt", "3, 1, 1, 0\n4, 0, 1, 0\n");
  std::string text = cube();
  text.replace(text.find("3, 1, 1, 0\n4, 0, 1, 0\n"), 22, "*INCLUDE, INPUT=nodes.txt\n");
  const Deck deck = parse_deck(text + static_step(), folder / "deck.inp");
  EXPECT_EQ(deck.model.mesh.points[3], (structure::Vector{0, 1, 0}));
  EXPECT_EQ(deck.model.mesh.nodes(), 8);
}

TEST(Deck, EveryRankKnowsStepsAndAmplitudes) {
  const SharedFolder folder;
  const auto file =
      folder.write("deck.inp", cube() + "*AMPLITUDE,NAME=A\n0,0,2,4\n*BOUNDARY\nBOTTOM,1,3\n" +
                                   dynamic_step("*CLOAD,AMPLITUDE=A\nTOP,3,1.\n") +
                                   "*STEP\n*FREQUENCY\n7\n*END STEP\n");
  const Deck deck = read_deck(PETSC_COMM_WORLD, file);
  EXPECT_EQ(deck.title, "a cube");
  ASSERT_EQ(deck.steps.size(), 2u);
  EXPECT_EQ(deck.steps[0].duration, 2);
  EXPECT_EQ(deck.steps[1].kind, DeckStep::Kind::frequency);
  EXPECT_EQ(deck.steps[1].modes, 7);
  ASSERT_EQ(deck.model.amplitudes.size(), 1u);
  EXPECT_DOUBLE_EQ(deck.model.amplitudes[0]->value(1), 2);
  const bool first = core::rank(PETSC_COMM_WORLD) == 0;
  EXPECT_EQ(deck.model.mesh.nodes(), first ? 8 : 0);
  EXPECT_EQ(deck.steps[0].conditions.supports.size(), first ? 12u : 0u);
}

TEST(Deck, TheOneInTheDocumentation) {
  std::ifstream page(source_folder() / "docs/decks.md");
  const std::string text{std::istreambuf_iterator<char>(page), {}};
  const auto begin = text.find("```\n");
  ASSERT_NE(begin, std::string::npos);
  const Deck deck = read(text.substr(begin + 4, text.find("```", begin + 4) - begin - 4));
  EXPECT_EQ(deck.model.mesh.cells.size(), 1u);
  EXPECT_EQ(deck.steps.at(0).conditions.supports.size(), 9u);
  EXPECT_TRUE(deck.warnings.empty());
}

TEST(Deck, EveryRankThrows) {
  const SharedFolder folder;
  const auto file = folder.write("deck.inp", cube());
  expect_words(error_of([&] { read_deck(PETSC_COMM_WORLD, file); }), {"deck.inp", "no *STEP"});
  expect_words(error_of([&] { read_deck(PETSC_COMM_WORLD, folder / "dek.inp"); }),
               {"no such file", "deck.inp"});
}

}  // namespace
}  // namespace sparkdyn::input
