// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// What of a run is written: the entries that history.csv follows, the vectors that results.h5 has
// as tables, and the parts of the run.

#include <petscsys.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "sparkdyn/mechanics/quantity.hpp"

namespace sparkdyn::output {

using mechanics::Quantity;

/// One entry of q, v, a, λ or the reactions; the last three cost a solve at every step.
struct Probe {
  std::string name;                            ///< of its column
  Quantity quantity = Quantity::displacement;  ///< which vector
  PetscInt index = 0;                          ///< 0-based, in the input's numbering
  /// Instead of the index: Σ weight · entry, for a place between nodes.
  std::vector<std::pair<PetscInt, double>> terms = {};
  /// Of MeshResults, with Quantity::field: the terms are row · components + component.
  std::string field = {};
};

/// Throws core::Error (input) naming the probe whose index is not below `dofs` (multipliers:
/// `constraints`); messages count from 1 as the input does.
void require_valid(const std::vector<Probe>& probes, PetscInt dofs, PetscInt constraints);

/// The estimated error over a run of one probe of displacement or velocity, or of all displacements
/// where there is none: the largest |e| at any step over the largest |value|.
struct ProbeError {
  std::string name;     ///< of the probe, or "displacements"
  double largest = 0;   ///< value, in magnitude
  double error = 0;     ///< estimated, in magnitude
  double relative = 0;  ///< error/largest, 0 when nothing moves
};

/// The largest magnitude of a field over the whole mesh and the states that were looked at.
struct FieldPeak {
  std::string field;        ///< "displacement", "von_mises", "bending_moment", …
  double value = 0;         ///< there
  double time = 0;          ///< when
  std::int64_t place = 0;   ///< the user's number of the node or element
  bool of_element = false;  ///< else of a node
};

/// A vector of every frame that becomes a table, if the first frame has it.
struct VectorTable {
  Quantity quantity;                ///< which vector
  std::string name, meaning, unit;  ///< of the table, and the attributes `description` and `unit`
};
/// /q, /v, /a and /lambda of a structure.
std::vector<VectorTable> usual_tables();

/// A part of the run, see run::Frame::part(): a row of the datasets in /steps.
struct ResultsStep {
  std::string kind;           ///< "static", "dynamic", …
  std::string where;          ///< "deck.inp:12"
  double start = 0, end = 0;  ///< simulated times
};

}  // namespace sparkdyn::output
