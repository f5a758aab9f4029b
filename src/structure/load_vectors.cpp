// SPDX-License-Identifier: BSD-3-Clause
#include "load_vectors.hpp"

#include <bit>
#include <map>

#include "local_places.hpp"

namespace sparkdyn::structure {
namespace {

using mechanics::TimedVector;

/// Adds M_e times an acceleration, element by element.
class BodyLoads {
 public:
  BodyLoads(const Distributed& structure, const LocalPlaces& place)
      : structure_(structure), place_(place) {}

  void add(const LocalBodyLoad& load, std::vector<double>& values) {
    const auto& items = structure_.elements.items;
    const std::size_t count = load.everywhere ? items.size() : load.elements.size();
    for (std::size_t k = 0; k < count; ++k)
      add(items[load.everywhere ? k : load.elements[k]], load.acceleration, values);
  }

 private:
  /// All translations move with the acceleration.
  void add(const LocalElement& item, const Vector& acceleration, std::vector<double>& values) {
    const Element& element = *elements()[item.element];
    const SectionData& section = structure_.sections[item.section].data;
    const int size = matrix_size(element, section);
    if (M_.rows() != size) M_.resize(size, size);
    element.mass(element_input(structure_, item, x_), structure_.lumped_mass, M_);
    Eigen::VectorXd moved = Eigen::VectorXd::Zero(size);
    const auto for_each_component = [&](auto&& visit) {
      for (int i = 0, at = 0; i < info(element.shape()).nodes; ++i)
        for (ComponentMask mask = element.components(i, section); mask; mask &= mask - 1, ++at)
          visit(structure_.elements.nodes[item.first + i], std::countr_zero(mask), at);
    };
    for_each_component([&](Index, int component, int at) {
      if (component < 3) moved[at] = acceleration[component];
    });
    const Eigen::VectorXd force = M_ * moved;
    for_each_component([&](Index node, int component, int at) {
      if (node >= structure_.nodes.owned) return;
      const PetscInt row = place_(node, component);
      if (row >= 0) values[row] += force[at];
    });
  }

  const Distributed& structure_;
  const LocalPlaces& place_;
  std::vector<Point> x_;
  ElementMatrix M_;
};

std::vector<int> used_amplitudes(const Distributed& structure, const LocalConditions& conditions) {
  std::vector<int> used(structure.amplitudes.size() + 1, 0);
  for (const LocalLoad& load : conditions.loads) used[load.amplitude + 1] = 1;
  for (const LocalBodyLoad& load : conditions.body) used[load.amplitude + 1] = 1;
  return amplitudes_in_use(structure.comm, used);
}

std::vector<TimedVector> loads_of(const Distributed& structure, const LocalConditions& conditions,
                                  const LocalPlaces& place, int load_case) {
  std::map<int, std::vector<double>> of_amplitude;
  for (const int amplitude : used_amplitudes(structure, conditions))
    of_amplitude[amplitude].resize(place.size());
  for (const LocalLoad& load : conditions.loads) {
    const PetscInt at = place(load.node, load.component);
    if (at >= 0) of_amplitude[load.amplitude][at] += load.value;
  }
  BodyLoads body(structure, place);
  for (const LocalBodyLoad& load : conditions.body) body.add(load, of_amplitude[load.amplitude]);
  std::vector<TimedVector> shaped;
  for (const auto& [amplitude, values] : of_amplitude)
    shaped.push_back(
        {vector_of(structure.comm, values), amplitude_at(structure, amplitude), "", load_case});
  return shaped;
}

}  // namespace

std::vector<TimedVector> load_vectors(const Distributed& structure,
                                      const LocalConditions& conditions, RowKind kind,
                                      const AssembleOptions& options) {
  const LocalPlaces place(structure, conditions, kind);
  if (options.load_cases.size() <= 1) return loads_of(structure, conditions, place, -1);
  std::vector<TimedVector> all;
  for (std::size_t k = 0; k < options.load_cases.size(); ++k)
    for (TimedVector& load :
         loads_of(structure, structure.steps[options.load_cases[k]], place, static_cast<int>(k)))
      all.push_back(std::move(load));
  return all;
}

}  // namespace sparkdyn::structure
