// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A case's mesh or deck becomes a distributed structure and a plan of what to do with it.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "input/case.hpp"
#include "input/deck.hpp"
#include "sparkdyn/structure/assemble.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::input {

/// One thing to do, from `start` to `end` in total time.
struct PlannedStep {
  using Kind = DeckStep::Kind;
  Kind kind = Kind::dynamic;
  std::string where;  ///< of the deck's *STEP
  double start = 0, end = 0, step = 0;
  double tolerance = 0;       ///< by which steps are chosen; 0: equal steps
  double rho_infinity = 0.8;  ///< of a deck's ALPHA; a case has its own method
  mechanics::Rayleigh rayleigh;
  int modes = 10;
  bool modal = false;              ///< dynamic, by superposition of that many modes
  std::vector<ModalRatio> ratios;  ///< of the critical damping of these modes
  /// Which Distributed::steps it uses: one per load case.
  std::vector<std::size_t> conditions{0};
};

/// "static", "dynamic", "modal dynamic" or "frequency".
std::string_view name(const PlannedStep& step);

/// One component of one node, by its column in /q, or of a place between nodes: Σ weight · column.
struct ColumnProbe {
  std::string name;
  Quantity quantity = Quantity::displacement;
  std::vector<std::pair<PetscInt, double>> terms;
  bool optional = false;   ///< left out where its node has no such component
  std::string field = {};  ///< the terms are then places in a field: row · components + component
};

struct LoadedStructure {
  structure::Distributed structure;
  std::vector<PlannedStep> plan;
  bool by_deck = false;                 ///< each step of the plan gives results of its own
  std::vector<std::string> load_cases;  ///< empty: one without a name
  std::vector<ColumnProbe> probes;
  bool stress = false, nodal_stress = false, section_forces = false;  ///< fields to store
  long every = 1;                       ///< steps between stored states, as a deck says
  bool project = false;                 ///< move initial values onto the constraints
  std::string title;                    ///< of a deck
  std::vector<std::string> notes = {};  ///< points that were moved to the structure; on rank 0
};

/// A .geo is meshed into `mesh_folder`, which is made. Throws core::Error (input) on all ranks.
/// @note Collective.
LoadedStructure load_structure(MPI_Comm comm, const Case& description,
                               const std::filesystem::path& mesh_folder);

}  // namespace sparkdyn::input
