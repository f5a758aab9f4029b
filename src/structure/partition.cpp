// SPDX-License-Identifier: BSD-3-Clause
#include "structure/partition.hpp"

#include <stdlib.h>

#include <algorithm>
#include <numeric>
#include <utility>

#include "sparkdyn/core/petsc.hpp"

namespace sparkdyn::structure {
namespace {

using core::check;

using Partitioning =
    core::Handle<MatPartitioning, core::PetscDestroy<MatPartitioning, MatPartitioningDestroy>>;

struct Graph {
  std::vector<PetscInt> first{0};
  std::vector<PetscInt> neighbours;
};

/// Nodes that share an element.
Graph node_graph(const Model& model, const NodeCells& uses) {
  const Mesh& mesh = model.mesh;
  Graph graph;
  std::vector<Index> seen(mesh.points.size(), -1);
  for (Index node = 0; node < mesh.nodes(); ++node) {
    seen[node] = node;
    const std::size_t start = graph.neighbours.size();
    for (Index k = uses.first[node]; k < uses.first[node + 1]; ++k) {
      const Cell& cell = mesh.cells[uses.cells[k]];
      const Index* nodes = mesh.nodes_of(cell);
      for (int i = 0; i < info(cell.shape).nodes; ++i)
        if (std::exchange(seen[nodes[i]], node) != node) graph.neighbours.push_back(nodes[i]);
    }
    std::sort(graph.neighbours.begin() + start, graph.neighbours.end());
    graph.first.push_back(static_cast<PetscInt>(graph.neighbours.size()));
  }
  return graph;
}

/// PETSc frees the arrays of an adjacency matrix, so they must be its own.
PetscInt* petsc_copy(const std::vector<PetscInt>& values) {
  PetscInt* copy = nullptr;
  check(PetscMalloc1(std::max<std::size_t>(values.size(), 1), &copy));
  std::copy(values.begin(), values.end(), copy);
  return copy;
}

}  // namespace

NodeCells cells_of_nodes(const Model& model) {
  const Mesh& mesh = model.mesh;
  NodeCells uses;
  uses.first.assign(mesh.points.size() + 1, 0);
  const auto for_each_use = [&](auto&& visit) {
    for (std::size_t c = 0; c < mesh.cells.size(); ++c) {
      if (model.roles[c].element < 0) continue;
      const Index* nodes = mesh.nodes_of(mesh.cells[c]);
      for (int i = 0; i < info(mesh.cells[c].shape).nodes; ++i)
        visit(nodes[i], static_cast<Index>(c));
    }
  };
  for_each_use([&](Index node, Index) { ++uses.first[node + 1]; });
  std::partial_sum(uses.first.begin(), uses.first.end(), uses.first.begin());
  uses.cells.resize(uses.first.back());
  std::vector<Index> next(uses.first.begin(), uses.first.end() - 1);
  for_each_use([&](Index node, Index cell) { uses.cells[next[node]++] = cell; });
  return uses;
}

namespace {

/// Scotch 7 works with threads, and then finds another partition every time: restarts could not be
/// bit for bit.
void make_scotch_repeatable() {
  constexpr int keep_what_the_user_set = 0;
  ::setenv("SCOTCH_DETERMINISTIC", "1", keep_what_the_user_set);
  ::setenv("SCOTCH_PTHREAD_NUMBER", "1", keep_what_the_user_set);
}

}  // namespace

std::vector<int> node_owners(const Model& model, const NodeCells& uses, int ranks) {
  const PetscInt nodes = model.mesh.nodes();
  if (ranks == 1) return std::vector<int>(nodes, 0);
  core::Matrix adjacency;
  {
    const Graph graph = node_graph(model, uses);
    check(MatCreateMPIAdj(PETSC_COMM_SELF, nodes, nodes, petsc_copy(graph.first),
                          petsc_copy(graph.neighbours), nullptr, adjacency.out()));
  }
  make_scotch_repeatable();
  Partitioning partitioning;
  check(MatPartitioningCreate(PETSC_COMM_SELF, partitioning.out()));
  check(MatPartitioningSetAdjacency(partitioning, adjacency));
  check(MatPartitioningSetNParts(partitioning, ranks));
  check(MatPartitioningSetType(partitioning, MATPARTITIONINGPTSCOTCH));
  check(MatPartitioningSetFromOptions(partitioning));
  core::IndexSet owners;
  check(MatPartitioningApply(partitioning, owners.out()));
  const PetscInt* values = nullptr;
  check(ISGetIndices(owners, &values));
  std::vector<int> result(values, values + nodes);
  check(ISRestoreIndices(owners, &values));
  return result;
}

}  // namespace sparkdyn::structure
