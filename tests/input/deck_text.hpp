// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Decks for tests: a cube of one element and a step, and what to put between.

#include <gtest/gtest.h>

#include <string>

#include "input/deck.hpp"

namespace sparkdyn::input {

/// A unit cube, C3D8, nodes 1–8, element 1; sets BOTTOM and TOP; material and section.
inline std::string cube() {
  return "*HEADING\n"
         "a cube\n"
         "*NODE, NSET=NALL\n"
         "1, 0, 0, 0\n"
         "2, 1, 0, 0\n"
         "3, 1, 1, 0\n"
         "4, 0, 1, 0\n"
         "5, 0, 0, 1\n"
         "6, 1, 0, 1\n"
         "7, 1, 1, 1\n"
         "8, 0, 1, 1\n"
         "*ELEMENT, TYPE=C3D8, ELSET=EALL\n"
         "1, 1, 2, 3, 4, 5, 6, 7, 8\n"
         "*NSET, NSET=BOTTOM\n"
         "1, 2, 3, 4\n"
         "*NSET, NSET=TOP, GENERATE\n"
         "5, 8\n"
         "*MATERIAL, NAME=STEEL\n"
         "*ELASTIC\n"
         "210000., .3\n"
         "*DENSITY\n"
         "7.8E-9\n"
         "*SOLID SECTION, ELSET=EALL, MATERIAL=STEEL\n";
}

/// The line on which text put after cube() begins.
inline constexpr int after_cube = 24;

inline std::string dynamic_step(const std::string& content = "") {
  return "*STEP\n*DYNAMIC, DIRECT\n0.1, 2.\n" + content + "*END STEP\n";
}
inline std::string static_step(const std::string& content = "") {
  return "*STEP\n*STATIC\n" + content + "*END STEP\n";
}

/// *MATERIAL, without a section.
inline std::string steel() {
  return "*MATERIAL, NAME=STEEL\n*ELASTIC\n210000., .3\n*DENSITY\n7.8E-9\n";
}

inline structure::Vector point_of(const Deck& deck, std::int64_t number) {
  const auto& ids = deck.model.mesh.node_ids;
  for (std::size_t i = 0; i < ids.size(); ++i)
    if (ids[i] == number) return deck.model.mesh.points[i];
  ADD_FAILURE() << "no node " << number;
  return {};
}

inline Deck read(const std::string& text) {
  return parse_deck(text, "deck.inp");
}

}  // namespace sparkdyn::input
