// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A probe of a model: read from a case, written back as YAML, and found on the mesh.

#include <span>
#include <string>
#include <vector>

#include "input/case.hpp"
#include "input/load_structure.hpp"
#include "input/yaml_tree.hpp"

namespace sparkdyn::input {

class ModelBuilder;

/// {node|group|point|element, quantity, component, …}.
ProbeSpec read_model_probe(const Tree& tree);
/// As it would be read again.
std::string model_probe_text(const ProbeSpec& probe);

/// What probes look at, on rank 0.
struct ProbePlaces {
  std::vector<structure::Watched> watched;  ///< whose columns are not known yet
  std::vector<ColumnProbe> probes;  ///< their terms are positions in `watched`, or in fields

  /// Watches one component of the nodes that share a place.
  void watch(std::string name, Quantity quantity, int component,
             std::span<const std::pair<structure::Index, double>> shares);
  /// A probe of several places becomes several, with the place's number in the name, unless their
  /// sum is asked for. One of a point is interpolated, unless it is a reaction or a field, which
  /// only nodes have.
  void add(const ModelBuilder& names, const ProbeSpec& probe);

 private:
  struct Place {
    std::int64_t number;  ///< the user's
    std::vector<std::pair<PetscInt, double>> terms;
  };
  std::vector<Place> motion_places(const ModelBuilder& names, const ProbeSpec& probe,
                                   const NodeSelection& nodes);
  std::vector<Place> field_places(const ModelBuilder& names, const ProbeSpec& probe,
                                  const NodeSelection* nodes) const;
  std::vector<Place> places(const ModelBuilder& names, const ProbeSpec& probe,
                            const NodeSelection* nodes);
};

}  // namespace sparkdyn::input
