// SPDX-License-Identifier: BSD-3-Clause
#include "loose_components.hpp"

#include <limits>

#include "components.hpp"
#include "local_places.hpp"
#include "sparkdyn/core/error.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::structure {
namespace {

using core::check;

/// Components in rows of G are held by these; whether well enough the factorisation finds out.
void mark_constrained(MPI_Comm comm, const LocalRows& rows, std::vector<char>& marks) {
  const core::Vector sum = core::make_vector(comm, static_cast<PetscInt>(marks.size()));
  const std::vector<double> ones(rows.columns.size(), 1.0);
  check(VecSetValues(sum, static_cast<PetscInt>(rows.columns.size()), rows.columns.data(),
                     ones.data(), ADD_VALUES));
  check(VecAssemblyBegin(sum));
  check(VecAssemblyEnd(sum));
  const core::ReadArray values(sum);
  for (std::size_t i = 0; i < marks.size(); ++i)
    if (values[static_cast<PetscInt>(i)] != 0) marks[i] = 1;
}

}  // namespace

void require_no_loose_components(const Distributed& structure, const LocalConditions& conditions,
                                 std::vector<char> marks) {
  if (conditions.rows.global > 0) mark_constrained(structure.comm, conditions.rows, marks);
  const LocalPlaces place(structure, conditions, RowKind::free);
  constexpr Index none = std::numeric_limits<Index>::max();
  Index mine = none;
  std::string sentence;
  for (Index node = 0; node < structure.nodes.owned && mine == none; ++node)
    for (int component = 0; component < components_of_node; ++component) {
      const PetscInt at = place(node, component);
      if (at < 0 || marks[at]) continue;
      mine = structure.nodes.input[node];
      sentence = fmt::format(
          "{}: node {} has neither stiffness nor mass in '{}'; hold it, or "
          "give it an element that does",
          structure.source, structure.nodes.ids[node], component_name(component));
      break;
    }
  Index first = none;
  MPI_Allreduce(&mine, &first, 1, MPI_INT32_T, MPI_MIN, structure.comm);
  core::collectively(structure.comm, [&] {
    if (mine != none && mine == first) throw core::Error(core::Failure::input, sentence);
  });
}

}  // namespace sparkdyn::structure
