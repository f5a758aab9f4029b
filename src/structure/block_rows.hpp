#pragma once
// Rows of a matrix over the free components, node by node: each owned node has one list of
// neighbours, and each of its rows the same columns, so that element matrices are added without
// search per entry and the matrix is created at once with its exact pattern.

#include <Eigen/Core>
#include <vector>

#include "sparkdyn/core/petsc.hpp"
#include "sparkdyn/structure/distributed.hpp"

namespace sparkdyn::structure {

enum class RowKind { free, held };

class BlockRows {
 public:
  /// Rows for the free or the held components of this rank's nodes.
  BlockRows(const Distributed& structure, const LocalConditions& conditions, RowKind kind);

  /// Whether an element touches a row here.
  bool touches(const LocalElement& item) const;
  /// Sets all values to zero; done before the first add().
  void clear();
  void add(const LocalElement& item, const Eigen::Ref<const Eigen::MatrixXd>& matrix);
  /// The matrix of what was added; entries that are exactly zero are left out if asked for, but
  /// those on the diagonal stay. @note Collective.
  core::Matrix matrix(bool leave_out_zeros) const;

 private:
  ComponentMask free_of(Index node) const {
    return structure_->nodes.components[node] & ~conditions_->fixed[node];
  }
  ComponentMask rows_of(Index node) const {
    return kind_ == RowKind::free ? free_of(node)
                                  : structure_->nodes.components[node] & conditions_->fixed[node];
  }
  void find_neighbours();
  std::size_t position(Index node, Index neighbour) const;

  const Distributed* structure_;
  const LocalConditions* conditions_;
  RowKind kind_;
  std::vector<std::size_t> first_;      // of the neighbours of each owned node
  std::vector<Index> neighbours_;       // by ascending column
  std::vector<int> offset_;             // of each neighbour's columns in the row
  std::vector<int> width_;              // of the rows of each owned node
  std::vector<std::size_t> values_at_;  // of the first row of each owned node
  std::vector<double> values_;
};

}  // namespace sparkdyn::structure
