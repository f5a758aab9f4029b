// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/structure/assemble.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <bit>

#include "block_rows.hpp"
#include "components.hpp"
#include "constraint_rows.hpp"
#include "load_vectors.hpp"
#include "local_places.hpp"
#include "loose_components.hpp"
#include "nonlinear/assemble_exact.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::structure {
namespace {

using core::check;
using mechanics::Kind;
using mechanics::MatrixPtr;
using mechanics::MatrixTerm;

const Material* material_of(const Distributed& structure, const LocalElement& item) {
  const int material = structure.sections[item.section].material;
  return material < 0 ? nullptr : &structure.materials[material];
}

/// "node 17, y". The system may outlive the structure, so it gets what it needs.
mechanics::Names names_of(const Distributed& structure, const LocalConditions& conditions) {
  struct Owned {
    PetscInt first = 0;  ///< its first free component
    std::int64_t id = 0;
    ComponentMask free = 0;
  };
  std::vector<Owned> nodes;
  for (Index node = 0; node < structure.nodes.owned; ++node) {
    const ComponentMask free = structure.nodes.components[node] & ~conditions.fixed[node];
    if (free) nodes.push_back({conditions.first_free[node], structure.nodes.ids[node], free});
  }
  const auto dof = [nodes = std::move(nodes)](PetscInt row) -> std::string {
    const auto after = std::upper_bound(nodes.begin(), nodes.end(), row,
                                        [](PetscInt at, const Owned& n) { return at < n.first; });
    if (after == nodes.begin()) return "";
    const Owned& node = *(after - 1);
    PetscInt place = row - node.first;
    for (ComponentMask mask = node.free; mask; mask &= mask - 1, --place)
      if (place == 0)
        return fmt::format("node {}, {}", node.id, component_name(std::countr_zero(mask)));
    return "";
  };
  const auto constraint = [begin = conditions.rows.begin,
                           names = conditions.rows.names](PetscInt row) {
    const auto at = static_cast<std::size_t>(row - begin);
    return at < names.size() ? names[at] : std::string();
  };
  return {dof, constraint};
}

bool has_rayleigh(const Material& material) {
  return material.alpha != 0 || material.beta != 0;
}

/// Which damping the elements' own matrix holds.
enum class Damping { none, discrete, discrete_and_rayleigh };

/// M, K and C over the same rows, from one pass over the elements.
struct Sums {
  BlockValues* mass = nullptr;
  BlockValues* stiffness = nullptr;
  BlockValues* damping = nullptr;
};

/// Free components of a node when all nodes that have any have as many, otherwise 1.
PetscInt node_size(const Distributed& structure, const LocalConditions& conditions) {
  int least = components_of_node, most = 0;
  for (Index node = 0; node < structure.nodes.owned; ++node) {
    const int count = std::popcount(
        static_cast<ComponentMask>(structure.nodes.components[node] & ~conditions.fixed[node]));
    if (count > 0) least = std::min(least, count);
    most = std::max(most, count);
  }
  least = static_cast<int>(core::minimum(structure.comm, least));
  most = static_cast<int>(core::maximum(structure.comm, most));
  return least == most ? most : 1;
}

class Assembler {
 public:
  Assembler(const Distributed& structure, const LocalConditions& conditions,
            const AssembleOptions& options)
      : structure_(structure), conditions_(conditions), options_(options) {}

  Assembled run() {
    Assembled result;
    assemble_terms();
    require_no_loose_components(structure_, conditions_, std::move(marks_));
    result.held = held_rows();
    result.initial = initial_state();
    result.system = std::make_shared<mechanics::System>(
        mass_, std::move(terms_), load_vectors(structure_, conditions_, RowKind::free, options_),
        constraint_rows(structure_, conditions_), true);
    result.system->set_names(names_of(structure_, conditions_));
    return result;
  }

 private:
  /// Adds the matrices of the wanted elements that touch these rows.
  template <typename Wanted>
  void add_elements(const BlockRows& rows, Wanted wanted, Damping damping, const Sums& sums) {
    for (const LocalElement& item : structure_.elements.items) {
      if (!wanted(item) || !rows.touches(item)) continue;
      const Element& element = *elements()[item.element];
      const int size = matrix_size(element, structure_.sections[item.section].data);
      for (ElementMatrix* matrix : {&K_, &M_, &C_})
        if (matrix->rows() != size) matrix->resize(size, size);
      const ElementInput input = element_input(structure_, item, x_);
      rows.find_places(item, places_);
      element.stiffness_and_mass(input, structure_.lumped_mass, K_, M_);
      sums.stiffness->add(places_, K_);
      sums.mass->add(places_, M_);
      if (sums.damping && damped(item, damping)) {
        find_damping(element, input, damping);
        sums.damping->add(places_, C_);
      }
    }
  }

  bool damped(const LocalElement& item, Damping damping) const {
    const Material* material = material_of(structure_, item);
    return elements()[item.element]->has_damping() ||
           (damping == Damping::discrete_and_rayleigh && material && has_rayleigh(*material));
  }

  /// C_e + α_e M_e + β_e K_e.
  void find_damping(const Element& element, const ElementInput& input, Damping damping) {
    element.damping(input, C_);
    if (damping != Damping::discrete_and_rayleigh || !input.material) return;
    if (input.material->alpha != 0) C_ += input.material->alpha * M_;
    if (input.material->beta != 0) C_ += input.material->beta * K_;
  }

  /// Every element has a material and all have the same damping: C shares M and K.
  bool uniform_rayleigh() const {
    const auto& materials = structure_.materials;
    return std::all_of(
        structure_.sections.begin(), structure_.sections.end(), [&](const Section& section) {
          return section.material >= 0 && materials[section.material].alpha == materials[0].alpha &&
                 materials[section.material].beta == materials[0].beta;
        });
  }

  bool any_discrete_damping() const {
    return any_element([](const auto& item) { return elements()[item.element]->has_damping(); });
  }

  bool any_rayleigh() const {
    return std::any_of(structure_.materials.begin(), structure_.materials.end(), has_rayleigh);
  }

  template <typename Wanted>
  bool any_element(Wanted wanted) const {
    const auto& items = structure_.elements.items;
    return core::any(structure_.comm, std::any_of(items.begin(), items.end(), wanted));
  }

  /// Terms of one region: the mass is summed over all of them.
  void assemble_region(const BlockRows& rows, int region, Damping damping, double beta,
                       BlockValues& mass) {
    const auto here = [region](const LocalElement& item) { return item.region == region; };
    if (region < 0 && !any_element(here)) return;
    const std::string name = region < 0 ? "" : structure_.regions[region];
    BlockValues stiffness(rows);
    std::optional<BlockValues> own_damping;
    if (damping != Damping::none) own_damping.emplace(rows);
    add_elements(rows, here, damping, {&mass, &stiffness, own_damping ? &*own_damping : nullptr});
    stiffness.mark(marks_);
    const auto K = std::make_shared<const core::Matrix>(stiffness.take_matrix());
    terms_.push_back({Kind::elastic, name, {{1.0, K}}});
    if (beta != 0) terms_.push_back({Kind::damping, name, {{beta, K}}});
    if (!own_damping) return;
    const auto C = std::make_shared<const core::Matrix>(own_damping->take_matrix());
    terms_.push_back({Kind::damping, name, {{1.0, C}}});
  }

  void assemble_terms() {
    const bool shared = uniform_rayleigh();
    const double alpha = options_.rayleigh.alpha + (shared ? structure_.materials[0].alpha : 0);
    const double beta = options_.rayleigh.beta + (shared ? structure_.materials[0].beta : 0);
    const bool own_rayleigh = !shared && any_rayleigh();
    const Damping damping = own_rayleigh             ? Damping::discrete_and_rayleigh
                            : any_discrete_damping() ? Damping::discrete
                                                     : Damping::none;
    const BlockRows rows(structure_, conditions_, RowKind::free);
    marks_.assign(conditions_.free_local, 0);
    BlockValues mass(rows);
    for (int region = -1; region < static_cast<int>(structure_.regions.size()); ++region)
      assemble_region(rows, region, damping, beta, mass);
    mass.mark(marks_);
    mass_ = std::make_shared<const core::Matrix>(mass.take_matrix());
    if (alpha != 0) terms_.insert(terms_.begin(), {Kind::damping, "", {{alpha, mass_}}});
    merge_same_names();
  }

  /// One term per kind and region, of several parts.
  void merge_same_names() {
    std::vector<MatrixTerm> merged;
    for (auto& term : terms_) {
      const auto same = std::find_if(merged.begin(), merged.end(), [&](const MatrixTerm& other) {
        return other.kind == term.kind && other.region == term.region;
      });
      if (same == merged.end())
        merged.push_back(std::move(term));
      else
        for (auto& part : term.parts) same->parts.push_back(std::move(part));
    }
    terms_ = std::move(merged);
  }

  HeldRows held_rows() {
    HeldRows held;
    if (conditions_.fixed_global == 0) return held;
    const mechanics::Rayleigh& everywhere = options_.rayleigh;
    const bool damped =
        any_rayleigh() || any_discrete_damping() || everywhere.alpha != 0 || everywhere.beta != 0;
    const BlockRows rows(structure_, conditions_, RowKind::held);
    BlockValues mass(rows), stiffness(rows);
    std::optional<BlockValues> damping;
    if (damped) damping.emplace(rows);
    add_elements(rows, [](const LocalElement&) { return true; }, Damping::discrete_and_rayleigh,
                 {&mass, &stiffness, damping ? &*damping : nullptr});
    held.mass = mass.take_matrix();
    held.stiffness = stiffness.take_matrix();
    if (damped) {
      held.damping = damping->take_matrix();
      check(MatAXPY(held.damping, everywhere.alpha, held.mass, DIFFERENT_NONZERO_PATTERN));
      check(MatAXPY(held.damping, everywhere.beta, held.stiffness, DIFFERENT_NONZERO_PATTERN));
    }
    held.loads = load_vectors(structure_, conditions_, RowKind::held, options_);
    return held;
  }

  mechanics::State initial_state() const {
    const LocalPlaces place(structure_, conditions_, RowKind::free);
    std::vector<double> q(place.size(), 0.0), v(place.size(), 0.0);
    for (const LocalInitial& value : structure_.initial) {
      const PetscInt at = place(value.node, value.component);
      if (at < 0) continue;
      q[at] += value.displacement;
      v[at] += value.velocity;
    }
    return {options_.start, vector_of(structure_.comm, q), vector_of(structure_.comm, v)};
  }

  const Distributed& structure_;
  const LocalConditions& conditions_;
  const AssembleOptions& options_;
  // They hold one element; nothing is allocated once the largest was met.
  std::vector<Point> x_;
  std::vector<BlockPlace> places_;
  ElementMatrix K_, M_, C_;

  std::vector<char> marks_;  // of the free components with stiffness or mass
  MatrixPtr mass_;
  std::vector<MatrixTerm> terms_;
};

}  // namespace

const char* component_name(int component) {
  static constexpr std::array<const char*, components_of_node> names{
      "x", "y", "z", "rotation x", "rotation y", "rotation z"};
  return names[component];
}

Assembled assemble(const Distributed& structure, std::size_t step, const AssembleOptions& options) {
  if (structure.nonlinear) return nonlinear::assemble_exact(structure, step, options);
  Assembled result = Assembler(structure, structure.steps[step], options).run();
  result.rayleigh = options.rayleigh;
  result.system->set_near_null_space(rigid_motions(structure, step, {0, 0, 0}),
                                     node_size(structure, structure.steps[step]));
  return result;
}

}  // namespace sparkdyn::structure
