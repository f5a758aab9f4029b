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
  Index owned = 0;                        ///< how many of them this rank owns
  Index global = 0;                       ///< nodes of the whole structure
  std::vector<Index> input;               ///< position in the input
  std::vector<std::int64_t> ids;          ///< the user's numbers
  std::vector<Vector> points;             ///< coordinates
  std::vector<ComponentMask> components;  ///< that each node has
  /// Number of the node's first component when all components of all nodes are counted in the
  /// order of the input: the columns of /q.
  std::vector<PetscInt> column;
  /// As `column`, when the unknowns are counted: three displacements and nine director components
  /// of nodes that have rotations in a nonlinear model, otherwise the same.
  std::vector<PetscInt> state_column;
  Index size() const { return static_cast<Index>(input.size()); }  ///< owned and others
};

/// One element that touches an owned node.
struct LocalElement {
  std::int64_t id = 0;       ///< the user's number
  Index input = 0;           ///< position among the cells of the input
  Index row = 0;             ///< position among the cells that are elements: its row in results
  Index first = 0;           ///< of its nodes in LocalElements::nodes
  std::int32_t section = 0;  ///< index in Distributed::sections
  std::int16_t element = 0;  ///< index in elements()
  std::int16_t region = -1;  ///< index in Distributed::regions
  bool counted = false;      ///< on exactly one rank: for sums and output
};

/// In one list with the nodes of all.
struct LocalElements {
  std::vector<LocalElement> items;  ///< ascending in the order of the input
  std::vector<Index> nodes;         ///< local node numbers
};

/// coefficient · τ(t) · x_a · x_b · σ(x_angle), unknowns by their number; −1: the factor is 1.
struct LocalTerm {
  double coefficient = 0;   ///< not zero
  PetscInt a = -1, b = -1;  ///< numbers of unknowns
  Timing timing;            ///< τ
  PetscInt angle = -1;      ///< number of an unknown
  Turn turn = Turn::none;   ///< σ
  int curve = -1;           ///< see ExactTerm
};

/// Rows of a nonlinear model; see ExactRow. A contiguous piece of all rows in their order.
struct LocalExactRows {
  std::vector<PetscInt> first;     ///< of each row's terms; one more at the end
  std::vector<LocalTerm> terms;    ///< of all rows
  std::vector<std::string> names;  ///< for messages
};

/// See ExactForce; units by the numbers of their first unknowns.
struct LocalForce {
  ExactForce::Kind kind = ExactForce::Kind::coordinate;  ///< see ExactForce
  MotionLaw law;                                         ///< see ExactForce
  int component = 0, facet = 0;                          ///< see ExactForce
  Vector vector{};                                       ///< see ExactForce
  int amplitude = -1;                                    ///< see ExactForce
  Index first = 0, units = 0;  ///< in LocalForces::units: the first, and how many
  bool counted = false;        ///< on exactly one rank, for energies
};

/// All that act on unknowns of this rank.
struct LocalForces {
  std::vector<LocalForce> items;  ///< in the order of the input
  std::vector<PetscInt> units;    ///< of all, one after another
  std::vector<Vector> points;     ///< of the units: where their nodes are at the reference
};

/// The rows of G that this rank holds: a contiguous piece of all rows in their order.
struct LocalRows {
  PetscInt begin = 0, global = 0;    ///< first row here; all rows
  std::vector<PetscInt> first;       ///< of each row's entries; one more at the end
  std::vector<PetscInt> columns;     ///< of the entries, numbered as free components
  std::vector<double> coefficients;  ///< of the entries
  std::vector<double> values;        ///< right-hand sides
  std::vector<int> amplitudes;       ///< of the right-hand sides; −1: constant
  std::vector<std::string> names;    ///< for messages
  std::vector<PetscInt> column;      ///< of each row's multiplier in /lambda
  std::vector<char> support;         ///< whether its force is a reaction
  PetscInt size() const { return static_cast<PetscInt>(values.size()); }  ///< rows here
};

/// Forces on owned nodes.
struct LocalLoad {
  Index node = 0;               ///< local, owned
  std::int16_t component = 0;   ///< 0..5
  std::int16_t amplitude = -1;  ///< −1: constant
  double value = 0;             ///< for an amplitude of 1
};

/// M·acceleration on elements.
struct LocalBodyLoad {
  Vector acceleration{};        ///< for an amplitude of 1
  int amplitude = -1;           ///< −1: constant
  bool everywhere = false;      ///< on all elements
  std::vector<Index> elements;  ///< local, ascending
};

/// Force per length, which LocalConditions::loads have at the nodes already: for section forces.
struct LocalLineLoad {
  Vector force{};               ///< per length, for an amplitude of 1
  int amplitude = -1;           ///< −1: constant
  std::vector<Index> elements;  ///< local, ascending
};

/// Components that exist and are not held are free; free ones are numbered rank by rank, node by
/// node. Held ones are numbered in the same way among themselves.
struct LocalConditions {
  std::vector<ComponentMask> fixed;  ///< per local node
  std::vector<PetscInt> first_free;  ///< per local node, of the whole structure's numbering
  PetscInt free_begin = 0, free_local = 0, free_global = 0;     ///< first here; here; all
  PetscInt fixed_begin = 0, fixed_local = 0, fixed_global = 0;  ///< first here; here; all
  std::vector<LocalLoad> loads;                                 ///< on owned nodes
  std::vector<LocalBodyLoad> body;                              ///< on elements
  std::vector<LocalLineLoad> line;                              ///< see LocalLineLoad
  LocalRows rows;                                               ///< of G
  LocalExactRows exact;    ///< what the rows are in a nonlinear model, which has no entries in rows
  LocalForces forces;      ///< of a nonlinear model
  LocalExactRows implied;  ///< that followed from the others at the start and were left out
};

/// Nodes and cells in the order of the input, a contiguous piece on each rank: for results.
struct InputSlab {
  Index node_begin = 0, nodes = 0;         ///< first here; nodes of the whole structure
  std::vector<std::int64_t> node_ids;      ///< the user's numbers
  std::vector<Vector> points;              ///< coordinates
  std::vector<ComponentMask> components;   ///< that each node has
  PetscInt column_begin = 0, columns = 0;  ///< first column of /q here; of the whole structure
  PetscInt states = 0;                     ///< unknowns of the nodes here; see state_column

  Index cell_begin = 0, cells = 0;     ///< first here; all; only cells with a role count
  std::vector<std::int64_t> cell_ids;  ///< the user's numbers
  std::vector<Shape> shapes;           ///< one for each cell
  std::vector<Index> connectivity;     ///< nodes by position in the input, our node order
};

/// One entry of the initial values of owned nodes.
struct LocalInitial {
  Index node = 0;                         ///< local, owned
  std::int32_t component = 0;             ///< 0..5
  double displacement = 0, velocity = 0;  ///< at the start
};

/// What distribute() makes: each rank has its part, and what is small is everywhere.
struct Distributed {
  MPI_Comm comm = MPI_COMM_NULL;            ///< the ranks that share it
  LocalNodes nodes;                         ///< owned and touched
  LocalElements elements;                   ///< that touch owned nodes
  std::vector<Material> materials;          ///< all, on every rank
  std::vector<std::string> material_names;  ///< all, on every rank
  std::vector<Section> sections;            ///< all, on every rank
  std::vector<std::string> regions;  ///< names of the cell groups that have terms of their own
  bool lumped_mass = false;          ///< instead of the consistent one
  bool nonlinear = false;            ///< it may turn as far as it likes
  std::vector<mechanics::AmplitudePtr> amplitudes;  ///< all, on every rank
  std::vector<LocalInitial> initial;                ///< of owned nodes
  std::vector<LocalConditions> steps;               ///< what acts in each
  PetscInt row_columns = 0;  ///< different rows of G over all steps: the columns of /lambda
  std::vector<std::string> row_names;  ///< of these columns; on rank 0
  std::vector<PetscInt> watched;  ///< columns of /q of the components asked for; −1: there is none
  InputSlab slab;                 ///< for results
  std::string source;             ///< the mesh file or deck, for messages
  std::vector<std::string> warnings;  ///< for the user, on every rank
};

/// What a formulation needs of an element; `x` holds the coordinates meanwhile.
ElementInput element_input(const Distributed& structure, const LocalElement& item,
                           std::vector<Point>& x);

/// A component of a node to watch.
struct Watched {
  Index node = 0;     ///< position in the mesh
  int component = 0;  ///< 0..5
};

/// How a model is spread.
struct DistributeOptions {
  std::vector<std::string> regions = {};  ///< cell groups that get terms of their own
  Orphans orphans = Orphans::refuse;      ///< what is done about nodes that nothing uses
  bool eliminate_supports = true;         ///< exactly; false: they become rows of G
  std::vector<Watched> watched = {};      ///< on rank 0
};

/// Checks, partitions and spreads the model that rank 0 holds; takes it apart, so that afterwards
/// no rank holds the whole. `steps` has one entry per step on rank 0. Throws core::Error (input) on
/// all ranks. @note Collective.
Distributed distribute(MPI_Comm comm, Model&& model, std::vector<Conditions>&& steps,
                       const DistributeOptions& options = {});

}  // namespace sparkdyn::structure
