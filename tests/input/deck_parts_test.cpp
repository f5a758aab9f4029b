// SPDX-License-Identifier: BSD-3-Clause
// *PART, *INSTANCE, *ASSEMBLY: decks as Abaqus/CAE writes them are the flat ones.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <Eigen/Geometry>
#include <random>

#include "deck_text.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {
namespace {

using structure::Index;
using structure::Vector;

const std::string cube_part =
    "*HEADING\nassembled\n*PREPRINT, ECHO=NO\n*PART, NAME=Block\n*NODE\n1,0,0,0\n2,1,0,0\n3,1,1,0\n"
    "4,0,1,0\n5,0,0,1\n** a comment\n6,1,0,1\n7,1,1,1\n8,0,1,1\n*ELEMENT, TYPE=C3D8\n"
    "1,1,2,3,4,\n5,6,7,8\n*NSET, NSET=Set-1, GENERATE\n1,8,1\n*ELSET, ELSET=Set-1\n1\n"
    "*SOLID SECTION, ELSET=Set-1, MATERIAL=STEEL\n,\n*END PART\n";

std::string assembly(const std::string& instances, const std::string& sets = "") {
  return "*ASSEMBLY, NAME=Assembly\n" + instances + sets + "*END ASSEMBLY\n";
}
std::string instance(const std::string& name, const std::string& place = "") {
  return fmt::format("*INSTANCE, NAME={}, PART=Block\n{}*END INSTANCE\n", name, place);
}

std::vector<std::int64_t> numbers_of(const Deck& deck, const std::string& group) {
  std::vector<std::int64_t> numbers;
  for (const Index node : deck.model.mesh.node_groups.at(group))
    numbers.push_back(deck.model.mesh.node_ids[node]);
  return numbers;
}

TEST(DeckParts, OneInstanceKeepsItsNumbers) {
  const Deck deck = read(
      cube_part + assembly(instance("Block-1"), "*NSET, NSET=Fixed, INSTANCE=Block-1\n1,2,3,4\n") +
      steel() + "*BOUNDARY\nFixed,1,3\nBlock-1.5,1\n" +
      static_step("*CLOAD\nBlock-1.7, 3, 5.\nBlock-1.Set-1, 1, 2.\n"));
  EXPECT_EQ(deck.model.mesh.node_ids, (std::vector<std::int64_t>{1, 2, 3, 4, 5, 6, 7, 8}));
  EXPECT_EQ(deck.steps[0].conditions.supports.size(), 13u);
  EXPECT_EQ(deck.steps[0].conditions.nodal.size(), 9u);
  EXPECT_EQ(deck.model.sections.size(), 1u);
  EXPECT_EQ(deck.model.roles[0].section, 0);
  for (const std::string& warning : deck.warnings)
    EXPECT_EQ(warning.find("numbered"), std::string::npos) << warning;
}

TEST(DeckParts, SeveralInstances) {
  const Deck deck = read(
      cube_part +
      assembly(instance("A") + instance("B", "0,0,1\n0,0,0,0,0,1,90\n"),
               "*NSET, NSET=ALL, INSTANCE=A\nSet-1\n*NSET, NSET=ALL, INSTANCE=B, GENERATE\n"
               "1,8\n*ELSET, ELSET=_TOP, INSTANCE=A, INTERNAL\n1\n*SURFACE, NAME=TOP\n_TOP, S2\n"
               "*SURFACE, NAME=LOW\nB.Set-1, S1\n*TIE, NAME=T\nTOP, LOW\n"
               "*EQUATION\n2\nA.1,1,1.,B.1,1,-1.\n") +
      steel() + "*BOUNDARY\nALL,2\n" + static_step("*CLOAD\nB.7, 3, 5.\n"));
  ASSERT_EQ(deck.model.mesh.nodes(), 16);
  const Vector moved = point_of(deck, 1000002), right{0, 1, 1};
  for (int d = 0; d < 3; ++d) EXPECT_NEAR(moved[d], right[d], 1e-15);
  EXPECT_EQ(numbers_of(deck, "ALL").size(), 16u);
  EXPECT_EQ(numbers_of(deck, "B.SET-1").front(), 1000001);
  EXPECT_EQ(deck.model.mesh.cells[1].id, 1000001);
  EXPECT_EQ(deck.steps[0].conditions.supports.size(), 16u);
  EXPECT_EQ(deck.steps[0].conditions.nodal.at(0).node, 14);
  EXPECT_EQ(deck.steps[0].conditions.constraints.size(), 2u);
  ASSERT_FALSE(deck.warnings.empty());
  EXPECT_NE(deck.warnings[0].find("instance 'B' are numbered from 1000000 on"), std::string::npos)
      << deck.warnings[0];
}

TEST(DeckParts, ReferencePointsOfTheAssemblyKeepTheirNumbers) {
  const Deck deck = read(cube_part +
                         assembly(instance("A"),
                                  "*NODE\n1, 5,5,5\n*NSET, NSET=RP\n1\n*RIGID BODY, NSET="
                                  "A.Set-1, REF NODE=RP\n") +
                         steel() + static_step("*CLOAD\n1,1,3.\n"));
  EXPECT_EQ(point_of(deck, 1), (Vector{5, 5, 5}));
  EXPECT_EQ(point_of(deck, 1000007), (Vector{1, 1, 1}));
  EXPECT_EQ(numbers_of(deck, "RP"), (std::vector<std::int64_t>{1}));
}

TEST(DeckParts, AnyMotionOfABody) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> number(-2, 2);
  for (int trial = 0; trial < 40; ++trial) {
    Eigen::Vector3d t, a, b;
    for (auto* x : {&t, &a, &b})
      for (double& value : *x) value = number(random);
    const double degrees = 200 * number(random);
    const auto text = [](const Eigen::Vector3d& x) {
      return fmt::format("{},{},{}", x[0], x[1], x[2]);
    };
    const Deck deck = read(
        cube_part +
        assembly(instance("A", fmt::format("{}\n{},{},{}\n", text(t), text(a), text(b), degrees))) +
        steel() + static_step());
    const Eigen::AngleAxisd turn(degrees * M_PI / 180, (b - a).normalized());
    const Vector found = point_of(deck, 7);
    const Eigen::Vector3d right = a + turn * (Eigen::Vector3d(1, 1, 1) + t - a);
    for (int d = 0; d < 3; ++d) EXPECT_NEAR(found[d], right[d], 1e-12);
  }
}

TEST(DeckParts, OrientationsTurnWithTheirInstance) {
  const std::string part =
      "*PART, NAME=Block\n" +
      cube_part.substr(cube_part.find("*NODE"),
                       cube_part.find("*SOLID") - cube_part.find("*NODE")) +
      "*ORIENTATION, NAME=O\n1,0,0,0,1,0\n3,0\n"
      "*SOLID SECTION, ELSET=Set-1, MATERIAL=WOOD, ORIENTATION=O\n,\n*END PART\n"
      "*MATERIAL, NAME=WOOD\n*ELASTIC, TYPE=ENGINEERING CONSTANTS\n"
      "10,1,1,.1,.1,.1,1,1\n1\n*DENSITY\n1\n";
  const Deck deck = read(part + assembly(instance("A", "0,0,0\n0,0,0,0,0,1,90\n")) + static_step());
  const auto& axes = std::get<structure::SolidSection>(deck.model.sections[0].data).axes;
  EXPECT_NEAR(axes[0][0], 0, 1e-15);
  EXPECT_NEAR(axes[0][1], 1, 1e-15);
}

TEST(DeckParts, InstancesWithTheirOwnMesh) {
  const Deck deck = read(
      "*PART, NAME=Empty\n*END PART\n*ASSEMBLY, NAME=X\n*INSTANCE, NAME=Empty-1, "
      "PART=Empty\n1,0,0\n*NODE\n1,0,0,0\n2,1,0,0\n*ELEMENT, TYPE=T3D2, ELSET=E\n"
      "1,1,2\n*SOLID SECTION, ELSET=E, MATERIAL=STEEL\n1\n*END INSTANCE\n"
      "*END ASSEMBLY\n" +
      steel() + static_step("*CLOAD\nEmpty-1.2,1,1\n"));
  EXPECT_EQ(point_of(deck, 2), (Vector{2, 0, 0}));
}

TEST(DeckParts, WhatCannotBeIsSaid) {
  const std::string beam =
      "*PART, NAME=Block\n*NODE\n1\n2,1\n*ELEMENT,TYPE=B31,ELSET=E\n1,1,2\n"
      "*BEAM SECTION,ELSET=E,MATERIAL=STEEL,SECTION=RECT\n1,1\n0,0,1\n*END PART\n";
  const std::pair<std::string, std::string> wrong[] = {
      {cube_part + assembly("") + steel() + static_step(), "no *INSTANCE"},
      {cube_part + steel() + static_step(), "no *INSTANCE"},
      {cube_part + assembly("*INSTANCE, NAME=A, PART=Brick\n*END INSTANCE\n"), "'BRICK' is not"},
      {cube_part + assembly(instance("A") + instance("A")), "'A' is already defined"},
      {cube_part + assembly(instance("1")), "begins with a letter"},
      {cube_part + assembly("*INSTANCE, NAME=A, PART=Block\n"), "no *END INSTANCE"},
      {cube_part + "*PART, NAME=Block\n*END PART\n", "already defined"},
      {"*PART, NAME=Block\n*NODE\n1\n", "no *END PART"},
      {"*END PART\n", "no *PART before it"},
      {"*INSTANCE, NAME=A\n", "between *ASSEMBLY"},
      {cube_part + assembly(instance("A"), "*NSET, NSET=S, INSTANCE=B\n1\n"), "no instance 'B'"},
      {cube_part + assembly(instance("A")) + steel() + static_step("*CLOAD\nA.9,1,1\n"),
       "node 9 is not"},
      {"*PART, NAME=Block\n*BOUNDARY\n1,1\n*END PART\n" + assembly(instance("A")),
       "belongs into the assembly"},
      {beam + assembly(instance("A", "0,0,0\n0,0,0,1,0,0,90\n")) + steel() + static_step(),
       "is not turned with it"},
      {cube_part + assembly("*INSTANCE, NAME=A, PART=Block, LIBRARY=J\n*END INSTANCE\n"),
       "LIBRARY is not supported"},
      {cube_part + assembly(instance("A", "0,0,0\n1,1,1,1,1,1,5\n")), "axis are the same"},
  };
  for (const auto& [text, sentence] : wrong) {
    std::string said;
    try {
      read(text);
    } catch (const core::Error& error) {
      EXPECT_EQ(error.exit_status(), 2);
      said = error.what();
    }
    EXPECT_NE(said.find(sentence), std::string::npos) << text << said;
    EXPECT_NE(said.find("deck.inp:"), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace sparkdyn::input
