// SPDX-License-Identifier: BSD-3-Clause
#pragma once
// A structure spread over ranks by nodes. Each rank owns some nodes and has every element that
// touches one of them, so that it computes its rows of K and M alone, by the same additions in the
// same order whatever the number of ranks.

#include <mpi.h>
#include <petscsys.h>

#include <string>
#include <vector>

#include "sparkdyn/structure/model.hpp"

namespace sparkdyn::structure {

/// Nodes this rank owns come first, ascending in the order of the input, then the others that its
/// elements touch.
struct LocalNodes {
  Index owned = 0;
  Index global = 0;          ///< nodes of the whole structure
  std::vector<Index> input;  ///< position in the input
  std::vector<std::int64_t> ids;
  std::vector<Vector> points;
  std::vector<ComponentMask> components;
  /// Number of the node's first component when all components of all nodes are counted in the
  /// order of the input: the columns of /q.
  std::vector<PetscInt> column;
  Index size() const { return static_cast<Index>(input.size()); }
};

struct LocalElement {
  std::int64_t id = 0;
  Index input = 0;  ///< position among the cells of the input
  Index row = 0;    ///< position among the cells that are elements: its row in results
  Index first = 0;  ///< of its nodes in LocalElements::nodes
  std::int32_t section = 0;
  std::int16_t element = 0;
  std::int16_t region = -1;  ///< index in Distributed::regions
  bool counted = false;      ///< on exactly one rank: for sums and output
};

struct LocalElements {
  std::vector<LocalElement> items;  ///< ascending in the order of the input
  std::vector<Index> nodes;         ///< local node numbers
};

/// The rows of G that this rank holds: a contiguous piece of all rows in their order.
struct LocalRows {
  PetscInt begin = 0, global = 0;
  std::vector<PetscInt> first;  ///< of each row's entries; one more at the end
  std::vector<PetscInt> columns;
  std::vector<double> coefficients;
  std::vector<double> values;
  std::vector<int> amplitudes;
  std::vector<std::string> names;
  std::vector<PetscInt> column;  ///< of each row's multiplier in /lambda
  std::vector<char> support;     ///< whether its force is a reaction
  PetscInt size() const { return static_cast<PetscInt>(values.size()); }
};

/// Forces on owned nodes.
struct LocalLoad {
  Index node = 0;
  std::int16_t component = 0;
  std::int16_t amplitude = -1;
  double value = 0;
};

struct LocalBodyLoad {
  Vector acceleration{};
  int amplitude = -1;
  bool everywhere = false;
  std::vector<Index> elements;  ///< local, ascending
};

/// Components that exist and are not held are free; free ones are numbered rank by rank, node by
/// node. Held ones are numbered in the same way among themselves.
struct LocalConditions {
  std::vector<ComponentMask> fixed;  ///< per local node
  std::vector<PetscInt> first_free;  ///< per local node, of the whole structure's numbering
  PetscInt free_begin = 0, free_local = 0, free_global = 0;
  PetscInt fixed_begin = 0, fixed_local = 0, fixed_global = 0;
  std::vector<LocalLoad> loads;
  std::vector<LocalBodyLoad> body;
  LocalRows rows;
};

/// Nodes and cells in the order of the input, a contiguous piece on each rank: for results.
struct InputSlab {
  Index node_begin = 0, nodes = 0;  ///< nodes: of the whole structure
  std::vector<std::int64_t> node_ids;
  std::vector<Vector> points;
  std::vector<ComponentMask> components;
  PetscInt column_begin = 0, columns = 0;  ///< first column of /q here; of the whole structure

  Index cell_begin = 0, cells = 0;  ///< only cells with a role count
  std::vector<std::int64_t> cell_ids;
  std::vector<Shape> shapes;
  std::vector<Index> connectivity;  ///< nodes by position in the input, our node order
};

/// One entry of the initial values of owned nodes.
struct LocalInitial {
  Index node = 0;
  std::int32_t component = 0;
  double displacement = 0, velocity = 0;
};

struct Distributed {
  MPI_Comm comm = MPI_COMM_NULL;
  LocalNodes nodes;
  LocalElements elements;
  std::vector<Material> materials;
  std::vector<std::string> material_names;
  std::vector<Section> sections;
  std::vector<std::string> regions;
  bool lumped_mass = false;
  std::vector<mechanics::AmplitudePtr> amplitudes;
  std::vector<LocalInitial> initial;
  std::vector<LocalConditions> steps;
  PetscInt row_columns = 0;  ///< different rows of G over all steps: the columns of /lambda
  std::vector<std::string> row_names;  ///< of these columns; on rank 0
  std::vector<PetscInt> watched;  ///< columns of /q of the components asked for; −1: there is none
  InputSlab slab;
  std::string source;  ///< the mesh file or deck, for messages
  std::vector<std::string> warnings;
};

/// What a formulation needs of an element; `x` holds the coordinates meanwhile.
ElementInput element_input(const Distributed& structure, const LocalElement& item,
                           std::vector<Point>& x);

/// A component of a node to watch.
struct Watched {
  Index node = 0;
  int component = 0;
};

struct DistributeOptions {
  std::vector<std::string> regions = {};  ///< cell groups that get terms of their own
  Orphans orphans = Orphans::refuse;
  bool eliminate_supports = true;
  std::vector<Watched> watched = {};  ///< on rank 0
};

/// Checks, partitions and spreads the model that rank 0 holds; takes it apart, so that afterwards
/// no rank holds the whole. `steps` has one entry per step on rank 0. Throws core::Error (input) on
/// all ranks. @note Collective.
Distributed distribute(MPI_Comm comm, Model&& model, std::vector<Conditions>&& steps,
                       const DistributeOptions& options = {});

}  // namespace sparkdyn::structure
