// SPDX-License-Identifier: BSD-3-Clause
#include "sound_elements.hpp"

#include <algorithm>
#include <limits>

#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::structure {

ElementInput element_input(const Distributed& structure, const LocalElement& item,
                           std::vector<Point>& x) {
  const Section& section = structure.sections[item.section];
  const int n = info(elements()[item.element]->shape()).nodes;
  x.resize(n);
  for (int i = 0; i < n; ++i) {
    const Vector& p = structure.nodes.points[structure.elements.nodes[item.first + i]];
    x[i] = Point(p[0], p[1], p[2]);
  }
  return {x, section.material < 0 ? nullptr : &structure.materials[section.material],
          &section.data};
}

void require_elements(const Model& model) {
  if (std::any_of(model.roles.begin(), model.roles.end(),
                  [](const CellRole& role) { return role.element >= 0; }))
    return;
  core::input_error("{}: no cell of the mesh is an element", model.mesh.file);
}

void require_sound_elements(const Distributed& structure) {
  constexpr Index none = std::numeric_limits<Index>::max();
  Index bad = none;
  std::string sentence;
  std::vector<Point> x;
  for (const LocalElement& item : structure.elements.items) {
    const Element& element = *elements()[item.element];
    const std::string complaint = element.complaint(element_input(structure, item, x));
    if (complaint.empty()) continue;
    bad = item.input;
    sentence = fmt::format("{}: element {} ({}): {}", structure.source, item.id, element.name(),
                           complaint);
    break;
  }
  Index first = none;
  MPI_Allreduce(&bad, &first, 1, MPI_INT32_T, MPI_MIN, structure.comm);
  core::collectively(structure.comm, [&] {
    if (bad != none && bad == first) throw core::Error(core::Failure::input, sentence);
  });
}

}  // namespace sparkdyn::structure
