// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// From the solver's numbering (free components, rank by rank) to the input's (all components of all
// nodes in the order of the file) and back. Held components are zero. Of a nonlinear model all
// unknowns are mapped, directors among them.

#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure {

/// For one step, since each may hold other components.
class ColumnMap {
 public:
  /// @note Collective.
  ColumnMap(const Distributed& structure, std::size_t step);

  core::Vector make_columns() const;  ///< zero, laid out as the slab. @note Collective.
  core::Vector make_free() const;     ///< zero. @note Collective.
  /// @note Collective, as restrict().
  void expand(Vec free, Vec columns) const;
  /// Free ← columns, without held components. @note Collective.
  void restrict(Vec columns, Vec free) const;
  /// Adds values of held components, numbered as HeldRows. @note Collective.
  void add_held(Vec held, Vec columns) const;
  /// Zero, for add_held(). @note Collective.
  core::Vector make_held() const;

 private:
  MPI_Comm comm_;
  PetscInt local_columns_, local_free_, local_held_;
  core::Scatter free_, held_;
};

/// The multipliers of one step among those of all steps: /lambda has one column for every row of G
/// that any step has.
class RowMap {
 public:
  RowMap(const Distributed& structure, std::size_t step);  ///< @note Collective.
  core::Vector make_columns() const;                       ///< zero. @note Collective.
  void expand(Vec rows, Vec columns) const;                ///< @note Collective.
  void restrict(Vec columns, Vec rows) const;              ///< @note Collective.

 private:
  MPI_Comm comm_;
  PetscInt columns_;
  core::Scatter scatter_;
};

}  // namespace sparkdyn::structure
