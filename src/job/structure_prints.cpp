// SPDX-License-Identifier: BSD-3-Clause
#include "structure_prints.hpp"

#include "core/hash.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::job {
namespace {

using core::Fingerprint;
using core::ItemHash;
using structure::Distributed;
using structure::Index;

void add(ItemHash& hash, const structure::Vector& vector) {
  for (const double x : vector) hash.add(x);
}
void add(ItemHash& hash, const structure::Axes& axes) {
  for (const auto& axis : axes) add(hash, axis);
}

struct AddSection {
  ItemHash& hash;
  void operator()(const structure::SolidSection& s) const { add(hash, s.axes); }
  void operator()(const structure::ShellSection& s) const {
    hash.add(s.thickness).add(s.offset);
    add(hash, s.axes);
  }
  void operator()(const structure::PlaneSection& s) const {
    hash.add(static_cast<int>(s.state)).add(s.thickness);
    add(hash, s.axes);
  }
  void operator()(const structure::TrussSection& s) const { hash.add(s.area); }
  void operator()(const structure::BeamSection& s) const {
    for (const double x : {s.area, s.I11, s.I22, s.I12, s.J, s.shear1, s.shear2, s.offset1,
                           s.offset2, s.shear_centre1, s.shear_centre2})
      hash.add(x);
    hash.add(int{s.release_start}).add(int{s.release_end});
    add(hash, s.n1);
  }
  void operator()(const structure::SpringSection& s) const {
    hash.add(s.stiffness).add(s.damping).add(s.component_a).add(s.component_b);
    hash.add(static_cast<int>(s.rotational));
    add(hash, s.direction);
  }
  void operator()(const structure::MassSection& s) const {
    hash.add(s.mass);
    for (const double x : s.inertia) hash.add(x);
    add(hash, s.offset);
  }
  void operator()(const structure::BushingSection& s) const {
    for (const double x : s.stiffness) hash.add(x);
    for (const double x : s.damping) hash.add(x);
    add(hash, s.axes);
  }
};

std::uint64_t nodes_print(const Distributed& structure) {
  Fingerprint print;
  for (Index i = 0; i < structure.nodes.owned; ++i) {
    const auto at = static_cast<std::size_t>(i);
    ItemHash hash;
    hash.add(static_cast<std::int64_t>(structure.nodes.input[at])).add(structure.nodes.ids[at]);
    add(hash, structure.nodes.points[at]);
    print.add(hash);
  }
  return print.value();
}

std::uint64_t elements_print(const Distributed& structure) {
  Fingerprint print;
  const auto& elements = structure.elements;
  for (std::size_t i = 0; i < elements.items.size(); ++i) {
    const structure::LocalElement& item = elements.items[i];
    if (!item.counted) continue;
    const auto end = i + 1 < elements.items.size()
                         ? static_cast<std::size_t>(elements.items[i + 1].first)
                         : elements.nodes.size();
    ItemHash hash;
    hash.add(item.id).add(static_cast<std::int64_t>(item.input)).add(int{item.element});
    hash.add(static_cast<int>(item.section));
    for (auto k = static_cast<std::size_t>(item.first); k < end; ++k)
      hash.add(static_cast<std::int64_t>(
          structure.nodes.input[static_cast<std::size_t>(elements.nodes[k])]));
    print.add(hash);
  }
  return print.value();
}

std::uint64_t materials_print(const Distributed& structure) {
  Fingerprint print;
  int number = 0;
  for (const structure::Material& m : structure.materials) {
    ItemHash hash;
    hash.add(number++).add(static_cast<int>(m.is_isotropic));
    const structure::Orthotropic& e = m.elastic;
    for (const double x : {e.E1, e.E2, e.E3, e.nu12, e.nu13, e.nu23, e.G12, e.G13, e.G23, m.density,
                           m.alpha, m.beta})
      hash.add(x);
    print.add(hash);
  }
  return print.value();
}

std::uint64_t sections_print(const Distributed& structure) {
  Fingerprint print;
  int number = 0;
  for (const structure::Section& section : structure.sections) {
    ItemHash hash;
    hash.add(number++).add(section.material).add(static_cast<int>(section.data.index()));
    std::visit(AddSection{hash}, section.data);
    print.add(hash);
  }
  return print.value();
}

std::uint64_t initial_print(const Distributed& structure, bool project) {
  Fingerprint print;
  for (const structure::LocalInitial& item : structure.initial)
    print.add(ItemHash()
                  .add(static_cast<std::int64_t>(
                      structure.nodes.input[static_cast<std::size_t>(item.node)]))
                  .add(static_cast<int>(item.component))
                  .add(item.displacement)
                  .add(item.velocity));
  if (core::rank(structure.comm) == 0) print.add(ItemHash().add(static_cast<int>(project)));
  return print.value();
}

std::uint64_t supports_print(const Distributed& structure, std::size_t conditions) {
  const auto& fixed = structure.steps[conditions].fixed;
  Fingerprint print;
  for (Index i = 0; i < structure.nodes.owned; ++i) {
    const auto at = static_cast<std::size_t>(i);
    if (fixed[at] != 0)
      print.add(ItemHash()
                    .add(static_cast<std::int64_t>(structure.nodes.input[at]))
                    .add(static_cast<std::uint64_t>(fixed[at])));
  }
  return print.value();
}

std::uint64_t amplitude_print(const Distributed& structure, int amplitude) {
  if (amplitude < 0) return 0;
  const auto& item = structure.amplitudes[static_cast<std::size_t>(amplitude)];
  return ItemHash().add(std::string_view(item->text())).value();
}

/// All of the conditions of a step that is over.
std::uint64_t conditions_print(const Distributed& structure, std::size_t number) {
  const structure::LocalConditions& conditions = structure.steps[number];
  std::vector<std::uint64_t> amplitudes;
  for (std::size_t i = 0; i < structure.amplitudes.size(); ++i)
    amplitudes.push_back(amplitude_print(structure, static_cast<int>(i)));
  const auto amplitude = [&](int i) { return i < 0 ? 0 : amplitudes[static_cast<std::size_t>(i)]; };
  Fingerprint print;
  for (const structure::LocalLoad& load : conditions.loads)
    print.add(ItemHash()
                  .add(static_cast<std::int64_t>(
                      structure.nodes.input[static_cast<std::size_t>(load.node)]))
                  .add(int{load.component})
                  .add(load.value)
                  .add(amplitude(load.amplitude)));
  const bool first = core::rank(structure.comm) == 0;
  for (const structure::LocalBodyLoad& load : conditions.body) {
    ItemHash of_load;
    of_load.add(amplitude(load.amplitude)).add(static_cast<int>(load.everywhere));
    add(of_load, load.acceleration);
    if (first) print.add(of_load);
    for (const Index element : load.elements) {
      const auto& item = structure.elements.items[static_cast<std::size_t>(element)];
      if (item.counted) print.add(ItemHash(of_load).add(static_cast<std::int64_t>(item.input)));
    }
  }
  const structure::LocalRows& rows = conditions.rows;
  for (PetscInt row = 0; row < rows.size(); ++row) {
    const auto at = static_cast<std::size_t>(row);
    ItemHash hash;
    hash.add(static_cast<std::int64_t>(rows.column[at])).add(rows.values[at]);
    hash.add(amplitude(rows.amplitudes[at]));
    for (PetscInt k = rows.first[at]; k < rows.first[at + 1]; ++k)
      hash.add(rows.coefficients[static_cast<std::size_t>(k)]);
    print.add(hash);
  }
  return print.value() + supports_print(structure, number);
}

/// Springs with laws and loads that turn along.
std::uint64_t forces_print(const Distributed& structure, std::size_t number) {
  const structure::LocalForces& forces = structure.steps[number].forces;
  Fingerprint print;
  for (const structure::LocalForce& force : forces.items) {
    if (!force.counted) continue;
    const structure::MotionLaw& law = force.law;
    ItemHash hash;
    hash.add(static_cast<int>(force.kind)).add(force.component).add(force.units);
    for (const int index : {force.amplitude, law.law, law.rate_law})
      hash.add(amplitude_print(structure, index));
    for (const double x : {law.stiffness, law.rest, law.damping, law.friction, law.speed,
                           law.lowest, law.highest, law.stop_stiffness, law.stop_width})
      hash.add(x);
    add(hash, force.vector);
    for (Index i = 0; i < force.units; ++i)
      add(hash, forces.points[static_cast<std::size_t>(force.first + i)]);
    print.add(hash);
  }
  return print.value();
}

std::uint64_t steps_print(const input::LoadedStructure& loaded, std::size_t end) {
  const Distributed& structure = loaded.structure;
  Fingerprint print;
  std::uint64_t sum = 0;
  for (std::size_t i = 0; i < end; ++i) {
    const input::PlannedStep& step = loaded.plan[i];
    if (core::rank(structure.comm) == 0)
      print.add(ItemHash()
                    .add(static_cast<std::uint64_t>(i))
                    .add(static_cast<int>(step.kind))
                    .add(step.start)
                    .add(step.end)
                    .add(step.rayleigh.alpha)
                    .add(step.rayleigh.beta));
    // The same conditions in another step are something else.
    for (const std::size_t conditions : step.conditions)
      sum += (2 * i + 1) *
             (conditions_print(structure, conditions) + forces_print(structure, conditions));
  }
  return print.value() + sum;
}

}  // namespace

std::vector<output::ModelPart> structure_prints(const input::LoadedStructure& loaded,
                                                std::size_t step) {
  const Distributed& structure = loaded.structure;
  const input::PlannedStep& now = loaded.plan[step];
  // What every rank has is counted on one.
  const std::uint64_t once = core::rank(structure.comm) == 0 ? 1 : 0;
  const std::uint64_t damping = ItemHash().add(now.rayleigh.alpha).add(now.rayleigh.beta).value();
  return {{"model.nodes", "the nodes (numbers, coordinates)", nodes_print(structure)},
          {"model.elements", "the elements (numbers, types, nodes, sections)",
           elements_print(structure)},
          {"model.materials", "the materials", once * materials_print(structure)},
          {"model.sections", "the sections, springs or masses", once * sections_print(structure)},
          {"model.lumped_mass", "lumped_mass", once * (structure.lumped_mass ? 1 : 0)},
          {"model.rayleigh", "the Rayleigh damping", once * damping},
          {"model.initial", "the initial values", initial_print(structure, loaded.project)},
          {"model.supports", "the supports", supports_print(structure, now.conditions.front())},
          {"model.forces", "springs with laws, or loads that turn along",
           forces_print(structure, now.conditions.front())},
          {"model.steps", "the steps before the one that the checkpoint is of",
           steps_print(loaded, step)}};
}

}  // namespace sparkdyn::job
