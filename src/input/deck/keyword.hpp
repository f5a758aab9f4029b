// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The keywords: each a function that reads a block into the builder. A new keyword is a function
// and an entry in the table of its group.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "builder.hpp"

namespace sparkdyn::input::deck {

/// Decks may use things before they define them: the blocks outside of steps are read in this
/// order, as CalculiX does, and blocks of the same phase as they stand in the file.
enum class Phase {
  heading,
  nodes,
  elements,
  sets,
  surfaces,
  axes,
  materials,
  sections,
  amplitudes,
  constraints,
  conditions,
  steps,
};

enum class Scope { model, step, both, anywhere };  ///< anywhere: a definition wherever it stands

struct Keyword {
  std::string_view name;  ///< "SOLID SECTION"
  Phase phase = Phase::steps;
  Scope scope = Scope::step;
  std::vector<std::string_view> parameters;  ///< supported ones, "REF NODE"; "…": any
  void (*read)(const Block&, Builder&) = nullptr;
};

using Keywords = std::span<const Keyword>;
Keywords mesh_keywords();
Keywords generation_keywords();
Keywords material_keywords();
Keywords section_keywords();
Keywords constraint_keywords();
Keywords condition_keywords();
Keywords step_keywords();
Keywords output_keywords();

/// Finds the keyword of a block and checks its parameters. Throws core::Error for what is not
/// supported, with the reason or the nearest keyword.
const Keyword& keyword_of(const Block& block);

/// Every supported keyword, in alphabetical order; for tests and documentation.
std::vector<std::string> supported_keywords();

/// Why a keyword that CalculiX or Abaqus know is not supported; empty for others.
std::string_view why_refused(std::string_view keyword);

}  // namespace sparkdyn::input::deck
