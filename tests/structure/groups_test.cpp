// SPDX-License-Identifier: BSD-3-Clause
// A model that a program fills itself, by the groups of its mesh, and what is refused of one.

#include "sparkdyn/structure/groups.hpp"

#include <gtest/gtest.h>

#include "box_model.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "sparkdyn/structure/distributed.hpp"
#include "support/error_of.hpp"

namespace sparkdyn::structure {
namespace {

using test::box_model;

/// The mesh of a box, without elements.
Model bare_box() {
  Model model = box_model({});
  model.roles.clear();
  model.sections.clear();
  return model;
}

/// What distribute() says of the model, the same on all ranks.
std::string refusal(const std::function<void(Model&, Conditions&)>& spoil) {
  Model model;
  std::vector<Conditions> steps;
  if (core::rank(PETSC_COMM_WORLD) == 0) {
    model = box_model({});
    spoil(model, steps.emplace_back());
  }
  return support::error_of(
      [&] { distribute(PETSC_COMM_WORLD, std::move(model), std::move(steps)); });
}

TEST(Groups, CellsBecomeElementsAndNodesAreHeld) {
  Model model = bare_box();
  add_elements(model, "root", "hex8-full", {.material = 0, .data = SolidSection{}});
  const auto& root = cells_in(model.mesh, "root");
  for (std::size_t c = 0; c < model.roles.size(); ++c) {
    const bool inside = std::find(root.begin(), root.end(), static_cast<Index>(c)) != root.end();
    EXPECT_EQ(model.roles[c].element, inside ? find_element("hex8-full") : -1);
    EXPECT_EQ(model.roles[c].section, inside ? 0 : -1);
  }
  Conditions conditions;
  hold(nodes_in(model.mesh, "left"), 0b000101, conditions);
  ASSERT_EQ(conditions.supports.size(), 2 * nodes_in(model.mesh, "left").size());
  EXPECT_EQ(conditions.supports[0].component, 0);
  EXPECT_EQ(conditions.supports[1].component, 2);
  EXPECT_EQ(conditions.supports[1].node, nodes_in(model.mesh, "left").front());
  EXPECT_EQ(facets_in(model.mesh, "right").size(), 4u);
}

TEST(Groups, WrongNamesAndShapesAreNamed) {
  Model model = bare_box();
  const Section solid{0, SolidSection{}};
  EXPECT_EQ(support::error_of([&] { nodes_in(model.mesh, "lef"); }),
            "there is no group of nodes 'lef' in box; names: left, right; did you mean 'left'?");
  EXPECT_EQ(support::error_of([&] { facets_in(model.mesh, "left", "case.yaml:3"); }),
            "case.yaml:3: there is no surface 'left' in box; names: right");
  EXPECT_NE(support::error_of([&] { add_elements(model, "root", "hex9", solid); }).find("'hex8'"),
            std::string::npos);
  EXPECT_EQ(support::error_of([&] { add_elements(model, "root", "hex20", solid); }),
            "element 501 of group 'root' is a 8-node hexahedron, but hex20 needs a 20-node "
            "hexahedron");
  add_elements(model, "root", "hex8", solid);
  EXPECT_EQ(support::error_of([&] { add_elements(model, "root", "hex8-full", solid); }),
            "element 501 of group 'root' is a hex8 already, by another group");
}

TEST(Groups, WhatRefersToNothingIsRefused) {
  using Spoil = std::function<void(Model&, Conditions&)>;
  const std::vector<std::pair<Spoil, const char*>> cases{
      {[](Model& m, Conditions&) { m.roles.pop_back(); }, "box: there are 15 roles for 16 cells"},
      {[](Model& m, Conditions&) { m.mesh.cell_nodes[3] = 45; },
       "box: cell 501 refers to node 45, of 45"},
      {[](Model& m, Conditions&) { m.roles[2].section = 1; },
       "box: element 503 refers to section 1, of 1"},
      {[](Model& m, Conditions&) { m.sections[0].material = -1; },
       "box: a solid section refers to material -1, of 1"},
      {[](Model& m, Conditions&) { m.sections[0].data = ShellSection{0.1}; },
       "box: element 501 is a hex8, which needs a solid section, not a shell section"},
      {[](Model& m, Conditions&) {
         m.roles[0].element = static_cast<std::int16_t>(find_element("tet4"));
       },
       "box: element 501 is a 8-node hexahedron, but tet4 needs a 4-node tetrahedron"},
      {[](Model&, Conditions& c) {
         c.supports.push_back({-1, 0, 0, -1, ""});
       },
       "box: a support refers to node -1, of 45"},
      {[](Model&, Conditions& c) {
         c.nodal.push_back({0, 6, 1, -1, ""});
       },
       "box: a force refers to component 6, of 6"},
      {[](Model&, Conditions& c) {
         c.nodal.push_back({0, 0, 1, 0, ""});
       },
       "box: a force refers to amplitude 0, of 0"},
      {[](Model&, Conditions& c) {
         c.body.push_back({{16}, false, {0, 0, -1}, -1, ""});
       },
       "box: a body load refers to cell 16, of 16"},
      {[](Model& m, Conditions&) {
         m.initial.push_back({45, 0, 1, 0});
       },
       "box: an initial value refers to node 45, of 45"}};
  for (const auto& [spoil, message] : cases) EXPECT_EQ(refusal(spoil), message);
  EXPECT_NE(refusal([](Model& m, Conditions&) {
              m.materials[0] = Material::isotropic(1, 0.5, 1);
            }).find("box: material 0: "),
            std::string::npos);
}

TEST(Groups, AmplitudesBelongOnEveryRank) {
  if (core::size(PETSC_COMM_WORLD) == 1) GTEST_SKIP();
  EXPECT_NE(refusal([](Model& m, Conditions&) {
              m.amplitudes.push_back(mechanics::constant_amplitude(1));
            }).find("fill them on all"),
            std::string::npos);
}

}  // namespace
}  // namespace sparkdyn::structure
