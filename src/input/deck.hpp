// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// An Abaqus/CalculiX input deck: the structure and its steps. What is not supported is a
// core::Error (input) with file, line and keyword; nothing is skipped silently.

#include <mpi.h>

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sparkdyn/mechanics/rayleigh.hpp"
#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::input {

/// What *NODE PRINT asks for: becomes probes.
struct DeckProbe {
  std::string group;  ///< a node set of the mesh
  bool displacement = false, velocity = false, reaction = false;
};

/// *MODAL DAMPING without RAYLEIGH: modes `first` to `last`, counted from 1, have this part of the
/// critical damping.
struct ModalRatio {
  int first = 1, last = 1;
  double ratio = 0;
};

struct DeckStep {
  enum class Kind { equilibrium, dynamic, frequency };
  Kind kind = Kind::equilibrium;
  std::string where;  ///< "deck.inp:120", of *STEP
  double start = 0;   ///< total time at its beginning
  double duration = 1;
  double increment = 1;          ///< as in the deck (*DYNAMIC's first data line)
  bool fixed_increment = false;  ///< DIRECT; else the deck leaves the increment to the program
  double alpha = -0.05;          ///< of *DYNAMIC; rho_infinity = (1 + alpha)/(1 − alpha)
  bool modal = false;            ///< *MODAL DYNAMIC
  int modes = 10;                ///< of *FREQUENCY, for *MODAL DYNAMIC the one before
  std::vector<ModalRatio> ratios;
  /// Added to the materials' own: *MODAL DAMPING, RAYLEIGH.
  mechanics::Rayleigh rayleigh;
  structure::Conditions conditions;  ///< everything in force during the step
  std::vector<DeckProbe> probes;
  bool stress = false;  ///< *EL FILE or *EL PRINT with S
  long every = 1;       ///< FREQUENCY= of the output keywords
};

/// What rank 0 has read. Amplitudes (in Model) are filled on every rank and are functions of total
/// time: those in step time are shifted by the reader.
struct Deck {
  std::string title;  ///< *HEADING
  structure::Model model;
  std::vector<DeckStep> steps;        ///< on every rank, but conditions and probes on rank 0 only
  std::vector<std::string> warnings;  ///< output-only keywords that were passed over, …
};

/// Throws core::Error (input) on all ranks. @note Collective.
Deck read_deck(MPI_Comm comm, const std::filesystem::path& file);

/// Does the same with text, on one rank, for tests and fuzzing; *INCLUDE is relative to `file`.
Deck parse_deck(std::string_view text, const std::filesystem::path& file);

}  // namespace sparkdyn::input
