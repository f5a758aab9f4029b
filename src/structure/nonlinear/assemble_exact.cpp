// SPDX-License-Identifier: BSD-3-Clause
#include "assemble_exact.hpp"

#include <fmt/format.h>

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>
#include <map>

#include "components.hpp"
#include "element_forces.hpp"
#include "exact_constraints.hpp"
#include "exact_forces.hpp"
#include "exact_mass.hpp"
#include "kernels.hpp"
#include "local_places.hpp"
#include "moments.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"
#include "structure/large_motion.hpp"
#include "unit_rows.hpp"

namespace sparkdyn::structure::nonlinear {
namespace {

using core::check;
using Eigen::Vector3d;

/// Entries of a matrix, one by one; those of the same place are added up.
struct Entries {
  std::vector<PetscInt> rows, columns;
  std::vector<double> values;
  void add(PetscInt row, PetscInt column, double value) {
    rows.push_back(row);
    columns.push_back(column);
    values.push_back(value);
  }
};

/// "node 17, d2 y".
std::string component_text(PetscInt place) {
  constexpr std::array<const char*, 3> axes{"x", "y", "z"};
  const char* axis = axes[static_cast<std::size_t>(place % 3)];
  return place < 3 ? axis : fmt::format("d{} {}", place / 3, axis);
}

class ExactAssembler {
 public:
  ExactAssembler(const Distributed& structure, std::size_t step, const AssembleOptions& options)
      : structure_(structure),
        conditions_(structure.steps[step]),
        options_(options),
        layout_(layout_of(structure, conditions_)) {}

  Assembled run() {
    const auto mass = std::make_shared<const core::Matrix>(mass_matrix());
    auto forces = element_forces(structure_, layout_, options_.rayleigh);
    if (auto all = moments_of_all()) forces.push_back(std::move(all));
    for (auto& force : exact_forces(structure_, conditions_, layout_))
      forces.push_back(std::move(force));
    mechanics::ConstraintsPtr constraints;
    if (conditions_.rows.global > 0)
      constraints =
          std::make_shared<ExactConstraints>(structure_.amplitudes, conditions_.exact, layout_);
    Assembled result;
    result.initial = initial_state();
    result.system = std::make_shared<mechanics::System>(
        mass, std::move(forces), loads(), std::move(constraints), result.initial.at(), true);
    result.system->set_names(names());
    return result;
  }

 private:
  bool owned(Index node) const { return node < structure_.nodes.owned; }
  bool here(PetscInt unknown) const {
    return unknown >= layout_.begin && unknown < layout_.begin + layout_.local;
  }
  PetscInt position(Index node) const { return layout_.position[static_cast<std::size_t>(node)]; }
  PetscInt directors(Index node) const { return layout_.directors[static_cast<std::size_t>(node)]; }

  /// Calls visit(row, column, m, moves) for every m 1 between two units of an element's mass, where
  /// `moves` tells displacements from directors in the column, and gives the masses of a mass
  /// element's directors to `turn`(node, E).
  template <typename Visit, typename Turn>
  void visit_mass(const LocalElement& item, Visit visit, Turn turn) {
    const Element& element = *elements()[static_cast<std::size_t>(item.element)];
    const SectionData& section = structure_.sections[static_cast<std::size_t>(item.section)].data;
    const Index* nodes = structure_.elements.nodes.data() + item.first;
    if (const auto* mass = std::get_if<MassSection>(&section)) {
      visit(position(nodes[0]), position(nodes[0]), mass->mass, true);
      if (directors(nodes[0]) >= 0) turn(nodes[0], director_mass(*mass));
      return;
    }
    const Eigen::MatrixXd m =
        exact_mass(element, element_input(structure_, item, x_), structure_.lumped_mass);
    const std::vector<PetscInt> units = element_units(structure_, layout_, item);
    const auto width = static_cast<std::size_t>(turns_nodes(element) ? 4 : 1);
    for (Eigen::Index i = 0; i < m.rows(); ++i)
      for (Eigen::Index j = 0; j < m.rows(); ++j)
        visit(units[static_cast<std::size_t>(i)], units[static_cast<std::size_t>(j)], m(i, j),
              static_cast<std::size_t>(j) % width == 0);
  }

  core::Matrix mass_matrix() {
    Entries entries;
    for (const LocalElement& item : structure_.elements.items)
      visit_mass(
          item,
          [&](PetscInt row, PetscInt column, double m, bool) {
            if (!here(row)) return;
            for (PetscInt c = 0; c < 3; ++c) entries.add(row + c, column + c, m);
          },
          [&](Index node, const Eigen::Matrix3d& E) { add_director_mass(node, E, entries); });
    core::Matrix M;
    check(MatCreate(structure_.comm, M.out()));
    check(MatSetSizes(M, layout_.local, layout_.local, layout_.global, layout_.global));
    check(MatSetType(M, MATAIJ));
    add_diagonal(entries);
    check(MatSetPreallocationCOO(M, static_cast<PetscCount>(entries.rows.size()),
                                 entries.rows.data(), entries.columns.data()));
    check(MatSetValuesCOO(M, entries.values.data(), INSERT_VALUES));
    return M;
  }

  void add_director_mass(Index node, const Eigen::Matrix3d& E, Entries& entries) const {
    if (!owned(node)) return;
    for (PetscInt i = 0; i < 3; ++i)
      for (PetscInt j = 0; j < 3; ++j)
        for (PetscInt c = 0; c < 3; ++c)
          entries.add(directors(node) + 3 * i + c, directors(node) + 3 * j + c, E(i, j));
  }

  /// Unknowns without mass have a place for it.
  void add_diagonal(Entries& entries) const {
    for (PetscInt i = 0; i < layout_.local; ++i)
      entries.add(layout_.begin + i, layout_.begin + i, 0.0);
  }

  /// Forces on displacements and M·acceleration, by amplitude.
  std::vector<mechanics::TimedVector> loads() {
    std::vector<mechanics::TimedVector> all;
    const bool one = options_.load_cases.size() <= 1;
    if (one) {
      add_loads(conditions_, -1, all);
      return all;
    }
    for (std::size_t k = 0; k < options_.load_cases.size(); ++k)
      add_loads(structure_.steps[options_.load_cases[k]], static_cast<int>(k), all);
    return all;
  }

  void add_loads(const LocalConditions& conditions, int load_case,
                 std::vector<mechanics::TimedVector>& all) {
    std::vector<int> used(structure_.amplitudes.size() + 1, 0);
    const auto slot = [](int amplitude) {
      const int place = amplitude + 1;  // those without one come first
      return static_cast<std::size_t>(place);
    };
    for (const LocalLoad& load : conditions.loads)
      if (load.component < 3) used[slot(load.amplitude)] = 1;
    for (const LocalBodyLoad& load : conditions.body) used[slot(load.amplitude)] = 1;
    std::map<int, std::vector<double>> values;
    for (const int amplitude : amplitudes_in_use(structure_.comm, used))
      values[amplitude].resize(static_cast<std::size_t>(layout_.local));
    for (const LocalLoad& load : conditions.loads)
      if (load.component < 3)
        values[load.amplitude]
              [static_cast<std::size_t>(position(load.node) + load.component - layout_.begin)] +=
            load.value;
    for (const LocalBodyLoad& load : conditions.body) add_body(load, values[load.amplitude]);
    for (const auto& [amplitude, shape] : values)
      all.push_back(
          {vector_of(structure_.comm, shape), amplitude_at(structure_, amplitude), "", load_case});
  }

  void add_body(const LocalBodyLoad& load, std::vector<double>& values) {
    const auto& items = structure_.elements.items;
    const std::size_t count = load.everywhere ? items.size() : load.elements.size();
    for (std::size_t k = 0; k < count; ++k)
      visit_mass(
          items[load.everywhere ? k : static_cast<std::size_t>(load.elements[k])],
          [&](PetscInt row, PetscInt, double m, bool moves) {
            if (!moves || !here(row)) return;
            for (PetscInt c = 0; c < 3; ++c)
              values[static_cast<std::size_t>(row + c - layout_.begin)] +=
                  m * load.acceleration[static_cast<std::size_t>(c)];
          },
          [](Index, const Eigen::Matrix3d&) {});
  }

  mechanics::ForcePtr moments_of_all() {
    auto found = moments(structure_, conditions_, layout_);
    for (const std::size_t step : options_.load_cases)
      if (options_.load_cases.size() > 1 &&
          (moments(structure_, structure_.steps[step], layout_) || has_follower_loads(step)))
        core::input_error(
            "{}: moments and loads that turn along are the same in all load cases of a nonlinear "
            "model: run the cases one by one",
            structure_.source);
    return found;
  }

  bool has_follower_loads(std::size_t step) const {
    const auto& items = structure_.steps[step].forces.items;
    return core::any(
        structure_.comm, std::any_of(items.begin(), items.end(), [](const LocalForce& force) {
          return force.kind != ExactForce::Kind::coordinate && force.kind != ExactForce::Kind::line;
        }));
  }

  mechanics::State initial_state() const {
    struct Node {
      Vector3d u = Vector3d::Zero(), v = Vector3d::Zero(), turn = Vector3d::Zero(),
               spin = Vector3d::Zero();
    };
    std::vector<Node> nodes(static_cast<std::size_t>(structure_.nodes.owned));
    for (const LocalInitial& value : structure_.initial) {
      Node& node = nodes[static_cast<std::size_t>(value.node)];
      const bool turns = value.component >= 3;
      (turns ? node.turn : node.u)[value.component % 3] += value.displacement;
      (turns ? node.spin : node.v)[value.component % 3] += value.velocity;
    }
    std::vector<double> q(static_cast<std::size_t>(layout_.local), 0.0), v = q;
    for (Index i = 0; i < structure_.nodes.owned; ++i) {
      if (position(i) < 0) continue;
      const Node& node = nodes[static_cast<std::size_t>(i)];
      const auto at = position(i) - layout_.begin;
      Vector3d::Map(q.data() + at) = node.u;
      Vector3d::Map(v.data() + at) = node.v;
      if (directors(i) < 0) continue;
      const double angle = node.turn.norm();
      const Eigen::Matrix3d R = angle > 0
                                    ? Eigen::AngleAxisd(angle, node.turn / angle).toRotationMatrix()
                                    : Eigen::Matrix3d(Eigen::Matrix3d::Identity());
      for (int k = 0; k < 3; ++k) {
        const auto to = directors(i) - layout_.begin + 3 * k;
        Vector3d::Map(q.data() + to) = R.col(k);
        Vector3d::Map(v.data() + to) = node.spin.cross(R.col(k));
      }
    }
    return {options_.start, vector_of(structure_.comm, q), vector_of(structure_.comm, v)};
  }

  /// The system may outlive the structure, so it gets what it needs.
  mechanics::Names names() const {
    struct Owned {
      PetscInt first;
      std::int64_t id;
    };
    std::vector<Owned> nodes;
    for (Index i = 0; i < structure_.nodes.owned; ++i)
      if (structure_.nodes.components[static_cast<std::size_t>(i)] != 0)
        nodes.push_back({position(i), structure_.nodes.ids[static_cast<std::size_t>(i)]});
    const auto dof = [nodes = std::move(nodes)](PetscInt row) -> std::string {
      const auto after = std::upper_bound(nodes.begin(), nodes.end(), row,
                                          [](PetscInt at, const Owned& n) { return at < n.first; });
      if (after == nodes.begin()) return "";
      const Owned& node = *(after - 1);
      return fmt::format("node {}, {}", node.id, component_text(row - node.first));
    };
    const auto constraint = [begin = conditions_.rows.begin,
                             names = conditions_.rows.names](PetscInt row) {
      const auto at = static_cast<std::size_t>(row - begin);
      return at < names.size() ? names[at] : std::string();
    };
    return {dof, constraint};
  }

  const Distributed& structure_;
  const LocalConditions& conditions_;
  const AssembleOptions& options_;
  Layout layout_;
  std::vector<Point> x_;
  ElementMatrix M_;
};

}  // namespace

Layout layout_of(const Distributed& structure, const LocalConditions& conditions) {
  Layout layout;
  layout.comm = structure.comm;
  layout.begin = conditions.free_begin;
  layout.local = conditions.free_local;
  layout.global = conditions.free_global;
  for (Index i = 0; i < structure.nodes.size(); ++i) {
    const auto at = static_cast<std::size_t>(i);
    const ComponentMask mask = structure.nodes.components[at];
    const bool turns = (mask & ~translations) != 0;
    layout.position.push_back(mask == 0 ? -1 : conditions.first_free[at]);
    layout.directors.push_back(turns ? conditions.first_free[at] + 3 : -1);
  }
  return layout;
}

Assembled assemble_exact(const Distributed& structure, std::size_t step,
                         const AssembleOptions& options) {
  return ExactAssembler(structure, step, options).run();
}

}  // namespace sparkdyn::structure::nonlinear
