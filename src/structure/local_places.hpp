// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// This rank's pieces of vectors over the free or over the held components, and how their loads
// follow the time.

#include <span>
#include <vector>

#include "block_rows.hpp"
#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/mechanics/amplitude.hpp"

namespace sparkdyn::structure {

/// Local number of a component among the free or the held ones, or −1.
class LocalPlaces {
 public:
  LocalPlaces(const Distributed& structure, const LocalConditions& conditions, RowKind kind);
  PetscInt operator()(Index node, int component) const;
  PetscInt size() const { return size_; }

 private:
  std::vector<PetscInt> first_;
  std::vector<ComponentMask> wanted_;
  PetscInt size_ = 0;
};

/// @note Collective.
core::Vector vector_of(MPI_Comm comm, std::span<const double> values);

/// Amplitudes that some rank uses, −1 for the constant one first; used[i + 1] is that of index i.
/// @note Collective.
std::vector<int> amplitudes_in_use(MPI_Comm comm, const std::vector<int>& used);
mechanics::AmplitudePtr amplitude_at(const Distributed& structure, int index);

}  // namespace sparkdyn::structure
