// SPDX-License-Identifier: BSD-3-Clause
#include "sparkdyn/structure/column_map.hpp"

#include <bit>
#include <numeric>

#include "components.hpp"

namespace sparkdyn::structure {
namespace {

using core::check;

core::IndexSet index_set(MPI_Comm comm, const std::vector<PetscInt>& indices) {
  core::IndexSet set;
  check(ISCreateGeneral(comm, static_cast<PetscInt>(indices.size()), indices.data(),
                        PETSC_COPY_VALUES, set.out()));
  return set;
}

/// Entry i of this rank goes to column to[i].
core::Scatter scatter_to(Vec from, Vec to, const std::vector<PetscInt>& columns) {
  const MPI_Comm comm = core::comm_of(from);
  std::vector<PetscInt> mine(columns.size());
  std::iota(mine.begin(), mine.end(), core::row_range(from).begin);
  const core::IndexSet source = index_set(comm, mine);
  const core::IndexSet target = index_set(comm, columns);
  core::Scatter scatter;
  check(VecScatterCreate(from, source, to, target, scatter.out()));
  return scatter;
}

void move(const core::Scatter& scatter, Vec from, Vec to, InsertMode mode, ScatterMode direction) {
  check(VecScatterBegin(scatter, from, to, mode, direction));
  check(VecScatterEnd(scatter, from, to, mode, direction));
}

}  // namespace

ColumnMap::ColumnMap(const Distributed& structure, std::size_t step)
    : comm_(structure.comm),
      local_columns_(structure.slab.states),
      local_free_(structure.steps[step].free_local),
      local_held_(structure.steps[step].fixed_local) {
  const LocalConditions& conditions = structure.steps[step];
  std::vector<PetscInt> free, held;
  for (Index node = 0; node < structure.nodes.owned; ++node) {
    const ComponentMask all = structure.nodes.components[node];
    PetscInt column = structure.nodes.state_column[node];
    if (structure.nonlinear) {
      for (int i = 0; i < unknowns_of(all); ++i) free.push_back(column + i);
      continue;
    }
    for (ComponentMask mask = all; mask; mask &= mask - 1, ++column)
      (contains(conditions.fixed[node], std::countr_zero(mask)) ? held : free).push_back(column);
  }
  const core::Vector columns = make_columns();
  free_ = scatter_to(make_free(), columns, free);
  held_ = scatter_to(make_held(), columns, held);
}

core::Vector ColumnMap::make_columns() const {
  return core::make_vector(comm_, local_columns_);
}
core::Vector ColumnMap::make_free() const {
  return core::make_vector(comm_, local_free_);
}
core::Vector ColumnMap::make_held() const {
  return core::make_vector(comm_, local_held_);
}

void ColumnMap::expand(Vec free, Vec columns) const {
  check(VecSet(columns, 0.0));
  move(free_, free, columns, INSERT_VALUES, SCATTER_FORWARD);
}

void ColumnMap::restrict(Vec columns, Vec free) const {
  move(free_, columns, free, INSERT_VALUES, SCATTER_REVERSE);
}

void ColumnMap::add_held(Vec held, Vec columns) const {
  move(held_, held, columns, ADD_VALUES, SCATTER_FORWARD);
}

RowMap::RowMap(const Distributed& structure, std::size_t step)
    : comm_(structure.comm), columns_(structure.row_columns) {
  const core::Vector rows = core::make_vector(comm_, structure.steps[step].rows.size());
  scatter_ = scatter_to(rows, make_columns(), structure.steps[step].rows.column);
}

core::Vector RowMap::make_columns() const {
  return core::make_vector(comm_, core::split_rows(comm_, columns_).size());
}

void RowMap::expand(Vec rows, Vec columns) const {
  check(VecSet(columns, 0.0));
  move(scatter_, rows, columns, INSERT_VALUES, SCATTER_FORWARD);
}

void RowMap::restrict(Vec columns, Vec rows) const {
  move(scatter_, columns, rows, INSERT_VALUES, SCATTER_REVERSE);
}

}  // namespace sparkdyn::structure
