// SPDX-License-Identifier: BSD-3-Clause
// *NGEN, *NFILL, *NCOPY, *ELGEN, *ELCOPY: the same model as one with every node and element
// written out, and places against closed forms.

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "deck_text.hpp"
#include "sparkdyn/core/error.hpp"

namespace sparkdyn::input {
namespace {

using structure::Index;
using structure::Vector;

const std::string steel_everywhere = steel() + "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n";

void expect_at(const Deck& deck, std::int64_t number, const Vector& place) {
  const Vector found = point_of(deck, number);
  for (int d = 0; d < 3; ++d) EXPECT_NEAR(found[d], place[d], 1e-12) << "node " << number;
}

std::string refusal(const std::string& text) {
  try {
    read(text);
  } catch (const core::Error& error) {
    EXPECT_EQ(error.exit_status(), 2);
    return error.what();
  }
  return "";
}

TEST(DeckGeneration, ABlockIsThatOfABlockWrittenOut) {
  constexpr int nx = 4, ny = 3, nz = 2;
  std::string made =
      "*NODE\n1,0,0,0\n5,4,0,0\n*NGEN, NSET=FRONT\n1,5\n"
      "*NCOPY, OLD SET=FRONT, NEW SET=BACK, CHANGE NUMBER=30, SHIFT\n0,3,0\n"
      "*NFILL, NSET=FLOOR\nFRONT, BACK, 3, 10\n"
      "*NCOPY, OLD SET=FLOOR, NEW SET=TOP, CHANGE NUMBER=100, SHIFT, MULTIPLE=2\n0,0,1\n"
      "*ELEMENT, TYPE=C3D8\n1,1,2,12,11,101,102,112,111\n"
      "*ELGEN, ELSET=EALL\n1,4,1,1,3,10,4,2,100,12\n";
  std::string written = "*NODE\n";
  for (int k = 0; k <= nz; ++k)
    for (int j = 0; j <= ny; ++j)
      for (int i = 0; i <= nx; ++i)
        written += fmt::format("{},{},{},{}\n", 1 + i + 10 * j + 100 * k, i, j, k);
  written += "*ELEMENT, TYPE=C3D8, ELSET=EALL\n";
  for (int k = 0; k < nz; ++k)
    for (int j = 0; j < ny; ++j)
      for (int i = 0; i < nx; ++i) {
        const int n = 1 + i + 10 * j + 100 * k;
        written += fmt::format("{},{},{},{},{},{},{},{},{}\n", 1 + i + 4 * j + 12 * k, n, n + 1,
                               n + 11, n + 10, n + 100, n + 101, n + 111, n + 110);
      }
  const Deck a = read(made + steel_everywhere + static_step()),
             b = read(written + steel_everywhere + static_step());
  ASSERT_EQ(a.model.mesh.nodes(), b.model.mesh.nodes());
  ASSERT_EQ(a.model.mesh.cells.size(), b.model.mesh.cells.size());
  for (const std::int64_t id : b.model.mesh.node_ids) expect_at(a, id, point_of(b, id));
  const auto& mesh = a.model.mesh;
  for (std::size_t c = 0; c < mesh.cells.size(); ++c) {
    EXPECT_EQ(mesh.cells[c].id, b.model.mesh.cells[c].id);
    for (int i = 0; i < 8; ++i)
      EXPECT_EQ(mesh.node_ids[mesh.nodes_of(mesh.cells[c])[i]],
                b.model.mesh.node_ids[b.model.mesh.nodes_of(b.model.mesh.cells[c])[i]]);
  }
  EXPECT_EQ(mesh.cell_groups.at("EALL").size(), 24u);
  EXPECT_EQ(mesh.node_groups.at("FLOOR").size(), 20u);
  EXPECT_EQ(mesh.node_groups.at("TOP").size(), 40u);  // both copies, as in Abaqus
}

const std::string bar_of_two =
    "*ELEMENT, TYPE=T3D2, ELSET=EALL\n1,1,9\n*MATERIAL, NAME=STEEL\n"
    "*ELASTIC\n1,0\n*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n1\n";

TEST(DeckGeneration, Curves) {
  const Deck arc =
      read("*NODE\n1,2,1,0\n9,0,3,0\n*NGEN, LINE=C\n1,9,2,,0,1,0\n" + bar_of_two + static_step());
  for (int i = 0; i <= 4; ++i) {
    const double angle = i * std::numbers::pi / 8;
    expect_at(arc, 1 + 2 * i, {2 * std::cos(angle), 1 + 2 * std::sin(angle), 0});
  }
  const Deck most = read(
      "*NODE\n1,1,0,0\n9,0,1,0\n50,0,0,0\n*NGEN, LINE=C\n"
      "1,9,4,50,,,,0,0,-1\n" +
      bar_of_two + static_step());
  expect_at(most, 5, {-std::sqrt(0.5), -std::sqrt(0.5), 0});  // the long way round
  const Deck parabola =
      read("*NODE\n1,0,0,0\n9,4,0,0\n*NGEN, LINE=P\n1,9,2,,2,1,0\n" + bar_of_two + static_step());
  expect_at(parabola, 3, {1, 0.75, 0});
  expect_at(parabola, 5, {2, 1, 0});
}

TEST(DeckGeneration, CopiesMoveAsOneBody) {
  std::mt19937 random(7);
  std::uniform_real_distribution<double> number(-2, 2);
  for (int trial = 0; trial < 50; ++trial) {
    std::string text = "*NODE, NSET=A\n";
    for (int i = 1; i <= 4; ++i)
      text += fmt::format("{},{},{},{}\n", i, number(random), number(random), number(random));
    text += "*NODE\n9,9,9,9\n";
    const std::string axis =
        fmt::format("{},{},{},{},{},{}", number(random), number(random), number(random),
                    number(random), number(random), number(random));
    text += fmt::format("*NCOPY, OLD SET=A, CHANGE NUMBER=10, NEW SET=B, SHIFT\n{},{},{}\n{},{}\n",
                        number(random), number(random), number(random), axis, 90 * number(random));
    text += fmt::format("*NCOPY, OLD SET=A, CHANGE NUMBER=20, REFLECT=MIRROR\n{}\n{},{},{}\n", axis,
                        number(random), number(random), number(random));
    text += fmt::format("*NCOPY, OLD SET=A, CHANGE NUMBER=30, REFLECT=LINE\n{}\n", axis);
    const Deck deck = read(text + bar_of_two + static_step());
    const auto edge = [&](int from, int i) {
      Vector a = point_of(deck, from + 1), b = point_of(deck, from + 1 + i);
      return std::array{b[0] - a[0], b[1] - a[1], b[2] - a[2]};
    };
    const auto volume = [&](int from) {
      const auto a = edge(from, 1), b = edge(from, 2), c = edge(from, 3);
      return a[0] * (b[1] * c[2] - b[2] * c[1]) + a[1] * (b[2] * c[0] - b[0] * c[2]) +
             a[2] * (b[0] * c[1] - b[1] * c[0]);
    };
    EXPECT_NEAR(volume(10), volume(0), 1e-10);
    EXPECT_NEAR(volume(20), -volume(0), 1e-10);
    EXPECT_NEAR(volume(30), volume(0), 1e-10);
    for (const int copy : {10, 20, 30})
      for (int i = 1; i <= 3; ++i) {
        const auto a = edge(0, i), b = edge(copy, i);
        EXPECT_NEAR(std::hypot(a[0], a[1], a[2]), std::hypot(b[0], b[1], b[2]), 1e-12);
      }
  }
}

TEST(DeckGeneration, ATurnAfterATranslation) {
  const Deck deck = read(
      "*NODE, NSET=A\n1,1,0,0\n*NODE\n9,9,9,9\n*NCOPY, OLD SET=A, CHANGE NUMBER=10, "
      "SHIFT\n1,0,0\n0,0,0,0,0,1,90\n" +
      bar_of_two + static_step());
  expect_at(deck, 11, {0, 2, 0});
}

TEST(DeckGeneration, CopiesOfElements) {
  const Deck deck = read(
      "*NODE, NSET=A\n1,0,0,0\n2,1,0,0\n*NCOPY, OLD SET=A, CHANGE NUMBER=10, "
      "SHIFT\n0,1,0\n*ELEMENT, TYPE=T3D2, ELSET=EALL\n1,1,2\n"
      "*ELCOPY, OLD SET=EALL, NEW SET=EALL, ELEMENT SHIFT=5, SHIFT NODES=10\n"
      "*MATERIAL, NAME=STEEL\n*ELASTIC\n1,0\n"
      "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n1\n" +
      static_step());
  ASSERT_EQ(deck.model.mesh.cells.size(), 2u);
  EXPECT_EQ(deck.model.mesh.cells[1].id, 6);
  EXPECT_EQ(deck.model.mesh.node_ids[deck.model.mesh.nodes_of(deck.model.mesh.cells[1])[1]], 12);
}

TEST(DeckGeneration, WhatCannotBeIsSaid) {
  const std::string nodes = "*NODE\n1,0,0,0\n9,4,0,0\n";
  const std::pair<std::string, std::string> wrong[] = {
      {"*NGEN\n1,9,3\n", "do not lead from node 1 to node 9"},
      {"*NGEN\n1,8\n", "node 8 is not defined"},
      {"*NGEN, LINE=C\n1,9,1,,1,0,0\n", "from its centre"},
      {"*NGEN, LINE=C\n1,9,1,,2,0,0\n", "give the normal"},
      {"*NGEN, LINE=X\n1,9\n", "supported: L, P, C"},
      {"*NFILL\nA,B,3\n", "not defined before this keyword"},
      {"*NSET,NSET=A\n1\n*NSET,NSET=B\n1,9\n*NFILL\nA,B,3\n", "joined one by one"},
      {"*NSET,NSET=A,UNSORTED\n1\n*NSET,NSET=B\n9\n*NFILL\nA,B,3\n", "UNSORTED"},
      {"*NSET,NSET=A\n1\n*NCOPY, OLD SET=A, SHIFT\n1\n", "CHANGENUMBER"},
      {"*NSET,NSET=A\n1\n*NCOPY, OLD SET=A, CHANGE NUMBER=1\n1\n", "either SHIFT or REFLECT"},
      {"*NSET,NSET=A\n1\n*NCOPY, OLD SET=A, CHANGE NUMBER=8, SHIFT\n1\n", "at another place"},
      {"*NGEN\n1,9,1,\n*ELGEN\n7,2\n", "element 7 is not defined"},
      {"*ELGEN\n1,2,5\n", "uses node 6, which is not defined"},
      {"*ELGEN\n1,100000000\n", "must be 1 to"},
      {"*ELGEN\n1,10000000,1,1,10000000\n", "more than"},
      {"*ELGEN\n1,2,1,999999999999\n", "is at most"},
      {"*NFILL, BIAS=0.5\nA,B,3\n", "BIAS is not supported"},
      {"*NSET,NSET=A\n1\n*NCOPY, OLD SET=A, CHANGE NUMBER=1, SHIFT, "
       "MULTIPLE=2\n1\n0,0,0,0,0,1,30\n",
       "MULTIPLE with a turn"},
      {"*NCOPY, OLD SET=A, CHANGE NUMBER=8, POLE\n1\n", "POLE is not supported"},
  };
  for (const auto& [text, sentence] : wrong) {
    const std::string said = refusal(nodes + bar_of_two + text + static_step());
    EXPECT_NE(said.find(sentence), std::string::npos) << text << said;
    EXPECT_NE(said.find("deck.inp:"), std::string::npos) << said;
  }
}

}  // namespace
}  // namespace sparkdyn::input
