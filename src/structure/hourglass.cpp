// SPDX-License-Identifier: BSD-3-Clause
#include "structure/hourglass.hpp"

#include "elements/all.hpp"
#include "elements/hourglass_energy.hpp"
#include "sparkdyn/core/mpi.hpp"

namespace sparkdyn::structure {

using core::check;

namespace {

constexpr int nodes = 8, unknowns = 24;

}  // namespace

Hourglass::Hourglass(const Distributed& structure) : structure_(&structure) {
  const auto& items = structure.elements.items;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (!items[i].counted || elements()[items[i].element] != &hex8_reduced()) continue;
    local_.push_back(i);
    for (int k = 0; k < nodes; ++k) {
      // Displacements come first among the components of a node.
      const Index node = structure.elements.nodes[items[i].first + k];
      for (int c = 0; c < 3; ++c) columns_.push_back(structure.nodes.column[node] + c);
    }
  }
  present_ = core::sum(structure.comm, static_cast<double>(local_.size())) > 0;
}

double Hourglass::energy(Vec columns) {
  if (!present()) return 0;
  if (to_local_.empty()) {
    const auto count = static_cast<PetscInt>(columns_.size());
    check(VecCreateSeq(PETSC_COMM_SELF, count, values_.out()));
    core::IndexSet from;
    check(ISCreateGeneral(PETSC_COMM_SELF, count, columns_.data(), PETSC_COPY_VALUES, from.out()));
    check(VecScatterCreate(columns, from, values_, nullptr, to_local_.out()));
  }
  check(VecScatterBegin(to_local_, columns, values_, INSERT_VALUES, SCATTER_FORWARD));
  check(VecScatterEnd(to_local_, columns, values_, INSERT_VALUES, SCATTER_FORWARD));
  const core::ReadArray values(values_);
  std::vector<Point> x;
  Eigen::VectorXd q(unknowns);
  double sum = 0;
  PetscInt at = 0;
  for (const std::size_t i : local_) {
    for (int k = 0; k < unknowns; ++k) q[k] = values[at++];
    sum += hourglass_energy(element_input(*structure_, structure_->elements.items[i], x), q);
  }
  return core::sum(structure_->comm, sum);
}

}  // namespace sparkdyn::structure
