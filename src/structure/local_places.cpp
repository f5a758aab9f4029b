// SPDX-License-Identifier: BSD-3-Clause
#include "local_places.hpp"

#include <algorithm>

#include "components.hpp"

namespace sparkdyn::structure {

LocalPlaces::LocalPlaces(const Distributed& structure, const LocalConditions& conditions,
                         RowKind kind) {
  first_.reserve(structure.nodes.owned);
  wanted_.reserve(structure.nodes.owned);
  for (Index node = 0; node < structure.nodes.owned; ++node) {
    const ComponentMask all = structure.nodes.components[node];
    const ComponentMask fixed = conditions.fixed[node];
    first_.push_back(size_);
    wanted_.push_back(kind == RowKind::free ? all & ~fixed : all & fixed);
    size_ += count_of(wanted_.back());
  }
}

PetscInt LocalPlaces::operator()(Index node, int component) const {
  if (!contains(wanted_[node], component)) return -1;
  return first_[node] + place_in(wanted_[node], component);
}

core::Vector vector_of(MPI_Comm comm, std::span<const double> values) {
  core::Vector vector = core::make_vector(comm, static_cast<PetscInt>(values.size()));
  core::WriteArray entries(vector);
  std::copy(values.begin(), values.end(), entries.data());
  return vector;
}

std::vector<int> amplitudes_in_use(MPI_Comm comm, const std::vector<int>& used) {
  std::vector<int> anywhere(used.size());
  MPI_Allreduce(used.data(), anywhere.data(), static_cast<int>(used.size()), MPI_INT, MPI_MAX,
                comm);
  std::vector<int> indices;
  for (std::size_t i = 0; i < anywhere.size(); ++i)
    if (anywhere[i]) indices.push_back(static_cast<int>(i) - 1);
  return indices;
}

mechanics::AmplitudePtr amplitude_at(const Distributed& structure, int index) {
  return index < 0 ? mechanics::constant_amplitude(1) : structure.amplitudes[index];
}

}  // namespace sparkdyn::structure
