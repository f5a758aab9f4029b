// SPDX-License-Identifier: BSD-3-Clause
#include "output/structure_drawing.hpp"

#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::output {
namespace {

using core::check;
using structure::Index;

/// The kind is the place in structure::SectionData, whatever the section; what follows depends on
/// it.
SectionRow row_of(const structure::SectionData& section) {
  SectionRow row{};
  row[0] = static_cast<double>(section.index());
  const auto put = [&](std::initializer_list<double> numbers) {
    std::copy(numbers.begin(), numbers.end(), row.begin() + 1);
  };
  if (const auto* shell = std::get_if<structure::ShellSection>(&section))
    put({shell->thickness, shell->offset});
  if (const auto* plane = std::get_if<structure::PlaneSection>(&section)) put({plane->thickness});
  if (const auto* truss = std::get_if<structure::TrussSection>(&section)) put({truss->area});
  if (const auto* beam = std::get_if<structure::BeamSection>(&section))
    put({beam->area, beam->I11, beam->I22, beam->J, beam->n1[0], beam->n1[1], beam->n1[2],
         beam->offset1, beam->offset2});
  if (const auto* mass = std::get_if<structure::MassSection>(&section)) put({mass->mass});
  return row;
}

/// Per node of the slab: three components of the force, and the mask of held components.
core::Vector node_numbers(const structure::Distributed& structure,
                          const structure::LocalConditions& conditions) {
  constexpr PetscInt width = 4;
  const auto& slab = structure.slab;
  core::Vector numbers =
      core::make_vector(structure.comm, width * static_cast<PetscInt>(slab.points.size()));
  check(VecSet(numbers, 0.0));
  const auto& nodes = structure.nodes;
  for (Index i = 0; i < nodes.owned; ++i)
    if (conditions.fixed[i] != 0)
      check(VecSetValue(numbers, width * static_cast<PetscInt>(nodes.input[i]) + 3,
                        conditions.fixed[i], ADD_VALUES));
  for (const structure::LocalLoad& load : conditions.loads)
    if (load.component < 3)
      check(VecSetValue(numbers,
                        width * static_cast<PetscInt>(nodes.input[load.node]) + load.component,
                        load.value, ADD_VALUES));
  check(VecAssemblyBegin(numbers));
  check(VecAssemblyEnd(numbers));
  return numbers;
}

void add_nodes(const structure::Distributed& structure,
               const structure::LocalConditions& conditions, Drawing& drawing) {
  const core::Vector found = node_numbers(structure, conditions);
  const core::ReadArray numbers(found);
  for (std::size_t i = 0; i < structure.slab.points.size(); ++i) {
    const double* here = numbers.data() + 4 * i;
    drawing.forces.push_back({here[0], here[1], here[2]});
    drawing.held.push_back(static_cast<std::uint8_t>(here[3]));
  }
}

void add_cells(const structure::Distributed& structure, Drawing& drawing) {
  core::Vector sections =
      core::make_vector(structure.comm, static_cast<PetscInt>(structure.slab.shapes.size()));
  check(VecSet(sections, -1.0));
  for (const auto& item : structure.elements.items)
    if (item.counted)
      check(VecSetValue(sections, static_cast<PetscInt>(item.row), item.section, INSERT_VALUES));
  check(VecAssemblyBegin(sections));
  check(VecAssemblyEnd(sections));
  const core::ReadArray numbers(sections);
  for (PetscInt i = 0; i < numbers.size(); ++i)
    drawing.cell_sections.push_back(static_cast<std::int64_t>(numbers[i]));
}

}  // namespace

Drawing drawing_of(const structure::Distributed& structure,
                   const structure::LocalConditions& conditions) {
  Drawing drawing;
  add_nodes(structure, conditions, drawing);
  add_cells(structure, drawing);
  for (const auto& section : structure.sections) drawing.sections.push_back(row_of(section.data));
  return drawing;
}

}  // namespace sparkdyn::output
