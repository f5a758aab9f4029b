// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// Which rank owns which node: PT-Scotch through PETSc on the graph of nodes that share an element.

#include <vector>

#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::structure {

/// For each node the positions of the cells that use it and have a role, ascending.
struct NodeCells {
  std::vector<Index> first;  ///< where the cells of node i begin; one more entry at the end
  std::vector<Index> cells;
};
NodeCells cells_of_nodes(const Model& model);

/// The owner of each node. Called on the rank that holds the model, which partitions alone: on
/// several ranks PT-Scotch 7 folds graphs in threads and hangs unless MPI was started for
/// MPI_THREAD_MULTIPLE, and the graph is here anyway. PETSc options -mat_partitioning_type and so
/// on apply.
std::vector<int> node_owners(const Model& model, const NodeCells& uses, int ranks);

}  // namespace sparkdyn::structure
