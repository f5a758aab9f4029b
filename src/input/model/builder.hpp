// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// The mesh, and the model that the items of a `model:` section make of it: finds groups, nodes and
// materials by name and says what there is when a name is wrong.

#include <map>
#include <unordered_map>

#include "../expansion.hpp"
#include "input/model_spec.hpp"
#include "structure/point_location.hpp"

namespace sparkdyn::input {

class ModelBuilder {
 public:
  /// `releases`: the times at which something lets go, ascending.
  ModelBuilder(structure::Mesh mesh, std::size_t load_cases, std::vector<double> releases = {});

  structure::Model model;
  /// One per load case, and those for each time between releases, one time after another.
  std::vector<structure::Conditions> conditions;

  const structure::Mesh& mesh() const { return model.mesh; }

  /// One node or more. Throws core::Error (input) when there is none.
  std::vector<structure::Index> nodes(const NodeSelection& selection) const;
  /// Exactly one.
  structure::Index node(const NodeSelection& selection) const;
  /// Those of nodes(), each with weight 1; a point inside an element is shared out to the element's
  /// nodes by its shape functions. `component`: of what acts or is asked for there.
  std::vector<std::pair<structure::Index, double>> shares(const NodeSelection& selection,
                                                          int component) const;
  /// How far points were moved to be at nodes or in elements, a sentence each.
  const std::vector<std::string>& notes() const { return notes_; }
  const std::vector<structure::Index>& cells(const std::string& group,
                                             const std::string& where) const;
  const std::vector<structure::Facet>& surface(const std::string& name,
                                               const std::string& where) const;

  /// Index in Model::sections.
  int add_section(const structure::Section& section);
  int material(const std::string& name, const std::string& where) const;
  /// A node that the mesh does not have, known by a group of its own.
  void add_node(const std::string& name, const structure::Vector& point, const std::string& where);
  /// A cell of one or two nodes, for springs and masses.
  void add_cell(structure::Shape shape, std::vector<structure::Index> nodes, int element,
                int section);

  std::size_t load_case_of(std::size_t condition) const { return condition % load_cases_; }
  /// Whether what is held until `release` is still held there.
  bool holds(std::size_t condition, double release) const {
    const std::size_t time = condition / load_cases_;  // after `time` of the releases
    return time == 0 || releases_[time - 1] < release;
  }

  template <typename Change>
  void in_all_cases(Change change) {
    for (auto& step : conditions) change(step);
  }

 private:
  structure::PointLocation located(const NodeSelection& selection,
                                   structure::ComponentMask needed = 0) const;
  void remember_move(const NodeSelection& selection, double far, double size,
                     const std::string& taken_as) const;
  void spend(std::size_t members, const std::string& where) const;

  std::size_t load_cases_;
  std::vector<double> releases_;
  mutable Expansion expansion_;
  mutable std::vector<std::string> notes_;

  std::unordered_map<std::int64_t, structure::Index> index_of_;
  std::int64_t next_node_ = 1, next_cell_ = 1;
};

}  // namespace sparkdyn::input
